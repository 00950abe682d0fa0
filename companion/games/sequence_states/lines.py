"""The geometry of sequences: spaces, fives in a line, and which of them a chip completes."""

from collections.abc import Callable, Iterable
from itertools import product
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

SIDE = 10
"""The board is taken as 10 x 10: each of the fifty states is pictured twice."""

LENGTH = 5
"""A sequence has five chips."""

SHARED = 1
"""Spaces that two sequences of one side may have in common (ss.share)."""

Coordinate: TypeAlias = Annotated[int, Meta(ge=0, lt=SIDE)]


class Space(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, order=True):
    """A space of the board, as `[row, column]` from the top left, both from 0."""

    row: Coordinate
    column: Coordinate

    @property
    def index(self) -> int:
        """Where the space stands when the board is read row by row."""
        return self.row * SIDE + self.column


SPACES = tuple(Space(row, column) for row, column in product(range(SIDE), repeat=2))
"""All spaces, row by row."""

Five: TypeAlias = tuple[Space, ...]
"""Five spaces in a line, from the left, or from the top."""

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
"""Along a row, a column, and the two diagonals: rows and columns to go on for each next space."""


def _run(start: Space, direction: tuple[int, int], length: int) -> Five:
    """Return spaces on from `start`, fewer than `length` where the board ends."""
    down, across = direction
    steps = ((start.row + down * n, start.column + across * n) for n in range(length))
    return tuple(SPACES[row * SIDE + column] for row, column in steps if row < SIDE and 0 <= column < SIDE)


def _fives(direction: tuple[int, int]) -> tuple[Five, ...]:
    runs = (_run(start, direction, LENGTH) for start in SPACES)
    return tuple(run for run in runs if len(run) == LENGTH)


FIVES = {direction: _fives(direction) for direction in DIRECTIONS}
"""Every five that could be a sequence, by its direction: 60 a row or column, 36 a diagonal."""


def _lines(fives: tuple[Five, ...], direction: tuple[int, int]) -> tuple[tuple[Five, ...], ...]:
    """Return the fives of each line: a row, a column or a diagonal."""
    down, across = direction
    lines: dict[int, list[Five]] = {}
    for five in fives:
        # Constant along the direction, and different on any two lines of it.
        lines.setdefault(five[0].row * across - five[0].column * down, []).append(five)
    return tuple(map(tuple, lines.values()))


LINES = tuple(line for direction, fives in FIVES.items() for line in _lines(fives, direction))
"""The fives of each row, column and diagonal that is long enough."""

THROUGH = {
    space: tuple(tuple(five for five in fives if space in five) for fives in FIVES.values())
    for space in SPACES
}
"""The fives that a space is part of, direction by direction."""


def completed(
    space: Space, own: Callable[[Space], bool], sequences: Iterable[Five]
) -> list[tuple[Five, ...]]:
    """Return what a chip on `space` completes: for each new sequence, the fives that may be it, best first.

    `own` tells which spaces hold chips of that side, `space` included; `sequences` are the side's earlier
    ones. The best five has the new chip nearest to its middle, and of two such it is the upper or left one.
    """
    earlier = [frozenset(five) for five in sequences]
    found: list[tuple[Five, ...]] = []
    for fives in THROUGH[space]:
        able = [
            five
            for five in fives
            if all(own(other) for other in five)
            # A second sequence may use any one space of the first, and not more.
            and all(len(sequence.intersection(five)) <= SHARED for sequence in earlier)
        ]
        ends = [five for five in able if space in (five[0], five[-1])]
        if len(ends) == 2:
            # Nine in a line: two sequences that share the new chip.
            found += [(five,) for five in ends]
        elif able:
            middle = LENGTH // 2
            found.append(tuple(sorted(able, key=lambda five: (abs(five.index(space) - middle), five))))
    return found
