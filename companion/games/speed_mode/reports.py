"""The reports of Two Player Speed Mode: claims, not judged yet."""

from typing import Annotated, TypeAlias

from msgspec import Meta

from companion.game import BySeat, Report, Seat
from companion.games.speed_mode.board import CARDS, DECK, Kind, Place

Count: TypeAlias = Annotated[int, Meta(ge=0, le=DECK)]
"""A number of cards."""

Taken: TypeAlias = Count | Annotated[tuple[Kind, ...], Meta(max_length=CARDS)]
"""The face-up cards taken: how many or, where they are named, which."""


class MakeCombination(Report, frozen=True, tag="speed_mode.make_combination"):
    """A seat discarded the three cards of a combination and covered it: half 0 or 1 of a pair."""

    seat: Seat
    place: Place
    half: int


class Exchange(Report, frozen=True, tag="speed_mode.exchange"):
    """A seat put three cards under the deck and drew three: some that were face up, the rest from it."""

    seat: Seat
    face_up: Taken = 0


class Replenish(Report, frozen=True, tag="speed_mode.replenish"):
    """A seat drew cards into its hand: some that were face up, the rest from the deck."""

    seat: Seat
    face_up: Taken = 0


class TurnUp(Report, frozen=True, tag="speed_mode.turn_up"):
    """A card was turned face up next to the deck."""

    card: Kind


class Pass(Report, frozen=True, tag="speed_mode.pass"):
    """A player can do nothing in this turn."""

    seat: Seat


class CallStuck(Report, frozen=True, tag="speed_mode.call_stuck"):
    """A player's hand makes no combination, and the deck is exhausted."""

    seat: Seat


class AnswerEnd(Report, frozen=True, tag="speed_mode.answer_end"):
    """The table's answer to whether to end, as both players only exchange cards."""

    end: bool


class CountGroups(Report, frozen=True, tag="speed_mode.count_groups"):
    """Points by seat for groups of unpaired combinations, counted by hand."""

    points: BySeat


class Recount(Report, frozen=True, tag="speed_mode.recount", omit_defaults=True):
    """The cards were counted: the deck, the face-up ones, and the hands by seat.

    `short` cards are lost, and the table plays on without them.
    """

    deck: int
    face_up: int
    hands: BySeat
    short: int = 0


AnyReport: TypeAlias = (
    MakeCombination | Exchange | Replenish | TurnUp | Pass | CallStuck | AnswerEnd | CountGroups | Recount
)
