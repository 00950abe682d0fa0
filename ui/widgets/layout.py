"""Placing widgets: screens place their parts by hand, in millimetres.

Kivy's own layouts settle over several frames and move what is under a finger; here one call places
everything.
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
from ui.widgets.text import Lettering

__all__ = ["Point", "Rect", "cut_pads", "cut_rail", "place_widget", "place_widgets", "rect_of"]


def rect_of(widget: Widget) -> Rect:
    """Return a widget's rectangle."""
    return Rect(widget.x, widget.y, widget.width, widget.height)


def cut_pads(rect: Rect, width: float, gap: float = 0.0) -> tuple[Rect, Rect]:
    """Return the column of large pads, on the hand's side so that no arm covers the board, and the rest."""
    return rect.cut_left(width, gap) if theme.now.left else rect.cut_right(width, gap)


def cut_rail(rect: Rect, width: float, gap: float = 0.0) -> tuple[Rect, Rect]:
    """Return the column on the other side of a board, and the rest."""
    return rect.cut_right(width, gap) if theme.now.left else rect.cut_left(width, gap)


def place_widget(widget: Widget | Lettering, rect: Rect) -> None:
    """Place a widget or a text in a rectangle, on whole pixels."""
    at = rect.on_pixels()
    if isinstance(widget, Lettering):
        widget.rect = at
        return
    widget.pos = (at.x, at.y)
    widget.size = (at.width, at.height)


def place_widgets(widgets: Iterable[Widget], rects: Iterable[Rect]) -> None:
    """Place each widget in its rectangle; ValueError if their numbers differ."""
    for widget, rect in zip(widgets, rects, strict=True):
        place_widget(widget, rect)


# The base of everything that lays out its own parts.


@runtime_checkable
class Leaving(Protocol):
    """A screen that must end what it is doing before another one is shown."""

    def leave(self) -> None:
        """End what it is doing."""


class Arranged(Widget):
    """A widget that arranges its children whenever it is moved or resized; override `arrange`.

    Without any width or height nothing is arranged.
    """

    def __init__(self) -> None:
        super().__init__()
        self._arranging: Callable[[], None] = Clock.create_trigger(self._arrange, -1)
        self.fbind("pos", self._arranging)
        self.fbind("size", self._arranging)
        self.lettering: tuple[Lettering, ...] = ()

    def show_texts(self, *texts: Lettering) -> None:
        """Show these texts and no others, above all children."""
        for text in self.lettering:
            self.canvas.after.remove(text.group)
        for text in texts:
            self.canvas.after.add(text.group)
        self.lettering = texts

    def add_parts(self, *parts: Widget) -> None:
        """Add child widgets, each above those before it."""
        for part in parts:
            self.add_widget(part)

    def arrange(self, rect: Rect) -> None:
        """Place the children in `rect`."""

    def rearrange(self) -> None:
        """Arrange the children again, at the end of this frame."""
        self._arranging()

    def _arrange(self, *_: object) -> None:
        if self.width and self.height:
            self.arrange(rect_of(self))


# Something new in front, under a finger: the second of two quick taps was meant for what was there before.

LATE_SECONDS = 0.4
"""How long something new takes no tap; the two of a double tap are rarely further apart."""
SAME_MM = 6.0
"""Distance, across and down, that the two of a double tap rarely exceed."""


class Layered(Arranged):
    """Holds widgets that come to the front one after the other; call `front_changed` when one has."""

    def __init__(self) -> None:
        super().__init__()
        self._touched: Point = (-inf, -inf)
        self._came_at = -inf

    def front_changed(self) -> None:
        """Note that something else is in front: the second of two quick taps on one spot isn't for it.

        The time counts from when it has been drawn, which may take longer than the two taps are apart.
        """
        self._came_at = inf
        # The frame that the loop has begun, or is about to begin, draws it.
        Clock.schedule_once(lambda _: Clock.schedule_once(self._drawn, 0), 0)

    def _drawn(self, _: float) -> None:
        self._came_at = min(self._came_at, Clock.time())

    def front_seen(self) -> None:
        """Accept the next tap, however soon: whoever taps has seen what is in front."""
        self._came_at = -inf

    def on_touch_down(self, touch: Touch) -> bool | None:
        """Pass the touch on, unless it is the second of two quick taps and was meant for what has gone."""
        same = all(abs(a - b) < theme.mm(SAME_MM) for a, b in zip(touch.pos, self._touched, strict=True))
        if same and Clock.time() - self._came_at < LATE_SECONDS:
            return True
        self._touched = touch.pos
        self.front_seen()
        return super().on_touch_down(touch)


# Widgets turned towards their readers: both drawing and touches.


