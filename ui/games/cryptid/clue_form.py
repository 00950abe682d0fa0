"""A clue that is being typed in: its kind, then what it speaks of. Pure.

What is offered depends on the mode alone, never on what anybody typed.
"""

from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from companion.games.cryptid.clues import (
    Clue,
    Mode,
    NearAnimal,
    NearAnyAnimal,
    NearColour,
    NearStructure,
    NearTerrain,
    On,
    clues_of,
    plain,
)
from companion.games.cryptid.maps import Animal, Colour, StructureKind, Terrain


class Sort(StrEnum):
    """The six kinds of clues, in the order in which they are offered."""

    ON = "on"
    NEAR_TERRAIN = "near_terrain"
    NEAR_ANY_ANIMAL = "near_any_animal"
    NEAR_STRUCTURE = "near_structure"
    NEAR_ANIMAL = "near_animal"
    NEAR_COLOUR = "near_colour"


What: TypeAlias = Terrain | StructureKind | Animal | Colour
"""What a clue speaks of."""

NEEDED = {sort: 2 if sort is Sort.ON else 0 if sort is Sort.NEAR_ANY_ANIMAL else 1 for sort in Sort}
"""How many things a kind of clue speaks of."""


class ClueForm(Struct, frozen=True):
    """A clue as far as it was told."""

    mode: Mode
    sort: Sort | None = None
    picked: tuple[What, ...] = ()
    negated: bool = False

    @property
    def offers(self) -> tuple[What, ...]:
        """What can be picked for this kind of clue."""
        match self.sort:
            case Sort.ON | Sort.NEAR_TERRAIN:
                return tuple(Terrain)
            case Sort.NEAR_STRUCTURE:
                return tuple(StructureKind)
            case Sort.NEAR_ANIMAL:
                return tuple(Animal)
            case Sort.NEAR_COLOUR:
                return tuple(colour for colour in Colour if NearColour(colour=colour) in clues_of(self.mode))
        return ()

    @property
    def negatable(self) -> bool:
        """Whether "not" can be said."""
        return self.mode is Mode.ADVANCED

    def pick(self, what: What) -> "ClueForm":
        """Pick a thing; one that is picked is given back, and one too many takes the place of the oldest."""
        if self.sort is None or what not in self.offers:
            return self
        left = tuple(other for other in self.picked if other is not what)
        if len(left) == len(self.picked):
            left = (*left, what)[-NEEDED[self.sort] :]
        return replace(self, picked=left)

    def negate(self) -> "ClueForm":
        """Say "not", or no longer."""
        return replace(self, negated=not self.negated) if self.negatable else self

    @property
    def clue(self) -> Clue | None:
        """The clue, None while something is missing."""
        if self.sort is None or len(self.picked) != NEEDED[self.sort]:
            return None
        clue = _clue(self.sort, self.picked, self.negated)
        return plain(clue) if clue is not None else None


def _clue(sort: Sort, picked: tuple[What, ...], negated: bool) -> Clue | None:
    match sort, picked:
        case Sort.ON, (Terrain() as one, Terrain() as other):
            return On(terrains=(one, other), negated=negated)
        case Sort.NEAR_TERRAIN, (Terrain() as terrain,):
            return NearTerrain(terrain=terrain, negated=negated)
        case Sort.NEAR_ANY_ANIMAL, ():
            return NearAnyAnimal(negated=negated)
        case Sort.NEAR_STRUCTURE, (StructureKind() as kind,):
            return NearStructure(type=kind, negated=negated)
        case Sort.NEAR_ANIMAL, (Animal() as animal,):
            return NearAnimal(animal=animal, negated=negated)
        case Sort.NEAR_COLOUR, (Colour() as colour,):
            return NearColour(colour=colour, negated=negated)
    return None
