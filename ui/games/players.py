"""Simulated players: what their hands do next, and how long that takes. No Kivy here.

Each game brings its own, so that the demonstration needs to know nothing about the games.
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
"""Seconds until the next step at speed 1: in general, and after a verdict, which players read."""
WHIM = 0.3
"""How far, as a share, players misjudge what something is worth."""


class Submitted(Struct, frozen=True):
    """A report that is submitted without a visible touch."""

    report: GameSpecific


class PressedNow(Struct, frozen=True):
    """Presses of buttons: each seat, and milliseconds after the first press."""

    presses: tuple[tuple[Seat, float], ...]


class Tapped(Struct, frozen=True):
    """A tap on the pad with this title, in whatever is on top."""

    title: str


class Touched(Struct, frozen=True):
    """A finger that rests on a place of the board for a moment and is lifted there."""

    place: GameSpecific


Deed: TypeAlias = Submitted | PressedNow | Tapped | Touched


class HandStep(Struct, frozen=True):
    """One thing that hands do, and the seconds until the next, at speed 1."""

    deed: Deed
    wait: float = TURN


class SimulatedPlayers(Protocol):
    """All players at a simulated table of one game."""

    def next(self, session: Session, presenter: Presenter) -> tuple[HandStep, ...]:
        """Return the steps of the next report, at a table where nothing has to be put right.

        No steps: they look on for a while.
        """


class TappingPlayers(ABC):
    """Players who report everything by touch: `act` decides what happens next, `taps` are the touches for it.

    A None among the taps is a pad that isn't there: then the report is submitted without a touch.
    """

    _slipped: GameSpecific = None  # the last state in which they made a mistake

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    @abstractmethod
    def act(self, state: GameSpecific) -> GameSpecific:
        """Return the next report in a state that hasn't ended, now and then a wrong one."""

    @abstractmethod
    def taps(
        self, report: GameSpecific, view: GameSpecific, presenter: Presenter
    ) -> tuple[HandStep | None, ...]:
        """Return the touches that enter a report at a table that shows `view`."""

    def slips(self, state: GameSpecific, often: float) -> bool:
        """Return whether to make a mistake, with the chance `often`; never twice in a row in one state."""
        if self._slipped == state or self._random.random() >= often:
            return False
        self._slipped = state
        return True

    def whim(self) -> float:
        """Return a random factor by which a value is misjudged."""
        return self._random.uniform(1 - WHIM, 1 + WHIM)

    def steps(self, report: GameSpecific, view: GameSpecific, presenter: Presenter) -> tuple[HandStep, ...]:
        """Return the steps that enter a report."""
        return all_tapped(self.taps(report, view, presenter), report)

    def next(self, session: Session, presenter: Presenter) -> tuple[HandStep, ...]:
        """Return the steps of the next report."""
        return self.steps(self.act(session.match.state), session.view, presenter)


def touch(place: GameSpecific, wait: float = TURN) -> HandStep:
    """Return a touch of a place on the board."""
    return HandStep(Touched(place), wait)


def pad_tap(offered: Iterable[Choice], wanted: GameSpecific, wait: float = TURN) -> HandStep | None:
    """Return a tap on the live choice with the report `wanted`; None if there is none."""
    found = (choice.title for choice in offered if choice.report == wanted and choice.live)
    title = next(found, None)
    return None if title is None else HandStep(Tapped(title), wait)


def answer_tap(presenter: Presenter, view: GameSpecific, report: GameSpecific) -> HandStep | None:
    """Return a tap on an answer in the open dialog; None if there is no such answer."""
    dialog = presenter.dialog(view)
    return None if dialog is None else pad_tap(dialog.choices, report)


def all_tapped(taps: Iterable[HandStep | None], report: GameSpecific) -> tuple[HandStep, ...]:
    """Return the taps that enter a report; if one of them is None, submit the report without a touch."""
    steps = tuple(taps)
    present = tuple(tap for tap in steps if tap is not None)
    return present if len(present) == len(steps) else (HandStep(Submitted(report)),)
