"""Guided strikes: what is asked for, what counts, and what has to be done again."""

from collections.abc import Callable

import pytest

from companion.clock import Nanoseconds
from hardware.grab.contacts import Seat
from hardware.lab.press_laboratory import simulated_press
from hardware.lab.striking import Moment, Striking
from tests.hardware.table import Table, ms

PAIR = ((Seat(0), Seat(1)),)


class Player:
    """Hands at a table that do, strike after strike, what a list of doings says."""

    def __init__(self, *doings: Callable[[Table], None]) -> None:
        self.table = Table(3)
        self._doings = list(doings)

    def wait(self) -> None:
        if self.table.pad.armed and self._doings:
            self._doings.pop(0)(self.table)
        self.table.alarm.advance(ms(200))


def strike(first: int, second: int, apart: float) -> Callable[[Table], None]:
    """Press two buttons `apart` ms apart and let both go."""

    def do(table: Table) -> None:
        now = (table.clock.now() - 1_000_000_000_000) / 1e6
        table.press(first, now + 1)
        table.press(second, now + 1 + apart)
        for seat in (first, second):
            table.release(seat, now + apart + 60)

    return do


def alone(seat: int) -> Callable[[Table], None]:
    """Press one button only."""

    def do(table: Table) -> None:
        now = (table.clock.now() - 1_000_000_000_000) / 1e6
        table.touch(seat, now + 1, 60)

    return do


def lossy(first: int, second: int) -> Callable[[Table], None]:
    """Press both while an edge gets lost."""

    def do(table: Table) -> None:
        table.pad.lose_edges()
        strike(first, second, 1)(table)

    return do


def told(times: int, *doings: Callable[[Table], None]) -> list[Moment]:
    """Return all moments of a calibration of seats 1 and 2 with these strikes."""
    player = Player(*doings)
    return list(Striking(player.table.pad, PAIR, times, player.wait).run())


def test_each_pair_is_struck_both_ways_round_as_often_as_wanted() -> None:
    moments = told(2, strike(0, 1, 2), strike(1, 0, 3), strike(0, 1, 12), strike(1, 0, 0.5))
    assert [(m.left, m.right, m.to_go) for m in moments if m.asks] == [
        (0, 1, 2),
        (0, 1, 1),
        (1, 0, 2),
        (1, 0, 1),
    ]
    # How much later the right one closed; 12 ms are beyond the pad's window, and count all the same.
    assert [m.later for m in moments if not m.asks] == [ms(2), ms(-3), ms(-12), ms(0.5)]


@pytest.mark.parametrize(
    ("bad", "again"),
    [(alone(1), "one_only"), (strike(0, 1, 150), "apart"), (lossy(0, 1), "sequence_gap")],
)
def test_what_proves_nothing_is_done_again(bad: Callable[[Table], None], again: str) -> None:
    moments = told(1, bad, strike(0, 1, 1), strike(0, 1, 1))
    assert [(m.again, m.to_go) for m in moments if not m.asks] == [(again, 1), ("", 0), ("", 0)]


def test_other_seats_hands_count_for_nothing() -> None:
    def with_a_stranger(table: Table) -> None:
        table.pad.press(Seat(2))
        strike(0, 1, 2)(table)
        table.pad.release(Seat(2))

    moments = told(1, with_a_stranger, strike(0, 1, 2))
    assert [m.later for m in moments if not m.asks] == [ms(2), ms(-2)]


def test_simulated_hands_go_through_a_whole_calibration() -> None:
    with simulated_press(times=3) as lab:
        good = [moment for moment in lab.run() if not moment.asks and not moment.again]
        assert len(good) == lab.total == lab.struck == 6 * 2 * 3
        assert lab.calibration().strikes == lab.struck
        assert Nanoseconds(0) not in {moment.later for moment in good}