class Rotated(Widget):
    """Shows one widget turned to a side; it is laid out, and gets touches, as if it weren't turned."""

    def __init__(self, inside: Widget, side: Side = Side.FRONT) -> None:
        super().__init__()
        self.inside = inside
        self.side = side
        """The side that it is read from; change it with `turn`."""
        with self.canvas.before:
            PushMatrix()
            self._to = Translate()
            self._turn = Rotate(angle=0, axis=(0, 0, 1), origin=(0, 0))
        with self.canvas.after:
            PopMatrix()
        self.add_widget(inside)
        self.bind(pos=self._place, size=self._place)

    def turn(self, side: Side) -> None:
        """Turn it to another side."""
        if side is not self.side:
            self.side = side
            self._place()

    def _place(self, *_: object) -> None:
        # Rotated about its origin, which is first moved to where that corner is seen.
        at = rect_of(self)
        self._to.xy = (0, 0) if self.side is Side.FRONT else self.side.seen(at, (0, 0))
        self._turn.angle = self.side.value
        place_widget(self.inside, self.side.upright(at))

    def collide_point(self, x: float, y: float) -> bool:
        """Return whether a point is on the widget that is shown."""
        return self.inside.collide_point(*self.to_local(x, y))

    # Kivy calls these for every position that it passes on, down and up the tree.

    def to_local(self, x: float, y: float, relative: bool = False) -> Point:
        """Return where a point of the screen is on the turned widget."""
        return self.side.touched(rect_of(self), (x, y))

    def to_parent(self, x: float, y: float, relative: bool = False) -> Point:
        """Return where a point of the turned widget is on the screen."""
        return self.side.seen(rect_of(self), (x, y))

    def on_touch_down(self, touch: Touch) -> bool | None:
        """Pass the touch on, turned back."""
        return self._turned_back(touch, super().on_touch_down)

    def on_touch_move(self, touch: Touch) -> bool | None:
        """Pass the touch on, turned back."""
        return self._turned_back(touch, super().on_touch_move)

    def on_touch_up(self, touch: Touch) -> bool | None:
        """Pass the touch on, turned back."""
        return self._turned_back(touch, super().on_touch_up)

    def _turned_back(self, touch: Touch, handle: Callable[[Touch], bool | None]) -> bool | None:
        touch.push()
        touch.apply_transform_2d(self.to_local)
        try:
            return handle(touch)
        finally:
            touch.pop()


# Pads for one seat each: along the edge where that player sits, and turned to it.

MANY = 9
"""From this many pads next to each other on, they are closer together."""
NEARER_MM = 0.8
"""The gap between them then; also between pads one below the other, where height is scarce."""


def gap_of(count: int) -> float:
    """Return the gap between this many pads next to each other, in pixels."""
    return theme.mm(theme.GAP_MM if count < MANY else NEARER_MM)


class RowOfParts(Arranged):
    """Widgets next to each other on one line, or on lines of `across` each."""

    across: int | None = None

    def __init__(self, parts: Sequence[Widget]) -> None:
        super().__init__()
        self.parts = parts
        self.add_parts(*parts)

    def arrange(self, rect: Rect) -> None:
        """Share the room out equally."""
        count = len(self.parts)
        gap = theme.mm(NEARER_MM) if self.across == 1 else gap_of(count)
        place_widgets(self.parts, rect.grid(count, self.across or count, gap))


class EdgeRow(Arranged):
    """Rows of pads, one for each side where anybody sits; `put_along` places each in its strip."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: dict[Side, tuple[Rotated, RowOfParts]] = {}

    def lay(self, pads: Sequence[tuple[Side, Widget]]) -> None:
        """Take these pads and no others, those of a side in order from the left as seen from there."""
        for turned, row in self._rows.values():
            row.clear_widgets()
            self.remove_widget(turned)
        rows = {side: RowOfParts([pad for pad_side, pad in pads if pad_side is side]) for side in dict(pads)}
        self._rows = {side: (Rotated(row, side), row) for side, row in rows.items()}
        self.add_parts(*(turned for turned, _ in self._rows.values()))

    def count(self, side: Side) -> int:
        """Return the number of pads along an edge."""
        return len(self._rows[side][1].parts) if side in self._rows else 0

    def put_along(self, strips: Mapping[Side, Rect], *, across: int | None = None) -> None:
        """Place each side's pads in its strip, on one line or on lines of `across` each, as they are read."""
        for side, (turned, row) in self._rows.items():
            if side in strips:
                row.across = across
                place_widget(turned, strips[side])

    def collide_point(self, x: float, y: float) -> bool:
        """Return whether a point is on one of the rows; what they surround isn't theirs."""
        return any(turned.collide_point(x, y) for turned, _ in self._rows.values())


# A plain rounded ground, with an optional outline.


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
        """Take the touch, even if none of the parts wants it."""
        handled = super().on_touch_down(touch)
        return handled or self.collide_point(*touch.pos)
