"""The events of Tracktic: facts in the past tense, which evolve trusts."""

from typing import TypeAlias

from companion.game import Event, Outcome, Ruling, Seat
from companion.games.tracktic.grid import Cell
from companion.games.tracktic.model import Card


class CardOpened(Event, frozen=True, tag="tracktic.card_opened"):
    """A card was turned up."""

    card: Card


class PatternLaid(Event, frozen=True, tag="tracktic.pattern_laid"):
    """A player laid pieces on the cells `laid`, and with a token turned over those on `flipped`.

    `wasted`: the token turned nothing over, and the table let that stand.
    """

    seat: Seat
    card: Card
    laid: tuple[Cell, ...]
    flipped: tuple[Cell, ...] = ()
    wasted: bool = False


class PieceFlipped(Event, frozen=True, tag="tracktic.piece_flipped"):
    """A player played a flip card: turned an opponent's piece over and laid a piece next to it."""

    seat: Seat
    flipped: Cell
    laid: Cell


class Skipped(Event, frozen=True, tag="tracktic.skipped"):
    """A player skipped, and is out until the game is over."""

    seat: Seat


class TurnPassed(Event, frozen=True, tag="tracktic.turn_passed"):
    """The next player's turn began."""

    to: Seat


class Ended(Event, frozen=True, tag="tracktic.ended"):
    """The game is over."""

    outcome: Outcome


AnyEvent: TypeAlias = CardOpened | PatternLaid | PieceFlipped | Skipped | TurnPassed | Ended

AnyRuling: TypeAlias = Ruling[AnyEvent]
"""The ruling on a report."""
