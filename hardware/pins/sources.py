"""What gpiozero's pin factories are worth as time keepers, and how their ticks become instants."""

from collections.abc import Callable
from enum import Enum

from gpiozero.pins import Factory
from msgspec import Struct

from companion.clock import SECOND, Clock, Instant
from hardware.grab.adjudicate import Quality


class Ticks(Enum):
    """The unit and clock of a factory's ticks."""

    NANOSECONDS = "nanoseconds of CLOCK_MONOTONIC"
    SECONDS = "seconds of CLOCK_MONOTONIC"
    OWN = "a clock of its own"


class FactoryKind(Struct, frozen=True):
    """A kind of pin factory."""

    quality: Quality
    ticks: Ticks


SOURCES = {
    "GpiodFactory": FactoryKind(Quality.KERNEL, Ticks.NANOSECONDS),
    "LGPIOFactory": FactoryKind(Quality.KERNEL, Ticks.SECONDS),
    # The daemon samples all lines together every few µs and counts in its own clock.
    "PiGPIOFactory": FactoryKind(Quality.BOARD, Ticks.OWN),
    # Both stamp in Python, whenever the thread gets to run.
    "RPiGPIOFactory": FactoryKind(Quality.SOFTWARE, Ticks.SECONDS),
    "NativeFactory": FactoryKind(Quality.SOFTWARE, Ticks.SECONDS),
    "MockFactory": FactoryKind(Quality.SIMULATED, Ticks.SECONDS),
}
"""By class name, so that none of them has to be installed; read in gpiozero 2.0.1."""

UNKNOWN = FactoryKind(Quality.SOFTWARE, Ticks.OWN)
"""A factory nobody has looked into gets no credit."""


def quality_of(factory: Factory) -> Quality:
    """Return how well a pin factory stamps; `SOFTWARE`, so degraded, for one that isn't known."""
    return _source(factory).quality


def keeps_machine_time(factory: Factory) -> bool:
    """Return whether a pin factory stamps with CLOCK_MONOTONIC, and so can be compared with other sources."""
    return _source(factory).ticks is not Ticks.OWN


def instants_of(factory: Factory, clock: Clock) -> Callable[[float], Instant]:
    """Return the function that turns the factory's ticks into instants, in nanoseconds.

    For a factory with a clock of its own the instants are off by a constant, the same for all seats.
    """
    ticks = _source(factory).ticks
    if ticks is Ticks.NANOSECONDS:
        return lambda stamp: Instant(int(stamp))
    if ticks is Ticks.SECONDS:
        return lambda stamp: Instant(round(stamp * SECOND))
    then, anchor = clock.now(), factory.ticks()
    return lambda stamp: Instant(then + round(factory.ticks_diff(stamp, anchor) * SECOND))


def _source(factory: Factory) -> FactoryKind:
    names = (kind.__name__ for kind in type(factory).__mro__)
    return next((SOURCES[name] for name in names if name in SOURCES), UNKNOWN)
