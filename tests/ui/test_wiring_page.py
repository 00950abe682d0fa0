"""The pages for wiring and for shopping: as the program draws them, and readable on paper."""

from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest
from click.testing import CliRunner

from companion.journal import NamePlate
from hardware.grab.contacts import Seat
from hardware.wiring.plan import lamp_page, plan, proposal
from hardware.wiring.seats_file import LONGEST_NAME, load
from hardware.wiring.wiring import BoardPlug, SeatWires, Wiring
from ui.cli import main
from ui.stage import theme
from ui.stage.parts import outline
from ui.stage.rect import Rect
from ui.stage.scene import Viewport
from ui.stage.shapes import Area, Box, Stroke
from ui.stage.theme import DP_PER_MM
from ui.table import wires
from ui.table.wire_board import page, parts_of, parts_page, wire_board
from ui.table.wires import WirePlan

DOCS = Path(__file__).parents[2] / "docs"
PAGE = 210.0
SMALLEST = 1.9
"""Size of the smallest letters on the sheet, in mm: numbers in marks, as large as newspaper print."""


def sample(name: str) -> Wiring:
    return load(DOCS / name)


LONG = "the grab board at the far end of the long table, by the window, left of the door"
assert len(LONG) == LONGEST_NAME

FULL = Wiring(
    seats=tuple(
        SeatWires(Seat(number), pin, None, board)
        for number, (board, pin) in enumerate(
            (board, pin) for board in ("left", LONG) for pin in (*range(2, 23), 26, 27, 28)
        )
    ),
    turn=4,
    totem=40,
    pull="down",
    boards=(BoardPlug("left", "/dev/ttyAMA0"), BoardPlug(LONG, "E661")),
)
"""Two boards full of buttons, one of them on the serial line, and a pin that isn't there."""


def planned(wiring: Wiring) -> WirePlan:
    """Return the plan of its wires, in the screen's types."""
    return msgspec.convert(plan(wiring), WirePlan, from_attributes=True)


def picture(wiring: Wiring) -> str:
    return page(planned(wiring))


WIRINGS = {
    "fifteen on the header": sample("seats.toml"),
    "header and board": sample("seats_board.toml"),
    "twenty-two on one board": proposal(Wiring(seats=()), 22),
    "two full boards": FULL,
    "far numbers": Wiring(seats=(SeatWires(Seat(98), 20, 21), SeatWires(Seat(97), 26, 16))),
}


class Words:
    """A line of text on the page, in mm: in any font it is set at the width it declares."""

    def __init__(self, element: ElementTree.Element) -> None:
        self.text = element.text or ""
        names = ("x", "y", "textLength", "font-size")
        x, y, wide, self.size = (float(element.attrib[name]) / DP_PER_MM for name in names)
        self.left = x - wide * {"start": 0.0, "middle": 0.5, "end": 1.0}[element.attrib["text-anchor"]]
        self.right = self.left + wide
        self.top, self.bottom = y - self.size * 0.72, y + self.size * 0.02

    def crosses(self, other: "Words") -> bool:
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom


def words_of(drawn: str) -> list[Words]:
    return [Words(part) for part in ElementTree.fromstring(drawn).iter() if part.tag.endswith("text")]


@pytest.mark.parametrize("board", ["", "_board"])
def test_the_pictures_in_the_docs_are_the_programs_own(board: str) -> None:
    seats, drawn = f"seats{board}.toml", f"wiring{board}.svg"
    again = f"draw it again: companion wiring docs/{seats} docs/{drawn}"
    assert picture(sample(seats)) == (DOCS / drawn).read_text(encoding="utf-8"), again


@pytest.mark.parametrize("name", WIRINGS)
def test_no_two_labels_lie_over_each_other_and_none_off_the_page(name: str) -> None:
    labels = words_of(picture(WIRINGS[name]))
    assert len(labels) > 80
    assert not [f"{a.text!r} and {b.text!r}" for a, b in combinations(labels, 2) if a.crosses(b)]
    assert not [label.text for label in labels if label.left < 2 or label.right > PAGE - 2]
    assert not [(label.text, label.size) for label in labels if label.size < SMALLEST]


