"""What the table and the screen may report: claims, not yet judged."""

from typing import Annotated, TypeAlias

from msgspec import Meta

from companion.game import BySeat, Report, Seat
from companion.games.speed_mode.board import CARDS, DECK, Kind, Place

Count: TypeAlias = Annotated[int, Meta(ge=0, le=DECK)]
"""A number of cards."""

Taken: TypeAlias = Count | Annotated[tuple[Kind, ...], Meta(max_length=CARDS)]
"""What was taken of the face-up cards: how many, or, where they are told, which ones."""


class MakeCombination(Report, frozen=True, tag="speed_mode.make_combination"):
    """A seat discarded the three cards of a combination and covered it: half 0 or 1 of a pair."""

    seat: Seat
    place: Place
    half: int


class Exchange(Report, frozen=True, tag="speed_mode.exchange"):
    """A seat put three cards under the deck and drew three: some that lay face up, the rest from the deck."""

    seat: Seat
    face_up: Taken = 0


class Replenish(Report, frozen=True, tag="speed_mode.replenish"):
    """A seat drew what it may: some that lay face up, the others from the deck."""

    seat: Seat
    face_up: Taken = 0


class TurnUp(Report, frozen=True, tag="speed_mode.turn_up"):
    """A card lies face up beside the deck."""

    card: Kind


class Pass(Report, frozen=True, tag="speed_mode.pass"):
    """A seat can do nothing at all in its turn."""

    seat: Seat


class CallStuck(Report, frozen=True, tag="speed_mode.call_stuck"):
    """A seat says that it can't make any combination from its hand, now that the deck is exhausted."""

    seat: Seat


class AnswerEnd(Report, frozen=True, tag="speed_mode.answer_end"):
    """The table was asked whether to end, for both only exchange."""

    end: bool


class CountGroups(Report, frozen=True, tag="speed_mode.count_groups"):
    """The points by seat for groups of unpaired combinations, counted by hand."""

    points: BySeat


class Recount(Report, frozen=True, tag="speed_mode.recount", omit_defaults=True):
    """The cards were counted on the table: the deck, the face-up ones, and the hands by seat.

    `short`: so many cards are lost, and the table plays on without them.
    """

    deck: int
    face_up: int
    hands: BySeat
    short: int = 0


AnyReport: TypeAlias = (
    MakeCombination | Exchange | Replenish | TurnUp | Pass | CallStuck | AnswerEnd | CountGroups | Recount
)
