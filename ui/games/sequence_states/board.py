"""The table of Sequence States & Capitals: the spaces, the sides beside them, and a loupe at the finger."""

from collections.abc import Callable
from typing import Any

from companion.game import Seat
from companion.games.sequence_states.lines import Space
from companion.games.sequence_states.view import View
from ui import theme
from ui.games.sequence_states.aims import Aim, SeatTap, SpaceTap
from ui.games.sequence_states.grid import Grid
from ui.games.sequence_states.loupe import Loupe
from ui.games.sequence_states.sides_panel import CROWD, SidesPanel
from ui.kivy_types import Touch
from ui.presenting import Presenter
from ui.widgets.face import Face
from ui.widgets.layout import Rect, put, rect_of

GAP_MM = 2.0
PANEL_MM = 28.5
"""What the sides beside the board need at least."""
CROWDED_PANEL_MM = 32.0
"""What they need where many sit at the table."""


class SequenceBoard(Face):
    """The whole table; `on_tap` is called with a `SpaceTap` or a `SeatTap`."""

    def __init__(self, presenter: Presenter) -> None:
        super().__init__()
        # The frame hands the place on to the presenter, whatever it is.
        self.on_tap: Callable[[Any], None] | None = None
        self.grid, self.panel, self.loupe = Grid(), SidesPanel(presenter), Loupe()
        for part in (self.grid, self.panel, self.loupe):
            self.add_widget(part)
        self._view: View | None = None
        self._touch: Touch | None = None
        self._finger: Space | None = None
        self._pressed: Seat | None = None

    @property
    def builds(self) -> int:
        """How often the canvas of the spaces was built."""
        return self.grid.builds

    def show(self, view: View, aim: Aim = None) -> None:
        """Show the table as it is now, and what has been begun."""
        if self._view is None or len(self._view.seats) != len(view.seats):
            self.rearrange()
        self._view = view
        self.grid.show(view, aim)
        self.panel.show(view)
        self._look()

    def arrange(self, rect: Rect) -> None:
        """The spaces at the left, as large as they fit, and the sides in all that is left."""
        gap = theme.mm(GAP_MM)
        crowded = self._view is not None and len(self._view.seats) >= CROWD
        panel = theme.mm(CROWDED_PANEL_MM if crowded else PANEL_MM)
        wide = min(rect.height, rect.width - panel - gap)
        left, right = rect.cut_left(wide, gap)
        put(self.grid, Rect(left.x, left.y, left.width, left.height))
        put(self.panel, right)
        put(self.loupe, rect)

    def on_touch_down(self, touch: Touch) -> bool | None:
        """Show what the finger is on."""
        if self.on_tap is None or self._view is None or not self.collide_point(*touch.pos):
            return super().on_touch_down(touch)
        if touch.is_mouse_scrolling:
            return False
        if self._touch is not None:
            # One finger at a time; another one is a hand that rests on the screen.
            return True
        self._finger = self.grid.at(*touch.pos)
        if self._finger is None:
            self._pressed = self.panel.row_at(*touch.pos)
            if self._pressed is None:
                return super().on_touch_down(touch)
            self.panel.press(self._pressed, True)
        self._touch = touch
        touch.grab(self)
        self._look()
        return True

    def on_touch_move(self, touch: Touch) -> bool | None:
        """Follow the finger to the next space; off the board it is on none."""
        if touch.grab_current is not self or self._pressed is not None:
            return super().on_touch_move(touch)
        self._finger = self.grid.at(*touch.pos, self._finger)
        self._look()
        return True

    def on_touch_up(self, touch: Touch) -> bool | None:
        """Tell what the finger was on."""
        if touch.grab_current is not self:
            return super().on_touch_up(touch)
        touch.ungrab(self)
        pressed, space = self._pressed, self._finger
        self._touch = self._pressed = self._finger = None
        self._look()
        if pressed is not None:
            self.panel.press(pressed, False)
            if self.panel.row_at(*touch.pos) == pressed:
                self._tell(SeatTap(pressed))
        elif space is not None and self.grid.at(*touch.pos, space) == space:
            self._tell(SpaceTap(space))
        return True

    def _tell(self, place: SpaceTap | SeatTap) -> None:
        if self.on_tap is not None:
            self.on_tap(place)

    def _look(self) -> None:
        """Show the loupe over the space that the finger is on."""
        self.grid.point(self._finger)
        if self._finger is None or self._view is None:
            self.loupe.hide()
            return
        space = self._view.spaces[self._finger.index]
        colour = None if space.side is None else self._view.sides[space.side].colour
        self.loupe.show(space, colour, self.grid.rect(self._finger), rect_of(self))
