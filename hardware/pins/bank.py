"""Buttons on GPIO pins, through any of gpiozero's pin factories."""

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING

from gpiozero import LED, Device, InputDevice
from gpiozero.exc import GPIOZeroError
from gpiozero.pins import Factory
from msgspec import Struct

from companion.clock import SECOND, Clock, Instant, Nanoseconds
from hardware.errors import FactoryMissingError, HardwareError, WiringError
from hardware.grab.adjudicate import ERROR_BANDS, Budget, Quality
from hardware.grab.bank import GrabListener
from hardware.grab.contacts import MONOTONIC, ClockId, Edge, Seat
from hardware.loop import Loop
from hardware.machine import Closing
from hardware.wiring.wiring import Wiring

if TYPE_CHECKING:
    from hardware.pins.claim import StampedEdge

# How exact the stamps of gpiozero's pin factories are, and how their ticks become instants.


class FactoryKind(Struct, frozen=True):
    """How a kind of pin factory stamps edges."""

    quality: Quality
    tick: int | None = None
    """Nanoseconds of CLOCK_MONOTONIC in one of its ticks; None if it has a clock of its own."""


SOURCES = {
    "GpiodFactory": FactoryKind(Quality.KERNEL, 1),
    "LGPIOFactory": FactoryKind(Quality.KERNEL, SECOND),
    # The daemon samples all lines together every few µs and counts in its own clock.
    "PiGPIOFactory": FactoryKind(Quality.BOARD),
    # Both stamp in Python, whenever the thread gets to run.
    "RPiGPIOFactory": FactoryKind(Quality.SOFTWARE, SECOND),
    "NativeFactory": FactoryKind(Quality.SOFTWARE, SECOND),
    "MockFactory": FactoryKind(Quality.SIMULATED, SECOND),
}
"""By class name, so that none of them has to be installed; from gpiozero 2.0.1's sources."""

UNKNOWN = FactoryKind(Quality.SOFTWARE)
"""A factory that isn't listed: nothing is assumed about its stamps."""


def kind_of(factory: Factory) -> FactoryKind:
    """Return the kind of a pin factory, by its class or a base class; `UNKNOWN` if it isn't listed."""
    names = (kind.__name__ for kind in type(factory).__mro__)
    return next((SOURCES[name] for name in names if name in SOURCES), UNKNOWN)


def instants_of(factory: Factory, clock: Clock) -> Callable[[float], Instant]:
    """Return a function that turns the factory's ticks into instants, in nanoseconds.

    If the factory has its own clock, instants are off by a constant, the same for all seats. Its ticks may
    start anew from 0, as pigpio's do every 71 minutes: `clock` shows how often they have.
    """
    tick = kind_of(factory).tick
    if tick is not None:
        return lambda stamp: Instant(round(stamp * tick))
    then, anchor = clock.now(), factory.ticks()

    def instant(stamp: float) -> Instant:
        at = then + round(factory.ticks_diff(stamp, anchor) * SECOND)
        # Of ticks that start anew both differences are positive, and together they are one round.
        a_round = at - then + round(factory.ticks_diff(anchor, stamp) * SECOND)
        return Instant(at + a_round * round((clock.now() - at) / a_round) if a_round > 0 else at)

    return instant


# One switch on one pin, through any of gpiozero's pin factories.
#
# Both edges come with the factory's ticks; the level is read on request. gpiozero's `Pin.when_changed` holds
# its listener weakly, so it gets a bound method of an object that stays referenced.


class Switch(Closing):
    """One switch on one pin; `stamps` turns the factory's ticks into instants of `clock`."""

    def __init__(
        self,
        pin: int,
        factory: Factory,
        pull: str,
        pressed_high: bool,
        stamps: Callable[[float], Instant],
        clock: ClockId = MONOTONIC,
    ) -> None:
        self._device = InputDevice(pin, pull_up=pull == "up", pin_factory=factory)
        self._pin = self._device.pin
        self._pressed_high = pressed_high
        self._stamps, self._clock = stamps, clock
        self._on_edge: Callable[[Edge], None] = lambda edge: None

    @property
    def lost(self) -> int:
        """How many edges are known to have been lost."""
        return int(getattr(self._pin, "lost", 0))

    def closed(self) -> bool | None:
        """Return whether the switch is pressed; None if the line is gone or released."""
        if self._device.closed:
            return None
        try:
            return bool(self._pin.state) is self._pressed_high
        except Exception:  # noqa: BLE001 - every factory has errors of its own for a line that is gone
            return None

    def listen(self, on_edge: Callable[[Edge], None], on_gone: Callable[[], None] | None = None) -> None:
        """Call `on_edge` with every edge, and `on_gone` when the line is lost."""
        self._on_edge = on_edge
        self._pin.edges = "both"
        # Our own factory also reports how early the line may have moved, and leaves no edge out.
        if hasattr(self._pin, "when_edge"):
            self._pin.when_edge = self._stamped
        else:
            self._pin.when_changed = self._changed
        if hasattr(self._pin, "when_gone"):
            self._pin.when_gone = on_gone

    def close(self) -> None:
        """Release the pin."""
        self._device.close()

    def _changed(self, ticks: float, state: bool) -> None:
        self._on_edge(Edge(self._stamps(ticks), bool(state) is self._pressed_high, clock=self._clock))

    def _stamped(self, edge: "StampedEdge") -> None:
        self._on_edge(Edge(edge.at, edge.state is self._pressed_high, edge.since, self._clock))


PINS = ClockId("pin factory")
"""The clock of a pin factory that doesn't stamp with the machine's own."""


