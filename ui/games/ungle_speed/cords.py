"""Curves, and cords along them that pass over and under themselves. In a unit square, y upwards. Pure."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import pairwise
from math import cos, dist, pi, radians, sin

from ui.stage.art import MIDDLE
from ui.stage.rect import Point

FULL_TURN = 2 * pi


def turned(points: Iterable[Point], degrees: float, about: Point = MIDDLE) -> tuple[Point, ...]:
    """Return the points turned against the clock."""
    c, s = cos(radians(degrees)), sin(radians(degrees))
    moved = ((x - about[0], y - about[1]) for x, y in points)
    return tuple((about[0] + x * c - y * s, about[1] + x * s + y * c) for x, y in moved)


def fitted(points: tuple[Point, ...], margin: float) -> tuple[Point, ...]:
    """Return the points moved and scaled alike in x and y, so that they fill the square but a margin."""
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    low, high = min(y for _, y in points), max(y for _, y in points)
    scale = (1 - 2 * margin) / max(right - left, high - low)
    return tuple(
        (0.5 + (x - (left + right) / 2) * scale, 0.5 + (y - (low + high) / 2) * scale) for x, y in points
    )


def traced(curve: Callable[[float], Point], start: float, end: float, count: int) -> tuple[Point, ...]:
    """Return points along a curve, both ends included."""
    return tuple(curve(start + (end - start) * i / count) for i in range(count + 1))


@cache
def crossings(path: tuple[Point, ...]) -> tuple[tuple[int, int], ...]:
    """Return the pairs of segments that cross each other, by the number of their first point."""
    segments = list(pairwise(path))
    return tuple(
        (i, j)
        for i, (a, b) in enumerate(segments)
        for j in range(i + 2, len(segments))
        if (i, j) != (0, len(segments) - 1) and _cross(a, b, *segments[j])
    )


def passing_over(path: tuple[Point, ...], width: float) -> Iterator[tuple[Point, ...]]:
    """Yield the parts of a path where a cord of a width passes over itself: at every other crossing."""
    visits = sorted(index for pair in crossings(path) for index in pair)
    for index in visits[1::2]:
        first, final = index, index + 1
        while first > 0 and dist(path[first], path[index]) < width:
            first -= 1
        while final < len(path) - 1 and dist(path[final], path[index]) < width:
            final += 1
        yield path[first : final + 1]


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    def side(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0
