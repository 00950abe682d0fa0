"""The tones of terrains, pieces and structures; each has a pattern or a shape beside its tone."""

from companion.games.cryptid.maps import Animal, Colour, Terrain
from companion.games.cryptid.model import Hue
from ui.theme import Tone, tone

TERRAINS: dict[Terrain, Tone] = {
    Terrain.WATER: tone("#3b74a3"),
    Terrain.MOUNTAIN: tone("#80868d"),
    Terrain.FOREST: tone("#3a7449"),
    Terrain.SWAMP: tone("#564e68"),
    Terrain.DESERT: tone("#b99c5b"),
}

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
    Colour.GREEN: tone("#3fa34d"),
    Colour.BLUE: tone("#2f6ad8"),
    Colour.BLACK: tone("#16181a"),
}

ANIMALS: dict[Animal, Tone] = {
    Animal.BEAR: tone("#14181b"),
    Animal.COUGAR: tone("#c8341f"),
}
"""Of the lines around a territory: a bear's is unbroken, a cougar's dashed."""
