"""The two kinds of board that wires end on, pin by pin: the Pi's 40-pin header and the Raspberry Pi Pico.

Pins have their names from the data sheets; both boards have 40, in two rows of 20.
"""

import os
import re
from collections.abc import Callable, Container, Iterable
from typing import Literal

from msgspec import Struct

from hardware.machine import HEADER_LABELS
from hardware.wiring.wiring import BOARD_PINS, FIXED_PULL_UP, Wire, Wiring

Model = Literal["pi", "pico"]
"""A Pi's header, seen from above with the USB sockets towards you; a Pico with its USB socket at the top."""

Side = Literal["left", "right"]

Kind = Literal["line", "ground", "3.3 V", "5 V", "other"]
"""What a pin is: a line for buttons and lamps, a power rail, or one to avoid."""

ROWS = 20


class PinPlace(Struct, frozen=True):
    """One pin: its place and its name; `number` is the line's number in the seats file."""

    position: int
    side: Side
    row: int
    """From 0 at the top."""
    name: str
    kind: Kind
    number: int | None = None


def _led_out(others: Container[int], numbers: Iterable[int]) -> dict[int, int]:
    """Return line numbers by position: in this order, they fill the positions not in `others`."""
    free = (position for position in range(1, 2 * ROWS + 1) if position not in others)
    return dict(zip(free, numbers, strict=True))


PI_OTHERS: dict[int, tuple[str, Kind]] = {
    1: ("3.3 V", "3.3 V"),
    2: ("5 V", "5 V"),
    4: ("5 V", "5 V"),
    17: ("3.3 V", "3.3 V"),
    **dict.fromkeys((6, 9, 14, 20, 25, 30, 34, 39), ("GND", "ground")),
    27: ("ID", "other"),
    28: ("ID", "other"),
}
"""Positions on the 40-pin header that aren't GPIO."""

PI_GPIO = _led_out(
    PI_OTHERS,
    (2, 3, 4, 14, 15, 17, 18, 27, 22, 23, 24, 10, 9, 25, 11, 8, 7, 5, 6, 12, 13, 19, 16, 26, 20, 21),
)
"""GPIO number by header position, the same on every Pi with 40 pins."""

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
"""Positions on a Pico that aren't GP pins. AGND isn't offered as a ground: it is for analogue parts."""

PICO_GP = _led_out(PICO_OTHERS, (*range(23), 26, 27, 28))
"""GP number by position on a Pico; GP23 to GP25 and GP29 aren't brought out."""


def pinout(model: Model) -> tuple[PinPlace, ...]:
    """Return all pins of a kind of board, by position."""
    pi = model == "pi"
    others, lines, prefix = (PI_OTHERS, PI_GPIO, "GPIO") if pi else (PICO_OTHERS, PICO_GP, "GP")
    places = []
    for position in range(1, 2 * ROWS + 1):
        if pi:
            # On the header odd positions are opposite even ones.
            row, left = (position - 1) // 2, position % 2 == 1
        else:
            # A Pico's positions count as on a chip: down the left edge and up the right one.
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
    """Return the pin at a position; None if the board has no such position."""
    return pinout(model)[position - 1] if 1 <= position <= 2 * ROWS else None


def position_of(model: Model, number: int) -> int | None:
    """Return the position of a line by its number in the seats file; None if it isn't brought out."""
    return next((place.position for place in pinout(model) if place.number == number), None)


def distance(model: Model, one: PinPlace, other: PinPlace) -> int:
    """Return the distance of two pins, in steps of 2.54 mm along the rows plus across."""
    across = 0 if one.side == other.side else 1 if model == "pi" else 7
    return abs(one.row - other.row) + across


# The serial lines on a Pi's header: which pins each one uses, and its right name on each Pi.
#
# Pins: Raspberry Pi's `overlays/README`, `uart0` to `uart5` and `uart0-pi5` to `uart4-pi5`. The Pi 5's
# primary one is on the three-pin debug socket: raspberrypi/documentation, pull request 3294.

