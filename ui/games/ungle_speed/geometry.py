"""Plane figures as data, in a unit square with y upwards. Pure: what draws them is in card.py."""

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from math import cos, dist, hypot, pi, radians, sin
from typing import TypeAlias

from msgspec import Struct

Point: TypeAlias = tuple[float, float]

MIDDLE: Point = (0.5, 0.5)

INK = "ink"
"""The colour that the card is printed in."""
PAPER = "paper"
"""The ground of the card; an area of paper on ink is a hole."""
DARK = "dark"
"""The colour of all outlines."""


class Area(Struct, frozen=True):
    """A filled simple polygon with a dark outline; `tone` is INK, PAPER, DARK or a colour of the deck."""

    points: tuple[Point, ...]
    tone: str = INK


class Ribbon(Struct, frozen=True):
    """A filled band between two edges; they are outlined if `edged`, its ends never, so that pieces join."""

    left: tuple[Point, ...]
    right: tuple[Point, ...]
    tone: str = INK
    edged: bool = True


Figure: TypeAlias = Area | Ribbon

Picture: TypeAlias = tuple[Figure, ...]
"""Figures in the order of drawing, the topmost last."""


def polar(centre: Point, radius: float, degrees: float) -> Point:
    """Return the point at an angle, counted from the right against the clock."""
    return centre[0] + radius * cos(radians(degrees)), centre[1] + radius * sin(radians(degrees))


def arc(centre: Point, radius: float, start: float, end: float, step: float = 6.0) -> tuple[Point, ...]:
    """Return points along an arc, both ends included; angles in degrees."""
    count = max(1, round(abs(end - start) / step))
    return tuple(polar(centre, radius, start + (end - start) * i / count) for i in range(count + 1))


def disc(centre: Point, radius: float) -> tuple[Point, ...]:
    """Return a circle as a polygon."""
    return arc(centre, radius, 0, 360)[:-1]


def regular(centre: Point, radius: float, corners: int, start: float = 90.0) -> tuple[Point, ...]:
    """Return a regular polygon with its first corner at angle `start`."""
    return tuple(polar(centre, radius, start + 360 * i / corners) for i in range(corners))


def box(centre: Point, half: float) -> tuple[Point, ...]:
    """Return an upright square."""
    x, y = centre
    return (x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)


def turned(points: Iterable[Point], degrees: float, about: Point = MIDDLE) -> tuple[Point, ...]:
    """Return the points turned against the clock."""
    c, s = cos(radians(degrees)), sin(radians(degrees))
    moved = ((x - about[0], y - about[1]) for x, y in points)
    return tuple((about[0] + x * c - y * s, about[1] + x * s + y * c) for x, y in moved)


def fitted(points: Sequence[Point], margin: float) -> tuple[Point, ...]:
    """Return the points moved and scaled alike in x and y, so that they fill the square but a margin."""
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    low, high = min(y for _, y in points), max(y for _, y in points)
    scale = (1 - 2 * margin) / max(right - left, high - low)
    return tuple(
        (0.5 + (x - (left + right) / 2) * scale, 0.5 + (y - (low + high) / 2) * scale) for x, y in points
    )


def band(path: Sequence[Point], width: float, *, closed: bool = False) -> Ribbon:
    """Return the ribbon of even width along a path."""
    left, right = [], []
    last = len(path) - 1
    for i, (x, y) in enumerate(path):
        # A closed path names its first point again at its end.
        before = path[last - 1] if closed and i == 0 else path[max(0, i - 1)]
        after = path[1] if closed and i == last else path[min(last, i + 1)]
        dx, dy = after[0] - before[0], after[1] - before[1]
        length = hypot(dx, dy) or 1.0
        nx, ny = -dy / length * width / 2, dx / length * width / 2
        left.append((x + nx, y + ny))
        right.append((x - nx, y - ny))
    return Ribbon(tuple(left), tuple(right))


def traced(curve: Callable[[float], Point], start: float, end: float, count: int) -> tuple[Point, ...]:
    """Return points along a curve, both ends included."""
    return tuple(curve(start + (end - start) * i / count) for i in range(count + 1))


def crossings(path: Sequence[Point]) -> list[tuple[int, int]]:
    """Return the pairs of segments that cross each other, by the number of their first point."""
    found = []
    segments = list(pairwise(path))
    for i, (a, b) in enumerate(segments):
        for j in range(i + 2, len(segments)):
            if (i, j) != (0, len(segments) - 1) and _cross(a, b, *segments[j]):
                found.append((i, j))
    return found


def woven(
    path: Sequence[Point], width: float, *, closed: bool = False, stripe: float = 0.0
) -> tuple[Figure, ...]:
    """Return a cord along a path that passes over and under itself by turns.

    `stripe` is the width of a line of paper along its middle, 0 for none.
    """
    visits = sorted(index for pair in crossings(path) for index in pair)
    pieces = _cord(path, width, stripe, closed=closed)
    for index in visits[1::2]:
        first, final = index, index + 1
        while first > 0 and dist(path[first], path[index]) < width:
            first -= 1
        while final < len(path) - 1 and dist(path[final], path[index]) < width:
            final += 1
        pieces = (*pieces, *_cord(path[first : final + 1], width, stripe))
    return pieces


def _cord(path: Sequence[Point], width: float, stripe: float, *, closed: bool = False) -> tuple[Figure, ...]:
    cord = band(path, width, closed=closed)
    if not stripe:
        return (cord,)
    middle = band(path, stripe, closed=closed)
    return cord, Ribbon(middle.left, middle.right, PAPER, edged=False)


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    def side(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


FULL_TURN = 2 * pi
