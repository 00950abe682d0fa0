"""How many cards lie in the deck, and face up."""

from kivy.graphics import InstructionGroup

from companion.games.speed_mode.view import View
from ui import theme
from ui.games.speed_mode import board_words as words
from ui.widgets.layout import Rect
from ui.widgets.lettering import Caption
from ui.widgets.panel import Panel

LINE_MM = 5.6
FIGURE_MM = 8.0


class SupplyPanel(Panel):
    """Two lines: a figure and what it counts."""

    def __init__(self) -> None:
        super().__init__(theme.GROUND)
        self._figures = [Caption(theme.TEXT, bold=True, align=1) for _ in range(2)]
        self._words = [Caption(theme.DIM, align=0) for _ in range(2)]
        drawing = InstructionGroup()
        for caption in (*self._figures, *self._words):
            drawing.add(caption.group)
        self.canvas.add(drawing)

    def show(self, view: View) -> None:
        """Show the counts as they are now."""
        for figure, count in zip(self._figures, (view.deck, view.face_up), strict=True):
            figure.show(str(count))
        for caption, text in zip(self._words, (words.DECK, words.FACE_UP), strict=True):
            caption.show(text)

    def arrange(self, rect: Rect) -> None:
        """The figures under each other."""
        lines = rect.rows(2, 0)
        for figure, caption, line in zip(self._figures, self._words, lines, strict=True):
            left, right = line.cut_left(theme.mm(FIGURE_MM), theme.mm(1.4))
            size = min(theme.heading() * 1.1, line.height)
            figure.place(left.x, left.y, left.width, left.height, size)
            caption.place(right.x, right.y, right.width, right.height, theme.small() * 1.15)
