"""How a report of Cryptid is tapped on the screen: which space of the map, and which pad."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from companion.games.cryptid.hexes import Hex
from companion.games.cryptid.reports import Answer, AnyReport, Ask, PlaceCube, Search
from companion.games.cryptid.view import View
from ui.games.cryptid.aims import At, Searching, Tap
from ui.games.people import TURN, Step, Tapped, Told, Touched
from ui.table.presenting import Begin, Choice, Presenter

if TYPE_CHECKING:
    from ui.stage.stage import Stage

NEXT = 0.8
"""Seconds until a finger taps the pad, after the space."""


def steps(report: AnyReport, view: View, presenter: Presenter) -> tuple[Step, ...]:
    """Return the taps that tell a report; one for which there are none is told without a finger."""
    taps: tuple[Step | None, ...]
    match report:
        case Answer():
            taps = (_pad(presenter.routine(view), report),)
        case Ask(_, at) | PlaceCube(_, _, at):
            taps = (_touch(at, NEXT), _pad(presenter.routine(view, At(at)), report))
        case Search(_, at, discs):
            elsewhere = {disc.hue: disc.at for disc in discs if disc.at != at}
            offered = presenter.routine(view, At(at))
            begun = [choice.report for choice in offered if isinstance(choice.report, Begin)]
            # Which disc the next tap is for, the screen says; without any the pad tells it all.
            left = begun[0].aim.left if elsewhere and begun and isinstance(begun[0].aim, Searching) else ()
            pad = _pad(offered, begun[0] if left else report)
            taps = (_touch(at, NEXT), pad, *(_touch(elsewhere[hue]) for hue in left))
        case _:
            taps = (None,)
    able = tuple(tap for tap in taps if tap is not None)
    return able if len(able) == len(taps) else (Step(Told(report)),)


def _pad(offered: Iterable[Choice], wanted: object) -> Step | None:
    """Return a tap on the pad that stands for something; None where that isn't offered."""
    found = (choice.title for choice in offered if choice.report == wanted)
    title = next(found, None)
    return None if title is None else Step(Tapped(title))


def _touch(at: Hex, wait: float = TURN) -> Step:
    return Step(Touched(at, where), wait)


def where(board: "Stage", place: Tap) -> tuple[float, float]:
    """Return the middle of a space on the map, in pixels."""
    return board.scene.middle(place)
