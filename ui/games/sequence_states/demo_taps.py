"""How a report of Sequence States & Capitals is tapped on the screen: which pads, and where on the board."""

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
from ui.games.people import HandStep, Tapped, all_tapped, pad_tap, touch
from ui.games.sequence_states import words
from ui.games.sequence_states.aims import CARD, DEAD, PlayAdd, PlayRemove, SeatTap, SpaceTap
from ui.table.presenting import Begin, Enter, Presenter

NEXT, AIMED = 0.5, 1.1
"""Seconds until a finger taps the next pad, and for which it is looked at what has been lit up."""


def steps(report: AnyReport, view: View, presenter: Presenter) -> tuple[HandStep, ...]:
    """Return the taps that tell a report; one for which there are none is told without a finger."""
    return all_tapped(_taps(report, view, presenter), report)


def _taps(report: AnyReport, view: View, presenter: Presenter) -> tuple[HandStep | None, ...]:
    """Return the taps one after the other, None for a pad that isn't there."""
    offered = presenter.routine(view)
    match report:
        case PlaceChip(_, space, None):
            return (touch(SpaceTap(space)),)
        case PlaceChip(_, space, card) if card == ADD:
            return pad_tap(offered, Begin(PlayAdd()), AIMED), touch(SpaceTap(space))
        case PlaceChip(_, space, card) if card is not None:
            return pad_tap(offered, Enter(CARD), NEXT), *_picked(card), touch(SpaceTap(space))
        case RemoveChip(_, space):
            return pad_tap(offered, Begin(PlayRemove()), AIMED), touch(SpaceTap(space))
        case DrawCard(seat):
            return (pad_tap(offered, report) or touch(SeatTap(seat)),)
        case SwapDead(_, card) if card is not None:
            return pad_tap(offered, Enter(DEAD), AIMED), HandStep(Tapped(words.state(card)))
        case PassTurn():
            return HandStep(Tapped(frame.REFEREE), AIMED), pad_tap(presenter.referee_menu(view), report)
        case Forfeit():
            sheet = presenter.sheet(view)
            return (pad_tap(sheet.choices if sheet is not None else (), report),)
        case _:
            return (None,)


def _picked(card: Card) -> tuple[HandStep, ...]:
    """Pick a state: its first letter, and its name where several begin with that."""
    name = STATES[card].name
    same = [state for state in STATES.values() if state.name[0] == name[0]]
    if len(same) == 1:
        return (HandStep(Tapped(name[0]), AIMED),)
    return HandStep(Tapped(name[0]), NEXT), HandStep(Tapped(name), AIMED)
