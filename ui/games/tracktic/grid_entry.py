"""A grid that is drawn with a finger: the touched cell stands out under it. Pure.

Its cells may be smaller than a fingertip, so two bars go through the touched cell to the edges.
"""

from companion.games.tracktic.grid import Cell
from ui import theme
from ui.games.tracktic.aims import CellTap
from ui.games.tracktic.grid_picture import lattice_of, picture
from ui.games.tracktic.lattice import Cells
from ui.stage.rect import Rect
from ui.stage.scene import Item, Room, Scene, Spot
from ui.stage.shapes import Box, Rim

MOST_MM = 14.3
"""A cell is drawn no larger."""
LINE_MM = 0.9
BARS = 0.28
"""Opacity of the bars through the touched cell."""


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
