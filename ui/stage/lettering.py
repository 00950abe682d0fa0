"""Text as textures for canvases that are kept: white, to be tinted by the colour before it."""

from functools import cache, lru_cache
from typing import Any

from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, InstructionGroup, Rectangle

from ui.stage import theme

KEPT = 150
"""Lines of text kept as textures, beside those that are shown: each weighs some 20 kB."""


@lru_cache(maxsize=KEPT)
def lettering(text: str, size: int, bold: bool = False) -> Any:  # a texture: Kivy has no types
    """Return a line of text as a texture; `size` is that of the font, in pixels."""
    label = CoreLabel(text=text, font_size=max(6, size), bold=bold, color=(1, 1, 1, 1))
    label.refresh()
    return label.texture


@lru_cache(maxsize=8192)
def extents(text: str, size: int, bold: bool = False) -> tuple[float, float]:
    """Return how wide and high a line of text is at a size of the font, in pixels, without drawing it."""
    wide, high = _measure(size, bold).get_extents(text)
    return float(wide), float(high)


@cache
def _measure(size: int, bold: bool) -> Any:
    """Return Kivy's label of one size: what it measures doesn't hang on what it shows."""
    return CoreLabel(font_size=size, bold=bold)


class Caption:
    """One line of text on a canvas that is changed in place and never larger than its room.

    It stands on whole pixels so that it is sharp; not where it is drawn `fine`, larger than it is shown.
    """

    def __init__(
        self, tone: theme.Tone | None = None, *, bold: bool = False, align: float = 0.5, fine: bool = False
    ) -> None:
        self.group = InstructionGroup()
        self._tone = Color(*(tone or theme.TEXT))
        self._rectangle = Rectangle(size=(0, 0))
        self.group.add(self._tone)
        self.group.add(self._rectangle)
        self._bold, self._align, self._fine = bold, align, fine
        self._text = ""
        self._room = (0.0, 0.0, 0.0, 0.0)
        self._size = 0.0

    @property
    def width(self) -> float:
        """How wide the text came out, in pixels."""
        return float(self._rectangle.size[0])

    def place(self, x: float, y: float, width: float, height: float, size: float) -> None:
        """Give the text its room: lower left corner, size, and the font size, all in pixels."""
        self._room, self._size = (x, y, width, height), size
        self._draw()

    def show(self, text: str) -> None:
        """Change the text."""
        if text != self._text:
            self._text = text
            self._draw()

    def paint(self, tone: theme.Tone) -> None:
        """Change the tone."""
        if tuple(self._tone.rgba) != tone:
            self._tone.rgba = tone

    def _draw(self) -> None:
        x, y, width, height = self._room
        if not self._text or width < 1 or height < 1:
            self._rectangle.size = (0, 0)
            return
        texture = lettering(self._text, round(self._size), self._bold)
        if texture.width > width:
            # Set anew, smaller, rather than squeezed: squeezed text blurs.
            texture = lettering(self._text, int(self._size * width / texture.width), self._bold)
        self._rectangle.texture = texture
        self._rectangle.size = texture.size
        at = (x + (width - texture.width) * self._align, y + (height - texture.height) / 2)
        self._rectangle.pos = at if self._fine else (round(at[0]), round(at[1]))
