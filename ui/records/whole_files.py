"""Writes files that belong together to a stick, all of them or none: the record book, and pictures."""

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path

from companion.book import counting
from companion.book.bgstats import plays_file
from companion.book.figures import Book
from companion.book.tables import as_csv, as_json
from companion.clock import WallTime
from companion.store import Store
from companion.whole_file import flush
from ui.appliance.sticks import called
from ui.language.words import game_names, why
from ui.records import words
from ui.storage.copying import CopyNews, free_stem
from ui.storage.workers import run_in_process, worker_main

PARTLY = ".part"


def write_whole(
    name: str,
    forms: Mapping[str, Callable[[], bytes]],
    folder: Path,
    now: WallTime,
    success: Callable[[str], str],
    failure: Callable[[str], str] = words.not_written,
) -> CopyNews:
    """Write a file for each form, a suffix such as ".csv"; return what to show.

    `success` gets the name that they share; if one can't be written, none is left, and `failure` gets the
    reason. Partial files of earlier, interrupted writes are removed.
    """
    with suppress(OSError):
        for leftover in folder.glob(f"{name}-*{PARTLY}"):
            leftover.unlink()
    partly: list[Path] = []
    try:
        stem = free_stem(name, forms, folder, now)
        for form, written in forms.items():
            path = folder / f"{stem}{form}{PARTLY}"
            # Create it: a file or link that somebody has put there meanwhile stays as it is.
            with path.open("xb") as file:
                partly.append(path)
                file.write(written())
                file.flush()
                os.fsync(file.fileno())
        # Only now that all of them are written.
        for path in partly:
            path.rename(_final_path(path))
        flush(folder)
    except OSError as error:
        for path in partly:
            for made in (path, _final_path(path)):
                with suppress(OSError):
                    made.unlink(missing_ok=True)
        return CopyNews(failure(why(error)), well=False)
    return CopyNews(success(stem))


def _final_path(partly: Path) -> Path:
    return partly.with_name(partly.name.removesuffix(PARTLY))


# The whole record book as files for other programs, on a stick.
#
# As a program, `python -m ui.records.whole_files STORE FOLDER NOW` (milliseconds) writes them and prints the
# message to show as JSON. The screen runs that in a separate process.

FORMS: Mapping[str, Callable[[Book], bytes]] = {
    ".bgsplay": lambda book: plays_file(book, game_names()),
    ".csv": as_csv,
    ".json": as_json,
}
"""Makes a file's content, by its suffix."""


def write_records(book: Book, folder: Path, now: WallTime) -> CopyNews:
    """Write the book in all FORMS, or in none; return the message to show."""
    forms = {form: partial(written, book) for form, written in FORMS.items()}
    success = partial(words.on_stick, sum(match.result is not None for match in book.matches), called(folder))
    return write_whole("records", forms, folder, now, success)


def write_in_process(store: Path, folder: Path, now: WallTime) -> CopyNews | None:
    """Write a store's book to a stick in a separate process; None if the store can't be read."""
    return run_in_process(CopyNews, "ui.records.whole_files", str(store), str(folder), str(now))


def _written(store: Store, folder: str, now: str) -> CopyNews:
    return write_records(counting.open_book(store), Path(folder), WallTime(int(now)))


if __name__ == "__main__":
    worker_main(_written)
