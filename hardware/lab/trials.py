"""What is tried, in which order, and what came of it: one line of JSON a trial."""

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from itertools import combinations

import msgspec
from msgspec import Struct

from companion.clock import MILLISECOND, Nanoseconds
from hardware.grab.adjudicate import Quality
from hardware.grab.contacts import Seat
from hardware.lab.kinds import APART, OTHERS, TrialKind, pair, write
from hardware.lab.rig import Driven
from hardware.lab.score import Score, Stall

MOST = Nanoseconds(10 * MILLISECOND)
"""Hands further apart than this need no laboratory."""

STEPS = (1, 2, 5)
"""Three separations a decade."""

STALLS_ARE_FEWER = 10
"""One stall takes a second on average."""

Pair = tuple[Seat, Seat]


class Trial(Struct, frozen=True):
    """One score to be played; `asked` is from the first press to the second, in nanoseconds."""

    number: int
    first: Seat
    second: Seat
    asked: Nanoseconds
    kind: TrialKind = TrialKind.PAIR
    score: Score = ()
    before: Score = ()
    """Strokes before the pad is armed: a hand that rests."""
    stall: Stall | None = None
    """When the referee's process stands still, counted as the score is."""

    @property
    def pressing(self) -> tuple[Seat, ...]:
        """The seats that are pressed after the arming; what else moves there is bounce, brush or spike."""
        return tuple(stroke.seat for stroke in self.score if stroke.begins)

    @property
    def length(self) -> Nanoseconds:
        """How long it takes to play, in nanoseconds; a resting hand before it isn't counted."""
        stalled = 0 if self.stall is None else self.stall.at + self.stall.lasts
        return Nanoseconds(max([stalled, *(stroke.at for stroke in self.score)]))


class Ruling(Enum):
    """What the pad said of a trial."""

    RIGHT = "right"
    """A grab by the seat that was pressed first."""
    WRONG = "wrong"
    """A grab by any other seat, or a dead heat with one that nobody pressed."""
    DEAD_HEAT = "dead_heat"
    VOID = "void"
    NONE = "none"
    """No verdict at all."""


class SeenByPad(Struct, frozen=True):
    """What a pad made of a trial; times in nanoseconds."""

    ruling: Ruling
    reason: str = ""
    """Of a void verdict."""
    after: Nanoseconds | None = None
    """By how much the second press was stamped later than the first; None where either is missing."""
    latency: Nanoseconds | None = None
    """From the stamp of the first contact to the verdict."""
    lost: tuple[Seat, ...] = ()
    """Those whose press is nowhere in the picture."""


class TrialResult(Struct, frozen=True):
    """A trial, what the rig did, and what the pad saw."""

    trial: Trial
    driven: Driven
    seen: SeenByPad

    @property
    def error(self) -> Nanoseconds | None:
        """By how much the second press was stamped too late, measured against the first."""
        return None if self.seen.after is None else Nanoseconds(self.seen.after - self.driven.separation)


class ButtonAt(Struct, frozen=True):
    """Where a seat's button is: the source that stamps it, and its pin there."""

    source: str
    pin: int


class PadScan(Struct, frozen=True):
    """What the band of a USB pad was made of."""

    source: str
    scan: Nanoseconds
    """How far apart it looks at its buttons, as far as the seats file tells."""
    band: Nanoseconds


class Setting(Struct, frozen=True, kw_only=True):
    """All that is the same for all trials of a run."""

    stands_for: str
    """What was emulated or simulated, and what was real."""
    machine: str
    kernel: str
    factory: str
    """What stamped the presses."""
    date: str
    """As the caller gave it; empty if nobody did."""
    seed: int
    quality: Quality
    band: Nanoseconds
    """The pad's tie band."""
    window: Nanoseconds
    places: dict[Seat, ButtonAt]
    planned: int
    """How many trials there should have been."""
    pads: tuple[PadScan, ...] = ()
    """The USB pads among the sources."""


