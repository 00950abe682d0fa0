"""Pins that can't be what the seats file wants them for, each with the reason and with what to write instead.

GPIO numbers and positions on the header overlap: what is said names both.
"""

import re

from msgspec import Struct

from hardware.machine import HEADER_LABELS
from hardware.wiring.pinouts import Model, PinPlace, at_position, position_of, uart_pins
from hardware.wiring.wiring import BOARD_PINS, FIXED_PULL_UP, Wire, Wiring

HEADER_PINS = tuple(range(2, 28))
"""GPIO numbers of the header that are free for use; 0 and 1 belong to the boards on top of it."""

WAKING = 3
"""The line that starts a halted Pi when it is pulled low (`WAKE_ON_GPIO` of the Pi's bootloader)."""

_NUMBER = re.compile(r"(?:gpio|bcm|gp|io)[ _-]?(\d{1,3})", re.IGNORECASE)
_POSITION = re.compile(r"(?:(?:physical|header|board|j8)[ :_-]*)?(?:pin[ #:_-]*)?(\d{1,3})", re.IGNORECASE)


class UnfitWire(Struct, frozen=True):
    """Why a wire can't be where the seats file has it, and what helps."""

    problem: str
    remedy: str


def unfit(wire: Wire, wiring: Wiring, machine: str = "") -> UnfitWire | None:
    """Return why a wire can't be on its pin; None where it can. `machine`: the Pi's model, where it is known.

    Another GPIO chip than the header's has lines of its own: nothing is known of them.
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
    if wire.lamp:
        return None
    if wiring.pull == "down" and wire.pin in FIXED_PULL_UP:
        return UnfitWire(
            f"{wire.what} can't be pulled down there, against the Pi's own 1.8 kΩ to 3.3 V", "use another pin"
        )
    if wire.pin == WAKING and _rests_closed(wire, wiring):
        return UnfitWire(
            f"{wire.what} would start the Pi again after it is shut down, being closed at rest",
            "swap it with the turn button on GPIO2 (pin 3)"
            if (wiring.turn, wiring.turn_board) == (2, None)
            else "wire it to another pin, such as GPIO2 (pin 3)",
        )
    return None


def on_header(wiring: Wiring) -> bool:
    """Tell whether the pins of a wiring that are on no board are the header's, as far as the file tells."""
    return wiring.chip is None or wiring.chip in HEADER_LABELS


def all_positions(wiring: Wiring) -> UnfitWire | None:
    """Return what to write where all numbers of the header can only be positions on it; else None."""
    if not on_header(wiring):
        return None
    pins = [wire.pin for wire in wiring.on(None)]
    meant = {pin: at_position("pi", pin) for pin in pins}
    if all(pin in HEADER_PINS for pin in pins) or not all(place and place.number for place in meant.values()):
        return None
    pairs = [f"{place.number} for {pin}" for pin, place in meant.items() if place is not None]
    return UnfitWire("its numbers are positions on the header, not GPIO numbers", f"write {', '.join(pairs)}")


def number_meant(text: str, model: Model) -> str:
    """Return what to write where a pin was given as a text such as "GPIO17" or "pin 11"."""
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
    """Return a pin of the header by both its numbers."""
    position = position_of("pi", pin)
    return f"GPIO{pin}" if position is None else f"GPIO{pin} (pin {position})"


def _rests_closed(wire: Wire, wiring: Wiring) -> bool:
    """Tell whether a switch pulls its line low while nobody touches it."""
    is_totem = wire.seat is None and (wiring.totem, wiring.totem_board) == (wire.pin, wire.board)
    return is_totem or (wire.seat is not None and wiring.normally_closed)


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
