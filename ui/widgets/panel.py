"""A plain rounded ground, with an outline where it must be noticed."""

from ui.stage import theme
from ui.stage.drawn import DrawnBox, DrawnRim
from ui.stage.kivy_types import Touch
from ui.stage.shapes import Box, Rim
from ui.widgets.layout import Arranged, rect_of

LINE_MM = 0.5
"""Width of an outline."""


class Panel(Arranged):
    """A rounded ground under other parts."""

    def __init__(
        self, tone: theme.Tone | None = None, outline: theme.Tone | None = None, line_mm: float = LINE_MM
    ) -> None:
        super().__init__()
        self.tone, self.outline, self._line_mm = tone or theme.PANEL, outline, line_mm
        self._ground, self._edge = DrawnBox(), DrawnRim()
        self.canvas.before.add(self._ground.group)
        self.bind(pos=self._draw, size=self._draw)

    def paint(self, tone: theme.Tone, outline: theme.Tone | None = None, line_mm: float = LINE_MM) -> None:
        """Change the tones, and the width of the outline."""
        if (tone, outline, line_mm) != (self.tone, self.outline, self._line_mm):
            self.tone, self.outline, self._line_mm = tone, outline, line_mm
            self._draw()

    def _draw(self, *_: object) -> None:
        radius = min(theme.mm(theme.RADIUS_MM), self.height / 2, self.width / 2)
        self._ground.show(Box(rect_of(self), self.tone, radius))
        self.canvas.before.remove(self._edge.group)
        if self.outline is not None:
            line = theme.mm(self._line_mm)
            self._edge.show(Rim(rect_of(self).inset(line / 2), self.outline, line, radius))
            self.canvas.before.insert(1, self._edge.group)


# What all dialogs have in common.


class DialogPanel(Panel):
    """A dialog over the table; it takes every touch on it, so that nothing below it is hit."""

    covers_banner = True

    def on_touch_down(self, touch: Touch) -> bool | None:
        """Take the touch, also where none of the parts wants it."""
        taken = super().on_touch_down(touch)
        return taken or self.collide_point(*touch.pos)
