"""Reports: what the table, the buttons and the screen may claim, not yet judged."""

from typing import TypeAlias

from msgspec import Struct

from companion.game import BySeat, Level, Report, Seat
from companion.games.ungle_speed.model import FaceUp, Grab


class TurnCard(Report, frozen=True, tag="ungle_speed.turn_card"):
    """A seat turned the top card of its stack; `card` is None if nobody says which."""

    seat: Seat
    card: FaceUp = None


class TurnNext(Report, frozen=True, tag="ungle_speed.turn_next"):
    """The player whose turn it is turned a card.

    It names no seat: if one too many is struck later, those after it move to the right seats.
    """

    card: FaceUp = None


class TurnAll(Report, frozen=True, tag="ungle_speed.turn_all"):
    """After outward arrows: everybody not entered yet has turned; nobody says which cards."""


class TakeTotem(Report, frozen=True, tag="ungle_speed.take_totem"):
    """A player took the totem, or several at once."""

    grab: Grab


class VoidGrab(Report, frozen=True, tag="ungle_speed.void_grab"):
    """The sensors can't tell who was first; `reason` is theirs."""

    reason: str


class DrawLots(Report, frozen=True, tag="ungle_speed.draw_lots"):
    """Lots were drawn over a dead heat, and this seat won."""

    seat: Seat


class CallDuel(Report, frozen=True, tag="ungle_speed.call_duel", omit_defaults=True):
    """The totem was taken in a duel between these seats; those in `late` grabbed later, without right."""

    seats: tuple[Seat, ...]
    late: tuple[Seat, ...] = ()


class CallInward(Report, frozen=True, tag="ungle_speed.call_inward", omit_defaults=True):
    """The totem was taken for inward arrows, those of one of the seats in `whose`.

    `whose` may be empty if it changes nothing or follows from the cards.
    """

    whose: tuple[Seat, ...] = ()


class CallThreeColours(Report, frozen=True, tag="ungle_speed.call_three_colours"):
    """Three players: the totem was taken for three top cards of one colour."""


class CallWrongGrab(Report, frozen=True, tag="ungle_speed.call_wrong_grab", omit_defaults=True):
    """The totem was taken without right; those in `late` grabbed later, without right too."""

    late: tuple[Seat, ...] = ()


class CallWrongHeat(Report, frozen=True, tag="ungle_speed.call_wrong_heat"):
    """Nobody in a dead heat had a right to the totem. `named` pays, if the table names one player."""

    named: Seat | None = None


class CallNotTurned(Report, frozen=True, tag="ungle_speed.call_not_turned"):
    """When the totem was taken, nobody had turned for the second outward arrows yet."""


class CallDropped(Report, frozen=True, tag="ungle_speed.call_dropped"):
    """A seat dropped the totem."""

    seat: Seat


class CallFell(Report, frozen=True, tag="ungle_speed.call_fell"):
    """The totem fell, and nobody is to blame."""


class Share(Struct, frozen=True):
    """How many cards a seat takes."""

    seat: Seat
    cards: int


class ShareCards(Report, frozen=True, tag="ungle_speed.share_cards"):
    """The winner over several losers said how they split the cards, and who turns next."""

    shares: tuple[Share, ...]
    starts: Seat


class CallEnd(Report, frozen=True, tag="ungle_speed.call_end"):
    """All stacks are empty and nobody grabs any more."""


class Recount(Report, frozen=True, tag="ungle_speed.recount", omit_defaults=True):
    """The cards were counted on the table: stacks and face-up piles by seat, and the pot.

    `turn`: whose turn it is, if that was wrong as well. `short`: the number of lost cards, if the table plays
    on without them.
    """

    stacks: BySeat
    piles: BySeat
    pot: int
    turn: Seat | None = None
    short: int = 0


class SetTurn(Report, frozen=True, tag="ungle_speed.set_turn"):
    """It is this seat's turn, whatever the referee thought."""

    seat: Seat


class LeaveTable(Report, frozen=True, tag="ungle_speed.leave_table"):
    """The player of this seat leaves; the others play on."""

    seat: Seat


class SetLevel(Report, frozen=True, tag="ungle_speed.set_level"):
    """From now on the table enters every card, or only that cards were turned."""

    level: Level


AnyReport: TypeAlias = (
    TurnCard
    | TurnNext
    | TurnAll
    | TakeTotem
    | VoidGrab
    | DrawLots
    | CallDuel
    | CallInward
    | CallThreeColours
    | CallWrongGrab
    | CallWrongHeat
    | CallNotTurned
    | CallDropped
    | CallFell
    | ShareCards
    | CallEnd
    | Recount
    | SetTurn
    | LeaveTable
    | SetLevel
)
