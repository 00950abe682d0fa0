"""The plan of a wiring: which pin has what, where the other wire goes, and what to watch out for."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.grab.contacts import Seat
from hardware.wiring.plan import Plan, PlannedBoard, PlannedPin, WireEnd, plan
from hardware.wiring.seats_file import load
from hardware.wiring.wiring import BOARD_PINS, BoardPlug, SeatWires, Wiring

DOCS = Path(__file__).parents[3] / "docs"
HEADER = plan(load(DOCS / "seats.toml"))
TWO = plan(load(DOCS / "seats_board.toml"))


def at(board: PlannedBoard, position: int) -> PlannedPin:
    pin = board.pins[position - 1]
    assert pin.position == position
    return pin


def one_seat(**about: object) -> Wiring:
    """Return a wiring with one seat on GPIO17 and its lamp on GPIO18."""
    return Wiring(seats=(SeatWires(Seat(0), 17, 18),), **about)  # type: ignore[arg-type]  # each test's own


@pytest.mark.parametrize(
    ("position", "name", "end"),
    [
        (3, "GPIO2", WireEnd("totem")),
        (5, "GPIO3", WireEnd("turn")),
        (7, "GPIO4", WireEnd("button", Seat(0))),
        (12, "GPIO18", WireEnd("lamp", Seat(0))),
        (40, "GPIO21", WireEnd("button", Seat(14))),
        (9, "GND", None),
        (1, "3.3 V", None),
        (28, "ID", None),
    ],
)
def test_every_wire_of_the_sample_is_at_its_place(position: int, name: str, end: WireEnd | None) -> None:
    pin = at(HEADER.boards[0], position)
    assert (pin.name, pin.end) == (name, end)


def test_only_boards_in_use_are_in_the_plan() -> None:
    assert [(board.model, board.name) for board in HEADER.boards] == [("pi", None)]
    assert [(board.model, board.name) for board in TWO.boards] == [("pi", None), ("pico", "far end")]
    boards = BoardPlug("left", "A"), BoardPlug("idle", "B")
    alone = Wiring(seats=(SeatWires(Seat(0), 2, None, "left"),), boards=boards)
    assert [board.name for board in plan(alone).boards] == ["left"]
    assert [board.model for board in plan(Wiring(seats=())).boards] == ["pi"]


def test_a_board_has_its_own_seats_only() -> None:
    board = TWO.boards[1]
    assert (at(board, 4).name, at(board, 4).end) == ("GP2", WireEnd("button", Seat(5)))
    assert (at(board, 34).name, at(board, 34).end) == ("GP28", WireEnd("lamp", Seat(5)))
    assert {pin.end.seat for pin in board.pins if pin.end is not None} == set(range(5, 10))


def test_a_seat_takes_its_ground_near_its_button_and_shares_it_with_its_lamp() -> None:
    header = plan(one_seat()).boards[0]
    assert at(header, 11).rail == at(header, 12).rail == 9
    assert at(header, 9).returns == (WireEnd("button", Seat(0)),)


def test_with_pull_down_the_button_goes_to_the_3_volts_and_the_lamp_to_ground() -> None:
    header = plan(one_seat(pull="down")).boards[0]
    assert at(header, 17).returns == (WireEnd("button", Seat(0)),)
    grounds = [pin for pin in header.pins if pin.kind == "ground" and pin.returns]
    assert [pin.returns for pin in grounds] == [(WireEnd("lamp", Seat(0)),)]


wirings = st.lists(st.sampled_from(BOARD_PINS), unique=True, min_size=1, max_size=24).map(
    lambda pins: Wiring(
        seats=tuple(
            SeatWires(Seat(number), pin, lamp, "b")
            for number, (pin, lamp) in enumerate(zip(pins[::2], [*pins[1::2], None], strict=False))
        ),
        boards=(BoardPlug("b"),),
    )
)


@given(wiring=wirings)
def test_every_wire_has_a_rail_of_the_right_kind_and_every_rail_knows_whose(wiring: Wiring) -> None:
    board = plan(wiring).boards[0]
    ended = [pin for pin in board.pins if pin.end is not None]
    assert len(ended) == len(list(wiring.wires()))
    for pin in ended:
        assert pin.rail is not None
        assert pin.end is not None
        rail = at(board, pin.rail)
        assert rail.kind == "ground"
        assert any(owner.seat == pin.end.seat for owner in rail.returns)
    # The returns are spread over the grounds, so none has many more wires than its share.
    assert max(len(pin.returns) for pin in board.pins) <= -(-len(wiring.seats) // 7) + 3


def test_pins_that_a_board_has_not_are_named() -> None:
    seats = SeatWires(Seat(0), 40), SeatWires(Seat(1), 24, None, "b")
    wiring = Wiring(seats=seats, boards=(BoardPlug("b"),))
    missing = [[(lost.name, lost.end.seat) for lost in board.missing] for board in plan(wiring).boards]
    assert missing == [[("GPIO40", 0)], [("GP24", 1)]]


def serial(port: str | None, grab: int = 17) -> Plan:
    """Return the plan of one seat on the header and one on a board at this port."""
    seats = SeatWires(Seat(0), grab), SeatWires(Seat(1), 2, None, "b")
    return plan(Wiring(seats=seats, boards=(BoardPlug("b", port),)))


def test_a_board_on_the_serial_line_has_its_wires_crossed_grounds_joined_and_is_fed() -> None:
    pi, pico = serial("/dev/ttyAMA0").boards
    from_pi = {pin.name: pin.link for pin in pi.pins if pin.link}
    assert from_pi == {"5 V": "VSYS", "GND": "GND", "GPIO14": "GP1", "GPIO15": "GP0"}
    from_pico = {pin.name: pin.link for pin in pico.pins if pin.link}
    assert from_pico == {"GP0": "GPIO15", "GP1": "GPIO14", "GND": "GND", "VSYS": "5 V"}
    # Its ground isn't offered to a button as well.
    assert not [pin for pin in (*pi.pins, *pico.pins) if pin.link and pin.returns]
    assert not [pin for board in serial(None).boards for pin in board.pins if pin.link]


def test_the_header_is_shown_for_a_serial_line_that_comes_from_it() -> None:
    wiring = Wiring(seats=(SeatWires(Seat(1), 2, None, "b"),), boards=(BoardPlug("b", "/dev/serial0"),))
    assert [board.model for board in plan(wiring).boards] == ["pi", "pico"]


@pytest.mark.parametrize(
    ("drawn", "notes"),
    [
        (plan(one_seat()), ()),
        (plan(Wiring(seats=(SeatWires(Seat(0), 17, 14),))), ("console",)),
        (serial("/dev/ttyAMA0"), ("power",)),
        (plan(Wiring(seats=(SeatWires(Seat(0), 3),))), ("wakes",)),
        (plan(Wiring(seats=(SeatWires(Seat(0), 17, 3),))), ()),
        (plan(one_seat(chip="gpio-sim")), ("chip",)),
        (HEADER, ("strip", "console", "wakes")),
    ],
)
def test_what_is_to_be_minded_is_noted(drawn: Plan, notes: tuple[str, ...]) -> None:
    assert drawn.notes == notes


def test_what_the_file_lacks_is_marked_as_proposed() -> None:
    wired = Wiring(seats=(SeatWires(Seat(0), 17),))
    header = plan(Wiring(seats=(SeatWires(Seat(0), 17), SeatWires(Seat(1), 27)), turn=2), wired).boards[0]
    ends = [pin.end for pin in header.pins if pin.end is not None]
    drawn = {(end.role, end.seat, end.proposed) for end in ends}
    assert drawn == {("button", 0, False), ("button", 1, True), ("turn", None, True)}
