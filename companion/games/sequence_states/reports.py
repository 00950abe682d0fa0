"""The reports of Sequence States & Capitals: what the table says happened, not yet judged.

A `card` of None wasn't named; the referee works out which one it was, if it can.
"""

from typing import TypeAlias

from companion.game import BySeat, Report, Seat
from companion.games.sequence_states.layout import CardFace
from companion.games.sequence_states.lines import Five, Space
from companion.games.sequence_states.model import Colour, Side


class PlaceChip(Report, frozen=True, tag="sequence_states.place_chip"):
    """A seat played a state's card or ADD, and put a chip on a space.

    `colour` is the chip's, None for the seat's own side.
    """

    seat: Seat
    space: Space
    card: CardFace = None
    colour: Colour | None = None


class RemoveChip(Report, frozen=True, tag="sequence_states.remove_chip"):
    """A seat played REMOVE and took the chip off a space."""

    seat: Seat
    space: Space


class ChooseFive(Report, frozen=True, tag="sequence_states.choose_five"):
    """In a line longer than five, the table locks these five instead of the referee's choice."""

    five: Five


class SwapDead(Report, frozen=True, tag="sequence_states.swap_dead"):
    """A seat discarded a dead card and drew another."""

    seat: Seat
    card: CardFace = None


class DrawCard(Report, frozen=True, tag="sequence_states.draw_card"):
    """A seat drew a card after its move."""

    seat: Seat


class CallTalk(Report, frozen=True, tag="sequence_states.call_talk"):
    """A player of this side coached a team mate."""

    side: Side


class Forfeit(Report, frozen=True, tag="sequence_states.forfeit"):
    """After table talk, a seat discarded a card of its choice."""

    seat: Seat
    card: CardFace = None


class ForfeitAll(Report, frozen=True, tag="sequence_states.forfeit_all"):
    """After table talk, all who still owed a card discarded one, without naming it."""


class PassTurn(Report, frozen=True, tag="sequence_states.pass_turn"):
    """A seat can't play any card in its hand."""

    seat: Seat


class Recount(Report, frozen=True, tag="sequence_states.recount", omit_defaults=True):
    """The cards were counted: the draw deck, and the hands by seat.

    `short` cards are lost, and the table plays on without them.
    """

    deck: int
    hands: BySeat
    short: int = 0


AnyReport: TypeAlias = (
    PlaceChip
    | RemoveChip
    | ChooseFive
    | SwapDead
    | DrawCard
    | CallTalk
    | Forfeit
    | ForfeitAll
    | PassTurn
    | Recount
)
