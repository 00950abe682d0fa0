"""What may be said of an error that nobody foresaw: its kind, and where it happened. Pure: no Kivy here.

Its text isn't told, to anybody: it may hold a value, such as a part of a clue, that only one player knows.
"""

import faulthandler
import sys
import threading
import traceback
from contextlib import suppress
from pathlib import Path
from typing import IO

from msgspec import Struct

from companion.whole_file import make_folder, open_new, read_plain

ROOT = Path(__file__).parents[2]
MOST_CAUSES = 8
"""The most errors that led to one another that are told."""


class FileSpot(Struct, frozen=True):
    """A line of a file."""

    file: str
    line: int


def kind(error: BaseException) -> str:
    """Return the name of an error's type."""
    return type(error).__name__


def spot(error: BaseException) -> FileSpot | None:
    """Return where an error was raised; None for one that never was."""
    frames = traceback.extract_tb(error.__traceback__)
    if not frames:
        return None
    return FileSpot(_short(frames[-1].filename), frames[-1].lineno or 0)


def course(error: BaseException) -> str:
    """Return how it came to an error, the first cause first: as a traceback, but for what errors say."""
    told: list[str] = []
    cause: BaseException | None = error
    while cause is not None and len(told) < MOST_CAUSES:
        told.append("".join((*traceback.format_tb(cause.__traceback__), kind(cause))))
        cause = cause.__cause__ or (None if cause.__suppress_context__ else cause.__context__)
    return "\n\n".join(reversed(told))


def _short(file: str) -> str:
    """Return the path of a file below the program, or below where libraries are."""
    path = Path(file)
    if path.is_relative_to(ROOT) and "site-packages" not in path.parts:
        return str(path.relative_to(ROOT))
    return file.rpartition("site-packages/")[2]


# What a look at the machine has found.


class CheckResult(Struct, frozen=True):
    """One thing looked at: how it is, and what to do where it is not well."""

    name: str
    ok: bool
    what: str
    remedy: str = ""
    damaged: bool = False
    """It is the file of matches, which can be moved away."""
    by_pad: str = ""
    """What to do instead, on a page with a pad that moves it away."""


# What the app said before it stopped: a file in the state folder, for the safe screen to read out.

MOST = 20_000
"""Characters that are said again at the most."""

MOST_BYTES = 1 << 20
"""Of the file: what is longer wasn't written here."""


def say_no_values() -> None:
    """Have errors that end a thread or the program told to the journal as they are told here: by no value.

    Others than the table's players read a journal.
    """

    def tell(error: BaseException | None) -> None:
        if error is not None and not isinstance(error, SystemExit):
            sys.stderr.write(f"{course(error)}\n")

    sys.excepthook = lambda _kind, error, _trace: tell(error)
    sys.unraisablehook = lambda unraisable: tell(unraisable.exc_value)
    threading.excepthook = lambda fault: tell(fault.exc_value)


class LastWords:
    """The last words of the run before, and a place for those of this one."""

    def __init__(self, path: Path) -> None:
        """Read the file at `path`; where there is none, nothing was said."""
        self._path = path
        self._file: IO[bytes] | None = None
        try:
            self.before = read_plain(path, MOST_BYTES).decode(errors="replace")[-MOST:].strip()
        except OSError:
            self.before = ""

    def listen(self) -> None:
        """Have what stops this run written down; where the disk takes nothing, it goes unheard."""
        try:
            make_folder(self._path.parent)
            # Kept open: whoever crashes opens no file.
            self._file = open_new(self._path)
        except OSError:
            return
        faulthandler.enable(self._file)

    def say(self, error: BaseException) -> None:
        """Write down an error that ends this run."""
        if self._file is not None:
            # A full disk isn't to be the last that is heard of it.
            with suppress(OSError):
                self._file.write(course(error).encode() + b"\n")
                self._file.flush()

    def close(self) -> None:
        """Listen no more."""
        if self._file is not None:
            faulthandler.disable()
            self._file.close()
            self._file = None
