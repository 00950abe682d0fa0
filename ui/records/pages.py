"""The pages of the record book, as they are shown, and what is new with a match, in sentences for its end.

`ui.records.book` counts the pages, and `python -m ui.records.pages STORE MATCH` prints the news as JSON: the
screen has both done by processes of their own.
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
from ui.storage.workers import answer, apart


class FigureLine(Struct, frozen=True):
    """A figure in a sentence, and the picture beside it where there is one."""

    text: str
    picture: Picture | None = None


class BookPage(Struct, frozen=True):
    """A page: whose, what its pad says below the title, and the lines; a person's has the `plate`.

    `few`: of so few matches that it says little. A page with a `grid` is that alone.
    """

    title: str
    hint: str
    lines: tuple[FigureLine, ...]
    few: bool
    plate: NamePlate | None = None
    grid: Grid | None = None

    @property
    def warning(self) -> str:
        """What says that figures of so few matches say little; empty where there are enough."""
        return words.few(FEW) if self.few else ""


class BookPages(Struct, frozen=True):
    """All pages: people who are known, in the order of their names, what is between them, and games."""

    people: tuple[BookPage, ...]
    games: tuple[BookPage, ...]
    between: tuple[BookPage, ...] = ()

    @property
    def all(self) -> tuple[BookPage, ...]:
        """Every page, in the order of the pads that lead there."""
        return (*self.people, *self.between, *self.games)


def pages_apart(store: Path) -> BookPages | None:
    """Have a process of its own count the book of a store; None where that can't be."""
    return apart(BookPages, "ui.records.book", str(store))


# What is new with a match, in sentences for its end.

MOST = 2
"""Lines of small print that the end has room for."""


def news_told(book: Book, one: Played) -> tuple[str, ...]:
    """Return a sentence for each of the first things that are new."""
    lines = []
    for what in news(book, one)[:MOST]:
        match what:
            case Closest(person, margin):
                lines.append(words.closest(book.people.name(person), duration(margin)))
            case InARow(person, wins):
                lines.append(words.in_a_row(book.people.name(person), wins))
            case BestPoints(players, points, high_wins):
                plates = book.people.told(one.match, one.plates)
                lines.append(words.best_points([plates[n].name for n in players], points, high_wins))
    return tuple(lines)


def news_apart(store: Store, match: str) -> tuple[str, ...]:
    """Have a process of its own tell what is new with a match; nothing where it can't, or so few are kept."""
    ((kept,),) = store.read("select count(*) from match")
    if kept + len(store.brought()) < FEW:
        return ()
    return apart(tuple[str, ...], "ui.records.pages", str(store.path), match) or ()


def _news_of(store: Store, match: str) -> tuple[str, ...]:
    """Return what is new with a match; nothing where the book doesn't have it."""
    book = counting.opened(store)
    found = next((one for one in book.matches if one.match == match), None)
    return () if found is None else news_told(book, found)


if __name__ == "__main__":
    answer(_news_of)
