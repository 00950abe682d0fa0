"""The lights of one pad as lamps of its seats: files of the kernel's, on or off."""

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from hardware.grab.contacts import Seat
from hardware.usb.devices import FoundPad
from hardware.usb.trouble import dark, without_lamp
from hardware.wiring.wiring import UsbPlug, UsbSeat


class PadLamps:
    """Lights the lamps of these seats on a pad that is plugged in."""

    def __init__(self, found: FoundPad, plug: UsbPlug, seats: Iterable[UsbSeat]) -> None:
        wanted = {button.seat: button.lamp for button in seats if button.lamp is not None}
        self._lights = {
            seat: Path(found.lights[light]) for seat, light in wanted.items() if light in found.lights
        }
        self.trouble = ""
        """What is wrong with the lamps and what to do, in a sentence; empty while all is well."""
        missing = sorted(set(wanted.values()) - set(found.lights))
        if missing:
            self.trouble = without_lamp(plug.name, missing, found.lights)
        elif not all(os.access(light / "brightness", os.W_OK) for light in self._lights.values()):
            self.trouble = dark(plug.name)

    def show(self, seats: Iterable[Seat]) -> None:
        """Light the lamps of these seats and no others, as far as that can be done."""
        lit = set(seats)
        for seat, light in self._lights.items():
            # A pad that is being unplugged is told of by its link.
            with suppress(OSError):
                brightest = (light / "max_brightness").read_text().strip()
                (light / "brightness").write_text(brightest if seat in lit else "0")
