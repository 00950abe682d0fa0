"""What the table and the screen may report: claims, not yet judged.

A `card` of None: nobody says which; the referee works it out.
"""

from typing import TypeAlias

from companion.game import BySeat, Report, Seat
from companion.games.sequence_states.layout import CardFace
from companion.games.sequence_states.lines import Five, Space
from companion.games.sequence_states.model import Colour, Side


class PlaceChip(Report, frozen=True, tag="sequence_states.place_chip"):
    """A seat played a card, a state or ADD, and put a chip on a space.

    `colour` is the chip's; None: that of the seat's own side.
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
    """More than five lie in a line: these five are locked, not the ones the referee took."""

    five: Five


class SwapDead(Report, frozen=True, tag="sequence_states.swap_dead"):
    """A seat put down a dead card and took another for it."""

    seat: Seat
    card: CardFace = None


class DrawCard(Report, frozen=True, tag="sequence_states.draw_card"):
    """A seat took the card that it may take after its move."""

    seat: Seat


class CallTalk(Report, frozen=True, tag="sequence_states.call_talk"):
    """Somebody coached a player of the own team."""

    side: Side


class Forfeit(Report, frozen=True, tag="sequence_states.forfeit"):
    """After table talk a seat put a card of its choice on its discard pile."""

    seat: Seat
    card: CardFace = None


class ForfeitAll(Report, frozen=True, tag="sequence_states.forfeit_all"):
    """After table talk all who still owed a card have put one down, nobody says which."""


class PassTurn(Report, frozen=True, tag="sequence_states.pass_turn"):
    """A seat holds no card that can be played."""

    seat: Seat


class Recount(Report, frozen=True, tag="sequence_states.recount", omit_defaults=True):
    """The cards were counted on the table: the draw deck, and the hands by seat.

    `short`: so many cards are lost, and the table plays on without them.
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
