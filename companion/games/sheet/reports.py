"""What the table and the screen may report: claims, not yet judged."""

from typing import TypeAlias

from companion.game import Report, Seat
from companion.games.sheet.model import Figures
from companion.grab import Grab, Touch


class TellRow(Report, frozen=True, tag="sheet.tell_row"):
    """The figures of a round, or of the part that is told now: by column, all seats or teams, or one."""

    figures: Figures


class TellTurn(Report, frozen=True, omit_defaults=True, tag="sheet.tell_turn"):
    """A seat's turn: its figures by column, and the milliseconds since it began or play went on."""

    seat: Seat
    figures: tuple[int, ...]
    took: int = 0


class PassRound(Report, frozen=True, omit_defaults=True, tag="sheet.pass_round"):
    """A seat passes `took` milliseconds after its turn began, and is left out of the round."""

    seat: Seat
    took: int = 0


class TurnRound(Report, frozen=True, tag="sheet.turn_round"):
    """Turns go the other way round from the one that goes on."""


class StartClock(Report, frozen=True, tag="sheet.start_clock"):
    """Time runs from now."""


class PauseClock(Report, frozen=True, omit_defaults=True, tag="sheet.pause_clock"):
    """The whole table takes a pause, `took` milliseconds after the turn began or play went on."""

    took: int = 0


class TellFlag(Report, frozen=True, tag="sheet.tell_flag"):
    """The time of whose turn it is ran out, `took` milliseconds after it began or play went on."""

    seat: Seat
    took: int


class GiveUp(Report, frozen=True, tag="sheet.give_up"):
    """A seat has lost: it gives up, or was beaten."""

    seat: Seat


class TellGrab(Report, frozen=True, tag="sheet.tell_grab"):
    """Somebody's hand was first, or several hands at once."""

    grab: Grab


class VoidGrab(Report, frozen=True, tag="sheet.void_grab"):
    """The sensors can't tell who was first; `reason` is theirs."""

    reason: str


class CallRight(Report, frozen=True, tag="sheet.call_right"):
    """Whoever has the say is right."""


class CallWrong(Report, frozen=True, omit_defaults=True, tag="sheet.call_wrong"):
    """Whoever has the say is wrong; `touches` are all presses, where some came after the verdict."""

    touches: tuple[Touch, ...] = ()


class CallNobody(Report, frozen=True, tag="sheet.call_nobody"):
    """Nobody knows the answer."""


class CallEnd(Report, frozen=True, tag="sheet.call_end"):
    """The table says that the game is over."""


Answer: TypeAlias = TellGrab | VoidGrab | CallRight | CallWrong | CallNobody
"""What is told of a grab."""

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