def series(least: Nanoseconds, most: Nanoseconds = MOST) -> tuple[Nanoseconds, ...]:
    """Return separations from `least` to `most`, 1, 2, 5, 10 ..., in nanoseconds."""
    found = (step * 10**power for power in range(len(str(most))) for step in STEPS)
    return tuple(Nanoseconds(one) for one in found if least <= one <= most)


def all_pairs(seats: Iterable[Seat]) -> tuple[Pair, ...]:
    """Return every pair of seats once."""
    return tuple(combinations(sorted(seats), 2))


def plan(
    pairs: Iterable[Pair],
    separations: Sequence[Nanoseconds],
    repeat: int,
    seed: int,
    hold: Nanoseconds,
    bands: Mapping[Seat, Nanoseconds] | None = None,
) -> tuple[Trial, ...]:
    """Return every pair, both ways round, at every separation, `repeat` times, thoroughly mixed.

    Among them are as many trials of each of the other kinds as of one separation, but stalls, which take
    long: a tenth. Mixed, since a machine that warms up would otherwise look like a seat that is late. `hold`
    is how long a press lasts, in nanoseconds.

    `bands` has the seats on USB pads: their separations go to four bands, and they are pressed cleanly only,
    for a pad debounces its buttons itself.
    """
    chance = random.Random(seed)
    widest = {pair: max((bands or {}).get(seat, 0) for seat in pair) for pair in pairs}
    wanted = [
        (kind, first, second, _mixed(separation, wide, chance), Nanoseconds(hold + 2 * wide))
        for (one, other), wide in widest.items()
        for first, second in ((one, other), (other, one))
        for kind, separation in _sides(_spread(separations, wide), repeat, () if wide else OTHERS, chance)
    ]
    chance.shuffle(wanted)
    return tuple(written(number, *what, chance) for number, what in enumerate(wanted))


def clean(number: int, first: Seat, second: Seat, asked: Nanoseconds, hold: Nanoseconds) -> Trial:
    """Return a trial of two clean presses."""
    return Trial(number, first, second, asked, score=pair(first, second, Nanoseconds(0), asked, hold))


def written(
    number: int,
    kind: TrialKind,
    first: Seat,
    second: Seat,
    asked: Nanoseconds,
    hold: Nanoseconds,
    chance: random.Random,
) -> Trial:
    """Return a trial with its score."""
    before, score, stall = write(kind, first, second, asked, hold, chance)
    return Trial(number, first, second, asked, kind, score, before, stall)


def _spread(separations: Sequence[Nanoseconds], band: int) -> Sequence[Nanoseconds]:
    """Return the separations for stamps of such a band; 0 for lines."""
    return series(Nanoseconds(band // 10), Nanoseconds(4 * band)) if band else separations


def _mixed(separation: Nanoseconds, band: int, chance: random.Random) -> Nanoseconds:
    """Return about this separation for a pad: even ones would always meet its scan in the same places."""
    return Nanoseconds(round(separation * chance.uniform(0.7, 1.4))) if band else separation


def _sides(
    separations: Sequence[Nanoseconds], repeat: int, others: Iterable[TrialKind], chance: random.Random
) -> Iterator[tuple[TrialKind, Nanoseconds]]:
    """Yield what is tried with one pair, one way round."""
    for _ in range(repeat):
        for separation in separations:
            yield TrialKind.PAIR, separation
    for kind in others:
        for _ in range(-(-repeat // STALLS_ARE_FEWER) if kind is TrialKind.STALL else repeat):
            yield kind, chance.choice(APART)


def dumps(setting: Setting, results: Iterable[TrialResult]) -> bytes:
    """Return a run as JSON lines: the setting, then a line a trial; `loads` gives it back."""
    return b"".join(msgspec.json.encode(line) + b"\n" for line in (setting, *results))


def loads(text: bytes) -> tuple[Setting, list[TrialResult]]:
    """Read the JSON lines of a run; msgspec.DecodeError for anything else."""
    first, *rest = text.splitlines()
    return (
        msgspec.json.decode(first, type=Setting),
        [msgspec.json.decode(line, type=TrialResult) for line in rest],
    )
