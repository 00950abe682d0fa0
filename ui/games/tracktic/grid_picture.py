"""A grid, or a pattern, as a picture: plain cells on whole pixels, and lines between them. Pure."""

from collections.abc import Iterator
from itertools import groupby

from companion.games.tracktic.model import LETTERS, Piece
from ui import theme
from ui.games.tracktic.art import sign_in
from ui.games.tracktic.lattice import Lattice
from ui.games.tracktic.tones import PIECES, SHAPES
from ui.stage.rect import Rect
from ui.stage.scene import Item, Room
from ui.stage.shapes import Box

LINE_MM = 0.24
LEAST_LINED_MM = 1.5
"""Smaller cells have no lines between them."""
LEAST_MARKED_MM = 3.0
"""Larger start cells bear the shape of their colour."""
CORNER, SIGN = 0.14, 0.24
"""Of a piece by itself: its corners, and around its shape, in its sides."""
IN_CELL = 0.22
"""Around the shape in a cell, in cells."""


def lattice_of(rows: tuple[str, ...], room: Room, most: float) -> Lattice:
    """Return where the cells lie, in the middle of a room, and at most `most` millimetres large."""
    high, wide = len(rows), len(rows[0]) if rows else 0
    if not high or not wide:
        return Lattice()
    rect = room.rect
    pitch = max(1, int(min(rect.width / wide, rect.height / high, room.mm(most))))
    left, top = round(rect.center[0] - pitch * wide / 2), round(rect.center[1] + pitch * high / 2)
    return Lattice(left, top, pitch, 0, 0, high, wide)


def picture(
    rows: tuple[str, ...], room: Room, most: float, ground: theme.Tone, back: theme.Tone | None = None
) -> Iterator[Item]:
    """Yield a grid with cells of at most `most` millimetres; its lines have the tone of the ground.

    On a `back` it is seen how far a grid reaches where it has no cells.
    """
    lattice = lattice_of(rows, room, most)
    whole, pitch = lattice.room, lattice.side
    if not pitch:
        return
    if back is not None:
        yield Box(whole, back)
    for row, line in enumerate(rows):
        at = 0
        for sign, run in groupby(line):
            count = len(list(run))
            tint = _tint(sign)
            if tint is not None:
                yield Box(_rect(lattice, row, at, count), tint)
            at += count
    if pitch >= room.mm(LEAST_LINED_MM):
        width = max(1, round(room.mm(LINE_MM)))
        for column in range(1, lattice.columns):
            yield Box(Rect(whole.x + column * pitch - width // 2, whole.y, width, whole.height), ground)
        for row in range(1, lattice.rows):
            yield Box(Rect(whole.x, whole.top - row * pitch - width // 2, whole.width, width), ground)
    if pitch >= room.mm(LEAST_MARKED_MM):
        for row, line in enumerate(rows):
            for column, sign in enumerate(line):
                if sign in "YBGR":
                    inner = _rect(lattice, row, column, 1).inset(pitch * IN_CELL)
                    yield sign_in(inner, LETTERS[sign], theme.INK)


def _tint(sign: str) -> theme.Tone | None:
    """Return the tone of a sign; the dots of a pattern are told as `#`, which isn't drawn."""
    if sign in LETTERS:
        return PIECES[LETTERS[sign]]
    return {".": theme.LATTICE, "X": theme.PRIMARY}.get(sign)


def _rect(lattice: Lattice, row: int, column: int, count: int) -> Rect:
    """Return where `count` cells of a row lie."""
    pitch = lattice.side
    return Rect(lattice.left + column * pitch, lattice.top - (row + 1) * pitch, pitch * count, pitch)


def piece(room: Room, kind: Piece) -> Iterator[Item]:
    """Yield a piece in the middle of a room: its colour, and the shape that goes with it."""
    side, (x, y) = min(room.rect.width, room.rect.height), room.rect.center
    rect = Rect(round(x - side / 2), round(y - side / 2), side, side)
    yield Box(rect, PIECES[kind], side * CORNER)
    if kind in SHAPES:
        yield sign_in(rect.inset(side * SIGN), kind, theme.INK)


def pattern_rows(rows: tuple[str, ...]) -> tuple[str, ...]:
    """Return the rows of a pattern as a picture of them: equally long, nothing but its pieces."""
    wide = max((len(line) for line in rows), default=0)
    return tuple(line.ljust(wide, ".").replace(".", "#") for line in rows)
