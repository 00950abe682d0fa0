"""The pictures on the cards, drawn by the program. Look-alikes differ at a glance, even when small. Pure.

They show what tells a symbol from its look-alikes; they don't copy any printed card. Each is given in a unit
square, which lies in the middle of its card.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from itertools import pairwise
from math import asin, cos, degrees, pi, sin
from typing import TypeAlias

from companion.games.ungle_speed.deck import Arrows
from ui.games.ungle_speed.cords import FULL_TURN, fitted, passing_over, traced, turned
from ui.games.ungle_speed.tones import DARK, GREY, PAPER
from ui.stage.art import MIDDLE, arc, around, disc, sector
from ui.stage.rect import Point
from ui.stage.shapes import Area, Shape, Stroke
from ui.theme import Tone

Line: TypeAlias = tuple[Point, ...]
Shapes: TypeAlias = Iterator[Shape]

PLACE = 0.8
"""Share of the card's width that the picture takes."""
OUTLINE = 0.014
"""Width of outlines, in widths of the card."""
DIAGONALS = (45, 135, 225, 315)
RIM = 0.47
"""Radius of the discs."""
SLOT = 0.075
"""Half the width of the slots in the discs."""
INSET = degrees(asin(SLOT / RIM))
"""The angle that half a slot takes of the rim."""


def _placed(points: Iterable[Point]) -> Line:
    return tuple(((1 - PLACE) / 2 + PLACE * x, (1 - PLACE) / 2 + PLACE * y) for x, y in points)


def _filled(points: Iterable[Point], tone: Tone) -> Shapes:
    """Yield a polygon with a dark outline."""
    at = _placed(points)
    yield Area(at, tone)
    yield Stroke(at, DARK, OUTLINE, round=True, closed=True)


def _cord(path: Line, width: float, tone: Tone, stripe: float, *, closed: bool = False) -> Shapes:
    """Yield a band with dark edges along a path, its ends cut off, so that pieces join."""
    at = _placed(path[:-1] if closed else path)
    for shade, wide in ((DARK, width * PLACE + OUTLINE), (tone, width * PLACE - OUTLINE)):
        yield Stroke(at, shade, wide, closed=closed)
    if stripe:
        yield Stroke(at, PAPER, stripe * PLACE, closed=closed)


def _woven(path: Line, width: float, tone: Tone, stripe: float = 0.0, *, closed: bool = False) -> Shapes:
    """Yield a cord that passes over and under itself by turns.

    A closed path names its first point again at its end; `stripe` is the width of a line of paper along the
    middle of the cord, 0 for none.
    """
    yield from _cord(path, width, tone, stripe, closed=closed)
    for part in passing_over(path, width):
        yield from _cord(part, width, tone, stripe)


def _box(at: Point, half: float) -> Line:
    (x, y), h = at, half
    return (x - h, y - h), (x + h, y - h), (x + h, y + h), (x - h, y + h)


def _octagon(at: Point, radius: float) -> Line:
    return sector(at, radius, 22.5, 382.5, 8)


# Pairs: two big shapes on a diagonal, a small one between them.


def _pair(shape: Callable[[Point, Tone], Shapes], centre: tuple[Shape, ...], ink: Tone) -> Shapes:
    yield from shape((0.26, 0.74), ink)
    yield from shape((0.74, 0.26), ink)
    yield from centre


def _square(at: Point, ink: Tone) -> Shapes:
    return _filled(_box(at, 0.215), ink)


def _circle(at: Point, ink: Tone) -> Shapes:
    return _filled(disc(at, 0.24), ink)


def _gem(at: Point, ink: Tone) -> Shapes:
    # Cut like a gem: eight flat sides by themselves would pass for a circle on a small card.
    rim, table = _octagon(at, 0.26), _octagon(at, 0.165)
    for i in range(8):
        yield from _filled((rim[i - 1], rim[i], table[i], table[i - 1]), ink)
    yield from _filled(table, PAPER)
    yield from _filled(_octagon(at, 0.11), ink)


_SMALL_CIRCLE = tuple(_filled(disc(MIDDLE, 0.16), PAPER))
_SMALL_SQUARE = (*_filled(_box(MIDDLE, 0.155), PAPER), *_filled(_box(MIDDLE, 0.095), DARK))


# Stars: rays from the centre.


def _star_wavy(ink: Tone) -> Shapes:
    def side(sign: int) -> list[Point]:
        steps = [i / 24 for i in range(25)]
        return [
            (0.5 + 0.56 * t, 0.5 + 0.085 * sin(FULL_TURN * t) + sign * 0.1 * (1 - t) ** 0.4) for t in steps
        ]

    ray = (*side(1), *reversed(side(-1)))
    for a in DIAGONALS:
        yield from _filled(turned(ray, a), ink)
    yield from _filled(disc(MIDDLE, 0.1), ink)


def _star_notched(ink: Tone) -> Shapes:
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
    for a in DIAGONALS:
        yield from _filled(turned(ray, a), ink)
    yield from _filled(disc(MIDDLE, 0.15), ink)


def _star_blades(ink: Tone) -> Shapes:
    for a in DIAGONALS:
        blade = (MIDDLE, *(around(MIDDLE, r, a + off) for r, off in ((0.17, -45), (0.56, 0), (0.17, 45))))
        yield from _filled(blade, ink)


def _star_eight(ink: Tone) -> Shapes:
    yield from _filled(
        (around(MIDDLE, r, 45 * i + off) for i in range(8) for r, off in ((0.5, 0), (0.2, 22.5))), ink
    )
    yield from _filled(disc(MIDDLE, 0.1), PAPER)


# Discs: a disc with an X in it.


