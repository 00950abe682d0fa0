"""The wiring guide: which wire goes where, which one is pressed, and what to wire if nothing is yet."""

from functools import partial
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory

from companion.clock import HandClock, Instant
from companion.game import Seat
from hardware.errors import ChipMissingError
from hardware.wiring.plan import proposal
from hardware.wiring.seats_file import LONGEST_NAME, load, loads
from hardware.wiring.wiring import Wiring
from tests.ui.hand_buttons import TableAlarm
from tests.ui.panels import PANELS
from tests.ui.rig import Rig
from tests.ui.test_layout import faults
from ui.main.hands import Finger
from ui.screens.sensors import SensorsScreen
from ui.screens.wiring_guide import WiringGuide
from ui.stage import theme
from ui.table import wires
from ui.table.buttons import ButtonTurn
from ui.table.session import Inbox
from ui.table.wires import WirePin
from ui.widgets.layout import Rect, place_widget
from ui.widgets.text import LEAST
from ui.wiring import PadButtons, simulated

DOCS = Path(__file__).parents[2] / "docs"
HEADER = load(DOCS / "seats.toml")
BOTH = load(DOCS / "seats_board.toml")
PLUGGED = loads(
    '[[usb]]\nname = "left"\n[[seat]]\nseat = 1\nusb = "left"\ncode = "BTN_TRIGGER"\n'
    '[[seat]]\nseat = 2\nusb = "left"\ncode = "BTN_THUMB"\n'
)
ONE = loads("[[seat]]\nseat = 1\ngrab = 17\nlamp = 18\n")
LONG = "the grab board at the far end of the long table, by the window, left of the door"
assert len(LONG) == LONGEST_NAME
AWRY = loads(
    'chip = "gpio-sim"\npull = "down"\nnormally_closed = true\nturn = 40\n'
    f'[[board]]\nname = "{LONG}"\nport = "/dev/ttyAMA0"\n'
    "[[seat]]\nseat = 1\ngrab = 14\n"
    f'[[seat]]\nseat = 21\ngrab = 2\nlamp = 3\nboard = "{LONG}"\n'
)
ON_PADS = "Seats that aren't shown have their button on a USB pad."


class Table:
    """A sensors screen whose seats file says `wiring`, with its guide open."""

    def __init__(
        self,
        rig: Rig,
        wiring: Wiring | None,
        players: int,
        size: tuple[int, int] = (800, 480),
        file: Path | None = None,
    ) -> None:
        self.rig = rig
        rig.size(*size)
        self.inbox = Inbox()
        clock = HandClock(Instant(1_000_000_000))
        self.alarm: TableAlarm = TableAlarm(clock)
        open_pad = partial(simulated, clock, self.alarm)
        self.buttons = PadButtons(open_pad(), self.inbox, wiring=wiring, seats_path=file, reopen=open_pad)
        seats = [(plate, plate.name) for plate in theme.plates()[:players]]
        self.screen = SensorsScreen(seats, self.buttons, lambda: None)
        self.buttons.hear = self.screen.hear
        rig.show(self.screen)
        rig.opened.append(self.close)
        self.window = Rect(0, 0, *map(float, size))
        place_widget(self.screen, self.window)
        rig.pump(4)
        rig.tap(self.screen["wiring"])
        rig.pump(4)

    @property
    def guide(self) -> WiringGuide:
        assert self.screen.guide is not None, "the guide isn't open"
        return self.screen.guide

    @property
    def card(self) -> list[str]:
        """The texts of the card about the selected pin: pin, place, rail."""
        part = self.guide.part()
        return [part[name].text if name in part else "" for name in ("pin", "place", "rail")]

    def press(self, seat: int) -> None:
        self.buttons.press(Seat(seat))
        self.hear()

    def let_go(self, seat: int) -> None:
        self.buttons.release(Seat(seat))
        self.alarm.advance_ms(200)
        self.hear()

    def hear(self) -> None:
        """Fire due alarms, handle what was posted, and draw."""
        self.alarm.advance_ms(0)
        self.inbox.drain()
        self.rig.pump(2)

    def lit(self) -> list[str]:
        """Return the names of the pins lit up on the board shown."""
        return [pin.name for pin in self.guide.lit]

    def at(self, position: int) -> tuple[float, float]:
        """Return the middle of a pin's row, in the window."""
        stage = self.guide["board"]
        return stage.scene.middle(self.pin(position))  # type: ignore[no-any-return]  # any spot's

    @property
    def notes(self) -> str:
        return str(self.guide.part()["notes"].text)

    @property
    def hint(self) -> str:
        return self.guide.part().header.hint

    def pin(self, position: int) -> WirePin:
        return self.guide.plan.boards[self.guide.shown].pins[position - 1]

    def close(self) -> None:
        self.rig.opened.remove(self.close)
        self.buttons.close()
        self.rig.clear()


