"""The way through the record book, from the home screen and back; and what is done there about people."""

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from companion import register
from companion.people import People, PersonId
from companion.store import Store
from ui.book_pages import Page, counted_apart
from ui.keeping.saver import Saver
from ui.kivy_types import Widget
from ui.news import told_apart
from ui.screens.book import BookScreen, FiguresScreen, GridScreen
from ui.sheets.naming import NamingSheet
from ui.sheets.person import PersonSheet


class BookDoors(Struct):
    """What the way uses of the frame; `learned` is told who is known after a change."""

    show: Callable[[Widget], None]
    home: Callable[[], None]
    people: Callable[[], People]
    learned: Callable[[People], None]


class RecordBook:
    """Shows the book and its pages, and changes what the store knows of a person."""

    def __init__(self, saver: Saver, doors: BookDoors) -> None:
        self._saver, self._doors = saver, doors

    def open(self) -> None:
        """Show the book, once it is counted: beside everything else, for that may take a while."""
        screen = BookScreen(lambda page: self._look(screen, page), self._doors.home, self._write_out)
        self._doors.show(screen)
        self._saver.ask_beside(lambda store: counted_apart(store.path), screen.show)

    def news(self, match: str, tell: Callable[[tuple[str, ...]], None]) -> None:
        """Tell what is new with a match that has ended, once that is counted; nothing where it can't be."""
        self._saver.ask_beside(lambda store: told_apart(store, match), lambda lines: tell(lines or ()))

    def _write_out(self) -> None:
        # Not before somebody wants it: most never plug in a stick.
        from ui.screens.records_out import RecordsOutScreen

        self._doors.show(RecordsOutScreen(self._saver, self.open))

    def _look(self, book: BookScreen, page: Page) -> None:
        """Show a page; that of a person leads on to what can be done about them."""
        if page.grid is not None:
            self._doors.show(GridScreen(page.title, page.hint, page.grid, lambda: self._doors.show(book)))
            return
        person = PersonId(page.plate.person) if page.plate is not None else None
        manage = None if person is None else lambda: self._manage(person, lambda: self._look(book, page))
        self._doors.show(FiguresScreen(page, lambda: self._doors.show(book), manage))

    def _manage(self, person: PersonId, back: Callable[[], None]) -> None:
        who = self._doors.people().known.get(person)
        if who is None:
            self.open()
            return

        def renamed(name: str) -> None:
            self._change(lambda store: register.change(store, who.renamed(name)))

        def hide() -> None:
            self._change(lambda store: register.change(store, replace(who, hidden=not who.hidden)))

        def rank() -> None:
            self._change(lambda store: register.change(store, replace(who, rated=not who.rated)))

        self._doors.show(
            PersonSheet(
                who,
                lambda: self._doors.show(NamingSheet(renamed, back, who.name)),
                hide,
                rank,
                lambda: self._change(lambda store: register.forget(store, person)),
                back,
            )
        )

    def _change(self, what: Callable[[Store], None]) -> None:
        """Do it where the store is written, and show the book as it is then; NotSaved is told as ever."""

        def done(store: Store) -> People:
            what(store)
            return store.people()

        def answered(people: People | None) -> None:
            if people is not None:
                self._doors.learned(people)
            self.open()

        self._saver.ask(done, answered)
