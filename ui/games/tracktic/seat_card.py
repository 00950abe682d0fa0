"""One player beside the grid: mark, name, pieces and tokens left, and at the end the points."""

from collections.abc import Callable

from kivy.graphics import InstructionGroup
from msgspec import Struct

from companion.games.tracktic.view import SeatView
from companion.journal import Plate
from ui import theme
from ui.games.tracktic import board_words as words
from ui.games.tracktic import pieces as drawn
from ui.games.tracktic.pieces import Sides
from ui.games.tracktic.tones import PIECES
from ui.games.tracktic.words import COLOURS
from ui.kivy_types import Touch
from ui.stage.lettering import Caption, lettering
from ui.widgets.layout import Rect
from ui.widgets.panel import Panel
from ui.widgets.seat_mark import Mark
from ui.widgets.sprites import Pool, faded

TOKEN = theme.tone("#e2b13c")
TOKEN_RIM = theme.tone("#8f6a17")
TOKEN_MM = 3.0
MOST_TOKENS = 4
"""More tokens are told by a figure beside one."""
STEP = 0.5
"""From one token to the next, in their widths: they lie on each other."""
MARK_MM, PIECE_MM = 8.0, 3.9
NARROW_MM = 30.0
"""In cards that are narrower the mark is a little smaller."""
FIGURE_MM = 9.6
OUT = 0.4
"""What is left of a seat that has skipped."""


class SeatLook(Struct, frozen=True):
    """What is shown of a seat: `points` is a text of figures, empty while the game goes on."""

    seat: SeatView
    turn: bool = False
    points: str = ""
    winner: bool = False
    chosen: bool = False


