"""A rig presses two buttons a known time apart: what the laboratory asks of it, and what it answers."""

from typing import Protocol

from msgspec import Struct

from companion.clock import MICROSECOND, MILLISECOND, Nanoseconds
from hardware.errors import HardwareError
from hardware.grab.contacts import STORM_SPAN, ContactTimes, Seat

EXACT = Nanoseconds(1 * MICROSECOND)
"""The least separation worth asking of a rig that plays steps by a clock of its own."""

WRITTEN = Nanoseconds(10 * MICROSECOND)
"""The least separation worth asking of a rig that makes system calls: one takes some microseconds."""


class RigError(HardwareError):
    """Raised when a rig can't do its work: no wire arrives, or its process is gone."""


class Driven(Struct, frozen=True):
    """How much later the second press truly came than the first, in nanoseconds."""

    separation: Nanoseconds
    uncertainty: Nanoseconds
    """The truth lies within this of `separation`; 0 for a rig that plays exactly."""


class Rig(Protocol):
    """Presses buttons, or what stands in for them."""

    seats: tuple[Seat, ...]
    """The seats it can press, ascending."""
    least: Nanoseconds
    """The least separation worth asking for."""
    stands_for: str
    """What was simulated, and what was real, in a sentence: the report's first line."""

    def press(self, first: Seat, second: Seat, apart: Nanoseconds, hold: Nanoseconds) -> Driven:
        """Press `first`, `second` so much later, and after `hold` let go of both; all in nanoseconds."""
        ...

    def close(self) -> None:
        """Leave all buttons open and let the lines go."""
        ...


def hold(timing: ContactTimes) -> Nanoseconds:
    """Return how long a press lasts: until a pad must have ruled."""
    return Nanoseconds(timing.window + 2 * timing.minimum_contact + 5 * MILLISECOND)


def quiet(timing: ContactTimes) -> Nanoseconds:
    """Return how long to wait after a press: the lock-out has to pass.

    And two seats that are pressed in turns all the time mustn't look like a storm.
    """
    calm = STORM_SPAN // (timing.storm_strokes - 1)
    return Nanoseconds(max(2 * timing.lock_out, calm))
