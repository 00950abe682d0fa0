"""The longest path by plain profile dynamic programming, to compare the product's algorithm with.

The cells are visited row by row. A state says, for each edge from a visited cell to a later one, where the
piece of path on it continues: at another such edge, or nowhere, as the path ends there. Of all ways to a
state the longest is stored, with its previous state. Nothing is bounded, pruned or split up.
"""

from collections.abc import Collection, Iterator
from typing import TypeAlias

from companion.games.tracktic.grid import Cell, connected

State: TypeAlias = tuple[int, ...]
"""Whether an own piece is used; the edge to the right; the edges down by column: 0, `END`, or its mate."""

END, RIGHT = -1, 1


def profile_longest(own: Collection[Cell], white: Collection[Cell]) -> tuple[Cell, ...]:
    """Return a longest path with an own piece; empty if there is none."""
    left, mine = {*own, *white}, frozenset(own)
    best = tuple(sorted(own)[:1])
    while left:
        part = connected([left.pop()], left)
        left -= part
        tall, wide = (max(line) - min(line) for line in zip(*((c.row, c.column) for c in part), strict=True))
        if wide > tall:
            found = map(_turned, _longest(set(map(_turned, part)), frozenset(map(_turned, mine))))
            best = max(best, tuple(found), key=len)
        else:
            best = max(best, _longest(part, mine), key=len)
    return best


def _turned(cell: Cell) -> Cell:
    return Cell(cell.column, cell.row)


def _longest(part: set[Cell], own: frozenset[Cell]) -> tuple[Cell, ...]:
    """Return the longest path through connected pieces."""
    order, first = sorted(part), min(cell.column for cell in part) - 2
    nothing = (0,) * (max(cell.column for cell in part) - first + 1)
    layers: list[dict[State, tuple[int, State]]] = [{nothing: (0, ())}]
    best = (0, 0, nothing)
    for n, cell in enumerate(order):
        at = cell.column - first
        down = Cell(cell.row + 1, cell.column) in part
        outs = [RIGHT] * (Cell(cell.row, cell.column + 1) in part) + [at] * down
        after: dict[State, tuple[int, State]] = {}
        for state, (count, _) in layers[-1].items():
            if not (state[at] or state[RIGHT]) and (state not in after or after[state][0] < count):
                after[state] = count, state
            bare = [state[0] | (cell in own), *state[1:]]
            bare[at] = bare[RIGHT] = 0
            for a, b in _pieces(state, at, outs):
                if a == b:
                    # Both are ends: the path is complete, if nothing else is open.
                    if bare[0] and not any(bare[1:]) and count + 1 > best[0]:
                        best = count + 1, n, state
                    continue
                new = bare.copy()
                for one, other in ((a, b), (b, a)):
                    if one != END:
                        new[one] = other
                key = tuple(new)
                if key not in after or after[key][0] <= count:
                    after[key] = count + 1, state
        layers.append(after)
    return _walked(best, layers, order, first)


def _pieces(state: State, at: int, outs: list[int]) -> Iterator[tuple[int, int]]:
    """Yield the results of using a cell: the two ends of the piece of path through it."""
    up, left, ends = state[at], state[RIGHT], state.count(END)
    if up and left:
        if up != RIGHT:
            yield up, left
    elif far := up or left:
        yield from ((far, out) for out in outs)
        if far == END or ends < 2:
            yield far, END
    else:
        if len(outs) == 2:
            yield RIGHT, at
        if ends < 2:
            yield from ((out, END) for out in outs)


def _walked(
    best: tuple[int, int, State], layers: list[dict[State, tuple[int, State]]], order: list[Cell], first: int
) -> tuple[Cell, ...]:
    """Trace the used edges back through the layers, and walk them."""
    count, n, state = best
    joined: dict[Cell, list[Cell]] = {}
    while count:
        cell = order[n]
        for edge, other in ((cell.column - first, (-1, 0)), (RIGHT, (0, -1))):
            if state[edge]:
                near = Cell(cell.row + other[0], cell.column + other[1])
                joined.setdefault(cell, []).append(near)
                joined.setdefault(near, []).append(cell)
        count, state = layers[n][state]
        n -= 1
    path = [min(cell for cell in joined if len(joined[cell]) == 1)] if joined else []
    while len(path) < len(joined):
        path.append(next(cell for cell in joined[path[-1]] if cell not in path[-2:]))
    return tuple(path)
