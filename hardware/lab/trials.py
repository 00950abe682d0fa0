"""What is tried, in which order, and what came of it: one line of JSON a trial."""

import random
from collections.abc import Iterable, Sequence
from enum import Enum
from itertools import combinations

import msgspec
from msgspec import Struct

from companion.clock import MILLISECOND, Nanoseconds
from hardware.adjudicate import Quality
from hardware.contacts import Seat
from hardware.lab.rig import Driven

MOST = Nanoseconds(10 * MILLISECOND)
"""Hands further apart than this need no laboratory."""

STEPS = (1, 2, 5)
"""Three separations a decade."""

Pair = tuple[Seat, Seat]


class Trial(Struct, frozen=True):
    """One pair of presses to be made; `asked` in nanoseconds."""

    number: int
    first: Seat
    second: Seat
    asked: Nanoseconds


class Ruling(Enum):
    """What the pad said of a trial."""

    RIGHT = "right"
    """A grab by the seat that was pressed first."""
    WRONG = "wrong"
    """A grab by any other seat."""
    DEAD_HEAT = "dead_heat"
    VOID = "void"
    NONE = "none"
    """No verdict at all."""


class Seen(Struct, frozen=True):
    """What a pad made of a trial; times in nanoseconds."""

    ruling: Ruling
    reason: str = ""
    """Of a void verdict."""
    after: Nanoseconds | None = None
    """By how much the second press was stamped later than the first; None where either is missing."""
    latency: Nanoseconds | None = None
    """From the stamp of the first contact to the verdict."""
    lost: tuple[Seat, ...] = ()
    """Those of the two whose press is nowhere in the picture."""


class Result(Struct, frozen=True):
    """A trial, what the rig did, and what the pad saw."""

    trial: Trial
    driven: Driven
    seen: Seen

    @property
    def error(self) -> Nanoseconds | None:
        """By how much the second press was stamped too late, measured against the first."""
        return None if self.seen.after is None else Nanoseconds(self.seen.after - self.driven.separation)


class Place(Struct, frozen=True):
    """Where a seat's button is: the source that stamps it, and its pin there."""

    source: str
    pin: int


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
    places: dict[Seat, Place]
    planned: int
    """How many trials there should have been."""


def series(least: Nanoseconds, most: Nanoseconds = MOST) -> tuple[Nanoseconds, ...]:
    """Return separations from `least` to `most`, 1, 2, 5, 10 ..., in nanoseconds."""
    found = (step * 10**power for power in range(len(str(most))) for step in STEPS)
    return tuple(Nanoseconds(one) for one in found if least <= one <= most)


def all_pairs(seats: Iterable[Seat]) -> tuple[Pair, ...]:
    """Return every pair of seats once."""
    return tuple(combinations(sorted(seats), 2))


def plan(
    pairs: Iterable[Pair], separations: Sequence[Nanoseconds], repeat: int, seed: int
) -> tuple[Trial, ...]:
    """Return every pair, both ways round, at every separation, `repeat` times, thoroughly mixed.

    Mixed, since a machine that warms up or drifts would otherwise look like a seat that is late.
    """
    wanted = [
        (first, second, separation)
        for one, other in pairs
        for first, second in ((one, other), (other, one))
        for separation in separations
        for _ in range(repeat)
    ]
    random.Random(seed).shuffle(wanted)
    return tuple(Trial(number, *what) for number, what in enumerate(wanted))


def dumps(setting: Setting, results: Iterable[Result]) -> bytes:
    """Return a run as JSON lines: the setting, then a line a trial; `loads` gives it back."""
    return b"".join(msgspec.json.encode(line) + b"\n" for line in (setting, *results))


def loads(text: bytes) -> tuple[Setting, list[Result]]:
    """Read the JSON lines of a run; msgspec.DecodeError for anything else."""
    first, *rest = text.splitlines()
    return (
        msgspec.json.decode(first, type=Setting),
        [msgspec.json.decode(line, type=Result) for line in rest],
    )
