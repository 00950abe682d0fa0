"""Pads with icons: those of the action bar with a word below, and bare ones."""

from collections.abc import Callable

from ui import theme
from ui.stage.icons import Icon
from ui.stage.painter import Painter
from ui.widgets.layout import Rect, put
from ui.widgets.pad import Pad

GLYPH = 0.6
"""Height of an icon that stands alone, in heights of its pad."""
BESIDE_MM = 0.5
"""A word may reach so far beyond its pad on both sides."""


class IconPad(Pad):
    """An icon over its word."""

    def __init__(self, icon: Icon, word: str, on_tap: Callable[[], None]) -> None:
        super().__init__(word, on_tap=on_tap, role=theme.small())
        self.title.color = theme.DIM
        self.title.bold = False
        self.title.wraps = False
        self._icon = icon
        self._drawing = Painter(self.canvas)
        self._look()

    def arrange(self, rect: Rect) -> None:
        """Draw the icon, and the word below it."""
        size = min(rect.width, theme.mm(14)) * 0.42
        word = theme.small() * 1.3
        room = rect.height > size + word * 1.6
        x, y = rect.center
        self._drawing.draw(self._icon(x, y + (word * 0.6 if room else 0), size, theme.TEXT))
        self.title.opacity = 1 if room else 0
        # The pad has no edge of its own: letters may be as wide as what it lies in.
        low = Rect(rect.x, y - size * 0.5 - word * 0.95, rect.width, word)
        put(self.title, low.inset(-theme.mm(BESIDE_MM), 0))

    def _look(self, *_: object) -> None:
        self.paint(theme.PRESSED if self.pressed else theme.BAR)
        self.opacity = 1.0 if self.live else 0.35


class GlyphPad(Pad):
    """A pad with nothing but an icon."""

    def __init__(self, icon: Icon, on_tap: Callable[[], None]) -> None:
        super().__init__(on_tap=on_tap)
        self._icon = icon
        self._drawing = Painter(self.canvas)

    def arrange(self, rect: Rect) -> None:
        """Draw the icon in the middle."""
        size = min(rect.width, rect.height, theme.mm(12)) * GLYPH
        self._drawing.draw(self._icon(*rect.center, size, theme.TEXT))
