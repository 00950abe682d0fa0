"""What is marked on the grid beside its pieces."""

from collections.abc import Collection, Mapping

from msgspec import Struct

from companion.games.tracktic.grid import Cell
from companion.games.tracktic.model import Piece
from ui.games.tracktic import pieces as drawn
from ui.games.tracktic.lattice import Lattice
from ui.games.tracktic.pieces import STEPS, STRAIGHT, Sides
from ui.games.tracktic.tones import PIECES
from ui.widgets.sprites import Pool, faded

GHOST = 0.5
"""How much of a piece is seen that isn't laid yet."""


class Marks(Struct, frozen=True):
    """What is marked on the grid.

    `ghost` are the cells of a pattern that is being laid in `ghost_colour`; those among `wrong` can't be, and
    are crossed out. `flipped` is being turned over. `hints` tell where a pattern could be connected, `last`
    what the last move changed. `path` is drawn as a line with numbers. The pieces of colours other than
    `dim_others` are dimmed, white ones aren't. `faults` have a red outline.
    """

    ghost: frozenset[Cell] = frozenset()
    ghost_colour: Piece | None = None
    wrong: frozenset[Cell] = frozenset()
    flipped: Cell | None = None
    hints: frozenset[Cell] = frozenset()
    last: frozenset[Cell] = frozenset()
    path: tuple[Cell, ...] = ()
    dim_others: Piece | None = None
    faults: frozenset[Cell] = frozenset()


NOTHING = Marks()


def joined(cell: Cell, others: Collection[Cell], sides: Collection[Sides] = tuple(STEPS)) -> Sides:
    """Return on which sides of a cell another of these lies."""
    found = Sides.NONE
    for side in sides:
        down, right = STEPS[side]
        if Cell(cell.row + down, cell.column + right) in others:
            found |= side
    return found


def alike(cell: Cell, pieces: Mapping[Cell, Piece]) -> Sides:
    """Return on which sides of a piece another of its colour lies."""
    kind = pieces.get(cell)
    found = Sides.NONE
    for side in STRAIGHT:
        down, right = STEPS[side]
        if kind is not None and pieces.get(Cell(cell.row + down, cell.column + right)) is kind:
            found |= side
    return found


def put_marks(pool: Pool, lattice: Lattice, marks: Marks, flipped: Piece | None) -> None:
    """Put everything but the path; `flipped` is what lies on the cell that is being turned over."""
    side = lattice.side
    pool.clear()
    for cell in sorted(marks.last):
        around = joined(cell, marks.last)
        pool.put(drawn.border(drawn.LIGHT, around, 0.07, side), lattice.centre(cell), side, faded(0.85))
    for cell in sorted(marks.faults):
        pool.put(drawn.border(drawn.WRONG, Sides.NONE, 0.11, side), lattice.centre(cell), side)
    tone = PIECES.get(marks.ghost_colour or Piece.WHITE, drawn.LIGHT)
    for cell in sorted(marks.hints - marks.ghost):
        pool.put(drawn.spot(tone, drawn.INK, 0.42, side), lattice.centre(cell), side, faded(0.9))
    if marks.flipped is not None and flipped is not None:
        middle = lattice.centre(marks.flipped)
        pool.put(drawn.flipping(flipped, side), middle, side)
        pool.put(drawn.border(drawn.LIGHT, Sides.NONE, drawn.EDGE, side), middle, side)
    ghost = [cell for cell in sorted(marks.ghost) if lattice.holds(cell)]
    for cell in ghost:
        fill = drawn.veil(marks.ghost_colour or Piece.WHITE, joined(cell, marks.ghost), side)
        pool.put(fill, lattice.centre(cell), side, faded(GHOST))
    for cell in ghost:
        pool.put(
            drawn.border(drawn.LIGHT, joined(cell, marks.ghost), drawn.EDGE, side), lattice.centre(cell), side
        )
    for cell in sorted(marks.wrong):
        if lattice.holds(cell):
            pool.put(drawn.cross(side), lattice.centre(cell), side)
    pool.done()
