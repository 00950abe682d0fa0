"""Cards and tokens as textures: made once for a size, smooth, shown anywhere."""

from functools import lru_cache

from kivy.graphics import Color, Ellipse, InstructionGroup, Line, Rectangle, RoundedRectangle

from companion.games.speed_mode.cards import Colour, Kind, Shape
from ui import theme
from ui.games.speed_mode.tones import COLOURS
from ui.widgets.layout import Rect
from ui.widgets.lettering import lettering
from ui.widgets.smooth import Texture
from ui.widgets.sprites import picture, polygon

INK = theme.tone("#0b0f12")
WRONG = theme.tone("#ff6a57")

LEFT, RIGHT, WHOLE = 0, 1, 2
"""Which part of a circle a token is; the halves have the numbers of a pair's."""
ANGLES = {LEFT: (180, 360), RIGHT: (0, 180), WHOLE: (0, 360)}
"""From where to where, in degrees from the top to the right."""
ASIDE = {LEFT: 0.29, RIGHT: 0.71, WHOLE: 0.5}
"""Where the letter stands, in widths of the circle."""

NUMBER_LEAST = 9
"""On smaller cards there is no number: nobody could read it."""
CARD_MM = 9.5
"""A card by itself is at most so large."""
LEAST = 2
"""Smaller ones can't be drawn."""
LETTER = 0.42
"""Height of a circle's letter, in its widths."""
RIM = 0.045


def number(kind: Kind) -> int:
    """Return the number of a card's colour, from 1."""
    return tuple(Colour).index(kind.colour) + 1


@lru_cache(maxsize=256)
def card(kind: Kind, side: int) -> Texture:
    """Return a card: its shape in its tone, and the number on it."""
    tone = COLOURS[kind.colour]

    def draw(fine: float) -> None:
        Color(*tone)
        if kind.shape is Shape.CIRCLE:
            Ellipse(pos=(fine * 0.01, fine * 0.01), size=(fine * 0.98, fine * 0.98), segments=64)
        else:
            off = fine * 0.06
            box = fine - 2 * off
            RoundedRectangle(pos=(off, off), size=(box, box), radius=[fine * 0.09])
        if side >= NUMBER_LEAST:
            _letter(str(number(kind)), fine / 2, fine / 2, fine * 0.66)

    return picture(side, draw, tone)


def draw_card(group: InstructionGroup, room: Rect, kind: Kind) -> None:
    """Draw a card into the middle of a room, as large as fits."""
    side = int(min(room.width, room.height, theme.mm(CARD_MM)))
    if side < LEAST:
        return
    x, y = room.center
    group.add(Color(1, 1, 1, 1))
    pos = (round(x - side / 2), round(y - side / 2))
    group.add(Rectangle(texture=card(kind, side), pos=pos, size=(side, side)))


@lru_cache(maxsize=128)
def token(tone: theme.Tone, letter: str, half: int, side: int) -> Texture:
    """Return a token with its letter: a circle, or the half of one that lies on a combination.

    Both are squares of the circle's width, so that all three have their middle at that of the pair.
    """

    def draw(fine: float) -> None:
        start, end = ANGLES[half]
        for shade, off in ((INK, 0.0), (tone, fine * RIM)):
            Color(*shade)
            across = fine - 2 * off
            aside = off * 0.6 if half != WHOLE else 0.0
            x = off - aside if half == LEFT else off + aside
            Ellipse(pos=(x, off), size=(across, across), angle_start=start, angle_end=end, segments=96)
        size = LETTER * 1.35 if half == WHOLE else LETTER
        _letter(letter, fine * ASIDE[half], fine / 2, fine * size)

    return picture(side, draw, tone)


@lru_cache(maxsize=64)
def extra(tone: theme.Tone, letter: str, group: bool, side: int) -> Texture:
    """Return the quadrilateral of an extra point; one for a group of unpaired combinations is hollow."""

    def draw(fine: float) -> None:
        for shade, off in ((INK, 0.0), (tone, 0.07), *(((INK, 0.16),) if group else ())):
            Color(*shade)
            low, high = fine * off, fine * (1 - off)
            polygon([(fine / 2, high), (high, fine / 2), (fine / 2, low), (low, fine / 2)])
        _letter(letter, fine / 2, fine / 2, fine * 0.5, tone if group else INK)

    return picture(side, draw, tone)


@lru_cache(maxsize=16)
def cross(side: int) -> Texture:
    """Return the small cross on a combination that nobody can make any more."""

    def draw(fine: float) -> None:
        for tone, width in ((INK, 0.11), (WRONG, 0.065)):
            Color(*tone)
            for sign in (1, -1):
                middle, arm = fine / 2, fine * 0.36
                points = [middle - arm, middle - arm * sign, middle + arm, middle + arm * sign]
                Line(points=points, width=fine * width, cap="round")

    return picture(side, draw, INK)


def _letter(text: str, x: float, y: float, size: float, tone: theme.Tone = INK) -> None:
    texture = lettering(text, round(size), True)
    Color(*tone)
    Rectangle(texture=texture, pos=(x - texture.width / 2, y - texture.height / 2), size=texture.size)
