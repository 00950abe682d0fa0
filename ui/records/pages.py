"""The record book's pages, and a match's news: sentences about its records, for its end.

`ui.records.book` counts the pages; `python -m ui.records.pages STORE MATCH` prints a match's news as JSON.
The screen runs both in separate processes.
"""

from pathlib import Path

from msgspec import Struct

from companion.book import counting
from companion.book.figures import FEW, Book
from companion.book.news import BestPoints, Closest, InARow, news
from companion.book.played import Played
from companion.journal import NamePlate
from companion.store import Store
from ui.language.words import duration
from ui.records import words
from ui.records.pictures import Grid, Picture
from ui.storage.workers import run_in_process, worker_main
from ui.table.names import plates_of


class FigureLine(Struct, frozen=True):
    """A figure in a sentence, and a picture next to it, if any."""

    text: str
    picture: Picture | None = None


class BookPage(Struct, frozen=True):
    """A page: its title, the hint below that on its pad, and its lines; `plate` for a person's page.

    `few`: too few matches to say much. A page with a `grid` shows nothing else.
    """

    title: str
    hint: str
    lines: tuple[FigureLine, ...]
    few: bool
    plate: NamePlate | None = None
    grid: Grid | None = None

    @property
    def warning(self) -> str:
        """A warning that these are too few matches to say much; empty if there are enough."""
        return words.few(FEW) if self.few else ""


class BookPages(Struct, frozen=True):
    """All pages: known people by name, head to head, and games."""

    people: tuple[BookPage, ...]
    games: tuple[BookPage, ...]
    between: tuple[BookPage, ...] = ()

    @property
    def all(self) -> tuple[BookPage, ...]:
        """Every page, in the order of the pads that lead there."""
        return (*self.people, *self.between, *self.games)


def read_pages(store: Path) -> BookPages | None:
    """Count a store's book in a separate process; None if that fails."""
    return run_in_process(BookPages, "ui.records.book", str(store))


# A match's news, in sentences for its end.

MOST = 2
"""Lines of news for which the end of a match has room."""


def news_sentences(book: Book, played: Played) -> tuple[str, ...]:
    """Return a sentence for each of the first MOST news of a match."""
    lines = []
    for item in news(book, played)[:MOST]:
        match item:
            case Closest(person, margin):
                lines.append(words.closest(book.people.name(person), duration(margin)))
            case InARow(person, wins):
                lines.append(words.in_a_row(book.people.name(person), wins))
            case BestPoints(players, points, high_wins):
                plates = plates_of(book.people, played.id, played.plates)
                lines.append(words.best_points([plates[n].name for n in players], points, high_wins))
    return tuple(lines)


def read_news(store: Store, match: str) -> tuple[str, ...]:
    """Find a match's news in a separate process; empty if that fails, or with fewer than FEW matches."""
    ((count,),) = store.read("select count(*) from match")
    if count + len(store.imported_results()) < FEW:
        return ()
    return run_in_process(tuple[str, ...], "ui.records.pages", str(store.path), match) or ()


def _news_of(store: Store, match: str) -> tuple[str, ...]:
    """Return a match's news; empty if it isn't in the book."""
    book = counting.open_book(store)
    played = next((one for one in book.matches if one.id == match), None)
    return () if played is None else news_sentences(book, played)


if __name__ == "__main__":
    worker_main(_news_of)
