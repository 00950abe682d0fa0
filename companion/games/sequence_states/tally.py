"""The tally of a board that lies there: all sequences that each side may count, and who has won.

Of one side, two sequences have at most one space in common (ss.share). Fives of different directions never
have more, so that only fives of one line stand in each other's way. Chips that are locked belong to
sequences that were made before: each of them must lie in a counted five of locked chips.
"""

from collections.abc import Mapping
from functools import cache
from itertools import combinations
from typing import TypeAlias, TypeVar

from msgspec import Struct

from companion.errors import SetupError
from companion.games.sequence_states.boards import Chips
from companion.games.sequence_states.lines import LINES, SHARED, Five, Space
from companion.games.sequence_states.model import Colour

T = TypeVar("T")

ALL_SIDES = len(Colour)

Choice: TypeAlias = tuple[Five, ...]
"""Fives of one line, no two of which share too much."""


class Tally(Struct, frozen=True):
    """The sequences of each colour on the board, and the colour that has won, if exactly one has enough."""

    sequences: dict[Colour, tuple[Five, ...]]
    winner: Colour | None


def tally(board: Mapping[Colour, Chips], sides: int | None = None) -> Tally:
    """Count a board. `sides` play, 2 or 3; left out, three if three colours lie there.

    SetupError where locked chips can't all be of sequences.
    """
    if sides is None:
        sides = ALL_SIDES if len(board) == ALL_SIDES else 2
    if sides < len(board):
        raise SetupError(f"there are chips of {len(board)} colours, so more than {sides} sides play")
    counted = {colour: countable(colour, chips) for colour, chips in board.items()}
    # Two sides: two sequences win; three sides: one.
    needed = 1 if sides == ALL_SIDES else 2
    enough = [colour for colour, fives in counted.items() if len(fives) >= needed]
    return Tally(counted, enough[0] if len(enough) == 1 else None)


def countable(colour: Colour, chips: Chips) -> tuple[Five, ...]:
    """Return the most sequences that a side may count, in the order of the board.

    SetupError names a locked chip that no sequence can hold.
    """
    search = _Search(chips)
    best = search.best()
    if best is None:
        where = f"line {search.stuck.row + 1}, column {search.stuck.column + 1}"
        raise SetupError(
            f"{where}: this {colour} chip is locked, and it is in no sequence of five locked ones"
        )
    return best


@cache
def _together(fives: Choice) -> tuple[Choice, ...]:
    """Return every choice among fives of one line in which no two share too much, the largest first."""
    most = len(LINES[0]) // 2
    found = [
        choice
        for size in range(most + 1)
        for choice in combinations(fives, size)
        if all(len(set(one) & set(other)) <= SHARED for one, other in combinations(choice, 2))
    ]
    return tuple(sorted(found, key=lambda choice: (-len(choice), choice)))


class _Search:
    """Finds the largest choice of fives that covers all locked chips.

    Fives of locked chips are kept one after the other, each to cover a chip that lies in none yet; `choices`
    are the largest ones, line by line, with what is kept in them.
    """

    def __init__(self, chips: Chips) -> None:
        able = (tuple(five for five in line if chips.spaces.issuperset(five)) for line in LINES)
        self._able = [fives for fives in able if fives]
        self._over: dict[Space, list[tuple[int, Five]]] = {space: [] for space in chips.locked}
        for line, fives in enumerate(self._able):
            for five in filter(chips.locked.issuperset, fives):
                for space in five:
                    self._over[space].append((line, five))
        # Chips with few ways to be covered come first.
        self._order = sorted(chips.locked, key=lambda space: (len(self._over[space]), space))
        self._best: tuple[Choice, ...] | None = None
        self._size = -1
        self._reached = -1

    @property
    def stuck(self) -> Space:
        """The locked chip that could not be covered, when there is no choice at all."""
        return self._order[self._reached]

    def best(self) -> tuple[Five, ...] | None:
        """Return the largest choice, None where the locked chips can't be covered."""
        kept: tuple[frozenset[Five], ...] = (frozenset(),) * len(self._able)
        self._cover(kept, tuple(_together(fives)[0] for fives in self._able), 0)
        if self._best is None:
            return None
        return tuple(sorted(five for choice in self._best for five in choice))

    def _cover(self, kept: tuple[frozenset[Five], ...], choices: tuple[Choice, ...], done: int) -> None:
        size = sum(map(len, choices))
        if size <= self._size:
            return
        covered = {space for fives in kept for five in fives for space in five}
        while done < len(self._order) and self._order[done] in covered:
            done += 1
        if done == len(self._order):
            self._best, self._size = choices, size
            return
        self._reached = max(self._reached, done)
        for line, five in self._over[self._order[done]]:
            fixed = kept[line] | {five}
            choice = next(filter(fixed.issubset, _together(self._able[line])), None)
            if choice is not None:
                self._cover(_put(kept, line, fixed), _put(choices, line, choice), done)


def _put(values: tuple[T, ...], line: int, value: T) -> tuple[T, ...]:
    return (*values[:line], value, *values[line + 1 :])
