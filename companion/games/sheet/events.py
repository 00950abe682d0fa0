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


class TurnScored(Event, frozen=True, tag="sheet.turn_scored"):
    """A seat's turn was over: its figures, and its points."""

    seat: Seat
    figures: tuple[int, ...]
    points: int


class Ended(Event, frozen=True, tag="sheet.ended"):
    """The game was over."""

    outcome: Outcome


AnyEvent: TypeAlias = PartTold | RoundScored | TurnScored | Ended

Verdict: TypeAlias = Ruling[AnyEvent]
"""What judge says of a report."""
