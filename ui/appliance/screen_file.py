"""How this machine's screen is to be: a small file beside the store, read before anything is drawn.

It belongs to the machine and not to its matches: a copy of the store on another table doesn't turn the
picture there.
"""

from pathlib import Path

import msgspec
from msgspec import Struct

from companion.decoding import from_json
from companion.whole_file import make_folder, read_plain, write_whole
from ui.appliance.backlight import TENTHS

TURNS = (0, 90, 180, 270)
"""Degrees by which the picture can be turned."""

SLEEPS = (0, 5, 10, 20, 60)
"""Minutes to choose from after which the screen goes dark; 0: never."""

MOST_BYTES = 1 << 16
"""Of a small file beside the store: as much as is read of it."""


class ScreenFile(Struct, frozen=True):
    """How the picture lies, after how many idle minutes the screen goes dark, and how bright it is.

    `turned` are the degrees by which the picture was turned by hand, one of TURNS. `brightness` is in tenths,
    0: as the machine has it.
    """

    turned: int = 0
    sleep: int = 10
    brightness: int = 0


class _Written(ScreenFile, frozen=True):
    upside_down: bool = False  # of older versions, which knew no quarters


AS_EVER = ScreenFile()


def load(path: Path) -> ScreenFile:
    """Return what a file says; what isn't there, or can't be read, is as ever."""
    try:
        read = from_json(read_plain(path, MOST_BYTES), _Written)
    except (OSError, msgspec.DecodeError):
        return AS_EVER
    sleep = read.sleep if read.sleep in SLEEPS else AS_EVER.sleep
    turned = read.turned if read.turned in TURNS else 0
    return ScreenFile(
        turned or 180 * read.upside_down, sleep, read.brightness if 0 <= read.brightness <= TENTHS else 0
    )


def save(path: Path, screen: ScreenFile) -> None:
    """Write the file so that a power cut leaves the old one or the new; OSError where that can't be."""
    put(path, msgspec.json.encode(screen))


def put(path: Path, content: bytes) -> None:
    """Write a small file, and its folder where there is none yet; OSError where that can't be."""
    make_folder(path.parent)
    write_whole(path, content)
