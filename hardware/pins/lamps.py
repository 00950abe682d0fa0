"""The seats' lamps."""

from collections.abc import Collection, Mapping
from contextlib import suppress

from gpiozero import LED
from gpiozero.pins import Factory

from hardware.closing import Closing
from hardware.errors import HardwareError
from hardware.grab.contacts import Seat


class Lamps(Closing):
    """One lamp a seat, on GPIO pins given by number; seats may do without."""

    def __init__(self, pins: Mapping[Seat, int], factory: Factory) -> None:
        self._lamps: dict[Seat, LED] = {}
        self._lit: frozenset[Seat] = frozenset()
        try:
            for seat, pin in pins.items():
                self._lamps[seat] = LED(pin, pin_factory=factory)
        except BaseException:
            self.close()
            raise

    def show(self, seats: Collection[Seat]) -> None:
        """Light the lamps of these seats and put out all others; only those that change are touched."""
        lit = frozenset(seats)
        for seat in lit ^ self._lit:
            # A lamp whose line is gone stays dark; its seat shows as unplugged, and the verdict goes on.
            with suppress(HardwareError):
                if seat in self._lamps:
                    self._lamps[seat].value = seat in lit
        self._lit = lit

    def close(self) -> None:
        """Put all out and let the pins go."""
        for lamp in self._lamps.values():
            lamp.close()
        self._lamps.clear()
