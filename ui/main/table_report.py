"""A report of a table for its developers: what it consists of, and how its grabs went.

It names nobody. No line can contain a person, a match, a path, a serial number or an address: each is a
model, a version, a kind or a count, and of a failed check only its name.
"""

import os
import platform
from collections.abc import Iterator, Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from companion.book.counting import open_book
from companion.book.figures import Book, spread
from companion.clock import MILLISECOND
from companion.errors import CompanionError, SetupError
from companion.places import tryout_path
from companion.store import Store
from ui.appliance import machine_words, tryout, tryout_words
from ui.appliance import report_words as words
from ui.appliance.launch import FOLDERS, Folders, has_sound, panels, touch_of
from ui.console.doctor import checks
from ui.storage.startup import this_version
from ui.wiring import button_kinds, machine

ROOT, RELEASE = Path("/"), "etc/os-release"
LONGEST, MOST_DIGITS = 60, 4
"""Most letters of a device's name, and most digits in a word of it.

A model or a year has no more digits; a serial number or an address has.
"""

KNOWN = {
    *(
        machine_words.DISPLAY,
        machine_words.LIBRARIES,
        machine_words.TOUCH,
        machine_words.SOUND,
        machine_words.DISK,
        machine_words.CLOCK,
    ),
    *("GPIO chips", "seats file", "header"),
}
"""The doctor's checks that every table has. Others have names that their owner chose."""


def table_report(
    seats: Path,
    store: Path,
    environment: Mapping[str, str] = os.environ,
    folders: Folders = FOLDERS,
    root: Path = ROOT,
) -> tuple[str, ...]:
    """Return the report's lines; this takes a while, as it reads all matches."""
    panel = next(iter(panels(folders)), None)
    touch = touch_of(panel, folders)
    names = (check.name for check in checks(seats, store, environment, folders) if not check.ok)
    wrong = (name if name in KNOWN else words.OTHERS for name in names)
    return (
        words.program(this_version(), platform.python_version(), _kivy()),
        words.machine(_harmless(machine(root)), platform.machine()),
        words.release(_release(root)),
        words.kernel(platform.release()),
        words.NO_PANEL if panel is None else words.panel(_kind(panel.connector), panel.width, panel.height),
        words.touch(words.NO if touch is None else _harmless(touch.name)),
        words.sound(words.YES if has_sound(folders.cards) else words.NO),
        _buttons(seats),
        words.to_mend(", ".join(dict.fromkeys(wrong)) or words.NOTHING),
        *_grabs(store),
        *tried_lines(tryout.load(tryout_path(store))),
    )


def tried_lines(tried: tryout.Tryout) -> tuple[str, ...]:
    """Return a line for each step of *Try this table* that was tried."""
    results = tried.results
    lines = (tryout_words.report_line(step, results[step]) for step in tryout.STEPS if step in results)
    return tuple(lines) or (tryout_words.NOTHING_TRIED,)


def _kivy() -> str:
    try:
        return version("kivy")
    except PackageNotFoundError:
        return words.NO


def _release(root: Path) -> str:
    try:
        lines = (root / RELEASE).read_text(errors="replace").splitlines()
    except OSError:
        lines = []
    names = (line.partition("=")[2].strip("\"'") for line in lines if line.startswith("PRETTY_NAME="))
    return _harmless(next(names, words.NO))


def _harmless(text: str) -> str:
    """Return a device's or system's name, without words that may be serial numbers."""
    harmless = [word for word in text.split() if sum(letter.isdigit() for letter in word) <= MOST_DIGITS]
    return " ".join("".join(filter(str.isprintable, word)) for word in harmless)[:LONGEST]


def _kind(connector: str) -> str:
    return connector.partition("-")[0]


def _buttons(seats: Path) -> str:
    if not os.path.exists(seats):
        return words.NO_BUTTONS
    try:
        return words.buttons(*button_kinds(seats))
    except SetupError:
        return words.BAD_SEATS


def _grabs(store: Path) -> Iterator[str]:
    """Yield how grabs went in matches that were played to their end."""
    try:
        with Store(store, reading=True) as opened_store:
            book = open_book(opened_store)
    except CompanionError:
        yield words.UNREADABLE
        return
    yield from grab_lines(book)


def grab_lines(book: Book) -> Iterator[str]:
    """Yield the number of grabs in a book's matches, and how close they were."""
    results = (match.result for match in book.matches if match.result is not None)
    chases = [result.chases for result in results if result.chases is not None]
    duels = [duel for chase in chases for duel in chase.duels]
    yield words.grabs(len(chases), len(duels), sum(chase.again for chase in chases))
    margins = spread(duel.margin / MILLISECOND for duel in duels if duel.margin is not None)
    if margins is not None:
        shares = (margins.least, margins.lower, margins.median, margins.upper)
        least, low, half, high = (f"{share:.2g}" if share < 100 else f"{share:.0f}" for share in shares)
        yield words.margins(least, low, half, high)
