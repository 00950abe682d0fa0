"""This machine's screen settings: a small file next to the store, read before anything is drawn.

It belongs to the machine, not to its matches: copying the store to another table doesn't turn the picture
there.
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

# The panel's backlight, off while nobody uses the table. If we may not switch one, the app only draws black.

FOLDER = Path("/sys/class/backlight")

TENTHS = 10
"""Brightness is in tenths of the maximum. The lowest is 1, so that the setting can still be read."""

ON, OFF = "0", "4"
"""FB_BLANK_UNBLANK and FB_BLANK_POWERDOWN of linux/fb.h, as bl_power takes them."""


class Backlight:
    """Every backlight under a folder. Those we may not write are skipped."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder
        self._bright: dict[Path, str] = {}

    def begin(self) -> None:
        """Switch on a backlight that an earlier run left dark."""
        self.on()
        for light in self._lights():
            with suppress(OSError):
                place = light / "brightness"
                # Nobody plays in the dark on purpose. The run that dimmed it knew the old level; we don't.
                if place.read_text().strip() == "0":
                    place.write_text((light / "max_brightness").read_text().strip())

    def off(self) -> bool:
        """Switch the light off; return False if it stays on."""
        switched = [self._off(light) for light in self._lights()]
        return any(switched)

    def on(self) -> None:
        """Switch the light on, at its former brightness."""
        for light in self._lights():
            with suppress(OSError):
                (light / "bl_power").write_text(ON)
        for place, bright in self._bright.items():
            with suppress(OSError):
                place.write_text(bright)
        self._bright = {}

    @property
    def tenths(self) -> int | None:
        """The brightness, from 1 to 10; None if we can't read it or may not set it."""
        for light in self._lights():
            with suppress(OSError, ValueError):
                now, greatest = (int((light / name).read_text()) for name in ("brightness", "max_brightness"))
                if greatest > 0 and os.access(light / "brightness", os.W_OK):
                    return min(TENTHS, max(1, round(TENTHS * now / greatest)))
        return None

    def brighten(self, tenths: int) -> None:
        """Set the brightness, from 1 to 10, rounded to the panel's levels but never to dark."""
        for light in self._lights():
            with suppress(OSError, ValueError):
                greatest = int((light / "max_brightness").read_text())
                (light / "brightness").write_text(str(max(1, round(greatest * tenths / TENTHS))))

    def _off(self, light: Path) -> bool:
        try:
            (light / "bl_power").write_text(OFF)
        except OSError:
            return self._dim(light / "brightness")
        return True

    def _dim(self, place: Path) -> bool:
        """Set a light that can't be switched off to brightness 0, and remember its level."""
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
"""Choices for how many idle minutes it takes until the screen goes dark; 0: never."""

MOST_BYTES = 1 << 16
"""The most that is read of a small file next to the store."""


class ScreenFile(Struct, frozen=True):
    """The picture's rotation, idle minutes until the screen goes dark, and brightness.

    `turned` is by how many degrees the picture was turned by hand, one of TURNS. `brightness` is in tenths;
    0 leaves it as the machine has it.
    """

    turned: int = 0
    sleep: int = 10
    brightness: int = 0


class _Written(ScreenFile, frozen=True):
    upside_down: bool = False  # older versions only turned the picture by 180 degrees


AS_EVER = ScreenFile()


def load(path: Path) -> ScreenFile:
    """Read the file; a setting that is missing, unreadable or out of range gets its default."""
    written = read_file(path, _Written, _Written())
    sleep = written.sleep if written.sleep in SLEEPS else AS_EVER.sleep
    turned = written.turned if written.turned in TURNS else 0
    brightness = written.brightness if 0 <= written.brightness <= TENTHS else 0
    return ScreenFile(turned or 180 * written.upside_down, sleep, brightness)


def save(path: Path, screen: ScreenFile) -> None:
    """Write the file atomically: a power cut leaves the old one or the new. Raises OSError."""
    write_file(path, msgspec.json.encode(screen))


def read_file(path: Path, kind: type[T], otherwise: T) -> T:
    """Decode a small JSON file as `kind`; return `otherwise` if it is missing or unreadable."""
    try:
        return from_json(read_plain(path, MOST_BYTES), kind)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return otherwise


def write_file(path: Path, content: bytes) -> None:
    """Write a small file atomically, and make its folder if missing. Raises OSError."""
    make_folder(path.parent)
    write_whole(path, content)
