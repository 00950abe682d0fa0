"""A rig presses two buttons a known time apart: what the laboratory asks of it, and what it answers."""

from typing import Protocol

from msgspec import Struct

from companion.clock import MICROSECOND, MILLISECOND, Nanoseconds
from hardware.contacts import STORM_SPAN, Seat, Timing
from hardware.errors import HardwareError

EXACT = Nanoseconds(1 * MICROSECOND)
"""The least separation worth asking of a rig that plays steps by a clock of its own."""

WRITTEN = Nanoseconds(10 * MICROSECOND)
"""The least separation worth asking of a rig that makes system calls: one takes some microseconds."""


class RigError(HardwareError):
    """Raised when a rig can't do what it is there for: no wire arrives, or its process is gone."""


class Driven(Struct, frozen=True):
    """What a rig did, in nanoseconds: how much later the second press truly came, give or take."""

    separation: Nanoseconds
    uncertainty: Nanoseconds
    """The true separation lies within this of `separation`; 0 for a rig that plays exactly."""


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
    def pace(self) -> Nanoseconds:
        """About how long `drive` and `settle` take together, the separation not counted."""
        ...

    @property
    def stands_for(self) -> str:
        """What was emulated or simulated, and what was real, in a sentence: the report's first line."""
        ...

    def drive(self, first: Seat, second: Seat, separation: Nanoseconds) -> Driven:
        """Press `first`, then `second` so much later, hold both until a pad must have ruled, let both go."""
        ...

    def settle(self) -> None:
        """Wait until a pad is ready for the next press."""
        ...

    def close(self) -> None:
        """Let the lines go."""
        ...


def hold(timing: Timing) -> Nanoseconds:
    """Return how long both are held after the second press: the pad looks at them when its window closes."""
    return Nanoseconds(timing.window + 2 * timing.minimum_contact + 5 * MILLISECOND)


def quiet(timing: Timing) -> Nanoseconds:
    """Return how long to wait after letting go: the release has to be seen, and the lock-out to pass.

    And nobody may take two seats that press in turns all the time for a storm.
    """
    calm = STORM_SPAN // (timing.storm_strokes - 1)
    return Nanoseconds(max(2 * (timing.level_check + timing.lock_out), calm))
