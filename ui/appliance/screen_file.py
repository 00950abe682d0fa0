"""How this machine's screen is to be: a small file beside the store, read before anything is drawn.

It belongs to the machine and not to its matches: a copy of the store on another table doesn't turn the
picture there.
"""

from pathlib import Path

import msgspec
from msgspec import Struct

from companion.whole_file import write_whole

SLEEPS = (0, 5, 10, 20, 60)
"""Minutes to choose from after which the screen goes dark; 0: never."""


class ScreenFile(Struct, frozen=True):
    """Whether the picture is turned around, and after how many idle minutes the screen goes dark."""

    upside_down: bool = False
    sleep: int = 10

    @property
    def rotation(self) -> int:
        """The degrees that the setting adds."""
        return 180 if self.upside_down else 0


AS_EVER = ScreenFile()


def load(path: Path) -> ScreenFile:
    """Return what a file says; what isn't there, or can't be read, is as ever."""
    try:
        read = msgspec.json.decode(path.read_bytes(), type=ScreenFile)
    except (OSError, msgspec.DecodeError):
        return AS_EVER
    return read if read.sleep in SLEEPS else ScreenFile(read.upside_down)


def save(path: Path, screen: ScreenFile) -> None:
    """Write the file so that a power cut leaves the old one or the new; OSError where that can't be."""
    put(path, msgspec.json.encode(screen))


def put(path: Path, content: bytes) -> None:
    """Write a small file, and its folder where there is none yet; OSError where that can't be."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, content)
