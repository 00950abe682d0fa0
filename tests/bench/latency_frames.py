"""The app's longest frames in a row, offscreen: it opens a table and goes home again, over and over."""

import sys
import tempfile
import threading
import time
from pathlib import Path
from statistics import quantiles

from tests.bench.windows import MATCH, prepare
from ui.stage import offscreen

offscreen.prepare("1280x720")

from kivy.clock import Clock  # noqa: E402 - after the environment is set
from kivy.core.window import Window  # noqa: E402
from kivy.graphics.opengl import glFinish  # noqa: E402

from companion.places import seats_path  # noqa: E402
from ui.main.kivy_app import open_app  # noqa: E402


def draw(ended: threading.Event) -> None:
    """Draw until the event is set, then print the frames' durations on stderr."""
    took: list[float] = []
    last = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder) / "matches.db"
        prepare(here)
        app = open_app(here, seats_path(), here.parent)

        def flip(*_: object) -> None:
            nonlocal last
            glFinish()
            now = time.perf_counter()
            took.append((now - last) * 1000)
            last = now

        def turn(_: float) -> None:
            if ended.is_set():
                app.stop()
            elif app.frame.table is None:
                app.frame.open_match(MATCH)
            else:
                app.frame.home()

        Window.bind(on_flip=flip)
        Clock.schedule_interval(turn, 0)
        app.run()
    each = quantiles(took, n=100)
    text = f"{len(took)} frames, ms: half {each[49]:.0f}, 99 of 100 {each[98]:.0f}, longest {max(took):.0f}\n"
    sys.stderr.write(text)
