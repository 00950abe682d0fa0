"""The serial lines on a Pi's header: which pins each takes, and which name is right on which Pi.

Pins: Raspberry Pi's `overlays/README`, `uart0` to `uart5` and `uart0-pi5` to `uart4-pi5`. The Pi 5's primary
one is on the three-pin debug socket: raspberrypi/documentation, pull request 3294.
"""

import os
import re
from collections.abc import Callable

FIRST = (14, 15)
"""GPIO numbers of the line that every Pi has on its header; its console has it until it is switched off."""

FIRST_PORTS = ("/dev/serial0", "/dev/ttyAMA0", "/dev/ttyS0")
"""What that line is called; a board on another port is plugged in by USB, or on one of `MORE`."""

MORE: dict[int, dict[str, tuple[int, int]]] = {
    4: {"/dev/ttyAMA2": (0, 1), "/dev/ttyAMA3": (4, 5), "/dev/ttyAMA4": (8, 9), "/dev/ttyAMA5": (12, 13)},
    5: {"/dev/ttyAMA1": (0, 1), "/dev/ttyAMA2": (4, 5), "/dev/ttyAMA3": (8, 9), "/dev/ttyAMA4": (12, 13)},
}
"""The further lines of a Pi 4 and of a Pi 5, by their kernels' names since 2023."""

_MODEL = re.compile(r"Raspberry Pi (?:Compute Module )?(\d)(?:00)?\b")


def generation(machine: str) -> int:
    """Return which Pi a machine is by its model's name, 5 for a Pi 5, a 500 or a Compute Module 5; else 0."""
    found = _MODEL.match(machine)
    return int(found[1]) if found else 0


def uart_pins(port: str | None, machine: str) -> tuple[int, ...]:
    """Return the GPIO numbers that a serial port takes from the header; none if it is on USB."""
    if port in FIRST_PORTS:
        return FIRST
    return MORE.get(generation(machine), {}).get(port or "", ())


def wrong_name(port: str, machine: str, resolve: Callable[[str], str] = os.path.realpath) -> str:
    """Return what is wrong with a port's name on this machine and what to write; empty where it is right."""
    if port != "/dev/serial0" or generation(machine) != 5 or resolve(port) == "/dev/ttyAMA0":
        return ""
    return (
        'on a Pi 5 /dev/serial0 is the debug socket, not pins 8 and 10; write port = "/dev/ttyAMA0" in the '
        "seats file, and dtparam=uart0=on in /boot/firmware/config.txt"
    )
