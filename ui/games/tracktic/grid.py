"""The grid with its pieces as a scene; for the table, and for the tally. Pure."""

from collections.abc import Collection, Iterator
from functools import lru_cache

from companion.games.tracktic.grid import Cell
from ui import theme
from ui.games.tracktic import art, path
from ui.games.tracktic.aims import CellTap
from ui.games.tracktic.grid_contents import GridContents
from ui.games.tracktic.lattice import Cells, Lattice, fitted
from ui.games.tracktic.loupe import loupe
from ui.games.tracktic.marks import marked
from ui.stage.rect import Rect
from ui.stage.scene import Item, PlacedArt, Room, Scene, Spot
from ui.stage.shapes import Letters

NUMBERS_MM, NUMBER_MM = 3.4, 2.4
"""Room for the numbers of rows and columns, at the left and above, and their size."""
CLOSED = 0.3
"""How much is seen of cells on which nobody plays."""


def lattice_in(room: Room, area: Collection[Cell]) -> Lattice:
    """Return the largest cells in the middle of a room, with their numbers."""
    return fitted(area, room.rect, round(room.mm(NUMBERS_MM)))


def width_in(room: Room, area: Collection[Cell]) -> float:
    """Return how wide the largest cells in a room are with their numbers, in pixels."""
    return min(room.rect.width, lattice_in(room, area).room.width + round(room.mm(NUMBERS_MM)))


def scene(lying: GridContents, room: Room, finger: Spot | None) -> Scene:
    """Return the largest cells in the middle of a room; its spots are `CellTap`."""
    lattice, marks = lattice_in(room, lying.area), lying.marks
    if not lattice.side:
        return Scene()
    at = finger.cell if isinstance(finger, CellTap) else None
    flipped = lying.pieces.get(marks.flipped) if marks.flipped is not None else None
    items: list[Item | None] = [*_bare(lying.cells, lying.closed, lattice), *_pieces(lying, lattice)]
    items += _numbers(lying, lattice, room, at)
    # Their number changes: they come last, so that everything else keeps its slot.
    items += path.line(marks.path, lattice)
    items += path.numbers(marks.path, lattice, room)
    items += marked(lattice, marks, flipped)
    if at is not None:
        items.append(PlacedArt(art.border(theme.TEXT, width=art.POINTED), lattice.centre(at), lattice.side))
        items += loupe(at, lattice, lying, room)
    return Scene(tuple(items), (Cells(lattice, lying.area),))


@lru_cache(maxsize=4)
def _bare(cells: tuple[Cell, ...], closed: frozenset[Cell], lattice: Lattice) -> tuple[PlacedArt, ...]:
    return tuple(
        PlacedArt(art.ground(), lattice.centre(cell), lattice.side, CLOSED if cell in closed else 1.0)
        for cell in cells
    )


def _pieces(lying: GridContents, lattice: Lattice) -> Iterator[PlacedArt | None]:
    for cell in lying.cells:
        look = lying.look(cell)
        yield (
            None if look is None else PlacedArt(look, lattice.centre(cell), lattice.side, lying.opacity(cell))
        )


def _numbers(lying: GridContents, lattice: Lattice, room: Room, at: Cell | None) -> Iterator[Letters]:
    """Yield the numbers of rows and columns; those of the cell that a finger is on are bright."""
    wide, size = room.mm(NUMBERS_MM), min(room.mm(NUMBER_MM), lattice.side * 0.8)
    for row in sorted({cell.row for cell in lying.area}):
        low = lattice.rect(Cell(row, lattice.column)).y
        beside = Rect(lattice.left - wide, low, wide - room.mm(0.5), lattice.side)
        tone = theme.TEXT if at is not None and at.row == row else theme.FAINT
        yield Letters(str(row + 1), beside, tone, size, bold=True, along=1)
    for column in sorted({cell.column for cell in lying.area}):
        left = lattice.rect(Cell(lattice.row, column)).x
        tone = theme.TEXT if at is not None and at.column == column else theme.FAINT
        yield Letters(str(column + 1), Rect(left, lattice.top, lattice.side, wide), tone, size, bold=True)
