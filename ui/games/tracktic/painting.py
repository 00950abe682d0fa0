"""A board that is being painted: what lies on which cell, and how it is kept as text. Pure."""

from collections.abc import Mapping

from msgspec import Struct

from companion.errors import SetupError
from companion.games.tracktic.boards import Board, read_board
from companion.games.tracktic.box import cells_of
from companion.games.tracktic.grid import Cell
from companion.games.tracktic.model import COLOURS, LETTERS, Piece

_SIGNS = {piece: sign for sign, piece in LETTERS.items()}


class Painting(Struct, frozen=True):
    """The rows of a box's grid, and the pieces that were painted on it."""

    rows: tuple[str, ...]
    pieces: Mapping[Cell, Piece] = {}

    @property
    def area(self) -> frozenset[Cell]:
        """The cells that are played on."""
        return cells_of(self.rows)

    @property
    def board(self) -> Board:
        """The board as it lies there."""
        return Board(self.area, self.pieces)

    @property
    def colours(self) -> tuple[Piece, ...]:
        """The colours that are counted: a piece of them lies there, or all that they began with is white."""
        lying = set(self.pieces.values())
        return tuple(colour for colour in COLOURS if colour in lying or self._turned_over(colour))

    def _turned_over(self, colour: Piece) -> bool:
        start = cells_of(self.rows, _SIGNS[colour])
        return bool(start) and all(self.pieces.get(cell) is Piece.WHITE for cell in start)

    def count(self, piece: Piece) -> int:
        """Return how many pieces of a colour, or white ones, lie there."""
        return sum(other is piece for other in self.pieces.values())

    def painted(self, cell: Cell, piece: Piece | None) -> "Painting":
        """Return the board with a piece on a cell; None: with none there."""
        pieces = {other: lying for other, lying in self.pieces.items() if other != cell}
        return Painting(self.rows, pieces if piece is None else {**pieces, cell: piece})

    def cleared(self) -> "Painting":
        """Return the bare grid."""
        return Painting(self.rows)

    def text(self) -> str:
        """Return the board as text, a line a row."""
        return "\n".join(
            "".join(
                "#"
                if sign == "#"
                else _SIGNS[self.pieces[at]]
                if (at := Cell(row, n)) in self.pieces
                else "."
                for n, sign in enumerate(line)
            )
            for row, line in enumerate(self.rows)
        )


def painting(rows: tuple[str, ...], text: str = "") -> Painting:
    """Return what was kept of a board, as far as it lies on this grid; nothing of a text that is no board."""
    bare = Painting(rows)
    try:
        pieces = read_board(text).pieces if text else {}
    except SetupError:
        return bare
    area = bare.area
    return Painting(rows, {cell: piece for cell, piece in pieces.items() if cell in area})
