"""What cubes, discs and structures look like, and what is marked on the map. Pure.

Each piece is a shape, a tone and a rim, with the letter of its colour.
"""

from collections.abc import Iterator
from enum import Enum
from functools import cache

from companion.games.cryptid.maps import Colour, StructureKind
from companion.games.cryptid.model import Hue
from ui import theme
from ui.games.cryptid.hex_shapes import Line, corners
from ui.games.cryptid.tones import EDGE, HUES, LIGHT, STRUCTURES, mixed
from ui.games.cryptid.words import LETTERS
from ui.stage.art import MIDDLE, Art, crossed, regular, sector, sign, square
from ui.stage.art import disc as circle
from ui.stage.rect import Point, Rect
from ui.stage.shapes import Area, Box, Letters, Stroke
from ui.theme import Tone

LETTER = 0.6
"""Font size of a piece's letter, in sides of the piece."""
DASHES = 3
"""Of a broken line, on each edge of a hex."""
ROOM = 1.3
"""Side of the square of a line around a hex, in widths of the hex: a thick one lies half outside."""
GOLD = theme.tone("#ffd34d")
CROSS = (0.4, 0.86)
"""Width and height of a cross with its letter, in the side of its square."""
STAR = 0.47
"""How high a star's middle lies."""


# Pieces.


@cache
def cube(hue: Hue) -> Art:
    """Return a cube."""
    tone = HUES[hue]
    boxes = (
        Box(square(0.02), EDGE, 0.192),
        Box(square(0.085), mixed(tone, EDGE, 0.22), 0.1245),
        Box(Rect(0.085, 0.14, 0.83, 0.775), mixed(tone, LIGHT, 0.28), 0.13),
        Box(Rect(0.135, 0.15, 0.73, 0.715), tone, 0.1),
    )
    return Art((*boxes, _letter(hue, (0.5, 0.505))), EDGE)


@cache
def disc(hue: Hue) -> Art:
    """Return a disc."""
    tone = HUES[hue]
    rings = ((EDGE, 0.49), (mixed(tone, LIGHT, 0.24), 0.425), (tone, 0.375))
    areas = tuple(Area(circle(MIDDLE, radius), shade) for shade, radius in rings)
    return Art((*areas, _letter(hue, MIDDLE)), EDGE)


def _letter(hue: Hue, middle: Point) -> Letters:
    return sign(LETTERS[hue], middle, LETTER, EDGE)


@cache
def structure(kind: StructureKind, colour: Colour) -> Art:
    """Return a standing stone or a shack."""
    tone, black, stone = STRUCTURES[colour], colour is Colour.BLACK, kind is StructureKind.STANDING_STONE
    # A thin light rim lifts each of them off a ground of its own colour; a black one needs more of it.
    rims = ((EDGE, 0.0), (LIGHT, 0.055), (tone, 0.13 if black else 0.1))
    # A triangle's edges lie only half as far from its middle as its corners.
    areas = (
        Area(_octagon(0.52 - inset) if stone else regular((0.5, 0.37), 0.6 - 2 * inset, 3), rim)
        for rim, inset in rims
    )
    shade = mixed(tone, EDGE if colour is Colour.WHITE else LIGHT, 0.3)
    facet = Stroke(_octagon(0.27), shade, 0.036, round=True, closed=True)
    door = Box(Rect(0.43, 0.17, 0.14, 0.19), shade)
    return Art((*areas, facet if stone else door), LIGHT if black else EDGE)


def _octagon(radius: float) -> Line:
    return sector(MIDDLE, radius, 22.5, 382.5, 8)


# Marks.


class Outline(Enum):
    """The lines around a hex: how far inside its edge and how wide, in widths of a hex; broken or not."""

    CHOSEN = (0.0, 0.1, False)
    FINGER = (0.0, 0.07, False)
    ALSO = (0.02, 0.07, True)
    ALLOWED = (0.032, 0.042, False)
    HABITAT = (0.0, 0.11, False)


@cache
def outline(kind: Outline, tall: float) -> Art:
    """Return a line around a hex in a square of `ROOM` widths of it; the hex is `tall` widths high."""
    inset, thick, dashed = kind.value
    tone = GOLD if kind is Outline.HABITAT else LIGHT
    across = (1 - 2 * inset) / ROOM
    ring = corners(*MIDDLE, across, across * tall)
    strokes: list[Stroke] = []
    for shade, more in ((EDGE, 0.05), (tone, 0.0)):
        width = (thick + more) / ROOM
        if dashed:
            strokes += broken(ring, shade, width, 0.2 - 0.8 * more)
        else:
            strokes.append(Stroke(ring, shade, width, closed=True))
    return Art(tuple(strokes), tone)


def broken(ring: Line, tone: Tone, width: float, gap: float) -> Iterator[Stroke]:
    """Yield the dashes of a line around a hex; `gap` is what a dash leaves free at its ends, in its share."""
    for (x, y), (u, v) in zip(ring, ring[1:] + ring[:1], strict=True):
        for n in range(DASHES):
            ends = ((n + gap) / DASHES, (n + 1 - gap) / DASHES)
            yield Stroke(tuple((x + (u - x) * end, y + (v - y) * end) for end in ends), tone, width)


@cache
def cross(hue: Hue) -> Art:
    """Return a small cross with the letter of a colour: its clue forbids the hex."""
    tone, (wide, high) = HUES[hue], CROSS
    low = (1 - high) / 2
    ground = Box(Rect((1 - wide) / 2, low, wide, high), (*EDGE[:3], 0.82), wide * 0.4)
    strokes = (Stroke(e, tone, 0.1, round=True) for e in crossed((0.5, low + high * 0.73), wide * 0.26))
    letter = sign(LETTERS[hue], (0.5, low + high * 0.29), wide * 0.92, mixed(tone, LIGHT, 0.3))
    return Art((ground, *strokes, letter), EDGE)


def _star(radius: float) -> Line:
    outer, inner = (sector((0.5, STAR), r, a, a + 360, 5) for r, a in ((radius, 90), (radius * 0.48, 126)))
    return tuple(point for pair in zip(outer, inner, strict=True) for point in pair)


HABITAT = Art((Area(_star(0.53), EDGE), Area(_star(0.42), GOLD)), EDGE)
"""The star on the space where the creature lives."""
HALO = Art(
    (
        Stroke(circle(MIDDLE, 0.42), EDGE, 0.13, closed=True),
        Stroke(circle(MIDDLE, 0.42), LIGHT, 0.075, closed=True),
    ),
    LIGHT,
)
"""A ring around the structure that is to be put down."""