FIRST = (14, 15)
"""GPIO numbers of the serial line on every Pi's header; the console uses it until that is switched off."""

FIRST_PORTS = ("/dev/serial0", "/dev/ttyAMA0", "/dev/ttyS0")
"""Names of that line; a board on another port is on USB, or on one of `MORE`."""

MORE: dict[int, dict[str, tuple[int, int]]] = {
    4: {"/dev/ttyAMA2": (0, 1), "/dev/ttyAMA3": (4, 5), "/dev/ttyAMA4": (8, 9), "/dev/ttyAMA5": (12, 13)},
    5: {"/dev/ttyAMA1": (0, 1), "/dev/ttyAMA2": (4, 5), "/dev/ttyAMA3": (8, 9), "/dev/ttyAMA4": (12, 13)},
}
"""Further serial lines of a Pi 4 and a Pi 5, by their kernels' names since 2023."""

_MODEL = re.compile(r"Raspberry Pi (?:Compute Module )?(\d)(?:00)?\b")


def generation(machine: str) -> int:
    """Return a Pi's generation from its model name (5: Pi 5, 500 or Compute Module 5); 0 if it is no Pi."""
    found = _MODEL.match(machine)
    return int(found[1]) if found else 0


def uart_pins(port: str | None, machine: str) -> tuple[int, ...]:
    """Return the GPIO numbers that a serial port uses on the header; none if it is on USB."""
    if port in FIRST_PORTS:
        return FIRST
    return MORE.get(generation(machine), {}).get(port or "", ())


def wrong_name(port: str, machine: str, resolve: Callable[[str], str] = os.path.realpath) -> str:
    """Return what is wrong with a port's name on this machine and what to write; empty if it is right."""
    if port != "/dev/serial0" or generation(machine) != 5 or resolve(port) == "/dev/ttyAMA0":
        return ""
    return (
        'on a Pi 5 /dev/serial0 is the debug socket, not pins 8 and 10; write port = "/dev/ttyAMA0" in the '
        "seats file, and dtparam=uart0=on in /boot/firmware/config.txt"
    )


# Pins that can't be used as the seats file wants, with the reason and what to write instead.

HEADER_PINS = tuple(range(2, 28))
"""GPIO numbers of the header that are free for use; 0 and 1 are reserved for a board on top (HAT)."""

WAKING = 3
"""The line that starts a halted Pi when it is pulled low (`WAKE_ON_GPIO` of the Pi's bootloader)."""

_NUMBER = re.compile(r"(?:gpio|bcm|gp|io)[ _-]?(\d{1,3})", re.IGNORECASE)
_POSITION = re.compile(r"(?:(?:physical|header|board|j8)[ :_-]*)?(?:pin[ #:_-]*)?(\d{1,3})", re.IGNORECASE)


class UnfitWire(Struct, frozen=True):
    """Why a wire can't be on its pin, and what to do."""

    problem: str
    remedy: str


def unfit(wire: Wire, wiring: Wiring, machine: str = "") -> UnfitWire | None:
    """Return why a wire can't be on its pin; None if it can. `machine`: the Pi's model, if known.

    On any other GPIO chip than the header's all pins are accepted: nothing is known of its lines.
    """
    if wire.board is not None:
        return None if wire.pin in BOARD_PINS else _off_a_board(wire)
    if not on_header(wiring):
        return None
    if wire.pin not in HEADER_PINS:
        return _off_the_header(wire)
    for plug in wiring.boards:
        if wire.pin in uart_pins(plug.port, machine):
            line = f'where the serial line of "{plug.name}" is'
            problem = f"{wire.what} is on pin {position_of('pi', wire.pin)}, {line}"
            return UnfitWire(problem, "wire it to another pin")
    if wire.role == "lamp":
        return None
    if wiring.pull == "down" and wire.pin in FIXED_PULL_UP:
        problem = f"{wire.what} can't be pulled down there, against the Pi's own 1.8 kΩ to 3.3 V"
        return UnfitWire(problem, "use another pin")
    if wire.pin == WAKING and _rests_closed(wire, wiring):
        return UnfitWire(
            f"{wire.what} would start the Pi again after it is shut down, for it is closed at rest",
            "swap it with the turn button on GPIO2 (pin 3)"
            if (wiring.turn, wiring.turn_board) == (2, None)
            else "wire it to another pin, such as GPIO2 (pin 3)",
        )
    return None


