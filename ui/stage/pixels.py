"""A scene as pixels, drawn small where there is no window: without letters, which nobody could read. Pure.

A shape covers a pixel by the share of it that it covers on four lines across.
"""

import struct
import zlib
from array import array
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from math import ceil, cos, hypot, radians, sin

from ui.stage.art import around, regular
from ui.stage.rect import Point, Rect
from ui.stage.scene import Item, PlacedArt, Scene
from ui.stage.shapes import Area, Box, Letters, Raster, Rim, Shape, Stroke
from ui.stage.theme import Tone

LINES = 4
"""Lines across a pixel that are looked at."""
ROUND = 6
"""Corners of what is round, a quarter of it."""
BENDS = 2.0
"""Pixels of width, from which on the bends of a line are filled."""

Outline = Sequence[Point]
"""Corners of an area, counted to the right and down from the upper left one of the picture."""


def pixels(scene: Scene, rect: Rect, width: int, height: int, ground: Tone) -> bytes:
    """Return a scene that was made for a rectangle: rows from the top, three bytes a pixel."""
    picture = _Picture(width, height, ground)
    for item in scene.items:
        if item is None:
            continue
        lies = _lying(item, rect, width / rect.width, height / rect.height)
        for shape, opacity in _shapes(item):
            outlines = [_moved(outline, lies) for outline in _outlines(shape, hypot(lies[0], lies[1]))]
            red, green, blue, cover = shape.tone
            picture.fill(outlines, (red, green, blue, cover * opacity), apart=isinstance(shape, Stroke))
    return bytes(picture.bytes)


def _lying(item: Item, rect: Rect, across: float, down: float) -> tuple[float, ...]:
    """Return what makes a point of an item one of the picture: the first two are how it is stretched."""
    if not isinstance(item, PlacedArt):
        return across, 0.0, 0.0, -down, -rect.x * across, rect.top * down
    turn, (x, y) = radians(item.turn), item.middle
    cosine, sine = cos(turn) * item.side, sin(turn) * item.side
    along, up = cosine * item.wide, sine * item.wide
    # Art lies around the middle of its square.
    x, y = x - (along - sine) / 2 - rect.x, rect.top - y + (up + cosine) / 2
    return along * across, -sine * across, -up * down, -cosine * down, x * across, y * down


def _moved(outline: Outline, by: tuple[float, ...]) -> Outline:
    a, b, c, d, e, f = by
    return [(a * x + b * y + e, c * x + d * y + f) for x, y in outline]


