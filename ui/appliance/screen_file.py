"""How this machine's screen is to be: a small file beside the store, read before anything is drawn.

It belongs to the machine and not to its matches: a copy of the store on another table doesn't turn the
picture there.
"""

import os
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec import Struct

from companion.decoding import from_json
from companion.whole_file import make_folder, read_plain, write_whole

T = TypeVar("T")

# The light behind the panel: off while nobody looks, as the kernel offers it. Where there is none that may be
# switched, the picture alone goes black.

FOLDER = Path("/sys/class/backlight")

TENTHS = 10
"""Brightness is set in tenths of the most; the least is one, in which the way back can still be read."""

ON, OFF = "0", "4"
"""FB_BLANK_UNBLANK and FB_BLANK_POWERDOWN of linux/fb.h, as bl_power takes them."""


class Backlight:
    """Every backlight under a folder. Those we may not write are skipped."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder
        self._bright: dict[Path, str] = {}

    def begin(self) -> None:
        """Switch on what a run that was ended in the dark has left dark."""
        self.on()
        for light in self._lights():
            with suppress(OSError):
                place = light / "brightness"
                # Nobody plays in the dark on purpose; how bright it was went with whoever turned it down.
                if place.read_text().strip() == "0":
                    place.write_text((light / "max_brightness").read_text().strip())

    def off(self) -> bool:
        """Switch the light off; False where it stays on."""
        switched = [self._off(light) for light in self._lights()]
        return any(switched)

    def on(self) -> None:
        """Switch the light on, as bright as it was."""
        for light in self._lights():
            with suppress(OSError):
                (light / "bl_power").write_text(ON)
        for place, bright in self._bright.items():
            with suppress(OSError):
                place.write_text(bright)
        self._bright = {}

    @property
    def tenths(self) -> int | None:
        """How bright it is, from 1 to 10; None where that can't be read, or isn't ours to set."""
        for light in self._lights():
            with suppress(OSError, ValueError):
                now, most = (int((light / name).read_text()) for name in ("brightness", "max_brightness"))
                if most > 0 and os.access(light / "brightness", os.W_OK):
                    return min(TENTHS, max(1, round(TENTHS * now / most)))
        return None

    def brighten(self, tenths: int) -> None:
        """Make it so bright, from 1 to 10; steps that a panel hasn't are left out, and never is it dark."""
        for light in self._lights():
            with suppress(OSError, ValueError):
                most = int((light / "max_brightness").read_text())
                (light / "brightness").write_text(str(max(1, round(most * tenths / TENTHS))))

    def _off(self, light: Path) -> bool:
        try:
            (light / "bl_power").write_text(OFF)
        except OSError:
            return self._dim(light / "brightness")
        return True

    def _dim(self, place: Path) -> bool:
        """Turn a light down that can't be switched."""
        try:
            bright = place.read_text().strip()
            place.write_text("0")
        except OSError:
            return False
        self._bright[place] = bright
        return True

    def _lights(self) -> list[Path]:
        return sorted(self._folder.glob("*"))


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
    read = kept(path, _Written, _Written())
    sleep = read.sleep if read.sleep in SLEEPS else AS_EVER.sleep
    turned = read.turned if read.turned in TURNS else 0
    return ScreenFile(
        turned or 180 * read.upside_down, sleep, read.brightness if 0 <= read.brightness <= TENTHS else 0
    )


def save(path: Path, screen: ScreenFile) -> None:
    """Write the file so that a power cut leaves the old one or the new; OSError where that can't be."""
    put(path, msgspec.json.encode(screen))


def kept(path: Path, kind: type[T], otherwise: T) -> T:
    """Return what a small file of JSON says; `otherwise` where there is none, or it can't be read."""
    try:
        return from_json(read_plain(path, MOST_BYTES), kind)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return otherwise


def put(path: Path, content: bytes) -> None:
    """Write a small file, and its folder where there is none yet; OSError where that can't be."""
    make_folder(path.parent)
    write_whole(path, content)
