"""Small cells in large, beside the finger that covers them, with the numbers of row and column."""

from collections.abc import Collection, Mapping

from kivy.graphics import Color, InstructionGroup, Line, RoundedRectangle
from msgspec import Struct

from companion.games.tracktic.grid import Cell
from companion.games.tracktic.model import Piece
from ui import theme
from ui.games.tracktic import pieces as drawn
from ui.games.tracktic.lattice import Lattice
from ui.games.tracktic.marks import GHOST, Marks, alike, joined
from ui.games.tracktic.pieces import Sides
from ui.stage.lettering import Caption
from ui.widgets.layout import Rect
from ui.widgets.loupe import beside
from ui.widgets.sprites import HIDDEN, Pool, faded

LARGE_MM = 7.0
"""Cells of this size are seen beside a finger, and need no loupe."""
CELL_MM, NAME_MM = 5.2, 5.4
"""Side of a cell in the loupe, and the height of its numbers."""
REACH = 1
"""So many cells are seen on each side of the one under the finger."""


class Table(Struct):
    """What the loupe looks at."""

    area: Collection[Cell]
    pieces: Mapping[Cell, Piece]
    start: Collection[Cell]
    marks: Marks


class Loupe:
    """The instructions of the loupe; hidden until a finger is on a small cell."""

    def __init__(self) -> None:
        self.group = InstructionGroup()
        self.bubble: Rect | None = None
        self._ground, self._box = Color(*HIDDEN), RoundedRectangle(size=(0, 0))
        self._edge, self._outline = Color(*HIDDEN), Line(width=1)
        self._name, self._pool = Caption(theme.TEXT, bold=True), Pool()
        for part in (
            self._ground, self._box, self._edge, self._outline, self._name.group, self._pool.group
        ):  # fmt: skip
            self.group.add(part)

    def show(self, cell: Cell, lattice: Lattice, table: Table, room: Rect) -> None:
        """Show a cell and those around it, inside `room` and not under the finger."""
        self.bubble = bubble = beside(lattice.centre(cell), room)
        radius, line = theme.mm(theme.RADIUS_MM), theme.mm(0.35)
        self._ground.rgba, self._edge.rgba = theme.RAISED, theme.LINE
        self._box.pos, self._box.size = (bubble.x, bubble.y), (bubble.width, bubble.height)
        self._box.radius = [radius]
        self._outline.width = line / 2
        self._outline.rounded_rectangle = (bubble.x, bubble.y, bubble.width, bubble.height, radius)
        head, below = bubble.cut_top(theme.mm(NAME_MM))
        self._name.place(head.x, head.y - theme.mm(0.4), head.width, head.height, theme.body())
        self._name.show(f"{cell.row + 1} · {cell.column + 1}")
        side = round(theme.mm(CELL_MM))
        across = (2 * REACH + 1) * side
        left, top = round(below.center[0] - across / 2), round(below.center[1] + across / 2)
        large = Lattice(left, top, side, cell.row - REACH, cell.column - REACH, 2 * REACH + 1, 2 * REACH + 1)
        self._pool.clear()
        self._put(large, table)
        self._pool.put(drawn.border(drawn.LIGHT, Sides.NONE, 0.13, side), large.centre(cell), side)
        self._pool.done()

    def hide(self) -> None:
        """Show nothing."""
        if self.bubble is not None:
            self.bubble = None
            self._ground.rgba = self._edge.rgba = HIDDEN
            self._name.show("")
            self._pool.clear()
            self._pool.done()

    def _put(self, large: Lattice, table: Table) -> None:
        side, marks = large.side, table.marks
        colour = marks.ghost_colour or Piece.WHITE
        for cell in (cell for cell in sorted(table.area) if large.holds(cell)):
            middle = large.centre(cell)
            self._pool.put(drawn.ground(side), middle, side)
            kind = table.pieces.get(cell)
            if kind is not None:
                texture = drawn.piece(kind, alike(cell, table.pieces), cell in table.start, side)
                self._pool.put(texture, middle, side)
            if cell in marks.ghost:
                around = joined(cell, marks.ghost)
                self._pool.put(drawn.veil(colour, around, side), middle, side, faded(GHOST))
                self._pool.put(drawn.border(drawn.LIGHT, around, drawn.EDGE, side), middle, side)


def needed(lattice: Lattice) -> bool:
    """Tell whether cells are so small that a finger covers them."""
    return 0 < lattice.side < theme.mm(LARGE_MM)
