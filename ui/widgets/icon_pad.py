"""Pads with icons: those of the action bar with a word below, and bare ones."""

from collections.abc import Callable

from kivy.graphics import InstructionGroup

from ui import theme
from ui.widgets.icons import Draw
from ui.widgets.layout import Rect, put
from ui.widgets.pad import Pad


class IconPad(Pad):
    """An icon over its word."""

    def __init__(self, icon: Draw, word: str, on_tap: Callable[[], None]) -> None:
        super().__init__(word, on_tap=on_tap, role=theme.small())
        self.title.color = theme.DIM
        self.title.bold = False
        self.title.wraps = False
        self._icon = icon
        self._drawing = InstructionGroup()
        self.canvas.add(self._drawing)
        self._look()

    def arrange(self, rect: Rect) -> None:
        """Draw the icon, and the word below it."""
        size = min(rect.width, theme.mm(14)) * 0.42
        word = theme.small() * 1.3
        room = rect.height > size + word * 1.6
        x, y = rect.center
        self._drawing.clear()
        self._icon(self._drawing, x, y + (word * 0.6 if room else 0), size, theme.TEXT)
        self.title.opacity = 1 if room else 0
        put(self.title, Rect(rect.x, y - size * 0.5 - word * 0.95, rect.width, word))

    def _look(self, *_: object) -> None:
        self.paint(theme.PRESSED if self.pressed else theme.BAR)
        self.opacity = 1.0 if self.live else 0.35


class GlyphPad(Pad):
    """A pad with nothing but an icon."""

    def __init__(self, icon: Draw, on_tap: Callable[[], None]) -> None:
        super().__init__(on_tap=on_tap)
        self._icon = icon
        self._drawing = InstructionGroup()
        self.canvas.add(self._drawing)

    def arrange(self, rect: Rect) -> None:
        """Draw the icon in the middle."""
        self._drawing.clear()
        self._icon(self._drawing, *rect.center, min(rect.width, rect.height, theme.mm(12)) * 0.6, theme.TEXT)
