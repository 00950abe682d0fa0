"""One player's points in the tally: all of them in large figures, and what they are made of."""

from kivy.graphics import InstructionGroup

from companion.journal import Plate
from ui import theme
from ui.stage.lettering import Caption
from ui.widgets.layout import Rect
from ui.widgets.panel import Panel
from ui.widgets.seat_mark import DrawnMark

MARK_MM, FIGURE_MM, LINE_MM = 9.0, 13.0, 4.9
LINES = 4
"""Circles, extra points, unpaired ones, and where they score halves alone."""


class ScorePanel(Panel):
    """The mark, the points, and a line for each kind of token: how many, and their points."""

    def __init__(self, plate: Plate) -> None:
        super().__init__()
        self.points = 0
        self.lines: tuple[tuple[str, int], ...] = ()
        self._plate, self._mark = plate, DrawnMark()
        self._figure = Caption(theme.TEXT, bold=True)
        self._counts = [Caption(theme.DIM, align=0) for _ in range(LINES)]
        self._worths = [Caption(theme.TEXT, bold=True, align=1) for _ in range(LINES)]
        drawing = InstructionGroup()
        drawing.add(self._mark.group)
        for caption in (self._figure, *self._counts, *self._worths):
            drawing.add(caption.group)
        self.canvas.add(drawing)
        self._mark.show(plate)

    def show(self, points: int, lines: tuple[tuple[str, int], ...], *, winner: bool) -> None:
        """Show the points, and what each kind of token brings to them."""
        if len(lines) != len(self.lines):
            self.rearrange()
        self.points, self.lines = points, lines
        self.paint(theme.RAISED if winner else theme.PANEL, theme.seat_tone(self._plate) if winner else None)
        self._figure.show(str(points))
        padded = (*lines, *((("", None),) * (LINES - len(lines))))
        for count, worth, (text, value) in zip(self._counts, self._worths, padded, strict=True):
            count.show(text)
            worth.show("" if value is None else str(value))

    def arrange(self, rect: Rect) -> None:
        """Mark and figure at the left, the lines at the right."""
        room = rect.inset(theme.mm(2), theme.mm(1))
        side = min(theme.mm(MARK_MM), room.height * 0.8)
        left, rest = room.cut_left(side, theme.mm(1))
        self._mark.place(round(left.x), round(left.center[1] - side / 2), side)
        figure, rest = rest.cut_left(theme.mm(FIGURE_MM), theme.mm(1))
        self._figure.place(figure.x, figure.y, figure.width, figure.height, min(theme.glance(), room.height))
        count = max(1, len(self.lines))
        high = min(theme.mm(LINE_MM), rest.height / count)
        block = Rect(rest.x, rest.center[1] - high * count / 2, rest.width, high * count)
        for text, worth, row in zip(self._counts, self._worths, block.rows(count, 0), strict=False):
            right, words = row.cut_right(theme.mm(5.5), theme.mm(0.5))
            text.place(words.x, words.y, words.width, words.height, min(theme.small() * 1.1, high))
            worth.place(right.x, right.y, right.width, right.height, min(theme.small() * 1.2, high))
