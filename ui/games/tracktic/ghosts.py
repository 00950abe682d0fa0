"""Where a chosen pattern would lie under a finger."""

from companion.games.tracktic.grid import Cell, at, ways
from companion.games.tracktic.model import Card
from companion.games.tracktic.view import View


def ghost(view: View, card: Card, way: int, cell: Cell) -> tuple[Cell, ...]:
    """Return the cells of a pattern whose first one, row by row, lies there; none where it leaves the grid.

    `way` counts the rotations and mirror images of the pattern, round and round.
    """
    pattern = view.profile.pattern(card)
    if pattern is None:
        return ()
    every = ways(pattern.shape)
    shape = every[way % len(every)]
    _, first = min(shape)
    if cell.column < first:
        return ()
    cells = at(shape, Cell(cell.row, cell.column - first))
    return tuple(sorted(cells)) if cells is not None else ()
