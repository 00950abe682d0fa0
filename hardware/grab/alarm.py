"""A pad's only timer: it closes the window, checks for releases, and decides when a totem has fallen.

The app runs it in a loop, tests with a clock moved by hand, so that no test sleeps.
"""

from collections.abc import Callable
from typing import Protocol

from companion.clock import Clock, HandClock, Instant, Nanoseconds
from hardware.loop import Loop, LoopThread


class Alarm(Protocol):
    """Calls `ring` once, at an instant; setting it again replaces the earlier setting."""

    def set(self, at: Instant | None, ring: Callable[[], None]) -> None:
        """Ring at `at`, in nanoseconds of the pad's clock; None cancels."""

    def close(self) -> None:
        """Stop for good; nothing rings afterwards."""


class LoopAlarm:
    """An alarm that rings in a loop."""

    def __init__(self, loop: Loop) -> None:
        self._loop = loop
        self._ring: Callable[[], None] | None = None

    def set(self, at: Instant | None, ring: Callable[[], None]) -> None:
        """Ring at `at` from the loop's thread."""
        self._ring = ring
        self._loop.call_at(at, self._due)

    def close(self) -> None:
        """Cancel the alarm; the loop keeps running."""
        self._loop.call_at(None, self._due)

    def _due(self, now: Instant) -> None:
        if self._ring is not None:
            self._ring()


class ThreadAlarm(LoopAlarm):
    """An alarm that rings in its own thread."""

    def __init__(self, clock: Clock) -> None:
        super().__init__(LoopThread(clock))

    def close(self) -> None:
        """Stop the thread and wait for it, unless called from it."""
        super().close()
        self._loop.close()


class HeldAlarm:
    """An alarm that rings only from within `reached`."""

    def __init__(self) -> None:
        self.at: Instant | None = None
        """When it rings next."""
        self._ring: Callable[[], None] | None = None

    def set(self, at: Instant | None, ring: Callable[[], None]) -> None:
        """Ring in the first call of `reached` at or after `at`."""
        self.at, self._ring = at, ring

    def close(self) -> None:
        """Cancel the alarm."""
        self.at = None

    def reached(self, now: Instant) -> None:
        """Ring if the alarm is due by `now`."""
        if self.at is not None and self.at <= now and self._ring is not None:
            self.at = None
            self._ring()


class HandAlarm(HeldAlarm):
    """An alarm that rings while its clock is moved by hand."""

    def __init__(self, clock: HandClock) -> None:
        super().__init__()
        self._clock = clock

    def advance(self, by: Nanoseconds) -> None:
        """Move the clock forward by `by` nanoseconds, ringing at every alarm on the way.

        Ringing may move the clock as well: a catch-up takes time.
        """
        end = Instant(self._clock.now() + by)
        while self.at is not None and self.at <= end:
            self._clock.advance(Nanoseconds(max(0, self.at - self._clock.now())))
            self.reached(self._clock.now())
        self._clock.advance(Nanoseconds(max(0, end - self._clock.now())))
