"""What happened: facts, in the past participle, that evolve trusts."""

from typing import TypeAlias

from companion.game import BySeat, Event, Outcome, Ruled, Ruling, Seat
from companion.games.sequence_states.layout import CardFace
from companion.games.sequence_states.lines import Five, Space
from companion.games.sequence_states.model import Side


class ChipPlaced(Event, frozen=True, tag="sequence_states.chip_placed"):
    """A seat played a card and put a chip on a space; the turn goes on.

    `side` is whose chip it is; None: one of the seat's own side, as it should be.
    """

    seat: Seat
    space: Space
    card: CardFace
    side: Side | None = None


class ChipRemoved(Event, frozen=True, tag="sequence_states.chip_removed"):
    """A seat played REMOVE; the chip of `side` went back to its owner; the turn goes on."""

    seat: Seat
    space: Space
    side: Side


class SequenceMade(Event, Ruled, frozen=True, tag="sequence_states.sequence_made"):
    """Five chips were turned white side up: a side's sequence of this `number`, from 1.

    `others` are the fives that might have been it.
    """

    side: Side
    five: Five
    others: tuple[Five, ...] = ()
    number: int = 1


class FiveChosen(Event, frozen=True, tag="sequence_states.five_chosen"):
    """Of a longer line `five` is locked now, and `instead_of` no longer."""

    side: Side
    five: Five
    instead_of: Five


class DeadSwapped(Event, frozen=True, tag="sequence_states.dead_swapped"):
    """A seat put a dead card on its discard pile and took another from the draw deck."""

    seat: Seat
    card: CardFace


class CardDrawn(Event, frozen=True, tag="sequence_states.card_drawn"):
    """A seat took a card from the draw deck; with `owed` it was the one for a move."""

    seat: Seat
    owed: bool = True


class DrawLost(Event, frozen=True, tag="sequence_states.draw_lost"):
    """A seat can't take the card for a move any more: `to` moved next, and has taken one first."""

    seat: Seat
    move: int
    to: Seat


class DeckShuffled(Event, frozen=True, tag="sequence_states.deck_shuffled"):
    """The draw deck was empty: all discard piles, `cards` in number, were shuffled into a new one."""

    cards: int


class TalkRuled(Event, frozen=True, tag="sequence_states.talk_ruled"):
    """Table talk: each of these seats puts one card down."""

    side: Side
    seats: tuple[Seat, ...]


class CardForfeited(Event, frozen=True, tag="sequence_states.card_forfeited"):
    """A seat put a card on its discard pile for table talk."""

    seat: Seat
    card: CardFace


class Passed(Event, frozen=True, tag="sequence_states.passed"):
    """A seat could not play a card; the turn goes on."""

    seat: Seat


class TurnPassed(Event, frozen=True, tag="sequence_states.turn_passed"):
    """The turn goes on to a seat: those between have no card and can't take one."""

    to: Seat


class Recounted(Event, frozen=True, tag="sequence_states.recounted", omit_defaults=True):
    """The cards were counted; `short` of them are lost."""

    deck: int
    hands: BySeat
    short: int = 0


class Ended(Event, frozen=True, tag="sequence_states.ended"):
    """The game is over."""

    outcome: Outcome


AnyEvent: TypeAlias = (
    ChipPlaced
    | ChipRemoved
    | SequenceMade
    | FiveChosen
    | DeadSwapped
    | CardDrawn
    | DrawLost
    | DeckShuffled
    | TalkRuled
    | CardForfeited
    | Passed
    | TurnPassed
    | Recounted
    | Ended
)

Events: TypeAlias = tuple[AnyEvent, ...]
Verdict: TypeAlias = Ruling[AnyEvent]
"""What judge says of a report."""