@pytest.mark.parametrize(("name", "fits"), [("fifteen on the header", 297), ("header and board", 297)])
def test_one_and_two_boards_fit_on_a_sheet_of_a4(name: str, fits: float) -> None:
    page = ElementTree.fromstring(picture(WIRINGS[name]))
    assert (page.attrib["width"], page.attrib["height"]) == ("210mm", f"{fits}mm")
    assert max(label.bottom for label in words_of(picture(WIRINGS[name]))) < fits


def test_more_boards_make_the_page_longer_and_what_is_odd_is_written() -> None:
    drawn = picture(FULL)
    height = ElementTree.fromstring(drawn).attrib["height"]
    assert max(label.bottom for label in words_of(drawn)) < float(height.removesuffix("mm"))
    drawn = picture(Wiring(seats=(SeatWires(Seat(0), 40),)))
    assert "There is no GPIO40: Seat 1." in [label.text for label in words_of(drawn)]
    wiring = Wiring(seats=(SeatWires(Seat(0), 4, None, "<b>&"),), boards=(BoardPlug("<b>&"),))
    assert any("<b>&" in label.text for label in words_of(picture(wiring)))


SHEET = Viewport(Rect(0, 0, 960, 780), 1.0)
FIFTEEN = planned(sample("seats.toml")).boards[0]


def on_paper(seat: int) -> tuple[NamePlate, str, bool]:
    return theme.plates()[seat], f"Seat {seat + 1}", True


def test_seats_differ_in_shape_and_lamps_from_buttons_in_more_than_colour() -> None:
    items = wire_board(FIFTEEN, on_paper, SHEET).items
    # Seats 1, 8 and 15 share their colour: a circle, a cross, a pentagon.
    marks = [item for item in items if isinstance(item, Area) and item.tone == theme.COLOURS["orange"]]
    shapes = ("circle", "cross", "pentagon")
    assert {len(mark.points) for mark in marks} == {len(outline(shape)) for shape in shapes}
    assert sum(isinstance(item, Stroke) and item.dash > 0 for item in items) == 9
    square = [item for item in items if isinstance(item, Box) and item.corners == 0]
    assert len(square) == 9 + 1, "nine lamps, and pin 1, which is square on the board"


def test_it_is_dark_on_white_whatever_theme_the_screen_has() -> None:
    assert 'fill="#ffffff"' in picture(sample("seats.toml"))
    assert theme.now == theme.Theme()
    assert theme.contrast(theme.tone("#14181c"), theme.tone("#ffffff")) > 7


def test_without_a_seats_file_it_is_the_apps_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    target = str(tmp_path / "mine.svg")
    none = CliRunner().invoke(main, ["wiring", target])
    assert none.exit_code == 1
    assert "seats.toml: the file: can't be read" in none.output
    (tmp_path / "companion").mkdir()
    (tmp_path / "companion" / "seats.toml").write_text((DOCS / "seats.toml").read_text())
    assert CliRunner().invoke(main, ["wiring", target]).exit_code == 0
    assert Path(target).read_text(encoding="utf-8") == picture(sample("seats.toml"))
    assert CliRunner().invoke(main, ["wiring"]).exit_code == 2


def test_it_draws_how_a_lamp_is_wired(tmp_path: Path) -> None:
    target = tmp_path / "lamps.svg"
    assert CliRunner().invoke(main, ["wiring", "--lamps", str(target)]).exit_code == 0
    assert target.read_text(encoding="utf-8") == lamp_page()
    assert CliRunner().invoke(main, ["wiring", "--lamps", str(DOCS / "seats.toml"), "x.svg"]).exit_code == 2


