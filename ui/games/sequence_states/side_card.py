"""One side beside the board: its chip and colour, its sequences as a figure, and its seats."""

from collections.abc import Callable

from kivy.graphics import Color, InstructionGroup, Line, Rectangle, RoundedRectangle

from companion.game import Seat
from companion.games.sequence_states.view import SideView, View
from companion.journal import Plate
from ui import theme
from ui.games.sequence_states import words
from ui.games.sequence_states.chips import TONES, chip
from ui.games.sequence_states.seat_row import SeatRow
from ui.stage.lettering import Caption, lettering
from ui.widgets.layout import Rect

ROW_MM = 9.0
"""Greatest height of a seat's row."""
LEAST_ROW_MM = 4.3
"""Seats stand side by side before their rows become lower than this."""
HIGH_ROW_MM = 5.0
HEAD_MM = 12.5
HEAD, LOW_HEAD = 0.43, 0.36
"""Share of the height that chip and figure take, and what they take where the rows would become low."""
STACKED_MM = 8.4
"""Heads of this height have what is needed below the figure."""


class SideCard:
    """The instructions of one side, for a canvas that is kept: they are changed in place."""

    def __init__(self, side: SideView, plate_of: Callable[[Seat], Plate], longest: str) -> None:
        self.group = InstructionGroup()
        self.rows = {seat: SeatRow(plate_of(seat), longest) for seat in side.seats}
        self._rect = Rect(0, 0, 0, 0)
        self._turns = False
        self._side = side
        self._ground, self._box = Color(*theme.PANEL), RoundedRectangle()
        self._edge, self._outline = Color(0, 0, 0, 0), Line(width=1)
        self._chip = Rectangle()
        self._name = Caption(theme.TEXT, bold=True, align=0)
        self._figure = Caption(theme.TEXT, bold=True)
        self._of = Caption(theme.DIM)
        for part in (
            self._ground, self._box, self._edge, self._outline, Color(1, 1, 1), self._chip,
            self._name.group, self._figure.group, self._of.group,
        ):  # fmt: skip
            self.group.add(part)
        for row in self.rows.values():
            self.group.add(row.group)

    def show(self, side: SideView, view: View) -> None:
        """Show the side as it is now."""
        self._side = side
        self._name.show(words.COLOURS[side.colour])
        self._figure.show(str(side.sequences))
        self._of.show(words.of_needed(view.needed))
        turns = any(view.seats[seat].turns for seat in side.seats)
        if turns != self._turns:
            self._turns = turns
            self._draw_edge()
        for seat, row in self.rows.items():
            row.show(view.seats[seat])

    def arrange(self, rect: Rect) -> None:
        """Move the side into `rect`: chip and figure above, seats below."""
        self._rect = rect = Rect(round(rect.x), round(rect.y), round(rect.width), round(rect.height))
        self._box.pos, self._box.size = (rect.x, rect.y), (rect.width, rect.height)
        self._box.radius = [theme.mm(theme.RADIUS_MM)]
        self._draw_edge()
        inner = rect.inset(theme.mm(1.5), theme.mm(1.1))
        gap = min(theme.mm(0.8), inner.height * 0.03)
        count = len(self.rows)
        columns = 1 if (inner.height * 0.62 - gap * count) / count >= theme.mm(LEAST_ROW_MM) else 2
        columns = min(columns, count)
        lines = -(-count // columns)
        # The head gets what it wants only where the rows stay high.
        high = (inner.height * (1 - HEAD) - gap * lines) / lines >= theme.mm(HIGH_ROW_MM)
        head = min(theme.mm(HEAD_MM), inner.height * (HEAD if high else LOW_HEAD))
        row = min(theme.mm(ROW_MM), (inner.height - head - gap * lines) / lines)
        free = inner.height - head - (row + gap) * lines
        above, below = inner.cut_top(head + free * 0.3)
        self._arrange_head(Rect(above.x, above.top - head, above.width, head))
        seats = Rect(below.x, below.y + free * 0.35, below.width, below.height - free * 0.7)
        used = Rect(seats.x, seats.y, seats.width, (row + gap) * lines - gap)
        for seat, cell in zip(self.rows.values(), used.grid(count, columns, gap), strict=True):
            seat.arrange(cell)

    def _arrange_head(self, head: Rect) -> None:
        stacked = head.height >= theme.mm(STACKED_MM)
        side = min(head.height, theme.mm(8.4))
        at, rest = head.cut_left(side, theme.mm(1.3))
        self._chip.pos, self._chip.size = (round(at.x), round(at.center[1] - side / 2)), (side, side)
        self._chip.texture = chip(self._side.colour, False, side)
        # What is needed stands below the figure, or beside it where the head is low.
        if stacked:
            right, rest = rest.cut_right(theme.mm(6.4), theme.mm(0.6))
            of, number = right.cut_bottom(theme.small() * 1.15)
            of_size = theme.small() * 1.1
        else:
            right, rest = rest.cut_right(theme.mm(9.6), theme.mm(0.6))
            number, of = right.cut_left(theme.mm(4.6), theme.mm(0.6))
            of = Rect(of.x, of.y + of.height * 0.08, of.width, of.height * 0.6)
            of_size = min(theme.small(), of.height)
        # All sides' names are as large as the longest may be.
        probe = lettering(max(words.COLOURS.values(), key=len), 100, True)
        fits = rest.width * 100 / probe.width
        self._name.place(rest.x, rest.y, rest.width, rest.height, min(theme.title(), head.height * 0.6, fits))
        size = min(theme.glance(), number.height * 1.12)
        self._figure.place(number.x, number.y, number.width, number.height, size)
        self._of.place(of.x, of.y, of.width, of.height, of_size)

    def _draw_edge(self) -> None:
        rect, line = self._rect.inset(theme.mm(0.35)), theme.mm(0.6)
        self._edge.rgba = TONES[self._side.colour] if self._turns else (0, 0, 0, 0)
        self._outline.width = line / 2
        if rect.width > 1:
            radius = theme.mm(theme.RADIUS_MM)
            self._outline.rounded_rectangle = (rect.x, rect.y, rect.width, rect.height, radius)
