"""Every English sentence of Cryptid on the screen, but for its setting up.

Short, physical, for somebody of ten years. Ready for gettext: `_` marks what a translation replaces. `who` is
a name as a subject of a sentence. Rows have letters from the top, columns numbers from the left: "D7" is row
4, column 7.
"""

from companion.games.cryptid.clues import (
    Clue,
    NearAnimal,
    NearAnyAnimal,
    NearColour,
    NearStructure,
    NearTerrain,
    On,
)
from companion.games.cryptid.hexes import Hex
from companion.games.cryptid.maps import Animal, Colour, Kind, Terrain
from companion.games.cryptid.model import Hue
from ui.words import _

# Names of what lies on the table.

HUES = {
    Hue.ORANGE: _("orange"),
    Hue.BLUE: _("blue"),
    Hue.GREEN: _("green"),
    Hue.PURPLE: _("purple"),
    Hue.RED: _("red"),
}
LETTERS = {Hue.ORANGE: _("O"), Hue.BLUE: _("B"), Hue.GREEN: _("G"), Hue.PURPLE: _("P"), Hue.RED: _("R")}
"""What stands on a piece, so that nobody has to tell it by its colour."""
TERRAINS = {
    Terrain.WATER: _("water"),
    Terrain.MOUNTAIN: _("mountain"),
    Terrain.FOREST: _("forest"),
    Terrain.SWAMP: _("swamp"),
    Terrain.DESERT: _("desert"),
}
STRUCTURES = {
    (Kind.STANDING_STONE, Colour.WHITE): _("white standing stone"),
    (Kind.STANDING_STONE, Colour.GREEN): _("green standing stone"),
    (Kind.STANDING_STONE, Colour.BLUE): _("blue standing stone"),
    (Kind.STANDING_STONE, Colour.BLACK): _("black standing stone"),
    (Kind.ABANDONED_SHACK, Colour.WHITE): _("white abandoned shack"),
    (Kind.ABANDONED_SHACK, Colour.GREEN): _("green abandoned shack"),
    (Kind.ABANDONED_SHACK, Colour.BLUE): _("blue abandoned shack"),
    (Kind.ABANDONED_SHACK, Colour.BLACK): _("black abandoned shack"),
}

# Places.

ROWS = _("ABCDEFGHI")
"""The letters of the rows, from the top."""


def space(at: Hex) -> str:
    """Return the name of a space: "D7"."""
    return _("{row}{column}").format(row=ROWS[at.row], column=at.column + 1)


def row_column(at: Hex) -> str:
    """Return where a space is, counted as on the table."""
    return _("row {row}, column {column}").format(row=at.row + 1, column=at.column + 1)


# Clues.

_ON = {False: _("on {one} or {other}"), True: _("not on {one} or {other}")}
_NEAR_TERRAIN = {False: _("within one space of {terrain}"), True: _("not within one space of {terrain}")}
_ANY_ANIMAL = {
    False: _("within one space of either animal territory"),
    True: _("not within one space of either animal territory"),
}
_STRUCTURE = {
    (Kind.STANDING_STONE, False): _("within two spaces of a standing stone"),
    (Kind.STANDING_STONE, True): _("not within two spaces of a standing stone"),
    (Kind.ABANDONED_SHACK, False): _("within two spaces of an abandoned shack"),
    (Kind.ABANDONED_SHACK, True): _("not within two spaces of an abandoned shack"),
}
_ANIMAL = {
    (Animal.BEAR, False): _("within two spaces of bear territory"),
    (Animal.BEAR, True): _("not within two spaces of bear territory"),
    (Animal.COUGAR, False): _("within two spaces of cougar territory"),
    (Animal.COUGAR, True): _("not within two spaces of cougar territory"),
}
_COLOUR = {
    (Colour.WHITE, False): _("within three spaces of a white structure"),
    (Colour.WHITE, True): _("not within three spaces of a white structure"),
    (Colour.GREEN, False): _("within three spaces of a green structure"),
    (Colour.GREEN, True): _("not within three spaces of a green structure"),
    (Colour.BLUE, False): _("within three spaces of a blue structure"),
    (Colour.BLUE, True): _("not within three spaces of a blue structure"),
    (Colour.BLACK, False): _("within three spaces of a black structure"),
    (Colour.BLACK, True): _("not within three spaces of a black structure"),
}


def clue_words(clue: Clue) -> str:
    """Return what a clue says of the habitat."""
    match clue:
        case On(terrains=(one, other)):
            return _ON[clue.negated].format(one=TERRAINS[one], other=TERRAINS[other])
        case NearTerrain(terrain=terrain):
            return _NEAR_TERRAIN[clue.negated].format(terrain=TERRAINS[terrain])
        case NearAnyAnimal():
            return _ANY_ANIMAL[clue.negated]
        case NearStructure(type=kind):
            return _STRUCTURE[kind, clue.negated]
        case NearAnimal(animal=animal):
            return _ANIMAL[animal, clue.negated]
        case NearColour(colour=colour):
            return _COLOUR[colour, clue.negated]
