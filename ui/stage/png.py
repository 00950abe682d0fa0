"""PNG files, single and animated, written from pixels with what the standard library has."""

import struct
import zlib
from collections.abc import Sequence

from msgspec import Struct

HEAD, END = b"\x89PNG\r\n\x1a\n", b"IEND"


class FilmFrame(Struct, frozen=True):
    """A picture of a film: RGBA pixels, rows from the top, and how many seconds it is seen."""

    width: int
    height: int
    pixels: bytes
    seconds: float


def png(width: int, height: int, pixels: bytes) -> bytes:
    """Return a PNG file of RGB or RGBA pixels, rows from the top; opacity is dropped."""
    rgb = pixels if len(pixels) == width * height * 3 else _opaque(pixels)
    rows = _rows(rgb, width, (0, 0, width, height))
    return b"".join((HEAD, _header(width, height), _chunk(b"IDAT", rows), _chunk(END, b"")))


def film(frames: Sequence[FilmFrame]) -> bytes:
    """Return an animated PNG that goes on for ever; of each frame only what has changed is written.

    ValueError where there is none, or they aren't all as large as the first.
    """
    if not frames or len({(frame.width, frame.height) for frame in frames}) > 1:
        raise ValueError("a film has frames, all of one size")
    width, height = frames[0].width, frames[0].height
    parts = [HEAD, _header(width, height), _chunk(b"acTL", struct.pack(">II", len(frames), 0))]
    before, number = b"", 0
    for frame in frames:
        rgb = _opaque(frame.pixels)
        x, y, wide, high = at = _changed(before, rgb, width, height)
        delay = struct.pack(">HHBB", round(frame.seconds * 1000), 1000, 0, 0)
        parts.append(_chunk(b"fcTL", struct.pack(">IIIII", number, wide, high, x, y) + delay))
        rows = _rows(rgb, width, at)
        if before:
            parts.append(_chunk(b"fdAT", struct.pack(">I", number + 1) + rows))
        else:
            parts.append(_chunk(b"IDAT", rows))
        number += 2 if before else 1
        before = rgb
    return b"".join((*parts, _chunk(END, b"")))


def _opaque(pixels: bytes) -> bytes:
    rgb = bytearray(len(pixels) // 4 * 3)
    for channel in range(3):
        rgb[channel::3] = pixels[channel::4]
    return bytes(rgb)


def _changed(before: bytes, now: bytes, width: int, height: int) -> tuple[int, int, int, int]:
    """Return the rectangle in which two pictures differ, a pixel at least: left, top, width, height."""
    if not before:
        return 0, 0, width, height
    row = width * 3
    rows = [n for n in range(height) if before[n * row : (n + 1) * row] != now[n * row : (n + 1) * row]]
    if not rows:
        return 0, 0, 1, 1
    left, right = width, 0
    for n in rows:
        one, other = before[n * row : (n + 1) * row], now[n * row : (n + 1) * row]
        off = [at for at in range(row) if one[at] != other[at]]
        left, right = min(left, off[0] // 3), max(right, off[-1] // 3)
    return left, rows[0], right - left + 1, rows[-1] - rows[0] + 1


def _rows(rgb: bytes, width: int, at: tuple[int, int, int, int]) -> bytes:
    """Return a rectangle of a picture as PNG has it: packed rows, each after the kind of its filter."""
    x, y, wide, high = at
    starts = ((n * width + x) * 3 for n in range(y, y + high))
    return zlib.compress(b"".join(b"\0" + rgb[start : start + wide * 3] for start in starts), 9)


def _header(width: int, height: int) -> bytes:
    return _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
