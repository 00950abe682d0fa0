"""The reports of play that judge accepts."""

from collections.abc import Collection, Iterator
from itertools import combinations_with_replacement, product

from companion.game import Accepted
from companion.games.speed_mode.board import FIRST, SECOND, Place
from companion.games.speed_mode.cards import CARDS, Kind
from companion.games.speed_mode.model import MOST_GROUPS, State
from companion.games.speed_mode.reports import (
    AnswerEnd,
    AnyReport,
    CallStuck,
    CountGroups,
    Exchange,
    MakeCombination,
    Pass,
    Replenish,
    Taken,
    TurnUp,
)
from companion.games.speed_mode.rules import judge


def legal(state: State) -> Iterator[AnyReport]:
    """Yield every report of play that judge accepts, likeliest first.

    A recount is legal at any time and not listed; of cards that are taken only one order is, though any is
    accepted, and none of them is told as 0.
    """
    if state.ended is None:
        yield from (report for report in _candidates(state) if isinstance(judge(state, report), Accepted))


def showing(state: State, halves: Collection[tuple[Place, int]]) -> Iterator[AnyReport]:
    """Yield those that show on one of these halves, or on none; of cards that were drawn none is named."""
    for report in _candidates(state) if state.ended is None and not state.finished else ():
        made = isinstance(report, MakeCombination) and (report.place, report.half) not in halves
        if not made and not _names_cards(report) and isinstance(judge(state, report), Accepted):
            yield report


def _names_cards(report: AnyReport) -> bool:
    return isinstance(report, Exchange | Replenish) and report.face_up != 0


def _candidates(state: State) -> Iterator[AnyReport]:
    if state.finished:
        yield from (CountGroups(points) for points in product(range(MOST_GROUPS + 1), repeat=2))
        return
    seat = state.turn
    if state.untold:
        yield from map(TurnUp, Kind)
    if state.asked:
        yield from (AnswerEnd(True), AnswerEnd(False))
    for pair in state.board.pairs:
        yield from (MakeCombination(seat, pair.place, half) for half in (FIRST, SECOND))
    taken = list(_taken(state))
    yield from (Replenish(seat, face_up) for face_up in taken)
    yield from (Exchange(seat, face_up) for face_up in taken)
    yield Pass(seat)
    yield from map(CallStuck, state.seats)


def _taken(state: State) -> Iterator[Taken]:
    if not state.watched:
        yield from range(CARDS + 1)
        return
    yield 0
    known = [kind for kind in Kind if kind in state.open or state.hidden(kind) > 0]
    for count in range(1, CARDS + 1):
        yield from combinations_with_replacement(known, count)
