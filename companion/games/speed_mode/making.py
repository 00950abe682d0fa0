"""Judging a combination that was made, and what follows from it on the board."""

from collections.abc import Iterator

from companion.game import Details, Faults, Refused, Remedy, Violation
from companion.games.speed_mode.board import FIRST, SECOND, Place
from companion.games.speed_mode.cards import CARDS, counted
from companion.games.speed_mode.ending import played
from companion.games.speed_mode.events import (
    AnyEvent,
    CombinationMade,
    CombinationUndone,
    Events,
    ExtraPlaced,
    PairMade,
    Verdict,
)
from companion.games.speed_mode.faults import turn_faults
from companion.games.speed_mode.model import State
from companion.games.speed_mode.reports import MakeCombination
from companion.rulings import ruled


def make(state: State, report: MakeCombination) -> Verdict:
    """Rule on a combination that was discarded and covered."""
    seat, place, half = report.seat, report.place, report.half
    details: Details = {"row": place.row, "column": place.column, "half": half}
    if state.board.combination(place, half) is None:
        nowhere: Details = {"why": "no_such", **details}
        return Refused((Violation("sm.available", seat, nowhere, (Remedy("look_again", seat),)),))
    steps = (Remedy("take_off", seat, details), Remedy("cards_back", seat, details))
    faults, impossible = turn_faults(state, seat), _card_faults(state, report)
    covered = _covered_faults(state, report, details)
    # A token on another one can't stay.
    stand = not covered and not state.finished
    events = played(state, made(state, report), seat) if stand and not impossible else ()
    return ruled((*faults, *covered), impossible, steps, events, stand=stand)


def made(state: State, report: MakeCombination) -> Events:
    """Return what follows when a free combination is covered."""
    return tuple(_made(state, report))


def _made(state: State, report: MakeCombination) -> Iterator[AnyEvent]:
    seat, place, half = report.seat, report.place, report.half
    yield CombinationMade(seat, place, half, state.cards(place, half))
    other = SECOND if half == FIRST else FIRST
    owner = state.on(place).halves[other]
    if owner is None:
        return
    # Halves of both players: the earlier one is undone, the later one stays.
    if owner != seat:
        yield CombinationUndone(owner, place, other)
        return
    # Both halves of one player: a circle takes the place of the two.
    yield PairMade(seat, place)
    # An extra point between it and each pair of one's own next to it.
    for link in state.board.links:
        if place in link and _own(state, link[0] if link[1] == place else link[1], seat):
            yield ExtraPlaced(seat, link)


def _own(state: State, place: Place, seat: int) -> bool:
    return state.on(place).circle == seat


def _covered_faults(state: State, report: MakeCombination, details: Details) -> Faults:
    tokens = state.on(report.place)
    # What is covered, or lies under a circle, isn't free.
    if tokens.circle is not None:
        by = tokens.circle
        return (Violation("sm.available", report.seat, {"why": "circle", "by": by, **details}),)
    owner = tokens.halves[report.half]
    if owner is not None:
        return (Violation("sm.available", report.seat, {"why": "covered", "by": owner, **details}),)
    return ()


def _card_faults(state: State, report: MakeCombination) -> Faults:
    seat = report.seat
    # Three cards of the hand.
    if state.hands[seat] < CARDS:
        return (Violation("sm.make", seat, {"why": "hand", "hand": state.hands[seat]}),)
    # They are neither among the discards nor face up.
    return tuple(
        Violation("sm.make", seat, {"why": "copies", "card": kind, "left": max(0, state.hidden(kind))})
        for kind, count in counted(state.cards(report.place, report.half)).items()
        if count > state.hidden(kind)
    )
