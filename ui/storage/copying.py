"""Makes copies of all matches and restores them, and says so: for the screen and the command line.

All of this is disk access: run it in the saver's thread or a command, never in the UI thread.
"""

import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path

import click
from msgspec import Struct

from companion import register
from companion.clock import WallTime
from companion.club import mailbox
from companion.copies import CopyOutcome, Taken, take, take_people
from companion.errors import CompanionError, DamagedRecord, StoreError
from companion.game import TABLE
from companion.match import AnyMatch
from companion.places import sheets_path
from companion.store import Copy, Store, StoredMatch
from ui.appliance.sticks import called
from ui.games.registry import presenter_of
from ui.games.sheet.owners import copy_out
from ui.language.phrases import _, decimal, many, phrase, plural
from ui.language.words import in_figures, why

COPY_NAME = re.compile(
    r"companion-(?P<day>\d{4}-\d{2}-\d{2})-(?P<hour>\d{2})(?P<minute>\d{2})(-\d+)?"
    rf"(_(?P<table>{mailbox.TABLE_NAME.pattern}))?\.db"
)
"""A copy's file: the minute, a number if that is taken, and in a club what its table is called there."""
MOST = 200
"""How many copies on a stick are listed."""
AT_ONCE = 100
"""Matches written in one transaction: one by one, 20,000 of them take half an hour on an SD card."""
A_STEP = 1.0
"""Seconds after which such a transaction ends early, because entries made meanwhile wait for it."""
MOST_FILES = 65_536
"""How many names in a folder are looked at; a folder on a FAT disk can't hold more."""


class CopyFound(Struct, frozen=True):
    """A copy on a stick: its file, when it was made and by which table (from its name), its size in bytes.

    Only a club's tables have names; else `table` is "".
    """

    path: Path
    made: str
    table: str
    size: int


class CopyNews(Struct, frozen=True):
    """A message about something that was done, and whether it went well."""

    text: str
    well: bool = True


def copies_in(folder: Path) -> tuple[CopyFound, ...]:
    """Return the copies in a folder, newest first; none if it can't be read."""
    copies = []
    with suppress(OSError):
        for _, path in zip(range(MOST_FILES), folder.iterdir(), strict=False):
            name = COPY_NAME.fullmatch(path.name)
            if name and path.is_file():
                copies.append(CopyFound(path, made_by(path), name["table"] or "", path.stat().st_size))
    return tuple(sorted(copies, key=lambda copy: copy.path.name, reverse=True)[:MOST])


def made_by(path: Path) -> str:
    """Return when a copy was made, taken from its name; otherwise return the name itself."""
    name = COPY_NAME.fullmatch(path.name)
    return f"{in_figures(name['day'])} {name['hour']}:{name['minute']}" if name else path.name


def name_for(now: WallTime, folder: Path, table: str = "") -> Path:
    """Return a free path for a new copy, named after the date and time, and numbered if necessary.

    `table` is this table's name in a club, whose tables may share a stick; "" if it is in none.
    """
    end = f"_{table}.db" if table else ".db"
    return folder / f"{free_stem('companion', (end,), folder, now)}{end}"


def free_stem(name: str, ends: Collection[str], folder: Path, now: WallTime) -> str:
    """Return a stem from date and time such that no file exists with any of the suffixes `ends`."""
    stem = base = f"{name}-{minute_of(now)}"
    number = 2
    while any((folder / f"{stem}{end}").exists() for end in ends):
        stem, number = f"{base}-{number}", number + 1
    return stem


def minute_of(now: WallTime) -> str:
    """Return the local date and time for a file name, such as "2026-11-22-1830"."""
    return datetime.fromtimestamp(now / 1000).astimezone().strftime("%Y-%m-%d-%H%M")


def copy_to(store: Store, path: Path) -> int:
    """Copy all matches into a new file; return how many. Raises CompanionError."""
    store.copy_to(path)
    # Check it as a restore will.
    with Copy(path) as copy:
        return len(copy.matches())


def copy_now(store: Store, folder: Path, now: WallTime, table: str = "") -> CopyNews:
    """Copy all matches to a stick, and remove what interrupted copies have left there.

    `table` as in `name_for`.
    """
    with suppress(OSError):
        for leftover in [*folder.glob("companion-*.db.part"), *folder.glob("companion-*.db.part-journal")]:
            leftover.unlink()
    try:
        path = name_for(now, folder, table)
        return CopyNews(copied_to_stick(copy_to(store, path), called(folder), made_by(path)))
    except (CompanionError, OSError) as error:
        return CopyNews(why(error), well=False)


