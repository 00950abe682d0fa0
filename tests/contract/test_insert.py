"""Forgotten entries are inserted where they belong, in any game."""

from random import Random
from typing import Any

import pytest

from companion.clock import WallTime
from companion.drafts import Draft
from companion.errors import CompanionError
from companion.game import Accepted, Refused
from companion.journal import Entry
from companion.match import AnyMatch, Match
from companion.match_reports import Insert
from tests.contract.cases import CASES, some_legal
from ui.contract.walk import Case, begin

EVERY_GAME = pytest.mark.parametrize("case", CASES.values(), ids=CASES)
STEPS = 14


def play(case: Case, chance: Random) -> AnyMatch:
    """Play a random legal game: the one that really happened."""
    match = begin(case, chance.choice(case.facts))
    while match.length <= STEPS:
        report = some_legal(case.game, match.state, chance)
        if report is None:
            break
        match.submit(report, seen=match.length, at=WallTime(match.length))
    return match


def without(true: AnyMatch, forgotten: int) -> AnyMatch | None:
    """Return a match without one of its entries, or None if the rest can't be replayed."""
    bodies = [entry.body for entry in true.entries if entry.n != forgotten]
    try:
        return Match(true.game, [Entry(n, WallTime(n), body) for n, body in enumerate(bodies)])
    except (CompanionError, LookupError, ValueError, TypeError, AssertionError):
        return None


def positions_of(match: AnyMatch) -> list[tuple[Any, ...]]:
    """Return what a match is made of, apart from its entries."""
    return [(position.report, position.events, position.state, position.stood) for position in match.line]


def insert_forgotten(case: Case, games: int) -> int:
    """Forget an entry in each of `games` matches and insert it; return how often that was possible."""
    chance, inserted = Random(7), 0
    for _ in range(games):
        true = play(case, chance)
        if len(true.line) < 3:
            # Somebody gave up at once.
            continue
        forgotten = chance.randrange(1, len(true.line) - 1)
        match = without(true, forgotten)
        if match is None:
            continue
        report = true.line[forgotten].report
        secret = bool(match.consents_needed(forgotten)) or case.game.public(match.facts) != match.facts
        if not secret:
            draft = Draft(match, forgotten)
            assert draft.table().state == true.line[forgotten - 1].state, "the table as it was then"
            assert draft.reported(report).complete
        ruling = match.submit(Insert(forgotten, report), seen=match.length, at=WallTime(0)).ruling
        if secret:
            assert isinstance(ruling, Refused)
            assert [fault.rule for fault in ruling.violations] == ["match.only-back"]
            continue
        inserted += 1
        assert isinstance(ruling, Accepted), ruling
        assert positions_of(match) == positions_of(true)
        replayed, loss = Match.restore(case.game, match.rows())
        assert (loss, replayed.line) == (None, match.line)
    return inserted


@EVERY_GAME
@pytest.mark.parametrize(("games", "least"), [(12, 2), pytest.param(150, 41, marks=pytest.mark.long)])
def test_what_was_forgotten_is_put_back_and_all_is_as_it_was(case: Case, games: int, least: int) -> None:
    assert insert_forgotten(case, games) >= least
