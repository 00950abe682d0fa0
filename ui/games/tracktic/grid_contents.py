"""What lies on a grid, and what is marked on it. Pure."""

from collections.abc import Mapping
from functools import lru_cache

from msgspec import Struct

from companion.games.tracktic.grid import Cell
from companion.games.tracktic.model import Piece
from ui.games.tracktic import art
from ui.games.tracktic.marks import NOTHING, Marks
from ui.games.tracktic.sides import alike
from ui.stage.art import Art

DIM = 0.34
"""What is left of a piece that isn't meant."""


class GridContents(Struct, frozen=True):
    """The cells of a grid, the pieces on them, those of the beginning, and what is marked.

    On those that are `closed` nobody plays.
    """

    area: frozenset[Cell]
    pieces: Mapping[Cell, Piece]
    start: frozenset[Cell] = frozenset()
    marks: Marks = NOTHING
    closed: frozenset[Cell] = frozenset()

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells, row by row."""
        return _in_order(self.area)

    def look(self, cell: Cell) -> Art | None:
        """Return how the piece on a cell looks, None where none lies."""
        kind = self.pieces.get(cell)
        return None if kind is None else art.piece(kind, alike(cell, self.pieces), start=cell in self.start)

    def opacity(self, cell: Cell) -> float:
        """Return how much is left of the piece on a cell."""
        dim = self.marks.dim_others is not None
        return DIM if dim and self.pieces[cell] not in (self.marks.dim_others, Piece.WHITE) else 1.0


@lru_cache(maxsize=8)
def _in_order(area: frozenset[Cell]) -> tuple[Cell, ...]:
    return tuple(sorted(area))
