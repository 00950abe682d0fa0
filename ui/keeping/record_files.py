"""The whole record book as files for other programs, on a stick.

As a program, `python -m ui.keeping.record_files STORE FOLDER NOW` (milliseconds) writes them, and prints what
is to be said as JSON: the screen has that done by a process of its own, as it has the book counted by one.
"""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from companion.book import counting
from companion.book.bgstats import plays
from companion.book.figures import Book
from companion.book.tables import as_csv, as_json
from companion.clock import WallTime
from companion.store import Store, reason
from ui import records_words as words
from ui.apart import answer, apart
from ui.appliance.sticks import called
from ui.keeping.copying import Said
from ui.keeping.whole_files import write_whole
from ui.words import GAME_NAMES

FORMS: Mapping[str, Callable[[Book], bytes]] = {
    ".bgsplay": lambda book: plays(book, GAME_NAMES),
    ".csv": as_csv,
    ".json": as_json,
}
"""What a file can be, by how its name ends."""


def write_records(book: Book, folder: Path, now: WallTime) -> Said:
    """Write the book in all forms, or in none."""
    forms = {form: partial(written, book) for form, written in FORMS.items()}
    try:
        stem = write_whole("records", forms, folder, now)
    except OSError as error:
        return Said(words.not_written(reason(error)), well=False)
    return Said(words.on_stick(sum(one.came is not None for one in book.matches), called(folder), stem))


def written_apart(store: Path, folder: Path, now: WallTime) -> Said | None:
    """Have a process of its own write the book of a store to a stick; None where it can't be read."""
    return apart(Said, "ui.keeping.record_files", str(store), str(folder), str(now))


def _written(store: Store, folder: str, now: str) -> Said:
    return write_records(counting.opened(store), Path(folder), WallTime(int(now)))


if __name__ == "__main__":
    answer(_written)
