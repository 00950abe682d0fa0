"""The laying of a map, step by step: the pieces, then the structures, then a look at the whole. Pure."""

from typing import TypeAlias

from msgspec import Struct

from companion.games.cryptid.hexes import Hex
from companion.games.cryptid.maps import ACROSS, DOWN, Piece, Structure
from companion.games.cryptid.setups import Setup

Laid: TypeAlias = tuple[tuple[Piece | None, ...], ...]
"""The map so far: three rows of two; None: nothing lies there yet."""

NOTHING_LAID: Laid = ((None,) * ACROSS,) * DOWN


class LayPiece(Struct, frozen=True):
    """A piece of the map is laid at a place: how far down, and how far across."""

    piece: Piece
    place: tuple[int, int]


class PutStructure(Struct, frozen=True):
    """A structure is put on its hex."""

    structure: Structure

    @property
    def at(self) -> Hex:
        """Where it stands."""
        return Hex(self.structure.row, self.structure.col)


class LookOver(Struct, frozen=True):
    """All is laid: one look at the whole."""


Step: TypeAlias = LayPiece | PutStructure | LookOver


class MapLaying(Struct, frozen=True):
    """How far a map is laid; `number` counts the steps from 0, and its last one is the look at the whole."""

    setup: Setup
    number: int = 0

    @property
    def steps(self) -> tuple[Step, ...]:
        """Everything that is to be done, in order."""
        pieces = (
            LayPiece(piece, (down, across))
            for down, row in enumerate(self.setup.tiles)
            for across, piece in enumerate(row)
        )
        return (*pieces, *map(PutStructure, self.setup.structures), LookOver())

    @property
    def step(self) -> Step:
        """What is to be done now."""
        return self.steps[self.number]

    @property
    def tiles(self) -> Laid:
        """The pieces up to this step."""
        return tuple(
            tuple(
                piece if down * ACROSS + across <= self.number else None for across, piece in enumerate(row)
            )
            for down, row in enumerate(self.setup.tiles)
        )

    @property
    def structures(self) -> tuple[Structure, ...]:
        """The structures up to this step."""
        return self.setup.structures[: max(0, self.number + 1 - ACROSS * DOWN)]

    def moved(self, by: int) -> "MapLaying":
        """Return the guide `by` steps on, or back."""
        return MapLaying(self.setup, min(max(0, self.number + by), len(self.steps) - 1))

    def whole(self) -> "MapLaying":
        """Return the guide at its end."""
        return MapLaying(self.setup, len(self.steps) - 1)
