"""The simulated pad: a hand-driven table in tests and demonstrations; the screen's own pad builds on it.

It feeds the same apparatus as real buttons do, so a match on it is refereed by the same code.
"""

from collections.abc import Iterable

from companion.clock import Clock, Instant, Nanoseconds
from hardware.errors import UnknownSeatError
from hardware.grab.adjudicate import TIE_BANDS, Budget, Budgets, Quality
from hardware.grab.alarm import Alarm, ThreadAlarm
from hardware.grab.contacts import MONOTONIC, ContactTimes, Edge, Seat
from hardware.pads.base import PadBase

FINGERS = ContactTimes(minimum_contact=Nanoseconds(0))
"""What a program tells sees no interference, and its shortest taps are as good as any."""


class SimulatedPad(PadBase):
    """A `Pad` driven by calls. `alarm` defaults to a thread; a `HandClock` wants a `HandAlarm`."""

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
        """How many edges went missing on purpose."""
        self._budget = Budget(quality, TIE_BANDS[quality] if band is None else band)
        super().__init__(seats, self, clock, alarm or ThreadAlarm(clock), timing=timing or FINGERS)

    def press(self, seat: Seat, at: Instant | None = None) -> None:
        """Put a hand on a seat's button, stamped `at` (now if left out); UnknownSeatError if it has none."""
        self.move(seat, Edge(self._clock.now() if at is None else at, closed=True))

    def release(self, seat: Seat, at: Instant | None = None) -> None:
        """Take the hand off a seat's button, stamped `at` (now); UnknownSeatError if it has none."""
        if seat in self.down or seat not in self.seats:
            self.move(seat, Edge(self._clock.now() if at is None else at, closed=False))

    def move(self, seat: Seat, edge: Edge) -> None:
        """Let a seat's button make an edge; UnknownSeatError if it has none."""
        with self._lock:
            if seat not in self.seats:
                raise UnknownSeatError(seat, self.seats)
            (self.down.add if edge.closed else self.down.discard)(seat)
            self.edge(seat, edge)

    def closed(self, seat: Seat) -> bool | None:
        """Whether a hand is on the seat's button."""
        return seat in self.down

    def lost(self) -> int:
        """How many edges went missing."""
        return self.missing

    def budgets(self) -> Budgets:
        """What the stamps are worth."""
        return {MONOTONIC: self._budget}
