"""How a report of Tracktic is tapped on the screen: which cells of the grid, and which pads."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from companion.games.tracktic.grid import Cell
from companion.games.tracktic.model import FLIP
from companion.games.tracktic.reports import AnyReport, FlipPiece, LayPattern, OpenCard, Skip
from companion.games.tracktic.view import View
from ui.games.people import TURN, Step, Tapped, Told, Touched
from ui.games.tracktic import words
from ui.games.tracktic.aims import OPENED, CellTap, Flipping, Laying, Tap
from ui.table.presenting import Begin, Choice, Enter, Presenter

if TYPE_CHECKING:
    from ui.stage.stage import Stage

NEXT, LAID = 0.35, 0.9
"""Seconds until a finger taps the next cell, and until the pad after the last."""


def steps(report: AnyReport, view: View, presenter: Presenter) -> tuple[Step, ...]:
    """Return the taps that tell a report; one for which there are none is told without a finger."""
    taps: tuple[Step | None, ...]
    match report:
        case LayPattern(_, cells) if cells:
            laid = presenter.routine(view, Laying(cells=cells))
            *before, last = (_touch(cell, NEXT) for cell in cells)
            taps = (*before, Step(last.deed, LAID), _pad(laid, report))
        case FlipPiece(_, flipped, at):
            begin = _pad(presenter.routine(view), Begin(Flipping()))
            taps = (begin, _touch(flipped, LAID), _touch(at, TURN))
        case Skip():
            taps = (_pad(presenter.routine(view), report),)
        case OpenCard(card):
            title = words.FLIP_CARD if card == FLIP else card
            taps = (_pad(presenter.routine(view), Enter(OPENED)), Step(Tapped(title)))
        case _:
            taps = (None,)
    able = tuple(tap for tap in taps if tap is not None)
    return able if len(able) == len(taps) else (Step(Told(report)),)


def _pad(offered: Iterable[Choice], wanted: object) -> Step | None:
    """Return a tap on the pad that stands for something; None where that isn't offered."""
    found = (choice.title for choice in offered if choice.report == wanted and choice.live)
    title = next(found, None)
    return None if title is None else Step(Tapped(title))


def _touch(cell: Cell, wait: float) -> Step:
    return Step(Touched(CellTap(cell), where), wait)


def where(board: "Stage", place: Tap) -> tuple[float, float]:
    """Return the middle of a cell on the grid, in pixels."""
    return board.scene.middle(place)
