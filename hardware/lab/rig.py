"""A rig plays scores on buttons: what the laboratory asks of it, and what it answers."""

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from companion.clock import MICROSECOND, MILLISECOND, Instant, Nanoseconds
from hardware.errors import HardwareError
from hardware.grab.contacts import STORM_SPAN, ContactTimes, Seat
from hardware.lab.score import Score

EXACT = Nanoseconds(1 * MICROSECOND)
"""The least separation worth asking of a rig that plays steps by a clock of its own."""

WRITTEN = Nanoseconds(10 * MICROSECOND)
"""The least separation worth asking of a rig that makes system calls: one takes some microseconds."""


class RigError(HardwareError):
    """Raised when a rig can't do what it is there for: no wire arrives, or its process is gone."""


class Made(Struct, frozen=True):
    """When a stroke was made, in nanoseconds of any clock: between `before` and `after`."""

    before: Instant
    after: Instant


class Driven(Struct, frozen=True):
    """What a rig did, in nanoseconds: how much later the second press truly came, give or take."""

    separation: Nanoseconds
    uncertainty: Nanoseconds
    """The true separation lies within this of `separation`; 0 for a rig that plays exactly."""
    astray: Nanoseconds = Nanoseconds(0)
    """By how much a closure or an opening came out longer or shorter than was asked, at most."""


def driven(score: Score, made: Sequence[Made]) -> Driven:
    """Return what a rig did that made the strokes of `score` then; of one press its own separation is 0."""
    presses = [one for stroke, one in zip(score, made, strict=True) if stroke.begins]
    first, second = presses[0], presses[-1]
    apart = Nanoseconds((second.before + second.after - first.before - first.after) // 2)
    unsure = Nanoseconds((second.after - second.before + first.after - first.before + 1) // 2)
    return Driven(apart, unsure, _astray(score, made))


def _astray(score: Score, made: Sequence[Made]) -> Nanoseconds:
    widest = 0
    last: dict[Seat, tuple[Nanoseconds, Made]] = {}
    for stroke, one in zip(score, made, strict=True):
        if stroke.seat in last:
            at, before = last[stroke.seat]
            asked = stroke.at - at
            widest = max(widest, one.after - before.before - asked, asked - (one.before - before.after))
        last[stroke.seat] = stroke.at, one
    return Nanoseconds(widest)


class Rig(Protocol):
    """Presses buttons, or what stands in for them."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats it can press, ascending."""
        ...

    @property
    def least(self) -> Nanoseconds:
        """The least separation worth asking for."""
        ...

    @property
    def stands_for(self) -> str:
        """What was emulated or simulated, and what was real, in a sentence: the report's first line."""
        ...

    def takes(self, length: Nanoseconds) -> Nanoseconds:
        """Return about how long `play` and `settle` take together for a score so long."""
        ...

    def play(self, score: Score) -> tuple[Made, ...]:
        """Make all strokes of a score, and return when each was made."""
        ...

    def settle(self) -> None:
        """Wait until a pad is ready for the next press."""
        ...

    def close(self) -> None:
        """Let the lines go."""
        ...


def hold(timing: ContactTimes) -> Nanoseconds:
    """Return how long a press is held that isn't meant to be short: until a pad must have ruled."""
    return Nanoseconds(timing.window + 2 * timing.minimum_contact + 5 * MILLISECOND)


def quiet(timing: ContactTimes) -> Nanoseconds:
    """Return how long to wait after letting go: the lock-out has to pass.

    And nobody may take two seats that press in turns all the time for a storm.
    """
    calm = STORM_SPAN // (timing.storm_strokes - 1)
    return Nanoseconds(max(2 * timing.lock_out, calm))
