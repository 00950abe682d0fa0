"""Drawing without a screen: a window in memory, widgets as pixels, and pixels as a file.

For the picture of a result on a stick, the demonstration, the documentation's pictures, and the tests.
"""

import atexit
import os
import struct
import tempfile
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

from ui.appliance.launch import Display, prepare_kivy, window
from ui.stage import theme

if TYPE_CHECKING:
    # At run time only after `prepare`: Kivy reads its environment at import.
    from ui.stage.kivy_types import Widget

OFFSCREEN = {
    "SDL_VIDEODRIVER": "offscreen",
    "SDL_AUDIODRIVER": "dummy",
    # Without this, Mesa's software renderer keeps a gigabyte of buffers.
    "LP_NUM_THREADS": "0",
}


def prepare(size: str) -> Display:
    """Make Kivy draw in memory; call this before anything imports it."""
    os.environ.update(OFFSCREEN)
    launch = window(size)
    home = tempfile.TemporaryDirectory(prefix="companion-")
    atexit.register(home.cleanup)
    prepare_kivy(launch, Path(home.name))
    return launch.display


def pixels(widget: "Widget") -> tuple[int, int, bytes]:
    """Draw a widget on the theme's ground; return width, height, and rows of RGBA bytes from the top."""
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


# PNG files, written with the standard library alone.

HEAD, END = b"\x89PNG\r\n\x1a\n", b"IEND"


def png(width: int, height: int, pixels: bytes) -> bytes:
    """Return a PNG file of RGBA pixels, rows from the top; opacity is dropped."""
    rows = packed(opaque(pixels), width, (0, 0, width, height))
    return b"".join((HEAD, header(width, height), chunk(b"IDAT", rows), chunk(END, b"")))


def opaque(pixels: bytes) -> bytes:
    """Return RGBA pixels as RGB."""
    rgb = bytearray(len(pixels) // 4 * 3)
    for channel in range(3):
        rgb[channel::3] = pixels[channel::4]
    return bytes(rgb)


def packed(rgb: bytes, width: int, at: tuple[int, int, int, int]) -> bytes:
    """Return a rectangle (x, y, width, height) of a picture as PNG data: compressed, unfiltered rows."""
    x, y, wide, high = at
    starts = ((n * width + x) * 3 for n in range(y, y + high))
    return zlib.compress(b"".join(b"\0" + rgb[start : start + wide * 3] for start in starts), 9)


def header(width: int, height: int) -> bytes:
    """Return the header chunk of an RGB picture, 8 bits a channel."""
    return chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))


def chunk(kind: bytes, body: bytes) -> bytes:
    """Return a chunk of a file, with its length and checksum."""
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