@pytest.fixture
def table(rig: Rig) -> Table:
    return Table(rig, HEADER, 4)


@pytest.fixture
def both(rig: Rig) -> Table:
    return Table(rig, BOTH, 10)


def test_the_pin_of_a_pressed_button_lights_up_and_is_read_whoever_sits_there(table: Table) -> None:
    assert table.lit() == []
    table.press(1)
    assert table.lit() == ["GPIO17"]
    assert table.card == ["Owl", "GPIO17 · pin 11", "other wire: GND · pin 9"]
    table.press(3)
    assert table.lit() == ["GPIO17", "GPIO22"]
    table.let_go(1)
    table.let_go(3)
    assert table.lit() == []
    assert table.card[0] == "Wolf", "the last pin stays on the card"
    table.press(14)
    assert table.lit() == ["GPIO21"]
    assert table.card[0] == "Seat 15"


def test_a_button_on_another_board_brings_that_board(both: Table) -> None:
    assert both.guide.shown == 0
    both.press(7)
    assert (both.guide.shown, both.lit()) == (1, ["GP4"])
    both.press(0)
    assert (both.guide.shown, both.lit()) == (0, ["GPIO4"])
    both.rig.tap(both.guide["board 1"])
    assert (both.guide.shown, both.lit()) == (1, ["GP4"])
    assert both.card[1].startswith("Press a button: its pin lights up.")


def test_the_turn_button_lights_up_for_a_moment(table: Table) -> None:
    table.screen.hear(ButtonTurn())
    assert table.lit() == ["GPIO3"]
    assert table.card[0] == "turn button"
    table.rig.pump(70)
    assert table.lit() == []


def test_a_finger_reads_the_pins_as_it_slides(table: Table) -> None:
    finger = Finger()
    finger.down(*table.at(9))
    assert table.card == ["GND · pin 9", "turn button · Owl", ""]
    finger.move(*table.at(12))
    assert table.card == ["Fox · lamp", "GPIO18 · pin 12", "other wire: GND · pin 14"]
    finger.move(*table.at(28))
    assert table.card[1] == "nothing goes here"
    finger.up()
    assert table.lit() == []


def test_the_way_back_shows_the_seats_as_they_are_now(table: Table) -> None:
    table.press(2)
    table.rig.tap(table.guide["back"])
    assert table.screen.guide is None
    part = table.screen.part()
    assert [part[f"seat {n}"].hint for n in range(4)] == ["press it", "press it", "pressed", "press it"]
    assert "wiring" in table.screen


@pytest.mark.parametrize(("wiring", "players", "hint", "notes"), [
    (None, 5, "Nothing is wired yet. Wire it like this; lamps, turn button and totem may be left out.", []),
    (ONE, 5, "As the seats file says. What is faint isn't wired yet: a suggestion.", []),
    (HEADER, 5, "As the seats file says. Press a button, and its pin lights up.", []),
    (HEADER, 17, "As the seats file", ["No pin is left for 2 seats: add a grab board."]),
    (PLUGGED, 2, "The buttons are on USB pads: nothing needs a wire.", []),
    (PLUGGED, 4, "", [ON_PADS, "2 seats have no button yet: teach them."]),
])  # fmt: skip
def test_what_is_wired_or_proposed_is_said_and_what_is_to_be_minded(
    rig: Rig, wiring: Wiring | None, players: int, hint: str, notes: list[str]
) -> None:
    table = Table(rig, wiring, players)
    assert table.hint == hint if not notes else table.hint.startswith(hint)
    assert all(note in table.notes for note in notes)
    assert notes or table.guide.plan.without(players) == 0
    assert wiring is not PLUGGED or not table.guide.plan.proposes


def test_a_proposed_wire_is_marked_in_words_too(rig: Rig) -> None:
    table = Table(rig, ONE, 3)
    table.press(2)
    assert table.card[0] == "Bear"
    assert table.card[2].endswith("not wired yet")
    table.press(0)
    assert "not wired yet" not in table.card[2]


def test_what_cannot_be_shown_is_said(rig: Rig) -> None:
    table = Table(rig, AWRY, 2)
    assert "There is no GPIO40: turn button." in table.notes
    assert "a Pi's header is shown" in table.notes
    finger = Finger()
    finger.down(*table.at(10))
    finger.up()
    assert table.card == ["GPIO15 · pin 10", "to the board's GP0", ""]


@pytest.mark.parametrize("size", PANELS)
def test_a_boards_name_may_be_long(rig: Rig, size: tuple[int, int]) -> None:
    """Its tab cut such a name off at top and bottom."""
    table = Table(rig, AWRY, 2, size)
    tab = table.guide["board 1"]
    rig.tap(tab)
    rig.pump(4)
    assert tab.title.text == "Board the grab … the door"
    assert tab.title.texture_size[1] <= tab.height
    assert f"{LONG}, from above." in table.notes


