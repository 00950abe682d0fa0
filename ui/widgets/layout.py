"""Where widgets lie: screens place their parts by hand, in millimetres.

Kivy's own layouts settle over several frames and move what is under a finger; here one call puts everything.
"""

from collections.abc import Iterable, Sequence

from ui import theme
from ui.kivy_types import Widget
from ui.stage.rect import Point, Rect

__all__ = ["Point", "Rect", "cut_pads", "cut_rail", "put", "put_each", "put_row", "rect_of"]


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
    widget.size_hint = (None, None)
    widget.pos = (at.x, at.y)
    widget.size = (at.width, at.height)


def put_each(widgets: Iterable[Widget], rects: Iterable[Rect]) -> None:
    """Lay each widget into its own of as many rectangles."""
    for widget, rect in zip(widgets, rects, strict=True):
        put(widget, rect)


def put_row(widgets: Sequence[Widget], rect: Rect, gap: float) -> None:
    """Lay widgets beside each other into a rectangle, all of one width, with a gap between them."""
    put_each(widgets, rect.columns([1] * len(widgets), gap))
