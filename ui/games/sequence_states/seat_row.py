"""One seat beside the board: its mark, its name, its hand as a little card, and a card it has to take."""

from kivy.graphics import Color, InstructionGroup, Line, RoundedRectangle, SmoothLine

from companion.games.sequence_states.view import SeatView
from companion.journal import Plate
from ui import theme
from ui.games.sequence_states import words
from ui.stage.lettering import Caption, lettering
from ui.widgets.layout import Rect
from ui.widgets.seat_mark import Mark

STATUS = 0.44
"""Share of the height that the line under the name takes."""
NARROW_MM = 10.5
"""Where there is less room than this for the words, they are fewer, and there is no arrow."""
SQUEEZED = 1.1
"""Words that are wider than the room by more than this are said more shortly."""
ARROW_MM = 3.6
CARD = 0.74
"""Width of a little card, in its heights."""
TAKES = theme.tone("#f0e442")
"""What has to be done: a card to be taken."""
PAPER = theme.tone("#e9e4d4")


class SeatRow:
    """The instructions of one seat, for a canvas that is kept: they are changed in place.

    `longest` is the longest name at the table.
    """

    def __init__(self, plate: Plate, longest: str) -> None:
        self.group = InstructionGroup()
        self.rect = Rect(0, 0, 0, 0)
        self._seat: SeatView | None = None
        self._pressed = self._narrow = False
        self._ground, self._box = Color(0, 0, 0, 0), RoundedRectangle()
        self._edge, self._outline = Color(0, 0, 0, 0), Line(width=1)
        self._mark = Mark()
        self._mark.show(plate)
        self._longest = longest
        self._name = Caption(theme.TEXT, bold=True, align=0)
        self._paper, self._card = Color(*PAPER), RoundedRectangle()
        self._hand = Caption(theme.ON_PRIMARY, bold=True)
        self._arrow_tone = Color(0, 0, 0, 0)
        self._arrow, self._head = SmoothLine(), SmoothLine()
        self._status = Caption(theme.DIM, align=0)
        for part in (
            self._ground, self._box, self._edge, self._outline, self._mark.group, self._name.group,
            self._paper, self._card, self._hand.group,
            self._arrow_tone, self._arrow, self._head, self._status.group,
        ):  # fmt: skip
            self.group.add(part)
        self._name.show(plate.name)

    def arrange(self, rect: Rect) -> None:
        """Move the row into `rect`."""
        self.rect = rect = Rect(round(rect.x), round(rect.y), round(rect.width), round(rect.height))
        self._box.pos, self._box.size = (rect.x, rect.y), (rect.width, rect.height)
        self._box.radius = [min(theme.mm(1.4), rect.height * 0.25)]
        line = max(1.0, theme.mm(0.4))
        self._outline.width = line / 2
        edge = rect.inset(line / 2)
        self._outline.rounded_rectangle = (edge.x, edge.y, edge.width, edge.height, self._box.radius[0][0])
        self._draw()

    def show(self, seat: SeatView) -> None:
        """Show the seat as it is now; only what has changed is touched."""
        if seat != self._seat:
            self._seat = seat
            self._draw()

    def press(self, pressed: bool) -> None:
        """Show that a finger is on the row."""
        self._pressed = pressed
        self._paint()

    def _draw(self) -> None:
        if self._seat is None or self.rect.width < 1:
            return
        inner = self.rect.inset(min(theme.mm(0.9), self.rect.height * 0.12), self.rect.height * 0.09)
        side = min(inner.height, theme.mm(6.4), inner.width * 0.26)
        mark, rest = inner.cut_left(side, min(theme.mm(1.2), side * 0.25))
        self._mark.place(round(mark.x), round(mark.center[1] - side / 2), round(side))
        high = min(inner.height * 0.96, theme.mm(6), inner.width * 0.25)
        paper, rest = rest.cut_right(high * CARD, min(theme.mm(0.8), high * 0.2))
        self._card.pos, self._card.size = (
            (round(paper.x), round(paper.center[1] - high / 2)), (round(high * CARD), round(high)),
        )  # fmt: skip
        self._card.radius = [high * 0.14]
        self._hand.place(paper.x, paper.y, paper.width, paper.height, high * 0.66)
        self._hand.show(str(self._seat.hand))
        self._narrow = rest.width < theme.mm(NARROW_MM)
        small = min(theme.small(), rest.height * STATUS * 0.92)
        status = self._status_words(rest.width, small)
        low, name = rest.cut_bottom(rest.height * STATUS if status else 0)
        if self._seat.owes and not self._narrow:
            arrow, name = name.cut_right(min(theme.mm(ARROW_MM), name.width * 0.3), theme.mm(0.4))
            self._draw_arrow(arrow)
        # All names are as large as the longest may be.
        fits = name.width * 100 / lettering(self._longest, 100, True).width
        size = min(theme.heading() * 0.85, inner.height * 0.52, fits)
        self._name.place(name.x, name.y, name.width, name.height, size)
        self._status.place(low.x, low.y, low.width, low.height, small)
        self._status.show(status)
        self._paint()

    def _status_words(self, width: float, size: float) -> str:
        """Return what is the matter with the seat's cards, shorter where that would become too small."""
        seat = self._seat
        if seat is None or not (seat.owes or seat.lost):
            return ""
        if seat.owes:
            long, short = words.draws_cards(seat.owes), words.DRAWS
            if seat.late:
                long, short = words.DRAW_NOW, words.NOW
        else:
            long, short = words.lost_cards(seat.lost), words.lost(seat.lost)
        return long if lettering(long, round(size)).width <= width * SQUEEZED else short

    def _draw_arrow(self, room: Rect) -> None:
        """An arrow into the hand: a card is to be taken."""
        y, width, reach = room.center[1], max(1.0, theme.mm(0.32)), min(theme.mm(1.1), room.height * 0.3)
        self._arrow.width = self._head.width = width
        self._arrow.points = [room.x + width, y, room.right - width, y]
        tip = room.right - width
        self._head.points = [tip - reach, y + reach, tip, y, tip - reach, y - reach]

    def _paint(self) -> None:
        seat = self._seat
        if seat is None:
            return
        self._ground.rgba = theme.PRESSED if self._pressed or seat.turns else (*theme.RAISED[:3], 0.55)
        self._edge.rgba = theme.PRIMARY if seat.turns else (0, 0, 0, 0)
        self._arrow_tone.rgba = TAKES if seat.owes and not self._narrow else (0, 0, 0, 0)
        self._status.paint(TAKES if seat.owes else theme.DIM)
        hand = PAPER if seat.hand else theme.LINE
        self._paper.rgba = TAKES if seat.owes else hand
