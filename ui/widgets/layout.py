"""Where widgets lie: screens place their parts by hand, in millimetres.

Kivy's own layouts settle over several frames and move what is under a finger; here one call puts everything.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import inf
from typing import Protocol, runtime_checkable

from kivy.clock import Clock
from kivy.graphics import PopMatrix, PushMatrix, Rotate, Translate

from ui.stage import theme
from ui.stage.kivy_types import Touch, Widget
from ui.stage.painter import Painter, room_in
from ui.stage.parts import LINE_MM, panel
from ui.stage.rect import Point, Rect, Side

__all__ = ["Point", "Rect", "cut_pads", "cut_rail", "put", "put_each", "rect_of"]


def rect_of(widget: Widget) -> Rect:
    """Return where a widget lies."""
    return Rect(widget.x, widget.y, widget.width, widget.height)


def cut_pads(rect: Rect, width: float, gap: float = 0.0) -> tuple[Rect, Rect]:
    """Return the column of large pads and what is left: beside the hand, so that it covers no board."""
    return rect.cut_left(width, gap) if theme.now.left else rect.cut_right(width, gap)


def cut_rail(rect: Rect, width: float, gap: float = 0.0) -> tuple[Rect, Rect]:
    """Return the column on the other side of a board and what is left."""
    return rect.cut_right(width, gap) if theme.now.left else rect.cut_left(width, gap)


def put(widget: Widget, rect: Rect) -> None:
    """Lay a widget into a rectangle, on whole pixels."""
    at = rect.on_pixels()
    widget.pos = (at.x, at.y)
    widget.size = (at.width, at.height)


def put_each(widgets: Iterable[Widget], rects: Iterable[Rect]) -> None:
    """Lay each widget into its own of as many rectangles."""
    for widget, rect in zip(widgets, rects, strict=True):
        put(widget, rect)


# The base of everything that lays out its own parts.


@runtime_checkable
class Leaving(Protocol):
    """A screen that must end what it is doing before another one is shown."""

    def leave(self) -> None:
        """End it."""


class Arranged(Widget):
    """A widget that arranges its children whenever it is moved or resized; override `arrange`.

    In no room nothing is laid out.
    """

    def __init__(self) -> None:
        super().__init__()
        self._arranging: Callable[[], None] = Clock.create_trigger(self._arrange, -1)
        self.fbind("pos", self._arranging)
        self.fbind("size", self._arranging)

    def add_parts(self, *parts: Widget) -> None:
        """Have these parts on it, a later one above those before it."""
        for part in parts:
            self.add_widget(part)

    def arrange(self, rect: Rect) -> None:
        """Put the children into `rect`."""

    def rearrange(self) -> None:
        """Lay the parts out anew, at the end of this frame."""
        self._arranging()

    def _arrange(self, *_: object) -> None:
        if self.width and self.height:
            self.arrange(rect_of(self))


# What comes in front under a finger: the second of two quick taps was meant for what stood there before.

LATE_SECONDS = 0.4
"""What has just come takes no tap for so long; the two of a double tap are rarely further apart."""
SAME_MM = 6.0
"""The two of a double tap are rarely further apart, in height or width."""


class Layered(Arranged):
    """Holds what comes in front, one after the other: when it has, say so with `came`."""

    def __init__(self) -> None:
        super().__init__()
        self._touched: Point = (-inf, -inf)
        self._came = -inf

    def came(self) -> None:
        """Something else is in front: it isn't for the second tap of a quick two on one spot.

        Its time begins when it has been drawn, which may take longer than the two are apart.
        """
        self._came = inf
        # The frame that the loop has begun, or is about to begin, draws it.
        Clock.schedule_once(lambda _: Clock.schedule_once(self._drawn, 0), 0)

    def _drawn(self, _: float) -> None:
        self._came = min(self._came, Clock.time())

    def seen(self) -> None:
        """Whoever taps next has seen what is in front, however soon that is."""
        self._came = -inf

    def on_touch_down(self, touch: Touch) -> bool | None:
        """Hand the touch on, unless it is too late for what was there and too early for what is."""
        same = all(abs(a - b) < theme.mm(SAME_MM) for a, b in zip(touch.pos, self._touched, strict=True))
        if same and Clock.time() - self._came < LATE_SECONDS:
            return True
        self._touched = touch.pos
        self.seen()
        return super().on_touch_down(touch)


# What is turned to whoever reads it: drawn turned, and touched turned.


class Rotated(Widget):
    """Shows one widget from a side: that widget is laid out, and is told touches, as if it weren't turned."""

    def __init__(self, inside: Widget, side: Side = Side.FRONT) -> None:
        super().__init__()
        self.inside = inside
        self.side = side
        """From where it is read; `turn` has it be another one."""
        with self.canvas.before:
            PushMatrix()
            self._to = Translate()
            self._turn = Rotate(angle=0, axis=(0, 0, 1), origin=(0, 0))
        with self.canvas.after:
            PopMatrix()
        self.add_widget(inside)
        self.bind(pos=self._place, size=self._place)

    def turn(self, side: Side) -> None:
        """Have it read from another side."""
        if side is not self.side:
            self.side = side
            self._place()

    def _place(self, *_: object) -> None:
        # Rotated about the corner that comes to lie where the widget's own origin is seen.
        at = rect_of(self)
        self._to.xy = (0, 0) if self.side is Side.FRONT else self.side.seen(at, (0, 0))
        self._turn.angle = self.side.value
        put(self.inside, self.side.upright(at))

    def collide_point(self, x: float, y: float) -> bool:
        """Tell whether a point is on what is shown."""
        return self.inside.collide_point(*self.to_local(x, y))

    # Kivy asks these for every position that it hands on, down and up the tree.

    def to_local(self, x: float, y: float, relative: bool = False) -> Point:
        """Return where a point of the screen is on the widget that is turned."""
        return self.side.touched(rect_of(self), (x, y))

    def to_parent(self, x: float, y: float, relative: bool = False) -> Point:
        """Return where a point of the widget that is turned is on the screen."""
        return self.side.seen(rect_of(self), (x, y))

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


