"""The one timer of a pad: it closes the window, looks for releases, and lets a totem fall.

A seam: threads in the app, a hand-driven clock in tests, so that no test sleeps.
"""

import threading
from collections.abc import Callable
from typing import Protocol

from companion.clock import SECOND, Clock, HandClock, Instant, Nanoseconds
from hardware.faults import report_fault


class Alarm(Protocol):
    """Calls `ring` once, at an instant; setting it anew replaces what was set."""

    def set(self, at: Instant | None, ring: Callable[[], None]) -> None:
        """Ring at `at`, in nanoseconds of the pad's clock; None: not at all."""
        ...

    def close(self) -> None:
        """Stop for good; after this nothing rings."""
        ...


class ThreadAlarm:
    """An alarm with a thread of its own, asleep until the instant set."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._changed = threading.Condition()
        self._at: Instant | None = None
        self._ring: Callable[[], None] | None = None
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="grab-alarm", daemon=True)
        self._thread.start()

    def set(self, at: Instant | None, ring: Callable[[], None]) -> None:
        """Ring at `at` from the alarm's thread."""
        with self._changed:
            sooner = at is not None and (self._at is None or at < self._at)
            self._at, self._ring = at, ring
            # A later instant needs no waking: the thread finds it when it wakes for the old one.
            if sooner:
                self._changed.notify()

    def close(self) -> None:
        """Stop the thread and wait for it, unless it is the one that calls."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        if threading.current_thread() is not self._thread:
            self._thread.join()

    def _run(self) -> None:
        while True:
            ring = self._wait()
            if ring is None:
                return
            try:
                ring()
            except Exception:  # noqa: BLE001 - a fault in one verdict must not cost the table all others
                report_fault()

    def _wait(self) -> Callable[[], None] | None:
        with self._changed:
            while not self._closed:
                left = None if self._at is None else (self._at - self._clock.now()) / SECOND
                if left is not None and left <= 0:
                    self._at = None
                    return self._ring
                self._changed.wait(left)
            return None


class HandAlarm:
    """An alarm that rings while somebody moves its clock by hand."""

    def __init__(self, clock: HandClock) -> None:
        self._clock = clock
        self._at: Instant | None = None
        self._ring: Callable[[], None] | None = None

    def set(self, at: Instant | None, ring: Callable[[], None]) -> None:
        """Ring at `at`, from within `advance`."""
        self._at, self._ring = at, ring

    def close(self) -> None:
        """Forget what was set."""
        self._at = None

    def advance(self, by: Nanoseconds) -> None:
        """Move the clock forward by `by` nanoseconds, ringing at every instant that is passed on the way."""
        end = Instant(self._clock.now() + by)
        while self._at is not None and self._at <= end and self._ring is not None:
            self._clock.advance(Nanoseconds(max(0, self._at - self._clock.now())))
            self._at = None
            self._ring()
        self._clock.advance(Nanoseconds(end - self._clock.now()))
