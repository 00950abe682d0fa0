"""`companion records`: the record book as text and in files."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from msgspec.structs import replace

from companion.book import counting, imported
from companion.book.bgstats import link
from companion.book.figures import Book
from companion.errors import CompanionError, SetupError
from companion.store import Store
from companion.whole_file import read_owners_file, write_owners_file
from ui.console.people import newcomer
from ui.console.replay import full_id
from ui.language.words import game_names
from ui.records import words
from ui.records.book import book_pages
from ui.records.whole_files import FORMS


def filtered(
    path: Path,
    games: tuple[str, ...],
    names: tuple[str, ...],
    since: datetime | None,
    before: datetime | None,
) -> Book:
    """Return a store's book, filtered; `since` and `before` begin at local midnight."""
    with Store(path, reading=True) as store:
        book = counting.open_book(store)
    people = [book.people.called(name).id for name in names]
    return book.only(games=games, people=people, since=_midnight(since), before=_midnight(before))


def _midnight(day: datetime | None) -> int | None:
    if day is None:
        return None
    try:
        here = day.astimezone()
    except (OverflowError, ValueError):
        # At either end of the calendar, a time zone's offset overflows.
        here = day.replace(tzinfo=UTC)
    return round(here.timestamp() * 1000)


def lines(book: Book) -> Iterator[str]:
    """Yield the book as lines of text: people, head to head, then games."""
    pages = book_pages(book)
    for page in (page for page in pages.all if page.lines):
        yield f"{page.title} ({page.warning})" if page.few else page.title
        yield from (f"  {line.text}" for line in page.lines)
    if not book.matches:
        yield words.EMPTY


def write_out(book: Book, target: Path) -> str:
    """Write the book to a file; the suffix chooses the format. Raises CompanionError."""
    form = FORMS.get(target.suffix.lower())
    if form is None:
        raise CompanionError(words.unknown_form(repr(target.suffix), ", ".join(FORMS)))
    write_owners_file(target, form(book))
    return words.exported(sum(match.result is not None for match in book.matches), str(target))


def take_in(source: Path, path: Path) -> str:
    """Import the results in another table's file of plays, all or none, skipping those that are here.

    Raises CompanionError that says what is wrong with the file, and where.
    """
    text = read_owners_file(source, imported.MOST_BYTES)
    try:
        plays = imported.read(text)
        with Store(path) as store:
            people = store.people()
            here, count = people.ids, len(people.known)
            unknown = [(person, name) for person, name in plays.people.items() if person not in here]
            new = [replace(newcomer(name, count + n), id=person) for n, (person, name) in enumerate(unknown)]
            results = imported.save(store, plays, new)
    except SetupError as error:
        raise SetupError(f"{source}: {error}") from None
    return words.imported(results, len(plays.results) - results, len(new))


def link_of(book: Book, match: str) -> str:
    """Return the link that posts a match, found by id or its beginning, to BG Stats. Raises UnknownMatch."""
    by_id, names = {played.id: played for played in book.matches}, game_names()
    match_id = full_id(match, [(name, played.called or names[played.game]) for name, played in by_id.items()])
    return link(book, by_id[match_id], names)