class SeatCard(Panel):
    """A player's card; once there are points a tap on it chooses the seat.

    `longest` is the longest name at the table: all names are as large as that one may be.
    """

    def __init__(self, plate: Plate, longest: str, on_tap: Callable[[], None]) -> None:
        super().__init__()
        self._plate, self._longest, self._tapped = plate, longest, on_tap
        self.look: SeatLook | None = None
        self._pressed = False
        self._mark = Mark()
        self._name = Caption(theme.TEXT, bold=True, align=0)
        self._note = Caption(theme.DIM, align=0)
        self._figure = Caption(theme.TEXT, bold=True, align=1)
        self._more = Caption(TOKEN, bold=True, align=0)
        self._icon, self._tokens = Pool(), Pool()
        self._drawing = InstructionGroup()
        for group in (
            self._mark.group, self._name.group, self._icon.group, self._note.group, self._tokens.group,
            self._more.group, self._figure.group,
        ):  # fmt: skip
            self._drawing.add(group)
        self.canvas.add(self._drawing)
        self._name.show(plate.name)

    def show(self, look: SeatLook) -> None:
        """Show the seat as it is now; only what has changed is touched."""
        if look == self.look:
            return
        self.look = look
        self._paint()
        self._place()

    def arrange(self, rect: Rect) -> None:
        """Mark at the left, name over pieces beside it, points at the right."""
        self._place()

    # Fingers.

    def on_touch_down(self, touch: Touch) -> bool:
        """Look pressed, if there is something to choose."""
        if self.look is None or not self.look.points or touch.is_mouse_scrolling:
            return False
        if not self.collide_point(*touch.pos):
            return False
        touch.grab(self)
        self._press(True)
        return True

    def on_touch_move(self, touch: Touch) -> bool:
        """A finger that slides off takes it back."""
        if touch.grab_current is not self:
            return False
        self._press(self.collide_point(*touch.pos))
        return True

    def on_touch_up(self, touch: Touch) -> bool:
        """Choose the seat, if the finger is still on it."""
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        hit = self._pressed
        self._press(False)
        if hit:
            self._tapped()
        return True

    def _press(self, pressed: bool) -> None:
        self._pressed = pressed
        self._paint()

    # Drawing.

    def _paint(self) -> None:
        look = self.look
        if look is None:
            return
        marked = look.turn or look.chosen
        ground = theme.PRESSED if self._pressed else theme.RAISED if marked or look.winner else theme.PANEL
        self.paint(ground, PIECES[look.seat.colour] if marked else None)
        out = look.seat.skipped and not look.points
        self._name.paint(theme.DIM if out else theme.TEXT)
        self._mark.show(self._plate, OUT if out else 1.0)
        self._figure.paint(theme.TEXT if look.winner or look.chosen else theme.DIM)

    def _place(self) -> None:
        look = self.look
        if look is None or self.width < theme.mm(4):
            return
        room = Rect(self.x, self.y, self.width, self.height).inset(theme.mm(1.7), theme.mm(0.8))
        mark = min(
            theme.mm(MARK_MM) * (1.0 if self.width >= theme.mm(NARROW_MM) else 0.85), room.height * 0.86
        )
        left, rest = room.cut_left(mark, theme.mm(1.5))
        self._mark.place(round(left.x), round(left.center[1] - mark / 2), mark)
        # The figure stands beside the name, over the whole width that is left for the colour.
        block = min(rest.height, theme.mm(13.5 if look.points else 10.5))
        rest = Rect(rest.x, rest.center[1] - block / 2, rest.width, block)
        upper, lower = rest.cut_top(block * (0.62 if look.points else 0.54))
        if look.points:
            right, upper = upper.cut_right(min(theme.mm(FIGURE_MM), upper.width * 0.5), theme.mm(0.8))
            size = min(theme.figure(), upper.height * 1.1)
            self._figure.place(right.x, right.y, right.width, right.height, size)
        self._figure.show(look.points)
        wide = self._draw_tokens(0 if look.points else look.seat.tokens, upper)
        name = Rect(upper.x, upper.y, upper.width - wide, upper.height)
        size = fitting(self._longest, min(theme.heading(), upper.height * 0.95), name.width, bold=True)
        self._name.place(name.x, name.y, name.width, name.height, size)
        self._draw_note(look, lower)

    def _draw_note(self, look: SeatLook, room: Rect) -> None:
        side = round(min(theme.mm(PIECE_MM), room.height))
        icon, text = room.cut_left(side, theme.mm(0.9))
        self._icon.clear()
        texture = drawn.piece(look.seat.colour, Sides.NONE, False, side)
        self._icon.put(texture, (round(icon.x) + side / 2, round(icon.center[1] - side / 2) + side / 2), side)
        self._icon.done()
        if look.points:
            note = COLOURS[look.seat.colour]
        elif look.seat.skipped:
            note = words.SKIPPED
        else:
            note = words.supply(look.seat.colour, look.seat.supply)
        self._note.show(note)
        self._note.place(
            text.x, text.y, text.width, text.height, min(theme.small() * 1.05, room.height * 0.9)
        )

    def _draw_tokens(self, count: int, room: Rect) -> float:
        """Draw the tokens at the right of a line; return how wide they are."""
        side = round(min(theme.mm(TOKEN_MM), room.height))
        shown = count if count <= MOST_TOKENS else 1
        step = side * STEP
        text = str(count) if count > MOST_TOKENS else ""
        extra = theme.mm(3.4) if text else 0.0
        wide = (step * (shown - 1) + side + extra) if shown else 0.0
        self._tokens.clear()
        x, y = room.right - wide + side / 2, room.center[1]
        tint = faded(OUT if self.look is not None and self.look.seat.skipped else 1.0)
        disc = drawn.spot(TOKEN, TOKEN_RIM, 0.96, side)
        for n in range(shown):
            self._tokens.put(disc, (round(x + n * step), round(y)), side, tint)
        self._tokens.done()
        self._more.show(text)
        self._more.place(room.right - extra + theme.mm(0.5), room.y, extra, room.height, theme.small())
        return wide + (theme.mm(1) if wide else 0)


def fitting(text: str, size: float, width: float, *, bold: bool = False) -> float:
    """Return the font size with which a text is at most so wide; `size` if that is smaller. In pixels."""
    wide = lettering(text, 100, bold).width
    return min(size, width * 100 / wide) if wide else size


def points_text(points: int, exact: bool) -> str:
    """Return the figures of a path's points."""
    return str(points) if exact else words.at_least(points)
