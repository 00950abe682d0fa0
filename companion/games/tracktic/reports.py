"""What the table may report: claims, not yet judged."""

from typing import TypeAlias

from companion.game import Report, Seat
from companion.games.tracktic.grid import Cell
from companion.games.tracktic.model import Card


class LayPattern(Report, frozen=True, tag="tracktic.lay_pattern"):
    """A player replicated a pattern: on these cells, those with white pieces too, in any order.

    `token`: one was given away, and the opponents' pieces that lay on these cells were turned over. `card`
    is the pattern's id where it was told; else the referee sees it from the cells.
    """

    seat: Seat
    cells: tuple[Cell, ...]
    token: bool = False
    card: Card | None = None


class FlipPiece(Report, frozen=True, tag="tracktic.flip_piece"):
    """A player played a flip card: turned an opponent's piece over, and laid an own one beside it."""

    seat: Seat
    flipped: Cell
    laid: Cell


class Skip(Report, frozen=True, tag="tracktic.skip"):
    """A player skipped the turn, and is out until the game is over."""

    seat: Seat


class OpenCard(Report, frozen=True, tag="tracktic.open_card"):
    """A card was turned up from the draw deck, and lies among the open ones."""

    card: Card


AnyReport: TypeAlias = LayPattern | FlipPiece | Skip | OpenCard
