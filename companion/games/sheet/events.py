"""What happened: facts, in the past participle, that evolve trusts."""

from typing import TypeAlias

from companion.game import Event, Outcome, Ruling, Seat
from companion.games.sheet.model import BySide, Figures
from companion.grab import Grab, Touch


class PartTold(Event, frozen=True, tag="sheet.part_told"):
    """The figures of a part of the round (from 0) were written down; others follow."""

    part: int
    figures: Figures


class RoundScored(Event, frozen=True, tag="sheet.round_scored"):
    """A round was over: the figures of all columns that are told, and the points by side."""

    figures: Figures
    points: BySide


class TurnScored(Event, frozen=True, omit_defaults=True, tag="sheet.turn_scored"):
    """A seat's turn was over: its figures, its points, and the milliseconds since play went on."""

    seat: Seat
    figures: tuple[int, ...]
    points: int
    took: int = 0


class Passed(Event, frozen=True, omit_defaults=True, tag="sheet.passed"):
    """A seat passed in its turn, `took` milliseconds after play went on."""

    seat: Seat
    took: int = 0


class TurnedRound(Event, frozen=True, tag="sheet.turned_round"):
    """Turns went the other way round from here."""


class ClockStarted(Event, frozen=True, tag="sheet.clock_started"):
    """Time ran from here."""


class ClockPaused(Event, frozen=True, tag="sheet.clock_paused"):
    """The whole table took a pause, `took` milliseconds into the turn."""

    took: int


class FlagFell(Event, frozen=True, tag="sheet.flag_fell"):
    """A seat's time ran out, `took` milliseconds after its turn began or play went on."""

    seat: Seat
    took: int


class GaveUp(Event, frozen=True, tag="sheet.gave_up"):
    """A seat had lost: it gave up, or was beaten."""

    seat: Seat


class Grabbed(Event, frozen=True, tag="sheet.grabbed"):
    """Hands came: in this `order` they have the say, those that can't be told apart together."""

    grab: Grab
    order: tuple[tuple[Seat, ...], ...]


class HeatCalled(Event, frozen=True, tag="sheet.heat_called"):
    """Nobody could tell these hands apart: they alone were to press again."""

    seats: tuple[Seat, ...]


class GrabVoided(Event, frozen=True, tag="sheet.grab_voided"):
    """Somebody pressed, and nobody can tell who was first: it counts for nobody."""

    reason: str


class SaidRight(Event, frozen=True, tag="sheet.said_right"):
    """Whoever had the say was right."""

    seat: Seat


class SaidWrong(Event, frozen=True, omit_defaults=True, tag="sheet.said_wrong"):
    """Whoever had the say was wrong, and these have it next; `touches` are all presses, told with it."""

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

Verdict: TypeAlias = Ruling[AnyEvent]
"""What judge says of a report."""
