"""Where a chosen pattern would lie under a finger."""

from companion.games.tracktic.grid import Cell, at, ways
from companion.games.tracktic.model import Card
from companion.games.tracktic.view import View


def ghost(view: View, card: Card, way: int, cell: Cell) -> tuple[Cell, ...]:
    """Return the cells of a pattern whose first one, row by row, lies there; moved in where it sticks out.

    `way` counts the rotations and mirror images of the pattern, round and round. Nothing where the whole grid
    has no room for it.
    """
    pattern = view.profile.pattern(card)
    if pattern is None:
        return ()
    every = ways(pattern.shape)
    shape = every[way % len(every)]
    _, first = min(shape)
    rows, columns = {on.row for on in view.area}, {on.column for on in view.area}
    row = _within(cell.row, max(row for row, _ in shape), min(rows), max(rows))
    column = _within(cell.column - first, max(column for _, column in shape), min(columns), max(columns))
    cells = at(shape, Cell(row, column))
    return tuple(sorted(cells)) if cells is not None else ()


def _within(start: int, more: int, first: int, last: int) -> int:
    """Return where something begins that reaches so much further, so that all of it lies within."""
    return max(first, min(start, last - more))
