"""The two kinds of board that wires end on, pin by pin: the Pi's 40-pin header and a Raspberry Pi Pico.

Pins are named as their makers' data sheets name them; both have 40, in two rows of 20.
"""

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
