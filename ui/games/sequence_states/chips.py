"""Chips as textures: the colours of the box, each with its own rim, so that grey tells them apart too."""

from functools import lru_cache

from kivy.graphics import Color, Ellipse, Line

from companion.games.sequence_states.model import Colour
from ui import theme
from ui.widgets.smooth import Texture, smooth

TONES = {
    Colour.RED: theme.tone("#e63c3c"),
    Colour.BLUE: theme.tone("#4a90f5"),
    Colour.GREEN: theme.tone("#22b584"),
}
"""The chips' colours: as in the box, and none of them a seat's, for Owl may well play red.

They are told apart with every kind of colour-blindness, and carry dark letters.
"""

WHITE = theme.tone("#f6f2e6")
"""The printed side of a chip, and the spots on a rim."""
DARK = theme.tone("#0d1216")

RIM = 0.115
"""Width of the rim, in diameters of the chip."""
SPOTS = 6
TEETH = 14
ROOM = 0.94
"""Diameter of a chip in its square; the rest is its shadow's."""

SIZES = (24, 32, 40, 48, 64, 80, 96, 128, 160)
"""Sides that textures are made for, in pixels; a chip between two of them is shown from the larger one."""


def chip(colour: Colour, locked: bool, side: float) -> Texture:
    """Return a chip in its square, to be shown `side` pixels wide; a locked one has its white side up."""
    return _chip(colour, locked, next((size for size in SIZES if size >= side), SIZES[-1]))


@lru_cache(maxsize=64)
def _chip(colour: Colour, locked: bool, side: int) -> Texture:
    # What it was drawn on goes: only the texture is kept.
    texture, _ = smooth(side, lambda fine: _draw(colour, locked, fine), TONES[colour][:3])
    return texture


def lighter(tone: theme.Tone, share: float) -> theme.Tone:
    """Return a tone mixed with so much white."""
    red, green, blue, opacity = tone
    return (red + (1 - red) * share, green + (1 - green) * share, blue + (1 - blue) * share, opacity)


def darker(tone: theme.Tone, share: float) -> theme.Tone:
    """Return a tone mixed with so much black."""
    red, green, blue, opacity = tone
    return (red * (1 - share), green * (1 - share), blue * (1 - share), opacity)


def _disc(x: float, y: float, diameter: float) -> None:
    Ellipse(pos=(x - diameter / 2, y - diameter / 2), size=(diameter, diameter), segments=90)


def _arc(x: float, y: float, radius: float, width: float, start: float, end: float) -> None:
    Line(circle=(x, y, radius, start, end, 24), width=width / 2, cap="none")


def _draw(colour: Colour, locked: bool, side: float) -> None:
    tone = TONES[colour]
    x = y = side / 2
    across = side * ROOM
    rim = across * RIM
    Color(0, 0, 0, 0.45)
    _disc(x, y - side * 0.02, across + side * 0.03)
    Color(*tone)
    _disc(x, y, across)
    _rim(colour, x, y, (across - rim) / 2, rim)
    if locked:
        Color(*darker(tone, 0.25))
        _disc(x, y, across - 2 * rim)
        Color(*WHITE)
        _disc(x, y, across - 2 * rim - side * 0.035)
    else:
        Color(*darker(tone, 0.22))
        Line(circle=(x, y, across / 2 - rim), width=side * 0.011)
        Color(*lighter(tone, 0.12))
        _disc(x, y, across - 2 * rim - side * 0.012)


def _rim(colour: Colour, x: float, y: float, radius: float, width: float) -> None:
    """Draw what is a colour's own: red has light spots, blue a light ring, green dark teeth."""
    if colour is Colour.RED:
        Color(*WHITE)
        for n in range(SPOTS):
            start = 360 * n / SPOTS + 15
            _arc(x, y, radius, width, start, start + 30)
    elif colour is Colour.BLUE:
        Color(*WHITE)
        Line(circle=(x, y, radius), width=width * 0.2)
    else:
        Color(*DARK)
        for n in range(TEETH):
            start = 360 * n / TEETH
            _arc(x, y, radius + width * 0.12, width * 0.8, start, start + 360 / TEETH * 0.42)