# Pads that belong to one seat each: along the edge where that seat sits, and turned to it.

MANY = 9
"""Pads beside each other, from which on they stand nearer together."""
NEARER_MM = 0.8
"""As near as that; and so near below each other, where height is dear."""


def gap_of(count: int) -> float:
    """Return what lies between so many pads beside each other, in pixels."""
    return theme.mm(theme.GAP_MM if count < MANY else NEARER_MM)


class RowOfParts(Arranged):
    """Widgets beside each other; where `across` says how many, in as many lines as that takes."""

    across: int | None = None

    def __init__(self, parts: Sequence[Widget]) -> None:
        super().__init__()
        self.parts = parts
        self.add_parts(*parts)

    def arrange(self, rect: Rect) -> None:
        """Share the length out."""
        count = len(self.parts)
        gap = theme.mm(NEARER_MM) if self.across == 1 else gap_of(count)
        put_each(self.parts, rect.grid(count, self.across or count, gap))


class EdgeRow(Arranged):
    """Rows of pads, one for each side at which anybody sits; whoever lays it out puts each into its strip."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: dict[Side, tuple[Rotated, RowOfParts]] = {}

    def lay(self, pads: Sequence[tuple[Side, Widget]]) -> None:
        """Take these pads and no others, those of a side from the left to the right of who sits there."""
        for turned, row in self._rows.values():
            row.clear_widgets()
            self.remove_widget(turned)
        rows = {side: RowOfParts([pad for its, pad in pads if its is side]) for side in dict(pads)}
        self._rows = {side: (Rotated(row, side), row) for side, row in rows.items()}
        self.add_parts(*(turned for turned, _ in self._rows.values()))

    def count(self, side: Side) -> int:
        """Return how many lie along an edge."""
        return len(self._rows[side][1].parts) if side in self._rows else 0

    def put_along(self, strips: Mapping[Side, Rect], *, across: int | None = None) -> None:
        """Put the pads of each side into its strip: as read, all beside each other, or so many."""
        for side, (turned, row) in self._rows.items():
            if side in strips:
                row.across = across
                put(turned, strips[side])

    def collide_point(self, x: float, y: float) -> bool:
        """Tell whether a point is on one of the rows: between them lies what they lie around."""
        return any(turned.collide_point(x, y) for turned, _ in self._rows.values())


# A plain rounded ground, with an outline where it must be noticed.


class Panel(Arranged):
    """A rounded ground under other parts."""

    def __init__(
        self, tone: theme.Tone | None = None, outline: theme.Tone | None = None, line_mm: float = LINE_MM
    ) -> None:
        super().__init__()
        self.tone, self.outline, self._line_mm = tone or theme.PANEL, outline, line_mm
        self._ground = Painter(self.canvas.before)

    def paint(self, tone: theme.Tone, outline: theme.Tone | None = None, line_mm: float = LINE_MM) -> None:
        """Change the tones, and the width of the outline."""
        if (tone, outline, line_mm) != (self.tone, self.outline, self._line_mm):
            self.tone, self.outline, self._line_mm = tone, outline, line_mm
            self._draw()

    def _arrange(self, *_: object) -> None:
        self._draw()
        super()._arrange()

    def _draw(self) -> None:
        rect = rect_of(self)
        self._ground.draw(panel(room_in(rect), rect, self.tone, self.outline, self._line_mm))


# What all dialogs have in common.


class DialogPanel(Panel):
    """A dialog over the table; it takes every touch on it, so that nothing below it is hit."""

    covers_banner = True

    def on_touch_down(self, touch: Touch) -> bool | None:
        """Take the touch, also where none of the parts wants it."""
        taken = super().on_touch_down(touch)
        return taken or self.collide_point(*touch.pos)
