"""How the chips and spaces of Sequence States & Capitals look. No Kivy."""

from collections.abc import Iterator
from enum import Enum, auto
from functools import cache

from companion.games.sequence_states.layout import STATES, StateCard
from companion.games.sequence_states.lines import Space
from companion.games.sequence_states.model import Colour
from companion.games.sequence_states.view import View
from ui.games.art import mixed
from ui.games.sequence_states.pending import Pending, PlayAdd, PlayRemove, PlayState, WrongChip
from ui.stage import theme
from ui.stage.art import MIDDLE, Art, arc, disc
from ui.stage.shapes import Area, Shape, Stroke
from ui.stage.theme import Tone

TONES = {
    Colour.RED: theme.tone("#e63c3c"),
    Colour.BLUE: theme.tone("#4a90f5"),
    Colour.GREEN: theme.tone("#22b584"),
}
"""The chips' colours: as in the box, but different from all seats' colours, as Owl may well play red.

They can be distinguished with every kind of colour blindness, and have dark letters.
"""
WHITE = theme.tone("#f6f2e6")
"""The white side of a chip, and the spots on a rim."""
DARK = theme.INK
LIGHT, SHADE = theme.tone("#ffffff"), theme.tone("#000000")
"""What a chip's tone is mixed with to make it lighter or darker."""

EDGE = 0.02
"""Width of the dark line around a chip, which shows only on light ground."""
ACROSS, RIM = 0.94, 0.108
"""Diameter of a chip in its square, and width of its rim."""
SPOTS, TEETH = 6, 14

HUES = tuple(theme.tone(code) for code in ("#2f86b0", "#4d5fd0", "#3fa06a", "#b254b4", "#98a038", "#808890"))
HUE = 0.16
"""Share of its hue in the ground of a space; both spaces of a state have the same hue."""


@cache
def chip(colour: Colour, *, locked: bool = False) -> Art:
    """Return a chip, white side up if locked. The pattern of the rim shows its colour even in grey."""
    tone, face = TONES[colour], ACROSS / 2 - RIM
    if locked:
        middle: tuple[Shape, ...] = (
            Area(disc(MIDDLE, face), mixed(tone, SHADE, 0.25)),
            Area(disc(MIDDLE, face - 0.0175), WHITE),
        )
    else:
        middle = (
            Area(disc(MIDDLE, face + 0.011), mixed(tone, SHADE, 0.22)),
            Area(disc(MIDDLE, face - 0.011), mixed(tone, LIGHT, 0.12)),
        )
    edge = (Area(disc(MIDDLE, ACROSS / 2), DARK), Area(disc(MIDDLE, ACROSS / 2 - EDGE), tone))
    return Art((*edge, *_rim(colour), *middle), DARK)


def _rim(colour: Colour) -> Iterator[Shape]:
    """Yield the pattern of a colour's rim: red has light spots, blue a light ring, green dark teeth."""
    radius = (ACROSS - RIM) / 2
    match colour:
        case Colour.RED:
            for n in range(SPOTS):
                start = 360 * n / SPOTS + 45
                yield Stroke(arc(MIDDLE, radius, start, start + 30), WHITE, RIM)
        case Colour.BLUE:
            yield Stroke(disc(MIDDLE, radius), WHITE, RIM * 0.4, closed=True)
        case Colour.GREEN:
            for n in range(TEETH):
                end = 90 - 360 * n / TEETH
                yield Stroke(arc(MIDDLE, radius + RIM * 0.12, end - 360 / TEETH * 0.42, end), DARK, RIM * 0.8)


@theme.cached_by_theme
def tint(card: StateCard) -> Tone:
    """Return the ground of a state's spaces."""
    return tinted(tuple(STATES).index(card) * 7 % len(HUES))


def tinted(hue: int) -> Tone:
    """Return the ground of a space in the hue of this index."""
    return mixed(theme.CELL, HUES[hue], HUE)


# Spaces highlighted for what is pending. This only helps the eye and judges nothing.


class SpaceLight(Enum):
    """How a space is highlighted."""

    PLAIN = auto()
    FOUND = auto()
    OPEN = auto()
    TARGET = auto()
    CROSSED = auto()
    DIM = auto()


def lights(view: View, pending: Pending) -> tuple[SpaceLight, ...]:
    """Return how every space is highlighted, row by row."""
    return tuple(_light(view, pending, space.space, space.side is not None) for space in view.spaces)


def _light(view: View, pending: Pending, space: Space, covered: bool) -> SpaceLight:
    match pending:
        case PlayState(card) if view.laid_out:
            if view.spaces[space.index].card != card:
                return SpaceLight.DIM
            return SpaceLight.CROSSED if covered else SpaceLight.FOUND
        case PlayState() | PlayAdd() | WrongChip():
            return SpaceLight.DIM if covered else SpaceLight.OPEN
        case PlayRemove():
            return SpaceLight.TARGET if space in view.removable else SpaceLight.DIM
    return SpaceLight.PLAIN
