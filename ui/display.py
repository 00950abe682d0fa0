"""Whether there is anything to draw on; asked before Kivy is imported, for Kivy opens a window at once."""

import os
from collections.abc import Mapping
from pathlib import Path

DRM = Path("/sys/class/drm")


def has_display(environment: Mapping[str, str] = os.environ, drm: Path = DRM) -> bool:
    """Tell whether a window can be opened: a desktop, a driver chosen by hand, or a connected panel."""
    if environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"):
        return True
    if environment.get("SDL_VIDEODRIVER"):
        return True
    return any(_connected(status) for status in drm.glob("card*-*/status"))


def _connected(status: Path) -> bool:
    try:
        return status.read_text().strip() == "connected"
    except OSError:
        return False
