"""Simulated people at a table: what they do next, as hands do it, and how long that takes. No Kivy here.

Each game brings its own, beside its face; the demonstration has nothing to know of what they play.
"""

from collections.abc import Callable
from typing import Protocol, TypeAlias

from msgspec import Struct

from companion.game import Seat
from ui.table.presenting import GameSpecific, Presenter
from ui.table.session import Session

TURN, READ = 1.0, 3.2
"""Seconds until the next thing, at speed 1: a verdict is read, the rest is routine."""


class Told(Struct, frozen=True):
    """Something that the table tells the referee, without a finger that could be seen."""

    report: GameSpecific


class Pressed(Struct, frozen=True):
    """Hands on buttons: whose, and how many ms after the first."""

    presses: tuple[tuple[Seat, float], ...]


class Tapped(Struct, frozen=True):
    """A finger on the pad with this title, on whatever lies uppermost."""

    title: str


class Touched(Struct, frozen=True):
    """A finger that rests on a place of the board for a moment, and is lifted there.

    `at` finds the place on the board's widget: x and y in pixels.
    """

    place: GameSpecific
    at: Callable[[GameSpecific, GameSpecific], tuple[float, float]]


Deed: TypeAlias = Told | Pressed | Tapped | Touched


class Step(Struct, frozen=True):
    """One thing that hands do, and the seconds until the next, at speed 1."""

    deed: Deed
    wait: float = TURN


class People(Protocol):
    """Everybody at a simulated table of one game."""

    def next(self, session: Session, presenter: Presenter) -> tuple[Step, ...]:
        """Return what happens next at a table where nothing wrong lies: the steps that tell one thing.

        Nothing: they look on for a while.
        """
        ...
