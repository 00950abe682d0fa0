"""`companion doctor`: look at all that the referee needs, and say what to do about what is missing."""

import os
import shutil
from collections.abc import Mapping
from ctypes.util import find_library
from pathlib import Path

import msgspec
from msgspec import Struct

from companion.errors import CompanionError
from companion.store import Store
from ui.console import words
from ui.display import DRM, has_display
from ui.wiring import wires

LIBRARIES = ("EGL", "GLESv2", "mtdev")
"""What Kivy's wheels load and don't bring: OpenGL ES for drawing, mtdev for touch."""

LITTLE_SPACE = 100 * 1024 * 1024
"""Bytes; a match is some hundred kilobytes, but SQLite's log wants room beside it."""

SYNCHRONIZED = Path("/run/systemd/timesync/synchronized")


class Check(Struct, frozen=True):
    """One thing looked at: how it is, and what to do where it is not well."""

    name: str
    ok: bool
    what: str
    remedy: str = ""


def checks(seats: Path, store: Path, environment: Mapping[str, str] = os.environ) -> list[Check]:
    """Look at everything: wires, display, libraries, touch, sound, disk and clock."""
    found = [Check(f.name, f.ok, f.what, f.remedy) for f in wires(seats)]
    return [
        *found,
        display(environment),
        libraries(),
        touch(Path("/dev/input/by-path")),
        sound(Path("/proc/asound/cards")),
        disk(store),
        clock(SYNCHRONIZED),
    ]


def display(environment: Mapping[str, str], drm: Path = DRM) -> Check:
    """Look for something to draw on."""
    ok = has_display(environment, drm)
    return Check(words.DISPLAY, ok, words.FOUND if ok else words.NONE, "" if ok else words.MEND_DISPLAY)


def libraries(names: tuple[str, ...] = LIBRARIES) -> Check:
    """Look for the system libraries that Kivy loads."""
    missing = [name for name in names if find_library(name) is None]
    if missing:
        return Check(words.LIBRARIES, False, words.missing(missing), words.MEND_LIBRARIES)
    return Check(words.LIBRARIES, True, ", ".join(names))


def touch(folder: Path) -> Check:
    """Look for a touch panel; a mouse does as well, so none is no fault."""
    panels = sorted(path.name for path in folder.glob("*event*") if os.access(path, os.R_OK))
    closed = sorted(path.name for path in folder.glob("*event*") if not os.access(path, os.R_OK))
    if closed and not panels:
        return Check(words.TOUCH, False, words.closed(closed), words.MEND_TOUCH)
    return Check(words.TOUCH, True, ", ".join(panels) or words.NO_TOUCH)


def sound(cards: Path) -> Check:
    """Look for a sound card; the app is silent without one, and plays on."""
    try:
        listed = cards.read_text()
    except OSError:
        listed = ""
    names = [line.split("]: ", 1)[1].strip() for line in listed.splitlines() if "]: " in line]
    return Check(words.SOUND, True, ", ".join(names) or words.NO_SOUND)


def disk(store: Path) -> Check:
    """Look whether the store opens, and how much room there is."""
    try:
        store.parent.mkdir(parents=True, exist_ok=True)
        with Store(store, reading=store.exists()) as kept:
            count = len(kept.matches())
    except (CompanionError, OSError) as error:
        return Check(words.DISK, False, str(error), words.MEND_STORE)
    free = shutil.disk_usage(store.parent).free
    if free < LITTLE_SPACE:
        return Check(words.DISK, False, words.little_space(free), words.MEND_DISK)
    return Check(words.DISK, True, words.kept(count, str(store), free))


def clock(synchronized: Path) -> Check:
    """Look whether the date is set; a wrong one only mislabels records."""
    return Check(words.CLOCK, True, words.CLOCK_SET if synchronized.exists() else words.CLOCK_UNSET)


def report(found: list[Check], as_json: bool) -> str:
    """Return the checks for people, or as JSON."""
    if as_json:
        return msgspec.json.encode(found).decode()
    lines = []
    for check in found:
        lines.append(f"{words.OK if check.ok else words.NOT_OK} {check.name}: {check.what}")
        if check.remedy:
            lines.append(f"      {words.to_do(check.remedy)}")
    return "\n".join(lines)
