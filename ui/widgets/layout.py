"""Where widgets lie: screens place their parts by hand, in millimetres.

Kivy's own layouts settle over several frames and move what is under a finger; here one call puts everything.
"""

from ui.kivy_types import Widget
from ui.stage.rect import Point, Rect

__all__ = ["Point", "Rect", "put", "rect_of"]


def rect_of(widget: Widget) -> Rect:
    """Return where a widget lies."""
    return Rect(widget.x, widget.y, widget.width, widget.height)


def put(widget: Widget, rect: Rect) -> None:
    """Lay a widget into a rectangle, on whole pixels."""
    at = rect.on_pixels()
    widget.size_hint = (None, None)
    widget.pos = (at.x, at.y)
    widget.size = (at.width, at.height)
