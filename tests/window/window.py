"""A virtual display with the app on it, and what a person in front of it can do and see."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Self

from companion.errors import CompanionError
from companion.journal import StoredRow
from companion.store import Store
from ui.stage.moving import SEEN_SECONDS

WIDTH, HEIGHT = 1280, 720
PATIENCE = 60.0
"""How many seconds anything on the screen may take on a busy machine."""


NEAR, AGAIN = 0.1, 0.5
"""Taps nearer than `NEAR`, in shares of the window, are `AGAIN` seconds apart, to avoid double taps."""


class Late(AssertionError):
    """Something didn't happen in time."""


def wait(what: str, there: Callable[[], object]) -> None:
    """Wait until `there` is true; Late with `what` if it doesn't come."""
    end = time.monotonic() + PATIENCE
    while not there():
        if time.monotonic() > end:
            raise Late(what)
        time.sleep(0.05)


class Display:
    """A virtual screen; `name` is its display name."""

    def __init__(self) -> None:
        read, write = os.pipe()
        self._server = subprocess.Popen(
            # Without -noreset the server restarts when its last client leaves, and refuses connections
            # meanwhile: SDL would fall back to another driver, and the app would have no window.
            ["Xvfb", "-noreset", "-displayfd", str(write), "-screen", "0", f"{WIDTH}x{HEIGHT}x24"],
            pass_fds=[write],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(write)
        with os.fdopen(read) as pipe:
            self.name = f":{pipe.readline().strip()}"

    def picture(self, path: Path) -> None:
        """Save a picture of the screen."""
        subprocess.run(["import", "-display", self.name, "-window", "root", str(path)], check=False)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._server.terminate()
        self._server.wait()


class App:
    """The app in its window, started as `companion`; a context manager that ends with a kill -9."""

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
            # Without sound hardware the log would be full of errors.
            "SDL_AUDIODRIVER": "dummy",
        }
        self._tapped = (-1.0, -1.0)
        self._stored = False
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
        # Without a window manager a window can't be found by name; an empty screen has a single grey.
        return len(set(self.look()[::997])) > 8

    def _tool(self, *args: str) -> str:
        command = ["xdotool", *args]
        done = subprocess.run(command, env=self._environment, capture_output=True, text=True, check=False)
        return done.stdout

    def tap(self, x: float, y: float) -> None:
        """Tap a place, given as fractions of width and height from the top left.

        A tap near the last one waits, as a person would to see the effect.
        """
        if abs(x - self._tapped[0]) < NEAR and abs(y - self._tapped[1]) < NEAR:
            time.sleep(AGAIN)
        self._tapped = x, y
        self._tool("mousemove", str(round(x * WIDTH)), str(round(y * HEIGHT)), "click", "1")

    def finger_down(self, x: float, y: float) -> None:
        """Put a finger on a place, given as for a tap, until `finger_up`."""
        self._tool("mousemove", str(round(x * WIDTH)), str(round(y * HEIGHT)), "mousedown", "1")

    def finger_up(self) -> None:
        """Lift the finger."""
        self._tool("mouseup", "1")

    def press(self, *keys: str) -> None:
        """Press keys in turn, further apart than a slow frame, then release them all."""
        for key in keys:
            self._tool("keydown", key)
            time.sleep(0.5)
        for key in keys:
            self._tool("keyup", key)

    def strike(self, key: str) -> None:
        """Press and release a key, perhaps with modifiers ("ctrl+e"), for as long as a slow frame."""
        self._tool("key", "--delay", "200", key)

    def look(self) -> bytes:
        """Return the window's picture, as grey pixels row by row."""
        command = ["import", "-window", "root", "-depth", "8", "gray:-"]
        done = subprocess.run(command, env=self._environment, capture_output=True, check=False)
        return done.stdout

    def picture(self, path: Path) -> None:
        """Save a picture of the window."""
        self._display.picture(path)

    def steady(self) -> bytes:
        """Wait until two pictures in a row are the same; return that picture."""
        looks = [self.look()]

        def same() -> bool:
            looks.append(self.look())
            return looks[-1] == looks[-2]

        wait("a steady picture", same)
        return looks[-1]

    def still(self) -> bytes:
        """Wait until nothing has changed for longer than a tap's effect is marked; return the picture."""
        looked, since = self.look(), time.monotonic()

        def same() -> bool:
            nonlocal looked, since
            if (look := self.look()) != looked:
                looked, since = look, time.monotonic()
            return time.monotonic() - since > SEEN_SECONDS + 0.2

        wait("a table on which nothing moves", same)
        return looked

    def rows(self) -> list[StoredRow]:
        """Return the saved rows of the newest match, while the app runs; none before the first is saved."""
        try:
            with Store(self.store, reading=True) as store:
                matches = store.matches()
                rows = store.rows(matches[0].id) if matches else []
        except CompanionError:
            if self._stored:
                raise
            return []
        self._stored = bool(rows)
        return rows

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _kind: object, error: object, _trace: object) -> None:
        """Kill the app; after a failure, save a picture of its window first."""
        if error is not None:
            self.picture(self._pictures / "failure.png")
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        self._log.close()
