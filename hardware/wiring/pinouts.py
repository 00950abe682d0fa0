"""The two kinds of board that wires end on, pin by pin: the Pi's 40-pin header and a Raspberry Pi Pico.

Pins are named as their makers' data sheets name them; both have 40, in two rows of 20.
"""

import os
import re
from collections.abc import Callable
from typing import Literal

from msgspec import Struct

Model = Literal["pi", "pico"]
"""A Pi's header, seen from above with the USB sockets towards you; a Pico, its USB socket at the top."""

Side = Literal["left", "right"]

Kind = Literal["line", "ground", "3.3 V", "5 V", "other"]
"""What a pin is: one for buttons and lamps, a rail, or something to keep off."""

ROWS = 20


class PinPlace(Struct, frozen=True):
    """One pin: where it is, and what it is called; `number` is what the seats file calls a line."""

    position: int
    side: Side
    row: int
    """From 0 at the top."""
    name: str
    kind: Kind
    number: int | None = None


PI_OTHERS: dict[int, tuple[str, Kind]] = {
    1: ("3.3 V", "3.3 V"),
    2: ("5 V", "5 V"),
    4: ("5 V", "5 V"),
    17: ("3.3 V", "3.3 V"),
    **dict.fromkeys((6, 9, 14, 20, 25, 30, 34, 39), ("GND", "ground")),
    27: ("ID", "other"),
    28: ("ID", "other"),
}
"""The positions of the 40-pin header that are no GPIO."""

PI_GPIO = {
    3: 2,
    5: 3,
    7: 4,
    8: 14,
    10: 15,
    11: 17,
    12: 18,
    13: 27,
    15: 22,
    16: 23,
    18: 24,
    19: 10,
    21: 9,
    22: 25,
    23: 11,
    24: 8,
    26: 7,
    29: 5,
    31: 6,
    32: 12,
    33: 13,
    35: 19,
    36: 16,
    37: 26,
    38: 20,
    40: 21,
}
"""Header position: GPIO number, the same on every Pi with 40 pins."""

PICO_OTHERS: dict[int, tuple[str, Kind]] = {
    **dict.fromkeys((3, 8, 13, 18, 23, 28, 38), ("GND", "ground")),
    30: ("RUN", "other"),
    33: ("AGND", "other"),
    35: ("VREF", "other"),
    36: ("3V3", "3.3 V"),
    37: ("3V3_EN", "other"),
    39: ("VSYS", "other"),
    40: ("VBUS", "5 V"),
}
"""The positions of a Pico that are no GP pin. Its ground for analogue parts is left to those."""

PICO_GP = dict(zip(sorted(set(range(1, 41)) - set(PICO_OTHERS)), (*range(23), 26, 27, 28), strict=True))
"""Position on a Pico: GP number. GP23 to GP25 and GP29 aren't led out."""


def pinout(model: Model) -> tuple[PinPlace, ...]:
    """Return all pins of a kind of board, by position."""
    pi = model == "pi"
    others, lines, prefix = (PI_OTHERS, PI_GPIO, "GPIO") if pi else (PICO_OTHERS, PICO_GP, "GP")
    places = []
    for position in range(1, 2 * ROWS + 1):
        if pi:
            # Along the header odd positions face even ones.
            row, left = (position - 1) // 2, position % 2 == 1
        else:
            # Around a Pico they are counted as on a chip: down the left edge and up the right one.
            left = position <= ROWS
            row = position - 1 if left else 2 * ROWS - position
        number = lines.get(position)
        side: Side = "left" if left else "right"
        if number is not None:
            places.append(PinPlace(position, side, row, f"{prefix}{number}", "line", number))
        else:
            places.append(PinPlace(position, side, row, *others[position]))
    return tuple(places)


def at_position(model: Model, position: int) -> PinPlace | None:
    """Return the pin at a position; None where the board has no such position."""
    return pinout(model)[position - 1] if 1 <= position <= 2 * ROWS else None


def position_of(model: Model, number: int) -> int | None:
    """Return the position of a line by its number in the seats file; None where it isn't led out."""
    return next((place.position for place in pinout(model) if place.number == number), None)


def distance(model: Model, one: PinPlace, other: PinPlace) -> int:
    """Return how far two pins are apart, in steps of 2.54 mm along the rows and across."""
    across = 0 if one.side == other.side else 1 if model == "pi" else 7
    return abs(one.row - other.row) + across


# The serial lines on a Pi's header: which pins each takes, and which name is right on which Pi.
#
# Pins: Raspberry Pi's `overlays/README`, `uart0` to `uart5` and `uart0-pi5` to `uart4-pi5`. The Pi 5's
# primary one is on the three-pin debug socket: raspberrypi/documentation, pull request 3294.

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
