"""Where the cells of a grid lie on the screen, and which of them a finger comes over. Pure."""

from collections.abc import Collection

from msgspec import Struct

from companion.games.tracktic.grid import Cell
from ui.games.tracktic.aims import CellsDragged, CellTap
from ui.stage.rect import Point, Rect
from ui.stage.scene import Spot

STUCK = 0.14
"""So near to its edge, in cells, a finger isn't on a cell yet when it comes from another: it rolls."""
FINE = 4
"""Places a cell at which a finger's way is looked at."""


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

    def centre(self, cell: Cell) -> Point:
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


class Cells(Struct, frozen=True):
    """The cells as spots: a finger slides from one to the next, and tells all that it went over.

    So near to the edge of the next, in cells, it still is on the one before: `stuck`.
    """

    lattice: Lattice
    area: frozenset[Cell]
    stuck: float = STUCK
    apart: bool = False

    @property
    def step(self) -> float:
        """A finger's way is looked at in steps so long, in pixels."""
        return max(1.0, self.lattice.side / FINE)

    def at(self, x: float, y: float, before: Spot | None) -> CellTap | None:
        """Return the cell at a point, None beside the grid and where it has none."""
        cell = self.lattice.at(x, y)
        if cell is None or cell not in self.area:
            return None
        if (
            not isinstance(before, CellTap)
            or cell == before.cell
            or self.lattice.at(x, y, self.stuck) is not None
        ):
            return CellTap(cell)
        near = self.lattice.rect(before.cell).inset(-self.stuck * self.lattice.side)
        return before if near.holds(x, y) else None

    def middle(self, spot: Spot) -> Point | None:
        """Return the middle of a cell."""
        if not isinstance(spot, CellTap) or spot.cell not in self.area:
            return None
        return self.lattice.centre(spot.cell)

    def told(self, trail: tuple[CellTap, ...]) -> CellsDragged:
        """Return that a finger went over several cells."""
        return CellsDragged(tuple(tap.cell for tap in trail))


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
