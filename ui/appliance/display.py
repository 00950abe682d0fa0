"""Whether there is anything to draw on; asked before Kivy is imported, for Kivy opens a window at once."""

import os
from collections.abc import Mapping
from pathlib import Path

from ui.appliance.launch import DESKTOP, Folders, panels

DRM = Path("/sys/class/drm")


def has_display(environment: Mapping[str, str] = os.environ, drm: Path | None = None) -> bool:
    """Tell whether a window can be opened: a desktop, a driver chosen by hand, or a connected panel."""
    if any(environment.get(name) for name in (*DESKTOP, "SDL_VIDEODRIVER")):
        return True
    return bool(panels(Folders(drm=DRM if drm is None else drm)))