def with_sheets(news: CopyNews, folder: Path) -> CopyNews:
    """Copy the owner's sheets into a copy's folder as well; return its message with a line about them."""
    try:
        count = copy_out(sheets_path(), folder)
    except (CompanionError, OSError) as error:
        return CopyNews(f"{news.text}\n{sheets_not_copied(why(error))}", well=False)
    return CopyNews(f"{news.text}\n{sheets_copied(count)}") if count else news


def check_showable(match: AnyMatch) -> None:
    """Check that a match and its history can be shown; raise DamagedRecord otherwise.

    Presenters trust the referee's own records; a forged record can name a seat that doesn't exist.
    """
    try:
        presenter, game = presenter_of(match), match.game
        for entry in match.entries:
            presenter.describe(entry)
        views = [game.view(position.state, TABLE) for position in match.line]
        presenter.banner(views[-1])
        presenter.routine(views[-1])
        presenter.dialog(views[-1])
        if match.hold is not None:
            presenter.explain(match.hold.violations)
        if match.outcome is not None:
            presenter.result(match.outcome, views[-1])
    except CompanionError:
        raise
    except Exception as error:
        raise DamagedRecord(cannot_be_shown(type(error).__name__)) from error


class Restoring:
    """Restores the matches of a copy, up to AT_ONCE per step; `remaining` are those that aren't done yet.

    It is `complete` once the people's seats and imported results are restored, too; they come last. People
    come first, and may be all that a copy holds.
    """

    def __init__(
        self, path: Path, on_table: Collection[str] = (), seconds: Callable[[], float] = time.monotonic
    ) -> None:
        """Open a copy; raise CompanionError if it is unusable. `on_table`: ids of matches being played."""
        self._copy = Copy(path)
        self._on_table = on_table
        self._seconds = seconds
        self.remaining: list[StoredMatch] = []
        self.complete = False
        try:
            self.remaining = self._copy.matches()
        except CompanionError:
            self.close()
            raise
        self.count = len(self.remaining)
        self._fates: dict[str, Taken] = {}
        self._people: tuple[str, ...] = ()

    def step(self, store: Store) -> None:
        """Restore the next matches in one transaction: AT_ONCE of them, or as many as A_STEP allows.

        Raises NotSaved. An interrupted step keeps the matches that it has restored.
        """
        began = self._seconds()
        with store.together():
            if not self._fates:
                # Before any match: if the stick is pulled out halfway, those restored have their names.
                register.take_over(store, self._copy.people(), {})
            for kept in self.remaining[:AT_ONCE]:
                self._fates[kept.id] = take(store, self._copy, kept.id, self._on_table, check_showable)
                self.remaining.pop(0)
                if self._seconds() - began >= A_STEP:
                    break
        if not self.remaining:
            self._people = take_people(store, self._copy, self._fates)
            self.complete = True

    @property
    def outcomes(self) -> list[Taken]:
        """The outcome of each match so far."""
        return list(self._fates.values())

    def close(self) -> None:
        """Close the copy."""
        self._copy.close()

    @property
    def news(self) -> CopyNews:
        """A message about the outcomes so far; `well` if nothing was left out."""
        fates = Counter(taken.fate for taken in self.outcomes)
        lines = [restored(len(self.outcomes), {fate: fates[fate] for fate in CopyOutcome if fates[fate]})]
        lines += [*self.left_out(), *map(person_left_out, self._people)]
        otherwise = sum(taken.otherwise > 0 for taken in self.outcomes)
        if otherwise:
            lines.append(ruled_otherwise(otherwise))
        return CopyNews("\n".join(map(str, lines)), not (fates[CopyOutcome.LEFT_OUT] or self._people))

    def left_out(self) -> Iterator[str]:
        """Yield a sentence for each match that was left out."""
        for taken in self.outcomes:
            if taken.fate is CopyOutcome.LEFT_OUT:
                yield left_out(taken.title, taken.reason)


# The sentences about copies of the matches, on the screen and on the command line.

COPIES = _("Copies")
TAKING_IN = _("matches")
COPIES_HINT = _("of all matches, on a USB stick")

# Sticks.
NO_STICK = _("Plug in a USB stick.")
NO_STICK_HINT = _(
    "It shows here by itself, within some seconds. If it doesn't, the guide says what to do, "
    'on its page "Power".'
)
UNREADABLE = _("The matches can't be read, so there is nothing to copy. The self-check says why.")
READ_ONLY = _("can only be read")

