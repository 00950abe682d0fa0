"""What lies on the table, what hands may claim, and what happened."""

from typing import TypeAlias

from msgspec import Struct

from companion.game import Outcome, Seat

Hands: TypeAlias = tuple[Seat, ...]
"""Seats in rising order, each once."""


class Facts(Struct, frozen=True):
    """How many play, with how many cards each, and who turns the first one."""

    players: int = 2
    each: int = 8
    rulings: dict[str, str] = {}
    first: Seat = Seat(0)


class State(Struct, frozen=True):
    """Face-down cards and cards won by seat, and how many lie face up in the middle.

    `took` is who took the pile last, and how many cards, until the next card is turned.
    """

    stacks: tuple[int, ...]
    won: tuple[int, ...]
    turn: Seat
    pile: int = 0
    took: tuple[Seat, int] | None = None
    ended: Outcome | None = None

    @property
    def seats(self) -> list[Seat]:
        """Everybody."""
        return [Seat(seat) for seat in range(len(self.stacks))]


class TurnCard(Struct, frozen=True, tag="halves.turn_card", tag_field="type"):
    """A seat turns its next card onto the pile."""

    seat: Seat


class TakePile(Struct, frozen=True, tag="halves.take_pile", tag_field="type"):
    """These hands were first on the totem; none where nobody can tell."""

    hands: Hands


class CallWrong(Struct, frozen=True, tag="halves.call_wrong", tag_field="type"):
    """The two topmost halves make no whole."""


class CallEnd(Struct, frozen=True, tag="halves.call_end", tag_field="type"):
    """All cards are turned, and nobody takes the rest."""


class CardTurned(Struct, frozen=True, tag="halves.card_turned", tag_field="type"):
    """A seat turned a card."""

    seat: Seat


class PileTaken(Struct, frozen=True, tag="halves.pile_taken", tag_field="type"):
    """A seat took the pile, so many cards."""

    seat: Seat
    count: int


class PileStayed(Struct, frozen=True, tag="halves.pile_stayed", tag_field="type"):
    """Nobody was first alone."""

    hands: Hands


class PileReturned(Struct, frozen=True, tag="halves.pile_returned", tag_field="type"):
    """A seat had grabbed for nothing: the pile lies again, and `paid` cards of theirs under it."""

    seat: Seat
    count: int
    paid: int


class Ended(Struct, frozen=True, tag="halves.ended", tag_field="type"):
    """It is over."""

    outcome: Outcome


AnyReport: TypeAlias = TurnCard | TakePile | CallWrong | CallEnd
AnyEvent: TypeAlias = CardTurned | PileTaken | PileStayed | PileReturned | Ended
