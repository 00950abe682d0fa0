"""The one timer of a pad: it closes the window, looks for releases, and lets a totem fall.

A seam: a loop in the app, a hand-driven clock in tests, so that no test sleeps.
"""

from collections.abc import Callable
from typing import Protocol

from companion.clock import Clock, HandClock, Instant, Nanoseconds
from hardware.loop import Loop, LoopThread


class Alarm(Protocol):
    """Calls `ring` once, at an instant; setting it anew replaces what was set."""

    def set(self, at: Instant | None, ring: Callable[[], None]) -> None:
        """Ring at `at`, in nanoseconds of the pad's clock; None: not at all."""

    def close(self) -> None:
        """Stop for good; after this nothing rings."""


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
        """Ring no more; the loop goes on."""
        self._loop.call_at(None, self._due)

    def _due(self, now: Instant) -> None:
        if self._ring is not None:
            self._ring()


class ThreadAlarm(LoopAlarm):
    """An alarm that rings in a thread of its own."""

    def __init__(self, clock: Clock) -> None:
        super().__init__(LoopThread(clock))

    def close(self) -> None:
        """Stop the thread and wait for it, unless it is the one that calls."""
        super().close()
        self._loop.close()


class HeldAlarm:
    """An alarm that keeps what was set until somebody says that it is time."""

    def __init__(self) -> None:
        self.at: Instant | None = None
        """When it rings next."""
        self._ring: Callable[[], None] | None = None

    def set(self, at: Instant | None, ring: Callable[[], None]) -> None:
        """Ring at `at`, from within `reached`."""
        self.at, self._ring = at, ring

    def close(self) -> None:
        """Forget what was set."""
        self.at = None

    def reached(self, now: Instant) -> None:
        """Ring if it is time by `now`."""
        if self.at is not None and self.at <= now and self._ring is not None:
            self.at = None
            self._ring()


class HandAlarm(HeldAlarm):
    """An alarm that rings while somebody moves its clock by hand."""

    def __init__(self, clock: HandClock) -> None:
        super().__init__()
        self._clock = clock

    def advance(self, by: Nanoseconds) -> None:
        """Move the clock forward by `by` nanoseconds, ringing at every instant that is passed on the way.

        What it rings may move the clock as well: a catch-up takes its time.
        """
        end = Instant(self._clock.now() + by)
        while self.at is not None and self.at <= end:
            self._clock.advance(Nanoseconds(max(0, self.at - self._clock.now())))
            self.reached(self._clock.now())
        self._clock.advance(Nanoseconds(max(0, end - self._clock.now())))
