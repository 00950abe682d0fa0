"""The record book: everybody and every game with a pad of their own, and behind it a page of figures."""

from collections.abc import Callable
from functools import partial

from ui import records_words as words
from ui import theme
from ui.book_pages import BookPage, BookPages, FigureLine
from ui.kivy_types import Widget
from ui.records_pictures import Grid, drawn, grid
from ui.stage.painter import Painter, room_in
from ui.stage.scene import Scene
from ui.widgets.face import Face
from ui.widgets.header import TitleLine, body_of
from ui.widgets.layout import Rect, put
from ui.widgets.listing import Listing
from ui.widgets.marked_pad import MarkedPad
from ui.widgets.pages import Pages
from ui.widgets.panel import Panel
from ui.widgets.text import Text

ROW_MM = 13.0
COLUMNS = 2
LINE_MM = 9.5
BESIDE = 0.46
"""So much of a row's width has the picture."""


class PagePad(MarkedPad):
    """A person with the mark, or a game: what is behind it in a line."""

    def __init__(self, page: BookPage, on_tap: Callable[[], None]) -> None:
        super().__init__(page.title, page.hint, on_tap, page.plate)
        self.page = page


class BookScreen(Listing):
    """People first, then games; a tap shows the page. `write_out` leads on to files of all of it."""

    def __init__(
        self, show: Callable[[BookPage], None], back: Callable[[], None], write_out: Callable[[], None]
    ) -> None:
        super().__init__(
            TitleLine(words.RECORDS, words.COUNTING, back, write_out, words.TO_STICK),
            Pages(theme.mm(ROW_MM), COLUMNS, most=theme.mm(17)),
        )
        self._open = show

    def show(self, book: BookPages | None) -> None:
        """Show what was counted; None: the matches can't be read."""
        if book is None:
            self.header.hint.text = words.UNREADABLE
            return
        self.header.hint.text = words.RECORDS_HINT if book.people else words.PEOPLE_NONE
        self.pages.show([partial(PagePad, page, partial(self._open, page)) for page in book.all])


class FiguresRow(Panel):
    """One figure in a sentence, and the picture beside it where there is one."""

    def __init__(self, line: FigureLine) -> None:
        super().__init__(theme.PANEL)
        self.picture = line.picture
        self.text = Text(line.text, role=theme.body(), wraps=True)
        self.add_widget(self.text)
        self._painter = Painter(self.canvas)

    def arrange(self, rect: Rect) -> None:
        """The words at the left, the picture at the right."""
        inner = rect.inset(theme.mm(2.5), theme.mm(0.6))
        if self.picture is not None:
            right, inner = inner.cut_right(inner.width * BESIDE, theme.mm(2.5))
            self._painter.show(Scene(drawn(self.picture, room_in(right.inset(0, theme.mm(0.4))))))
        put(self.text, inner)


class GridPicture(Widget):
    """People against each other, drawn into all of its room."""

    def __init__(self, picture: Grid) -> None:
        super().__init__(size_hint=(None, None))
        self._picture = picture
        self._painter = Painter(self.canvas)
        self.bind(pos=self._draw, size=self._draw)

    def _draw(self, *_: object) -> None:
        room = room_in(Rect(self.x, self.y, self.width, self.height))
        self._painter.show(Scene(grid(self._picture, room)))


class GridScreen(Face):
    """People against each other, all on one screen."""

    def __init__(self, title: str, hint: str, picture: Grid, back: Callable[[], None]) -> None:
        super().__init__()
        self.header = TitleLine(title, hint, back, None)
        self._grid = GridPicture(picture)
        self.add_parts(self.header, self._grid)

    def arrange(self, rect: Rect) -> None:
        """The header above, the grid below."""
        head, room = body_of(rect)
        put(self.header, head)
        put(self._grid, room)


class FiguresScreen(Listing):
    """All figures of a person, or of a game; `manage` leads on to what can be done about a person."""

    def __init__(
        self, page: BookPage, back: Callable[[], None], manage: Callable[[], None] | None = None
    ) -> None:
        super().__init__(
            TitleLine(page.title, page.hint, back, manage, words.MANAGE),
            Pages(theme.mm(LINE_MM), 1, most=theme.mm(13), gap=theme.mm(1.4)),
        )
        self.pages.show([partial(FiguresRow, line) for line in page.lines])
