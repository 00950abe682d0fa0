"""Drawings of the cards and the totem. Pure."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from itertools import pairwise
from math import asin, cos, degrees, dist, pi, radians, sin
from typing import TypeAlias

from companion.games.ungle_speed.deck import Arrows, ArrowsCard, SymbolCard
from companion.games.ungle_speed.model import FaceUp
from ui.games.art import octagon
from ui.stage import theme
from ui.stage.art import MIDDLE, UNIT, Art, arc, around, disc, oval, square
from ui.stage.rect import Point, Rect
from ui.stage.shapes import Area, Box, Letters, Rim, Shape, Stroke
from ui.stage.theme import Tone

# Tones of the cards: inks, and the letters of colours.

PAPER = theme.tone("#fdfcf7")
DARK = theme.tone("#1b1922")
"""For outlines and letters."""
GREY = theme.tone("#3d4350")
"""The ink of arrows without a colour."""

INKS = {
    "purple": theme.tone("#7145b0"),
    "green": theme.tone("#2c9148"),
    "orange": theme.tone("#ee6a24"),
    "yellow": theme.tone("#f5c91d"),
}
"""Inks by the colour names of decks."""
SPARE_INKS = tuple(
    theme.tone(code) for code in ("#2f7fc4", "#c23b57", "#3aa9a0", "#8a6d4b", "#d77fb0", "#5b6572")
)
"""Inks for other colour names."""


def ink(colour: str, colours: tuple[str, ...]) -> Tone:
    """Return the ink of a deck's colour: its own if the name is known, otherwise a spare one."""
    if colour in INKS:
        return INKS[colour]
    others = [name for name in colours if name not in INKS]
    return SPARE_INKS[others.index(colour) % len(SPARE_INKS)] if colour in others else SPARE_INKS[-1]


def letter(colour: str, colours: tuple[str, ...]) -> str:
    """Return the shortest prefix of a colour's name that no other colour of the deck has, in capitals."""
    for length in range(1, len(colour)):
        if not any(name != colour and name.startswith(colour[:length]) for name in colours):
            return colour[:length].upper()
    return colour.upper()


