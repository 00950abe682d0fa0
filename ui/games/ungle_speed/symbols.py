"""The pictures on the cards, drawn by the program. Look-alikes differ at a glance, even when small.

They show what tells a symbol from its look-alikes; they don't copy any printed card.
"""

from collections.abc import Callable
from functools import cache, partial
from itertools import pairwise
from math import asin, cos, degrees, pi, sin

from companion.games.ungle_speed.deck import Arrows
from ui.games.ungle_speed.geometry import (
    DARK,
    FULL_TURN,
    INK,
    MIDDLE,
    PAPER,
    Area,
    Picture,
    Point,
    arc,
    box,
    disc,
    fitted,
    polar,
    regular,
    traced,
    turned,
    woven,
)

DIAGONALS = (45, 135, 225, 315)
RIM = 0.47
"""Radius of the discs."""
SLOT = 0.075
"""Half the width of the slots in the discs."""
INSET = degrees(asin(SLOT / RIM))
"""The angle that half a slot takes of the rim."""


# Pairs: two big shapes on a diagonal, a small one between them.


def _pair(shape: Callable[[Point], Picture], centre: Picture) -> Picture:
    return (*shape((0.26, 0.74)), *shape((0.74, 0.26)), *centre)


def _square(at: Point) -> Picture:
    return (Area(box(at, 0.215)),)


def _circle(at: Point) -> Picture:
    return (Area(disc(at, 0.24)),)


def _octagon(at: Point) -> Picture:
    # Cut like a gem: eight flat sides by themselves would pass for a circle on a small card.
    rim, table = regular(at, 0.26, 8, 22.5), regular(at, 0.165, 8, 22.5)
    facets = [Area((rim[i - 1], rim[i], table[i], table[i - 1])) for i in range(8)]
    return (*facets, Area(table, PAPER), Area(regular(at, 0.11, 8, 22.5)))


_SMALL_CIRCLE: Picture = (Area(disc(MIDDLE, 0.16), PAPER),)
_SMALL_SQUARE: Picture = (Area(box(MIDDLE, 0.155), PAPER), Area(box(MIDDLE, 0.095), DARK))


# Stars: rays from the centre.


def _star_wavy() -> Picture:
    def side(sign: int) -> list[Point]:
        steps = [i / 24 for i in range(25)]
        return [
            (0.5 + 0.56 * t, 0.5 + 0.085 * sin(FULL_TURN * t) + sign * 0.1 * (1 - t) ** 0.4) for t in steps
        ]

    ray = (*side(1), *reversed(side(-1)))
    return (*(Area(turned(ray, a)) for a in DIAGONALS), Area(disc(MIDDLE, 0.1)))


def _star_notched() -> Picture:
    def bend(t: float) -> float:
        return 0.5 + 0.035 * sin(FULL_TURN * (t - 0.5) / 0.6)

    def side(sign: int, notches: tuple[float, ...]) -> list[Point]:
        wide, deep, edges = 0.13, 0.05, [0.5, *notches, 1.02]
        points: list[Point] = []
        for i, (start, end) in enumerate(pairwise(edges)):
            half = sign * (deep if i % 2 else wide)
            points += [(start, bend(start) + half), (end, bend(end) + half)]
        return points

    ray = (*side(1, (0.67, 0.76, 0.87, 0.97)), *reversed(side(-1, (0.62, 0.71, 0.82, 0.92))))
    return (*(Area(turned(ray, a)) for a in DIAGONALS), Area(disc(MIDDLE, 0.15)))


def _star_blades() -> Picture:
    return tuple(
        Area((MIDDLE, polar(MIDDLE, 0.17, a - 45), polar(MIDDLE, 0.56, a), polar(MIDDLE, 0.17, a + 45)))
        for a in DIAGONALS
    )


def _star_eight() -> Picture:
    outline = [
        polar(MIDDLE, reach, 45 * i + turn) for i in range(8) for reach, turn in ((0.5, 0.0), (0.2, 22.5))
    ]
    return Area(tuple(outline)), Area(disc(MIDDLE, 0.1), PAPER)


# Discs: a disc with an X in it.


def _wedge(start: float) -> Area:
    """Return a quarter of the disc between two arms of an X that reaches the rim."""
    apex = polar(MIDDLE, SLOT * 2**0.5, start + 45)
    return Area((apex, *arc(MIDDLE, RIM, start + INSET, start + 90 - INSET)))


def _disc_to_rim() -> Picture:
    return tuple(_wedge(a) for a in DIAGONALS)


def _disc_inside() -> Picture:
    reach = 0.29
    cross: list[Point] = []
    for a in (0, 90, 180, 270):
        cross += turned(((0.5 + SLOT, 0.5 + SLOT), (0.5 + SLOT, 0.5 + reach), (0.5 - SLOT, 0.5 + reach)), a)
    return Area(disc(MIDDLE, RIM)), Area(turned(cross, 45), PAPER)


