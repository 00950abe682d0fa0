"""The data of Tracktic: pieces, cards, the facts of a match, and the state."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Literal, TypeAlias

from msgspec import Struct, field

from companion.game import Level, Outcome, Seat
from companion.games.tracktic.grid import Cell
from companion.games.tracktic.profile import Profile, cells_of, demo


class Piece(StrEnum):
    """A piece on a cell: its colour, or its white back."""

    YELLOW = "yellow"
    BLUE = "blue"
    GREEN = "green"
    RED = "red"
    WHITE = "white"


COLOURS = (Piece.YELLOW, Piece.BLUE, Piece.GREEN, Piece.RED)
"""The players' colours, in the order in which seats get them."""

Pieces: TypeAlias = Mapping[Cell, Piece]
"""The pieces on the grid, by cell."""

LETTERS = {"Y": Piece.YELLOW, "B": Piece.BLUE, "G": Piece.GREEN, "R": Piece.RED, "W": Piece.WHITE}
"""Letters of pieces in text boards."""
SIGNS = {piece: sign for sign, piece in LETTERS.items()}

Card: TypeAlias = str
"""A kind of card: a pattern's id, or `FLIP`."""

FLIP: Card = "flip"

FEWEST, MOST = 2, 4
"""Number of players."""

OPEN = 4
"""Number of open cards."""


def cells_with(pieces: Pieces, piece: Piece) -> frozenset[Cell]:
    """Return the cells of all pieces of one colour, or of the white ones."""
    return frozenset(cell for cell, other in pieces.items() if other == piece)


class Rulings(Struct, frozen=True, forbid_unknown_fields=True):
    """What the table chose where the rulebook leaves it open."""

    token_cell: Literal["stands", "closed"] = "stands"
    start_piece_flippable: Literal["yes", "no"] = "yes"
    refill: Literal["at_once", "all_used"] = "at_once"


class Facts(Struct, frozen=True, forbid_unknown_fields=True):
    """What is settled before the first turn.

    `profile` is the made-up box by default. `colours` are by seat; empty: in the order of `COLOURS`. At the
    watching level open cards are reported.
    """

    players: int = 4
    profile: Profile = field(default_factory=demo)
    colours: tuple[Piece, ...] = ()
    level: Level = Level.COUNTING
    rulings: dict[str, str] = {}
    first: Seat = Seat(0)


class State(Struct, frozen=True):
    """A position.

    `area` are the cells in play, `pieces` the pieces on them, `start` the cells of start pieces. `laid`
    counts pieces that have left the supply, in the order of `COLOURS`, including those that are white now.
    `used` counts cards played, by kind; `open` are the open cards that were reported. `tokens` and `skipped`
    are by seat; `skipper` has just skipped, and nothing was played since.
    """

    profile: Profile
    area: frozenset[Cell]
    pieces: Pieces
    start: frozenset[Cell]
    colours: tuple[Piece, ...]
    watched: bool
    rulings: Rulings
    turn: Seat
    tokens: tuple[int, ...]
    skipped: tuple[bool, ...]
    laid: tuple[int, ...]
    used: Mapping[Card, int]
    open: tuple[Card, ...] = ()
    skipper: Seat | None = None
    ended: Outcome | None = None

    @property
    def printed(self) -> frozenset[Cell]:
        """The cells of the printed grid, which with two players may go on beyond the smaller area."""
        smaller = self.profile.area_two and len(self.colours) == FEWEST
        return self.area | cells_of(self.profile.area) if smaller else self.area

    @property
    def left(self) -> int:
        """Number of cards that haven't been played, open ones included."""
        return sum(self.profile.cards.values()) - sum(self.used.values())

    @property
    def open_count(self) -> int:
        """Number of open cards, reported or not."""
        refilled_at_once = self.rulings.refill == "at_once"
        return min(OPEN if refilled_at_once else OPEN - sum(self.used.values()) % OPEN, self.left)

    @property
    def unreported(self) -> int:
        """Number of open cards that haven't been reported; 0 where they aren't reported."""
        return self.open_count - len(self.open) if self.watched else 0

    def hidden(self, card: Card) -> int:
        """Return how many cards of a kind are neither played nor reported as open."""
        return self.profile.cards.get(card, 0) - self.used.get(card, 0) - self.open.count(card)

    def playable(self, card: Card) -> bool:
        """Return whether a card of a kind may be open now."""
        if self.profile.cards.get(card, 0) <= self.used.get(card, 0):
            return False
        return not self.watched or card in self.open or (self.unreported > 0 and self.hidden(card) > 0)

    def cells_of(self, piece: Piece) -> frozenset[Cell]:
        """Return the cells of all pieces of one colour, or of the white ones."""
        return cells_with(self.pieces, piece)

    def supply(self, colour: Piece) -> int:
        """Return how many pieces of a colour are left in the supply."""
        return self.profile.pieces - self.laid[COLOURS.index(colour)]
