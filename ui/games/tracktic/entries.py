"""Entering which card was turned up or is played: a pad for each kind, with its picture."""

from collections.abc import Callable, Mapping
from functools import partial

from msgspec import Struct

from companion.errors import SetupError
from companion.games.tracktic.boards import read_board, write_board
from companion.games.tracktic.grid import Cell
from companion.games.tracktic.model import COLOURS, FLIP, SIGNS, Card, Piece
from companion.games.tracktic.profile import cells_of
from companion.games.tracktic.reports import OpenCard
from companion.games.tracktic.view import View
from ui.games.entries import pads
from ui.games.tracktic import words
from ui.games.tracktic.pending import Flipping, LayingPattern
from ui.games.tracktic.table import flip_items, pattern_items
from ui.parts.values import Pages, Picture, small_pad
from ui.table.presenting import Begin


def opened(view: View, on_pick: Callable[[OpenCard], None]) -> Pages:
    """Return a pad for each kind of card that was turned up, with the number still hidden."""
    hidden = {card: max(0, view.state.hidden(card)) for card in view.state.profile.cards}
    cards = {card: (count > 0, words.copies(count)) for card, count in hidden.items()}
    return _cards(view, cards, lambda card: on_pick(OpenCard(card)))


def played(view: View, on_pick: Callable[[Begin], None]) -> Pages:
    """Return a pad for each kind of card that is played; `on_pick` gets the move that is begun.

    Its hint is the number of open cards of the kind if these are reported, otherwise of cards left.
    """
    cards = {card: (view.state.playable(card), _hint(view, card)) for card in view.state.profile.cards}
    return _cards(
        view, cards, lambda card: on_pick(Begin(Flipping() if card == FLIP else LayingPattern(card)))
    )


def _cards(view: View, cards: Mapping[Card, tuple[bool, str]], on_pick: Callable[[Card], None]) -> Pages:
    """Return a pad for each card, live or not, with its hint."""
    return pads(
        small_pad(
            words.card_title(card), hint, partial(on_pick, card), live=able, picture=_picture(view, card),
            name=f"card {card}",
        )
        for card, (able, hint) in cards.items()
    )  # fmt: skip


def _picture(view: View, card: Card) -> Picture:
    colour, pattern = view.seats[view.turn].colour, view.state.profile.pattern(card)
    if pattern is None:
        return partial(flip_items, kind=colour)
    return partial(pattern_items, pattern=pattern, kind=colour)


def _hint(view: View, card: Card) -> str:
    remaining = max(0, view.state.profile.cards[card] - view.state.used.get(card, 0))
    if not view.state.watched or not remaining:
        return words.copies(remaining)
    open_cards = view.state.open.count(card)
    return words.NOT_NAMED if not open_cards and view.state.playable(card) else words.lying_open(open_cards)


# A board that is being painted, and its text.


class Painting(Struct, frozen=True):
    """The rows of a box's grid, and the pieces painted on it."""

    rows: tuple[str, ...]
    pieces: Mapping[Cell, Piece] = {}

    @property
    def area(self) -> frozenset[Cell]:
        """The cells of the grid."""
        return cells_of(self.rows)

    @property
    def colours(self) -> tuple[Piece, ...]:
        """The colours to count: those with a piece on the board, or whose start cells are all white."""
        present = set(self.pieces.values())
        return tuple(colour for colour in COLOURS if colour in present or self._turned_over(colour))

    def _turned_over(self, colour: Piece) -> bool:
        start = cells_of(self.rows, SIGNS[colour])
        return bool(start) and all(self.pieces.get(cell) is Piece.WHITE for cell in start)

    def count(self, piece: Piece) -> int:
        """Return the number of pieces of a colour, or of white ones."""
        return sum(other is piece for other in self.pieces.values())

    def painted(self, cell: Cell, piece: Piece | None) -> "Painting":
        """Return the board with a piece on a cell, or with none there."""
        pieces = {other: other_piece for other, other_piece in self.pieces.items() if other != cell}
        return Painting(self.rows, pieces if piece is None else {**pieces, cell: piece})

    def text(self) -> str:
        """Return the board as text, a line per row."""
        return write_board(self.pieces, self.area, len(self.rows), len(self.rows[0]))


def painting(rows: tuple[str, ...], text: str = "") -> Painting:
    """Return a saved board as far as it is on this grid; an empty one if the text can't be read."""
    try:
        pieces = read_board(text)
    except SetupError:
        return Painting(rows)
    area = cells_of(rows)
    return Painting(rows, {cell: piece for cell, piece in pieces.items() if cell in area})
