"""The kinds of time, each with its own type.

`Instant` orders edges; `WallTime` only labels records. Nothing converts one into the other.
"""

import time
from typing import NewType, Protocol

Instant = NewType("Instant", int)
"""Nanoseconds of CLOCK_MONOTONIC in this boot: the clock the kernel stamps edges with."""

Nanoseconds = NewType("Nanoseconds", int)
"""A length of time, in nanoseconds."""

WallTime = NewType("WallTime", int)
"""Milliseconds of UTC since 1970, for labels only; no ruling depends on it."""

MICROSECOND = Nanoseconds(1_000)
MILLISECOND = Nanoseconds(1_000_000)
SECOND = Nanoseconds(1_000_000_000)


class Clock(Protocol):
    """Where instants and wall times come from."""

    def now(self) -> Instant:
        """Return the present instant, in nanoseconds of CLOCK_MONOTONIC."""

    def wall(self) -> WallTime:
        """Return the present wall time, in milliseconds of UTC."""

    def steered(self) -> Nanoseconds:
        """Return how far `now` is ahead of an unadjusted clock, in ns; only changes of it are meaningful."""


class SystemClock:
    """The machine's clocks. Only these, the pin factory's and the grab board's decide anything."""

    def now(self) -> Instant:
        """Return the present instant, in nanoseconds of CLOCK_MONOTONIC."""
        return Instant(time.monotonic_ns())

    def wall(self) -> WallTime:
        """Return the present wall time, in milliseconds of UTC."""
        return WallTime(time.time_ns() // 1_000_000)

    def steered(self) -> Nanoseconds:
        """Return how far CLOCK_MONOTONIC is ahead of CLOCK_MONOTONIC_RAW, in ns, to about 0.1 µs."""
        return min(_ahead() for _ in range(3))[1]


def _ahead() -> tuple[int, Nanoseconds]:
    """Return how long reading both clocks took, and how far the adjusted one is ahead, both in ns."""
    before = time.clock_gettime_ns(time.CLOCK_MONOTONIC_RAW)
    now = time.monotonic_ns()
    after = time.clock_gettime_ns(time.CLOCK_MONOTONIC_RAW)
    return after - before, Nanoseconds(now - (before + after) // 2)


class HandClock:
    """A clock that only moves when advanced: for tests, replays and the simulated table."""

    def __init__(self, now: Instant = Instant(0), wall: WallTime = WallTime(0)) -> None:
        self._now = now
        self._wall = wall

    def now(self) -> Instant:
        """Return the clock's instant, in nanoseconds."""
        return self._now

    def wall(self) -> WallTime:
        """Return the clock's wall time, in milliseconds of UTC."""
        return self._wall

    def steered(self) -> Nanoseconds:
        """Return 0: nothing adjusts this clock."""
        return Nanoseconds(0)

    def advance(self, by: Nanoseconds) -> None:
        """Move both times forward by `by` nanoseconds. Raises ValueError for a step backwards."""
        if by < 0:
            raise ValueError(f"a clock doesn't run backwards: {by} ns")
        self._now = Instant(self._now + by)
        self._wall = WallTime(self._wall + by // 1_000_000)
