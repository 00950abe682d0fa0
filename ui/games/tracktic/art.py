"""What the pieces of Tracktic, and the marks on its cells, look like. Pure."""

from functools import cache

from companion.games.tracktic.model import Piece
from ui import theme
from ui.games.tracktic.sides import STRAIGHT, Sides
from ui.games.tracktic.tones import PIECES, SHAPES
from ui.stage.art import MIDDLE, UNIT, Art, crossed, disc, square
from ui.stage.parts import outline
from ui.stage.rect import Rect
from ui.stage.shapes import Area, Box, Shape, Stroke

INK = theme.INK
LIGHT = theme.tone("#fbf8ef")
WRONG = theme.tone("#ff4d3a")
TOKEN = theme.tone("#e2b13c")
TOKEN_RIM = theme.tone("#8f6a17")

GAP = 0.035
"""Between a piece and the edge of its cell, in cells."""
ROUND = 0.2
RIM = 0.025
"""Width of the dark line around a piece on light ground."""
LOW = 0.045
"""So much of a piece's edge is seen below its face."""
NECK, NECK_LONG = 0.5, 0.3
"""Width of the bridge between two pieces, and its length on each."""
MARK = 0.36
"""Side of the shape on a piece."""
DOT = 0.17
EDGE = 0.085
"""Width of the line around what is being laid."""
POINTED = 0.13
"""Width of the one around the cell that a finger is on."""

NECKS = {
    Sides.UP: Rect((1 - NECK) / 2, 1 - NECK_LONG, NECK, NECK_LONG),
    Sides.DOWN: Rect((1 - NECK) / 2, 0.0, NECK, NECK_LONG),
    Sides.RIGHT: Rect(1 - NECK_LONG, (1 - NECK) / 2, NECK_LONG, NECK),
    Sides.LEFT: Rect(0.0, (1 - NECK) / 2, NECK_LONG, NECK),
}
HALVES = {
    Sides.UP: Rect(0.0, 0.5, 1.0, 0.5),
    Sides.DOWN: Rect(0.0, 0.0, 1.0, 0.5),
    Sides.RIGHT: Rect(0.5, 0.0, 0.5, 1.0),
    Sides.LEFT: Rect(0.0, 0.0, 0.5, 1.0),
}

CROSS = Art(
    tuple(
        Stroke(ends, tone, width, round=True)
        for tone, width in ((INK, 0.2), (WRONG, 0.12))
        for ends in crossed(MIDDLE, 0.24)
    ),
    INK,
)
"""Over a cell on which nothing can be laid."""


def ground() -> Art:
    """Return an empty cell."""
    return Art((Box(square(GAP), theme.CELL, ROUND),), theme.CELL)


@theme.once
def piece(kind: Piece, joined: Sides = Sides.NONE, *, start: bool = False) -> Art:
    """Return a piece with its bridges; one of the beginning has a dot."""
    tone = PIECES[kind]
    rim = RIM if theme.now.light else 0.0
    rect = square(GAP + rim)
    face = Rect(rect.x, rect.y + LOW, rect.width, rect.height - LOW)
    bridges = [NECKS[at] for at in STRAIGHT if joined & at]
    shapes: list[Shape] = []
    if rim:
        shapes += [Box(square(GAP), INK, ROUND), *(Box(neck.inset(-rim), INK) for neck in bridges)]
    shapes += [Box(rect, darker(tone, 0.3), ROUND - rim), Box(face, tone, ROUND - rim)]
    shapes += [Box(neck, tone) for neck in bridges]
    if kind in SHAPES:
        side = MARK * (0.82 if SHAPES[kind] == "square" else 1.0)
        inner = square((1 - side) / 2)
        shapes.append(sign_in(inner, kind, darker(tone, 0.42 if kind is not Piece.YELLOW else 0.36)))
    if start:
        shapes.append(Area(disc((0.24, 0.77), DOT / 2), INK))
    return Art(tuple(shapes), INK if rim else darker(tone, 0.2))


def sign_in(rect: Rect, kind: Piece, tone: theme.Tone) -> Area:
    """Return the shape of a colour, which white has not, as large as a rectangle."""
    points = outline(SHAPES[kind])
    return Area(tuple((rect.x + x * rect.width, rect.y + y * rect.height) for x, y in points), tone)


@cache
def flipping(kind: Piece) -> Art:
    """Return a piece that is being turned over: half its colour, half its white back."""
    low, high = GAP + ROUND * 0.3, 1 - GAP - ROUND * 0.3
    half = ((GAP, low + ROUND * 0.5), (GAP, high), (low, 1 - GAP), (high, 1 - GAP))
    white = PIECES[Piece.WHITE]
    return Art(
        (
            Box(square(GAP), white, ROUND),
            Area(half, PIECES[kind]),
            Stroke(((low, low), (high, high)), INK, 0.06),
        ),
        white,
    )


# What is marked on cells.


@cache
def veil(kind: Piece, joined: Sides) -> Art:
    """Return the ground of a cell that a piece is being laid on; it is shown half transparent."""
    tone = PIECES[kind]
    return Art((Box(UNIT, tone, ROUND), *(Box(HALVES[at], tone) for at in STRAIGHT if joined & at)), tone)


@cache
def border(tone: theme.Tone, joined: Sides = Sides.NONE, width: float = EDGE) -> Art:
    """Return the line around cells that belong together, as far as it runs along this one."""
    near, far = width / 2, 1 - width / 2
    lines = {
        Sides.UP: (near, far, far, far, Sides.LEFT, Sides.RIGHT),
        Sides.DOWN: (near, near, far, near, Sides.LEFT, Sides.RIGHT),
        Sides.LEFT: (near, near, near, far, Sides.DOWN, Sides.UP),
        Sides.RIGHT: (far, near, far, far, Sides.DOWN, Sides.UP),
    }
    shapes: list[Shape] = []
    for at, (x, y, u, v, first, second) in lines.items():
        if joined & at:
            continue
        # Where it goes on in the next cell, the line runs to the very edge.
        if joined & first:
            x, y = (0, y) if x != u else (x, 0)
        if joined & second:
            u, v = (1, v) if x != u else (u, 1)
        shapes.append(Stroke(((x, y), (u, v)), tone, width, round=True))
    for corner, both, (x, y) in (
        (Sides.UP_RIGHT, Sides.UP | Sides.RIGHT, (far, far)),
        (Sides.DOWN_RIGHT, Sides.DOWN | Sides.RIGHT, (far, near)),
        (Sides.DOWN_LEFT, Sides.DOWN | Sides.LEFT, (near, near)),
        (Sides.UP_LEFT, Sides.UP | Sides.LEFT, (near, far)),
    ):
        if joined & both == both and not joined & corner:
            shapes.append(Box(Rect(x - near, y - near, width, width), tone))
    return Art(tuple(shapes), tone)


@cache
def spot(tone: theme.Tone, rim: theme.Tone, share: float) -> Art:
    """Return a disc with a rim, in the middle of its square; `share` of its side."""
    return Art((Area(disc(MIDDLE, share / 2), rim), Area(disc(MIDDLE, share * 0.42), tone)), rim)


def darker(tone: theme.Tone, share: float) -> theme.Tone:
    """Return a tone mixed with so much of the ground."""
    red, green, blue = (a + (b - a) * share for a, b in zip(tone[:3], INK[:3], strict=True))
    return (red, green, blue, tone[3])
