"""A panel turned by hand: the picture goes round by quarters while it is seen, and touch with it.

In a process of its own, with a real window of Kivy's in memory: where a finger is said to have touched,
something is drawn, and its pixel is looked for under the finger.
"""

import os
from pathlib import Path

import pytest

from tests.ui.rig import python
from ui.appliance.screen_file import TURNS

WIDE, HIGH = 200, 120
"""Pixels of the panel as it is built."""
FINGERS = ((0.1, 0.2), (0.85, 0.3), (0.3, 0.9))
"""Where it is touched, from its lower left corner as it is built."""

PROGRAM = f"""
import sys
from kivy.config import Config
Config.set("graphics", "width", "{WIDE}")
Config.set("graphics", "height", "{HIGH}")
Config.set("graphics", "multisamples", "0")
for name in list(Config.options("input")):
    Config.remove_option("input", name)
from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics import Canvas, Color, Rectangle
from kivy.graphics.opengl import GL_RGBA, GL_UNSIGNED_BYTE, glReadPixels
from kivy.input.motionevent import MotionEvent
from kivy.uix.widget import Widget
from ui.appliance.launch import Display, Launch
from ui.appliance.screen_file import ScreenFile
from ui.main.kivy_appliance import _keep_screen
from pathlib import Path


class Touch(MotionEvent):
    def depack(self, args):
        self.is_touch, self.profile = True, ["pos"]
        self.sx, self.sy = args
        super().depack(args)


class Glass(Widget):
    def on_touch_down(self, touch):
        with self.canvas:
            Color(1, 0, 0)
            Rectangle(pos=(touch.x - 4, touch.y - 4), size=(9, 9))
        return True


class Cover:
    light = None

    def sleep_after(self, minutes):
        pass


turned = int(sys.argv[1])
glass = Glass()
Window.add_widget(glass)
EventLoop.window = Window
launch = Launch(Display({WIDE}, {HIGH}, True), True)
_keep_screen(Path(sys.argv[2]), Cover(), launch, ScreenFile(), ScreenFile(turned))
EventLoop.idle()
print(*Window.size, *glass.size)
for finger in {FINGERS!r}:
    EventLoop.post_dispatch_input("begin", Touch("glass", 1, finger))
EventLoop.idle()
Window.dispatch("on_draw")
pixels = glReadPixels(0, 0, {WIDE}, {HIGH}, GL_RGBA, GL_UNSIGNED_BYTE)
for x, y in {FINGERS!r}:
    at = 4 * (int(y * {HIGH}) * {WIDE} + int(x * {WIDE}))
    print(*pixels[at : at + 3])
"""


@pytest.mark.parametrize("turned", TURNS)
def test_a_finger_finds_what_is_drawn_under_it(turned: int, tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "SDL_VIDEODRIVER": "offscreen",
        "SDL_AUDIODRIVER": "dummy",
        "KIVY_NO_ARGS": "1",
        "KIVY_NO_CONSOLELOG": "1",
        "KIVY_METRICS_DENSITY": "1",
        "KIVY_HOME": str(tmp_path),
    }
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        environment.pop(name, None)
    done = python("-c", PROGRAM, str(turned), str(tmp_path / "screen.json"), env=environment)
    assert done.returncode == 0, done.stderr
    size, *found = done.stdout.splitlines()
    lies = (WIDE, HIGH) if turned in (0, 180) else (HIGH, WIDE)
    assert size == f"{lies[0]} {lies[1]} {lies[0]} {lies[1]}", "what is shown is laid out anew"
    assert found == ["255 0 0"] * len(FINGERS)
