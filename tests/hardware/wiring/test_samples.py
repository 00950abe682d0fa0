"""The docs' sample wirings are files that the program can read."""

from pathlib import Path

from hardware.grab.contacts import ContactTimes
from hardware.wiring.pinouts import PI_GPIO
from hardware.wiring.seats_file import load, loads
from hardware.wiring.wiring import BoardPlug, Wiring

DOCS = Path(__file__).parents[3] / "docs"


def sample(name: str) -> Wiring:
    return load(DOCS / name)


def test_the_sample_wires_fifteen_seats_with_the_default_times() -> None:
    wiring = sample("seats.toml")
    assert [wires.seat for wires in wiring.seats] == list(range(15))
    assert wiring.timing == ContactTimes()
    assert {wire.pin for wire in wiring.wires()} <= set(PI_GPIO.values())


def test_the_sample_with_a_board_has_seats_at_both_ends() -> None:
    wiring = sample("seats_board.toml")
    assert [wires.board for wires in wiring.seats] == [None] * 5 + ["far end"] * 5
    assert wiring.boards == (BoardPlug("far end"),)


def test_the_table_in_the_docs_is_the_samples() -> None:
    rows = {
        cells[0].strip(): [int(cell) for cell in cells[1:] if cell.strip()]
        for line in (DOCS / "wiring.md").read_text(encoding="utf-8").splitlines()
        if len(cells := line.strip("|").split("|")) == 16 and "-" not in line
    }
    seats = sample("seats.toml").seats
    assert rows["button"] == [wires.grab for wires in seats]
    assert rows["lamp"] == [wires.lamp for wires in seats if wires.lamp is not None]


def test_what_the_docs_say_of_boards_is_a_seats_file() -> None:
    text = (DOCS / "wiring.md").read_text(encoding="utf-8")
    (sample_text,) = [block for block in text.split("```")[1::2] if "[[board]]" in block]
    wiring = loads(sample_text)
    assert wiring.boards == (BoardPlug("far end", "/dev/ttyAMA0"),)
    assert wiring.seats == (sample("seats_board.toml").seats[5],)
