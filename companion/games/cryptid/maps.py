"""The map: six pieces, two across and three down, each turned or not, and the structures on them."""

import tomllib
from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import cache, reduce
from importlib.resources import files
from itertools import product
from operator import or_
from typing import Annotated, NewType, TypeAlias

from msgspec import Meta, Struct

# The map has 9 rows of 12 flat-topped hexes; odd columns are half a hex lower.
#
# A set of hexes is an integer with one bit per hex, row by row, so `&` intersects sets. A clue is a set.

ROWS = 9
COLUMNS = 12

Hexes = NewType("Hexes", int)
"""A set of hexes: bit n for `MAP[n]`."""


class Hex(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, order=True):
    """A hex, as `[row, column]` from the top left, both from 0."""

    row: Annotated[int, Meta(ge=0, lt=ROWS)]
    column: Annotated[int, Meta(ge=0, lt=COLUMNS)]

    @property
    def index(self) -> int:
        """The hex's index in `MAP`."""
        return self.row * COLUMNS + self.column

    @property
    def bit(self) -> Hexes:
        """The set of only this hex."""
        return Hexes(1 << self.index)


MAP = tuple(Hex(row, column) for row, column in product(range(ROWS), range(COLUMNS)))
"""All hexes, row by row."""

NOWHERE = Hexes(0)
EVERYWHERE = Hexes((1 << len(MAP)) - 1)


def distance(start: Hex, end: Hex) -> int:
    """Return the number of steps between two hexes."""
    (x, y, z), (u, v, w) = _cube(start), _cube(end)
    return max(abs(x - u), abs(y - v), abs(z - w))


def _cube(at: Hex) -> tuple[int, int, int]:
    """Return the cube coordinates of a hex, which add up to 0; odd columns are half a hex lower."""
    z = at.row - (at.column - at.column % 2) // 2
    return at.column, -at.column - z, z


@cache
def _around(steps: int) -> tuple[int, ...]:
    """Return the hexes within `steps` of each hex. Lazy, as it takes more than 11,000 distances."""
    return tuple(sum(other.bit for other in MAP if distance(at, other) <= steps) for at in MAP)


def near(hexes: Hexes, steps: int) -> Hexes:
    """Return all hexes within `steps` of any in the set, including the set itself."""
    around = _around(steps)
    reached = 0
    while hexes:
        lowest = hexes & -hexes
        reached |= around[lowest.bit_length() - 1]
        hexes = Hexes(hexes ^ lowest)
    return Hexes(reached)


def gather(hexes: Iterable[Hex]) -> Hexes:
    """Return the set of some hexes."""
    return Hexes(reduce(or_, (at.bit for at in hexes), NOWHERE))


def spread(hexes: Hexes) -> Iterator[Hex]:
    """Yield the hexes of a set, row by row."""
    yield from (at for at in MAP if hexes & at.bit)


ACROSS, DOWN = 2, 3
"""The map's width and height in pieces."""

PIECE_ROWS, PIECE_COLUMNS = 3, 6


class Terrain(StrEnum):
    """The terrain of a hex."""

    WATER = "water"
    MOUNTAIN = "mountain"
    FOREST = "forest"
    SWAMP = "swamp"
    DESERT = "desert"


class Animal(StrEnum):
    """The animals that have territories."""

    BEAR = "bear"
    COUGAR = "cougar"


class StructureKind(StrEnum):
    """The two kinds of structures."""

    STANDING_STONE = "standing_stone"
    ABANDONED_SHACK = "abandoned_shack"


class Colour(StrEnum):
    """The colours of structures; black is for advanced games only."""

    WHITE = "white"
    GREEN = "green"
    BLUE = "blue"
    BLACK = "black"


class MapPiece(Struct, frozen=True, forbid_unknown_fields=True):
    """A piece of the map as placed: its number, and whether it is turned by 180 degrees."""

    tile: Annotated[int, Meta(ge=1, le=6)]
    rot180: bool = False


Shape: TypeAlias = tuple[StructureKind, Colour]
"""What makes a structure unique."""


class Structure(Struct, frozen=True, forbid_unknown_fields=True):
    """A structure and its hex; row and column count from 0 and are checked by `setups.check_map`."""

    type: StructureKind
    colour: Colour
    row: int
    col: int

    @property
    def shape(self) -> Shape:
        """The structure's type and colour."""
        return self.type, self.colour

    @property
    def at(self) -> Hex:
        """The hex it stands on; off the map if row or column are."""
        return Hex(self.row, self.col)


Tiles: TypeAlias = tuple[tuple[MapPiece, ...], ...]
"""The pieces as placed: three rows of two."""


class PieceHex(Struct, frozen=True):
    """The terrain of a hex, and the animal whose territory it is, if any."""

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
"""The six pieces by number, each three rows of six hexes, not turned."""


def cell_at(tiles: Tiles, at: Hex) -> PieceHex:
    """Return the terrain and territory of a hex of the map."""
    down, row = divmod(at.row, PIECE_ROWS)
    across, column = divmod(at.column, PIECE_COLUMNS)
    piece = tiles[down][across]
    if piece.rot180:
        # With an even number of columns, odd columns are lower on a turned piece too.
        row, column = PIECE_ROWS - 1 - row, PIECE_COLUMNS - 1 - column
    return PIECES[piece.tile][row][column]


class Ground(Struct, frozen=True):
    """A map as sets of hexes, one for each thing that a clue may name."""

    terrains: dict[Terrain, Hexes]
    animals: dict[Animal, Hexes]
    kinds: dict[StructureKind, Hexes]
    colours: dict[Colour, Hexes]


def survey(tiles: Tiles, structures: tuple[Structure, ...]) -> Ground:
    """Return a map as sets of hexes; pieces and structures must have no faults."""
    cells = {at: cell_at(tiles, at) for at in MAP}
    return Ground(
        terrains={t: gather(a for a, cell in cells.items() if cell.terrain is t) for t in Terrain},
        animals={n: gather(a for a, cell in cells.items() if cell.animal is n) for n in Animal},
        kinds={k: gather(s.at for s in structures if s.type is k) for k in StructureKind},
        colours={c: gather(s.at for s in structures if s.colour is c) for c in Colour},
    )
