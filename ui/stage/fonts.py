"""Text widths without drawing, from the font that Kivy ships; Kivy itself isn't imported. Pure."""

from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from struct import unpack_from

FILES = {False: "Roboto-Regular.ttf", True: "Roboto-Bold.ttf"}
ASCENT, DESCENT = 0.928, 0.244
"""How far letters reach above and below their line, in sizes of the font."""
UNKNOWN = 0.6
"""Width assumed for a letter that the font lacks, in sizes of the font."""


@cache
def font_file(*, bold: bool = False) -> Path:
    """Return the path of the font file."""
    kivy = find_spec("kivy")
    assert kivy is not None, "Kivy is among the requirements"
    assert kivy.origin is not None
    return Path(kivy.origin).parent / "data" / "fonts" / FILES[bold]


def width(text: str, size: float, *, bold: bool = False) -> float:
    """Return the width of a line at a font size, in the same unit; a phrase is translated first."""
    return size * _ems(str(text), bold)


@lru_cache(maxsize=8192)
def _ems(text: str, bold: bool) -> float:
    """Return a line's width in sizes of the font; cached, as a picture asks for it at many sizes."""
    widths = _widths(bold=bold)
    return sum(widths.get(ord(letter), UNKNOWN) for letter in text)


def wrapped(text: str, room: float, size: float, *, bold: bool = False) -> list[str]:
    """Return a text's lines, also broken between words to fit `room`; a word that is too wide stays whole."""
    lines: list[str] = []
    for line in str(text).split("\n"):
        first, *words = line.split(" ")
        lines.append(first)
        for word in words:
            longer = f"{lines[-1]} {word}"
            if width(longer, size, bold=bold) <= room:
                lines[-1] = longer
            else:
                lines.append(word)
    return lines


def has_letter(letter: str, *, bold: bool = False) -> bool:
    """Return whether the font covers a letter."""
    return ord(letter) in _widths(bold=bold)


@cache
def _widths(*, bold: bool) -> dict[int, float]:
    """Return widths by code point in sizes of the font, from its tables (OpenType: cmap 4, hhea, hmtx)."""
    data = font_file(bold=bold).read_bytes()
    end = 12 + 16 * unpack_from(">H", data, 4)[0]
    tables = {data[at : at + 4]: unpack_from(">I", data, at + 8)[0] for at in range(12, end, 16)}
    unit = unpack_from(">H", data, tables[b"head"] + 18)[0]
    count = unpack_from(">H", data, tables[b"hhea"] + 34)[0]
    advances = unpack_from(f">{2 * count}H", data, tables[b"hmtx"])[::2]
    glyphs = _glyphs(data, tables[b"cmap"])
    return {code: advances[min(glyph, count - 1)] / unit for code, glyph in glyphs.items()}


def _glyphs(data: bytes, cmap: int) -> dict[int, int]:
    """Return glyph numbers by code point, from the first table of format 4."""
    entries = range(cmap + 4, cmap + 4 + 8 * unpack_from(">H", data, cmap + 2)[0], 8)
    tables = (cmap + unpack_from(">I", data, entry + 4)[0] for entry in entries)
    at = next(table for table in tables if unpack_from(">H", data, table)[0] == 4)
    count = unpack_from(">H", data, at + 6)[0] // 2
    rows = [at + 14, *(at + 16 + 2 * count * row for row in (1, 2, 3))]
    spans = zip(*(unpack_from(f">{count}H", data, row) for row in rows), strict=True)
    glyphs: dict[int, int] = {}
    for n, (end, start, delta, offset) in enumerate(spans):
        for code in range(start, min(end, 0xFFFE) + 1):
            glyph = code
            if offset:
                glyph = unpack_from(">H", data, rows[-1] + 2 * n + offset + 2 * (code - start))[0]
            glyphs[code] = (glyph + delta) & 0xFFFF if glyph or not offset else 0
    return glyphs
