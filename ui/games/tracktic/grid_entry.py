"""A grid that is drawn with a finger, the touched cell standing out under it; a box in pictures. Pure.

Its cells may be smaller than a fingertip, so two bars go through the touched cell to the edges.
"""

from collections.abc import Iterator, Sequence

from companion.games.tracktic.grid import Cell
from ui import theme
from ui.games.tracktic.aims import CellTap
from ui.games.tracktic.grid_picture import lattice_of, pattern_rows, picture
from ui.games.tracktic.lattice import Cells
from ui.stage.rect import Rect
from ui.stage.scene import Item, Room, Scene, Spot
from ui.stage.shapes import Box, Letters, Rim

MOST_MM = 14.3
"""A cell is drawn no larger."""
LINE_MM = 0.9
BARS = 0.28
"""Opacity of the bars through the touched cell."""
PATTERN_CELL_MM, BOX_CELL_MM = 2.6, 6.0
"""A cell of a pattern on its pad, and of the grids of a whole box, is no larger."""
NUMBER_MM = 2.9


def entry(rows: tuple[str, ...], fault: Cell | None, room: Room, finger: Spot | None) -> Scene:
    """Return a grid, with a frame around the cell where something is wrong; its spots are `CellTap`."""
    lattice = lattice_of(rows, room, MOST_MM)
    items: list[Item] = list(picture(rows, room, MOST_MM, theme.BAR, theme.PANEL))
    touched = finger.cell if isinstance(finger, CellTap) else None
    if touched is not None:
        whole, at, bars = lattice.room, lattice.rect(touched), (*theme.TEXT[:3], BARS)
        items.append(Box(Rect(whole.x, at.y, whole.width, at.height), bars))
        items.append(Box(Rect(at.x, whole.y, at.width, whole.height), bars))
    for cell, tone in ((touched, theme.PRIMARY), (fault, theme.WARNING)):
        if cell is not None:
            items.append(Rim(lattice.rect(cell), tone, room.mm(LINE_MM)))
    area = frozenset(Cell(row, column) for row in range(lattice.rows) for column in range(lattice.columns))
    # A stroke leaves no cell out, however near to an edge it goes.
    return Scene(tuple(items), (Cells(lattice, area, stuck=0.0),))


def numbered(room: Room, rows: tuple[str, ...], number: int) -> Iterator[Item]:
    """Yield a pattern, with its number at the left."""
    left, rest = room.rect.cut_left(room.mm(NUMBER_MM * 1.2))
    yield from picture(pattern_rows(rows), Room(rest, room.density), PATTERN_CELL_MM, theme.RAISED)
    yield Letters(str(number), left, theme.DIM, room.mm(NUMBER_MM), along=0)


def overview(grids: Sequence[tuple[str, tuple[str, ...]]], room: Room, finger: Spot | None) -> Scene:
    """Return grids beside each other, each over who plays on it."""
    items: list[Item] = []
    line = room.mm(theme.BODY_MM) * 1.5
    for (who, rows), cell in zip(grids, room.rect.columns([1] * len(grids), room.mm(3)), strict=True):
        inner = Room(cell.inset(0, line), room.density)
        items += picture(rows, inner, BOX_CELL_MM, theme.BAR, theme.PANEL)
        low = lattice_of(rows, inner, BOX_CELL_MM).room.y
        items.append(
            Letters(who, Rect(cell.x, low - line, cell.width, line), theme.DIM, room.mm(theme.BODY_MM))
        )
    return Scene(tuple(items))
