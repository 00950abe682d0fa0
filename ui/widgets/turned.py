"""What is turned to whoever reads it: drawn turned, and touched turned."""

from collections.abc import Callable

from kivy.graphics import PopMatrix, PushMatrix, Rotate, Translate

from ui.kivy_types import Touch, Widget
from ui.stage.sides import Side
from ui.widgets.layout import Point, put, rect_of


class Turned(Widget):
    """Shows one widget from a side: that widget is laid out, and is told touches, as if it weren't turned."""

    def __init__(self, inside: Widget, side: Side = Side.FRONT) -> None:
        super().__init__(size_hint=(None, None))
        self.inside = inside
        self._side = side
        with self.canvas.before:
            PushMatrix()
            self._to = Translate()
            self._turn = Rotate(angle=0, axis=(0, 0, 1), origin=(0, 0))
        with self.canvas.after:
            PopMatrix()
        self.add_widget(inside)
        self.bind(pos=self._place, size=self._place)

    @property
    def side(self) -> Side:
        """From where it is read."""
        return self._side

    def turn(self, side: Side) -> None:
        """Have it read from another side."""
        if side is not self._side:
            self._side = side
            self._place()

    def _place(self, *_: object) -> None:
        # Rotated about the corner that comes to lie where the widget's own origin is seen.
        at = rect_of(self)
        self._to.xy = (0, 0) if self._side is Side.FRONT else self._side.seen(at, (0, 0))
        self._turn.angle = self._side.value
        put(self.inside, self._side.upright(at))

    def collide_point(self, x: float, y: float) -> bool:
        """Tell whether a point is on what is shown."""
        return self.inside.collide_point(*self.to_local(x, y))

    # Kivy asks these for every position that it hands on, down and up the tree.

    def to_local(self, x: float, y: float, relative: bool = False) -> Point:
        """Return where a point of the screen is on the widget that is turned."""
        return self._side.touched(rect_of(self), (x, y))

    def to_parent(self, x: float, y: float, relative: bool = False) -> Point:
        """Return where a point of the widget that is turned is on the screen."""
        return self._side.seen(rect_of(self), (x, y))

    def on_touch_down(self, touch: Touch) -> bool | None:
        """Hand the touch on, turned back."""
        return self._turned_back(touch, super().on_touch_down)

    def on_touch_move(self, touch: Touch) -> bool | None:
        """Hand the touch on, turned back."""
        return self._turned_back(touch, super().on_touch_move)

    def on_touch_up(self, touch: Touch) -> bool | None:
        """Hand the touch on, turned back."""
        return self._turned_back(touch, super().on_touch_up)

    def _turned_back(self, touch: Touch, told: Callable[[Touch], bool | None]) -> bool | None:
        touch.push()
        touch.apply_transform_2d(self.to_local)
        try:
            return told(touch)
        finally:
            touch.pop()
