"""The baseline: an offscreen Kivy window with one line of text."""

import sys
import time

import msgspec

from tests.bench.windows import Seen, memory_now, since_start
from ui.stage import offscreen

offscreen.prepare("1280x720")

from kivy.app import App  # noqa: E402 - after the environment is set
from kivy.clock import Clock  # noqa: E402
from kivy.core.window import Window  # noqa: E402
from kivy.graphics.opengl import glFinish  # noqa: E402
from kivy.uix.label import Label  # noqa: E402


def drawn(*_: object) -> None:
    """Report a second after the first picture."""
    glFinish()
    start, spent = since_start(), time.process_time()
    Window.unbind(on_flip=drawn)
    Clock.schedule_once(lambda _: report(start, spent), 1.0)


def report(start: float, spent: float) -> None:
    """Print the measurements and stop."""
    sys.stdout.write(msgspec.json.encode(Seen(start, memory_now(), spent=spent)).decode() + "\n")
    app.stop()


app = App()
app.build = lambda: Label(text="Companion")
Window.bind(on_flip=drawn)
app.run()
