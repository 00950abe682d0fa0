"""The one widget for all boards: it shows a scene, follows one finger, and reports what was tapped."""

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock
from msgspec.structs import replace

from ui.stage import moving, theme
from ui.stage.kivy_types import Touch, Widget
from ui.stage.moving import Movement
from ui.stage.painter import Painter, room_in
from ui.stage.parts import lighted, ringed
from ui.stage.rect import Rect, Sides
from ui.stage.scene import (
    Drawing,
    FingerOnSpots,
    Running,
    Scene,
    Spot,
    TableDrawing,
    TableProps,
    Viewport,
    lifted,
    moved,
    put_down,
)

BEAT_SECONDS = 0.06
"""Time from one step of a running change on a table to the next."""


class Stage(Widget):
    """Shows a drawing; `on_tap` gets the spot that a finger was lifted from, or the one its trail stands for.

    `on_slide` gets each spot that the finger reaches, and None when it leaves, before `on_tap` is called.
    `on_stroke` gets the finger's trail and False when it reaches a new spot, and the trail and True when it
    is lifted. Without `on_tap` and `on_stroke`, touches are ignored. Spots that are `ringed` have a ring
    around them, and those that are `lit` shine, from the next drawing on.
    """

    def __init__(self) -> None:
        super().__init__()
        self.scene = Scene()
        self.on_tap: Callable[[Spot], None] | None = None
        self.on_slide: Callable[[Spot | None], None] | None = None
        self.on_stroke: Callable[[tuple[Spot, ...], bool], None] | None = None
        self.ringed: tuple[Spot, ...] = ()
        self.lit: tuple[Spot, ...] = ()
        self._drawing: Drawing | None = None
        self._painter = Painter()
        self._touch: FingerOnSpots | None = None
        self._seen_in: Viewport | None = None
        self._movement: Movement | None = None
        self._moved_for = 0.0
        self._moves = Clock.create_trigger(self.pass_time, 0, interval=True)
        self._drawn: Callable[[], None] = Clock.create_trigger(self._draw, -1)
        self.canvas.add(self._painter.group)
        self.fbind("pos", self._drawn)
        self.fbind("size", self._drawn)

    def draw(self, drawing: Drawing) -> None:
        """Show another drawing."""
        self._drawing = drawing
        self._draw()

    def light(self, spots: tuple[Spot, ...]) -> None:
        """Light these spots, and no others."""
        if spots != self.lit:
            self.lit = spots
            self._draw()

    def _draw(self, *_: object) -> None:
        self._movement = None
        self._moves.cancel()
        self._seen_in = self._room
        if self._drawing is not None and self.width and self.height:
            scene = lighted(self._drawing(self._room, self._spot), self._room, self.lit)
            self.scene = ringed(scene, self._room, self.ringed)
            self._painter.draw(self.scene.items)

    @property
    def _room(self) -> Viewport:
        return room_in(Rect(self.x, self.y, self.width, self.height))

    # Movement after a tap; a finger hits everything where it ends up.

    def move(self, before: Scene) -> None:
        """Animate from the scene before to this one, unless the theme says to stand still."""
        movement = None if theme.now.still else moving.between(before, self.scene)
        if movement is not None:
            self._movement, self._moved_for = movement, 0.0
            self._painter.draw(movement.at(0.0, self._room).items)
            self._moves()

    @property
    def moving(self) -> bool:
        """Whether what a tap changed is still being shown."""
        return self._movement is not None

    def pass_time(self, seconds: float) -> None:
        """Move things on by a frame's time, in seconds."""
        movement, before = self._movement, self._moved_for
        if movement is None:
            return
        self._moved_for += seconds
        if self._moved_for >= moving.SEEN_SECONDS:
            self.stand()
        elif before < moving.MOVE_SECONDS:
            self._painter.draw(movement.at(self._moved_for / moving.MOVE_SECONDS, self._room).items)

    def stand(self, *_: object) -> None:
        """End the movement: everything is in its place at once."""
        if self._movement is not None:
            self._movement = None
            self._moves.cancel()
            self._painter.draw(self.scene.items)

    # Fingers.

    @property
    def _spot(self) -> Spot | None:
        return None if self._touch is None else self._touch.at

    def on_touch_down(self, touch: Touch) -> bool | None:
        """Show what the finger is on, in the same frame."""
        heard = self.on_tap or self.on_stroke
        if heard is None or touch.is_mouse_scrolling or not self.collide_point(*touch.pos):
            return super().on_touch_down(touch)
        if self._touch is not None:
            # One finger at a time: another one is a hand resting on the screen.
            return True
        found = put_down(self.scene, touch.pos)
        if found is None:
            return super().on_touch_down(touch)
        touch.grab(self)
        self._follow(found)
        return True

    def on_touch_move(self, touch: Touch) -> bool | None:
        """Follow the finger."""
        if touch.grab_current is not self or self._touch is None:
            return super().on_touch_move(touch)
        self._follow(moved(self.scene, self._touch, touch.pos))
        return True

    def on_touch_up(self, touch: Touch) -> bool | None:
        """Report what the finger was on."""
        if touch.grab_current is not self or self._touch is None:
            return super().on_touch_up(touch)
        touch.ungrab(self)
        spot, trail = lifted(self.scene, self._touch, touch.pos), self._touch.trail
        self._follow(None)
        if self.get_root_window() is None:
            # Another finger turned the page meanwhile: nobody listens any more.
            return True
        if self.on_stroke is not None:
            self.on_stroke(trail, True)
        if spot is not None:
            self._tell(spot)
        return True

    def _tell(self, spot: Spot) -> None:
        if self.on_tap is not None:
            self.on_tap(spot)

    def _follow(self, touch: FingerOnSpots | None) -> None:
        last, spot, self._touch = self._touch, self._spot, touch
        if self._spot != spot:
            self._draw()
            if self.on_slide is not None:
                self.on_slide(self._spot)
        if self.on_stroke is not None and touch is not None and (last is None or last.trail != touch.trail):
            self.on_stroke(touch.trail, False)


