"""A window without a screen, simulated fingers, and time that moves frame by frame.

Nothing here sleeps: a test pumps frames until what it waits for is true. Kivy's clock moves a sixtieth of a
second a frame, so holding a button for 0.8 s takes 48 frames and no real time.
"""

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics.opengl import GL_SCISSOR_TEST, glDisable, glEnable, glScissor
from kivy.lang import Builder
from kivy.metrics import Metrics

from ui.main import garbage
from ui.main.hands import Finger
from ui.stage import offscreen
from ui.stage.kivy_types import Widget
from ui.stage.offscreen import png
from ui.stage.rect import Rect
from ui.stage.scene import Viewport
from ui.widgets.layout import place_widget

FRAME = 1 / 60
PATIENCE = 180.0
"""Most seconds to wait for other threads and processes, with a margin for a busy machine."""

PUT_OFF = 20.0
"""Longest delay of anything on a screen, in seconds, except its sleep."""

SIZES = {(800, 480): 1.0, (1280, 720): 1.6}
"""Both panels' sizes in pixels, with their densities."""

DENSITIES = SIZES | {(high, wide): density for (wide, high), density in SIZES.items()}
"""Both panels landscape and upright, with their densities."""

MIDDLE = {(800, 480): (540, 386), (1280, 720): (864, 570)}
"""Size in pixels of the board's room within the frame, by the size of the window."""


def room(size: tuple[int, int] = (800, 480)) -> Viewport:
    """Return the board's room in a window of this size, for a scene."""
    return Viewport(Rect(0, 0, *MIDDLE[size]), SIZES[size])


WINDOW = Rect(0, 0, 800, 480)


def python(*arguments: str, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Run Python in a new process: Kivy has one window a process, and this process's is in use."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=Path(__file__).parents[2],
        env=env,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )


def set_density(density: float) -> None:
    """Set the pixels per millimetre. Setting the same value again would cost Kivy as much as a new one."""
    if Metrics.density != density:
        Metrics.density = density


class HandTime:
    """A clock in seconds that only a test advances."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        """Return the current second."""
        return self.seconds


class Rig:
    """One window for all tests. It collects garbage each frame, as the app does, if `collects`."""

    def __init__(self, *, collects: bool = True) -> None:
        garbage.collect_here_only()
        self._collects = collects
        self.time = HandTime()
        Clock.time = self.time
        Clock._max_fps = 0
        EventLoop.ensure_window()
        EventLoop.start()
        Window.clearcolor = (0, 0, 0, 1)
        self.draws = False
        """Whether frames are drawn. Pictures of a widget can be taken either way."""
        self._drawn = 0
        self.opened: list[Callable[[], None]] = []
        Window.bind(on_draw=self._begin, on_flip=self._end)

    def _begin(self, *_: object) -> None:
        """Count a frame and restrict painting to one pixel: the frame is built, but nobody sees it."""
        self._drawn += 1
        glEnable(GL_SCISSOR_TEST)
        glScissor(0, 0, 1, 1)

    def _end(self, *_: object) -> None:
        glDisable(GL_SCISSOR_TEST)

    @property
    def frames_drawn(self) -> int:
        """Number of frames drawn so far."""
        assert self.draws, "frames are only counted while they are drawn"
        return self._drawn

    def size(self, width: int, height: int) -> None:
        """Resize the window to one of the panels, with its density."""
        set_density(DENSITIES[width, height])
        Window.size = (width, height)
        self.pump(2)

    def show(self, widget: Widget) -> None:
        """Make `widget` the window's only widget."""
        self.clear()
        Window.add_widget(widget)
        self.pump(3)

    def fill(self, widget: Widget, room: Rect = WINDOW) -> None:
        """Make `widget` the window's only widget, in part of the window."""
        self.show(widget)
        place_widget(widget, room)
        self.pump(3)

    def finger_on(self, widget: Widget) -> Finger:
        """Put a finger on the middle of a widget."""
        finger = Finger()
        finger.down(*widget.to_window(*widget.center))
        return finger

    def clear(self) -> None:
        """Empty the window."""
        for child in list(Window.children):
            Window.remove_widget(child)

    def end(self) -> None:
        """Close what a test opened, newest first."""
        while self.opened:
            self.opened[-1]()
        self.draws = False
        self.clear()

    def run_out(self) -> None:
        """Let delayed events happen now, Kivy's too, so that the next test doesn't see them."""
        self.time.seconds += PUT_OFF
        self.pump(2)

    def pump(self, frames: int = 1) -> None:
        """Pass frames."""
        for _ in range(frames):
            self.time.seconds += FRAME
            if self._collects:
                garbage.collect(0)
            if self.draws:
                EventLoop.idle()
            else:
                for pass_frame in (Clock.tick, Builder.sync, Clock.tick_draw, Builder.sync):
                    pass_frame()

    def until(
        self, what: Callable[[], Any], frames: int = 600, beside: Callable[[], bool] = lambda: False
    ) -> None:
        """Pass frames until `what()` is true; if other threads must make it true, wait in real time.

        `beside`: whether another thread is at work; it gets the processor between two frames.
        """
        patience = time.monotonic() + PATIENCE
        for _ in range(frames):
            if what():
                return
            if beside():
                time.sleep(0.001)
            self.pump()
        while not what():
            assert time.monotonic() < patience, f"waited in vain for {what}"
            EventLoop.idle()
            time.sleep(0.002)

    def tap(self, widget: Widget) -> None:
        """Tap the middle of a widget and pass the frames that show it."""
        x, y = widget.to_window(*widget.center)
        self.tap_at(x, y)

    def tap_at(self, x: float, y: float) -> None:
        """Tap a point of the window."""
        finger = Finger()
        finger.down(x, y)
        self.pump(2)
        finger.up()
        self.pump(2)

    def hold(self, widget: Widget, seconds: float) -> None:
        """Hold a finger on the middle of a widget for this many seconds."""
        finger = self.finger_on(widget)
        self.pump(round(seconds / FRAME) + 2)
        finger.up()
        self.pump(2)

    def picture(self, widget: Widget) -> tuple[int, int, bytes]:
        """Draw a widget as it is; return width, height, and rows of RGBA bytes from the top."""
        return offscreen.pixels(widget)

    def save(self, widget: Widget, path: Path) -> None:
        """Write a widget as a PNG file."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(png(*self.picture(widget)))
