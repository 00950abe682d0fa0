"""The map: six pieces laid two across and three down, each either way up, and structures on it."""

import tomllib
from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import cache, reduce
from importlib.resources import files
from itertools import product
from operator import or_
from typing import Annotated, NewType, TypeAlias

from msgspec import Meta, Struct

# The geometry of the map: 9 rows of 12 flat-topped hexes, odd columns half a hex lower.
#
# A set of hexes is an integer with one bit a hex, read row by row: sets meet with `&`, and a clue is a set.

ROWS = 9
COLUMNS = 12

Hexes = NewType("Hexes", int)
"""A set of hexes, one bit each."""


class Hex(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, order=True):
    """A hex, as `[row, column]` from the top left, both from 0."""

    row: Annotated[int, Meta(ge=0, lt=ROWS)]
    column: Annotated[int, Meta(ge=0, lt=COLUMNS)]

    @property
    def index(self) -> int:
        """Where the hex stands when the map is read row by row."""
        return self.row * COLUMNS + self.column

    @property
    def bit(self) -> Hexes:
        """The hex as a set of one."""
        return Hexes(1 << self.index)


MAP = tuple(Hex(row, column) for row, column in product(range(ROWS), range(COLUMNS)))
"""All hexes, row by row."""

NOWHERE = Hexes(0)
EVERYWHERE = Hexes((1 << len(MAP)) - 1)


def distance(one: Hex, other: Hex) -> int:
    """Return how many steps lie between two hexes."""
    (x, y, z), (u, v, w) = _cube(one), _cube(other)
    return max(abs(x - u), abs(y - v), abs(z - w))


def _cube(at: Hex) -> tuple[int, int, int]:
    """Cube coordinates of a flat-topped hex whose odd columns lie lower; they add up to 0."""
    z = at.row - (at.column - at.column % 2) // 2
    return at.column, -at.column - z, z


@cache
def _around(steps: int) -> tuple[int, ...]:
    """Return what lies within so many steps of each hex: 50,000 distances, so not before it is asked for."""
    return tuple(sum(other.bit for other in MAP if distance(at, other) <= steps) for at in MAP)


def near(hexes: Hexes, steps: int) -> Hexes:
    """Return all hexes within 0 to 3 `steps` of any in the set; the set itself is among them."""
    around = _around(steps)
    found = 0
    while hexes:
        lowest = hexes & -hexes
        found |= around[lowest.bit_length() - 1]
        hexes = Hexes(hexes ^ lowest)
    return Hexes(found)


def gather(hexes: Iterable[Hex]) -> Hexes:
    """Return hexes as a set."""
    return Hexes(reduce(or_, (at.bit for at in hexes), NOWHERE))


def spread(hexes: Hexes) -> Iterator[Hex]:
    """Yield the hexes of a set, row by row."""
    yield from (at for at in MAP if hexes & at.bit)


ACROSS, DOWN = 2, 3
"""Pieces beside each other, and below each other."""

PIECE_ROWS, PIECE_COLUMNS = 3, 6


class Terrain(StrEnum):
    """What a hex is made of."""

    WATER = "water"
    MOUNTAIN = "mountain"
    FOREST = "forest"
    SWAMP = "swamp"
    DESERT = "desert"


class Animal(StrEnum):
    """Whose territory a hex may be."""

    BEAR = "bear"
    COUGAR = "cougar"


class StructureKind(StrEnum):
    """The two kinds of structures."""

    STANDING_STONE = "standing_stone"
    ABANDONED_SHACK = "abandoned_shack"


class Colour(StrEnum):
    """The colours of structures; black ones stand in advanced games only."""

    WHITE = "white"
    GREEN = "green"
    BLUE = "blue"
    BLACK = "black"


class MapPiece(Struct, frozen=True, forbid_unknown_fields=True):
    """A laid piece of the map: its number, and whether it lies upside down."""

    tile: Annotated[int, Meta(ge=1, le=6)]
    rot180: bool = False


Shape: TypeAlias = tuple[StructureKind, Colour]
"""Which structure."""


class Structure(Struct, frozen=True, forbid_unknown_fields=True):
    """A standing stone or an abandoned shack of a colour, and where it stands; rows and columns from 0."""

    type: StructureKind
    colour: Colour
    row: int
    col: int

    @property
    def shape(self) -> Shape:
        """Which one it is."""
        return self.type, self.colour

    @property
    def at(self) -> Hex:
        """The hex that it stands on; off the map where row or column are."""
        return Hex(self.row, self.col)


Tiles: TypeAlias = tuple[tuple[MapPiece, ...], ...]
"""The laid pieces: three rows of two."""


class PieceHex(Struct, frozen=True):
    """A hex of a piece."""

    terrain: Terrain
    animal: Animal | None


def _read() -> dict[int, tuple[tuple[PieceHex, ...], ...]]:
    text = files(__package__).joinpath("pieces.toml").read_text("utf-8")
    terrains = {terrain[0]: terrain for terrain in Terrain}
    animals = {"b": Animal.BEAR, "c": Animal.COUGAR, "": None}
    return {
        int(number): tuple(
            tuple(PieceHex(terrains[word[0]], animals[word[1:]]) for word in row.split()) for row in rows
        )
        for number, rows in tomllib.loads(text)["piece"].items()
    }


PIECES = _read()
"""The six pieces by their number, each three rows of six cells, the right way up."""


def cell_at(tiles: Tiles, at: Hex) -> PieceHex:
    """Return what a hex of the laid map is."""
    down, row = divmod(at.row, PIECE_ROWS)
    across, column = divmod(at.column, PIECE_COLUMNS)
    piece = tiles[down][across]
    if piece.rot180:
        # Six columns are an even number: turned, the odd columns still lie lower.
        row, column = PIECE_ROWS - 1 - row, PIECE_COLUMNS - 1 - column
    return PIECES[piece.tile][row][column]


class Ground(Struct, frozen=True):
    """A laid map as sets of hexes, for clues to speak of."""

    terrains: dict[Terrain, Hexes]
    animals: dict[Animal, Hexes]
    kinds: dict[StructureKind, Hexes]
    colours: dict[Colour, Hexes]


def survey(tiles: Tiles, structures: tuple[Structure, ...]) -> Ground:
    """Return a laid map as sets; pieces and structures must be well placed."""
    cells = {at: cell_at(tiles, at) for at in MAP}
    return Ground(
        terrains={t: gather(a for a, cell in cells.items() if cell.terrain is t) for t in Terrain},
        animals={n: gather(a for a, cell in cells.items() if cell.animal is n) for n in Animal},
        kinds={k: gather(s.at for s in structures if s.type is k) for k in StructureKind},
        colours={c: gather(s.at for s in structures if s.colour is c) for c in Colour},
    )
