"""What the store knows when the app starts, read in one go: every question to it costs a frame."""

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
from companion.store import Kept, Shelf, Store
from companion.whole_file import CHECKPOINTS, program
from ui.appliance import tryout
from ui.appliance.tryout import Tryout

# Which version this is, and what has changed with each: read from `whats_new.toml` beside this file.

FILE = Path(__file__).with_name("whats_new.toml")

SEEN = "version seen"
"""Name of the setting: the last version whose changes were shown."""


class Version(Struct, frozen=True):
    """A version and what changed with it, a sentence each."""

    name: str
    changes: tuple[str, ...]


class _File(Struct, frozen=True):
    version: tuple[Version, ...]


def versions() -> tuple[Version, ...]:
    """Return all versions, the newest first; msgspec.ValidationError where the file is wrong."""
    return converted(tomllib.loads(FILE.read_text("utf-8")), _File).version


def this_version() -> str:
    """Return the version that is installed; where none is, the newest of the file."""
    return program() or versions()[0].name


def is_new(seen: str, now: str) -> bool:
    """Tell whether a table that saw one version last has something to read; the first start has not."""
    return bool(seen) and seen != now


OPEN = "open"
SOUND = "sound"
VOICE = "voice"
TIMER = "turn-timer"
TURN_BUTTONS = "turn-buttons"
THEME = "theme"
RECENT = "recent"
HABITS = "habits"
"""Names of settings: the match on the table, sounds, the voice, what is set for turns, theme, matches, and
how the table sat and played last time."""
SETTINGS = (OPEN, SOUND, VOICE, TIMER, TURN_BUTTONS, THEME, RECENT, HABITS, SEEN)

AT_HAND = 100
"""Matches that are read for the home screen, beside those played last; it shows some of them."""


class StartupData(Struct, frozen=True):
    """What the store knows; `settings` are texts by their names, `people` are who has a name.

    `rows` are those of the match on the table, `reached` its checkpoint; `tried` is how far *Try this table*
    is.
    """

    shelf: Shelf
    settings: Mapping[str, str]
    rows: list[AnyRow]
    people: People = People()
    reached: bytes = b""
    tried: Tryout = Tryout()

    @property
    def last(self) -> Kept | None:
        """The match on the table."""
        return next((kept for kept in self.shelf.matches if kept.id == self.settings[OPEN]), None)


def read(store: Store, *, with_rows: bool = True) -> StartupData:
    """Read all that a start needs; without rows no record is touched."""
    settings = {name: store.setting(name, "") for name in SETTINGS}
    last = settings[OPEN]
    shelf = store.shelf([last, *settings[RECENT].split()], AT_HAND)
    rows = store.record(last) if with_rows and any(kept.id == last for kept in shelf.matches) else []
    reached = CHECKPOINTS.read(store.path, last) if rows else b""
    tried = tryout.load(tryout_path(store.path))
    return StartupData(shelf, settings, rows, store.known(), reached, tried)


read_safely = partial(read, with_rows=False)
"""Reads what a safe start needs."""


# In which order matches were played last: counted, for the date of a table without a network may jump.

MOST = 40
"""Older ones than that follow by their dates."""


class Recent:
    """The ids of matches, the last played first; kept as a line of text."""

    def __init__(self, setting: str = "") -> None:
        self._ids = setting.split()

    @property
    def setting(self) -> str:
        """What is to be kept."""
        return " ".join(self._ids)

    @property
    def ids(self) -> tuple[str, ...]:
        """The matches played last."""
        return tuple(self._ids)

    def played(self, match: str) -> None:
        """Put a match in front."""
        self._ids = [match, *(other for other in self._ids if other != match)][:MOST]

    def order(self, matches: Iterable[Kept]) -> list[Kept]:
        """Return matches, the last played first; of all others the last touched first."""
        place = {match: n for n, match in enumerate(self._ids)}
        # Of thousands none but those asks for a step in Python.
        others = sorted(matches, key=attrgetter("touched"), reverse=True)
        first = sorted((kept for kept in others if kept.id in place), key=lambda kept: place[kept.id])
        return [*first, *(kept for kept in others if kept.id not in place)]
