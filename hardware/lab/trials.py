"""What is tried, in which order, and what came of it: one line of JSON a trial."""

import random
from collections.abc import Iterable, Mapping
from enum import Enum
from itertools import combinations

import msgspec
from msgspec import Struct, field

from companion.clock import MILLISECOND, Nanoseconds
from companion.decoding import from_json
from hardware.errors import HardwareError
from hardware.grab.adjudicate import Quality
from hardware.grab.contacts import ContactTimes, Seat
from hardware.lab.rig import RigError
from hardware.machine import kernel, machine

MOST = Nanoseconds(10 * MILLISECOND)
"""Hands further apart than this need no laboratory."""

STEPS = (1, 2, 5)
"""Three separations a decade."""

Pair = tuple[Seat, Seat]


class NotTrialsError(HardwareError, ValueError):
    """Raised when a file holds no trials of the laboratory."""


class Trial(Struct, frozen=True):
    """Two presses to be made, `first` first; times in nanoseconds."""

    first: Seat
    second: Seat
    apart: Nanoseconds
    hold: Nanoseconds


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


class TrialResult(Struct, frozen=True, kw_only=True):
    """What a rig did, and what a pad made of it; times in nanoseconds."""

    first: Seat
    second: Seat
    asked: Nanoseconds
    separation: Nanoseconds
    """By how much the second press truly came later, give or take `uncertainty`."""
    uncertainty: Nanoseconds
    ruling: Ruling
    reason: str = ""
    """Of a void verdict."""
    after: Nanoseconds | None = None
    """By how much the second press was stamped later; None where either is missing."""
    lost: tuple[Seat, ...] = ()
    """Those whose press is nowhere in the picture."""

    @property
    def surely(self) -> Nanoseconds:
        """By how much the second press was later at the least; not above 0 where the rig can't tell."""
        return Nanoseconds(self.separation - self.uncertainty)

    @property
    def wrong(self) -> bool:
        """Whether the stamps are in the wrong order; alike counts as wrong, since it shows no order."""
        return self.after is not None and self.after <= 0


class StickStrike(Struct, frozen=True):
    """One stick on two buttons: how much later the one under its right end closed."""

    left: Seat
    right: Seat
    later: Nanoseconds


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
    """All that is the same for all trials of a run, or for all strikes."""

    stands_for: str
    """What was simulated, and what was real."""
    factory: str
    """What stamped the presses."""
    places: dict[Seat, ButtonAt]
    timing: ContactTimes
    quality: Quality
    band: Nanoseconds
    """The pad's error band."""
    seed: int
    date: str
    """As the caller gave it; empty if nobody did."""
    machine: str = field(default_factory=machine)
    kernel: str = field(default_factory=kernel)
    planned: int = 0
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


def ring(seats: Iterable[Seat]) -> tuple[Pair, ...]:
    """Return neighbours around the table, the last with the first: so that every seat is in two pairs."""
    ordered = sorted(seats)
    if len(ordered) < 3:
        return all_pairs(ordered)
    return tuple(zip(ordered, [*ordered[1:], ordered[0]], strict=True))


def known(pairs: Iterable[Pair] | None, seats: Iterable[Seat]) -> tuple[Pair, ...] | None:
    """Return the pairs, if any, where they are pairs of these seats; RigError otherwise."""
    if pairs is None:
        return None
    wanted, there = tuple(pairs), sorted(seats)
    for one, other in wanted:
        for seat in {one, other}.difference(there):
            use = ", ".join(str(seat + 1) for seat in there)
            raise RigError(f"seat {seat + 1} can't be pressed here: use {use}")
        if one == other:
            raise RigError(f"{one + 1}-{other + 1} is no pair: name two seats")
    return wanted


def named(seats: Iterable[Seat]) -> str:
    """Return seats as people count them."""
    return ", ".join(f"seat {seat + 1}" for seat in sorted(seats))


def plan(
    pairs: Iterable[Pair],
    least: Nanoseconds,
    repeat: int,
    seed: int,
    hold: Nanoseconds,
    bands: Mapping[Seat, Nanoseconds],
) -> tuple[Trial, ...]:
    """Return every pair, both ways round, at every separation from `least` on, `repeat` times, mixed.

    Mixed, since a machine that warms up would otherwise look like a seat that is late. `bands` has the seats
    on USB pads: their separations go to four bands, about so much, for even ones would always meet the pad's
    scan in the same places. Presses last `hold`, there two bands longer. All in nanoseconds.
    """
    chance = random.Random(seed)
    trials = []
    for one, other in pairs:
        wide = max(bands.get(one, 0), bands.get(other, 0))
        steps = series(Nanoseconds(wide // 10), Nanoseconds(4 * wide)) if wide else series(least)
        for first, second in ((one, other), (other, one)):
            for step in steps * repeat:
                apart = round(step * chance.uniform(0.7, 1.4)) if wide else step
                trials.append(Trial(first, second, Nanoseconds(apart), Nanoseconds(hold + 2 * wide)))
    chance.shuffle(trials)
    return tuple(trials)


def dumps(setting: Setting, results: Iterable[Struct]) -> bytes:
    """Return a run as JSON lines: the setting, then a line a trial or strike."""
    return b"".join(msgspec.json.encode(line) + b"\n" for line in (setting, *results))


def loads(text: bytes) -> tuple[Setting, list[TrialResult]]:
    """Read the JSON lines of a run; msgspec.DecodeError or ValueError for anything else."""
    first, *rest = text.splitlines()
    return (
        from_json(first, Setting),
        [from_json(line, TrialResult) for line in rest],
    )
