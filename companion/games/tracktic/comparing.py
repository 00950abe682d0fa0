"""The grid as hands can compare it: which piece lies on which cell."""

from collections.abc import Mapping

from msgspec.structs import replace

from companion.games.tracktic.grid import Cell
from companion.games.tracktic.model import Piece, State
from companion.games.tracktic.view import View

Pieces = Mapping[Cell, Piece | None]


def lying(state: State) -> Pieces:
    """Return what lies on each cell that is played on, None where nothing does."""
    return {cell: state.pieces.get(cell) for cell in state.area}


def may_lie(state: State, place: Cell) -> tuple[Piece | None, ...]:
    """Return what may lie on a cell: nothing, a white piece, or one of somebody's colour."""
    return (None, Piece.WHITE, *state.colours)


def laid(view: View, told: Pieces) -> View:
    """Return the grid with other pieces on some cells."""
    pieces = {**view.pieces, **told}
    return replace(view, pieces={cell: piece for cell, piece in pieces.items() if piece is not None})
