"""A grid that is drawn with a finger: a tap or a drag, and the touched cell is shown beside the finger.

Its cells may be smaller than a fingertip, so two bars go through the touched cell to the edges.
"""

from collections.abc import Callable

from kivy.graphics import Color, InstructionGroup, Line, Rectangle

from companion.games.tracktic.grid import Cell
from ui import theme
from ui.games.tracktic.grid_picture import GridPicture
from ui.kivy_types import Touch
from ui.widgets.face import Face
from ui.widgets.layout import Rect, rect_of

MOST_MM = 14.3
"""A cell is drawn no larger."""
BARS = theme.tone("#f4f1e8", 0.28)


class GridEntry(Face):
    """The grid; while a finger draws, `on_stroke` gets the cells so far, and whether it was lifted."""

    def __init__(self, on_stroke: Callable[[tuple[Cell, ...], bool], None]) -> None:
        super().__init__()
        self._on_stroke = on_stroke
        self.live = True
        self._picture = GridPicture(theme.BAR, theme.PANEL)
        self._marks = InstructionGroup()
        self.canvas.add(self._picture.group)
        self.canvas.add(self._marks)
        self._rows: tuple[str, ...] = ()
        self._fault: Cell | None = None
        self._stroke: list[Cell] = []

    def show(self, rows: tuple[str, ...], fault: Cell | None = None) -> None:
        """Show a grid, with a frame around the cell where something is wrong."""
        self._rows, self._fault = rows, fault
        self.arrange(rect_of(self))

    def arrange(self, rect: Rect) -> None:
        """Draw the cells as large as fits."""
        self._picture.show(self._rows, rect, theme.mm(MOST_MM))
        self._mark()

    def rect_of_cell(self, cell: Cell) -> Rect:
        """Return where a cell lies."""
        return self._picture.rect_of(cell.row, cell.column)

    def on_touch_down(self, touch: Touch) -> bool | None:
        """Begin to draw."""
        cell = self._at(touch)
        if not self.live or touch.is_mouse_scrolling or cell is None or self._stroke:
            return super().on_touch_down(touch)
        touch.grab(self)
        self._stroke = [cell]
        self._tell(False)
        return True

    def on_touch_move(self, touch: Touch) -> bool | None:
        """Draw on; a fast finger leaves no gaps."""
        if touch.grab_current is not self:
            return super().on_touch_move(touch)
        cell = self._at(touch)
        if cell is not None and self._stroke and cell != self._stroke[-1]:
            self._stroke += between(self._stroke[-1], cell)
            self._tell(False)
        return True

    def on_touch_up(self, touch: Touch) -> bool | None:
        """Take what was drawn."""
        if touch.grab_current is not self:
            return super().on_touch_up(touch)
        touch.ungrab(self)
        self._tell(True)
        return True

    def _tell(self, lifted: bool) -> None:
        stroke = tuple(dict.fromkeys(self._stroke))
        if lifted:
            self._stroke = []
            if self.get_root_window() is None:
                # Another finger turned the page meanwhile: nobody asks any more.
                return
        self._on_stroke(stroke, lifted)
        self._mark()

    def _at(self, touch: Touch) -> Cell | None:
        left, top = self._picture.corner
        column, row = (touch.x - left) // self._picture.pitch, (top - touch.y) // self._picture.pitch
        inside = 0 <= row < len(self._rows) and 0 <= column < len(self._rows[0])
        return Cell(int(row), int(column)) if inside else None

    def _mark(self) -> None:
        self._marks.clear()
        if not self._rows:
            return
        last = self._stroke[-1] if self._stroke else None
        if last is not None:
            (left, top), pitch = self._picture.corner, self._picture.pitch
            at, wide, high = self.rect_of_cell(last), len(self._rows[0]) * pitch, len(self._rows) * pitch
            self._marks.add(Color(*BARS))
            self._marks.add(Rectangle(pos=(left, at.y), size=(wide, pitch)))
            self._marks.add(Rectangle(pos=(at.x, top - high), size=(pitch, high)))
        for cell, tone in ((last, theme.PRIMARY), (self._fault, theme.WARNING)):
            if cell is not None:
                at = self.rect_of_cell(cell)
                self._marks.add(Color(*tone))
                self._marks.add(Line(rectangle=(at.x, at.y, at.width, at.height), width=theme.mm(0.45)))


def between(start: Cell, end: Cell) -> list[Cell]:
    """Return the cells on the way from one to another, without the first."""
    steps = max(abs(end.row - start.row), abs(end.column - start.column))
    return [
        Cell(
            round(start.row + (end.row - start.row) * n / steps),
            round(start.column + (end.column - start.column) * n / steps),
        )
        for n in range(1, steps + 1)
    ]
