"""The tones of terrains, pieces and structures; each has a pattern or a shape beside its tone."""

from companion.games.cryptid.maps import Animal, Colour, Terrain
from companion.games.cryptid.model import Hue
from ui.theme import Tone, tone

TERRAINS: dict[Terrain, Tone] = {
    Terrain.WATER: tone("#3d7cae"),
    Terrain.MOUNTAIN: tone("#868b91"),
    Terrain.FOREST: tone("#37714a"),
    Terrain.SWAMP: tone("#514665"),
    Terrain.DESERT: tone("#bfa05c"),
}

BLANK = tone("#1a2026")
"""A hex that nobody knows."""
BLANK_EDGE = tone("#4b5661")

HUES: dict[Hue, Tone] = {
    Hue.ORANGE: tone("#f0a000"),
    Hue.BLUE: tone("#62c0f5"),
    Hue.GREEN: tone("#00b383"),
    Hue.PURPLE: tone("#d884b4"),
    Hue.RED: tone("#e8604a"),
}
"""Of cubes and discs; a letter stands on each, so that none is told by its colour alone."""

STRUCTURES: dict[Colour, Tone] = {
    Colour.WHITE: tone("#f4f4f2"),
    Colour.GREEN: tone("#4fbf5f"),
    Colour.BLUE: tone("#2f66dd"),
    Colour.BLACK: tone("#16181a"),
}

ANIMALS: dict[Animal, Tone] = {
    Animal.BEAR: tone("#14181b"),
    Animal.COUGAR: tone("#e02a14"),
}
"""Of the lines around a territory: a bear's is unbroken, a cougar's dashed."""

EDGE = tone("#0b0e11")
"""Between hexes, around pieces, and the letters on them."""
LIGHT = tone("#f7f5ee")
"""What is marked on the map, and the rim of what is black."""


def mixed(one: Tone, other: Tone, share: float) -> Tone:
    """Return `one` with a share of `other`."""
    red, green, blue = (a + (b - a) * share for a, b in zip(one[:3], other[:3], strict=True))
    return (red, green, blue, 1.0)