# Copying.
COPY_NOW = _("Copy now")
COPYING = _("Copying. Leave the stick in.")
COPY_HINT = _("all matches, with their secrets")

# A stick's copies.
ON_STICK = _("Copies on this stick")
NO_COPIES = _("None yet.")
TAKE_IN = _("Restore")
TAKE_IN_TITLE = _("Restore from this copy?")
TAKE_IN_TEXT = _("What is missing here is added. Nothing that is here is changed or lost.")
LOOKING = _("Looking through the copy.")
TAKEN_IN = _("Restored")
TAKEN_IN_PARTLY = _("Not all was restored")
NOT_TAKEN_IN = _("Nothing was restored")
MORE_LEFT_OUT = _("and more; `companion restore` lists them all")


def size(count: int) -> str:
    """Return a number of bytes in decimal units, such as "1.5 GB"."""
    for unit, share in (("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
        if count >= share:
            figure = count / share
            return f"{figure:.0f} {unit}" if figure >= 10 else decimal(f"{figure:.1f} {unit}")
    return _("{n} bytes").format(n=count)


def free(count: int) -> str:
    """Return how much room a stick has left; `count` is in bytes."""
    return _("{size} free").format(size=size(count))


copied = plural("{n} match is copied to {path}.", "{n} matches are copied to {path}.", int, str)
sheets_copied = plural("{n} sheet of your own is there too.", "{n} sheets of your own are there too.")
sheets_not_copied = phrase("Your own sheets aren't on it: {why}.")
copied_to_stick = plural(
    "{n} match is copied to {stick}, as {made}. The stick can be pulled out.",
    "{n} matches are copied to {stick}, as {made}. The stick can be pulled out.",
    int,
    str,
    str,
)
looked_at = phrase("{done} of {n} matches", int, int)


def restored(count: int, fates: Mapping[CopyOutcome, int]) -> str:
    """Say what became of a copy's `count` matches."""
    if not count:
        return _("The copy holds no match.")
    templates = {
        CopyOutcome.TAKEN_IN: _("{n} taken in"),
        CopyOutcome.WENT_ON: _("{n} longer than here, gone on with"),
        CopyOutcome.KNOWN: _("{n} here already"),
        CopyOutcome.BESIDE: _("{n} different from the one here, saved next to it"),
        CopyOutcome.LEFT_OUT: _("{n} left out"),
    }
    parts = ", ".join(templates[fate].format(n=n) for fate, n in fates.items())
    return many("{n} match: {parts}.", "{n} matches: {parts}.", count).format(n=count, parts=parts)


left_out = phrase("Left out, {title}: {reason}.", str, str)
person_left_out = phrase("A person or result was left out: {reason}.")
cannot_be_shown = phrase("it holds what can't be shown ({why})")
ruled_otherwise = plural(
    "In {n} match this version would have decided differently; it stands as it was ruled.",
    "In {n} matches this version would have decided differently; they stand as they were ruled.",
)
interrupted = phrase("It stopped half way: {why}. What was taken in is here; try again for the rest.")

# `companion copy` and `companion restore`: all matches to a file and back.


def copy(target: Path, store: Path) -> CopyNews:
    """Copy the store into a new file, and the owner's sheets into its folder. The app may be running.

    Raises CompanionError if there is no store, or the file can't be written.
    """
    with Store(store, reading=True) as opened:
        news = CopyNews(copied(copy_to(opened, target), str(target)))
    return with_sheets(news, target.parent)


@contextmanager
def _progress(count: int) -> Iterator[Callable[[int], object]]:
    """Show a progress bar on a terminal: ten thousand matches take a minute."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    with click.progressbar(length=count, file=sys.stderr, label=TAKING_IN, show_pos=True) as bar:
        yield bar.update


def restore(source: Path, store: Path) -> tuple[str, bool]:
    """Restore the matches of a copy; return the message, and whether nothing was left out.

    Raises CompanionError if the copy can't be read, the store is in use, or it stopped halfway.
    """
    restoring = Restoring(source)
    try:
        with Store(store) as opened, _progress(restoring.count) as advance:
            while not restoring.complete:
                before = len(restoring.remaining)
                restoring.step(opened)
                advance(before - len(restoring.remaining))
    except StoreError as error:
        if not restoring.outcomes:
            raise
        raise CompanionError(interrupted(str(error))) from error
    finally:
        restoring.close()
    return restoring.news.text, restoring.news.well
