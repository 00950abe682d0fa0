"""The simulated pad, driven by calls in tests and demonstrations; the screen's pad extends it.

It feeds the same apparatus as real buttons, so the same code referees a match on it.
"""

from collections.abc import Iterable

from companion.clock import Clock, Instant, Nanoseconds
from hardware.errors import UnknownSeatError
from hardware.grab.adjudicate import ERROR_BANDS, Budget, Budgets, Quality
from hardware.grab.alarm import Alarm
from hardware.grab.contacts import MONOTONIC, ContactTimes, Edge, Seat
from hardware.loop import LoopThread
from hardware.pads.base import PadBase

FINGERS = ContactTimes(minimum_contact=Nanoseconds(0))
"""A program's presses have no interference, so even its shortest taps count."""


class SimulatedPad(PadBase):
    """A `Pad` driven by calls. `alarm` defaults to a thread; a `HandClock` needs a `HandAlarm`."""

    def __init__(
        self,
        seats: Iterable[Seat],
        clock: Clock,
        alarm: Alarm | None = None,
        *,
        timing: ContactTimes | None = None,
        quality: Quality = Quality.SIMULATED,
        band: Nanoseconds | None = None,
    ) -> None:
        self.down: set[Seat] = set()
        """Seats with a hand on their button."""
        self.missing = 0
        """Number of edges to report as lost; tests set it."""
        self._budget = Budget(quality, ERROR_BANDS[quality] if band is None else band)
        self._loop = LoopThread(clock)
        super().__init__(seats, self, clock, alarm or self._loop, timing=timing or FINGERS)

    def close(self) -> None:
        """Cancel the alarm, and stop its thread if it has one."""
        super().close()
        self._loop.close()

    def press(self, seat: Seat, at: Instant | None = None) -> None:
        """Press a seat's button, stamped `at` (default: now). Raises UnknownSeatError if it has none."""
        self.move(seat, Edge(self._clock.now() if at is None else at, closed=True))

    def release(self, seat: Seat, at: Instant | None = None) -> None:
        """Release a seat's button, stamped `at` (default: now). Raises UnknownSeatError if it has none."""
        if seat in self.down or seat not in self.seats:
            self.move(seat, Edge(self._clock.now() if at is None else at, closed=False))

    def move(self, seat: Seat, edge: Edge) -> None:
        """Give a seat's button an edge. Raises UnknownSeatError if it has none."""
        with self._lock:
            if seat not in self.seats:
                raise UnknownSeatError(seat, self.seats)
            (self.down.add if edge.closed else self.down.discard)(seat)
            self.edge(seat, edge)

    def closed(self, seat: Seat) -> bool | None:
        """Return whether the seat's button is pressed."""
        return seat in self.down

    def lost(self) -> int:
        """Return how many edges went missing."""
        return self.missing

    def budgets(self) -> Budgets:
        """Return the error budget of the one clock."""
        return {MONOTONIC: self._budget}
