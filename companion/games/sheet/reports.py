"""Reports: what the table and the screen may claim, not yet judged."""

from typing import TypeAlias

from companion.game import Report, Seat
from companion.games.sheet.model import Figures
from companion.grab import Grab, Touch


class TellRow(Report, frozen=True, tag="sheet.tell_row"):
    """The figures of a round or of its current part; each column has those of all seats or teams, or one."""

    figures: Figures


class TellTurn(Report, frozen=True, omit_defaults=True, tag="sheet.tell_turn"):
    """A seat's turn: its figures by column, and the milliseconds since it began or went on."""

    seat: Seat
    figures: tuple[int, ...]
    took: int = 0


class PassRound(Report, frozen=True, omit_defaults=True, tag="sheet.pass_round"):
    """A seat passes, `took` milliseconds after its turn began or went on, and is left out of the round."""

    seat: Seat
    took: int = 0


class TurnRound(Report, frozen=True, tag="sheet.turn_round"):
    """The direction of turns is reversed."""


class StartClock(Report, frozen=True, tag="sheet.start_clock"):
    """Time runs from now."""


class PauseClock(Report, frozen=True, omit_defaults=True, tag="sheet.pause_clock"):
    """The whole table pauses, `took` milliseconds after the turn began or went on."""

    took: int = 0


class TellFlag(Report, frozen=True, tag="sheet.tell_flag"):
    """The time of the seat whose turn it is ran out, `took` milliseconds after it began or went on."""

    seat: Seat
    took: int


class GiveUp(Report, frozen=True, tag="sheet.give_up"):
    """A seat has lost: it gave up or was beaten."""

    seat: Seat


class TellGrab(Report, frozen=True, tag="sheet.tell_grab"):
    """A hand was first, or several at once."""

    grab: Grab


class VoidGrab(Report, frozen=True, tag="sheet.void_grab"):
    """The sensors can't tell who was first; `reason` is theirs."""

    reason: str


class CallRight(Report, frozen=True, tag="sheet.call_right"):
    """The player who must answer is right."""


class CallWrong(Report, frozen=True, omit_defaults=True, tag="sheet.call_wrong"):
    """The player who must answer is wrong; `touches` are all presses, if some came after the verdict."""

    touches: tuple[Touch, ...] = ()


class CallNobody(Report, frozen=True, tag="sheet.call_nobody"):
    """Nobody knows the answer."""


class CallEnd(Report, frozen=True, tag="sheet.call_end"):
    """The table says that the game is over."""


Answer: TypeAlias = TellGrab | VoidGrab | CallRight | CallWrong | CallNobody
"""A report about a grab."""

AnyReport: TypeAlias = (
    TellRow
    | TellTurn
    | PassRound
    | TurnRound
    | StartClock
    | PauseClock
    | TellFlag
    | GiveUp
    | Answer
    | CallEnd
)
