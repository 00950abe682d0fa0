"""A virtual display with the app on it, and the hands and eyes of a person in front of it."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

from companion.errors import CompanionError
from companion.journal import KeptRow
from companion.store import Store
from ui.stage.moving import SEEN_SECONDS

WIDTH, HEIGHT = 1280, 720
PATIENCE = 60.0
"""Seconds that anything on the screen may take on a busy machine."""


NEAR, AGAIN = 0.1, 0.5
"""Shares of the window; seconds from one tap to the next where they are no further apart: no double tap."""


class Late(AssertionError):
    """Something did not come about in time."""


def wait(what: str, there: Callable[[], object]) -> None:
    """Wait until something is there; Late says what was not."""
    end = time.monotonic() + PATIENCE
    while not there():
        if time.monotonic() > end:
            raise Late(what)
        time.sleep(0.05)


class Display:
    """A virtual screen; `number` is free on this machine."""

    def __init__(self) -> None:
        read, write = os.pipe()
        self._server = subprocess.Popen(
            # A server that starts anew when its last client leaves turns away whoever comes just then: the
            # app would find no display, take SDL's next way to draw, and go on without a window.
            ["Xvfb", "-noreset", "-displayfd", str(write), "-screen", "0", f"{WIDTH}x{HEIGHT}x24"],
            pass_fds=[write],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(write)
        with os.fdopen(read) as pipe:
            self.name = f":{pipe.readline().strip()}"

    def picture(self, path: Path) -> None:
        """Write what the screen shows to a file."""
        subprocess.run(["import", "-display", self.name, "-window", "root", str(path)], check=False)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.terminate()
        self._server.wait()


class App:
    """The app in its window, as `companion` starts it; leaving it is a kill -9."""

    def __init__(self, display: Display, folder: Path, pictures: Path) -> None:
        self._display, self.folder, self._pictures = display, folder, pictures
        self.store = folder / "matches.db"
        self._environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith(("SDL_", "KIVY_"))},
            "DISPLAY": display.name,
            "HOME": str(folder),
            "XDG_CONFIG_HOME": str(folder),
            "XDG_CACHE_HOME": str(folder),
            "LP_NUM_THREADS": "0",
            # A machine without sound says so at length.
            "SDL_AUDIODRIVER": "dummy",
        }
        self._tapped = (-1.0, -1.0)
        self._log = (folder / "app.log").open("ab")
        companion = Path(sys.executable).with_name("companion")
        self._process = subprocess.Popen(
            [companion, "--store", str(self.store), "--size", f"{WIDTH}x{HEIGHT}"],
            env=self._environment,
            stdout=self._log,
            stderr=self._log,
        )
        wait("a first picture", self._shows_something)

    def _shows_something(self) -> bool:
        if self._process.poll() is not None:
            raise Late(f"the app ended: {(self.folder / 'app.log').read_text(errors='replace')[-2000:]}")
        # Without a window manager a window has no name to be found by; an empty screen is of one grey.
        return len(set(self.look()[::997])) > 8

    def _tool(self, *args: str) -> str:
        done = subprocess.run(
            ["xdotool", *args], env=self._environment, capture_output=True, text=True, check=False
        )
        return done.stdout

    def tap(self, x: float, y: float) -> None:
        """Tap a place, given as fractions of the width and, from the top, of the height.

        Near the last one only when somebody can have seen what that brought.
        """
        if abs(x - self._tapped[0]) < NEAR and abs(y - self._tapped[1]) < NEAR:
            time.sleep(AGAIN)
        self._tapped = x, y
        self._tool("mousemove", str(round(x * WIDTH)), str(round(y * HEIGHT)), "click", "1")

    def finger_down(self, x: float, y: float) -> None:
        """Rest on a place, given as for a tap, until the finger goes up."""
        self._tool("mousemove", str(round(x * WIDTH)), str(round(y * HEIGHT)), "mousedown", "1")

    def finger_up(self) -> None:
        """Lift the finger."""
        self._tool("mouseup", "1")

    def press(self, *keys: str) -> None:
        """Press keys one after the other, farther apart than a slow frame, and let them go again."""
        for key in keys:
            self._tool("keydown", key)
            time.sleep(0.5)
        for key in keys:
            self._tool("keyup", key)

    def strike(self, key: str) -> None:
        """Press a key, perhaps with others ("ctrl+e"), for as long as a slow frame."""
        self._tool("key", "--delay", "200", key)

    def look(self) -> bytes:
        """Return what the window shows, as grey pixels by row."""
        done = subprocess.run(
            ["import", "-window", "root", "-depth", "8", "gray:-"],
            env=self._environment,
            capture_output=True,
            check=False,
        )
        return done.stdout

    def picture(self, path: Path) -> None:
        """Write what the window shows to a file."""
        self._display.picture(path)

    def steady(self) -> bytes:
        """Wait until two looks are the same, and return that."""
        looks = [self.look()]

        def same() -> bool:
            looks.append(self.look())
            return looks[-1] == looks[-2]

        wait("a steady picture", same)
        return looks[-1]

    def still(self) -> bytes:
        """Wait until nothing has moved for as long as the table marks what a tap changed; return the look."""
        looked, since = self.look(), time.monotonic()

        def same() -> bool:
            nonlocal looked, since
            if (look := self.look()) != looked:
                looked, since = look, time.monotonic()
            return time.monotonic() - since > SEEN_SECONDS + 0.2

        wait("a table on which nothing moves", same)
        return looked

    def rows(self) -> list[KeptRow]:
        """Return the journal of the newest match on the disk, read beside the app."""
        try:
            with Store(self.store, reading=True) as store:
                matches = store.matches()
                return store.rows(matches[0].id) if matches else []
        except CompanionError:
            return []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the app without a word to it; after a failure, with a picture of what it showed."""
        if error is not None:
            self.picture(self._pictures / "failure.png")
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        self._log.close()
