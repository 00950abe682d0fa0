"""The record book: everybody and every game with a pad of their own, and behind it a page of figures."""

from collections.abc import Callable
from functools import partial

from ui import records_words as words
from ui import theme
from ui.book import BookPages, Page
from ui.widgets.header import Header
from ui.widgets.layout import Rect, put
from ui.widgets.listing import Listing
from ui.widgets.marked_pad import MarkedPad
from ui.widgets.pages import Pages
from ui.widgets.panel import Panel
from ui.widgets.text import Text

ROW_MM = 13.0
COLUMNS = 2
LINE_MM = 9.5


class PagePad(MarkedPad):
    """A person with the mark, or a game: what is behind it in a line."""

    def __init__(self, page: Page, on_tap: Callable[[], None]) -> None:
        super().__init__(page.title, page.hint, on_tap, page.plate)
        self.page = page


class BookScreen(Listing):
    """People first, then games; a tap shows the page. `write_out` leads on to files of all of it."""

    def __init__(
        self, show: Callable[[Page], None], back: Callable[[], None], write_out: Callable[[], None]
    ) -> None:
        super().__init__(
            Header(words.RECORDS, words.COUNTING, back, write_out, words.TO_STICK),
            Pages(theme.mm(ROW_MM), COLUMNS, most=theme.mm(17)),
        )
        self._open = show

    def show(self, book: BookPages | None) -> None:
        """Show what was counted; None: the matches can't be read."""
        if book is None:
            self.header.hint.text = words.UNREADABLE
            return
        self.header.hint.text = words.RECORDS_HINT if book.people else words.PEOPLE_NONE
        every = (*book.people, *book.games)
        self.pages.show([partial(PagePad, page, partial(self._open, page)) for page in every])


class FiguresRow(Panel):
    """One figure, in a sentence."""

    def __init__(self, line: str) -> None:
        super().__init__(theme.PANEL)
        self.text = Text(line, role=theme.body(), wraps=True)
        self.add_widget(self.text)

    def arrange(self, rect: Rect) -> None:
        """Fill it with the words."""
        put(self.text, rect.inset(theme.mm(2.5), theme.mm(0.6)))


class FiguresScreen(Listing):
    """All figures of a person, or of a game; `manage` leads on to what can be done about a person."""

    def __init__(
        self, page: Page, back: Callable[[], None], manage: Callable[[], None] | None = None
    ) -> None:
        super().__init__(
            Header(page.title, page.hint, back, manage, words.MANAGE),
            Pages(theme.mm(LINE_MM), 1, most=theme.mm(13), gap=theme.mm(1.4)),
        )
        self.pages.show([FiguresRow(line) for line in page.lines])
