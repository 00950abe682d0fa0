"""Drawing where there is no screen: a window in memory, and widgets as pixels.

For the demonstration, the pictures of the documentation, and the tests.
"""

import atexit
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from ui.appliance.launch import Display, prepare_kivy, window
from ui.stage import theme

if TYPE_CHECKING:
    # Not before `prepare`: Kivy reads its environment at import.
    from ui.stage.kivy_types import Widget

OFFSCREEN = {
    "SDL_VIDEODRIVER": "offscreen",
    "SDL_AUDIODRIVER": "dummy",
    # Without this, Mesa's software renderer keeps a gigabyte of buffers.
    "LP_NUM_THREADS": "0",
}


def prepare(size: str) -> Display:
    """Make Kivy draw in memory; before anything else imports it."""
    os.environ.update(OFFSCREEN)
    launch = window(size)
    home = tempfile.TemporaryDirectory(prefix="companion-")
    atexit.register(home.cleanup)
    prepare_kivy(launch, Path(home.name))
    return launch.display


def pixels(widget: "Widget") -> tuple[int, int, bytes]:
    """Draw a widget on its ground; return width, height, and rows of RGBA bytes from the top."""
    from kivy.graphics import ClearBuffers, ClearColor, Fbo

    width, height = int(widget.width), int(widget.height)
    parent = widget.parent
    index = parent.canvas.indexof(widget.canvas) if parent is not None else -1
    if index > -1:
        parent.canvas.remove(widget.canvas)
    buffer = Fbo(size=(width, height), with_stencilbuffer=True)
    with buffer:
        ClearColor(*theme.GROUND)
        ClearBuffers()
    buffer.add(widget.canvas)
    buffer.draw()
    upside_down = bytes(buffer.pixels)
    buffer.remove(widget.canvas)
    if index > -1:
        parent.canvas.insert(index, widget.canvas)
    row = width * 4
    rows = [upside_down[at : at + row] for at in range(0, len(upside_down), row)]
    return width, height, b"".join(reversed(rows))
