"""The grid compared with the table: which cell is which spot, and what may lie there in words."""

from companion.game import Remedy, Violation
from companion.games.tracktic.grid import Cell
from companion.games.tracktic.model import Piece
from ui import words as frame
from ui.games.face import Named
from ui.games.tracktic import words
from ui.games.tracktic.aims import CellTap
from ui.games.tracktic.sentences import cell_of
from ui.table.presenting import Presenter
from ui.table.telling import row_column


class TrackticComparing:
    """Pieces on cells."""

    def spot(self, place: Cell) -> CellTap:
        """Return the spot of a cell."""
        return CellTap(place)

    def lies(self, presenter: Presenter, place: Cell, thing: Piece | None) -> Named:
        """Return which piece that is, and where, in words."""
        return frame.NOTHING if thing is None else words.A_PIECE[thing], row_column(place), None

    def named(self, thing: Violation | Remedy) -> tuple[Cell, ...]:
        """Return the cell that a fault, or something to be done about it, names."""
        at = cell_of(thing)
        return () if at is None else (at,)
