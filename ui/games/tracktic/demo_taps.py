"""How a report of Tracktic is tapped on the screen: which cells of the grid, and which pads."""

from companion.games.tracktic.model import FLIP
from companion.games.tracktic.reports import AnyReport, FlipPiece, LayPattern, OpenCard, Skip
from companion.games.tracktic.view import View
from ui.games.people import HandStep, Tapped, all_tapped, pad_tap, touch
from ui.games.tracktic import words
from ui.games.tracktic.aims import OPENED, CellTap, Flipping, Laying
from ui.table.presenting import Begin, Enter, Presenter

NEXT, LAID = 0.35, 0.9
"""Seconds until a finger taps the next cell, and until the pad after the last."""


def steps(report: AnyReport, view: View, presenter: Presenter) -> tuple[HandStep, ...]:
    """Return the taps that tell a report; one for which there are none is told without a finger."""
    return all_tapped(_taps(report, view, presenter), report)


def _taps(report: AnyReport, view: View, presenter: Presenter) -> tuple[HandStep | None, ...]:
    """Return the taps one after the other, None for a pad that isn't there."""
    match report:
        case LayPattern(_, cells) if cells:
            laid = presenter.routine(view, Laying(cells=cells))
            *before, last = (touch(CellTap(cell), NEXT) for cell in cells)
            return *before, HandStep(last.deed, LAID), pad_tap(laid, report)
        case FlipPiece(_, flipped, at):
            begin = pad_tap(presenter.routine(view), Begin(Flipping()))
            return begin, touch(CellTap(flipped), LAID), touch(CellTap(at))
        case Skip():
            return (pad_tap(presenter.routine(view), report),)
        case OpenCard(card):
            title = words.FLIP_CARD if card == FLIP else card
            return pad_tap(presenter.routine(view), Enter(OPENED)), HandStep(Tapped(title))
        case _:
            return (None,)
