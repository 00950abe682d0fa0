"""One player beside the pairs: mark, name, points in large figures, cards in hand and tokens left."""

from kivy.graphics import InstructionGroup

from companion.games.speed_mode.view import SeatView
from companion.journal import Plate
from ui import theme
from ui.games.speed_mode import board_words as words
from ui.widgets.layout import Rect
from ui.widgets.lettering import Caption
from ui.widgets.panel import Panel
from ui.widgets.seat_mark import Mark

MARK_MM = 7.4
HEAD_MM = 8.0
LINE_MM = 4.0
FIGURE_MM = 11.0
"""Width of two large figures."""


class SeatCard(Panel):
    """A player's card; there is nothing to tap on it."""

    def __init__(self, plate: Plate) -> None:
        super().__init__()
        self._plate = plate
        self._seat: SeatView | None = None
        self._turn = False
        self._mark = Mark()
        self._name = Caption(theme.TEXT, bold=True, align=0)
        self._points = Caption(theme.TEXT, bold=True, align=0)
        self._hand, self._tokens = Caption(theme.TEXT, align=0), Caption(theme.DIM, align=0)
        self._stuck = Caption(theme.WARNING, bold=True, align=0)
        drawing = InstructionGroup()
        for part in (self._mark, self._name, self._points, self._hand, self._tokens, self._stuck):
            drawing.add(part.group)
        self.canvas.add(drawing)
        self._name.show(plate.name)

    def show(self, seat: SeatView, *, turn: bool) -> None:
        """Show the seat as it is now; only what has changed is touched."""
        if (seat, turn) == (self._seat, self._turn):
            return
        self._seat, self._turn = seat, turn
        self.paint(theme.RAISED if turn else theme.PANEL, theme.seat_tone(self._plate) if turn else None)
        self._mark.show(self._plate)
        self._points.show(str(seat.points))
        self._hand.show(words.hand(seat.hand))
        self._tokens.show(_tokens(seat))
        self._stuck.show(words.STUCK if seat.stuck else "")
        self._place()

    def arrange(self, rect: Rect) -> None:
        """Mark and name above, the points and the cards below, then what is left."""
        self._place()

    def _place(self) -> None:
        if self._seat is None or self.width < theme.mm(6):
            return
        room = Rect(self.x, self.y, self.width, self.height).inset(theme.mm(1.8), theme.mm(1.4))
        high = min(room.height, theme.mm(HEAD_MM + FIGURE_MM + 2 * LINE_MM))
        block = Rect(room.x, room.center[1] - high / 2, room.width, high)
        head, rest = block.cut_top(min(theme.mm(HEAD_MM), high * 0.34), theme.mm(0.4))
        side = min(theme.mm(MARK_MM), head.height)
        left, name = head.cut_left(side, theme.mm(1.5))
        self._mark.place(round(left.x), round(left.center[1] - side / 2), side)
        self._name.place(name.x, name.y, name.width, name.height, theme.heading())
        line = min(theme.mm(LINE_MM), rest.height * 0.24)
        for caption in (self._stuck, self._tokens):
            under, rest = rest.cut_bottom(line)
            caption.place(under.x, under.y, under.width, under.height, min(theme.small() * 1.15, line))
        figures, beside = rest.cut_left(theme.mm(FIGURE_MM), theme.mm(1.4))
        size = min(theme.glance(), rest.height * 1.1)
        self._points.place(figures.x, figures.y, figures.width, figures.height, size)
        self._hand.place(beside.x, beside.y, beside.width, beside.height, theme.small() * 1.08)


def _tokens(seat: SeatView) -> str:
    if seat.circles.backs:
        return words.from_backs(seat.circles.backs)
    return words.tokens(seat.circles.left) if seat.circles.left is not None else ""
