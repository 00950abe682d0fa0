"""The hexes as textures: a tone and a quiet pattern for each terrain, and the lines of territories."""

from functools import lru_cache
from math import pi, sin

from kivy.graphics import Color, Line

from companion.games.cryptid.maps import Animal, Cell, Terrain
from ui.games.cryptid.hex_shapes import corners
from ui.games.cryptid.tones import ANIMALS, BLANK, BLANK_EDGE, EDGE, LIGHT, TERRAINS, mixed
from ui.theme import Tone
from ui.widgets.layout import Point
from ui.widgets.smooth import Texture
from ui.widgets.sprites import picture, polygon

GAP = 0.05
"""Between two hexes, in widths of a hex."""
DASHES = 3
"""Dashes of a cougar's line, on each edge of a hex."""


@lru_cache(maxsize=256)
def ground(cell: Cell | None, width: int, height: float) -> Texture:
    """Return a hex in its square, `width` pixels wide; None: a hex that nobody knows."""
    return picture(width, lambda side: _hex(cell, side, height / width), EDGE)


def _hex(cell: Cell | None, side: float, tall: float) -> None:
    high = tall * side

    def ring(inset: float) -> list[Point]:
        """The hex so many sides smaller."""
        share = 1 - 2 * inset
        return corners(side / 2, side / 2, side * share, high * share)

    if cell is None:
        Color(*BLANK_EDGE)
        polygon(ring(GAP / 2))
        Color(*BLANK)
        polygon(ring(GAP / 2 + 0.022))
        return
    tone = TERRAINS[cell.terrain]
    Color(*mixed(tone, LIGHT, 0.1))
    polygon(ring(GAP / 2))
    Color(*tone)
    polygon(ring(GAP / 2 + 0.02))
    PATTERNS[cell.terrain](side, tone)
    if cell.animal is Animal.BEAR:
        Color(*ANIMALS[Animal.BEAR])
        for inset, width in ((0.072, 0.042), (0.142, 0.03)):
            _stroke(ring(inset), side * width, close=True)
    elif cell.animal is Animal.COUGAR:
        _dashes(ring(0.1), side)


def _stroke(points: list[Point], width: float, *, close: bool = False) -> None:
    Line(points=[value for point in points for value in point], width=width / 2, close=close,
         cap="round", joint="miter" if close else "round")  # fmt: skip


def _dashes(ring: list[Point], side: float) -> None:
    """Draw a dashed line that turns each corner with a dash, on a dark one so that it stands out."""
    for tone, width, longer in ((EDGE, 0.085, 0.035), (ANIMALS[Animal.COUGAR], 0.055, 0.0)):
        Color(*tone)
        for (x, y), (u, v) in zip(ring, ring[1:] + ring[:1], strict=True):
            for n in range(DASHES):
                start, end = (n + 0.22 - longer) / DASHES, (n + 0.78 + longer) / DASHES
                points = [x + (u - x) * start, y + (v - y) * start, x + (u - x) * end, y + (v - y) * end]
                Line(points=points, width=side * width / 2, cap="none")


def _water(side: float, tone: Tone) -> None:
    Color(*mixed(tone, LIGHT, 0.34))
    for x, y, waves in ((0.5, 0.7, 1.5), (0.42, 0.5, 2.0), (0.55, 0.3, 1.5)):
        wide = 0.19 * waves
        steps = [n / 24 for n in range(25)]
        points = [
            ((x - wide / 2 + wide * t) * side, (y + 0.022 * sin(2 * pi * waves * t)) * side) for t in steps
        ]
        _stroke(points, side * 0.032)


def _mountain(side: float, tone: Tone) -> None:
    for x, y, wide, high in ((0.64, 0.33, 0.3, 0.24), (0.4, 0.33, 0.42, 0.4)):
        top = (x * side, (y + high) * side)
        left, right = ((x - wide / 2) * side, y * side), ((x + wide / 2) * side, y * side)
        foot = ((x + 0.04) * side, y * side)
        Color(*mixed(tone, LIGHT, 0.34))
        polygon((top, left, foot))
        Color(*mixed(tone, EDGE, 0.34))
        polygon((top, foot, right))
    snow = mixed(tone, LIGHT, 0.85)
    Color(*snow)
    x, y, wide, high = 0.4, 0.33, 0.42, 0.4
    low, part = 0.66, 0.34
    polygon(
        (
            (x * side, (y + high) * side),
            ((x - wide / 2 * part) * side, (y + high * low) * side),
            ((x - 0.02) * side, (y + high * (low + 0.07)) * side),
            ((x + 0.025) * side, (y + high * (low - 0.05)) * side),
            ((x + wide / 2 * part) * side, (y + high * low) * side),
        )
    )


def _forest(side: float, tone: Tone) -> None:
    for x, y, size in ((0.34, 0.5, 0.9), (0.66, 0.53, 0.9), (0.5, 0.24, 1.0)):
        wide, high = 0.2 * size, 0.17 * size
        Color(*mixed(tone, EDGE, 0.5))
        _stroke([(x * side, (y - 0.05) * side), (x * side, y * side)], side * 0.04)
        for n, lift in enumerate((0.0, 0.1 * size)):
            width = wide * (1 - 0.22 * n)
            top = (x * side, (y + lift + high) * side)
            low = (y + lift) * side
            Color(*mixed(tone, LIGHT, 0.3))
            polygon((top, ((x - width / 2) * side, low), (x * side, low)))
            Color(*mixed(tone, EDGE, 0.34))
            polygon((top, (x * side, low), ((x + width / 2) * side, low)))


def _swamp(side: float, tone: Tone) -> None:
    for x, y in ((0.34, 0.5), (0.62, 0.6), (0.55, 0.25)):
        Color(*mixed(tone, LIGHT, 0.4))
        for lean, high in ((-0.075, 0.12), (0.0, 0.18), (0.075, 0.12)):
            _stroke([(x * side, y * side), ((x + lean) * side, (y + high) * side)], side * 0.03)
        Color(*mixed(tone, LIGHT, 0.22))
        low = (y - 0.015) * side
        _stroke([((x - 0.11) * side, low), ((x + 0.11) * side, low)], side * 0.024)


def _desert(side: float, tone: Tone) -> None:
    Color(*mixed(tone, EDGE, 0.3))
    for x, y, wide, high in ((0.38, 0.58, 0.34, 0.09), (0.62, 0.36, 0.4, 0.1)):
        steps = [n / 16 for n in range(17)]
        points = [((x - wide / 2 + wide * t) * side, (y + high * sin(pi * t**0.8)) * side) for t in steps]
        _stroke(points, side * 0.03)
    for x, y in ((0.66, 0.66), (0.75, 0.58), (0.29, 0.4), (0.38, 0.3), (0.26, 0.53)):
        Line(circle=(x * side, y * side, side * 0.008), width=side * 0.009)


PATTERNS = {
    Terrain.WATER: _water,
    Terrain.MOUNTAIN: _mountain,
    Terrain.FOREST: _forest,
    Terrain.SWAMP: _swamp,
    Terrain.DESERT: _desert,
}
