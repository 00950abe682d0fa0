"""The simulated twin: a pad and what presses its buttons, with known faults.

It measures nothing real: it shows what the answers mean, and that the laboratory finds known faults.
"""

import random

from msgspec import Struct, field

from companion.clock import MICROSECOND, MILLISECOND, SECOND, HandClock, Instant, Nanoseconds
from hardware.grab.adjudicate import ERROR_BANDS, Quality
from hardware.grab.alarm import HandAlarm
from hardware.grab.contacts import ContactTimes, Seat
from hardware.lab.trials import EXACT, Driven, quiet
from hardware.pads.simulated import SimulatedPad

SEATS = 4
"""Enough seats to show every effect."""

LEAD = Nanoseconds(10 * MILLISECOND)
"""Time from arming to the first press: a stamp from before arming would be a resting hand's."""

DELIVERY = Nanoseconds(200 * MICROSECOND)
"""Time from a stamp until the pad gets it."""

STEPPED = Nanoseconds(MILLISECOND)
"""About how long it takes to simulate one trial."""


TAIL = 60.0 * MICROSECOND
"""Mean extra delay of late stamps on a busy machine, in ns; exponentially distributed."""


class Model(Struct, frozen=True, kw_only=True):
    """A source with known faults; times in nanoseconds."""

    stands_for: str
    """What this is and which faults it has, in words."""
    sigma: float
    """The standard deviation of one stamp."""
    late: dict[Seat, float] = field(default_factory=dict)
    """How late each seat's presses are; seats not named are on time."""
    side: float = 0.0
    """How late anything is that is pressed second, or with the right end of a stick."""
    tail: float = 0.0
    """The share of stamps that are late by another `TAIL` on average."""
    band: Nanoseconds = ERROR_BANDS[Quality.KERNEL]


WIRES = Model(
    stands_for="SIMULATED: no Pi, no wire and no switch was involved; a model with known faults shows what "
    "answers mean (stamps scatter by 4 µs, 1 in 100 comes 60 µs later on average, seat 3 is 30 µs late)",
    sigma=4.0 * MICROSECOND,
    late={Seat(2): 30.0 * MICROSECOND},
    tail=0.01,
)
"""An idle Pi 4, estimated, except for seat 3, whose wire is bad."""

HANDS = Model(
    stands_for="SIMULATED: no button was struck; hands and switches are a model with known faults (a press "
    "scatters by 1 ms, the stick's right end comes 0.8 ms late, seat 3 is stiffer by 2.5 ms)",
    sigma=1.0 * MILLISECOND,
    late={Seat(2): 2.5 * MILLISECOND},
    side=0.8 * MILLISECOND,
    band=ERROR_BANDS[Quality.SIMULATED],
)
"""Hands with a stick; seat 3's switch is stiff."""


class Twin:
    """A rig and its pad on one clock moved by hand; presses are stamped according to a model."""

    least = EXACT

    def __init__(self, model: Model, seed: int) -> None:
        self.model, self.timing, self.stands_for = model, ContactTimes(), model.stands_for
        self.clock = HandClock(Instant(1_000 * SECOND))
        self._alarm = HandAlarm(self.clock)
        self.pad = SimulatedPad(
            map(Seat, range(SEATS)), self.clock, self._alarm, timing=self.timing, band=model.band
        )
        self.seats = self.pad.seats
        self._chance = random.Random(seed)

    def press(self, first: Seat, second: Seat, apart: Nanoseconds, hold: Nanoseconds) -> Driven:
        """Press two buttons, stamped according to the model."""
        at = self.clock.now() + LEAD
        first_at = at + self._late(first)
        second_at = at + apart + self.model.side + self._late(second)
        for stamp, seat in sorted(((first_at, first), (second_at, second))):
            self._pass(Nanoseconds(round(stamp) + DELIVERY - self.clock.now()))
            self.pad.press(seat, Instant(round(stamp)))
        self._pass(hold)
        for seat in (first, second):
            self.pad.release(seat)
        return Driven(apart, Nanoseconds(0))

    def wait(self) -> None:
        """Let simulated time pass until the pad is ready again."""
        self._pass(quiet(self.timing))

    def close(self) -> None:
        """Close the pad."""
        self.pad.close()

    def _pass(self, duration: Nanoseconds) -> None:
        self._alarm.advance(Nanoseconds(max(0, duration)))

    def _late(self, seat: Seat) -> float:
        late = self._chance.gauss(0.0, self.model.sigma) + self.model.late.get(seat, 0)
        if self._chance.random() < self.model.tail:
            late += self._chance.expovariate(1.0 / TAIL)
        return late
