"""What is new with a match, in sentences for its end.

As a program, `python -m ui.records.news STORE MATCH` prints them as JSON: the screen has that counted by a
process of its own, as the record book is.
"""

from companion.book import counting
from companion.book.figures import FEW, Book
from companion.book.news import BestPoints, Closest, InARow, news
from companion.book.played import Played
from companion.store import Store
from ui.language.words import duration
from ui.records import words
from ui.storage.workers import answer, apart

MOST = 2
"""Lines of small print that the end has room for."""


def told(book: Book, one: Played) -> tuple[str, ...]:
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


def told_apart(store: Store, match: str) -> tuple[str, ...]:
    """Have a process of its own tell what is new with a match; nothing where it can't, or so few are kept."""
    ((kept,),) = store.read("select count(*) from match")
    if kept + len(store.brought()) < FEW:
        return ()
    return apart(tuple[str, ...], "ui.records.news", str(store.path), match) or ()


def _of(store: Store, match: str) -> tuple[str, ...]:
    """Return what is new with a match; nothing where the book doesn't have it."""
    book = counting.opened(store)
    found = next((one for one in book.matches if one.match == match), None)
    return () if found is None else told(book, found)


if __name__ == "__main__":
    answer(_of)
