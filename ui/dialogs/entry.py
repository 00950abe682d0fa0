"""Telling something that takes more than a tap: the game's own widget, and the way out."""

from collections.abc import Callable

from ui.games.face import EntryPage
from ui.language import words
from ui.stage import theme
from ui.widgets.layout import Rect, put
from ui.widgets.pad import Pad
from ui.widgets.panel import DialogPanel
from ui.widgets.text import Lettering


class EntryDialog(DialogPanel):
    """The game's own entry under a title; the banner stays in sight while something is told on it."""

    def __init__(self, entry: EntryPage, close: Callable[[], None]) -> None:
        super().__init__(theme.PANEL)
        self.covers_banner = entry.looked
        self.entry = entry.widget
        self._title = Lettering(entry.title, role=theme.heading(), bold=True, wraps=True)
        self.cancel = Pad(words.CLOSE if entry.looked else words.CANCEL, on_tap=close, role=theme.body())
        self.add_parts(self._title, self.cancel, self.entry)

    def arrange(self, rect: Rect) -> None:
        """All but one line for the entry."""
        head, rest = rect.inset(theme.mm(2.5), theme.mm(2)).cut_top(theme.mm(12), theme.mm(1.5))
        pad, title = head.cut_right(theme.mm(28), theme.mm(3))
        put(self._title, title)
        put(self.cancel, pad)
        put(self.entry, rest)
