"""Pieces and what is marked on cells, as textures: made once for a size, smooth, shown anywhere."""

from enum import IntFlag
from functools import lru_cache

from kivy.graphics import Color, Line, Rectangle, RoundedRectangle

from companion.games.tracktic.model import Piece
from ui import theme
from ui.games.tracktic.tones import PIECES, SHAPES
from ui.stage.parts import outline
from ui.widgets.smooth import Texture
from ui.widgets.sprites import picture, polygon


class Sides(IntFlag):
    """The sides and corners of a cell, on which another of its kind lies."""

    NONE = 0
    UP = 1
    RIGHT = 2
    DOWN = 4
    LEFT = 8
    UP_RIGHT = 16
    DOWN_RIGHT = 32
    DOWN_LEFT = 64
    UP_LEFT = 128


STRAIGHT = (Sides.UP, Sides.RIGHT, Sides.DOWN, Sides.LEFT)
STEPS = {
    Sides.UP: (-1, 0),
    Sides.RIGHT: (0, 1),
    Sides.DOWN: (1, 0),
    Sides.LEFT: (0, -1),
    Sides.UP_RIGHT: (-1, 1),
    Sides.DOWN_RIGHT: (1, 1),
    Sides.DOWN_LEFT: (1, -1),
    Sides.UP_LEFT: (-1, -1),
}
"""Where the neighbour lies: rows down and columns to the right."""

CELL = theme.tone("#202931")
INK = theme.tone("#0b0f12")
LIGHT = theme.tone("#fbf8ef")
WRONG = theme.tone("#ff4d3a")

GAP = 0.035
"""Between a piece and the edge of its cell, in cells."""
ROUND = 0.2
NECK = 0.5
"""Width of the bridge between two pieces."""
MARK = 0.36
"""Side of the shape on a piece."""
DOT = 0.17
EDGE = 0.085
"""Width of the line around what is being laid."""


@lru_cache(maxsize=16)
def ground(side: int) -> Texture:
    """Return an empty cell."""

    def draw(fine: float) -> None:
        Color(*CELL)
        _box(fine, GAP, ROUND)

    return picture(side, draw, CELL)


@lru_cache(maxsize=512)
def piece(kind: Piece, joined: Sides, start: bool, side: int) -> Texture:
    """Return a piece with its bridges; one of the beginning has a dot."""
    return picture(side, lambda fine: _piece(kind, joined, start, fine), darker(PIECES[kind], 0.2))


def _piece(kind: Piece, joined: Sides, start: bool, side: float) -> None:
    tone = PIECES[kind]
    for shade, low in ((darker(tone, 0.3), 0.0), (tone, 0.045)):
        Color(*shade)
        _box(side, GAP, ROUND, low)
        if not low:
            continue
        for at in STRAIGHT:
            if joined & at:
                _neck(side, at)
    _shape(kind, side, darker(tone, 0.42 if kind is not Piece.YELLOW else 0.36))
    if start:
        Color(*INK)
        dot = side * DOT
        RoundedRectangle(
            pos=(side * 0.24 - dot / 2, side * 0.77 - dot / 2), size=(dot, dot), radius=[dot / 2]
        )


def _neck(side: float, at: Sides) -> None:
    wide, long = side * NECK, side * 0.3
    across, off = (side - wide) / 2, side - long
    pos, size = {
        Sides.UP: ((across, off), (wide, long)),
        Sides.DOWN: ((across, 0), (wide, long)),
        Sides.RIGHT: ((off, across), (long, wide)),
        Sides.LEFT: ((0, across), (long, wide)),
    }[at]
    Rectangle(pos=pos, size=size)


def _shape(kind: Piece, side: float, tone: theme.Tone) -> None:
    name = SHAPES.get(kind)
    if name is None:
        return
    Color(*tone)
    across = side * MARK * (0.82 if name == "square" else 1.0)
    low = (side - across) / 2
    polygon([(low + x * across, low + y * across) for x, y in outline(name)])


def _box(side: float, gap: float, corner: float, low: float = 0.0) -> None:
    """Fill a rounded square; `low` leaves so much more free below."""
    off = side * gap
    RoundedRectangle(
        pos=(off, off + side * low),
        size=(side - 2 * off, side - 2 * off - side * low),
        radius=[side * corner],
    )


