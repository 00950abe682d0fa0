"""What may be said of an error that nobody foresaw: its kind, and where it happened. Pure: no Kivy here.

Its text isn't told, to anybody: it may hold a value, such as a part of a clue, that only one player knows.
"""

import traceback
from pathlib import Path

from msgspec import Struct

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
