"""The shapes that scenes and art are made of: frozen values that every engine draws. Pure.

In a scene their lengths are pixels of its room; in art they are fractions of the unit square. In both, y
counts upwards.
"""

from collections.abc import Iterator
from itertools import pairwise
from math import dist
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import force_setattr, replace

from ui.stage.rect import Point, Rect
from ui.stage.theme import Tone

Corners: TypeAlias = tuple[float, float, float, float]
"""Radii of four corners, clockwise from the upper left one."""


class Area(Struct, frozen=True):
    """A filled polygon whose edge doesn't cross itself."""

    points: tuple[Point, ...]
    tone: Tone


class Box(Struct, frozen=True):
    """A filled rectangle with round corners: all of one radius, or each of its own."""

    rect: Rect
    tone: Tone
    corners: float | Corners = 0.0


class Rim(Struct, frozen=True):
    """The outline of a rectangle with round corners; half of its width lies on either side of the edge."""

    rect: Rect
    tone: Tone
    width: float
    corner: float = 0.0


class Stroke(Struct, frozen=True):
    """A line through points, its ends and bends `round` or cut off; a `closed` one returns to its start.

    With a `dash`, each part between two points begins and ends with a dash of about that length; 0 is a solid
    line.
    """

    points: tuple[Point, ...]
    tone: Tone
    width: float
    round: bool = False
    closed: bool = False
    dash: float = 0.0

    @property
    def lines(self) -> tuple[tuple[Point, ...], ...]:
        """The lines that it is drawn as: one, or its dashes."""
        if not self.dash:
            return (self.points,)
        ring = (*self.points, self.points[0]) if self.closed else self.points
        return tuple(dash for one, other in pairwise(ring) for dash in _dashes(one, other, self.dash))


class Letters(Struct, frozen=True):
    """A line of text in a room: `size` high, or smaller if that is too wide.

    `along` aligns it in a wider room: 0 at the left, 0.5 in the middle, 1 at the right.
    """

    text: str
    room: Rect
    tone: Tone
    size: float
    bold: bool = False
    along: float = 0.5

    def __post_init__(self) -> None:
        if type(self.text) is not str:
            force_setattr(self, "text", str(self.text))


Shape: TypeAlias = Area | Box | Rim | Stroke | Letters


def scaled(shape: Shape, by: float) -> Shape:
    """Return a shape `by` times as large."""
    match shape:
        case Area():
            return Area(_points(shape.points, by), shape.tone)
        case Box(rect, tone, corners):
            if not isinstance(corners, tuple):
                return Box(_rect(rect, by), tone, corners * by)
            one, two, three, four = corners
            return Box(_rect(rect, by), tone, (one * by, two * by, three * by, four * by))
        case Rim(rect, tone, width, corner):
            return Rim(_rect(rect, by), tone, width * by, corner * by)
        case Stroke(points, width=width, dash=dash):
            return replace(shape, points=_points(points, by), width=width * by, dash=dash * by)
        case Letters():
            return replace(shape, room=_rect(shape.room, by), size=shape.size * by)


def _dashes(one: Point, other: Point, dash: float) -> Iterator[tuple[Point, ...]]:
    """Yield the dashes between two points: an odd number of steps, so that there is one at both ends."""
    steps = 2 * max(1, round(dist(one, other) / dash / 2)) + 1
    across, up = other[0] - one[0], other[1] - one[1]
    for step in range(0, steps, 2):
        yield tuple((one[0] + across * end / steps, one[1] + up * end / steps) for end in (step, step + 1))


def _points(points: tuple[Point, ...], by: float) -> tuple[Point, ...]:
    return tuple((x * by, y * by) for x, y in points)


def _rect(rect: Rect, by: float) -> Rect:
    return Rect(rect.x * by, rect.y * by, rect.width * by, rect.height * by)
