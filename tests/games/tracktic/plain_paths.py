"""The longest path, searched for in the straightforward ways: what the quick way is held against."""

from collections.abc import Collection

from companion.games.tracktic.grid import Cell, beside


def plain_longest(own: Collection[Cell], white: Collection[Cell]) -> tuple[Cell, ...]:
    """Return the first longest path with an own piece, of all paths there are: depth first."""
    cells = {*own, *white}
    mine = frozenset(own)
    best: tuple[Cell, ...] = ()

    def go(path: tuple[Cell, ...], left: frozenset[Cell], owned: bool) -> None:
        nonlocal best
        if owned and len(path) > len(best):
            best = path
        for cell in beside(path[-1]):
            if cell in left:
                go((*path, cell), left - {cell}, owned or cell in mine)

    for cell in sorted(cells):
        go((cell,), frozenset(cells - {cell}), cell in mine)
    return best
