"""The grab pad: real buttons, through whichever pin factory gpiozero has.

Press edges come with the factory's ticks; releases are read from the level.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager

from gpiozero import Device
from gpiozero.exc import GPIOZeroError
from gpiozero.pins import Factory

from companion.clock import Clock, Instant, SystemClock
from hardware.adjudicate import TIE_BANDS
from hardware.alarm import Alarm, ThreadAlarm
from hardware.contacts import Seat
from hardware.errors import FactoryMissingError, HardwareError, WiringError
from hardware.lamps import Lamps
from hardware.pad_base import PadBase
from hardware.sources import instants_of, quality_of
from hardware.switch import Switch
from hardware.wiring import Wiring


class GrabPad(PadBase):
    """A `Pad` on GPIO pins. A factory that the caller gives stays open when the pad closes.

    Raises HardwareError, and then leaves nothing open.
    """

    def __init__(
        self,
        wiring: Wiring,
        factory: Factory | None = None,
        clock: Clock | None = None,
        alarm: Alarm | None = None,
    ) -> None:
        clock = clock or SystemClock()
        with told_plainly(), ExitStack() as opened:
            if factory is None:
                factory = default_factory(wiring.chip)
                opened.callback(factory.close)
            stamps = instants_of(factory, clock)
            self._factory = factory
            pressed_high = (wiring.pull == "up") == wiring.normally_closed
            self._buttons: dict[Seat, Switch] = {}
            for wires in wiring.seats:
                self._buttons[wires.seat] = opened.enter_context(
                    Switch(wires.grab, factory, wiring.pull, pressed_high, stamps)
                )
            self._turn = self._switch(opened, wiring.turn, factory, wiring, stamps)
            self._totem = self._switch(opened, wiring.totem, factory, wiring, stamps)
            lamps = {wires.seat: wires.lamp for wires in wiring.seats if wires.lamp is not None}
            self._lamps = opened.enter_context(Lamps(lamps, factory))
            quality = quality_of(factory)
            alarm = alarm or ThreadAlarm(clock)
            opened.callback(alarm.close)
            super().__init__(
                self._buttons,
                self,
                clock,
                alarm,
                quality=quality,
                band=TIE_BANDS[quality],
                timing=wiring.timing,
            )
            self.notices_loss = all(switch.counts_loss for switch in self._buttons.values())
            self._listen()
            self._opened = opened.pop_all()

    def closed(self, seat: Seat) -> bool | None:
        """Whether the seat's button is closed; None if its line is gone."""
        return self._buttons[seat].closed()

    def lost(self) -> int:
        """How many edges of buttons are known to be lost; 0 as well where the source can't tell."""
        return sum(switch.lost for switch in self._buttons.values())

    def light(self, seats: Iterable[Seat]) -> None:
        """Light the lamps of these seats and no others."""
        with self._lock:
            super().light(seats)
            self._lamps.show(self._lit)

    def close(self) -> None:
        """Let pins, lamps and threads go."""
        super().close()
        self._opened.close()

    @staticmethod
    def _switch(
        opened: ExitStack,
        pin: int | None,
        factory: Factory,
        wiring: Wiring,
        stamps: Callable[[float], Instant],
    ) -> Switch | None:
        if pin is None:
            return None
        return opened.enter_context(Switch(pin, factory, wiring.pull, wiring.pull == "down", stamps))

    def _listen(self) -> None:
        for seat, switch in self._buttons.items():
            switch.listen(SeatListener(self, seat))
        if self._turn is not None:
            self._turn.listen(TurnListener(self))
        if self._totem is not None:
            self._totem_stands = bool(self._totem.closed())
            self._totem.listen(TotemListener(self, self._totem), both=True)

    def _catch_up(self) -> None:
        """Of gpiozero's factories only ours can tell that nothing is on its way any more."""
        if hasattr(self._factory, "catch_up"):
            self._factory.catch_up()

    def _totem_is_back(self) -> bool:
        return self._totem is not None and bool(self._totem.closed())


class SeatListener:
    """Hands the edges of one seat's button to the pad."""

    def __init__(self, pad: PadBase, seat: Seat) -> None:
        self._pad, self._seat = pad, seat

    def moved(self, at: Instant) -> None:
        """Take a press edge."""
        self._pad.edge(self._seat, at)

    def gone(self) -> None:
        """Take note that the line vanished."""
        self._pad.line_gone(self._seat)


class TurnListener:
    """Hands the edges of the turn button to the pad."""

    def __init__(self, pad: PadBase) -> None:
        self._pad = pad

    def moved(self, at: Instant) -> None:
        """Take a press edge."""
        self._pad.turn_pressed(at)

    def gone(self) -> None:
        """A turn button that vanished can't be pressed; turns are tapped on the screen."""


class TotemListener:
    """Tells the pad when the totem leaves its base; the level decides which of the edges it was."""

    def __init__(self, pad: PadBase, switch: Switch) -> None:
        self._pad, self._switch = pad, switch

    def moved(self, at: Instant) -> None:
        """Take an edge either way."""
        if self._switch.closed():
            self._pad.totem_back()
        else:
            self._pad.totem_left(at)

    def gone(self) -> None:
        """Without its switch the totem can't be seen to fall; the table says so by a tap."""


@contextmanager
def told_plainly() -> Iterator[None]:
    """Turn what gpiozero and its factories raise into a WiringError that says what to do."""
    try:
        yield
    except HardwareError:
        raise
    except Exception as error:
        raise WiringError(
            f"the wiring can't be used here ({error}): change that pin in the seats file"
        ) from error


def default_factory(chip: str | None = None) -> Factory:
    """Return the factory that GPIOZERO_PIN_FACTORY names, or else ours; it is the caller's to close.

    Raises ChipMissingError, NoPermissionError, or FactoryMissingError if the one named doesn't work.
    """
    name = os.environ.get("GPIOZERO_PIN_FACTORY")
    if name is None or name.lower() == "gpiod":
        # Not before it is needed: on a desktop without GPIO nothing of it is.
        from hardware.gpiod_factory import GpiodFactory

        return GpiodFactory(chip)
    try:
        return Device._default_pin_factory()
    except (GPIOZeroError, ImportError, OSError) as error:
        raise FactoryMissingError(
            f"GPIOZERO_PIN_FACTORY={name} doesn't work here ({error}): unset it to use gpiod"
        ) from error