class TableStage(Stage):
    """A game's table, drawn as `how` says.

    If the last change is `Running`, it goes on while the table is visible, and a tap that only drives it
    isn't reported.
    """

    def __init__(self, how: TableDrawing) -> None:
        super().__init__()
        self._how = how
        self._before: tuple[Scene, Viewport | None] = (self.scene, None)
        self.sides: Sides = {}
        self.props: TableProps[Any, Any, Any] | None = None
        self._beat = Clock.create_trigger(self.step, BEAT_SECONDS, interval=True)
        self._looked = Clock.create_trigger(self._look)
        self.bind(parent=self._moved)

    def show(self, view: Any, pending: Any = None) -> None:  # each game's own
        """Show a view, and what is pending on it."""
        before, self._before = self.props, (self.scene, self._seen_in)
        last = self._how.changed(before and before.view, view, before and before.last)
        self._see(TableProps(view, pending, self._how.plates, last, self.sides))

    def show_change(self) -> None:
        """Animate from the view shown before to the present one, if that can be seen."""
        scene, room = self._before
        if room == self._seen_in and not self._covered:
            self.move(scene)

    @property
    def running(self) -> bool:
        """Whether a running change goes on."""
        return bool(self._beat.is_triggered)

    def step(self, *_: object) -> None:
        """Take the running change a beat further."""
        then = None if self.props is None or self._run is None else self._run.next()
        if self.props is not None and then is not None:
            self._see(replace(self.props, last=then))
        self._look()

    def _tell(self, spot: Spot) -> None:
        then = None if self._run is None else self._run.tapped(spot)
        if self.props is None or then is None:
            super()._tell(spot)
        else:
            self._see(replace(self.props, last=then))

    def _see(self, props: TableProps[Any, Any, Any]) -> None:
        self.props = props
        self.draw(lambda room, finger: self._how.table(props, room, finger))
        self._looked()

    # Running changes.

    @property
    def _run(self) -> Running | None:
        last = None if self.props is None else self.props.last
        return last if isinstance(last, Running) else None

    def _moved(self, _stage: object, parent: object) -> None:
        if isinstance(parent, Widget):
            parent.bind(children=self._looked)

    def _look(self, *_: object) -> None:
        """Let beats pass only while more is to come and nothing covers the table."""
        run = self._run
        if run is not None and run.next() is not None and not self._covered:
            self._beat()
        else:
            self._beat.cancel()

    @property
    def _covered(self) -> bool:
        if self.get_root_window() is None:
            return True
        above = self.parent.children[: self.parent.children.index(self)]
        large = (other for other in above if other.width >= self.width and other.height >= self.height)
        return any(other.collide_point(*self.center) for other in large)
