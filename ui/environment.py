"""What Kivy must be told before it is imported: the window, the touch devices, and to keep to itself.

Kivy reads its environment and configuration at import and opens files of its own; afterwards it is too late.
"""

import os
import sys
from collections.abc import MutableMapping
from pathlib import Path

from msgspec import Struct

BY_PATH = Path("/dev/input/by-path")

GPU = Path("/dev/dri")
"""Where a render node stands if there is a GPU; smooth edges cost a software renderer most of its time."""


class Display(Struct, frozen=True):
    """What is drawn on: size in pixels, and whether it is a panel of its own without a desktop."""

    width: int
    height: int
    panel: bool

    @property
    def density(self) -> float:
        """The density at which 5.2 dp are a millimetre on a panel of 7 inches."""
        return min(self.width / 800, self.height / 450)


def display_of(size: str, environment: MutableMapping[str, str] = os.environ) -> Display:
    """Return the display of a size such as "800x480"; without a desktop the panel's own size counts."""
    width, _, height = size.partition("x")
    panel = not any(environment.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"))
    found = _panel_size() if panel else None
    if found is not None:
        return Display(*found, panel)
    return Display(int(width), int(height), panel)


def prepare(display: Display, home: Path, environment: MutableMapping[str, str] = os.environ) -> None:
    """Set the environment and Kivy's configuration; before anything else imports Kivy."""
    environment.update(
        {
            "KIVY_NO_ARGS": "1",
            "KIVY_NO_CONFIG": "1",
            "KIVY_NO_FILELOG": "1",
            "KIVY_HOME": str(home / "kivy"),
            "KIVY_METRICS_DENSITY": f"{display.density:.3f}",
            "KIVY_AUDIO": "sdl2",
        }
    )
    environment.setdefault("KIVY_NO_CONSOLELOG", "1")
    if not _has_sound():
        # Looking for a card that isn't there, the sound library fills the terminal.
        environment.setdefault("SDL_AUDIODRIVER", "dummy")
    (home / "kivy").mkdir(parents=True, exist_ok=True)
    stderr = sys.stderr
    from kivy.config import Config

    # Kivy takes standard error for its own log; a sentence about a bad seats file must still come out.
    sys.stderr = stderr
    for name, value in (
        ("width", display.width),
        ("height", display.height),
        ("fullscreen", "auto" if display.panel else 0),
        ("show_cursor", 0 if display.panel else 1),
        ("multisamples", 2 if any(GPU.glob("renderD*")) else 0),
        ("resizable", 1),
        ("minimum_width", 640),
        ("minimum_height", 400),
    ):
        Config.set("graphics", name, str(value))
    # Escape closes a Kivy window at once; at a table that is a slip of the hand.
    Config.set("kivy", "exit_on_escape", "0")
    for name in list(Config.options("input")):
        Config.remove_option("input", name)
    touch = touch_device() if display.panel else None
    if touch is None:
        # Red dots for a second finger are for people who test, not for people who play.
        Config.set("input", "mouse", "mouse,disable_multitouch")
    else:
        # One provider only: with SDL's mouse beside it every tap would come twice.
        environment["SDL_TOUCH_MOUSE_EVENTS"] = "0"
        Config.set("input", "touch", f"mtdev,{touch}")


def _has_sound(cards: Path = Path("/proc/asound/cards")) -> bool:
    try:
        return "]:" in cards.read_text()
    except OSError:
        return False


def touch_device(folder: Path = BY_PATH) -> str | None:
    """Return the touchscreen among the input devices, by a name that survives a restart."""
    try:
        names = sorted(path for path in folder.iterdir() if path.name.endswith("-event"))
    except OSError:
        return None
    for path in names:
        if _is_touchscreen(path.resolve().name):
            return str(path)
    return None


def _is_touchscreen(event: str) -> bool:
    """Tell by the kernel's own description whether an input device is touched directly."""
    device = Path("/sys/class/input") / event / "device"
    try:
        properties = int((device / "properties").read_text().split()[-1], 16)
        axes = int((device / "capabilities/abs").read_text().split()[0], 16)
    except (OSError, ValueError, IndexError):
        return False
    return bool(properties & 0b10) and bool(axes)


def _panel_size() -> tuple[int, int] | None:
    """Return the size of the connected panel, DSI first."""
    found: list[tuple[bool, tuple[int, int]]] = []
    for status in sorted(Path("/sys/class/drm").glob("card*-*/status")):
        try:
            if status.read_text().strip() != "connected":
                continue
            width, _, height = (status.parent / "modes").read_text().split()[0].partition("x")
            found.append(("DSI" not in status.parent.name, (int(width), int(height.rstrip("i")))))
        except (OSError, ValueError, IndexError):
            continue
    return min(found)[1] if found else None