@pytest.mark.parametrize(
    ("name", "title"),
    [("left", "Board left"), ("x" * 20, "Board " + "x" * 20), ("x" * 40, "Board xxxxxxxxxx … xxxxxxxxxx")],
)
def test_a_boards_title_is_short(name: str, title: str) -> None:
    assert wires.board(name) == title


@pytest.mark.parametrize(("wiring", "players"), [
    (None, 2),
    (None, 15),
    (None, 22),
    (ONE, 6),
    (HEADER, 15),
    (HEADER, 17),
    (BOTH, 10),
    (AWRY, 2),
    (PLUGGED, 4),
], ids=["2 new", "15 new", "22 new", "some", "header", "too many", "both", "awry", "usb"])  # fmt: skip
@pytest.mark.parametrize("size", PANELS)
def test_all_is_in_its_place(rig: Rig, size: tuple[int, int], wiring: Wiring | None, players: int) -> None:
    table = Table(rig, wiring, players, size)
    for board in range(len(table.guide.plan.boards)):
        table.guide.show(board)
        table.rig.pump(4)
        assert faults(table.guide, table.window) == []
        # A text that doesn't fit at its smallest size would be cut off.
        notes = table.guide["notes"]
        assert notes.font_size > round(notes.role * LEAST), notes.text
        _, _, pixels = rig.picture(table.screen)
        assert len(set(pixels[:: 4 * 97])) > 3, "the guide is blank"
    table.press(0)
    assert faults(table.guide, table.window) == []


@pytest.fixture
def header(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.pins.bank.default_factory", lambda chip: MockFactory())


@pytest.mark.usefixtures("header")
def test_a_proposal_is_written_down_by_a_held_pad(rig: Rig, tmp_path: Path) -> None:
    file = tmp_path / "config" / "seats.toml"
    table = Table(rig, ONE, 5, file=file)
    keep = table.guide["next"]
    assert table.guide.part().texts[2:4] == ("Wired like this", "hold: write it down")
    assert faults(table.guide, table.window) == []
    rig.tap(keep)
    assert not file.exists(), "a tap isn't enough"
    rig.hold(keep, 1.0)
    assert load(file) == proposal(ONE, 5)
    assert table.screen.guide is None
    rig.tap(table.screen["wiring"])
    assert table.hint.startswith("As the seats file says. Press a button")
    assert table.guide.part().header.on is None
    table.press(4)
    assert table.lit() == ["GPIO10"], "the reopened pad is heard"


@pytest.mark.usefixtures("header")
def test_what_cannot_be_written_down_is_said_and_stays_a_proposal(rig: Rig, tmp_path: Path) -> None:
    (tmp_path / "config").write_text("a file where the folder should be")
    table = Table(rig, ONE, 3, file=tmp_path / "config" / "seats.toml")
    rig.hold(table.guide["next"], 1.0)
    assert "config" in table.screen["header/hint"].text
    rig.tap(table.screen["wiring"])
    assert "What is faint isn't wired yet" in table.hint
    table.press(0)
    assert table.lit() == ["GPIO17"]


def test_without_pins_nothing_is_written(rig: Rig, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def none_here(chip: str | None) -> None:
        raise ChipMissingError("no GPIO chip of a Raspberry Pi header here")

    monkeypatch.setattr("hardware.pins.bank.default_factory", none_here)
    assert Table(rig, None, 3, file=tmp_path / "seats.toml").guide.part().header.on is None


def test_a_pressed_button_changes_its_own_row_and_nothing_else_is_drawn_anew(table: Table) -> None:
    stage = table.guide["board"]
    before = stage.scene.items
    table.press(1)
    after = stage.scene.items
    assert len(after) == len(before)
    changed = [item for was, item in zip(before, after, strict=True) if was != item]
    # Its row, and the row of the ground pin for its other wire.
    rows = [item.rect for item in changed]
    assert [rect.center[1] for rect in rows] == [table.at(9)[1], table.at(11)[1]]


@pytest.mark.parametrize("size", [(480, 800), (1280, 720)], ids=["upright", "lying"])
def test_names_beside_the_pins_have_room_and_nothing_lies_over_them(rig: Rig, size: tuple[int, int]) -> None:
    """Upright the board was as high as the panel, and its names overflowed on both sides."""
    table = Table(rig, BOTH, 10, (800, 480) if size == (480, 800) else (1280, 720))
    upright = Rect(0, 0, *map(float, size))
    place_widget(table.screen, upright)
    rig.pump(4)
    assert faults(table.guide, upright) == []
    stage = table.guide["board"]
    (pins,) = stage.scene.spots
    assert len(pins.pads) == 40
    for _, row in pins.pads:
        assert row.width >= 12 * row.height, "number, name, wire and owner"
        assert stage.y <= row.y + 1
        assert row.top <= stage.top + 1