def on_header(wiring: Wiring) -> bool:
    """Return whether a wiring's pins that are on no board are the header's, as far as `chip` shows."""
    return wiring.chip is None or wiring.chip in HEADER_LABELS


def all_positions(wiring: Wiring) -> UnfitWire | None:
    """Return what to write if the wiring's header numbers can only be positions; else None."""
    if not on_header(wiring):
        return None
    pins = [wire.pin for wire in wiring.wires_on(None)]
    meant = {pin: at_position("pi", pin) for pin in pins}
    if all(pin in HEADER_PINS for pin in pins) or not all(place and place.number for place in meant.values()):
        return None
    pairs = [f"{place.number} for {pin}" for pin, place in meant.items() if place is not None]
    return UnfitWire("its numbers are positions on the header, not GPIO numbers", f"write {', '.join(pairs)}")


def number_meant(text: str, model: Model) -> str:
    """Return what to write instead of a text such as "GPIO17" or "pin 11" for a pin."""
    prefix = "GPIO" if model == "pi" else "GP"
    if found := _NUMBER.fullmatch(text.strip()):
        number = int(found[1])
        if position_of(model, number) is not None:
            return f"write {number}, which is pin {position_of(model, number)}"
    elif found := _POSITION.fullmatch(text.strip()):
        place = at_position(model, int(found[1]))
        if text.strip().isdecimal():
            return f"write {text.strip()} without quotes, if you mean {prefix}{text.strip()}"
        if place is not None and place.number is not None:
            return f"write {place.number}: pin {place.position} is {place.name}"
        if place is not None:
            return f"use another pin: pin {place.position} is {place.name}"
    return f"write its {prefix} number, as in 17"


def at_header(pin: int) -> str:
    """Return a header pin with both its numbers, such as "GPIO17 (pin 11)"."""
    position = position_of("pi", pin)
    return f"GPIO{pin}" if position is None else f"GPIO{pin} (pin {position})"


def _rests_closed(wire: Wire, wiring: Wiring) -> bool:
    """Return whether a switch pulls its line low while nobody touches it."""
    return wire.role == "totem" or (wire.role == "button" and wiring.normally_closed)


def _off_the_header(wire: Wire) -> UnfitWire:
    place = at_position("pi", wire.pin)
    if wire.pin < HEADER_PINS[0]:
        problem = f"{wire.what} can't be there, where a board on top of the Pi has its memory"
    else:
        problem = (
            f"{wire.what} can't be there: the header ends at GPIO27, and on a Pi 4 the lines from 28 on "
            "are its Wi-Fi, Bluetooth and Ethernet"
        )
    return UnfitWire(problem, _instead(place, "use GPIO2 to GPIO27"))


def _off_a_board(wire: Wire) -> UnfitWire:
    place = at_position("pico", wire.pin) if wire.pin > BOARD_PINS[-1] else None
    return UnfitWire(f"{wire.what} can't be there", _instead(place, "use GP2 to GP22 or GP26 to GP28"))


def _instead(place: PinPlace | None, otherwise: str) -> str:
    if place is None:
        return otherwise
    if place.number is None:
        return f"{otherwise} (pin {place.position} is {place.name})"
    return f"write {place.number} if you mean pin {place.position}, which is {place.name}; else {otherwise}"
