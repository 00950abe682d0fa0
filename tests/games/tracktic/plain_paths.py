"""Straightforward searches for the longest path, to compare the fast one with.

Boards to compare them on are here too.
"""

from collections.abc import Collection, Iterator
from itertools import pairwise, product
from random import Random
from typing import TypeAlias

from companion.games.tracktic.grid import Cell, connected, neighbours

Path: TypeAlias = tuple[Cell, ...]

Board: TypeAlias = tuple[list[frozenset[Cell]], frozenset[Cell]]
"""The player's own pieces of each colour, and the white ones."""


def plain_longest(own: Collection[Cell], white: Collection[Cell]) -> Path:
    """Return the first longest path with an own piece, trying all paths depth first."""
    own_cells = frozenset(own)
    cells = sorted(own_cells | frozenset(white))
    near = {cell: [other for other in neighbours(cell) if other in cells] for cell in cells}
    unvisited = set(cells)
    path: list[Cell] = []
    best: Path = ()

    def extend(cell: Cell, has_own: bool) -> None:
        nonlocal best
        has_own = has_own or cell in own_cells
        path.append(cell)
        unvisited.remove(cell)
        if has_own and len(path) > len(best):
            best = tuple(path)
        for other in near[cell]:
            if other in unvisited:
                extend(other, has_own)
        unvisited.add(path.pop())

    for cell in cells:
        extend(cell, False)
    return best


def flaws(path: Path, own: Collection[Cell], white: Collection[Cell]) -> Iterator[str]:
    """Yield the reasons why this is no path of that colour."""
    if len(set(path)) < len(path):
        yield "a piece twice"
    if not {*own, *white}.issuperset(path):
        yield "no piece there, or another's"
    if own and not set(own) & set(path):
        yield "no own piece"
    if any(after not in neighbours(before) for before, after in pairwise(path)):
        yield "not joined side to side"


def rectangle(rows: int, columns: int) -> list[Cell]:
    """Return all cells of a rectangle at the upper left."""
    return [Cell(row, column) for row, column in product(range(rows), range(columns))]


def any_board(chance: Random, rows: int, columns: int) -> tuple[list[Cell], list[Cell]]:
    """Return own and white pieces anywhere, legal or not, few or many of each."""
    fill, turned = chance.choice([0.5, 0.7, 0.85, 1]), chance.choice([0.1, 0.4, 0.7, 0.95])
    cells = [cell for cell in rectangle(rows, columns) if chance.random() < fill]
    own = [cell for cell in cells if chance.random() > turned]
    return own, [cell for cell in cells if cell not in own]


def legal_board(chance: Random, size: int, turned: float, colours: int = 4, heaps: int = 0) -> Board:
    """Return a full board on which no piece touches more than two of its colour, side to side.

    `turned` is the share of white cells: scattered, or in `heaps` clusters. A cell that no colour may take is
    empty.
    """
    cells = rectangle(size, size)
    white: set[Cell] = set()
    if heaps:
        white.update(chance.sample(cells, heaps))
        grown = sorted(white)
        while len(white) < round(turned * len(cells)):
            cell = chance.choice(list(neighbours(chance.choice(grown))))
            if cell not in white and cell.row < size and cell.column < size:
                white.add(cell)
                grown.append(cell)
    else:
        white.update(chance.sample(cells, round(turned * len(cells))))
    owns: list[set[Cell]] = [set() for _ in range(colours)]
    for cell in chance.sample(cells, len(cells)):
        if cell not in white:
            for own in chance.sample(owns, colours):
                if _lawful(own, cell):
                    own.add(cell)
                    break
    return [frozenset(own) for own in owns], frozenset(white)


def grown_board(chance: Random, size: int, turned: float, colours: int = 4, heaps: int = 0) -> Board:
    """Return a board as a game leaves it: colours grow from their corners in turn until none can.

    Now and then a colour flips a piece of another that it touches, and places a few in a row next to its own
    or to white ones connected with them. `turned` is the final share of white: the missing ones are flipped
    at the end, scattered. With `heaps`, all are flipped at the end, in that many clusters.
    """
    cells, last = rectangle(size, size), size - 1
    owns = [{corner} for corner in (Cell(0, 0), Cell(last, last), Cell(0, last), Cell(last, 0))[:colours]]
    white: set[Cell] = set()
    count = round(turned * len(cells))
    active = list(owns)
    while active:
        for own in list(active):
            others = [one for one in owns if one is not own]
            near = sorted({other for cell in connected(own, white) for other in neighbours(cell)})
            possible = [cell for cell in near if any(cell in one for one in others)]
            if possible and not heaps and len(white) < count and chance.random() < 0.5:
                cell = chance.choice(possible)
                white.add(cell)
                for one in others:
                    one.discard(cell)
            before = len(own)
            starts = connected(own, white)
            for _ in range(chance.randint(2, 5)):
                taken = white.union(*owns)
                near = sorted({other for start in starts for other in neighbours(start)} - taken)
                possible = [cell for cell in near if max(cell.row, cell.column) < size and _lawful(own, cell)]
                if not possible:
                    break
                starts = {chance.choice(possible)}
                own |= starts
            if len(own) == before:
                active.remove(own)
    left = sorted(set().union(*owns))
    if heaps:
        centres = chance.sample(cells, heaps)
        left.sort(key=lambda cell: min(_distance(cell, one) for one in centres))
    else:
        chance.shuffle(left)
    white.update(left[: count - len(white)])
    return [frozenset(own - white) for own in owns], frozenset(white)


def _lawful(own: set[Cell], cell: Cell) -> bool:
    """Return whether a piece placed there leaves none touching more than two of its colour."""
    near = [other for other in neighbours(cell) if other in own]
    return len(near) <= 2 and all(sum(one in own for one in neighbours(other)) < 2 for other in near)


def _distance(start: Cell, end: Cell) -> int:
    return abs(start.row - end.row) + abs(start.column - end.column)
