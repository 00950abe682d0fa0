"""Seats not yet wired get the first free pins on the device that already has buttons."""

from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from hardware.grab.contacts import Seat
from hardware.wiring.plan import HEADER_BUTTONS, proposal
from hardware.wiring.seats_file import dumps, load, loads
from hardware.wiring.wiring import BOARD_PINS, BoardPlug, SeatWires, Wiring

DOCS = Path(__file__).parents[3] / "docs"
NOTHING = Wiring(seats=())


def test_nothing_wired_is_proposed_as_the_docs_show_it() -> None:
    sample = load(DOCS / "seats.toml")
    assert proposal(NOTHING, 15) == sample
    four = proposal(NOTHING, 4)
    assert (four.seats, four.turn, four.totem) == (sample.seats[:4], 3, 2)


def test_more_than_the_header_holds_go_on_one_board() -> None:
    many = proposal(NOTHING, 22)
    assert {wires.board for wires in many.seats} == {"board"}
    assert (len(many.seats), many.turn, many.totem) == (22, None, None)


def test_without_a_header_everything_goes_on_the_board_that_is_plugged_in() -> None:
    plugged = (BoardPlug("board 1", "E661"), BoardPlug("board 2", "E662"))
    there = proposal(NOTHING, 3, plugged, header=False)
    assert there.boards == plugged[:1]
    assert there.seats == (
        SeatWires(Seat(0), 2, 28, "board 1"),
        SeatWires(Seat(1), 3, 27, "board 1"),
        SeatWires(Seat(2), 4, 26, "board 1"),
    )
    assert (there.turn, there.totem) == (None, None)
    assert loads(dumps(there)) == there
    assert {wires.lamp for wires in proposal(NOTHING, 13, plugged, header=False).seats} == {None}
    assert proposal(NOTHING, 3, plugged) == proposal(NOTHING, 3), "a header is better near the Pi"
    assert proposal(NOTHING, 16, plugged).boards == plugged[:1]


def test_a_seat_that_is_wired_keeps_its_pins_and_the_next_ones_follow() -> None:
    wired = Wiring(seats=(SeatWires(Seat(1), 4),), turn=17, normally_closed=True)
    assert proposal(wired, 3).seats == (SeatWires(Seat(0), 27), SeatWires(Seat(1), 4), SeatWires(Seat(2), 22))
    assert proposal(wired, 2).normally_closed
    lit = Wiring(seats=(SeatWires(Seat(0), 4, 18),))
    assert proposal(lit, 2).seats[1] == SeatWires(Seat(1), 17, 23)


def test_a_table_on_a_board_goes_on_there() -> None:
    wired = Wiring(seats=(SeatWires(Seat(0), 2, 28, "left"),), boards=(BoardPlug("left"),))
    assert proposal(wired, 2).seats[1] == SeatWires(Seat(1), 3, 27, "left")


def test_the_pins_of_a_boards_serial_line_are_no_lamps() -> None:
    seats = SeatWires(Seat(0), 4, 18), SeatWires(Seat(1), 2, None, "left")
    wired = Wiring(seats=seats, boards=(BoardPlug("left", "/dev/serial0"),))
    lamps = [wires.lamp for wires in proposal(wired, 15).seats]
    assert {14, 15}.isdisjoint(lamps)
    assert 23 in lamps


def test_with_pull_down_the_pins_that_are_pulled_up_on_the_board_stay_free() -> None:
    down = proposal(Wiring(seats=(), pull="down"), 4)
    assert (down.turn, down.totem) == (None, None)
    loads(dumps(down))


def test_what_no_pin_is_left_for_stays_without() -> None:
    full = Wiring(seats=tuple(SeatWires(Seat(seat), pin) for seat, pin in enumerate(HEADER_BUTTONS)))
    assert proposal(full, 16) == full


@pytest.mark.parametrize(
    ("machine", "port"),
    [
        ("Raspberry Pi 4 Model B Rev 1.4", "/dev/ttyAMA3"),
        ("Raspberry Pi 4 Model B Rev 1.4", "/dev/ttyAMA4"),
        ("Raspberry Pi 5 Model B Rev 1.0", "/dev/ttyAMA4"),
    ],
)
def test_the_pins_of_further_serial_lines_are_left_alone(machine: str, port: str) -> None:
    before = Wiring(seats=(SeatWires(Seat(0), 17, 18),), boards=(BoardPlug("far", port),))
    after = proposal(before, 15, machine=machine)
    assert len(after.seats) > 12
    assert loads(dumps(after), machine=machine) == after


@given(
    seats=st.integers(1, 24),
    wired=st.lists(st.sampled_from(BOARD_PINS), unique=True, min_size=2, max_size=8),
    board=st.sampled_from([None, "b"]),
    turn=st.booleans(),
)
def test_a_proposal_is_a_good_seats_file(seats: int, wired: list[int], board: str | None, turn: bool) -> None:
    buttons = wired[1:] if turn else wired
    assume(board or 28 not in wired)
    before = Wiring(
        seats=tuple(SeatWires(Seat(2 * n), pin, None, board) for n, pin in enumerate(buttons)),
        turn=wired[0] if turn else None,
        turn_board=board if turn else None,
        boards=(BoardPlug("b"),) if board else (),
    )
    after = proposal(before, seats)
    assert set(before.seats) <= set(after.seats)
    assert loads(dumps(after)) == after
