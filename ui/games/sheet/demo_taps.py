"""How a row is tapped on the screen: the pad that opens the pad for figures, and each figure on it."""

from collections.abc import Iterator

from msgspec.structs import replace

from companion.clock import MILLISECOND
from companion.games.sheet.reports import AnyReport, CallWrong, TellGrab, TellRow, TellTurn
from companion.games.sheet.view import View
from companion.grab import Touch
from ui.games.people import READ, TURN, HandStep, Pressed, Tapped, ToldAloud
from ui.games.sheet import words
from ui.games.sheet.presenter import SheetPresenter, Telling
from ui.games.sheet.timed import TIMED
from ui.table.presenting import Enter, Presenter

NEXT = 0.5
"""Seconds until a finger taps the next pad."""


def steps(report: AnyReport, view: View, presenter: Presenter) -> tuple[HandStep, ...]:
    """Return the taps that tell a report; what no pad tells is told without a finger."""
    assert isinstance(presenter, SheetPresenter)
    if isinstance(report, TellGrab):
        touches = report.grab.touches or [Touch(seat, 0) for seat in report.grab.first]
        return (HandStep(Pressed(tuple((touch.seat, touch.after / MILLISECOND) for touch in touches)), READ),)
    verdict = presenter.sheet(view)
    pads = presenter.routine(view) if verdict is None else verdict.choices
    bare = replace(report, took=0) if isinstance(report, TIMED) else report
    for pad in pads:
        if pad.report == bare or (isinstance(bare, CallWrong) and isinstance(pad.report, CallWrong)):
            return (HandStep(Tapped(pad.title), TURN),)
    if isinstance(report, TellRow | TellTurn):
        opens = Enter(Telling(report.seat if isinstance(report, TellTurn) else None))
        for pad in pads:
            if pad.report == opens:
                return (HandStep(Tapped(pad.title), NEXT), *_figures(report, view, presenter))
    return (HandStep(ToldAloud(report)),)


def _figures(report: TellRow | TellTurn, view: View, presenter: SheetPresenter) -> Iterator[HandStep]:
    rows = report.figures if isinstance(report, TellRow) else [(figure,) for figure in report.figures]
    told = [
        (view.sheet.columns[asked.column], figure)
        for asked, row in zip(view.asked, rows, strict=True)
        for place, figure in enumerate(row)
        if asked.of != "seat" or isinstance(report, TellTurn) or place not in view.resting
    ]
    for number, (column, figure) in enumerate(told, 1):
        if column.choices or column.picks:
            yield HandStep(Tapped(presenter.names.figure(column, figure)), NEXT)
            continue
        yield from (HandStep(Tapped(digit), NEXT) for digit in str(abs(figure)))
        if figure < 0:
            yield HandStep(Tapped(words.MINUS), NEXT)
        if number < len(told):
            yield HandStep(Tapped(words.NEXT), NEXT)
    yield HandStep(Tapped(words.DONE), TURN)