def tiled(room: Rect, count: int, gap: float) -> list[Rect]:
    """Return `count` equal squares, row by row, as large as the room allows."""

    def side(across: int) -> float:
        down = -(-count // across)
        return min((room.width - (across - 1) * gap) / across, (room.height - (down - 1) * gap) / down)

    across = max(range(1, count + 1), key=side)
    down = -(-count // across)
    wide, high = (n * (side(across) + gap) - gap for n in (across, down))
    return room.inset((room.width - wide) / 2, (room.height - high) / 2).grid(count, across, gap)


# Curves, and cords along them that pass over and under themselves, in a unit square with y upwards.

FULL_TURN = 2 * pi


def turned(points: Iterable[Point], degrees: float, about: Point = MIDDLE) -> tuple[Point, ...]:
    """Return points turned counterclockwise."""
    c, s = cos(radians(degrees)), sin(radians(degrees))
    moved = ((x - about[0], y - about[1]) for x, y in points)
    return tuple((about[0] + x * c - y * s, about[1] + x * s + y * c) for x, y in moved)


def fitted(points: tuple[Point, ...], margin: float) -> tuple[Point, ...]:
    """Return points scaled in proportion and centred so that they fill the unit square, less a margin."""
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    low, high = min(y for _, y in points), max(y for _, y in points)
    scale = (1 - 2 * margin) / max(right - left, high - low)
    middle_x, middle_y = (left + right) / 2, (low + high) / 2
    return tuple((0.5 + (x - middle_x) * scale, 0.5 + (y - middle_y) * scale) for x, y in points)


def traced(curve: Callable[[float], Point], start: float, end: float, count: int) -> tuple[Point, ...]:
    """Return `count` + 1 points along a curve, from start to end."""
    return tuple(curve(start + (end - start) * i / count) for i in range(count + 1))


@cache
def crossings(path: tuple[Point, ...]) -> tuple[tuple[int, int], ...]:
    """Return the pairs of segments that cross, by the indexes of their first points."""
    segments = list(pairwise(path))
    return tuple(
        (i, j)
        for i, (a, b) in enumerate(segments)
        for j in range(i + 2, len(segments))
        if (i, j) != (0, len(segments) - 1) and _cross(a, b, *segments[j])
    )


def passing_over(path: tuple[Point, ...], width: float) -> Iterator[tuple[Point, ...]]:
    """Yield the parts of a path where a cord of this width passes over itself: at every other crossing."""
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


# The pictures on the cards, drawn by the program. Look-alikes differ at a glance, even when small.
#
# They show what distinguishes a symbol from its look-alikes; none copies a printed card. Each is in a unit
# square, which is centred on its card.

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
"""Angle of the rim that half a slot takes, in degrees."""


def _placed(points: Iterable[Point]) -> Line:
    return tuple(((1 - PLACE) / 2 + PLACE * x, (1 - PLACE) / 2 + PLACE * y) for x, y in points)


def _filled(points: Iterable[Point], tone: Tone) -> Shapes:
    """Yield a polygon with a dark outline."""
    at = _placed(points)
    yield Area(at, tone)
    yield Stroke(at, DARK, OUTLINE, round=True, closed=True)


def _cord(path: Line, width: float, tone: Tone, stripe: float, *, closed: bool = False) -> Shapes:
    """Yield a band with dark edges along a path, its ends cut off so that pieces join."""
    at = _placed(path[:-1] if closed else path)
    for shade, wide in ((DARK, width * PLACE + OUTLINE), (tone, width * PLACE - OUTLINE)):
        yield Stroke(at, shade, wide, closed=closed)
    if stripe:
        yield Stroke(at, PAPER, stripe * PLACE, closed=closed)


def _woven(path: Line, width: float, tone: Tone, stripe: float = 0.0, *, closed: bool = False) -> Shapes:
    """Yield a cord that passes over and under itself in turn.

    A closed path repeats its first point at its end. `stripe`: width of a paper-coloured line along the
    middle of the cord, 0 for none.
    """
    yield from _cord(path, width, tone, stripe, closed=closed)
    for part in passing_over(path, width):
        yield from _cord(part, width, tone, stripe)


def _box(at: Point, half: float) -> Line:
    (x, y), h = at, half
    return (x - h, y - h), (x + h, y - h), (x + h, y + h), (x - h, y + h)


# Pairs: two big shapes on a diagonal with a small one between them.


def _pair(shape: Callable[[Point, Tone], Shapes], centre: tuple[Shape, ...], ink: Tone) -> Shapes:
    yield from shape((0.26, 0.74), ink)
    yield from shape((0.74, 0.26), ink)
    yield from centre


def _square(at: Point, ink: Tone) -> Shapes:
    return _filled(_box(at, 0.215), ink)


def _circle(at: Point, ink: Tone) -> Shapes:
    return _filled(disc(at, 0.24), ink)


def _gem(at: Point, ink: Tone) -> Shapes:
    # Faceted like a gem: a plain octagon would look like a circle on a small card.
    rim, table = octagon(at, 0.26), octagon(at, 0.165)
    for i in range(8):
        yield from _filled((rim[i - 1], rim[i], table[i], table[i - 1]), ink)
    yield from _filled(table, PAPER)
    yield from _filled(octagon(at, 0.11), ink)


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
    corners = ((0.5, 0), (0.2, 22.5))
    yield from _filled((around(MIDDLE, r, 45 * i + off) for i in range(8) for r, off in corners), ink)
    yield from _filled(disc(MIDDLE, 0.1), PAPER)


# Discs: a disc with an X in it.


def _disc_to_rim(ink: Tone) -> Shapes:
    for a in DIAGONALS:
        # A quarter of the disc, between two arms of the X.
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
"""Drawings of the standard deck's symbols, made when first seen, as knots take time."""


@cache
def picture(symbol: str, ink: Tone) -> tuple[Shape, ...]:
    """Return the picture of a symbol; for an unknown one a plaque to hold its name."""
    return tuple(SYMBOLS.get(symbol, _plaque)(ink))


def _plaque(ink: Tone) -> Shapes:
    yield from _filled(_box(MIDDLE, 0.4), ink)
    yield from _filled(_box(MIDDLE, 0.34), PAPER)


# Arrow cards.

_ARROW: Line = (
    (1.09, 0.5), (0.85, 0.73), (0.85, 0.59), (0.6, 0.59), (0.6, 0.41), (0.85, 0.41), (0.85, 0.27),
)  # fmt: skip


def arrows_picture(arrows: Arrows, inks: tuple[Tone, ...]) -> Shapes:
    """Yield the picture of an arrow card: from the centre, towards it, or around it in all colours."""
    match arrows:
        case Arrows.OUTWARD:
            for a in DIAGONALS:
                yield from _filled(turned(_ARROW, a), GREY)
        case Arrows.INWARD:
            inward = tuple((1.69 - x, y) for x, y in _ARROW)
            for a in DIAGONALS:
                yield from _filled(turned(inward, a), GREY)
            # The arrows point at the dot; it makes the two kinds differ from afar.
            yield from _filled(disc(MIDDLE, 0.075), PAPER)
        case Arrows.COLOURED:
            shifted = tuple((x - 0.02, y) for x, y in turned(_ARROW, 90, (0.845, 0.5)))
            for i in range(4):
                yield from _filled(turned(shifted, 90 * i), inks[i % len(inks)] if inks else DARK)


CORNER = 0.1
PAPER_EDGE = theme.tone("#c9c4b6")
BLANK, BLANK_EDGE, BLANK_DOTS = map(theme.tone, ("#c4bfb1", "#8d8a80", "#9a968b"))
WOOD, WOOD_LINE = theme.tone("#b9834d"), theme.tone("#8a5c33")


@cache
def card(face: FaceUp, colours: tuple[str, ...]) -> Art:
    """Return a card of a deck with these colours; None is a face-up card that nobody entered."""
    if face is None:
        dots = (Area(disc((x, 0.5), 0.05), BLANK_DOTS) for x in (0.32, 0.5, 0.68))
        return Art((*_ground(BLANK, BLANK_EDGE), *dots), BLANK_EDGE)
    ground = _ground(PAPER, PAPER_EDGE)
    if isinstance(face, ArrowsCard):
        inks = tuple(ink(colour, colours) for colour in colours)
        return Art((*ground, *arrows_picture(face.arrows, inks)), PAPER_EDGE)
    return Art((*ground, *_symbol(face, colours)), PAPER_EDGE)


def slot() -> Art:
    """Return the empty place of a seat's first card."""
    return Art((Rim(square(0.04), theme.FAINT, 0.04, 0.09),), theme.FAINT)


def _symbol(symbol_card: SymbolCard, colours: tuple[str, ...]) -> tuple[Shape, ...]:
    """Return a symbol with the letter of its colour in a corner: colour alone must never matter."""
    tone = ink(symbol_card.colour, colours)
    shapes = picture(symbol_card.symbol, tone)
    if symbol_card.symbol not in SYMBOLS:
        name = symbol_card.symbol.replace("_", " ")
        shapes = (*shapes, Letters(name, Rect(0.21, 0, 0.58, 1), DARK, 0.16, bold=True))
    return (
        *shapes,
        Letters(letter(symbol_card.colour, colours), Rect(0.015, 0.015, 0.2, 0.2), DARK, 0.19, bold=True),
        Stroke(((0.055, 0.035), (0.175, 0.035)), tone, 0.024),
    )


def _ground(tone: Tone, edge: Tone) -> tuple[Shape, ...]:
    return Box(UNIT, tone, CORNER), Rim(square(0.008), edge, 0.016, 0.095)


_RIGHT_SIDE: tuple[Point, ...] = (
    (0.5, 0.98), (0.5576, 0.9416), (0.6248, 0.8888), (0.6776, 0.8264), (0.7016, 0.7592), (0.6968, 0.692),
    (0.668, 0.6296), (0.6296, 0.5864), (0.62, 0.5624), (0.644, 0.5336), (0.6824, 0.4712), (0.7112, 0.3944),
    (0.7256, 0.308), (0.7256, 0.212), (0.716, 0.116), (0.692, 0.02),
)  # fmt: skip
_OUTLINE = (*_RIGHT_SIDE, *((1 - x, y) for x, y in reversed(_RIGHT_SIDE[1:])))

TOTEM = Art((Area(_OUTLINE, WOOD), Stroke(_OUTLINE, WOOD_LINE, 0.024, round=True, closed=True)), WOOD_LINE)
"""A turned piece of wood with a waist and a pointed top."""
SHADOW = Art((Area(oval(Rect(0.05, 0.38, 0.9, 0.24)), theme.tone("#000000")),), theme.tone("#000000"))
"""The shadow under the totem."""
