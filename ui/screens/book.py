"""The record book: everybody and every game with a pad of their own, and behind it a page of figures."""

from collections.abc import Callable
from functools import partial

from ui import records_words as words
from ui import theme
from ui.book import BookPages, Page
from ui.widgets.face import Face
from ui.widgets.header import Header, body_of
from ui.widgets.layout import Rect, put
from ui.widgets.pad import Pad
from ui.widgets.pages import Pages
from ui.widgets.panel import Panel
from ui.widgets.seat_mark import SeatMark
from ui.widgets.text import Text

ROW_MM = 13.0
COLUMNS = 2
LINE_MM = 9.5


class PagePad(Pad):
    """A person with the mark, or a game: what is behind it in a line."""

    def __init__(self, page: Page, on_tap: Callable[[], None]) -> None:
        super().__init__(page.title, page.hint, on_tap=on_tap, role=theme.body())
        self.page = page
        self._mark = None if page.plate is None else SeatMark(page.plate)
        if self._mark is not None:
            self.add_widget(self._mark)

    def arrange(self, rect: Rect) -> None:
        """The mark at the left."""
        if self._mark is not None:
            mark, rect = rect.inset(theme.mm(1)).cut_left(min(rect.height, rect.width * 0.25))
            put(self._mark, mark)
        super().arrange(rect)


class BookScreen(Face):
    """People first, then games; a tap shows the page. `write_out` leads on to files of all of it."""

    def __init__(
        self, show: Callable[[Page], None], back: Callable[[], None], write_out: Callable[[], None]
    ) -> None:
        super().__init__()
        self._open = show
        self.header = Header(words.RECORDS, words.COUNTING, back, write_out, words.TO_STICK)
        self.pages = Pages(theme.mm(ROW_MM), COLUMNS, most=theme.mm(17))
        self.add_widget(self.header)
        self.add_widget(self.pages)

    def show(self, book: BookPages | None) -> None:
        """Show what was counted; None: the matches can't be read."""
        if book is None:
            self.header.hint.text = words.UNREADABLE
            return
        self.header.hint.text = words.RECORDS_HINT if book.people else words.PEOPLE_NONE
        every = (*book.people, *book.games)
        self.pages.show([partial(PagePad, page, partial(self._open, page)) for page in every])

    def arrange(self, rect: Rect) -> None:
        """The header above, the pads below."""
        head, room = body_of(rect)
        put(self.header, head)
        put(self.pages, room)


class FiguresRow(Panel):
    """One figure, in a sentence."""

    def __init__(self, line: str) -> None:
        super().__init__(theme.PANEL)
        self.text = Text(line, role=theme.body(), wraps=True)
        self.add_widget(self.text)

    def arrange(self, rect: Rect) -> None:
        """Fill it with the words."""
        put(self.text, rect.inset(theme.mm(2.5), theme.mm(0.6)))


class FiguresScreen(Face):
    """All figures of a person, or of a game; `manage` leads on to what can be done about a person."""

    def __init__(
        self, page: Page, back: Callable[[], None], manage: Callable[[], None] | None = None
    ) -> None:
        super().__init__()
        self.header = Header(page.title, page.hint, back, manage, words.MANAGE)
        self.pages = Pages(theme.mm(LINE_MM), 1, most=theme.mm(13), gap=theme.mm(1.4))
        self.pages.show([FiguresRow(line) for line in page.lines])
        self.add_widget(self.header)
        self.add_widget(self.pages)

    def arrange(self, rect: Rect) -> None:
        """The header above, a row a figure below."""
        head, room = body_of(rect)
        put(self.header, head)
        put(self.pages, room)
