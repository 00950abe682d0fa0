"""How a report of Speed Mode is tapped on the screen: which combination of the board, and which pads."""

from collections.abc import Iterable

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
from ui.games.people import HandStep, Tapped, all_tapped, pad_tap, touch
from ui.games.speed_mode import words
from ui.games.speed_mode.aims import OPENED, CardTap, Drawing, HalfTap
from ui.table.presenting import Begin, Enter, Presenter

NEXT = 0.7
"""Seconds until a finger taps the next pad."""


def steps(report: AnyReport, view: View, presenter: Presenter) -> tuple[HandStep, ...]:
    """Return the taps that tell a report; one for which there are none is told without a finger."""
    return all_tapped(_taps(report, view, presenter), report)


def _taps(report: AnyReport, view: View, presenter: Presenter) -> tuple[HandStep | None, ...]:
    """Return the taps one after the other, None for a pad that isn't there."""
    match report:
        case MakeCombination(_, place, half):
            return (touch(HalfTap(place, half)),)
        case Exchange(_, taken) | Replenish(_, taken):
            what = Drawing("exchange" if isinstance(report, Exchange) else "replenish")
            begin = pad_tap(presenter.routine(view), Begin(what), NEXT)
            cards = taken if isinstance(taken, tuple) else ()
            touched = tuple(touch(CardTap(number), NEXT) for number in _numbers(view, cards))
            aim = Drawing(what.what, cards)
            return begin, *touched, pad_tap(presenter.routine(view, aim), report)
        case TurnUp(card):
            return pad_tap(presenter.routine(view), Enter(OPENED), NEXT), HandStep(Tapped(words.kind(card)))
        case CallStuck() | Pass():
            return (pad_tap(presenter.routine(view), report),)
        case AnswerEnd():
            sheet = presenter.sheet(view)
            return (pad_tap(sheet.choices if sheet is not None else (), report),)
        case _:
            return (None,)


def _numbers(view: View, cards: Iterable[object]) -> list[int]:
    """Return which of the face-up cards are meant, each once; one that isn't told is left out."""
    found: list[int] = []
    for card in cards:
        able = [n for n, other in enumerate(view.open) if other == card and n not in found]
        found += able[:1]
    return found
