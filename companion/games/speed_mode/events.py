"""The events of Two Player Speed Mode: facts in the past tense, which evolve trusts."""

from enum import StrEnum
from typing import TypeAlias

from companion.game import BySeat, Event, Outcome, Ruled, Ruling, Seat
from companion.games.speed_mode.board import Combination, Kind, Link, Place


class Why(StrEnum):
    """Why play ended."""

    STUCK = "stuck"
    NOTHING_LEFT = "nothing_left"
    AGREED = "agreed"


class CombinationMade(Event, frozen=True, tag="speed_mode.combination_made"):
    """A seat discarded three cards and covered their combination with a semi-circular token."""

    seat: Seat
    place: Place
    half: int
    cards: Combination


class CombinationUndone(Event, Ruled, frozen=True, tag="speed_mode.combination_undone"):
    """The other player made the other half, so this seat took its token back."""

    seat: Seat
    place: Place
    half: int


class PairMade(Event, Ruled, frozen=True, tag="speed_mode.pair_made"):
    """A circular token replaced a seat's two semi-circular ones."""

    seat: Seat
    place: Place


class ExtraPlaced(Event, Ruled, frozen=True, tag="speed_mode.extra_placed"):
    """A seat's extra-point token was laid between two pairs; `group`: between unpaired combinations."""

    seat: Seat
    between: Link
    group: bool = False


class CardsExchanged(Event, frozen=True, tag="speed_mode.cards_exchanged"):
    """A seat put three cards under the deck and drew three, `face_up` of them from the face-up cards.

    `cards` are those, where face-up cards are reported.
    """

    seat: Seat
    face_up: int
    cards: tuple[Kind, ...] = ()


class HandReplenished(Event, frozen=True, tag="speed_mode.hand_replenished"):
    """A seat drew cards, `face_up` of them from the face-up cards: `cards`, where they are reported."""

    seat: Seat
    drawn: int
    face_up: int
    cards: tuple[Kind, ...] = ()


class CardTurnedUp(Event, frozen=True, tag="speed_mode.card_turned_up"):
    """A face-up card was reported."""

    card: Kind


class Passed(Event, frozen=True, tag="speed_mode.passed"):
    """A seat could do nothing."""

    seat: Seat


class StuckCalled(Event, frozen=True, tag="speed_mode.stuck_called"):
    """A player said that their hand makes no combination."""

    seat: Seat


class EndAsked(Event, frozen=True, tag="speed_mode.end_asked"):
    """After many exchanges in a row, the table was asked whether to end."""

    exchanges: int


class PlayedOn(Event, frozen=True, tag="speed_mode.played_on"):
    """The table chose to play on."""


class Finished(Event, frozen=True, tag="speed_mode.finished"):
    """Play ended; points for groups of unpaired combinations follow."""

    why: Why


class GroupsCounted(Event, frozen=True, tag="speed_mode.groups_counted"):
    """Points for groups of unpaired combinations were counted by hand, by seat."""

    points: BySeat


class TurnPassed(Event, frozen=True, tag="speed_mode.turn_passed"):
    """A seat's turn began."""

    to: Seat


class Recounted(Event, frozen=True, tag="speed_mode.recounted", omit_defaults=True):
    """The cards were counted; `short` of them are lost."""

    deck: int
    face_up: int
    hands: BySeat
    short: int = 0


class Ended(Event, frozen=True, tag="speed_mode.ended"):
    """The game ended and was scored."""

    outcome: Outcome


AnyEvent: TypeAlias = (
    CombinationMade
    | CombinationUndone
    | PairMade
    | ExtraPlaced
    | CardsExchanged
    | HandReplenished
    | CardTurnedUp
    | Passed
    | StuckCalled
    | EndAsked
    | PlayedOn
    | Finished
    | GroupsCounted
    | TurnPassed
    | Recounted
    | Ended
)

Events: TypeAlias = tuple[AnyEvent, ...]
AnyRuling: TypeAlias = Ruling[AnyEvent]
"""The ruling on a report."""
