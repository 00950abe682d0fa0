"""Simulated people at a table: what they do next, as hands do it, and how long that takes. No Kivy here.

Each game brings its own, beside its face; the demonstration has nothing to know of what they play.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from random import Random
from typing import Protocol, TypeAlias

from msgspec import Struct

from companion.game import Seat
from ui.table.presenting import Choice, GameSpecific, Presenter
from ui.table.session import Session

TURN, READ = 1.0, 3.2
"""Seconds until the next thing, at speed 1: a verdict is read, the rest is routine."""
WHIM = 0.3
"""People don't weigh what something is worth that exactly."""


class ToldAloud(Struct, frozen=True):
    """Something that the table tells the referee, without a finger that could be seen."""

    report: GameSpecific


class PressedNow(Struct, frozen=True):
    """Hands on buttons: whose, and how many ms after the first."""

    presses: tuple[tuple[Seat, float], ...]


class Tapped(Struct, frozen=True):
    """A finger on the pad with this title, on whatever lies uppermost."""

    title: str


class Touched(Struct, frozen=True):
    """A finger that rests on a place of the board for a moment, and is lifted there."""

    place: GameSpecific


Deed: TypeAlias = ToldAloud | PressedNow | Tapped | Touched


class HandStep(Struct, frozen=True):
    """One thing that hands do, and the seconds until the next, at speed 1."""

    deed: Deed
    wait: float = TURN


class SimulatedPeople(Protocol):
    """Everybody at a simulated table of one game."""

    def next(self, session: Session, presenter: Presenter) -> tuple[HandStep, ...]:
        """Return what happens next at a table where nothing wrong lies: the steps that tell one thing.

        Nothing: they look on for a while.
        """


class TappingPeople(ABC):
    """People who tell everything with fingers: `act` says what happens next, and `taps` tell it.

    None among them is a pad that isn't there: then the report is told without a finger.
    """

    _slipped: GameSpecific = None  # the last state in which something went wrong

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    @abstractmethod
    def act(self, state: GameSpecific) -> GameSpecific:
        """Return what happens next in a state that hasn't ended: a report, now and then a wrong one."""

    @abstractmethod
    def taps(
        self, report: GameSpecific, view: GameSpecific, presenter: Presenter
    ) -> tuple[HandStep | None, ...]:
        """Return the touches that tell a report on a table that is as `view`."""

    def slips(self, state: GameSpecific, often: float) -> bool:
        """Tell whether something is done wrongly; once that has been put right it is done as was meant."""
        if self._slipped == state or self._random.random() >= often:
            return False
        self._slipped = state
        return True

    def whim(self) -> float:
        """Return how many times what something is worth it seems to be."""
        return self._random.uniform(1 - WHIM, 1 + WHIM)

    def steps(self, report: GameSpecific, view: GameSpecific, presenter: Presenter) -> tuple[HandStep, ...]:
        """Return the steps that tell a report."""
        return all_tapped(self.taps(report, view, presenter), report)

    def next(self, session: Session, presenter: Presenter) -> tuple[HandStep, ...]:
        """Return what happens next, as fingers tell it."""
        return self.steps(self.act(session.match.state), session.view, presenter)


def touch(place: GameSpecific, wait: float = TURN) -> HandStep:
    """Return a touch of a place of the board."""
    return HandStep(Touched(place), wait)


def pad_tap(offered: Iterable[Choice], wanted: GameSpecific, wait: float = TURN) -> HandStep | None:
    """Return a tap on the pad that stands for something; None where none that is live does."""
    found = (choice.title for choice in offered if choice.report == wanted and choice.live)
    title = next(found, None)
    return None if title is None else HandStep(Tapped(title), wait)


def answer_tap(presenter: Presenter, view: GameSpecific, report: GameSpecific) -> HandStep | None:
    """Return a tap on the answer of the dialog that lies open; None where it has no such answer."""
    dialog = presenter.dialog(view)
    return None if dialog is None else pad_tap(dialog.choices, report)


def all_tapped(taps: Iterable[HandStep | None], report: GameSpecific) -> tuple[HandStep, ...]:
    """Return the taps that tell a report; where one of them can't be done, it is told without a finger."""
    every = tuple(taps)
    able = tuple(tap for tap in every if tap is not None)
    return able if len(able) == len(every) else (HandStep(ToldAloud(report)),)
