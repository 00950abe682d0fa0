"""The docs' sample wirings and pictures are what the program reads and draws, and can be read on paper."""

from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest

from hardware.grab.contacts import ContactTimes, Seat
from hardware.wiring.page import INK
from hardware.wiring.picture import main, picture
from hardware.wiring.pinouts import PI_GPIO
from hardware.wiring.proposal import proposal
from hardware.wiring.seats_file import LONGEST_NAME, load, loads
from hardware.wiring.wiring import BoardPlug, SeatWires, Wiring

DOCS = Path(__file__).parents[3] / "docs"

PAGE = 210.0
SMALLEST = 1.9
"""Size of the smallest letters on the sheet, in mm: numbers within marks, as large as a newspaper's print."""


def sample(name: str) -> Wiring:
    """Return a sample of the docs."""
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

WIRINGS = {
    "fifteen on the header": sample("seats.toml"),
    "header and board": sample("seats_board.toml"),
    "twenty-two on one board": proposal(Wiring(seats=()), 22),
    "two full boards": FULL,
    "far numbers": Wiring(seats=(SeatWires(Seat(98), 20, 21), SeatWires(Seat(97), 26, 16))),
}


class Words:
    """A line of text on the page, and the room that it takes in a wide face."""

    def __init__(self, element: ElementTree.Element) -> None:
        self.text = element.text or ""
        self.size = float(element.attrib["font-size"])
        wide = len(self.text) * self.size * (0.66 if "font-weight" in element.attrib else 0.58)
        x, y = float(element.attrib["x"]), float(element.attrib["y"])
        self.left = x - wide * {"start": 0.0, "middle": 0.5, "end": 1.0}[element.attrib["text-anchor"]]
        self.right = self.left + wide
        self.top, self.bottom = y - self.size * 0.72, y + self.size * 0.02

    def crosses(self, other: "Words") -> bool:
        """Tell whether two texts lie over each other."""
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom


def words_of(drawn: str) -> list[Words]:
    """Return all texts of a picture."""
    return [
        Words(element) for element in ElementTree.fromstring(drawn).iter() if element.tag.endswith("text")
    ]


def test_the_sample_wires_fifteen_seats_with_the_default_times() -> None:
    wiring = sample("seats.toml")
    assert [wires.seat for wires in wiring.seats] == list(range(15))
    assert wiring.timing == ContactTimes()
    assert {wire.pin for wire in wiring.wires()} <= set(PI_GPIO.values())


def test_the_sample_with_a_board_has_seats_at_both_ends() -> None:
    wiring = sample("seats_board.toml")
    assert [wires.board for wires in wiring.seats] == [None] * 5 + ["far end"] * 5
    assert wiring.boards == (BoardPlug("far end"),)


@pytest.mark.parametrize(
    ("seats", "drawn"), [("seats.toml", "wiring.svg"), ("seats_board.toml", "wiring_board.svg")]
)
def test_the_pictures_in_the_docs_are_the_programs_own(seats: str, drawn: str) -> None:
    assert picture(sample(seats)) == (DOCS / drawn).read_text(encoding="utf-8"), (
        f"draw it anew: python -m hardware.wiring.picture docs/{seats} docs/{drawn}"
    )


def test_the_table_in_the_docs_is_the_samples() -> None:
    rows = {
        cells[0].strip(): [int(cell) for cell in cells[1:] if cell.strip()]
        for line in (DOCS / "wiring.md").read_text(encoding="utf-8").splitlines()
        if len(cells := line.strip("|").split("|")) == 16 and "-" not in line
    }
    seats = sample("seats.toml").seats
    assert rows["button"] == [wires.grab for wires in seats]
    assert rows["lamp"] == [wires.lamp for wires in seats if wires.lamp is not None]


@pytest.mark.parametrize("name", WIRINGS)
def test_no_two_labels_lie_over_each_other_and_none_off_the_page(name: str) -> None:
    labels = words_of(picture(WIRINGS[name]))
    assert len(labels) > 80
    crossing = [f"{a.text!r} and {b.text!r}" for a, b in combinations(labels, 2) if a.crosses(b)]
    assert not crossing
    assert not [label.text for label in labels if label.left < 2 or label.right > PAGE - 2]
    assert not [(label.text, label.size) for label in labels if label.size < SMALLEST]


@pytest.mark.parametrize(("name", "fits"), [("fifteen on the header", 297), ("header and board", 297)])
def test_one_and_two_boards_fit_on_a_sheet_of_a4(name: str, fits: float) -> None:
    page = ElementTree.fromstring(picture(WIRINGS[name]))
    assert (page.attrib["width"], page.attrib["height"]) == ("210mm", f"{fits}mm")
    assert max(label.bottom for label in words_of(picture(WIRINGS[name]))) < fits


def test_more_boards_make_the_page_longer() -> None:
    drawn = picture(FULL)
    assert max(label.bottom for label in words_of(drawn)) < float(
        ElementTree.fromstring(drawn).attrib["height"].removesuffix("mm")
    )


def test_every_seat_is_drawn_in_its_shape_not_only_in_its_colour() -> None:
    drawn = ElementTree.fromstring(picture(sample("seats.toml")))
    corners = [
        len(element.attrib["points"].split())
        for element in drawn.iter()
        if element.tag.endswith("polygon") and element.attrib["fill"] == "#e69f00"
    ]
    # Seats 1, 8 and 15 share their colour: a circle, a cross, a pentagon.
    assert set(corners) == {40, 12, 5}


def test_lamps_are_told_from_buttons_by_more_than_colour() -> None:
    parts = list(ElementTree.fromstring(picture(sample("seats.toml"))).iter())
    dashed = [part for part in parts if "stroke-dasharray" in part.attrib]
    square = [part for part in parts if part.tag.endswith("rect") and part.attrib.get("stroke") == INK]
    assert len(dashed) == 9
    # Nine lamps, pin 1, and the frames of the turn button's and the totem's names.
    assert len(square) == 9 + 1 + 2


def test_a_wire_beside_the_header_is_listed_not_lost() -> None:
    drawn = picture(Wiring(seats=(SeatWires(Seat(0), 40),)))
    assert "there is no GPIO40 here: seat 1, button" in [label.text for label in words_of(drawn)]


def test_a_boards_name_is_written_not_read_as_markup() -> None:
    wiring = Wiring(seats=(SeatWires(Seat(0), 4, None, "<b>&"),), boards=(BoardPlug("<b>&"),))
    assert any('"<b>&"' in label.text for label in words_of(picture(wiring)))


def test_a_broken_file_is_one_sentence_and_no_picture(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="usage"):
        main([])
    with pytest.raises(SystemExit, match=r"none.toml: the file: can't be read"):
        main([str(tmp_path / "none.toml"), str(tmp_path / "picture.svg")])
    main([str(DOCS / "seats.toml"), str(tmp_path / "picture.svg")])
    assert [file.name for file in tmp_path.iterdir()] == ["picture.svg"]


def test_what_the_docs_say_of_boards_is_a_seats_file() -> None:
    text = (DOCS / "wiring.md").read_text(encoding="utf-8")
    (sample_text,) = [block for block in text.split("```")[1::2] if "[[board]]" in block]
    wiring = loads(sample_text)
    assert wiring.boards == (BoardPlug("far end", "/dev/ttyAMA0"),)
    assert wiring.seats == (sample("seats_board.toml").seats[5],)
