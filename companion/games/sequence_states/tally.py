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
    counted = {colour: countable(colour, chips) for colour, chips in board.items()}
    # With two sides two sequences win; with three, one.
    needed = 1 if sides == ALL_SIDES else 2
    enough = [colour for colour, fives in counted.items() if len(fives) >= needed]
    return Tally(counted, enough[0] if len(enough) == 1 else None)


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
def _together(fives: Choice) -> tuple[Choice, ...]:
    """Return every choice among the fives of a line, the largest first."""
    found = [
        choice
        for size in range(MOST_IN_A_LINE + 1)
        for choice in combinations(fives, size)
        if all(len(set(one) & set(other)) <= SHARED for one, other in combinations(choice, 2))
    ]
    return tuple(sorted(found, key=lambda choice: (-len(choice), choice)))


class _Search:
    """Finds the largest choice of fives that covers all locked chips.

    It fixes fives of locked chips one by one, each to cover a chip that isn't covered yet, the one with the
    fewest ways first. `kept` are the fives fixed in each line, `choices` the largest choice of each line
    that includes them.
    """

    def __init__(self, chips: Chips) -> None:
        able = (tuple(five for five in line if chips.spaces.issuperset(five)) for line in LINES)
        self._able = [fives for fives in able if fives]
        self._whole: set[Five] = set()
        self._over: dict[Space, list[tuple[int, Five]]] = {space: [] for space in sorted(chips.locked)}
        for line, fives in enumerate(self._able):
            for five in filter(chips.locked.issuperset, fives):
                self._whole.add(five)
                for space in five:
                    self._over[space].append((line, five))
        self._best: tuple[Choice, ...] | None = None
        self._size = -1
        self.stuck = Space(0, 0)
        self._fewest_left = len(chips.locked) + 1

    def best(self) -> tuple[Five, ...] | None:
        """Return the largest choice; None if it can't cover all locked chips, of which `stuck` is one."""
        kept: tuple[frozenset[Five], ...] = (frozenset(),) * len(self._able)
        self._cover(kept, tuple(_together(fives)[0] for fives in self._able), tuple(self._over))
        if self._best is None:
            return None
        return tuple(sorted(five for choice in self._best for five in choice))

    def _cover(
        self, kept: tuple[frozenset[Five], ...], choices: tuple[Choice, ...], left: tuple[Space, ...]
    ) -> None:
        size = sum(map(len, choices))
        if size <= self._size:
            return
        # The largest choices may already cover all locked chips.
        held = {space for choice in choices for five in choice if five in self._whole for space in five}
        if held.issuperset(left):
            self._best, self._size = choices, size
            return
        ways = {space: self._ways(kept, choices, space) for space in left}
        space = min(left, key=lambda space: len(ways[space]))
        if len(left) < self._fewest_left:
            self._fewest_left, self.stuck = len(left), space
        for _, line, five, choice in sorted(ways[space], key=lambda way: way[:3]):
            fixed = kept[line] | {five}
            others = tuple(other for other in left if other not in five)
            self._cover(put(kept, line, fixed), put(choices, line, choice), others)

    def _ways(
        self, kept: tuple[frozenset[Five], ...], choices: tuple[Choice, ...], space: Space
    ) -> list[tuple[int, int, Five, Choice]]:
        """Return ways to cover a chip: sequences lost by it, the line, the five, and the new choice there."""
        found = []
        for line, five in self._over[space]:
            fixed = kept[line] | {five}
            choice = next(filter(fixed.issubset, _together(self._able[line])), None)
            if choice is not None:
                found.append((len(choices[line]) - len(choice), line, five, choice))
        return found
