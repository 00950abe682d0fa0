"""Files on a stick that belong together: all of them whole, or none. For records, and for pictures."""

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

from companion.clock import WallTime
from companion.whole_file import flush
from ui.keeping.copying import minute_of

PARTLY = ".part"


def write_whole(what: str, forms: Mapping[str, Callable[[], bytes]], folder: Path, now: WallTime) -> str:
    """Write a file for each form, by how its name ends; return the name that they share.

    OSError where one can't be written: then there is none. What earlier ones that were cut off have left is
    removed.
    """
    with suppress(OSError):
        for left in folder.glob(f"{what}-*{PARTLY}"):
            left.unlink()
    partly: list[Path] = []
    try:
        stem = _stem(what, forms, folder, now)
        for form, written in forms.items():
            path = folder / f"{stem}{form}{PARTLY}"
            # A new file: what somebody has put there meanwhile, or a link to elsewhere, stays as it is.
            with path.open("xb") as file:
                partly.append(path)
                file.write(written())
                file.flush()
                os.fsync(file.fileno())
        # Only now, when all of them had room.
        for path in partly:
            path.rename(_whole(path))
        flush(folder)
    except OSError:
        for path in partly:
            for made in (path, _whole(path)):
                with suppress(OSError):
                    made.unlink(missing_ok=True)
        raise
    return stem


def _whole(partly: Path) -> Path:
    return partly.with_name(partly.name.removesuffix(PARTLY))


def _stem(what: str, forms: Mapping[str, object], folder: Path, now: WallTime) -> str:
    """Return a name by the day and the minute that no form has on this stick; numbered where one has."""
    stem = first = f"{what}-{minute_of(now)}"
    number = 2
    while any((folder / f"{stem}{form}").exists() for form in forms):
        stem, number = f"{first}-{number}", number + 1
    return stem
