"""The look of Speed Mode's cards and tokens. Pure."""

from functools import cache

from companion.games.speed_mode.board import FIRST, SECOND, Colour, Kind, Shape
from companion.journal import NamePlate
from ui.games.art import cross
from ui.stage import theme
from ui.stage.art import MIDDLE, Art, disc, regular, sector, sign, square
from ui.stage.shapes import Area, Box, Letters
from ui.stage.theme import Tone, tone

# The tones of cards. Each also has a number and a shape, so that nobody depends on tones alone.

COLOURS: dict[str, Tone] = {
    "red": tone("#dd4d36"),
    "orange": tone("#e69f00"),
    "yellow": tone("#f0e442"),
    "green": tone("#1fa36b"),
    "blue": tone("#4a9fe0"),
    "violet": tone("#a070c8"),
}
"""Tones by colour name; cards are numbered 1 to 6 in this order."""

INK = theme.INK

WHOLE = 2
"""Stands for a whole circle; half tokens have the numbers of a pair's halves."""
ANGLES = {FIRST: (90, 270), SECOND: (-90, 90), WHOLE: (0, 360)}
"""The part of a circle that each token is, in degrees counterclockwise from the right."""
ASIDE = {FIRST: 0.29, SECOND: 0.71, WHOLE: 0.5}
"""Horizontal position of the letter."""
LETTER, LARGE = 0.42, 0.567
"""Size of the letter on a half and on a whole circle."""
RIM = 0.045
CORNER = 0.09
EDGE = 0.03
"""Width of the dark line around a card, visible on light ground only."""


def number(kind: Kind) -> int:
    """Return the number of a card's colour, from 1."""
    return tuple(Colour).index(kind.colour) + 1


@cache
def card(kind: Kind, *, numbered: bool = True) -> Art:
    """Return a card: its shape in its tone, with the number unless that is too small to read."""
    tone = COLOURS[kind.colour]
    grounds: tuple[Area | Box, ...] = tuple(
        Area(disc(MIDDLE, 0.49 - edge), shade)
        if kind.shape is Shape.CIRCLE
        else Box(square(0.06 + edge), shade, CORNER - edge)
        for edge, shade in ((0.0, INK), (EDGE, tone))
    )
    return Art((*grounds, sign(str(number(kind)), MIDDLE, 0.66, INK)) if numbered else grounds, INK)


@theme.cached_by_theme
def token(plate: NamePlate, half: int) -> Art:
    """Return a player's token with its letter: a circle, or the half of one on a combination.

    All three fill a square of the circle's width, so that they share the pair's centre.
    """
    tone = theme.seat_tone(plate)
    # The straight side of a half has a rim too, though a thinner one.
    aside = {FIRST: -0.6, SECOND: 0.6, WHOLE: 0.0}[half] * RIM
    rim = Area(sector(MIDDLE, 0.5, *ANGLES[half]), INK)
    face = Area(sector((0.5 + aside, 0.5), 0.5 - RIM, *ANGLES[half]), tone)
    size = LARGE if half == WHOLE else LETTER
    return Art((rim, face, sign(plate.letter, (ASIDE[half], 0.5), size, theme.ON_SEAT)), tone)


@theme.cached_by_theme
def extra(plate: NamePlate, *, group: bool) -> Art:
    """Return an extra-point token, a quadrilateral; for a group of unpaired combinations it is hollow."""
    tone = theme.seat_tone(plate)
    layers = [(INK, 0.5), (tone, 0.43), *([(theme.GROUND, 0.34)] if group else [])]
    areas = tuple(Area(regular(MIDDLE, radius, 4), shade) for shade, radius in layers)
    signed: Letters = sign(plate.letter, MIDDLE, 0.5, tone if group else theme.ON_SEAT)
    return Art((*areas, signed), tone)


CROSS = cross(tone("#ff6a57"), arm=0.36, width=0.13, rim=0.22)
"""Drawn over a combination that nobody can make any more."""
