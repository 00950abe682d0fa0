"""The simulated twin: a model of a source whose faults are known, to learn what the figures mean.

Nothing is measured here: it shows that the laboratory finds what was put in.
"""

import random

from msgspec import Struct, field

from companion.clock import MICROSECOND, MILLISECOND, SECOND, HandClock, Instant, Nanoseconds
from hardware.adjudicate import TIE_BANDS, Quality
from hardware.alarm import HandAlarm
from hardware.contacts import Seat, Timing
from hardware.lab.rig import EXACT, Driven, hold, quiet
from hardware.simulated import SimulatedPad

STANDS_FOR = (
    "SIMULATED: no Pi, no wire and no switch was involved; a model of a source with known faults shows what "
    "the figures mean"
)


class Model(Struct, frozen=True, kw_only=True):
    """The faults of a source; times in nanoseconds."""

    sigma: float = 4.0 * MICROSECOND
    """The standard deviation of one stamp."""
    bias: dict[Seat, int] = field(default_factory=dict)
    """By how much a seat's stamps are late; seats not named are not."""
    tail: float = 0.0
    """The share of stamps that come later still, as on a machine that is busy."""
    tail_mean: float = 60.0 * MICROSECOND
    """How much later those come: exponential, with this mean."""
    tie_span: int = 0
    """Two edges closer than this are served by one interrupt, in the order of seats, not of time."""
    tie_step: int = 1 * MICROSECOND
    """How far apart such two are then stamped."""
    lost: float = 0.0
    """The share of presses whose edge is lost, and known to be."""
    delivery: int = 200 * MICROSECOND
    """From the stamp to the pad."""

    @property
    def words(self) -> str:
        """The model in a sentence, for the report."""
        late = [f"seat {seat + 1} later by {us(bias)}" for seat, bias in sorted(self.bias.items()) if bias]
        faults = [
            f"sigma {us(self.sigma)}",
            *late,
            *(
                [f"{self.tail * 100:g}% of stamps later by {us(self.tail_mean)} on average"]
                if self.tail
                else []
            ),
            *([f"edges within {us(self.tie_span)} stamped in pin order"] if self.tie_span else []),
            *([f"{self.lost * 100:g}% of edges lost"] if self.lost else []),
        ]
        return "put in: " + ", ".join(faults)


EXAMPLE = Model(
    bias={Seat(2): 6 * MICROSECOND},
    tail=0.01,
    tie_span=3 * MICROSECOND,
)
"""What `--simulated` shows: like an idle Pi 4 as it is guessed at, but for seat 3, whose wire is bad."""


LEAD = Nanoseconds(1 * MILLISECOND)
"""From arming to the first press: a stamp from before arming would be a resting hand's."""


def us(time: float) -> str:
    """Return a time in ns as microseconds for people."""
    return f"{time / MICROSECOND:g} µs"


class Twin:
    """A rig and its pad under one hand-driven clock; every press is stamped as the model has it."""

    least = EXACT

    def __init__(
        self,
        seats: int,
        model: Model,
        seed: int,
        timing: Timing | None = None,
        band: Nanoseconds = TIE_BANDS[Quality.KERNEL],
    ) -> None:
        self.model = model
        self.timing = timing or Timing()
        self.clock = HandClock(Instant(1_000 * SECOND))
        self._alarm = HandAlarm(self.clock)
        self.pad = SimulatedPad(
            map(Seat, range(seats)),
            self.clock,
            self._alarm,
            timing=self.timing,
            band=band,
        )
        self._chance = random.Random(seed)

    stands_for = STANDS_FOR

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats of the pad."""
        return self.pad.seats

    @property
    def pace(self) -> Nanoseconds:
        """Simulated time costs the computer next to nothing."""
        return Nanoseconds(MILLISECOND)

    def drive(self, first: Seat, second: Seat, separation: Nanoseconds) -> Driven:
        """Press both, stamped as the model has it; the separation is exact."""
        at = Instant(self.clock.now() + LEAD)
        stamps = self._stamps((first, at), (second, at + separation))
        for seat, stamp in sorted(stamps.items(), key=lambda entry: entry[1]):
            arrives = stamp + self.model.delivery
            self._alarm.advance(Nanoseconds(max(0, arrives - self.clock.now())))
            if self._chance.random() < self.model.lost:
                self.pad.lose_edges()
            else:
                self.pad.press(seat, Instant(stamp))
        self._alarm.advance(Nanoseconds(separation + hold(self.timing)))
        self.pad.release(first)
        self.pad.release(second)
        return Driven(separation, Nanoseconds(0))

    def settle(self) -> None:
        """Let simulated time pass."""
        self._alarm.advance(quiet(self.timing))

    def close(self) -> None:
        """Close the pad."""
        self.pad.close()

    def _stamps(self, one: tuple[Seat, int], other: tuple[Seat, int]) -> dict[Seat, int]:
        if other[1] - one[1] < self.model.tie_span:
            served = other[1] + self._late(other[0])
            low, high = sorted((one[0], other[0]))
            return {low: served, high: served + self.model.tie_step}
        return {seat: at + self._late(seat) for seat, at in (one, other)}

    def _late(self, seat: Seat) -> int:
        late = self._chance.gauss(0.0, self.model.sigma) + self.model.bias.get(seat, 0)
        if self._chance.random() < self.model.tail:
            late += self._chance.expovariate(1.0 / self.model.tail_mean)
        return round(late)
