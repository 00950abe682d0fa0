"""When an output goes high and low for its pulses, by a clock that moves only when the thread sleeps."""

from queue import Empty

import pytest

from companion.clock import MILLISECOND, HandClock, Nanoseconds
from hardware.pins.pin import Pulse, Pulses


def shape(period: float, high: float) -> Pulse:
    """Return a shape, in ms."""
    return Pulse(Nanoseconds(round(period * MILLISECOND)), Nanoseconds(round(high * MILLISECOND)))


class Table:
    """Orders at chosen ms, a thread that is woken late by chosen ms each time, and the line it writes to."""

    def __init__(self, orders: list[tuple[float, Pulse | None]], late: list[float] | None = None) -> None:
        self.clock = HandClock()
        self.orders, self.late = orders, late or []
        self.changes: list[tuple[float, bool]] = []

    def put(self, order: Pulse | None) -> None:
        """Nothing is told here but what was laid down."""

    def get(self, block: bool = True, timeout: float | None = None) -> Pulse | None:
        """Sleep until the next order or the end of the wait."""
        at, order = self.orders[0]
        until = at * MILLISECOND - self.clock.now()
        if timeout is not None and until > timeout * 1e9:
            self.clock.advance(Nanoseconds(round(timeout * 1e9 + self.slow() * MILLISECOND)))
            raise Empty
        self.clock.advance(Nanoseconds(max(0, round(until))))
        del self.orders[0]
        return order

    def slow(self) -> float:
        """Return by how many ms the thread is late this time."""
        return self.late.pop(0) if self.late else 0.0

    def write(self, high: bool) -> None:
        """Note a level and when it was written."""
        self.changes.append((self.clock.now() / MILLISECOND, high))

    def run(self) -> list[tuple[float, bool]]:
        """Return every change of the line."""
        Pulses(self.write, self.clock, self).run()
        return self.changes


def test_a_line_is_high_for_its_part_of_every_period() -> None:
    changes = Table([(0, shape(10, 3)), (25, None)]).run()
    assert changes == [(0, True), (3, False), (10, True), (13, False), (20, True), (23, False)]


@pytest.mark.parametrize(("high", "level"), [(0, False), (10, True)])
def test_none_and_all_of_a_period_are_levels_that_wake_nobody(high: float, level: bool) -> None:
    assert Table([(0, shape(10, high)), (1000, None)]).run() == [(0, level)]


def test_lateness_does_not_add_up() -> None:
    """Each wake-up is 1 ms late: the pulses begin 1 ms off the grid, however many they are."""
    changes = Table([(0, shape(10, 3)), (35, None)], late=[1] * 7).run()
    assert [at for at, high in changes if high] == [0, 11, 21, 31]


def test_a_pulse_is_as_long_as_it_should_be_from_when_it_began() -> None:
    changes = Table([(0, shape(20, 1.5)), (45, None)], late=[0, 4, 0, 0]).run()
    assert changes[2:4] == [(24, True), (25.5, False)]
    assert changes[4] == (40, True)


def test_periods_that_nobody_could_keep_are_left_out() -> None:
    """After a stop of 35 ms no burst of pulses makes up for it: low for half its time at least in between."""
    changes = Table([(0, shape(10, 3)), (85, None)], late=[35]).run()
    rises = [at for at, high in changes if high]
    falls = [at for at, high in changes if not high]
    assert rises[:3] == [0, 41.5, 48]
    assert all(rise - fall >= 3.5 for rise, fall in zip(rises[1:], falls, strict=False))
    assert rises[-2:] == [70, 80]


def test_a_high_duty_does_not_lose_its_next_pulse_to_a_late_fall() -> None:
    changes = Table([(0, shape(10, 9.9)), (29, None)], late=[0.2]).run()
    assert changes[1:3] == [(10.1, False), (10.15, True)]


def test_a_new_shape_begins_with_the_next_period_and_cuts_no_pulse() -> None:
    changes = Table([(0, shape(20, 2)), (1, shape(20, 1)), (30, None)]).run()
    assert changes == [(0, True), (2, False), (20, True), (21, False)]


def test_of_two_orders_in_one_period_the_newer_counts() -> None:
    changes = Table([(0, shape(20, 2)), (5, shape(20, 1)), (6, shape(20, 4)), (30, None)]).run()
    assert changes[2:] == [(20, True), (24, False)]


def test_a_level_becomes_pulses_at_once() -> None:
    changes = Table([(0, shape(20, 0)), (7, shape(20, 2)), (20, None)]).run()
    assert changes == [(0, False), (7, True), (9, False)]


def test_a_stop_is_heard_within_a_pulse() -> None:
    assert Table([(0, shape(10_000, 9_000)), (1, None)]).run() == [(0, True), (1, False)]


def test_a_line_that_went_ends_its_pulses_and_the_next_change_says_so() -> None:
    def gone(high: bool) -> None:
        raise OSError(19, "No such device")

    pulses = Pulses(gone, HandClock())
    pulses.set(100, 0.5)
    pulses.stop()
    with pytest.raises(OSError, match="No such device"):
        pulses.set(100, 0.6)
