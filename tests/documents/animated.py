"""Animated PNG files, written from pixels with the standard library only."""

import struct
from collections.abc import Sequence

from msgspec import Struct

from ui.stage.offscreen import END, HEAD, chunk, header, opaque, packed


class FilmFrame(Struct, frozen=True):
    """A frame of a film: RGBA pixels, rows from the top, and how many seconds it is shown."""

    width: int
    height: int
    pixels: bytes
    seconds: float


def film(frames: Sequence[FilmFrame]) -> bytes:
    """Return an animated PNG that loops for ever; only the changed rectangle of each frame is written.

    ValueError if there are no frames, or if their sizes differ.
    """
    if not frames or len({(frame.width, frame.height) for frame in frames}) > 1:
        raise ValueError("a film has frames, all of one size")
    width, height = frames[0].width, frames[0].height
    parts = [HEAD, header(width, height), chunk(b"acTL", struct.pack(">II", len(frames), 0))]
    before, number = b"", 0
    for frame in frames:
        rgb = opaque(frame.pixels)
        x, y, wide, high = at = _changed(before, rgb, width, height)
        delay = struct.pack(">HHBB", round(frame.seconds * 1000), 1000, 0, 0)
        parts.append(chunk(b"fcTL", struct.pack(">IIIII", number, wide, high, x, y) + delay))
        rows = packed(rgb, width, at)
        if before:
            parts.append(chunk(b"fdAT", struct.pack(">I", number + 1) + rows))
        else:
            parts.append(chunk(b"IDAT", rows))
        number += 2 if before else 1
        before = rgb
    return b"".join((*parts, chunk(END, b"")))


def _changed(before: bytes, now: bytes, width: int, height: int) -> tuple[int, int, int, int]:
    """Return the rectangle in which two pictures differ, at least a pixel: left, top, width, height."""
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
