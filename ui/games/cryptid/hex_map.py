"""The map of 108 hexes with all that lies on it, as a scene; for the table, and for the set-up. Pure."""

from collections.abc import Iterator
from functools import lru_cache, partial

from msgspec import Struct

from companion.games.cryptid.hexes import COLUMNS, MAP, ROWS, Hex
from companion.games.cryptid.maps import ACROSS, DOWN, PieceHex, Structure, cell_at
from companion.games.cryptid.model import Spot
from ui import theme
from ui.games.cryptid import words
from ui.games.cryptid.art import Outline
from ui.games.cryptid.guide import Laid
from ui.games.cryptid.hex_shapes import HIGH, TALL, WIDE, Lattice, fitted, piece_of
from ui.games.cryptid.marks import Marks, badges, ring
from ui.games.cryptid.placed import Hexful, pieces
from ui.games.cryptid.terrain import ground
from ui.games.cryptid.tones import EDGE, LIGHT
from ui.stage.loupe import bubble
from ui.stage.rect import Rect
from ui.stage.scene import Drawing, Item, PlacedArt, Room, Scene
from ui.stage.shapes import Letters, Stroke

LETTERS_MM, NUMBERS_MM = 3.6, 2.9
"""Room for the letters of the rows at the left, and the numbers of the columns above."""
LABEL_MM = 2.5
SEAM = 0.085
"""Width of the line between two pieces of the map, in widths of a hex."""
DIM, DIM_PIECES = 0.3, 0.45
"""What is left of a hex that isn't meant, and of what lies there."""
FORBIDDEN = (1.0, 0.6, 0.36)
"""What is left of a hex by how many own clues forbid it."""
MAP_WIDE = WIDE / (HIGH * TALL)
"""A map is so wide for its height."""
LOUPE_MM, NAME_MM = 15.0, 6.6
"""Width of the large hex beside a finger, and height of the name over it."""


class Lying(Struct, frozen=True):
    """A map, three rows of two pieces or as much as is known of it, and all that lies on it."""

    tiles: Laid = ()
    structures: tuple[Structure, ...] = ()
    spots: tuple[Spot, ...] = ()
    marks: Marks = Marks()

    def on(self, at: Hex) -> Hexful:
        """Return what lies on a hex."""
        there = next((each for each in self.structures if (each.row, each.col) == (at.row, at.column)), None)
        spot = self.spots[at.index] if self.spots else Spot()
        up_now = there is not None and there == self.marks.structure
        return Hexful(there, spot, self.marks.begun(at), up_now)


def map_of(lying: Lying) -> Drawing:
    """Return what draws a map, for a stage."""
    return partial(scene, lying)


def lattice_in(room: Room) -> Lattice:
    """Return the largest map in the middle of a room, with its letters and numbers."""
    _, right = room.rect.cut_left(room.mm(LETTERS_MM))
    return fitted(right.cut_top(room.mm(NUMBERS_MM))[1])


def scene(lying: Lying, room: Room, finger: Hex | None) -> Scene:
    """Return the largest map in a room; its spots are hexes."""
    lattice, marks = lattice_in(room), lying.marks
    if min(lattice.width, lattice.height) < 1:
        return Scene()
    known = cells(lying.tiles)
    items: list[Item | None] = [*_labels(lattice, room, finger or marks.chosen)]
    for at, cell in zip(MAP, known, strict=True):
        left = FORBIDDEN[min(len(marks.forbidden.get(at, ())), len(FORBIDDEN) - 1)]
        faded = min(left, DIM) if marks.dims(at) else left
        items.append(PlacedArt(ground(cell, lattice.tall), lattice.middle(at), lattice.width, faded))
    items += (Stroke(seam, EDGE, lattice.width * SEAM) for seam in lattice.seams())
    for at in MAP:
        faded = DIM_PIECES if marks.dims(at) else 1.0
        items += pieces(lying.on(at), lattice.middle(at), lattice.height, faded)
    items += _frame(marks, lattice)
    items += badges(marks, lattice)
    also = marks.also if marks.also != marks.chosen else None
    for kind, ringed in ((Outline.ALSO, also), (Outline.CHOSEN, marks.chosen), (Outline.FINGER, finger)):
        items.append(None if ringed is None else ring(kind, lattice, ringed))
    if finger is not None:
        items += _loupe(lying, room, finger, lattice)
    return Scene(tuple(items), (lattice,))


@lru_cache(maxsize=8)
def cells(tiles: Laid) -> tuple[PieceHex | None, ...]:
    """Return what each hex is, as far as its piece is laid."""
    return tuple(_cell(tiles, at) for at in MAP)


def _cell(tiles: Laid, at: Hex) -> PieceHex | None:
    down, across = piece_of(at)
    piece = tiles[down][across] if tiles else None
    # A hex is found by its own piece alone: the others may still lie in the box.
    return None if piece is None else cell_at(((piece,) * ACROSS,) * DOWN, at)


def _labels(lattice: Lattice, room: Room, lit: Hex | None) -> Iterator[Letters]:
    """Yield the letters beside the rows and the numbers above the columns; those of one hex are `lit`."""
    size, letters, numbers = room.mm(LABEL_MM), room.mm(LETTERS_MM), room.mm(NUMBERS_MM)
    for row in range(ROWS):
        _, y = lattice.middle(Hex(row, 0))
        tone = theme.TEXT if lit is not None and lit.row == row else theme.FAINT
        rect = Rect(lattice.left - letters, y - size, letters, 2 * size)
        yield Letters(words.ROWS[row], rect, tone, size, bold=True)
    for column in range(COLUMNS):
        x, _ = lattice.middle(Hex(0, column))
        tone = theme.TEXT if lit is not None and lit.column == column else theme.FAINT
        rect = Rect(x - lattice.width / 2, lattice.top, lattice.width, numbers)
        yield Letters(str(column + 1), rect, tone, size, bold=True)


def _frame(marks: Marks, lattice: Lattice) -> Iterator[Stroke]:
    """Yield the line around the piece of the map that is laid next."""
    if marks.piece is not None:
        line = lattice.outline(at for at in MAP if piece_of(at) == marks.piece)
        for tone, width in ((EDGE, 0.16), (LIGHT, 0.085)):
            yield Stroke(line, tone, max(2.0, lattice.width * width), closed=True)


def _loupe(lying: Lying, room: Room, at: Hex, lattice: Lattice) -> Iterator[Item | None]:
    """Yield a hex in large with its name, beside the finger that covers it."""
    size = room.mm(theme.HEADING_MM)
    items, below = bubble(room, lattice.middle(at), words.space(at), size, NAME_MM)
    yield from items
    width = round(room.mm(LOUPE_MM) / 2) * 2
    height = round(width * TALL)
    middle = (round(below.center[0]), round(below.center[1]))
    yield PlacedArt(ground(cells(lying.tiles)[at.index], height / width), middle, width)
    yield from pieces(lying.on(at), middle, height)
