"""The clues of Cryptid, and the set of hexes each one allows."""

from enum import StrEnum
from itertools import combinations
from typing import TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from companion.games.cryptid.maps import (
    EVERYWHERE,
    Animal,
    Colour,
    Ground,
    Hexes,
    StructureKind,
    Terrain,
    near,
)

NEAR_TERRAIN = 1
NEAR_ANY_ANIMAL = 1
NEAR_STRUCTURE = 2
NEAR_ANIMAL = 2
NEAR_COLOUR = 3
"""Range of each kind of clue, in steps; the hex itself, at 0 steps, counts."""


class Mode(StrEnum):
    """Normal: 23 clues and six structures. Advanced: 24 clues, their negations, and black structures too."""

    NORMAL = "normal"
    ADVANCED = "advanced"


class ClueBase(Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind"):
    """Base of all clues; `negated` ("not" in JSON) makes a clue allow exactly the other hexes."""

    negated: bool = field(default=False, name="not")


class On(ClueBase, frozen=True, tag="on", kw_only=True):
    """The habitat is on one of two terrains."""

    terrains: tuple[Terrain, Terrain]


class NearTerrain(ClueBase, frozen=True, tag="near_terrain", kw_only=True):
    """The habitat is within one step of a terrain."""

    terrain: Terrain


class NearAnyAnimal(ClueBase, frozen=True, tag="near_any_animal"):
    """The habitat is within one step of either animal's territory."""


class NearStructure(ClueBase, frozen=True, tag="near_structure", kw_only=True):
    """The habitat is within two steps of a standing stone, or of an abandoned shack."""

    type: StructureKind


class NearAnimal(ClueBase, frozen=True, tag="near_animal", kw_only=True):
    """The habitat is within two steps of an animal's territory."""

    animal: Animal


class NearColour(ClueBase, frozen=True, tag="near_colour", kw_only=True):
    """The habitat is within three steps of a structure of a colour."""

    colour: Colour


Clue: TypeAlias = On | NearTerrain | NearAnyAnimal | NearStructure | NearAnimal | NearColour

AFFIRMED: tuple[Clue, ...] = (
    *(On(terrains=pair) for pair in combinations(Terrain, 2)),
    *(NearTerrain(terrain=terrain) for terrain in Terrain),
    NearAnyAnimal(),
    *(NearStructure(type=kind) for kind in StructureKind),
    *(NearAnimal(animal=animal) for animal in Animal),
    *(NearColour(colour=colour) for colour in Colour),
)
"""The 24 clues that aren't negated; the one about black is for advanced games only."""


def normalized(clue: Clue) -> Clue:
    """Return a clue with its terrains in the order of `Terrain`, so that clues of equal meaning are equal."""
    if isinstance(clue, On):
        first, second = sorted(clue.terrains, key=list(Terrain).index)
        return replace(clue, terrains=(first, second))
    return clue


def clues_of(mode: Mode) -> tuple[Clue, ...]:
    """Return all clues of a mode: 23 in normal mode, 48 in advanced."""
    if mode is Mode.NORMAL:
        return tuple(clue for clue in AFFIRMED if clue != NearColour(colour=Colour.BLACK))
    return (*AFFIRMED, *(replace(clue, negated=True) for clue in AFFIRMED))


def allowed(clue: Clue, ground: Ground) -> Hexes:
    """Return the hexes that a clue allows."""
    match clue:
        case On(terrains=(first, second)):
            hexes = Hexes(ground.terrains[first] | ground.terrains[second])
        case NearTerrain(terrain=terrain):
            hexes = near(ground.terrains[terrain], NEAR_TERRAIN)
        case NearAnyAnimal():
            hexes = near(Hexes(ground.animals[Animal.BEAR] | ground.animals[Animal.COUGAR]), NEAR_ANY_ANIMAL)
        case NearStructure(type=kind):
            hexes = near(ground.kinds[kind], NEAR_STRUCTURE)
        case NearAnimal(animal=animal):
            hexes = near(ground.animals[animal], NEAR_ANIMAL)
        case NearColour(colour=colour):
            hexes = near(ground.colours[colour], NEAR_COLOUR)
    return Hexes(EVERYWHERE & ~hexes) if clue.negated else hexes


def sets_of_all(mode: Mode, ground: Ground) -> tuple[Hexes, ...]:
    """Return the hexes that each clue of a mode allows, in the order of `clues_of`."""
    return tuple(allowed(clue, ground) for clue in clues_of(mode))
