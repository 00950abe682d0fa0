"""What Kivy must be told before it is imported: the window, the touch devices, and to keep to itself.

Kivy reads its environment and configuration at import and opens files of its own; afterwards it is too late.
"""

import os
import sys
from collections.abc import MutableMapping
from pathlib import Path

from ui.appliance.launch import Launch

GPU = Path("/dev/dri")
"""Where a render node stands if there is a GPU; smooth edges cost a software renderer most of its time."""


def prepare(launch: Launch, home: Path, environment: MutableMapping[str, str] = os.environ) -> None:
    """Set the environment and Kivy's configuration; before anything else imports Kivy."""
    display = launch.display
    environment.update(launch.environment)
    environment.update(
        {
            "KIVY_NO_ARGS": "1",
            "KIVY_NO_CONFIG": "1",
            "KIVY_NO_FILELOG": "1",
            "KIVY_HOME": str(home / "kivy"),
            "KIVY_METRICS_DENSITY": f"{display.density:.3f}",
            "KIVY_AUDIO": "sdl2",
            # The provider after it, bare X11, ends the whole process where there is none.
            "KIVY_WINDOW": "sdl2",
        }
    )
    environment.setdefault("KIVY_NO_CONSOLELOG", "1")
    if not launch.sound:
        # Looking for a card that isn't there, the sound library fills the terminal.
        environment.setdefault("SDL_AUDIODRIVER", "dummy")
    (home / "kivy").mkdir(parents=True, exist_ok=True)
    stderr = sys.stderr
    from kivy.config import Config

    # Kivy takes standard error for its own log; a sentence about a bad seats file must still come out.
    sys.stderr = stderr
    upright = launch.rotation in (90, 270)
    for name, value in (
        ("width", display.height if upright else display.width),
        ("height", display.width if upright else display.height),
        ("rotation", launch.rotation),
        ("fullscreen", "auto" if display.panel else 0),
        ("show_cursor", 0 if display.panel else 1),
        ("multisamples", 2 if any(GPU.glob("renderD*")) else 0),
        ("resizable", 1),
        ("minimum_width", 640),
        ("minimum_height", 400),
    ):
        Config.set("graphics", name, str(value))
    if launch.left:
        # The panel is the second of its card: the window opens on whichever lies at its place.
        Config.set("graphics", "position", "custom")
        Config.set("graphics", "left", str(launch.left))
    # Escape closes a Kivy window at once; at a table that is a slip of the hand.
    Config.set("kivy", "exit_on_escape", "0")
    for name in list(Config.options("input")):
        Config.remove_option("input", name)
    touch = launch.touch
    if touch is None:
        # Red dots for a second finger are for people who test, not for people who play.
        Config.set("input", "mouse", "mouse,disable_multitouch")
    else:
        # One provider only: with SDL's mouse beside it every tap would come twice. Kivy turns touches with
        # the picture.
        environment["SDL_TOUCH_MOUSE_EVENTS"] = "0"
        Config.set("input", "touch", f"{touch.provider},{touch.path}")