class _Picture:
    """Pixels that are painted over."""

    def __init__(self, width: int, height: int, ground: Tone) -> None:
        self._width, self._height = width, height
        self.bytes = bytearray(bytes(round(255 * part) for part in ground[:3]) * (width * height))

    def fill(self, outlines: list[Outline], tone: Tone, *, apart: bool) -> None:
        """Paint areas; those that aren't `apart` leave out what two of them cover."""
        rows: dict[int, array[float]] = {}
        left, right = self._width, 0
        for group in [[outline] for outline in outlines] if apart else [outlines]:
            for line, crossings in self._crossings(group):
                row = rows.get(line // LINES)
                if row is None:
                    row = rows[line // LINES] = array("d", bytes(8 * (self._width + 2)))
                for n, x in enumerate(sorted(crossings)):
                    # From here to the right it is covered, until the next crossing takes that back.
                    x = min(max(x, 0.0), float(self._width))
                    pixel = int(x)
                    left, right = min(left, pixel), max(right, pixel)
                    share, sign = x - pixel, (1 - 2 * (n % 2)) / LINES
                    row[pixel] += sign * (1 - share)
                    row[pixel + 1] += sign * share
        for y, row in rows.items():
            self._paint(y, left, row[left : min(right + 1, self._width)], tone)

    def _crossings(self, group: list[Outline]) -> Iterator[tuple[int, list[float]]]:
        """Yield where each line across meets the edges."""
        found: dict[int, list[float]] = {}
        for outline in group:
            for (ax, ay), (bx, by) in pairwise([*outline, outline[0]]):
                if ay > by:
                    ax, ay, bx, by = bx, by, ax, ay
                first = max(0, ceil(ay * LINES - 0.5))
                last = min(self._height * LINES, ceil(by * LINES - 0.5))
                if first < last:
                    slope = (bx - ax) / (by - ay)
                    for line in range(first, last):
                        x = ax + ((line + 0.5) / LINES - ay) * slope
                        found.setdefault(line, []).append(x)
        yield from found.items()

    def _paint(self, y: int, left: int, row: "array[float]", tone: Tone) -> None:
        red, green, blue, opacity = tone
        full = bytes((round(255 * red), round(255 * green), round(255 * blue)))
        at = (y * self._width + left) * 3
        for cover in accumulate(row):
            part = min(cover, 1.0) * opacity
            if part > 0.996:
                self.bytes[at : at + 3] = full
            elif part > 0.004:
                for channel in range(3):
                    below = self.bytes[at + channel]
                    self.bytes[at + channel] = round(below + (full[channel] - below) * part)
            at += 3


def _shapes(item: Item) -> Iterator[tuple[Shape, float]]:
    """Yield the shapes of an item, and how much of each is seen."""
    if isinstance(item, PlacedArt):
        for shape in item.art.shapes:
            yield shape, item.opacity
    elif not isinstance(item, Raster):
        yield item, 1.0


def _outlines(shape: Shape, scale: float) -> list[Outline]:
    """Return what a shape covers; one of its lengths is `scale` pixels."""
    match shape:
        case Area(points):
            return [points]
        case Box(rect, _, corners):
            return [_rounded(rect, corners if isinstance(corners, tuple) else (corners,) * 4)]
        case Rim(rect, _, width, corner):
            half = width / 2
            outer = Rect(rect.x - half, rect.y - half, rect.width + width, rect.height + width)
            inner = rect.inset(half)
            return [_rounded(outer, (corner + half,) * 4), _rounded(inner, (max(0.0, corner - half),) * 4)]
        case Stroke():
            return list(_line(shape, scale))
        case Letters():
            return []


def _line(stroke: Stroke, scale: float) -> Iterator[Outline]:
    """Yield the parts of a line, and what fills its bends."""
    half = stroke.width / 2
    for line in stroke.lines:
        closed = stroke.closed and not stroke.dash
        for (ax, ay), (bx, by) in pairwise([*line, line[0]] if closed else line):
            long = hypot(bx - ax, by - ay)
            if long > 0:
                x, y = (ay - by) / long * half, (bx - ax) / long * half
                yield (ax + x, ay + y), (bx + x, by + y), (bx - x, by - y), (ax - x, ay - y)
        if stroke.width * scale > BENDS:
            bends = line if closed or stroke.round else line[1:-1]
            yield from (regular(point, half, 4 * ROUND) for point in bends)


def _rounded(rect: Rect, corners: Sequence[float]) -> Outline:
    """Return the outline of a rectangle; corners clockwise from the upper left one."""
    most = min(rect.width, rect.height) / 2
    a, b, c, d = (min(corner, most) for corner in corners)
    turns = (
        (rect.x + a, rect.top - a, a, 180), (rect.right - b, rect.top - b, b, 90),
        (rect.right - c, rect.y + c, c, 0), (rect.x + d, rect.y + d, d, -90),
    )  # fmt: skip
    return [
        around((x, y), radius, start - 90 * n / ROUND)
        for x, y, radius, start in turns
        for n in (range(ROUND + 1) if radius > 0 else (0,))
    ]


# PNG files, written from pixels with what the standard library has.

HEAD, END = b"\x89PNG\r\n\x1a\n", b"IEND"


def png(width: int, height: int, pixels: bytes) -> bytes:
    """Return a PNG file of RGB or RGBA pixels, rows from the top; opacity is dropped."""
    rgb = pixels if len(pixels) == width * height * 3 else opaque(pixels)
    rows = packed(rgb, width, (0, 0, width, height))
    return b"".join((HEAD, header(width, height), chunk(b"IDAT", rows), chunk(END, b"")))


def opaque(pixels: bytes) -> bytes:
    """Return RGBA pixels as RGB."""
    rgb = bytearray(len(pixels) // 4 * 3)
    for channel in range(3):
        rgb[channel::3] = pixels[channel::4]
    return bytes(rgb)


def packed(rgb: bytes, width: int, at: tuple[int, int, int, int]) -> bytes:
    """Return a rectangle of a picture as PNG has it: packed rows, each after the kind of its filter."""
    x, y, wide, high = at
    starts = ((n * width + x) * 3 for n in range(y, y + high))
    return zlib.compress(b"".join(b"\0" + rgb[start : start + wide * 3] for start in starts), 9)


def header(width: int, height: int) -> bytes:
    """Return the part of a file that says how large its picture is, in RGB."""
    return chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))


def chunk(kind: bytes, body: bytes) -> bytes:
    """Return a part of a file, with its length and checksum."""
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
