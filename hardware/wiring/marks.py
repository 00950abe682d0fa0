"""The mark of a seat on paper: a shape in a colour, as on the screen, with the seat's number in it.

`ui/theme.py` and `ui/widgets/seat_mark.py` have the same for the screen; a test holds them together.
"""

from math import cos, pi, sin

from hardware.grab.contacts import Seat

COLOURS = ("#e69f00", "#56b4e9", "#009e73", "#f0e442", "#cc79a7", "#d55e00", "#dcd7c6")
"""Okabe and Ito's colours without their blue, and an ivory; told apart by nearly all eyes."""

SHAPES = ("circle", "triangle", "square", "diamond", "star", "hexagon", "pentagon", "cross")
"""Stepped through together with the colours, they repeat only after 56 seats."""

Outline = tuple[tuple[float, float], ...]
"""Points in a unit square, y downwards."""


def colour(seat: Seat) -> str:
    """Return the colour of a seat."""
    return COLOURS[seat % len(COLOURS)]


def shape(seat: Seat) -> str:
    """Return the name of a seat's shape."""
    return SHAPES[seat % len(SHAPES)]


def _ring(corners: int, radius: float, low: float = 0.0, turned: float = 0.0) -> Outline:
    """Return the corners of a regular shape, the first at the top; `low` moves it down."""
    angles = [turned + 2 * pi * corner / corners for corner in range(corners)]
    return tuple((0.5 - radius * sin(angle), 0.5 + low - radius * cos(angle)) for angle in angles)


def _star() -> Outline:
    tips, dents = _ring(5, 0.54, 0.03), _ring(5, 0.27, 0.03, pi / 5)
    return tuple(point for pair in zip(tips, dents, strict=True) for point in pair)


OUTLINES: dict[str, Outline] = {
    "circle": _ring(40, 0.48),
    "triangle": _ring(3, 0.58, 0.1),
    "square": ((0.07, 0.93), (0.93, 0.93), (0.93, 0.07), (0.07, 0.07)),
    "diamond": _ring(4, 0.53),
    "star": _star(),
    "hexagon": _ring(6, 0.5),
    "pentagon": _ring(5, 0.52, 0.03),
    "cross": (
        (0.3, 0.98), (0.7, 0.98), (0.7, 0.7), (0.98, 0.7), (0.98, 0.3), (0.7, 0.3),
        (0.7, 0.02), (0.3, 0.02), (0.3, 0.3), (0.02, 0.3), (0.02, 0.7), (0.3, 0.7),
    ),
}  # fmt: skip
"""The outline of every shape."""

NUMBER_AT = {"triangle": 0.6, "star": 0.54, "pentagon": 0.52}
"""How far down the number stands, where that is not the middle."""
NUMBER_SIZE = {"triangle": 0.46, "star": 0.46, "diamond": 0.5}