def _disc_to_rim(ink: Tone) -> Shapes:
    for a in DIAGONALS:
        # A quarter of the disc between two arms of the X.
        apex = around(MIDDLE, SLOT * 2**0.5, a + 45)
        yield from _filled((apex, *arc(MIDDLE, RIM, a + INSET, a + 90 - INSET)), ink)


def _disc_inside(ink: Tone) -> Shapes:
    reach = 0.29
    cross: list[Point] = []
    for a in (0, 90, 180, 270):
        cross += turned(((0.5 + SLOT, 0.5 + SLOT), (0.5 + SLOT, 0.5 + reach), (0.5 - SLOT, 0.5 + reach)), a)
    yield from _filled(disc(MIDDLE, RIM), ink)
    yield from _filled(turned(cross, 45), PAPER)


def _disc_from_rim(ink: Tone) -> Shapes:
    outline: list[Point] = []
    for a in DIAGONALS:
        outline += arc(MIDDLE, RIM, a - 90 + INSET, a - INSET)
        outline += turned(((0.67, 0.5 - SLOT), (0.67, 0.5 + SLOT)), a)
    return _filled(outline, ink)


def _disc_floating(ink: Tone) -> Shapes:
    slot = ((0.64, 0.5 - SLOT), (0.86, 0.5 - SLOT), (0.86, 0.5 + SLOT), (0.64, 0.5 + SLOT))
    yield from _filled(disc(MIDDLE, RIM), ink)
    for a in DIAGONALS:
        yield from _filled(turned(slot, a), PAPER)


# Cords: knots and ribbons.


def _knot_closed(ink: Tone) -> Shapes:
    def curve(t: float) -> Point:
        return cos(t) + 0.78 * cos(3 * t), sin(t) - 0.78 * sin(3 * t)

    return _woven(fitted(traced(curve, 0.2, 0.2 + FULL_TURN, 240), 0.02), 0.075, ink, closed=True)


def _cord_open(ink: Tone) -> Shapes:
    def curve(t: float) -> Point:
        return 0.62 * t - 1.6 * sin(t), -2.1 * cos(t)

    path = turned(fitted(traced(curve, pi - 2.15 * pi, pi + 2.15 * pi, 200), 0.05), 45)
    yield from _woven(path, 0.09, ink)
    for end in (path[0], path[-1]):
        yield from _filled(disc(end, 0.05), ink)


def _ribbon_two(ink: Tone) -> Shapes:
    def curve(t: float) -> Point:
        return cos(t), 0.62 * sin(2 * t)

    path = turned(fitted(traced(curve, 0.1, 0.1 + FULL_TURN, 120), 0.12), 45)
    return _woven(path, 0.15, ink, 0.05, closed=True)


def _ribbon_three(ink: Tone) -> Shapes:
    def curve(t: float) -> Point:
        return sin(t) + 1.7 * sin(2 * t), cos(t) - 1.7 * cos(2 * t)

    path = fitted(traced(curve, 0.1, 0.1 + FULL_TURN, 160), 0.13)
    return _woven(path, 0.15, ink, 0.05, closed=True)


# Grids of dots.


def _dots(ink: Tone) -> Shapes:
    for i in (-1, 0, 1):
        for j in (-1, 0, 1):
            yield from _filled(disc((0.5 + 0.27 * i, 0.5 + 0.27 * j), 0.095), ink)


def _dots_on_colour(ink: Tone) -> Shapes:
    yield from _filled(_box(MIDDLE, 0.42), ink)
    yield from _dots(PAPER)


SYMBOLS: dict[str, Callable[[Tone], Shapes]] = {
    "squares_circle": partial(_pair, _square, _SMALL_CIRCLE),
    "circles_square": partial(_pair, _circle, _SMALL_SQUARE),
    "octagons_square": partial(_pair, _gem, _SMALL_SQUARE),
    "octagons_circle": partial(_pair, _gem, _SMALL_CIRCLE),
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
    "dots_on_white": _dots,
    "dots_on_colour": _dots_on_colour,
}
"""How each symbol of the shipped deck is drawn; only when it is first seen, for knots take their time."""


@cache
def picture(symbol: str, ink: Tone) -> tuple[Shape, ...]:
    """Return the picture of a symbol; for an unknown one a plaque, to be lettered with its name."""
    return tuple(SYMBOLS.get(symbol, _plaque)(ink))


def _plaque(ink: Tone) -> Shapes:
    yield from _filled(_box(MIDDLE, 0.4), ink)
    yield from _filled(_box(MIDDLE, 0.34), PAPER)


# Arrow cards.

_ARROW: Line = (
    (1.09, 0.5), (0.85, 0.73), (0.85, 0.59), (0.6, 0.59), (0.6, 0.41), (0.85, 0.41), (0.85, 0.27),
)  # fmt: skip


def arrows_picture(arrows: Arrows, inks: tuple[Tone, ...]) -> Shapes:
    """Yield the picture of an arrow card: from the centre, to it, or around it in all colours."""
    match arrows:
        case Arrows.OUTWARD:
            for a in DIAGONALS:
                yield from _filled(turned(_ARROW, a), GREY)
        case Arrows.INWARD:
            inward = tuple((1.69 - x, y) for x, y in _ARROW)
            for a in DIAGONALS:
                yield from _filled(turned(inward, a), GREY)
            # The dot is what they point at; it tells the two kinds apart from afar.
            yield from _filled(disc(MIDDLE, 0.075), PAPER)
        case Arrows.COLOURED:
            beside = tuple((x - 0.02, y) for x, y in turned(_ARROW, 90, (0.845, 0.5)))
            for i in range(4):
                yield from _filled(turned(beside, 90 * i), inks[i % len(inks)] if inks else DARK)
