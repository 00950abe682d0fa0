"""The simulated twin: a model of a source whose faults are known, to learn what the figures mean.

Nothing is measured here: it shows that the laboratory finds what was put in.
"""

import random

from msgspec import Struct, field

from companion.clock import MICROSECOND, MILLISECOND, SECOND, HandClock, Instant, Nanoseconds
from hardware.grab.adjudicate import TIE_BANDS, Quality
from hardware.grab.alarm import HandAlarm
from hardware.grab.contacts import ContactTimes, Seat
from hardware.lab.rig import EXACT, Made, quiet
from hardware.lab.score import Score, Stall, SwitchStroke
from hardware.pads.simulated import SimulatedPad

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
"""From arming to the first stroke: a stamp from before arming would be a resting hand's."""


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
        timing: ContactTimes | None = None,
        band: Nanoseconds = TIE_BANDS[Quality.KERNEL],
    ) -> None:
        self.model = model
        self.timing = timing or ContactTimes()
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
        self._stall: Stall | None = None

    stands_for = STANDS_FOR

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats of the pad."""
        return self.pad.seats

    def takes(self, length: Nanoseconds) -> Nanoseconds:
        """Simulated time costs the computer next to nothing."""
        return Nanoseconds(MILLISECOND)

    def stall(self, stall: Stall) -> None:
        """Deliver late in the score that is played next: what comes meanwhile comes at the end, at once."""
        self._stall = stall

    def play(self, score: Score) -> tuple[Made, ...]:
        """Make all strokes, stamped as the model has it; their times are exact."""
        starts = Instant(self.clock.now() + LEAD)
        edges = [
            (self._arrives(stamp, starts), stamp, stroke) for stamp, stroke in self._stamps(score, starts)
        ]
        for arrives, stamp, stroke in sorted(edges, key=lambda entry: entry[:2]):
            self._until(arrives, starts)
            if stroke.begins and self._chance.random() < self.model.lost:
                self.pad.lose_edges()
            elif stroke.closed:
                self.pad.press(stroke.seat, stamp)
            else:
                self.pad.release(stroke.seat, stamp)
        self._until(Instant(starts + score[-1].at), starts)
        return tuple(Made(Instant(stroke.at), Instant(stroke.at)) for stroke in score)

    def settle(self) -> None:
        """Let simulated time pass."""
        self._alarm.advance(quiet(self.timing))

    def close(self) -> None:
        """Close the pad."""
        self.pad.close()

    def _arrives(self, at: Instant, starts: Instant) -> Instant:
        """Return when an edge stamped `at` comes to the pad."""
        arrives = Instant(at + self.model.delivery)
        if self._stall is None:
            return arrives
        begins = starts + self._stall.at
        return (
            Instant(begins + self._stall.lasts) if begins <= arrives < begins + self._stall.lasts else arrives
        )

    def _until(self, at: Instant, starts: Instant) -> None:
        """Let time pass; while the referee stalls nothing rings."""
        stall, self._stall = self._stall, None
        if stall is not None and at >= starts + stall.at:
            self._alarm.advance(Nanoseconds(max(0, starts + stall.at - self.clock.now())))
            self.clock.advance(Nanoseconds(starts + stall.at + stall.lasts - self.clock.now()))
        else:
            self._stall = stall
        # Whoever wakes up first takes all that has come before it rules.
        if at > self.clock.now():
            self._alarm.advance(Nanoseconds(at - self.clock.now()))

    def _stamps(self, score: Score, starts: Instant) -> list[tuple[Instant, SwitchStroke]]:
        """Return the edges of a score as they are stamped; those of one switch stay in order."""
        stamped: list[tuple[Instant, SwitchStroke]] = []
        last: dict[Seat, int] = {}
        left = list(score)
        while left:
            served = [left.pop(0)]
            # Two that are served by one interrupt are stamped in pin order.
            if left and left[0].seat != served[0].seat and left[0].at - served[0].at < self.model.tie_span:
                served = sorted([served[0], left.pop(0)], key=lambda stroke: stroke.seat)
            at = starts + max(stroke.at for stroke in served)
            late = self._late(served[-1].seat)
            for place, stroke in enumerate(served):
                stamp = max(at + late + place * self.model.tie_step, last.get(stroke.seat, 0) + 1)
                last[stroke.seat] = stamp
                stamped.append((Instant(stamp), stroke))
        return stamped

    def _late(self, seat: Seat) -> int:
        late = self._chance.gauss(0.0, self.model.sigma) + self.model.bias.get(seat, 0)
        if self._chance.random() < self.model.tail:
            late += self._chance.expovariate(1.0 / self.model.tail_mean)
        return round(late)
