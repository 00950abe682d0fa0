"""The reports of Tracktic: claims, not judged yet."""

from typing import TypeAlias

from companion.game import Report, Seat
from companion.games.tracktic.grid import Cell
from companion.games.tracktic.model import Card


class LayPattern(Report, frozen=True, tag="tracktic.lay_pattern"):
    """A player laid a pattern on these cells, including those with white pieces, in any order.

    `token`: one was given away, and the opponents' pieces on these cells were turned over. `card` is the
    pattern's id if it was named; otherwise the cells show it.
    """

    seat: Seat
    cells: tuple[Cell, ...]
    token: bool = False
    card: Card | None = None


class FlipPiece(Report, frozen=True, tag="tracktic.flip_piece"):
    """A player played a flip card: turned an opponent's piece over, and laid one of their own next to it."""

    seat: Seat
    flipped: Cell
    laid: Cell


class Skip(Report, frozen=True, tag="tracktic.skip"):
    """A player skipped the turn, and is out until the game is over."""

    seat: Seat


class OpenCard(Report, frozen=True, tag="tracktic.open_card"):
    """A card was turned up from the draw deck and is open now."""

    card: Card


AnyReport: TypeAlias = LayPattern | FlipPiece | Skip | OpenCard
