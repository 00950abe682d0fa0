"""Events: facts, named in the past participle, which `evolve` trusts."""

from typing import TypeAlias

from companion.game import Event, Outcome, Ruling, Seat
from companion.games.sheet.model import BySide, Figures
from companion.grab import Grab, Touch


class PartTold(Event, frozen=True, tag="sheet.part_told"):
    """The figures of one part of the round (counted from 0) were entered; other parts follow."""

    part: int
    figures: Figures


class RoundScored(Event, frozen=True, tag="sheet.round_scored"):
    """A round was over: the figures of all entered columns, and the points by side."""

    figures: Figures
    points: BySide


class TurnScored(Event, frozen=True, omit_defaults=True, tag="sheet.turn_scored"):
    """A seat's turn was over: its figures, its points, and the milliseconds since it began or went on."""

    seat: Seat
    figures: tuple[int, ...]
    points: int
    took: int = 0


class Passed(Event, frozen=True, omit_defaults=True, tag="sheet.passed"):
    """A seat passed in its turn, `took` milliseconds after it began or went on."""

    seat: Seat
    took: int = 0


class TurnedRound(Event, frozen=True, tag="sheet.turned_round"):
    """The direction of turns was reversed."""


class ClockStarted(Event, frozen=True, tag="sheet.clock_started"):
    """The clock was started."""


class ClockPaused(Event, frozen=True, tag="sheet.clock_paused"):
    """The whole table paused, `took` milliseconds after the turn began or went on."""

    took: int


class FlagFell(Event, frozen=True, tag="sheet.flag_fell"):
    """A seat's time ran out, `took` milliseconds after its turn began or went on."""

    seat: Seat
    took: int


class GaveUp(Event, frozen=True, tag="sheet.gave_up"):
    """A seat gave up or was beaten, and has lost."""

    seat: Seat


class Grabbed(Event, frozen=True, tag="sheet.grabbed"):
    """Hands came: they answer in this `order`, where those too close to separate are in one group."""

    grab: Grab
    order: tuple[tuple[Seat, ...], ...]


class HeatCalled(Event, frozen=True, tag="sheet.heat_called"):
    """These hands were too close to separate: only they press again."""

    seats: tuple[Seat, ...]


class GrabVoided(Event, frozen=True, tag="sheet.grab_voided"):
    """Hands came, but it is unknown who was first; the grab counts for nobody."""

    reason: str


class SaidRight(Event, frozen=True, tag="sheet.said_right"):
    """The player who answered was right."""

    seat: Seat


class SaidWrong(Event, frozen=True, omit_defaults=True, tag="sheet.said_wrong"):
    """The player who answered was wrong; `order` is next. `touches`: all presses, if late ones were added."""

    seat: Seat
    order: tuple[tuple[Seat, ...], ...] = ()
    touches: tuple[Touch, ...] = ()


class NobodyKnew(Event, frozen=True, tag="sheet.nobody_knew"):
    """The table gave a question up."""


class Ended(Event, frozen=True, tag="sheet.ended"):
    """The game was over."""

    outcome: Outcome


AnyEvent: TypeAlias = (
    PartTold
    | RoundScored
    | TurnScored
    | Passed
    | TurnedRound
    | ClockStarted
    | ClockPaused
    | FlagFell
    | GaveUp
    | Grabbed
    | HeatCalled
    | GrabVoided
    | SaidRight
    | SaidWrong
    | NobodyKnew
    | Ended
)

AnyRuling: TypeAlias = Ruling[AnyEvent]
"""A ruling of `judge`."""