def _disc_from_rim() -> Picture:
    outline: list[Point] = []
    for a in DIAGONALS:
        outline += arc(MIDDLE, RIM, a - 90 + INSET, a - INSET)
        outline += turned(((0.67, 0.5 - SLOT), (0.67, 0.5 + SLOT)), a)
    return (Area(tuple(outline)),)


def _disc_floating() -> Picture:
    slot = ((0.64, 0.5 - SLOT), (0.86, 0.5 - SLOT), (0.86, 0.5 + SLOT), (0.64, 0.5 + SLOT))
    return (Area(disc(MIDDLE, RIM)), *(Area(turned(slot, a), PAPER) for a in DIAGONALS))


# Cords: knots and ribbons.


def _knot_closed() -> Picture:
    def curve(t: float) -> Point:
        return cos(t) + 0.78 * cos(3 * t), sin(t) - 0.78 * sin(3 * t)

    path = fitted(traced(curve, 0.2, 0.2 + FULL_TURN, 240), 0.02)
    return woven(path, 0.075, closed=True)


def _cord_open() -> Picture:
    def curve(t: float) -> Point:
        return 0.62 * t - 1.6 * sin(t), -2.1 * cos(t)

    path = turned(fitted(traced(curve, pi - 2.15 * pi, pi + 2.15 * pi, 200), 0.05), 45)
    ends = [Area(disc(end, 0.05)) for end in (path[0], path[-1])]
    return (*woven(path, 0.09), *ends)


def _ribbon_two() -> Picture:
    def curve(t: float) -> Point:
        return cos(t), 0.62 * sin(2 * t)

    path = fitted(traced(curve, 0.1, 0.1 + FULL_TURN, 120), 0.12)
    return woven(turned(path, 45), 0.15, closed=True, stripe=0.05)


def _ribbon_three() -> Picture:
    def curve(t: float) -> Point:
        return sin(t) + 1.7 * sin(2 * t), cos(t) - 1.7 * cos(2 * t)

    path = fitted(traced(curve, 0.1, 0.1 + FULL_TURN, 160), 0.13)
    return woven(path, 0.15, closed=True, stripe=0.05)


# Grids of dots.


def _dots(tone: str) -> Picture:
    return tuple(
        Area(disc((0.5 + 0.27 * i, 0.5 + 0.27 * j), 0.095), tone) for i in (-1, 0, 1) for j in (-1, 0, 1)
    )


def _dots_on_colour() -> Picture:
    return (Area(box(MIDDLE, 0.42)), *_dots(PAPER))


SYMBOLS: dict[str, Callable[[], Picture]] = {
    "squares_circle": partial(_pair, _square, _SMALL_CIRCLE),
    "circles_square": partial(_pair, _circle, _SMALL_SQUARE),
    "octagons_square": partial(_pair, _octagon, _SMALL_SQUARE),
    "octagons_circle": partial(_pair, _octagon, _SMALL_CIRCLE),
    "star_wavy": _star_wavy,
    "star_notched": _star_notched,
    "star_blades": _star_blades,
    "star_eight": _star_eight,
    "disc_to_rim": _disc_to_rim,
    "disc_inside": _disc_inside,
    "disc_from_rim": _disc_from_rim,
    "disc_floating": _disc_floating,
    "knot_closed": _knot_closed,
    "cord_open": _cord_open,
    "ribbon_two": _ribbon_two,
    "ribbon_three": _ribbon_three,
    "dots_on_white": partial(_dots, INK),
    "dots_on_colour": _dots_on_colour,
}
"""How each symbol of the shipped deck is drawn; only when it is first seen, for knots take their time."""


@cache
def picture(symbol: str) -> Picture:
    """Return the picture of a symbol; for an unknown one a plaque, to be lettered with its name."""
    return SYMBOLS.get(symbol, _plaque)()


def _plaque() -> Picture:
    return Area(box(MIDDLE, 0.4)), Area(box(MIDDLE, 0.34), PAPER)


# Arrow cards.

_ARROW: tuple[Point, ...] = (
    (1.09, 0.5), (0.85, 0.73), (0.85, 0.59), (0.6, 0.59), (0.6, 0.41), (0.85, 0.41), (0.85, 0.27),
)  # fmt: skip


def arrows_picture(arrows: Arrows, colours: tuple[str, ...]) -> Picture:
    """Return the picture of an arrow card: from the centre, to it, or around it in all colours."""
    if arrows is Arrows.OUTWARD:
        return tuple(Area(turned(_ARROW, a)) for a in DIAGONALS)
    if arrows is Arrows.INWARD:
        inward = tuple((1.69 - x, y) for x, y in _ARROW)
        # The dot is what they point at; it tells the two kinds apart from afar.
        return (*(Area(turned(inward, a)) for a in DIAGONALS), Area(disc(MIDDLE, 0.075), PAPER))
    around = tuple((x - 0.02, y) for x, y in turned(_ARROW, 90, (0.845, 0.5)))
    return tuple(
        Area(turned(around, 90 * i), colours[i % len(colours)] if colours else DARK) for i in range(4)
    )
