"""Telling something that takes more than a tap: the game's own widget, and the way out."""

from collections.abc import Callable

from ui import theme, words
from ui.kivy_types import Widget
from ui.sheets.sheet import SheetPanel
from ui.widgets.layout import Rect, put
from ui.widgets.pad import Pad
from ui.widgets.text import Text


class EntrySheet(SheetPanel):
    """The game's own entry under a title; the banner stays in sight."""

    covers_banner = False

    def __init__(self, title: str, entry: Widget, close: Callable[[], None]) -> None:
        super().__init__(theme.PANEL)
        self.entry = entry
        self._title = Text(title, role=theme.heading(), bold=True)
        self.cancel = Pad(words.CANCEL, on_tap=close, role=theme.body())
        for part in (self._title, self.cancel, entry):
            self.add_widget(part)

    def arrange(self, rect: Rect) -> None:
        """All but one line for the entry."""
        head, rest = rect.inset(theme.mm(2.5), theme.mm(2)).cut_top(theme.mm(12), theme.mm(1.5))
        pad, title = head.cut_right(theme.mm(28), theme.mm(3))
        put(self._title, title)
        put(self.cancel, pad)
        put(self.entry, rest)
