"""The geometry of sequences: spaces, fives in a line, and the fives that a chip completes."""

from collections.abc import Callable, Iterable
from itertools import product
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

SIDE = 10
"""Spaces along an edge. We assume a 10 x 10 board, since each of the fifty states is shown twice."""

LENGTH = 5
"""Chips in a sequence."""

SHARED = 1
"""How many spaces two sequences of one side may have in common (ss.share)."""

Coordinate: TypeAlias = Annotated[int, Meta(ge=0, lt=SIDE)]


class Space(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, order=True):
    """A space of the board, as `[row, column]` from the top left, both from 0."""

    row: Coordinate
    column: Coordinate

    @property
    def index(self) -> int:
        """The space's index in `SPACES`."""
        return self.row * SIDE + self.column


SPACES = tuple(Space(row, column) for row, column in product(range(SIDE), repeat=2))
"""All spaces, row by row."""

Five: TypeAlias = tuple[Space, ...]
"""Five adjacent spaces in a line, from left to right, or from the top down."""

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
"""Steps in rows and columns along a row, a column and the two diagonals."""


def _run(start: Space, direction: tuple[int, int], length: int) -> Five:
    """Return up to `length` spaces from `start`; fewer if the board ends before."""
    down, across = direction
    steps = ((start.row + down * n, start.column + across * n) for n in range(length))
    return tuple(SPACES[row * SIDE + column] for row, column in steps if row < SIDE and 0 <= column < SIDE)


def _fives(direction: tuple[int, int]) -> tuple[Five, ...]:
    runs = (_run(start, direction, LENGTH) for start in SPACES)
    return tuple(run for run in runs if len(run) == LENGTH)


FIVES = {direction: _fives(direction) for direction in DIRECTIONS}
"""Every five by direction: 60 along rows, 60 along columns, and 36 along either diagonal."""


def _lines(fives: tuple[Five, ...], direction: tuple[int, int]) -> tuple[tuple[Five, ...], ...]:
    """Group the fives of a direction by the line (row, column or diagonal) they are in."""
    down, across = direction
    lines: dict[int, list[Five]] = {}
    for five in fives:
        # This number is the same along a line, and different for parallel lines.
        lines.setdefault(five[0].row * across - five[0].column * down, []).append(five)
    return tuple(map(tuple, lines.values()))


LINES = tuple(line for direction, fives in FIVES.items() for line in _lines(fives, direction))
"""The fives of each row, column and diagonal that is long enough."""

THROUGH = {
    space: tuple(tuple(five for five in fives if space in five) for fives in FIVES.values())
    for space in SPACES
}
"""The fives that contain a space, grouped by direction."""


def completed(
    space: Space, has_chip: Callable[[Space], bool], sequences: Iterable[Five]
) -> list[tuple[Five, ...]]:
    """Return the sequences that a chip on `space` completes: for each, the possible fives, best first.

    `has_chip` returns whether a space has a chip of that side, and must be true for `space`; `sequences` are
    the side's earlier ones. The best five has the new chip nearest its middle; of two, the upper or left one.
    """
    earlier = [frozenset(five) for five in sequences]
    new: list[tuple[Five, ...]] = []
    for fives in THROUGH[space]:
        candidates = [
            five
            for five in fives
            if all(has_chip(other) for other in five)
            # A second sequence may use any one space of the first, but no more.
            and all(len(sequence.intersection(five)) <= SHARED for sequence in earlier)
        ]
        ends = [five for five in candidates if space in (five[0], five[-1])]
        if len(ends) == 2:
            # Nine in a line: two sequences that share the new chip.
            new += [(five,) for five in ends]
        elif candidates:
            middle = LENGTH // 2
            new.append(tuple(sorted(candidates, key=lambda five: (abs(five.index(space) - middle), five))))
    return new
