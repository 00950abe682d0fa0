"""The events of Sequence States & Capitals: facts that `evolve` trusts, named by past participles."""

from typing import TypeAlias

from companion.game import BySeat, Event, Outcome, Ruled, Ruling, Seat
from companion.games.sequence_states.layout import CardFace
from companion.games.sequence_states.lines import Five, Space
from companion.games.sequence_states.model import Side


class ChipPlaced(Event, frozen=True, tag="sequence_states.chip_placed"):
    """A seat played a card and put a chip on a space; the next player's turn begins.

    `side` is the chip's, None for the seat's own side, as it should be.
    """

    seat: Seat
    space: Space
    card: CardFace
    side: Side | None = None


class ChipRemoved(Event, frozen=True, tag="sequence_states.chip_removed"):
    """A seat played REMOVE; the chip went back to `side`; the next player's turn begins."""

    seat: Seat
    space: Space
    side: Side


class SequenceMade(Event, Ruled, frozen=True, tag="sequence_states.sequence_made"):
    """Five chips were turned white side up: a side's sequence, its `number` counted from 1.

    `others` are the fives that could be locked instead.
    """

    side: Side
    five: Five
    others: tuple[Five, ...] = ()
    number: int = 1


class FiveChosen(Event, frozen=True, tag="sequence_states.five_chosen"):
    """In a line longer than five, `five` was locked instead of `instead_of`."""

    side: Side
    five: Five
    instead_of: Five


class DeadSwapped(Event, frozen=True, tag="sequence_states.dead_swapped"):
    """A seat discarded a dead card and drew another."""

    seat: Seat
    card: CardFace


class CardDrawn(Event, frozen=True, tag="sequence_states.card_drawn"):
    """A seat drew a card; `owed` if it was due for a move."""

    seat: Seat
    owed: bool = True


class DrawLost(Event, frozen=True, tag="sequence_states.draw_lost"):
    """A seat missed the draw for a move: `to`, who moved next, drew first."""

    seat: Seat
    move: int
    to: Seat


class DeckShuffled(Event, frozen=True, tag="sequence_states.deck_shuffled"):
    """The draw deck was empty; all discard piles, `cards` in total, were shuffled into a new one."""

    cards: int


class TalkRuled(Event, frozen=True, tag="sequence_states.talk_ruled"):
    """A player of `side` coached a team mate: each of these seats must discard a card."""

    side: Side
    seats: tuple[Seat, ...]


class CardForfeited(Event, frozen=True, tag="sequence_states.card_forfeited"):
    """A seat discarded a card for table talk."""

    seat: Seat
    card: CardFace


class Passed(Event, frozen=True, tag="sequence_states.passed"):
    """A seat couldn't play a card; the next player's turn begins."""

    seat: Seat


class TurnPassed(Event, frozen=True, tag="sequence_states.turn_passed"):
    """It is `to`'s turn; seats in between have no card and can't draw one."""

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
AnyRuling: TypeAlias = Ruling[AnyEvent]
"""What `judge` returns."""
