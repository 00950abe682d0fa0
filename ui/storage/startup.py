"""Everything the app needs from the store at its start, read in one go: each question costs a frame."""

import tomllib
from collections.abc import Iterable, Mapping
from functools import partial
from operator import attrgetter
from pathlib import Path

from msgspec import Struct

from companion.decoding import converted
from companion.journal import AnyRow
from companion.people import People
from companion.places import tryout_path
from companion.store import Shelf, Store, StoredMatch
from companion.whole_file import CHECKPOINTS, program
from ui.appliance import tryout
from ui.appliance.tryout import Tryout

# The program's version, and the changes in each, from `whats_new.toml` next to this file.

FILE = Path(__file__).with_name("whats_new.toml")

SEEN = "version seen"
"""Name of a setting: the last version whose changes were shown."""


class Version(Struct, frozen=True):
    """A version and its changes, a sentence each."""

    name: str
    changes: tuple[str, ...]


class _File(Struct, frozen=True):
    version: tuple[Version, ...]


def versions() -> tuple[Version, ...]:
    """Return all versions, newest first. Raises msgspec.ValidationError if the file is wrong."""
    return converted(tomllib.loads(FILE.read_text("utf-8")), _File).version


def this_version() -> str:
    """Return the installed version; if the package isn't installed, the newest in the file."""
    return program() or versions()[0].name


OPEN = "open"
SOUND = "sound"
VOICE = "voice"
TIMER = "turn-timer"
TURN_BUTTONS = "turn-buttons"
THEME = "theme"
RECENT = "recent"
HABITS = "habits"
"""Names of settings: the match on the table, sounds, the voice, the turn timer, buttons for turns, the theme,
the matches played last, and the table's habits."""
SETTINGS = (OPEN, SOUND, VOICE, TIMER, TURN_BUTTONS, THEME, RECENT, HABITS, SEEN)

AT_HAND = 100
"""Matches read for the home screen, besides those played last; it shows some of them."""


class StartupData(Struct, frozen=True):
    """What was read at the start; `settings` by their names.

    `rows` are those of the match on the table, `reached` is its checkpoint, encoded, empty if there is none.
    `tried` is the progress of *Try this table*.
    """

    shelf: Shelf
    settings: Mapping[str, str]
    rows: list[AnyRow]
    people: People = People()
    reached: bytes = b""
    tried: Tryout = Tryout()

    @property
    def last(self) -> StoredMatch | None:
        """The match on the table."""
        return next((kept for kept in self.shelf.matches if kept.id == self.settings[OPEN]), None)


def read(store: Store, *, with_rows: bool = True) -> StartupData:
    """Read all that a start needs; without `with_rows`, no record is read."""
    settings = {name: store.setting(name, "") for name in SETTINGS}
    last = settings[OPEN]
    shelf = store.shelf([last, *settings[RECENT].split()], AT_HAND)
    rows = store.record(last) if with_rows and any(kept.id == last for kept in shelf.matches) else []
    reached = CHECKPOINTS.read(store.path, last) if rows else b""
    tried = tryout.load(tryout_path(store.path))
    return StartupData(shelf, settings, rows, store.known(), reached, tried)


read_safely = partial(read, with_rows=False)
"""Reads what a safe start needs: no record, as that may be what crashes."""


# The order in which matches were played last. Not by date: without a network, the clock may jump.

MOST = 40
"""How many matches are remembered; older ones are sorted by date."""


class Recent:
    """The ids of matches, the last played first; stored as one line of text."""

    def __init__(self, setting: str = "") -> None:
        self._ids = setting.split()

    @property
    def setting(self) -> str:
        """The text to store."""
        return " ".join(self._ids)

    @property
    def ids(self) -> tuple[str, ...]:
        """Ids of the matches played last, the latest first."""
        return tuple(self._ids)

    def played(self, match: str) -> None:
        """Move a match to the front."""
        self._ids = [match, *(other for other in self._ids if other != match)][:MOST]

    def order(self, matches: Iterable[StoredMatch]) -> list[StoredMatch]:
        """Return matches, the last played first, then all others, the last written first."""
        place = {match: n for n, match in enumerate(self._ids)}
        # There may be thousands: sort in C, and call Python code only for the few recent ones.
        others = sorted(matches, key=attrgetter("touched"), reverse=True)
        first = sorted((kept for kept in others if kept.id in place), key=lambda kept: place[kept.id])
        return [*first, *(kept for kept in others if kept.id not in place)]
