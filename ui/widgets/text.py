"""Text that fits: it grows no larger than its role and shrinks before it is cut off."""

from math import ceil

from kivy.properties import BooleanProperty, NumericProperty

from ui import theme
from ui.kivy_types import Label

LEAST = 0.55
"""How far text may shrink before it is shortened instead."""
SHORTENED = 2
"""Kivy shortens what comes nearer than so many pixels to the width that it has."""


class Text(Label):
    """A text of one line, or with `wraps` of as many as fit; `role` is its font size in pixels."""

    role = NumericProperty(0)
    wraps = BooleanProperty(False)

    def __init__(
        self,
        text: str = "",
        *,
        role: float,
        tone: theme.Tone | None = None,
        bold: bool = False,
        align: str = "left",
        valign: str = "middle",
        wraps: bool = False,
    ) -> None:
        super().__init__(
            text=text,
            font_size=role,
            color=tone or theme.TEXT,
            bold=bold,
            halign=align,
            valign=valign,
            size_hint=(None, None),
        )
        self.role = role
        self.wraps = wraps
        self.shorten_from = "right"
        self.bind(text=self._fit, size=self._fit, role=self._fit, wraps=self._fit)
        self._fit()

    @property
    def natural_width(self) -> float:
        """How wide the text is on one line, at the size of its role, in pixels."""
        label = self._label
        probe = type(label)(**{**label.options, "font_size": round(self.role), "text_size": (None, None)})
        probe.resolve_font_name()
        return float(probe.get_extents(self.text)[0])

    def _fit(self, *_: object) -> None:
        self.shorten = not self.wraps
        width, height = self.width, self.height
        if not self.text or width < 2 or height < 2:
            self.font_size = self.role
            return
        # Whole pixels: every size that is tried keeps a font of its own in memory.
        size, least = round(self.role), ceil(self.role * LEAST / theme.LARGER)
        while size > least and not self._fits(size, width, height):
            size = min(size - 1, round(size * 0.94))
        self.font_size = size
        self.text_size = (width, height)

    def _fits(self, size: float, width: float, height: float) -> bool:
        label = self._label
        wrapped = (width if self.wraps else None, None)
        options = {**label.options, "font_size": size, "text": self.text, "text_size": wrapped}
        # Measured, not drawn.
        probe = type(label)(**options)
        probe.resolve_font_name()
        across, down = probe.get_extents(self.text)
        if not self.wraps:
            return bool(across + SHORTENED <= width and down <= height * 1.08)
        if across <= width and "\n" not in self.text:
            return bool(down <= height)
        longest = max((float(probe.get_extents(word)[0]) for word in self.text.split()), default=0.0)
        return longest <= width and bool(probe.render()[1] <= height)
