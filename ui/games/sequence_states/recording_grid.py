"""The board while it is recorded: one canvas, built once and then changed in place.

Its spaces are smaller than a fingertip, so a finger may slide: the space it is on is told as it goes, and
counts when the finger is lifted.
"""

from collections.abc import Callable, Collection

from kivy.graphics import Color, InstructionGroup, Line, RoundedRectangle

from companion.games.sequence_states.cards import StateCard
from companion.games.sequence_states.layout import Draft
from companion.games.sequence_states.lines import SIDE, SPACES, Space
from ui import theme
from ui.kivy_types import Touch
from ui.stage.lettering import Caption
from ui.widgets.face import Face
from ui.widgets.layout import Rect

GAP = 0.08
"""Between two spaces, as a share of one."""
LETTERS = 0.46
"""The font size, as a share of a space."""
MARKS = 2
"""A state has so many spaces, and so many can be marked."""


class RecordingGrid(Face):
    """The spaces told so far; `on_space` when a finger is lifted from one, `on_slide` while it is on one."""

    def __init__(self, on_space: Callable[[Space], None], on_slide: Callable[[Space | None], None]) -> None:
        super().__init__()
        self._on_space, self._on_slide = on_space, on_slide
        self._cells = [_Cell() for _ in SPACES]
        self._frame = _Frame(theme.PRIMARY)
        self._marks = [_Frame(theme.WARNING) for _ in range(MARKS)]
        for cell in self._cells:
            self.canvas.add(cell.group)
        for frame in (*self._marks, self._frame):
            self.canvas.add(frame.group)
        self._pitch = 1.0
        self._corner = (0.0, 0.0)
        self._current: Space | None = None
        self._marked: tuple[Space, ...] = ()
        self._under: Space | None = None

    def show(self, draft: Draft, current: Space | None, marked: Collection[Space] = ()) -> None:
        """Show what is told, frame the space that comes next, and mark others."""
        for space, cell in zip(SPACES, self._cells, strict=True):
            cell.show(draft.get(space))
        self._current, self._marked = current, tuple(marked)
        self._place_frames()

    def arrange(self, rect: Rect) -> None:
        """Lay the spaces into a square in the middle of `rect`."""
        self._pitch = min(rect.width, rect.height) / SIDE
        x, y = rect.center
        self._corner = (x - self._pitch * SIDE / 2, y - self._pitch * SIDE / 2)
        for space, cell in zip(SPACES, self._cells, strict=True):
            cell.arrange(self.rect_of(space))
        self._place_frames()

    def rect_of(self, space: Space) -> Rect:
        """Return where a space lies, on whole pixels."""
        pitch, (left, low) = self._pitch, self._corner
        half = max(1.0, pitch * GAP / 2)
        x, y = left + space.column * pitch, low + (SIDE - 1 - space.row) * pitch
        right, top = round(x + pitch - half), round(y + pitch - half)
        return Rect(round(x + half), round(y + half), right - round(x + half), top - round(y + half))

    def on_touch_down(self, touch: Touch) -> bool | None:
        """Begin to slide."""
        if touch.is_mouse_scrolling or self._at(touch) is None:
            return super().on_touch_down(touch)
        touch.grab(self)
        self._go_under(self._at(touch))
        return True

    def on_touch_move(self, touch: Touch) -> bool | None:
        """Tell the space that the finger is on now."""
        if touch.grab_current is not self:
            return super().on_touch_move(touch)
        self._go_under(self._at(touch))
        return True

    def on_touch_up(self, touch: Touch) -> bool | None:
        """Take the space that the finger leaves; off the board it is none."""
        if touch.grab_current is not self:
            return super().on_touch_up(touch)
        touch.ungrab(self)
        space = self._at(touch)
        self._go_under(None)
        if space is not None:
            self._on_space(space)
        return True

    def _at(self, touch: Touch) -> Space | None:
        column = (touch.x - self._corner[0]) / self._pitch
        row = SIDE - (touch.y - self._corner[1]) / self._pitch
        inside = 0 <= column < SIDE and 0 <= row < SIDE
        return SPACES[int(row) * SIDE + int(column)] if inside else None

    def _go_under(self, space: Space | None) -> None:
        if space == self._under:
            return
        for at, pressed in ((self._under, False), (space, True)):
            if at is not None:
                self._cells[at.index].press(pressed)
        self._under = space
        self._on_slide(space)

    def _place_frames(self) -> None:
        marked: list[Space | None] = [*self._marked, None, None]
        for frame, at in zip((*self._marks, self._frame), (*marked[:MARKS], self._current), strict=True):
            frame.put(self.rect_of(at) if at is not None else None)


class _Cell:
    """One space: its ground, and the state that it shows."""

    def __init__(self) -> None:
        self.group = InstructionGroup()
        self._tone = Color(*theme.PANEL)
        self._ground = RoundedRectangle()
        self._caption = Caption(theme.TEXT, bold=True)
        for part in (self._tone, self._ground, self._caption.group):
            self.group.add(part)
        self._card: StateCard | None = None
        self._pressed = False

    def arrange(self, rect: Rect) -> None:
        self._ground.pos, self._ground.size = (rect.x, rect.y), (rect.width, rect.height)
        self._ground.radius = [rect.width * 0.14]
        self._caption.place(rect.x, rect.y, rect.width, rect.height, rect.width * LETTERS)

    def show(self, card: StateCard | None) -> None:
        if card != self._card:
            self._card = card
            self._caption.show(card or "")
            self._paint()

    def press(self, pressed: bool) -> None:
        self._pressed = pressed
        self._paint()

    def _paint(self) -> None:
        told = theme.RAISED if self._card is not None else theme.PANEL
        self._tone.rgba = theme.PRESSED if self._pressed else told


class _Frame:
    """A frame around a space, or none."""

    def __init__(self, tone: theme.Tone) -> None:
        self.group = InstructionGroup()
        self._rgb = tone
        self._tone = Color(0, 0, 0, 0)
        self._line = Line(width=1)
        self.group.add(self._tone)
        self.group.add(self._line)

    def put(self, rect: Rect | None) -> None:
        self._tone.rgba = self._rgb if rect is not None else (0, 0, 0, 0)
        if rect is not None:
            self._line.width = theme.mm(0.3)
            self._line.rounded_rectangle = (rect.x, rect.y, rect.width, rect.height, rect.width * 0.14)