class GpioBank:
    """A `Bank` on GPIO pins. A factory passed in stays open when the bank closes.

    Raises HardwareError, and then leaves nothing open.
    """

    trouble = ""

    def __init__(
        self, wiring: Wiring, clock: Clock, factory: Factory | None = None, loop: Loop | None = None
    ) -> None:
        with as_wiring_errors(), ExitStack() as opened:
            if factory is None:
                factory = default_factory(wiring.chip, loop)
                opened.callback(factory.close)
            stamps = instants_of(factory, clock)
            kind = kind_of(factory)
            our_clock = kind.tick is not None
            self.clock = MONOTONIC if our_clock else PINS

            def switch(pin: int, high: bool) -> Switch:
                return opened.enter_context(Switch(pin, factory, wiring.pull, high, stamps, self.clock))

            self._factory = factory
            on_header = [wires for wires in wiring.seats if wires.board is None]
            # In one request our own factory can see which interrupts overwrote each other's stamps.
            if hasattr(factory, "gather"):
                factory.gather(wires.grab for wires in on_header)
            self._buttons = {wires.seat: switch(wires.grab, wiring.pressed_high) for wires in on_header}
            shared = [wire for wire in wiring.wires_on(None) if wire.seat is None]
            switches = {wire.role: switch(wire.pin, wiring.switched_high) for wire in shared}
            self._turn, self._totem = switches.get("turn"), switches.get("totem")
            self._lamps = {
                wires.seat: opened.enter_context(LED(wires.lamp, pin_factory=factory))
                for wires in on_header
                if wires.lamp is not None
            }
            self._lit: frozenset[Seat] = frozenset()
            self._opened = opened.pop_all()
        self.budget = Budget(kind.quality, ERROR_BANDS[kind.quality], Nanoseconds(0) if our_clock else None)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Seats whose buttons are on this bank, ascending."""
        return tuple(sorted(self._buttons))

    @property
    def totem_stands(self) -> bool | None:
        """Whether the totem stands on its base; None if its switch isn't here or its line is gone."""
        return None if self._totem is None else self._totem.closed()

    def listen(self, grab_listener: GrabListener) -> None:
        """Report to `grab_listener` from now on."""
        for seat, switch in self._buttons.items():
            switch.listen(partial(grab_listener.edge, seat), partial(grab_listener.line_gone, seat))
        # Losing these lines isn't reported: turns and the totem's fall are tapped on the screen then.
        if self._turn is not None:
            self._turn.listen(grab_listener.turn_edge)
        if self._totem is not None:
            self._totem.listen(partial(totem_moved, self._totem, grab_listener))

    def arming(self, at: Instant) -> None:
        """Do nothing: pins need no preparation."""

    def rest(self) -> None:
        """Do nothing: lines are held until `close`."""

    def closed(self, seat: Seat) -> bool | None:
        """Return whether the seat's button is closed; None if its line is gone."""
        return self._buttons[seat].closed()

    def lost(self) -> int:
        """Return how many edges of buttons are known to have been lost; 0 if the source can't tell."""
        return sum(switch.lost for switch in self._buttons.values())

    def light(self, seats: Iterable[Seat]) -> None:
        """Light the lamps of these seats and no others; only lamps that change are written."""
        lit = frozenset(seats)
        for seat in lit ^ self._lit:
            # A lamp whose line is gone stays dark; its seat shows as unplugged, and the verdict goes on.
            with suppress(HardwareError):
                if seat in self._lamps:
                    self._lamps[seat].value = seat in lit
        self._lit = lit

    def catch_up(self) -> None:
        """Deliver all edges that have happened by now; of gpiozero's factories only ours can."""
        if hasattr(self._factory, "catch_up"):
            self._factory.catch_up()

    def close(self) -> None:
        """Turn the lamps off and release all pins."""
        self._opened.close()
        self._lamps.clear()


def totem_moved(switch: Switch, grab_listener: GrabListener, edge: Edge) -> None:
    """Report that the totem left its base or is back; the level, not the edge, decides which."""
    if switch.closed():
        grab_listener.totem_seen(True)
    else:
        grab_listener.totem_left(edge.at)


@contextmanager
def as_wiring_errors() -> Iterator[None]:
    """Turn errors of gpiozero and its factories into a WiringError that says what to do."""
    try:
        yield
    except HardwareError:
        raise
    except Exception as error:
        raise WiringError(
            f"the wiring can't be used here ({error}): change that pin in the seats file"
        ) from error


def another_factory() -> str | None:
    """Return the factory that GPIOZERO_PIN_FACTORY names instead of ours; None for ours."""
    name = os.environ.get("GPIOZERO_PIN_FACTORY")
    return None if name is None or name.lower() == "gpiod" else name


def default_factory(chip: str | None = None, loop: Loop | None = None) -> Factory:
    """Return the factory named by GPIOZERO_PIN_FACTORY, or else ours; the caller closes it.

    Ours is served by `loop`; by default it has its own thread.

    Raises ChipMissingError, NoPermissionError, or FactoryMissingError if the one named doesn't work.
    """
    name = another_factory()
    if name is None:
        # Imported only here: a desktop without GPIO needs none of it.
        from hardware.pins.factory import GpiodFactory

        return GpiodFactory(chip, loop=loop)
    try:
        return Device._default_pin_factory()
    except (GPIOZeroError, ImportError, OSError) as error:
        raise FactoryMissingError(
            f"GPIOZERO_PIN_FACTORY={name} doesn't work here ({error}): unset it to use gpiod"
        ) from error
