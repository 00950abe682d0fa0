"""What all sheets have in common."""

from ui import theme
from ui.kivy_types import Touch
from ui.widgets.layout import Rect
from ui.widgets.panel import Panel


class SheetPanel(Panel):
    """A sheet over the table; it takes every touch on it, so that nothing below it is hit."""

    covers_banner = True

    def inner(self, rect: Rect) -> Rect:
        """Return what is left inside the margins."""
        return rect.inset(theme.mm(4), theme.mm(3))

    def on_touch_down(self, touch: Touch) -> bool | None:
        """Take the touch, also where none of the parts wants it."""
        taken = super().on_touch_down(touch)
        return taken or self.collide_point(*touch.pos)
