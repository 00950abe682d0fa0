"""Comparing the grid with the table and putting it right: which piece is on which cell."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from companion.game import Remedy, Seat, Steps
from companion.games.tracktic.events import AnyEvent, PatternLaid, PieceFlipped
from companion.games.tracktic.grid import Cell
from companion.games.tracktic.model import COLOURS, FEWEST, FLIP, Piece, State
from companion.games.tracktic.reports import AnyReport, FlipPiece, LayPattern
from companion.games.tracktic.view import View
from companion.putting_back import HasGridPieces, Pieces

Grid = Mapping[Cell, Piece | None]


class TrackticPieces(HasGridPieces):
    """Pieces on cells."""

    act, place = "piece", Cell

    def contents(self, state: State) -> Grid:
        """Return the piece on each cell of the printed grid, None for empty cells.

        With two players, pieces may be outside the smaller area, where the table let them stand.
        """
        return {cell: state.pieces.get(cell) for cell in state.printed}

    def possible_things(self, state: State, place: Cell) -> tuple[Piece | None, ...]:
        """Return what a cell may hold: nothing, a white piece, or a piece of any colour on the grid.

        With three players, pieces of the fourth colour are on the grid from the start, and may be turned.
        """
        return (None, Piece.WHITE, *(state.colours if len(state.colours) == FEWEST else COLOURS))

    def with_contents(self, view: View, contents: Grid) -> View:
        """Return the grid with other pieces on some cells."""
        pieces = {**view.pieces, **contents}
        return replace(view, pieces={cell: piece for cell, piece in pieces.items() if piece is not None})

    def rule_breaking(self, state: State, contents: Grid) -> Iterator[AnyReport]:
        """Yield moves, each against a rule, that could explain these pieces, white ones too."""
        white = tuple(sorted(cell for cell, piece in contents.items() if piece is Piece.WHITE))
        for seat, colour in enumerate(state.colours):
            own = tuple(sorted(cell for cell, piece in contents.items() if piece is colour))
            if white and len(own) < 2:
                # The new piece may be on the grid already, if another one was laid there or it was turned
                # since.
                new_cells = own or sorted(state.printed - state.pieces.keys())
                yield from (FlipPiece(Seat(seat), flipped, laid) for flipped in white for laid in new_cells)
            if own:
                yield LayPattern(Seat(seat), (*own, *white), token=bool(white))

    def pieces(self, state: State) -> Pieces:
        """Return the pieces that lie on the grid."""
        return dict(state.pieces)

    def returned(self, before: State, event: AnyEvent, after: State) -> Steps:
        """Return the card that was played, the token, and the cards that were turned up instead."""
        if not isinstance(event, PatternLaid | PieceFlipped):
            return ()
        turned_up = after.open_count - (before.open_count - 1)
        token = before.tokens[event.seat] > after.tokens[event.seat]
        card = event.card if isinstance(event, PatternLaid) else FLIP
        return (
            *[Remedy("close_card")] * turned_up,
            Remedy("card_back", event.seat, {"card": card}),
            *[Remedy("token_back", event.seat)] * token,
        )

    def written(self, thing: Piece | None) -> str:
        """Return the name of a piece, "" for none."""
        return thing or ""

    def read(self, written: int | str) -> Piece | None:
        """Return the piece of that name, None for ""; ValueError for an unknown one."""
        return Piece(str(written)) if written else None