def test_a_broken_file_is_one_sentence_and_no_picture(tmp_path: Path) -> None:
    target = tmp_path / "picture.svg"
    refused = CliRunner().invoke(main, ["wiring", str(tmp_path / "none.toml"), str(target)])
    assert refused.exit_code == 1
    assert "none.toml: the file: can't be read" in refused.output
    assert not target.exists()
    assert CliRunner().invoke(main, ["wiring", str(DOCS / "seats.toml"), str(target)]).exit_code == 0
    assert target.read_text(encoding="utf-8") == picture(sample("seats.toml"))
    nowhere = CliRunner().invoke(main, ["wiring", str(DOCS / "seats.toml"), str(tmp_path)])
    assert nowhere.exit_code == 1
    assert isinstance(nowhere.exception, SystemExit), "a sentence, and no traceback"


def test_a_seats_file_is_not_drawn_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    seats = tmp_path / "companion" / "seats.toml"
    seats.parent.mkdir()
    seats.write_text(PLUGGED)
    for options in ([], ["--parts"], ["--lamps"]):
        refused = CliRunner().invoke(main, ["wiring", *options, str(seats)])
        assert refused.exit_code == 1
        assert f"{seats}: the name of the picture must end in .svg" in refused.output
    assert seats.read_text() == PLUGGED


PLUGGED = (
    '[[usb]]\nname = "left"\nport = "usb-1.1"\n[[usb]]\nname = "right"\nport = "usb-1.2"\n'
    '[[seat]]\nseat = 1\nusb = "left"\ncode = "BTN_TRIGGER"\n'
    '[[seat]]\nseat = 2\nusb = "left"\ncode = "BTN_THUMB"\n'
    '[[seat]]\nseat = 3\nusb = "right"\ncode = "BTN_THUMB"\n'
)


EVERY_TABLE = dict.fromkeys((str(part) for part, _look in wires.FOR_EVERY_TABLE), 1)


def counted(wiring: Wiring) -> dict[str, int]:
    """Return the shopping list's counts, without what every table needs."""
    counts = {str(part): count for count, part, _look in parts_of(planned(wiring), 0)}
    assert counts.items() >= EVERY_TABLE.items()
    return {part: count for part, count in counts.items() if part not in EVERY_TABLE}


def test_four_buttons_on_pins_need_eight_wires_and_lamps_share_theirs() -> None:
    wiring = proposal(Wiring(seats=()), 4)
    table = counted(wiring)
    assert (table["buttons"], table["LEDs, for lamps"], table["resistors, 330 Ω"]) == (4, 4, 4)
    assert table.keys().isdisjoint(("USB encoders or pads", "Raspberry Pi Pico"))
    plain = tuple(msgspec.structs.replace(on, lamp=None) for on in wiring.seats)
    assert counted(Wiring(seats=plain)) == {"buttons": 4, "wires": 8}


def test_a_board_is_bought_once_and_what_is_not_there_is_not_listed() -> None:
    both = counted(load(DOCS / "seats_board.toml"))
    assert (both["buttons"], both["Raspberry Pi Pico"]) == (10, 1)
    assert counted(FULL)["turn button"] == 1


def test_the_command_counts_usb_pads_too(tmp_path: Path) -> None:
    seats, picture = tmp_path / "seats.toml", tmp_path / "parts.svg"
    seats.write_text(PLUGGED)
    result = CliRunner().invoke(main, ["wiring", "--parts", str(seats), str(picture)])
    assert result.exit_code == 0, result.output
    said = [element.text or "" for element in ElementTree.parse(picture).iter() if element.text]
    assert said[said.index("USB encoders or pads") - 1] == "2"
    assert said[said.index("buttons") - 1] == "3"
    assert "wires" not in said


def test_all_of_it_is_on_one_page_and_large_enough() -> None:
    others = [said for name, said in vars(wires).items() if name.startswith("PART_")]
    parts = [(999, *said) for said in (*wires.FOR_EVERY_TABLE, *others)]
    drawn = ElementTree.fromstring(parts_page(parts))
    assert (drawn.attrib["width"], drawn.attrib["height"]) == ("210mm", "297mm")
    letters = [element for element in drawn.iter() if element.tag.endswith("text")]
    assert len(letters) >= 3 * len(parts)
    for element in letters:
        assert float(element.attrib["font-size"]) / DP_PER_MM >= 2.4, element.text
        assert 0 < float(element.attrib["y"]) / DP_PER_MM < 290, element.text
