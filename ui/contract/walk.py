"""Random walks through a game and through a match, drawn by hypothesis so that they shrink."""

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

from hypothesis import strategies as st
from msgspec import Struct

from companion.clock import WallTime
from companion.game import Accepted, Game
from companion.journal import MatchHeader
from companion.line import index_of
from companion.match import Match
from companion.match_reports import Correct, Insert, LetStand, PutRight, Replace, Strike, TakeBack

WIDTH = 200
"""How many legal reports are looked at in one position; some positions have millions."""


class Case(Struct, frozen=True):
    """A game, some of its openings, and a universe of reports of play: legal and illegal ones."""

    game: Game[Any, Any, Any, Any]
    facts: tuple[Any, ...]
    universe: Callable[[Any], Iterator[Any]]


def legal(data: st.DataObject, case: Case, state: Any) -> Any:
    """Draw one of the legal reports of a position, or of the first of very many; None where there is none."""
    number = data.draw(st.integers(0, WIDTH - 1), label="legal")
    report = None
    for report in islice(case.game.legal(state), number + 1):  # noqa: B007  # the last one counts
        pass
    return report


def walk(data: st.DataObject, case: Case, steps: int) -> list[tuple[Any, Any, Any]]:
    """Play at random: the positions, reports and rulings, up to `steps` of them or the end."""
    state = case.game.opening(data.draw(st.sampled_from(case.facts), label="facts"))
    walked = []
    for _ in range(steps):
        report = legal(data, case, state)
        if report is None:
            break
        ruling = case.game.judge(state, report)
        walked.append((state, report, ruling))
        assert isinstance(ruling, Accepted), f"legal lists what judge refuses: {report}\n{state}"
        for event in ruling.events:
            state = case.game.evolve(state, event)
    return walked


def begin(case: Case, facts: Any) -> Match[Any, Any, Any, Any]:
    """Open a match of a case."""
    return Match.begin(case.game, facts, MatchHeader("m", case.game.name), WallTime(0))


def submit_anything(data: st.DataObject, case: Case, match: Match[Any, Any, Any, Any]) -> None:
    """Submit something, right or wrong: a report, a put right, a take-back, a correction."""
    kind = data.draw(st.sampled_from("lllllluuprtsic"), label="kind")
    report: Any = None
    if kind == "l":
        report = legal(data, case, match.state)
    elif kind == "u":
        report = data.draw(st.sampled_from(list(case.universe(match.state))), label="any")
    elif kind in "pr":
        report = PutRight() if kind == "p" else LetStand()
    else:
        entry = data.draw(st.integers(0, match.length), label="entry")
        told = legal(data, case, match.line[index_of(match.line, entry) or 0].state) or match.line[-1].report
        report = {
            "t": TakeBack(entry),
            "s": Strike(entry),
            "i": Insert(entry, told),
            "c": Correct((Insert(entry, told), Replace(entry, told, stood=True))),
        }[kind]
    if report is not None:
        match.submit(report, seen=match.length, at=WallTime(match.length))
