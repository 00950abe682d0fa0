"""Small cells in large, beside the finger that covers them, with the numbers of row and column. Pure."""

from collections.abc import Iterator

from companion.games.tracktic.grid import Cell
from ui import theme
from ui.games.tracktic import art
from ui.games.tracktic.grid_contents import GridContents
from ui.games.tracktic.lattice import Lattice
from ui.games.tracktic.marks import GHOST
from ui.games.tracktic.sides import joined
from ui.stage.loupe import bubble
from ui.stage.scene import Item, PlacedArt, Room

LARGE_MM = 7.0
"""Cells of this size are seen beside a finger, and need no loupe."""
CELL_MM, NAME_MM = 5.2, 5.4
"""Side of a cell in the loupe, and the height of its numbers."""
REACH = 1
"""Cells that are seen on each side of the one under the finger."""


def loupe(cell: Cell, lattice: Lattice, lying: GridContents, room: Room) -> Iterator[Item | None]:
    """Yield a small cell and those around it, in a room and not under the finger; of a large one nothing."""
    if lattice.side >= room.mm(LARGE_MM):
        return
    name = f"{cell.row + 1} · {cell.column + 1}"
    ground, below = bubble(room, lattice.centre(cell), name, room.mm(theme.BODY_MM), NAME_MM)
    yield from ground
    side, wide = round(room.mm(CELL_MM)), 2 * REACH + 1
    left, top = round(below.center[0] - wide * side / 2), round(below.center[1] + wide * side / 2)
    large = Lattice(left, top, side, cell.row - REACH, cell.column - REACH, wide, wide)
    marks = lying.marks
    for other in lying.cells:
        if not large.holds(other):
            continue
        middle = large.centre(other)
        yield PlacedArt(art.ground(), middle, side)
        look = lying.look(other)
        if look is not None:
            yield PlacedArt(look, middle, side)
        if other in marks.ghost:
            around = joined(other, marks.ghost)
            yield PlacedArt(art.veil(marks.ghost_colour, around), middle, side, GHOST)
            yield PlacedArt(art.border(theme.TEXT, around), middle, side)
    yield PlacedArt(art.border(theme.TEXT, width=art.POINTED), large.centre(cell), side)
