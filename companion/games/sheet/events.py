"""What happened: facts, in the past participle, that evolve trusts."""

from typing import TypeAlias

from msgspec import Struct

from companion.game import Outcome, Ruling, Seat
from companion.games.sheet.model import BySide, Figures


class Event(Struct, frozen=True, tag_field="type"):
    """Base of all events of this game."""


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
    """A seat passed in its turn, so many milliseconds after play went on."""

    seat: Seat
    took: int = 0


class TurnedRound(Event, frozen=True, tag="sheet.turned_round"):
    """Turns went the other way round from here."""


class ClockStarted(Event, frozen=True, tag="sheet.clock_started"):
    """Time ran from here."""


class ClockPaused(Event, frozen=True, tag="sheet.clock_paused"):
    """The whole table took a pause, so many milliseconds into the turn."""

    took: int


class FlagFell(Event, frozen=True, tag="sheet.flag_fell"):
    """A seat's time ran out in its turn, so many milliseconds after it began or play went on."""

    seat: Seat
    took: int


class GaveUp(Event, frozen=True, tag="sheet.gave_up"):
    """A seat had lost: it gave up, or was beaten."""

    seat: Seat


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
    | Ended
)

Verdict: TypeAlias = Ruling[AnyEvent]
"""What judge says of a report."""
