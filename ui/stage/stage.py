"""The one widget of all boards: it shows a scene, follows the one finger, and says what was tapped."""

from collections.abc import Callable
from typing import Any, TypeAlias

from kivy.clock import Clock
from kivy.metrics import Metrics

from companion.journal import Plate
from ui.kivy_types import Touch as KivyTouch
from ui.kivy_types import Widget
from ui.stage import touching
from ui.stage.painter import Painter
from ui.stage.rect import Rect
from ui.stage.scene import Room, Scene, Sight, Spot
from ui.stage.touching import Touch

Drawing: TypeAlias = Callable[[Room, Spot | None], Scene]
"""Makes a scene for a room and for the spot that a finger is on (None: for none)."""
Table: TypeAlias = Callable[[Sight[Any, Any, Any], Room, Spot | None], Scene]
"""A game's own: makes the scene of its table."""
Changed: TypeAlias = Callable[[Any, Any, Any], Any]
"""A game's own: what was changed last, from the view before and the one now, and what was it until then."""


def unmarked(before: Any, now: Any, last: Any) -> None:  # any game's
    """Return nothing: the table of a game on which the last change isn't marked."""


class Stage(Widget):
    """Shows a drawing; `on_tap` is told the spot that a finger was lifted from, None: nobody listens.

    `on_slide` is told each spot that the finger comes to, and None when it leaves, before `on_tap` is.
    """

    def __init__(self) -> None:
        super().__init__(size_hint=(None, None))
        self.scene = Scene()
        self.on_tap: Callable[[Spot], None] | None = None
        self.on_slide: Callable[[Spot | None], None] | None = None
        self._drawing: Drawing | None = None
        self._painter = Painter()
        self._finger: KivyTouch | None = None
        self._touch: Touch | None = None
        self._drawn: Callable[[], None] = Clock.create_trigger(self._draw, -1)
        self.canvas.add(self._painter.group)
        self.bind(pos=lambda *_: self._drawn(), size=lambda *_: self._drawn())

    def draw(self, drawing: Drawing) -> None:
        """Show something else."""
        self._drawing = drawing
        self._draw()

    def _draw(self, *_: object) -> None:
        if self._drawing is not None:
            room = Room(Rect(self.x, self.y, self.width, self.height), Metrics.density)
            self.scene = self._drawing(room, self._spot)
            self._painter.show(self.scene)

    # Fingers.

    @property
    def _spot(self) -> Spot | None:
        return None if self._touch is None else self._touch.at

    def on_touch_down(self, touch: KivyTouch) -> bool | None:
        """Show what the finger is on, in the same frame."""
        if self.on_tap is None or touch.is_mouse_scrolling or not self.collide_point(*touch.pos):
            return super().on_touch_down(touch)
        if self._finger is not None:
            # One finger at a time; another one is a hand that rests on the screen.
            return True
        found = touching.put_down(self.scene, touch.pos)
        if found is None:
            return super().on_touch_down(touch)
        self._finger = touch
        touch.grab(self)
        self._follow(found)
        return True

    def on_touch_move(self, touch: KivyTouch) -> bool | None:
        """Follow the finger."""
        if touch.grab_current is not self or self._touch is None:
            return super().on_touch_move(touch)
        self._follow(touching.moved(self.scene, self._touch, touch.pos))
        return True

    def on_touch_up(self, touch: KivyTouch) -> bool | None:
        """Tell what the finger was on."""
        if touch.grab_current is not self or self._touch is None:
            return super().on_touch_up(touch)
        touch.ungrab(self)
        spot = touching.lifted(self.scene, self._touch, touch.pos)
        self._finger = None
        self._follow(None)
        if spot is not None and self.on_tap is not None:
            self.on_tap(spot)
        return True

    def _follow(self, touch: Touch | None) -> None:
        if touch == self._touch:
            return
        before, self._touch = self._spot, touch
        self._draw()
        if self.on_slide is not None and self._spot != before:
            self.on_slide(self._spot)


class TableStage(Stage):
    """A game's table: `table` draws what there is to see, and `changed` says what the last move changed."""

    def __init__(self, table: Table, plates: tuple[Plate, ...], changed: Changed = unmarked) -> None:
        super().__init__()
        self._table, self._plates, self._changed = table, plates, changed
        self._sight: Sight[Any, Any, Any] | None = None

    def show(self, view: Any, aim: Any = None) -> None:  # each game's own
        """Show the table as it is now, and what has been begun."""
        before = self._sight
        last = self._changed(before and before.view, view, before and before.last)
        self._sight = sight = Sight(view, aim, self._plates, last)
        self.draw(lambda room, finger: self._table(sight, room, finger))
