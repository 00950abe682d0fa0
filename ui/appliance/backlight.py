"""The light behind the panel: off while nobody looks, as the kernel offers it.

Where there is none that may be switched, the picture alone goes black.
"""

from contextlib import suppress
from pathlib import Path

FOLDER = Path("/sys/class/backlight")

ON, OFF = "0", "4"
"""FB_BLANK_UNBLANK and FB_BLANK_POWERDOWN of linux/fb.h, as bl_power takes them."""


class Backlight:
    """All back-lights of a folder; switching one that isn't ours to switch does nothing."""

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
