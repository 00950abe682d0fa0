"""How a report of Sequence States & Capitals is tapped on the screen: which pads, and where on the board."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from companion.games.sequence_states.cards import ADD, STATES, Card
from companion.games.sequence_states.reports import (
    AnyReport,
    DrawCard,
    Forfeit,
    PassTurn,
    PlaceChip,
    RemoveChip,
    SwapDead,
)
from companion.games.sequence_states.view import View
from ui import words as frame
from ui.games.people import TURN, Step, Tapped, Told, Touched
from ui.games.sequence_states import words
from ui.games.sequence_states.aims import CARD, DEAD, PlayAdd, PlayRemove, SeatTap, SpaceTap, Tap
from ui.table.presenting import Begin, Choice, Enter, Presenter

if TYPE_CHECKING:
    from ui.stage.stage import Stage

NEXT, AIMED = 0.5, 1.1
"""Seconds until a finger taps the next pad, and for which it is looked at what has been lit up."""


def steps(report: AnyReport, view: View, presenter: Presenter) -> tuple[Step, ...]:
    """Return the taps that tell a report; one for which there are none is told without a finger."""
    taps = _taps(report, view, presenter)
    able = tuple(tap for tap in taps if tap is not None)
    return able if len(able) == len(taps) else (Step(Told(report)),)


def _taps(report: AnyReport, view: View, presenter: Presenter) -> tuple[Step | None, ...]:
    """Return the taps one after the other, None for a pad that isn't there."""
    offered = presenter.routine(view)
    match report:
        case PlaceChip(_, space, None):
            return (_touch(SpaceTap(space)),)
        case PlaceChip(_, space, card) if card == ADD:
            return _pad(offered, Begin(PlayAdd()), AIMED), _touch(SpaceTap(space))
        case PlaceChip(_, space, card) if card is not None:
            return _pad(offered, Enter(CARD), NEXT), *_picked(card), _touch(SpaceTap(space))
        case RemoveChip(_, space):
            return _pad(offered, Begin(PlayRemove()), AIMED), _touch(SpaceTap(space))
        case DrawCard(seat):
            return (_pad(offered, report) or _touch(SeatTap(seat)),)
        case SwapDead(_, card) if card is not None:
            return _pad(offered, Enter(DEAD), AIMED), Step(Tapped(words.state(card)))
        case PassTurn():
            return Step(Tapped(frame.REFEREE), AIMED), _pad(presenter.referee_menu(view), report)
        case Forfeit():
            sheet = presenter.sheet(view)
            return (_pad(sheet.choices if sheet is not None else (), report),)
        case _:
            return (None,)


def _pad(offered: Iterable[Choice], wanted: object, wait: float = TURN) -> Step | None:
    """Return a tap on the pad that stands for something; None where that isn't offered."""
    found = (choice.title for choice in offered if choice.report == wanted)
    title = next(found, None)
    return None if title is None else Step(Tapped(title), wait)


def _picked(card: Card) -> tuple[Step, ...]:
    """Pick a state: its first letter, and its name where several begin with that."""
    name = STATES[card].name
    same = [state for state in STATES.values() if state.name[0] == name[0]]
    if len(same) == 1:
        return (Step(Tapped(name[0]), AIMED),)
    return Step(Tapped(name[0]), NEXT), Step(Tapped(name), AIMED)


def _touch(place: Tap) -> Step:
    return Step(Touched(place, where))


def where(board: "Stage", place: Tap) -> tuple[float, float]:
    """Return the middle of a place on the board, in pixels."""
    return board.scene.middle(place)
