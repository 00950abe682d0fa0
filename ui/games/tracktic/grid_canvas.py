"""The grid: up to 20 by 20 cells on one canvas, built once for its cells and then changed in place."""

from collections.abc import Callable, Collection, Mapping

from kivy.graphics import InstructionGroup

from companion.games.tracktic.grid import Cell
from companion.games.tracktic.model import Piece
from ui import theme
from ui.games.tracktic import pieces as drawn
from ui.games.tracktic.lattice import Lattice, fitted
from ui.games.tracktic.loupe import Loupe, Table, needed
from ui.games.tracktic.marks import NOTHING, Marks, alike, put_marks
from ui.games.tracktic.path_line import PathLine
from ui.games.tracktic.pieces import Sides
from ui.kivy_types import Touch
from ui.stage.lettering import Caption
from ui.widgets.face import Face
from ui.widgets.layout import Rect, rect_of
from ui.widgets.sprites import PLAIN, Pool, Sprite, faded

__all__ = ["GridCanvas", "Marks"]

NUMBERS_MM = 3.4
"""Room for the numbers of rows and columns, at the left and above."""
FAINT = theme.tone("#66727c")
DIM = 0.34
"""What is left of a piece that isn't meant."""


class GridCanvas(Face):
    """The cells with their pieces; a finger tells of one cell, or of several that it went over.

    `on_tap` is told the cell that a finger was lifted from, `on_drag` all that it went over when it was more
    than one. Without `on_drag` a finger that slides taps the cell that it ends on. `on_paint` is told each
    cell at once, `on_lift` that the finger has left after any of them.
    """

    def __init__(self) -> None:
        super().__init__()
        self.builds = 0
        self.on_tap: Callable[[Cell], None] | None = None
        self.on_drag: Callable[[tuple[Cell, ...]], None] | None = None
        self.on_paint: Callable[[Cell], None] | None = None
        self.on_lift: Callable[[], None] | None = None
        self.lattice = Lattice()
        self._area: frozenset[Cell] = frozenset()
        self._pieces: dict[Cell, Piece] = {}
        self._start: frozenset[Cell] = frozenset()
        self._marks = NOTHING
        self._touch: Touch | None = None
        self._before = (0.0, 0.0)
        self._trail: list[Cell] = []
        self._finger: Cell | None = None
        self._cells: dict[Cell, tuple[Sprite, Sprite]] = {}
        self._rows: dict[int, Caption] = {}
        self._columns: dict[int, Caption] = {}
        self._low, self._high, self._numbers = InstructionGroup(), InstructionGroup(), InstructionGroup()
        self._path, self._pool, self._pointed, self._loupe = PathLine(), Pool(), Pool(), Loupe()
        groups = (
            *(self._low, self._high, self._path.group, self._pool.group, self._pointed.group),
            *(self._numbers, self._loupe.group),
        )
        for group in groups:
            self.canvas.add(group)

    def show(
        self,
        area: Collection[Cell],
        pieces: Mapping[Cell, Piece],
        start: Collection[Cell] = (),
        marks: Marks = NOTHING,
    ) -> None:
        """Show these cells, what lies on them, and what is marked; only what has changed is touched."""
        cells = frozenset(area)
        if cells != self._area:
            self._area = cells
            self._build()
            self.rearrange()
        lying = (dict(pieces), frozenset(start), marks.dim_others)
        if lying != (self._pieces, self._start, self._marks.dim_others):
            self._pieces, self._start, _ = lying
            self._marks = marks
            self._draw_pieces()
        self._marks = marks
        self._draw_marks()
        if self._finger is not None:
            self._point()

    def cell_at(self, x: float, y: float) -> Cell | None:
        """Return the cell at a point, None beside the grid and where it has none."""
        cell = self.lattice.at(x, y)
        return cell if cell in self._area else None

    def centre(self, cell: Cell) -> tuple[float, float]:
        """Return the middle of a cell, in pixels of the window."""
        return self.lattice.centre(cell)

    @staticmethod
    def lattice_in(rect: Rect, area: Collection[Cell]) -> Lattice:
        """Return the largest cells in the middle of a room, with their numbers."""
        return fitted(area, rect, round(theme.mm(NUMBERS_MM)))

    @classmethod
    def width_in(cls, rect: Rect, area: Collection[Cell]) -> float:
        """Return how wide the largest cells in a room are with their numbers, in pixels."""
        return min(rect.width, cls.lattice_in(rect, area).room.width + round(theme.mm(NUMBERS_MM)))

    def arrange(self, rect: Rect) -> None:
        """Lay the largest cells into the middle, with their numbers."""
        self.lattice = lattice = self.lattice_in(rect, self._area)
        if not lattice.side:
            return
        wide, room, size = theme.mm(NUMBERS_MM), lattice.room, theme.mm(2.3)
        side = lattice.side
        for row, caption in self._rows.items():
            at = lattice.rect(Cell(row, lattice.column))
            caption.place(room.x - wide, at.y, wide - theme.mm(0.5), side, min(size, side * 0.8))
        for column, caption in self._columns.items():
            at = lattice.rect(Cell(lattice.row, column))
            caption.place(at.x, room.top, side, wide, min(size, side * 0.8))
        for cell, (low, _) in self._cells.items():
            low.show(drawn.ground(side), lattice.centre(cell), side)
        self._draw_pieces()
        self._draw_marks()
        self._point()

    # Fingers.

    def on_touch_down(self, touch: Touch) -> bool | None:
        """Show which cell the finger is on."""
        heard = self.on_tap or self.on_drag or self.on_paint
        if heard is None or not self.collide_point(*touch.pos):
            return super().on_touch_down(touch)
        if touch.is_mouse_scrolling:
            return False
        if self._touch is not None:
            # One finger at a time; another one is a hand that rests on the screen.
            return True
        cell = self.cell_at(*touch.pos)
        if cell is None:
            return super().on_touch_down(touch)
        self._touch, self._trail, self._before = touch, [], (touch.x, touch.y)
        touch.grab(self)
        self._come_to(cell)
        self._point()
        return True

    def on_touch_move(self, touch: Touch) -> bool | None:
        """Follow the finger from cell to cell, also where it is quicker than the screen."""
        if touch.grab_current is not self:
            return super().on_touch_move(touch)
        for cell in self.lattice.between(self._before, (touch.x, touch.y)):
            self._come_to(cell)
        self._before = (touch.x, touch.y)
        if self.cell_at(*touch.pos) is None:
            self._finger = None
        self._point()
        return True

    def on_touch_up(self, touch: Touch) -> bool | None:
        """Tell what the finger was on."""
        if touch.grab_current is not self:
            return super().on_touch_up(touch)
        touch.ungrab(self)
        trail, at = tuple(self._trail), self._finger
        self._touch, self._trail, self._finger = None, [], None
        self._point()
        if self.on_drag is not None and len(trail) > 1:
            self.on_drag(trail)
        elif at is not None and self.on_tap is not None:
            self.on_tap(at)
        if self.on_lift is not None:
            self.on_lift()
        return True

    def _come_to(self, cell: Cell) -> None:
        if cell not in self._area:
            self._finger = None
            return
        self._finger = cell
        if cell not in self._trail:
            self._trail.append(cell)
            if self.on_paint is not None:
                self.on_paint(cell)

    # Drawing.

    def _build(self) -> None:
        self.builds += 1
        for group in (self._low, self._high, self._numbers):
            group.clear()
        self._cells = {cell: (Sprite(self._low), Sprite(self._high)) for cell in sorted(self._area)}
        self._rows = {row: Caption(FAINT, bold=True, align=1) for row in {cell.row for cell in self._area}}
        self._columns = {column: Caption(FAINT, bold=True) for column in {cell.column for cell in self._area}}
        for captions in (self._rows, self._columns):
            for n, caption in captions.items():
                caption.show(str(n + 1))
                self._numbers.add(caption.group)

    def _draw_pieces(self) -> None:
        side, others = self.lattice.side, self._marks.dim_others
        if not side:
            return
        for cell, (_, high) in self._cells.items():
            kind = self._pieces.get(cell)
            if kind is None:
                high.hide()
                continue
            dim = others is not None and kind not in (others, Piece.WHITE)
            texture = drawn.piece(kind, alike(cell, self._pieces), cell in self._start, side)
            high.show(texture, self.lattice.centre(cell), side, faded(DIM) if dim else PLAIN)

    def _draw_marks(self) -> None:
        if not self.lattice.side:
            return
        marks = self._marks
        flipped = self._pieces.get(marks.flipped) if marks.flipped is not None else None
        put_marks(self._pool, self.lattice, marks, flipped)
        self._path.show(marks.path, self.lattice)

    def _point(self) -> None:
        """Show where the finger is, in the same frame: its cell, its row and its column."""
        at = self._finger
        self._pointed.clear()
        if at is not None and self.lattice.side:
            side = self.lattice.side
            line = drawn.border(drawn.LIGHT, Sides.NONE, 0.13, side)
            self._pointed.put(line, self.lattice.centre(at), side)
        self._pointed.done()
        if at is not None and needed(self.lattice):
            table = Table(self._area, self._pieces, self._start, self._marks)
            self._loupe.show(at, self.lattice, table, rect_of(self))
        else:
            self._loupe.hide()
        for row, caption in self._rows.items():
            caption.paint(theme.TEXT if at is not None and at.row == row else FAINT)
        for column, caption in self._columns.items():
            caption.paint(theme.TEXT if at is not None and at.column == column else FAINT)
