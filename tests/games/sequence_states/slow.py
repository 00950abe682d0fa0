"""A second, slow implementation of the sequence rules: cells as pairs, every subset tried."""

from collections.abc import Iterable
from itertools import combinations
from typing import TypeAlias

Cell: TypeAlias = tuple[int, int]
Line: TypeAlias = frozenset[Cell]


def lines() -> list[Line]:
    """Return every five in a line, found by walking from each cell in every direction."""
    fives: set[Line] = set()
    for row in range(10):
        for column in range(10):
            for down in (-1, 0, 1):
                for across in (-1, 0, 1):
                    cells = {(row + down * n, column + across * n) for n in range(5)}
                    if len(cells) == 5 and all(0 <= r <= 9 and 0 <= c <= 9 for r, c in cells):
                        fives.add(frozenset(cells))
    return sorted(fives, key=sorted)


ALL = lines()


def apart(chosen: Iterable[Line]) -> bool:
    """Return whether no two of them have more than one cell in common."""
    return all(len(first & second) <= 1 for first, second in combinations(chosen, 2))


def new_lines(chips: Iterable[Cell], cell: Cell, made: Iterable[Line]) -> list[Line]:
    """Return the fives that a chip on `cell`, one of `chips`, may have completed next to those `made`."""
    own, made = set(chips), list(made)
    return [line for line in ALL if cell in line and line <= own and all(apart((line, old)) for old in made)]


def most(candidates: list[Line]) -> int:
    """Return the most of these fives that count together."""
    for size in range(len(candidates), 0, -1):
        if any(apart(choice) for choice in combinations(candidates, size)):
            return size
    return 0


def direction(line: Line) -> Cell:
    """Return the direction of a five."""
    first, second = sorted(line)[:2]
    return second[0] - first[0], second[1] - first[1]


def best(candidates: list[Line], cell: Cell) -> list[Line]:
    """Return the fives locked where nobody chooses: all that go together, around the new chip."""
    chosen: list[Line] = []
    for step in dict.fromkeys(map(direction, candidates)):
        same_direction = [line for line in candidates if direction(line) == step]
        pairs = [pair for pair in combinations(same_direction, 2) if apart(pair)]
        if pairs:
            chosen += pairs[0]
            continue
        chosen.append(min(same_direction, key=lambda line: (abs(sorted(line).index(cell) - 2), sorted(line))))
    return chosen


def most_on_board(chips: Iterable[Cell], locked: Iterable[Cell]) -> int | None:
    """Return how many fives a side may count; None if they can't cover all its locked chips. Slow."""
    own, turned = set(chips), set(locked)
    candidates = [line for line in ALL if line <= own]
    for size in range(len(candidates), -1, -1):
        for choice in combinations(candidates, size):
            covered = set().union(*(line for line in choice if line <= turned))
            if turned <= covered and apart(choice):
                return size
    return None
