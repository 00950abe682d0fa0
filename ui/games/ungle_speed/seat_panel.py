"""One seat on the board: its mark and name, its stack as a figure, its face-up pile as the top card."""

from kivy.graphics import (
    Color,
    InstructionGroup,
    Line,
    PopMatrix,
    PushMatrix,
    Rectangle,
    Rotate,
    RoundedRectangle,
)

from companion.games.ungle_speed.view import SeatView
from companion.journal import Plate
from ui import theme
from ui.games.ungle_speed import words
from ui.games.ungle_speed.card import Faces
from ui.stage.lettering import Caption
from ui.widgets.layout import Rect
from ui.widgets.seat_mark import Mark

CAPTIONS_FROM_MM = 11.0
"""Panels less high than this have no words under their figures."""
NARROW_MM = 14.0
"""Panels less high than this have no word under the stack."""
TILTS = (-6.0, 4.0, -3.0, 5.0, 3.0, -5.0)
"""Cards lie a little askew, in degrees by seat: that is how one lays them."""


class SeatPanel:
    """The instructions of one seat, for a canvas that is kept: they are changed in place."""

    def __init__(self, plate: Plate, hand: str, faces: Faces, tilt: float) -> None:
        self.group = InstructionGroup()
        self.rect = Rect(0, 0, 0, 0)
        self._plate, self._hand, self._faces = plate, hand, faces
        self._seat: SeatView | None = None
        self._pressed = False
        self._side = 0.0
        self._ground = Color(*theme.PANEL)
        self._box = RoundedRectangle()
        self._edge = Color(*theme.LINE)
        self._outline = Line()
        self._mark = Mark()
        self._mark.show(plate)
        self._name = Caption(theme.TEXT, bold=True)
        self._stack = Caption(theme.TEXT, bold=True)
        self._stack_word = Caption(theme.DIM)
        self._up = Caption(theme.DIM)
        self._tilt = Rotate(angle=tilt, axis=(0, 0, 1))
        self._card = Rectangle()
        for instruction in (
            self._ground, self._box, self._edge, self._outline, self._mark.group, self._name.group,
            self._stack.group, self._stack_word.group, self._up.group,
            PushMatrix(), self._tilt, Color(1, 1, 1), self._card, PopMatrix(),
        ):  # fmt: skip
            self.group.add(instruction)
        self._name.show(plate.name)

    def arrange(self, rect: Rect) -> None:
        """Move the panel's parts into `rect`."""
        self.rect = rect = Rect(round(rect.x), round(rect.y), round(rect.width), round(rect.height))
        self._box.pos, self._box.size = (rect.x, rect.y), (rect.width, rect.height)
        self._box.radius = [min(theme.mm(theme.RADIUS_MM), rect.height * 0.18)]
        inner = rect.inset(rect.height * 0.08)
        words_fit = rect.height >= theme.mm(CAPTIONS_FROM_MM)
        self._side = round(min(inner.height * (0.78 if words_fit else 0.98), inner.width * 0.38))
        left, middle, right = self._columns(inner)
        # On a full table the name needs all the room that the stack's word would take.
        narrow = rect.height < theme.mm(NARROW_MM)
        low = inner.height * 0.23
        small = min(theme.small(), low * 0.95)
        side = min(left.width * 0.9, (inner.height - low) * 0.72)
        self._mark.place(left.center[0] - side / 2, left.y + low + (inner.height - low - side) / 2, side)
        across = middle.right - left.x if narrow else left.width
        self._name.place(left.x, left.y, across, low, min(theme.body(), low * 0.95))
        below = low if words_fit else 0.0
        figure = min(theme.glance(), (inner.height - below) * 0.75)
        self._stack.place(middle.x, middle.y + below, middle.width, inner.height - below, figure)
        self._stack_word.place(*self._word_room(middle, low, words_fit and not narrow), small)
        self._up.place(*self._word_room(right, low, words_fit), small)
        self._card.size = (self._side, self._side)
        free = inner.height - self._side
        y = right.y + (free if words_fit else free / 2)
        self._card.pos = (round(right.center[0] - self._side / 2), round(y))
        self._tilt.origin = (right.center[0], y + self._side / 2)
        if self._seat is not None:
            self._show_card(self._seat)
            self._paint()

    def show(self, seat: SeatView) -> None:
        """Show the seat as it is now; only what has changed is touched."""
        if seat == self._seat:
            return
        self._seat = seat
        self._stack.show(str(seat.stack))
        self._stack_word.show(self._hand or words.STACK)
        self._up.show(words.face_up(seat.pile))
        if self._side:
            self._show_card(seat)
        self._paint()

    def press(self, pressed: bool) -> None:
        """Show that a finger is on the panel."""
        self._pressed = pressed
        self._paint()

    def _columns(self, inner: Rect) -> tuple[Rect, Rect, Rect]:
        right, rest = inner.cut_right(self._side * 1.06, inner.height * 0.06)
        left, middle = rest.cut_left(rest.width * 0.48, inner.height * 0.04)
        return left, middle, right

    @staticmethod
    def _word_room(column: Rect, low: float, fits: bool) -> tuple[float, float, float, float]:
        return column.x, column.y, column.width, low * 0.9 if fits else 0.0

    def _show_card(self, seat: SeatView) -> None:
        if seat.pile:
            self._card.texture = self._faces.face(seat.top, self._side)
        else:
            self._card.texture = self._faces.slot(self._side)

    def _paint(self) -> None:
        turns = self._seat is not None and self._seat.turns
        self._ground.rgba = theme.PRESSED if self._pressed else theme.RAISED if turns else theme.PANEL
        self._edge.rgba = theme.seat_tone(self._plate) if turns else theme.LINE
        width = theme.mm(0.7 if turns else 0.2)
        rect = self.rect
        self._outline.width = width / 2
        self._outline.rounded_rectangle = (
            rect.x + width / 2, rect.y + width / 2, rect.width - width, rect.height - width,
            self._box.radius[0][0] if self._box.radius else 1,
        )  # fmt: skip
