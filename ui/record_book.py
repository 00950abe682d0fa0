"""The way through the record book, from the home screen and back."""

from collections.abc import Callable

from companion.people import PersonId
from ui.about_people import AboutPeople, BookNavigation
from ui.book_pages import BookPage, counted_apart
from ui.keeping.saver import Saver
from ui.news import told_apart
from ui.screens.book import BookScreen, FiguresScreen, GridScreen


class RecordBook:
    """Shows the book and its pages; that of a person leads on to what can be done about them."""

    def __init__(self, saver: Saver, go: BookNavigation) -> None:
        self._saver, self._go = saver, go
        self._about = AboutPeople(saver, go, self.open).open

    def open(self) -> None:
        """Show the book, once it is counted: beside everything else, for that may take a while."""
        screen = BookScreen(lambda page: self._look(screen, page), self._go.home, self._write_out)
        self._go.show(screen)
        self._saver.ask_beside(lambda store: counted_apart(store.path), screen.show)

    def news(self, match: str, tell: Callable[[tuple[str, ...]], None]) -> None:
        """Tell what is new with a match that has ended, once that is counted; nothing where it can't be."""
        self._saver.ask_beside(lambda store: told_apart(store, match), lambda lines: tell(lines or ()))

    def _write_out(self) -> None:
        # Not before somebody wants it: most never plug in a stick.
        from ui.screens.records_out import RecordsOutScreen

        self._go.show(RecordsOutScreen(self._saver, self.open))

    def _look(self, book: BookScreen, page: BookPage) -> None:
        """Show a page; that of a person leads on to what can be done about them."""
        if page.grid is not None:
            self._go.show(GridScreen(page.title, page.hint, page.grid, lambda: self._go.show(book)))
            return
        person = PersonId(page.plate.person) if page.plate is not None else None
        manage = None if person is None else lambda: self._about(person, lambda: self._look(book, page))
        self._go.show(FiguresScreen(page, lambda: self._go.show(book), manage))
