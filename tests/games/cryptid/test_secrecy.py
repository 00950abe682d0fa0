"""Secrecy as a property: nothing that a player sees depends on the other player's clues."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.clock import WallTime
from companion.game import Accepted, Seat
from companion.games.cryptid import Cryptid
from companion.games.cryptid.clues import Mode, clues_of
from companion.games.cryptid.deal import deal
from companion.games.cryptid.evolve import fold
from companion.games.cryptid.model import Facts, State
from companion.games.cryptid.rules import judge
from companion.games.cryptid.score import score
from companion.games.cryptid.setups import sets_of
from companion.games.cryptid.view import awaited, view
from companion.journal import Header
from companion.match import Match
from companion.match_reports import Abandon, TakeBack
from tests.contract.cases import CASES
from tests.games.cryptid.players import Table

GAME = Cryptid()
CALM = settings(max_examples=15)


def with_other_clues(state: State, seat: Seat, seed: int) -> State:
    """Return the same table, had the clues of a player been others."""
    assert state.setup is not None
    others = clues_of(state.setup.mode)
    clues = list(state.setup.clues)
    for n in range(2):
        clues[2 * seat + n] = others[(seed + 7 * n) % len(others)]
    setup = replace(state.setup, clues=tuple(clues))
    return replace(state, setup=setup, sets=sets_of(setup))


CLUES = given(st.integers(0, 10**6), st.sampled_from(Mode), st.integers(0, 100))


@settings(max_examples=4)
@CLUES
def test_what_anybody_sees_does_not_depend_on_another_players_clues(
    seed: int, mode: Mode, other: int
) -> None:
    sees_the_same(seed, mode, other)


@pytest.mark.long
@CALM
@CLUES
def test_what_anybody_sees_in_many_games_does_not_depend_on_another_players_clues(
    seed: int, mode: Mode, other: int
) -> None:
    sees_the_same(seed, mode, other)


def sees_the_same(seed: int, mode: Mode, other: int) -> None:
    """Play a game in which at every step nothing would look different, had another player other clues."""
    setup = deal(seed, mode)
    table = Table(setup, seed)
    state = GAME.opening(Facts(setup=setup))
    for step in range(25):
        for report in table.share() if not step else table.turn():
            ruling = judge(state, report)
            events: Any = ruling.events  # type: ignore[union-attr]  # these players never lie
            for seat in (Seat(0), Seat(1)):
                changed = with_other_clues(state, seat, other)
                for viewer in (None, Seat(1 - seat)):
                    assert view(changed, viewer) == view(state, viewer)
                assert awaited(changed) == awaited(state)
                assert score(changed) == score(state)
                if seat != report.seat:
                    # The ruling on one player's report doesn't depend on the other's clues.
                    assert judge(changed, report) == ruling
            if step < 3 or not step % 8:
                assert_no_ruling_depends_on_the_others_clues(state, other)
            state = fold(state, events)
        if state.ended:
            return


def assert_no_ruling_depends_on_the_others_clues(state: State, other: int) -> None:
    """Judge everything one could say, right and wrong: the opponent's clues don't matter."""
    for report in CASES["cryptid"].universe(state):
        if report.seat in (0, 1):
            changed = with_other_clues(state, Seat(1 - report.seat), other)
            assert judge(changed, report) == judge(state, report), report


@CALM
@given(st.integers(0, 10**6))
def test_a_player_sees_the_own_clues_and_no_other(seed: int) -> None:
    setup = deal(seed)
    state = GAME.opening(Facts(setup=setup))
    assert view(state, None).clues == ()
    assert [own.clue for own in view(state, Seat(0)).clues] == list(setup.clues[:2])
    assert [own.clue for own in view(state, Seat(1)).clues] == list(setup.clues[2:])
    assert view(state, None).habitat is None


@CALM
@given(st.integers(0, 10**6))
def test_the_record_of_play_holds_no_clue_after_its_first_entry(seed: int) -> None:
    setup = deal(seed)
    table = Table(setup, seed)
    match: Match[Any, Any, Any, Any]
    match = Match.begin(GAME, Facts(setup=setup), Header("m", GAME.name), WallTime(0))
    for step in range(12):
        if table.winner is not None:
            break
        for report in table.share() if not step else table.turn():
            answer = match.submit(report, seen=match.length, at=WallTime(0))
            assert isinstance(answer.ruling, Accepted)
    for row in match.rows()[1:]:
        assert b"clue" not in row.entry
        assert b"terrain" not in row.entry


@CALM
@given(st.integers(0, 10**6), st.sampled_from(Mode))
def test_an_export_has_no_clue_until_the_game_is_over(seed: int, mode: Mode) -> None:
    setup = deal(seed, mode)
    table = Table(setup, seed)
    match: Match[Any, Any, Any, Any]
    match = Match.begin(GAME, Facts(setup=setup), Header("m", GAME.name), WallTime(0))
    for step in range(40):
        if table.winner is not None:
            break
        for report in table.share() if not step else table.turn():
            match.submit(report, seen=match.length, at=WallTime(0))
    exported = match.export()
    if match.outcome is not None:
        assert exported == match.rows()
        match.submit(TakeBack(None, (Seat(0), Seat(1))), seen=match.length, at=WallTime(0))
        exported = match.export()
        ended: Match[Any, Any, Any, Any] = Match(GAME, match.entries[:-1])
        assert ended.export(goes_on=True) == exported[:-1], "an end that was taken back is none"
    match.submit(Abandon(), seen=match.length, at=WallTime(0))
    assert match.export()[:-1] == exported, "a game that was broken off can be gone on with"
    without = replace(setup, clues=(), clue_owner=())
    bare: Match[Any, Any, Any, Any]
    bare = Match.begin(GAME, Facts(setup=without), Header("m", GAME.name), WallTime(0))
    assert exported[0] == bare.rows()[0], "the first entry is that of a match whose clues nobody knows"
    assert not any(b'"terrains"' in row.entry or b"near_" in row.entry for row in exported)
    read, loss = Match.restore(GAME, exported)
    assert loss is None
    assert read.state.spots == match.state.spots
