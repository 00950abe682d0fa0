"""What things look like: shapes on a unit square, drawn at any size. Pure.

Art is made by functions whose arguments name what it shows: `card(kind)`. Equal art is one picture, which an
engine draws once per size.
"""

from collections.abc import Iterable
from math import cos, radians, sin

from msgspec import Struct

from ui.stage.rect import Point, Rect
from ui.stage.shapes import Letters, Shape
from ui.stage.theme import Tone

UNIT = Rect(0.0, 0.0, 1.0, 1.0)
"""The square that art is drawn into."""
MIDDLE: Point = (0.5, 0.5)


class Art(Struct, frozen=True, cache_hash=True):
    """Shapes on a unit square, the topmost last; `rim` is the tone of the outermost edge."""

    shapes: tuple[Shape, ...]
    rim: Tone


def sector(middle: Point, radius: float, start: float, end: float, steps: int = 96) -> tuple[Point, ...]:
    """Return the outline of a sector of a disc, from one angle to another.

    Angles in degrees, counterclockwise from the right; a whole turn is a disc without a cut.
    """
    if abs(end - start) >= 360:
        return arc(middle, radius, start, end, steps)[:-1]
    return (middle, *arc(middle, radius, start, end, steps))


def arc(middle: Point, radius: float, start: float, end: float, steps: int = 96) -> tuple[Point, ...]:
    """Return points along an arc between two angles; a whole circle would have `steps` segments."""
    count = max(1, round(steps * abs(end - start) / 360))
    return tuple(around(middle, radius, start + (end - start) * n / count) for n in range(count + 1))


def around(middle: Point, radius: float, angle: float) -> Point:
    """Return the point at an angle from another one, in degrees counterclockwise from the right."""
    return middle[0] + radius * cos(radians(angle)), middle[1] + radius * sin(radians(angle))


def oval(rect: Rect) -> tuple[Point, ...]:
    """Return the outline of the ellipse in a rectangle."""
    return tuple((rect.x + x * rect.width, rect.y + y * rect.height) for x, y in disc(MIDDLE, 0.5))


def disc(middle: Point, radius: float) -> tuple[Point, ...]:
    """Return the outline of a disc."""
    return sector(middle, radius, 90, 450)


def regular(middle: Point, radius: float, corners: int) -> tuple[Point, ...]:
    """Return the outline of a regular polygon, with a corner at the top."""
    return sector(middle, radius, 90, 450, corners)


def star(middle: Point, radius: float, share: float) -> tuple[Point, ...]:
    """Return the outline of a star with five points; of its radius its inner corners have a `share`."""
    outer, inner = regular(middle, radius, 5), sector(middle, radius * share, 126, 486, 5)
    return tuple(point for pair in zip(outer, inner, strict=True) for point in pair)


def square(inset: float) -> Rect:
    """Return the unit square, inset on each side."""
    return UNIT.inset(inset)


def sign(text: str, at: Point, size: float, tone: Tone) -> Letters:
    """Return bold letters centred on a point."""
    return Letters(text, Rect(at[0] - 0.5, at[1] - 0.5, 1.0, 1.0), tone, size, bold=True)


def crossed(middle: Point, arm: float) -> Iterable[tuple[Point, Point]]:
    """Return the ends of the two strokes of a diagonal cross."""
    x, y = middle
    return ((x - arm, y - arm), (x + arm, y + arm)), ((x - arm, y + arm), (x + arm, y - arm))
