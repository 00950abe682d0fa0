"""What is marked on the map, as textures: lines around a hex, crosses with a letter, the habitat's star."""

from enum import Enum
from functools import lru_cache
from math import pi

from kivy.graphics import Color, Line, Rectangle, RoundedRectangle

from companion.games.cryptid.model import Hue
from ui import theme
from ui.games.cryptid.hex_shapes import corners
from ui.games.cryptid.tones import EDGE, HUES, LIGHT, mixed
from ui.games.cryptid.words import LETTERS
from ui.stage.lettering import lettering
from ui.widgets.layout import Point
from ui.widgets.smooth import Texture
from ui.widgets.sprites import picture, polygon, regular

ROOM = 1.3
"""Side of the square of an outline, in widths of a hex: a thick line lies half outside."""
GOLD = theme.tone("#ffd34d")
CROSS = (0.4, 0.86)
"""Width and height of a cross with its letter, in the side of its square."""


class Outline(Enum):
    """The lines around a hex: how far inside its edge and how wide, in widths of a hex; dashed or not."""

    CHOSEN = (0.0, 0.1, 0)
    FINGER = (0.0, 0.07, 0)
    ALSO = (0.02, 0.07, 3)
    ALLOWED = (0.032, 0.042, 0)
    HABITAT = (0.0, 0.11, 0)


@lru_cache(maxsize=64)
def outline(kind: Outline, width: int, height: float) -> Texture:
    """Return a line around a hex in a square of `ROOM` hexes; `width` and `height` are the hex's."""
    side = round(width * ROOM)
    tone = GOLD if kind is Outline.HABITAT else LIGHT
    return picture(side, lambda fine: _outline(kind, fine, fine / side * width, height / width, tone), tone)


def _outline(kind: Outline, side: float, width: float, tall: float, tone: theme.Tone) -> None:
    inset, thick, dashes = kind.value
    across = width * (1 - 2 * inset)
    ring = corners(side / 2, side / 2, across, across * tall)
    for drawn, more in ((EDGE, 0.05), (tone, 0.0)):
        Color(*drawn)
        if dashes:
            _dashed(ring, width * (thick + more), dashes, more * 0.8)
        else:
            flat = [value for point in ring for value in point]
            Line(points=flat, width=width * (thick + more) / 2, close=True, joint="miter")


def _dashed(ring: list[Point], width: float, dashes: int, longer: float) -> None:
    for (x, y), (u, v) in zip(ring, ring[1:] + ring[:1], strict=True):
        for n in range(dashes):
            start, end = (n + 0.2 - longer) / dashes, (n + 0.8 + longer) / dashes
            points = [x + (u - x) * start, y + (v - y) * start, x + (u - x) * end, y + (v - y) * end]
            Line(points=points, width=width / 2, cap="none")


@lru_cache(maxsize=64)
def cross(hue: Hue, side: int) -> Texture:
    """Return a small cross with the letter of a colour: its clue forbids the hex."""
    return picture(side, lambda fine: _cross(hue, fine), EDGE)


def _cross(hue: Hue, side: float) -> None:
    wide, high = CROSS[0] * side, CROSS[1] * side
    left, low = (side - wide) / 2, (side - high) / 2
    Color(*EDGE[:3], 0.82)
    RoundedRectangle(pos=(left, low), size=(wide, high), radius=[wide * 0.4])
    Color(*HUES[hue])
    x, y, arm = side / 2, low + high * 0.73, wide * 0.26
    for sign in (1, -1):
        Line(points=[x - arm, y - arm * sign, x + arm, y + arm * sign], width=side * 0.05, cap="round")
    text = lettering(LETTERS[hue], round(wide * 0.92), True)
    Color(*mixed(HUES[hue], LIGHT, 0.3))
    Rectangle(texture=text, size=text.size, pos=(x - text.width / 2, low + high * 0.29 - text.height / 2))


@lru_cache(maxsize=16)
def star(side: int) -> Texture:
    """Return the habitat's star, in its square."""
    return picture(side, _star, EDGE)


def _star(side: float) -> None:
    for tone, radius in ((EDGE, 0.53), (GOLD, 0.42)):
        Color(*tone)
        outer = regular(side / 2, side * 0.47, side * radius, 5)
        inner = regular(side / 2, side * 0.47, side * radius * 0.48, 5, pi / 2 + pi / 5)
        polygon(point for pair in zip(outer, inner, strict=True) for point in pair)


@lru_cache(maxsize=16)
def halo(side: int) -> Texture:
    """Return a ring, in its square: it stands around the structure that is to be put down."""
    return picture(side, _halo, LIGHT)


def _halo(side: float) -> None:
    for tone, width in ((EDGE, 0.13), (LIGHT, 0.075)):
        Color(*tone)
        Line(circle=(side / 2, side / 2, side * 0.42), width=side * width / 2)
