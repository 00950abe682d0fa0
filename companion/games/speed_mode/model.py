"""The data of Two Player Speed Mode: tokens on pairs, the facts of a match, and its state."""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct, field

from companion.game import Level, Outcome, Seat
from companion.games.speed_mode.board import Board, Combination, Kind, Link, Place
from companion.games.speed_mode.board_file import derived

PLAYERS = 2

HAND_SIZE = 10
"""Cards each player is dealt, and the most that replenishing leaves in a hand."""

FACE_UP = 5
"""Face-up cards while the deck has any."""

MANY_EXCHANGES = 10
"""Exchanges in a row, after which the table is asked whether to end (ruling endless_exchange)."""

MOST_GROUPS = 40
"""Most points for groups of unpaired combinations that may be counted by hand."""


class Rulings(Struct, frozen=True, forbid_unknown_fields=True):
    """What the table chose where the rulebook leaves it open."""

    unpaired_groups: Literal["adjacent", "by_hand", "none"] = "adjacent"
    replenish_strict: Literal["seven_or_fewer", "up_to_ten"] = "seven_or_fewer"
    exhausted: Literal["face_down", "all"] = "face_down"


class Facts(Struct, frozen=True, forbid_unknown_fields=True):
    """What is settled before the first turn.

    `board` is the derived one by default. At the watching level face-up cards are reported. `first` is the
    seat that begins.
    """

    players: int = PLAYERS
    board: Board = field(default_factory=derived)
    level: Level = Level.COUNTING
    rulings: dict[str, str] = {}
    first: Seat = Seat(0)


class OnPair(Struct, frozen=True):
    """The tokens on a pair: the seats whose semi-circles cover its halves, or whose circle covers both."""

    halves: tuple[Seat | None, Seat | None] = (None, None)
    circle: Seat | None = None

    def free(self, half: int) -> bool:
        """Return whether nothing covers a half."""
        return self.circle is None and self.halves[half] is None


class Extra(Struct, frozen=True):
    """A quadrilateral extra-point token of a seat between two pairs; `group`: for unpaired combinations."""

    seat: Seat
    between: Link
    group: bool = False


class State(Struct, frozen=True):
    """A position.

    `pairs` are the tokens on the board's pairs, in its order; `face_up` counts the face-up cards, and `open`
    are those of them that were reported. `hands` (numbers of cards) and `stuck` (the player has said that the
    hand makes no combination) are by seat. `discards` are exact, by kind. `exchanges` counts those in a row;
    `asked`: the table was asked whether to end. `finished`: play is over, and points for groups are still to
    be counted by hand; `groups` are those points. `short` cards are lost.
    """

    board: Board
    watched: bool
    rulings: Rulings
    turn: Seat
    pairs: tuple[OnPair, ...]
    deck: int
    face_up: int
    hands: tuple[int, ...]
    discards: Mapping[Kind, int]
    open: tuple[Kind, ...] = ()
    extras: tuple[Extra, ...] = ()
    exchanges: int = 0
    stuck: tuple[bool, ...] = (False, False)
    asked: bool = False
    finished: bool = False
    groups: tuple[int, ...] = (0, 0)
    short: int = 0
    ended: Outcome | None = None

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Both seats."""
        return tuple(Seat(seat) for seat in range(len(self.hands)))

    @property
    def unreported(self) -> int:
        """Number of face-up cards that haven't been reported; 0 where they aren't reported."""
        return self.face_up - len(self.open) if self.watched else 0

    @property
    def drawable(self) -> int:
        """Number of cards that can be drawn, face up or from the deck."""
        return self.deck + self.face_up

    def on(self, place: Place) -> OnPair:
        """Return the tokens on the pair at a place, which must be on the board."""
        return self.pairs[self.board.places.index(place)]

    def free(self, place: Place, half: int) -> bool:
        """Return whether a combination may be made: nothing covers it."""
        return self.on(place).free(half)

    def left(self, kind: Kind) -> int:
        """Return how many cards of a kind aren't discarded."""
        return self.board.deck.get(kind, 0) - self.discards.get(kind, 0)

    def hidden(self, kind: Kind) -> int:
        """Return how many cards of a kind are neither discarded nor known to be face up."""
        return self.left(kind) - self.open.count(kind)

    def cards(self, place: Place, half: int) -> Combination:
        """Return the cards of a combination of the board."""
        cards = self.board.combination(place, half)
        assert cards is not None
        return cards

    def other(self, seat: Seat) -> Seat:
        """Return the other player."""
        return Seat((seat + 1) % len(self.hands))
