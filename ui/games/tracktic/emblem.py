"""What stands for the game on the home screen: a path that a white piece joins."""

from kivy.graphics import Color, InstructionGroup, Rectangle

from companion.games.tracktic.grid import Cell
from companion.games.tracktic.model import LETTERS
from ui import theme
from ui.games.tracktic.lattice import Lattice
from ui.games.tracktic.marks import joined
from ui.games.tracktic.path_line import PathLine
from ui.games.tracktic.pieces import STRAIGHT, ground, piece
from ui.widgets.layout import Rect

ROWS = ("GG..B", ".GWGB", "Y..GG", "YY.RR")
PATH = ((0, 0), (0, 1), (1, 1), (1, 2), (1, 3), (2, 3), (2, 4))
MOST_MM = 38.0
LEAST = 4
"""Smaller cells can't be drawn."""


def emblem(group: InstructionGroup, room: Rect) -> None:
    """Draw into the middle of a rectangle, as large as fits."""
    across, down = len(ROWS[0]), len(ROWS)
    side = int(min(room.width, theme.mm(MOST_MM), room.height * across / down) / across)
    side = min(side, int(room.height / down))
    if side < LEAST:
        return
    left, top = round(room.center[0] - side * across / 2), round(room.center[1] + side * down / 2)
    lattice = Lattice(left, top, side, 0, 0, down, across)
    lying = {
        Cell(row, column): LETTERS.get(sign)
        for row, line in enumerate(ROWS)
        for column, sign in enumerate(line)
    }
    group.add(Color(1, 1, 1, 1))
    for cell, kind in lying.items():
        at = lattice.rect(cell)
        group.add(Rectangle(texture=ground(side), pos=(at.x, at.y), size=(side, side)))
        if kind is not None:
            alike = {other for other, its in lying.items() if its is kind}
            texture = piece(kind, joined(cell, alike, STRAIGHT), False, side)
            group.add(Rectangle(texture=texture, pos=(at.x, at.y), size=(side, side)))
    path = PathLine(numbers=False)
    path.show(tuple(Cell(*at) for at in PATH), lattice)
    group.add(path.group)
