"""When an output goes high and low for its pulses, by a clock that moves only while the thread sleeps."""

from queue import Empty

import pytest

from companion.clock import MILLISECOND, HandClock, Nanoseconds
from hardware.pins.pin import Pulse, Pulses


def shape(period: float, high: float) -> Pulse:
    return Pulse(Nanoseconds(round(period * MILLISECOND)), Nanoseconds(round(high * MILLISECOND)))


class Table:
    """Orders at chosen times (ms), a thread that wakes late by chosen ms, and the line it writes."""

    def __init__(self, orders: list[tuple[float, Pulse | None]], late: list[float] | None = None) -> None:
        self.clock = HandClock()
        self.orders, self.late = orders, late or []
        self.changes: list[tuple[float, bool]] = []

    def put(self, order: Pulse | None) -> None:
        """Do nothing: all orders are given at the start."""

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


def up(*times: float) -> list[tuple[float, bool]]:
    """Return the changes of a line that goes high at the first of these times, low at the next, and so on."""
    return [(at, n % 2 == 0) for n, at in enumerate(times)]


SHAPES = {
    "high for its part of every period": ([(0, shape(10, 3)), (25, None)], [], up(0, 3, 10, 13, 20, 23)),
    "none of a period is a level that wakes nobody": ([(0, shape(10, 0)), (1000, None)], [], [(0, False)]),
    "all of a period is a level that wakes nobody": ([(0, shape(10, 10)), (1000, None)], [], up(0)),
    # Each wake-up is 1 ms late: pulses begin 1 ms off the grid, no matter how many came before.
    "lateness doesn't add up": ([(0, shape(10, 3)), (35, None)], [1] * 7, up(0, 4, 11, 15, 21, 25, 31, 35)),
    "a pulse is as long as it should be from when it began": (
        [(0, shape(20, 1.5)), (45, None)], [0, 4, 0, 0], up(0, 1.5, 24, 25.5, 40, 41.5),
    ),
    "a high duty doesn't lose its next pulse to a late fall": (
        [(0, shape(10, 9.9)), (19, None)], [0.2], up(0, 10.1, 10.15, 19),
    ),
    "a new shape begins with the next period and cuts no pulse": (
        [(0, shape(20, 2)), (1, shape(20, 1)), (30, None)], [], up(0, 2, 20, 21),
    ),
    "of two orders in one period the newer counts": (
        [(0, shape(20, 2)), (5, shape(20, 1)), (6, shape(20, 4)), (30, None)], [], up(0, 2, 20, 24),
    ),
    "a level becomes pulses at once": (
        [(0, shape(20, 0)), (7, shape(20, 2)), (20, None)], [], [(0, False), *up(7, 9)],
    ),
    "a stop is heard within a pulse": ([(0, shape(10_000, 9_000)), (1, None)], [], up(0, 1)),
}  # fmt: skip


@pytest.mark.parametrize(("orders", "late", "changes"), SHAPES.values(), ids=SHAPES)
def test_a_line_goes_high_and_low_for_its_pulses(
    orders: list[tuple[float, Pulse | None]], late: list[float], changes: list[tuple[float, bool]]
) -> None:
    assert Table(list(orders), list(late)).run() == changes


def test_periods_that_nobody_could_keep_are_left_out() -> None:
    """No burst makes up for a stop of 35 ms: between pulses the line is low at least half its time."""
    changes = Table([(0, shape(10, 3)), (85, None)], late=[35]).run()
    rises = [at for at, high in changes if high]
    falls = [at for at, high in changes if not high]
    assert rises[:3] == [0, 41.5, 48]
    assert all(rise - fall >= 3.5 for rise, fall in zip(rises[1:], falls, strict=False))
    assert rises[-2:] == [70, 80]


def test_a_line_that_went_ends_its_pulses_and_the_next_change_says_so() -> None:
    def gone(high: bool) -> None:
        raise OSError(19, "No such device")

    pulses = Pulses(gone, HandClock())
    pulses.set(100, 0.5)
    pulses.stop()
    with pytest.raises(OSError, match="No such device"):
        pulses.set(100, 0.6)
