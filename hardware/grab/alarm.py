"""A pad's only timer: it closes the window, checks for releases, and decides when a totem has fallen.

The app runs it in a loop, tests with a clock moved by hand, so that no test sleeps.
"""

from typing import Protocol

from companion.clock import HandClock, Instant, Nanoseconds
from hardware.loop import Call


class Alarm(Protocol):
    """Makes a pad's one timed call: a loop does, or one of these, whose time a caller moves on."""

    def call_at(self, at: Instant | None, call: Call) -> None:
        """Make the call at `at`, in nanoseconds, instead of at any time set before; None cancels it."""


class HeldAlarm:
    """An alarm that rings only from within `reached`."""

    def __init__(self) -> None:
        self.at: Instant | None = None
        """When it rings next."""
        self._call: Call | None = None

    def call_at(self, at: Instant | None, call: Call) -> None:
        """Ring in the first call of `reached` at or after `at`."""
        self.at, self._call = at, call

    def reached(self, now: Instant) -> None:
        """Ring if the alarm is due by `now`."""
        if self.at is not None and self.at <= now and self._call is not None:
            self.at = None
            self._call(now)


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
