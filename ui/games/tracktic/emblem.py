"""What stands for the game on the home screen: a path that a white piece joins. Pure."""

from collections.abc import Iterator

from companion.games.tracktic.grid import Cell
from companion.games.tracktic.model import LETTERS
from ui.games.tracktic import art, path
from ui.games.tracktic.grid_contents import GridContents
from ui.games.tracktic.lattice import Lattice
from ui.stage.scene import Item, PlacedArt, Room

ROWS = ("GG..B", ".GWGB", "Y..GG", "YY.RR")
PATH = ((0, 0), (0, 1), (1, 1), (1, 2), (1, 3), (2, 3), (2, 4))
MOST_MM = 38.0
LEAST = 4
"""Smaller cells can't be drawn."""


def emblem(room: Room) -> Iterator[Item | None]:
    """Yield the cells in the middle of a room, as large as fits."""
    across, down, rect = len(ROWS[0]), len(ROWS), room.rect
    side = int(min(rect.width / across, room.mm(MOST_MM) / across, rect.height / down))
    if side < LEAST:
        return
    left, top = round(rect.center[0] - side * across / 2), round(rect.center[1] + side * down / 2)
    lattice = Lattice(left, top, side, 0, 0, down, across)
    signs = {Cell(row, column): sign for row, line in enumerate(ROWS) for column, sign in enumerate(line)}
    pieces = {cell: LETTERS[sign] for cell, sign in signs.items() if sign in LETTERS}
    lying = GridContents(frozenset(signs), pieces)
    for cell in lying.cells:
        yield PlacedArt(art.ground(), lattice.centre(cell), side)
        look = lying.look(cell)
        yield None if look is None else PlacedArt(look, lattice.centre(cell), side)
    yield from path.line(tuple(Cell(*at) for at in PATH), lattice)
