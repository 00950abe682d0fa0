"""How a report of Speed Mode is tapped on the screen: which combination of the board, and which pads."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from companion.games.speed_mode.reports import (
    AnswerEnd,
    AnyReport,
    CallStuck,
    Exchange,
    MakeCombination,
    Pass,
    Replenish,
    TurnUp,
)
from companion.games.speed_mode.view import View
from ui.games.people import TURN, Step, Tapped, Told, Touched
from ui.games.speed_mode import words
from ui.games.speed_mode.aims import OPENED, CardTap, Drawing, HalfTap, Tap
from ui.table.presenting import Begin, Choice, Enter, Presenter

if TYPE_CHECKING:
    from ui.stage.stage import Stage

NEXT = 0.7
"""Seconds until a finger taps the next pad."""


def steps(report: AnyReport, view: View, presenter: Presenter) -> tuple[Step, ...]:
    """Return the taps that tell a report; one for which there are none is told without a finger."""
    taps: tuple[Step | None, ...]
    match report:
        case MakeCombination(_, place, half):
            taps = (Step(Touched(HalfTap(place, half), where)),)
        case Exchange(_, taken) | Replenish(_, taken):
            what = Drawing("exchange" if isinstance(report, Exchange) else "replenish")
            begin = _pad(presenter.routine(view), Begin(what), NEXT)
            cards = taken if isinstance(taken, tuple) else ()
            touched = tuple(Step(Touched(CardTap(number), where), NEXT) for number in _numbers(view, cards))
            aim = Drawing(what.what, cards)
            taps = (begin, *touched, _pad(presenter.routine(view, aim), report))
        case TurnUp(card):
            taps = (_pad(presenter.routine(view), Enter(OPENED), NEXT), Step(Tapped(words.kind(card))))
        case CallStuck() | Pass():
            taps = (_pad(presenter.routine(view), report),)
        case AnswerEnd():
            sheet = presenter.sheet(view)
            taps = (_pad(sheet.choices if sheet is not None else (), report),)
        case _:
            taps = (None,)
    able = tuple(tap for tap in taps if tap is not None)
    return able if len(able) == len(taps) else (Step(Told(report)),)


def _numbers(view: View, cards: Iterable[object]) -> list[int]:
    """Return which of the face-up cards are meant, each once; one that isn't told is left out."""
    found: list[int] = []
    for card in cards:
        able = [n for n, other in enumerate(view.open) if other == card and n not in found]
        found += able[:1]
    return found


def _pad(offered: Iterable[Choice], wanted: object, wait: float = TURN) -> Step | None:
    """Return a tap on the pad that stands for something; None where that isn't offered."""
    found = (choice.title for choice in offered if choice.report == wanted and choice.live)
    title = next(found, None)
    return None if title is None else Step(Tapped(title), wait)


def where(board: "Stage", place: Tap) -> tuple[float, float]:
    """Return the middle of a combination, or of a face-up card, in pixels."""
    return board.scene.middle(place)
