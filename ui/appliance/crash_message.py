"""What may be shown of an unforeseen error: its type and where it happened. No Kivy here.

Its message is never shown or logged: it may contain a value that only one player knows, such as a clue.
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
"""The most errors shown in a chain of causes."""


class FileSpot(Struct, frozen=True):
    """A line of a file, counted from 1."""

    file: str
    line: int


def kind(error: BaseException) -> str:
    """Return the name of an error's type."""
    return type(error).__name__


def spot(error: BaseException) -> FileSpot | None:
    """Return where an error was raised; None if it never was."""
    frames = traceback.extract_tb(error.__traceback__)
    if not frames:
        return None
    return FileSpot(_short(frames[-1].filename), frames[-1].lineno or 0)


def course(error: BaseException) -> str:
    """Return an error's traceback with its causes, first cause first, but without the errors' messages."""
    traces: list[str] = []
    cause: BaseException | None = error
    while cause is not None and len(traces) < MOST_CAUSES:
        traces.append("".join((*traceback.format_tb(cause.__traceback__), kind(cause))))
        cause = cause.__cause__ or (None if cause.__suppress_context__ else cause.__context__)
    return "\n\n".join(reversed(traces))


def _short(file: str) -> str:
    """Return a file's path relative to the program or to site-packages."""
    path = Path(file)
    if path.is_relative_to(ROOT) and "site-packages" not in path.parts:
        return str(path.relative_to(ROOT))
    return file.rpartition("site-packages/")[2]


# What the doctor has found.


class CheckResult(Struct, frozen=True):
    """One thing that the doctor checked: its state, and what to do if it isn't `ok`."""

    name: str
    ok: bool
    what: str
    remedy: str = ""
    damaged: bool = False
    """The file of matches is damaged; it can be moved away."""
    by_pad: str = ""
    """What to do instead of `remedy`, on a page with a pad that moves the file away."""


# The error that ended the last run: a file in the state folder, which the safe screen shows.

MOST = 20_000
"""The most characters that are shown, from the end of the file."""

MOST_BYTES = 1 << 20
"""The largest file that is read; we never write a larger one."""


def say_no_values() -> None:
    """Install hooks that log uncaught errors as `course` does, without any values.

    People other than the players can read the journal.
    """

    def log(error: BaseException | None) -> None:
        if error is not None and not isinstance(error, SystemExit):
            sys.stderr.write(f"{course(error)}\n")

    sys.excepthook = lambda _kind, error, _trace: log(error)
    sys.unraisablehook = lambda unraisable: log(unraisable.exc_value)
    threading.excepthook = lambda fault: log(fault.exc_value)


class LastWords:
    """The errors that ended the run before, and a place for those of this one."""

    def __init__(self, path: Path) -> None:
        """Read the file at `path`; if it is missing or unreadable, `before` is ""."""
        self._path = path
        self._file: IO[bytes] | None = None
        try:
            self.before = read_plain(path, MOST_BYTES).decode(errors="replace")[-MOST:].strip()
        except OSError:
            self.before = ""

    def listen(self) -> None:
        """Start writing what crashes this run to the file; if it can't be written, do nothing."""
        try:
            make_folder(self._path.parent)
            # Kept open, because a crash handler can't open a file.
            self._file = open_new(self._path)
        except OSError:
            return
        faulthandler.enable(self._file)

    def say(self, error: BaseException) -> None:
        """Write an error that ends this run to the file."""
        if self._file is not None:
            # A full disk must not hide the error itself.
            with suppress(OSError):
                self._file.write(course(error).encode() + b"\n")
                self._file.flush()

    def close(self) -> None:
        """Stop writing and close the file."""
        if self._file is not None:
            faulthandler.disable()
            self._file.close()
            self._file = None
