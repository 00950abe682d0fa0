"""Cubes, discs and structures as textures: a shape, a tone and a rim each, and the letter of its colour."""

from functools import lru_cache
from math import pi

from kivy.graphics import Color, Ellipse, Line, Rectangle, RoundedRectangle

from companion.games.cryptid.maps import Colour, Kind
from companion.games.cryptid.model import Hue
from ui.games.cryptid.tones import EDGE, HUES, LIGHT, STRUCTURES, mixed
from ui.games.cryptid.words import LETTERS
from ui.stage.lettering import lettering
from ui.widgets.smooth import Texture
from ui.widgets.sprites import picture, polygon, regular

LETTER = 0.6
"""Font size of a piece's letter, in sides of the piece."""


@lru_cache(maxsize=256)
def cube(hue: Hue, side: int) -> Texture:
    """Return a cube in its square, `side` pixels wide."""
    return picture(side, lambda fine: _cube(hue, fine), EDGE)


@lru_cache(maxsize=256)
def disc(hue: Hue, side: int) -> Texture:
    """Return a disc in its square, `side` pixels wide."""
    return picture(side, lambda fine: _disc(hue, fine), EDGE)


@lru_cache(maxsize=256)
def structure(kind: Kind, colour: Colour, side: int) -> Texture:
    """Return a standing stone or a shack in its square, `side` pixels wide."""
    rim = LIGHT if colour is Colour.BLACK else EDGE
    return picture(side, lambda fine: _structure(kind, colour, fine), rim)


def _box(side: float, inset: float, corner: float) -> None:
    across = side * (1 - 2 * inset)
    RoundedRectangle(pos=(side * inset, side * inset), size=(across, across), radius=[across * corner])


def _round(side: float, inset: float) -> None:
    across = side * (1 - 2 * inset)
    Ellipse(pos=(side * inset, side * inset), size=(across, across), segments=72)


def _cube(hue: Hue, side: float) -> None:
    tone = HUES[hue]
    Color(*EDGE)
    _box(side, 0.02, 0.2)
    Color(*mixed(tone, EDGE, 0.22))
    _box(side, 0.085, 0.15)
    Color(*mixed(tone, LIGHT, 0.28))
    RoundedRectangle(pos=(side * 0.085, side * 0.14), size=(side * 0.83, side * 0.775), radius=[side * 0.13])
    Color(*tone)
    RoundedRectangle(pos=(side * 0.135, side * 0.15), size=(side * 0.73, side * 0.715), radius=[side * 0.1])
    _letter(hue, side, 0.505)


def _disc(hue: Hue, side: float) -> None:
    tone = HUES[hue]
    Color(*EDGE)
    _round(side, 0.01)
    Color(*mixed(tone, LIGHT, 0.24))
    _round(side, 0.075)
    Color(*tone)
    _round(side, 0.125)
    _letter(hue, side, 0.5)


def _letter(hue: Hue, side: float, middle: float) -> None:
    text = lettering(LETTERS[hue], round(side * LETTER), True)
    Color(*EDGE)
    Rectangle(texture=text, size=text.size, pos=((side - text.width) / 2, side * middle - text.height / 2))


def _structure(kind: Kind, colour: Colour, side: float) -> None:
    tone = STRUCTURES[colour]
    # A thin light rim lifts each of them off a ground of its own colour; a black one needs more of it.
    light = 0.075 if colour is Colour.BLACK else 0.045
    rims = ((EDGE, 0.0), (LIGHT, 0.055), (tone, 0.055 + light))
    for rim, inset in rims:
        Color(*rim)
        if kind is Kind.STANDING_STONE:
            polygon(regular(side / 2, side / 2, side * (0.52 - inset), 8, pi / 8))
        else:
            # A triangle's edges lie only half as far from its middle as its corners.
            polygon(regular(side / 2, side * 0.37, side * (0.6 - 2 * inset), 3))
    Color(*mixed(tone, LIGHT if colour is not Colour.WHITE else EDGE, 0.3))
    if kind is Kind.STANDING_STONE:
        _facet(regular(side / 2, side / 2, side * 0.27, 8, pi / 8), side)
    else:
        # A door.
        polygon(
            (
                (side * 0.43, side * 0.17),
                (side * 0.57, side * 0.17),
                (side * 0.57, side * 0.36),
                (side * 0.43, side * 0.36),
            )
        )


def _facet(points: list[tuple[float, float]], side: float) -> None:
    Line(points=[value for point in points for value in point], width=side * 0.018, close=True, joint="round")
