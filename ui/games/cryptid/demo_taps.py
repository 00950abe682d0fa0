"""How a report of Cryptid is tapped on the screen: which space of the map, and which pad."""

from companion.games.cryptid.reports import Answer, AnyReport, Ask, PlaceCube, Search
from companion.games.cryptid.view import View
from ui.games.cryptid.aims import At, Searching
from ui.games.people import HandStep, all_tapped, pad_tap, touch
from ui.table.presenting import Begin, Presenter

NEXT = 0.8
"""Seconds until a finger taps the pad, after the space."""


def steps(report: AnyReport, view: View, presenter: Presenter) -> tuple[HandStep, ...]:
    """Return the taps that tell a report; one for which there are none is told without a finger."""
    return all_tapped(_taps(report, view, presenter), report)


def _taps(report: AnyReport, view: View, presenter: Presenter) -> tuple[HandStep | None, ...]:
    """Return the taps one after the other, None for a pad that isn't there."""
    match report:
        case Answer():
            return (pad_tap(presenter.routine(view), report),)
        case Ask(_, at) | PlaceCube(_, _, at):
            return touch(at, NEXT), pad_tap(presenter.routine(view, At(at)), report)
        case Search(_, at, discs):
            elsewhere = {disc.hue: disc.at for disc in discs if disc.at != at}
            offered = presenter.routine(view, At(at))
            begun = [choice.report for choice in offered if isinstance(choice.report, Begin)]
            # Which disc the next tap is for, the screen says; without any the pad tells it all.
            left = begun[0].aim.left if elsewhere and begun and isinstance(begun[0].aim, Searching) else ()
            pad = pad_tap(offered, begun[0] if left else report)
            return touch(at, NEXT), pad, *(touch(elsewhere[hue]) for hue in left)
        case _:
            return (None,)
