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
        self._levels = SimulatedLevels(seats, quality, TIE_BANDS[quality] if band is None else band)
        super().__init__(
            self._levels.seats,
            self._levels,
            clock,
            alarm or ThreadAlarm(clock),
            timing=timing or FINGERS,
        )

    @property
    def trouble(self) -> str:
        """Simulated buttons are always well."""
        return ""

    def press(self, seat: Seat, at: Instant | None = None) -> None:
        """Put a hand on a seat's button, stamped `at` (now if left out); UnknownSeatError if it has none."""
        self.move(seat, Edge(self._clock.now() if at is None else at, closed=True))

    def release(self, seat: Seat, at: Instant | None = None) -> None:
        """Take the hand off a seat's button, stamped `at` (now); UnknownSeatError if it has none."""
        if seat in self._levels.down or seat not in self._levels.seats:
            self.move(seat, Edge(self._clock.now() if at is None else at, closed=False))

    def move(self, seat: Seat, edge: Edge) -> None:
        """Let a seat's button make an edge; UnknownSeatError if it has none."""
        with self._lock:
            self._levels.known(seat)
            (self._levels.down.add if edge.closed else self._levels.down.discard)(seat)
            self.edge(seat, edge)


class SimulatedLevels:
    """The levels of simulated buttons, and the count of edges lost on purpose."""

    def __init__(self, seats: Iterable[Seat], quality: Quality, band: Nanoseconds) -> None:
        self.seats = tuple(sorted(seats))
        self.budget = Budget(quality, band)
        self.down: set[Seat] = set()
        self.missing = 0

    def known(self, seat: Seat) -> None:
        """Raise UnknownSeatError for a seat without a button."""
        if seat not in self.seats:
            raise UnknownSeatError(seat, self.seats)

    def closed(self, seat: Seat) -> bool | None:
        """Whether a hand is on the seat's button."""
        return seat in self.down

    def lost(self) -> int:
        """How many edges went missing."""
        return self.missing

    def budgets(self) -> Budgets:
        """What the stamps are worth."""
        return {MONOTONIC: self.budget}
