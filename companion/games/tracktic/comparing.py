"""The grid as hands can compare it, and put it right: which piece lies on which cell."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from companion.game import Seat
from companion.games.tracktic.grid import Cell
from companion.games.tracktic.model import COLOURS, FEWEST, Piece, State
from companion.games.tracktic.reports import AnyReport, FlipPiece, LayPattern
from companion.games.tracktic.view import View
from companion.putting_back import GridLaying, Pieces

Grid = Mapping[Cell, Piece | None]


class TrackticLaying(GridLaying):
    """Pieces on cells."""

    act, place = "piece", Cell

    def lying(self, state: State) -> Grid:
        """Return what lies on each cell of the printed grid, None where nothing does.

        Some lie beside the smaller area for two, where a table let them stand.
        """
        return {cell: state.pieces.get(cell) for cell in state.printed}

    def may_lie(self, state: State, place: Cell) -> tuple[Piece | None, ...]:
        """Return what may lie on a cell: nothing, a white piece, or one of a colour.

        Where three play, pieces of the fourth colour lie there from the start, and may be turned.
        """
        return (None, Piece.WHITE, *(state.colours if len(state.colours) == FEWEST else COLOURS))

    def laid(self, view: View, told: Grid) -> View:
        """Return the grid with other pieces on some cells."""
        pieces = {**view.pieces, **told}
        return replace(view, pieces={cell: piece for cell, piece in pieces.items() if piece is not None})

    def against(self, state: State, told: Grid) -> Iterator[AnyReport]:
        """Yield the move of each colour that breaks a rule and has pieces lie as told; white ones too."""
        white = tuple(sorted(cell for cell, piece in told.items() if piece is Piece.WHITE))
        for seat, colour in enumerate(state.colours):
            new = tuple(sorted(cell for cell, piece in told.items() if piece is colour))
            if white and len(new) < 2:
                # The new piece may be told already: another was laid there, or it was turned, since.
                beside = new or sorted(state.printed - state.pieces.keys())
                yield from (FlipPiece(Seat(seat), flipped, laid) for flipped in white for laid in beside)
            if new:
                yield LayPattern(Seat(seat), (*new, *white), token=bool(white))

    def pieces(self, state: State) -> Pieces:
        """Return the pieces that lie on the grid."""
        return dict(state.pieces)

    def written(self, thing: Piece | None) -> str:
        """Return the name of a piece, nothing for none."""
        return thing or ""

    def read(self, said: int | str) -> Piece | None:
        """Return the piece of that name, None for none; ValueError where there is none of it."""
        return Piece(str(said)) if said else None
