"""The tally of a finished board: the most sequences that each side may count, and who has won.

Two sequences of one side may share at most one space (ss.share). Fives of different directions never share
more, so only fives in the same line can conflict. Locked chips belong to earlier sequences: each must be in
a counted five whose chips are all locked.
"""

from collections.abc import Mapping
from functools import cache
from itertools import combinations
from typing import TypeAlias

from msgspec import Struct

from companion.errors import SetupError
from companion.game import put
from companion.games.sequence_states.boards import Chips
from companion.games.sequence_states.lines import LINES, SHARED, Five, Space
from companion.games.sequence_states.model import Colour

ALL_SIDES = len(Colour)

MOST_IN_A_LINE = 2
"""A line of ten has room for two fives that share at most one space, never for three."""

Choice: TypeAlias = tuple[Five, ...]
"""Fives of one line that share at most one space."""


class Tally(Struct, frozen=True):
    """The sequences of each colour on the board, and the colour that has won, if exactly one has enough."""

    sequences: dict[Colour, tuple[Five, ...]]
    winner: Colour | None


def tally(board: Mapping[Colour, Chips], sides: int | None = None) -> Tally:
    """Count a board. `sides` is 2 or 3; by default 3 if there are chips of three colours, else 2.

    SetupError if there are more colours than sides, or locked chips that can't all be in sequences.
    """
    if sides is None:
        sides = ALL_SIDES if len(board) == ALL_SIDES else 2
    if sides < len(board):
        raise SetupError(f"there are chips of {len(board)} colours, so more than {sides} sides play")
    sequences = {colour: countable(colour, chips) for colour, chips in board.items()}
    # With two sides two sequences win; with three, one.
    needed = 1 if sides == ALL_SIDES else 2
    enough = [colour for colour, fives in sequences.items() if len(fives) >= needed]
    return Tally(sequences, enough[0] if len(enough) == 1 else None)


def countable(colour: Colour, chips: Chips) -> tuple[Five, ...]:
    """Return the largest set of sequences that a side may count, row by row.

    SetupError names a locked chip that no sequence can include.
    """
    search = _Search(chips)
    best = search.best()
    if best is None:
        where = f"line {search.stuck.row + 1}, column {search.stuck.column + 1}"
        raise SetupError(
            f"{where}: this {colour} chip is locked, but no line of five locked ones is left for it"
        )
    return best


@cache
def _choices(fives: Choice) -> tuple[Choice, ...]:
    """Return every choice among the fives of a line, the largest first."""
    choices = [
        choice
        for size in range(MOST_IN_A_LINE + 1)
        for choice in combinations(fives, size)
        if all(len(set(first) & set(second)) <= SHARED for first, second in combinations(choice, 2))
    ]
    return tuple(sorted(choices, key=lambda choice: (-len(choice), choice)))


class _Search:
    """Finds the largest choice of fives that covers all locked chips.

    It fixes fives of locked chips one by one, each to cover a chip that isn't covered yet, the one with the
    fewest ways first. `fixed` are the fives fixed in each line, `choices` the largest choice of each line
    that includes them.
    """

    def __init__(self, chips: Chips) -> None:
        by_line = (tuple(filter(chips.spaces.issuperset, line)) for line in LINES)
        self._fives = [fives for fives in by_line if fives]
        self._locked_fives: set[Five] = set()
        self._covering: dict[Space, list[tuple[int, Five]]] = {space: [] for space in sorted(chips.locked)}
        for line, fives in enumerate(self._fives):
            for five in filter(chips.locked.issuperset, fives):
                self._locked_fives.add(five)
                for space in five:
                    self._covering[space].append((line, five))
        self._best: tuple[Choice, ...] | None = None
        self._size = -1
        self.stuck = Space(0, 0)
        self._fewest_left = len(chips.locked) + 1

    def best(self) -> tuple[Five, ...] | None:
        """Return the largest choice; None if it can't cover all locked chips, of which `stuck` is one."""
        fixed: tuple[frozenset[Five], ...] = (frozenset(),) * len(self._fives)
        self._cover(fixed, tuple(_choices(fives)[0] for fives in self._fives), tuple(self._covering))
        if self._best is None:
            return None
        return tuple(sorted(five for choice in self._best for five in choice))

    def _cover(
        self, fixed: tuple[frozenset[Five], ...], choices: tuple[Choice, ...], uncovered: tuple[Space, ...]
    ) -> None:
        size = sum(map(len, choices))
        if size <= self._size:
            return
        # The largest choices may already cover all locked chips.
        covered = {
            space for choice in choices for five in choice if five in self._locked_fives for space in five
        }
        if covered.issuperset(uncovered):
            self._best, self._size = choices, size
            return
        ways = {space: self._ways(fixed, choices, space) for space in uncovered}
        space = min(uncovered, key=lambda space: len(ways[space]))
        if len(uncovered) < self._fewest_left:
            self._fewest_left, self.stuck = len(uncovered), space
        for _, line, five, choice in sorted(ways[space], key=lambda way: way[:3]):
            line_fixed = fixed[line] | {five}
            rest = tuple(other for other in uncovered if other not in five)
            self._cover(put(fixed, line, line_fixed), put(choices, line, choice), rest)

    def _ways(
        self, fixed: tuple[frozenset[Five], ...], choices: tuple[Choice, ...], space: Space
    ) -> list[tuple[int, int, Five, Choice]]:
        """Return ways to cover a chip: sequences lost by it, the line, the five, and the new choice there."""
        ways = []
        for line, five in self._covering[space]:
            line_fixed = fixed[line] | {five}
            choice = next(filter(line_fixed.issubset, _choices(self._fives[line])), None)
            if choice is not None:
                ways.append((len(choices[line]) - len(choice), line, five, choice))
        return ways