@lru_cache(maxsize=64)
def flipping(kind: Piece, side: int) -> Texture:
    """Return a piece that is being turned over: half its colour, half its white back."""

    def draw(fine: float) -> None:
        Color(*PIECES[Piece.WHITE])
        _box(fine, GAP, ROUND)
        Color(*PIECES[kind])
        low, high = fine * (GAP + ROUND * 0.3), fine * (1 - GAP - ROUND * 0.3)
        edge = fine * GAP
        polygon([(edge, low + fine * ROUND * 0.5), (edge, high), (low, fine - edge), (high, fine - edge)])
        Color(*INK)
        Line(points=[low, low, high, high], width=fine * 0.03, cap="none")

    return picture(side, draw, PIECES[Piece.WHITE])


# What is marked on cells.


@lru_cache(maxsize=256)
def veil(kind: Piece, joined: Sides, side: int) -> Texture:
    """Return the ground of a cell that a piece is being laid on; it is shown half transparent."""

    def draw(fine: float) -> None:
        Color(*PIECES[kind])
        _box(fine, 0.0, ROUND)
        for at in STRAIGHT:
            if joined & at:
                half = {
                    Sides.UP: ((0, fine / 2), (fine, fine / 2)),
                    Sides.DOWN: ((0, 0), (fine, fine / 2)),
                    Sides.RIGHT: ((fine / 2, 0), (fine / 2, fine)),
                    Sides.LEFT: ((0, 0), (fine / 2, fine)),
                }[at]
                Rectangle(pos=half[0], size=half[1])

    return picture(side, draw, PIECES[kind])


@lru_cache(maxsize=1024)
def border(tone: theme.Tone, joined: Sides, width: float, side: int) -> Texture:
    """Return the line around cells that belong together, as far as it runs along this one."""
    return picture(side, lambda fine: _border(tone, joined, fine * width, fine), tone)


def _border(tone: theme.Tone, joined: Sides, width: float, side: float) -> None:
    Color(*tone)
    near, far = width / 2, side - width / 2
    lines = {
        Sides.UP: (near, far, far, far, Sides.LEFT, Sides.RIGHT),
        Sides.DOWN: (near, near, far, near, Sides.LEFT, Sides.RIGHT),
        Sides.LEFT: (near, near, near, far, Sides.DOWN, Sides.UP),
        Sides.RIGHT: (far, near, far, far, Sides.DOWN, Sides.UP),
    }
    for at, (x, y, u, v, first, second) in lines.items():
        if joined & at:
            continue
        # Where it goes on in the next cell, the line runs to the very edge.
        if joined & first:
            x, y = (0, y) if x != u else (x, 0)
        if joined & second:
            u, v = (side, v) if x != u else (u, side)
        Line(points=[x, y, u, v], width=width / 2, cap="round")
    for corner, (one, other), (x, y) in (
        (Sides.UP_RIGHT, (Sides.UP, Sides.RIGHT), (far, far)),
        (Sides.DOWN_RIGHT, (Sides.DOWN, Sides.RIGHT), (far, near)),
        (Sides.DOWN_LEFT, (Sides.DOWN, Sides.LEFT), (near, near)),
        (Sides.UP_LEFT, (Sides.UP, Sides.LEFT), (near, far)),
    ):
        if joined & one and joined & other and not joined & corner:
            RoundedRectangle(pos=(x - near, y - near), size=(width, width), radius=[0])


@lru_cache(maxsize=16)
def cross(side: int) -> Texture:
    """Return the cross over a cell on which nothing can be laid."""

    def draw(fine: float) -> None:
        for tone, width in ((INK, 0.1), (WRONG, 0.06)):
            Color(*tone)
            for sign in (1, -1):
                arm = fine * 0.24
                middle = fine / 2
                points = [middle - arm, middle - arm * sign, middle + arm, middle + arm * sign]
                Line(points=points, width=fine * width, cap="round")

    return picture(side, draw, INK)


@lru_cache(maxsize=32)
def spot(tone: theme.Tone, rim: theme.Tone, share: float, side: int) -> Texture:
    """Return a disc with a rim, in the middle of its square; `share` of its side."""

    def draw(fine: float) -> None:
        for drawn, across in ((rim, fine * share), (tone, fine * share * 0.84)):
            Color(*drawn)
            low = (fine - across) / 2
            RoundedRectangle(pos=(low, low), size=(across, across), radius=[across / 2], segments=24)

    return picture(side, draw, rim)


def darker(tone: theme.Tone, share: float) -> theme.Tone:
    """Return a tone mixed with so much of the ground."""
    red, green, blue = (a + (b - a) * share for a, b in zip(tone[:3], INK[:3], strict=True))
    return (red, green, blue, tone[3])
