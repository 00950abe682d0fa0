"""Where the cells of a grid lie on the screen, and which of them a finger comes over."""

from collections.abc import Collection, Iterator
from math import ceil, hypot

from msgspec import Struct

from companion.games.tracktic.grid import Cell
from ui.widgets.layout import Rect

STUCK = 0.14
"""So near to its edge, in cells, a finger isn't on a cell yet when it comes from another: it rolls."""
FINE = 4
"""A finger's way is looked at in so many places a cell."""


class Lattice(Struct, frozen=True):
    """Square cells from a first row and column; `left` and `top` are pixels, `side` that of a cell."""

    left: int = 0
    top: int = 0
    side: int = 0
    row: int = 0
    column: int = 0
    rows: int = 0
    columns: int = 0

    @property
    def room(self) -> Rect:
        """Where all cells lie."""
        wide, high = self.columns * self.side, self.rows * self.side
        return Rect(self.left, self.top - high, wide, high)

    def rect(self, cell: Cell) -> Rect:
        """Return where a cell lies."""
        x = self.left + (cell.column - self.column) * self.side
        return Rect(x, self.top - (cell.row - self.row + 1) * self.side, self.side, self.side)

    def centre(self, cell: Cell) -> tuple[float, float]:
        """Return the middle of a cell."""
        return self.rect(cell).center

    def holds(self, cell: Cell) -> bool:
        """Tell whether a cell is within the rows and columns."""
        return 0 <= cell.row - self.row < self.rows and 0 <= cell.column - self.column < self.columns

    def at(self, x: float, y: float, stuck: float = 0.0) -> Cell | None:
        """Return the cell at a point, None beside all cells, or so near to the edge of one."""
        if self.side < 1:
            return None
        across, down = (x - self.left) / self.side, (self.top - y) / self.side
        if not (0 <= across < self.columns and 0 <= down < self.rows):
            return None
        if any(not stuck <= part % 1 <= 1 - stuck for part in (across, down)):
            return None
        return Cell(int(down) + self.row, int(across) + self.column)

    def between(self, one: tuple[float, float], other: tuple[float, float]) -> Iterator[Cell]:
        """Yield the cells that a finger comes over from one point to the other, without the edges."""
        if self.side < 1:
            return
        (x, y), (u, v) = one, other
        steps = max(1, ceil(hypot(u - x, v - y) / self.side * FINE))
        last = None
        for n in range(1, steps + 1):
            cell = self.at(x + (u - x) * n / steps, y + (v - y) * n / steps, STUCK)
            if cell is not None and cell != last:
                last = cell
                yield cell


def fitted(area: Collection[Cell], rect: Rect, numbers: float) -> Lattice:
    """Return the largest cells in the middle of a room, with so much left for numbers above and beside."""
    if not area:
        return Lattice()
    row, column = min(cell.row for cell in area), min(cell.column for cell in area)
    rows = max(cell.row for cell in area) - row + 1
    columns = max(cell.column for cell in area) - column + 1
    side = int(min((rect.width - numbers) / columns, (rect.height - numbers) / rows))
    if side < 1:
        return Lattice()
    spare = rect.width - numbers - side * columns, rect.height - numbers - side * rows
    left, top = round(rect.x + numbers + spare[0] / 2), round(rect.top - numbers - spare[1] / 2)
    return Lattice(left, top, side, row, column, rows, columns)
