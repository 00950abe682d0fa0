"""The geometry of the map: 9 rows of 12 flat-topped hexes, odd columns half a hex lower.

A set of hexes is an integer with one bit a hex, read row by row: sets meet with `&`, and a clue is a set.
"""

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Annotated, NewType

from msgspec import Meta, Struct

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


FARTHEST = 3
"""The most steps that a clue reaches."""

_NEAR = tuple(
    tuple(sum(other.bit for other in MAP if distance(at, other) <= steps) for at in MAP)
    for steps in range(FARTHEST + 1)
)


def near(hexes: Hexes, steps: int) -> Hexes:
    """Return all hexes within 0 to 3 `steps` of any in the set; the set itself is among them."""
    around = _NEAR[steps]
    found = 0
    while hexes:
        lowest = hexes & -hexes
        found |= around[lowest.bit_length() - 1]
        hexes = Hexes(hexes ^ lowest)
    return Hexes(found)


def gather(hexes: Iterable[Hex]) -> Hexes:
    """Return hexes as a set."""
    found = 0
    for at in hexes:
        found |= at.bit
    return Hexes(found)


def spread(hexes: Hexes) -> Iterator[Hex]:
    """Yield the hexes of a set, row by row."""
    yield from (at for at in MAP if hexes & at.bit)
