"""Secrecy as a property, for two to five: nothing that a player sees depends on another player's clues."""

from collections.abc import Collection
from functools import lru_cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.game import Accepted, Seat
from companion.games.cryptid import Cryptid
from companion.games.cryptid.clues import Mode, clues_of
from companion.games.cryptid.deal import deal
from companion.games.cryptid.evolve import fold
from companion.games.cryptid.maps import MAP
from companion.games.cryptid.model import AskOrSearch, Facts, State
from companion.games.cryptid.reports import Ask, GiveAnswer, PlaceCube
from companion.games.cryptid.rules import judge, legal
from companion.games.cryptid.score import score
from companion.games.cryptid.setups import OWNERS, Setup, sets_of
from companion.games.cryptid.view import awaited, view
from companion.match import Match
from companion.match_reports import Abandon, Correct, Insert, Replace, TakeBack
from tests.contract.cases import CASES
from tests.games.cryptid.players import Table
from tests.matches import AnyMatch, new_match, submit

GAME = Cryptid()
CALM = settings(max_examples=15)


def with_other_clues(state: State, seats: Collection[int], seed: int) -> State:
    """Return the same position, with other clues for some players."""
    assert state.setup is not None
    clues = list(state.setup.clues)
    for n, owner in enumerate(state.setup.clue_owner):
        if owner in seats:
            free = [clue for clue in clues_of(state.setup.mode) if clue not in clues]
            clues[n] = free[(seed + 7 * n) % len(free)]
    setup = replace(state.setup, clues=tuple(clues))
    return replace(state, setup=setup, sets=_sets_of(setup))


_sets_of = lru_cache(maxsize=64)(sets_of)
"""A game asks for the same ones again and again, so they are cached."""

SEED, MODE, PLAYERS = st.integers(0, 10**6), st.sampled_from(Mode), st.sampled_from(list(OWNERS))
OTHER = st.integers(0, 100)


def test_no_try_at_a_question_that_is_open_tells_what_the_clues_allow() -> None:
    """Otherwise a question could be corrected and judged as often as an attacker likes."""
    match = new_match(GAME, Facts(2, deal(7)))
    while not isinstance(match.state.stage, AskOrSearch):
        seat = match.state.turn
        submit(match, next(cube for cube in legal(match.state) if isinstance(cube, PlaceCube)))
        assert match.state.turn != seat
    asker, spaces = match.state.turn, [at for at in MAP if match.state.spot(at).cube is None]
    other, entry = Seat(1 - asker), match.length
    submit(match, Ask(asker, spaces[0]))
    length = match.length
    tries: list[Any] = [
        Correct((Insert(entry, Ask(asker, at)), Insert(entry, GiveAnswer(other, hue))))
        for at in spaces[1:]
        for hue in (None, *match.state.own(other))
    ]
    tries += [Replace(entry, Ask(asker, at)) for at in spaces[1:]]
    rulings = {str(submit(match, report).ruling) for report in tries}
    assert len(rulings) == 1
    assert match.length == length
    submit(match, TakeBack())
    assert match.state.turn == asker, "it can still be taken back"


@pytest.mark.parametrize("players", [min(OWNERS), max(OWNERS)])
@settings(max_examples=2)
@given(SEED, MODE, OTHER)
def test_nobody_sees_what_depends_on_others_clues(players: int, seed: int, mode: Mode, other: int) -> None:
    sees_the_same(deal(seed, mode, players), seed, other)


@pytest.mark.long
@pytest.mark.parametrize("players", OWNERS)
@CALM
@given(SEED, MODE, OTHER)
def test_what_anybody_sees_in_many_games_does_not_depend_on_another_players_clues(
    players: int, seed: int, mode: Mode, other: int
) -> None:
    sees_the_same(deal(seed, mode, players), seed, other)


def sees_the_same(setup: Setup, seed: int, other: int) -> None:
    """Play a game in which no step would look different if another player had other clues."""
    table = Table(setup, seed)
    state = GAME.opening(Facts(setup.players, setup))
    for step in range(25):
        for report in table.share() if not step else table.turn():
            ruling = judge(state, report)
            events: Any = ruling.events  # type: ignore[union-attr]  # these players never lie
            for viewer in (None, *state.seats):
                others = state.seats if viewer is None else state.others(viewer)
                changed = with_other_clues(state, others, other)
                assert view(changed, viewer) == view(state, viewer)
                assert awaited(changed) == awaited(state)
                assert score(changed) == score(state)
            # The ruling on one player's report doesn't depend on others' clues.
            assert judge(with_other_clues(state, state.others(report.seat), other), report) == ruling
            if not step % 8:
                assert_no_ruling_depends_on_the_others_clues(state, other)
            state = fold(state, events)
        if state.ended:
            return


def assert_no_ruling_depends_on_the_others_clues(state: State, other: int) -> None:
    """Judge all possible reports, right and wrong: the others' clues don't matter."""
    changed = {seat: with_other_clues(state, state.others(seat), other) for seat in state.seats}
    for report in CASES["cryptid"].universe(state):
        if report.seat in state.seats:
            assert judge(changed[report.seat], report) == judge(state, report), report


@CALM
@given(SEED, PLAYERS)
def test_a_player_sees_the_own_clues_and_no_other(seed: int, players: int) -> None:
    setup = deal(seed, players=players)
    state = GAME.opening(Facts(players, setup))
    assert view(state, None).clues == ()
    for seat in state.seats:
        mine = [clue for clue, owner in zip(setup.clues, setup.clue_owner, strict=True) if owner == seat]
        assert [own.clue for own in view(state, seat).clues] == mine
        assert {own.hue for own in view(state, seat).clues} == set(state.own(seat))
    for viewer in (None, *state.seats):
        assert view(state, viewer).habitat is None


@CALM
@given(SEED, MODE, PLAYERS)
def test_no_entry_nor_export_has_a_clue_until_the_game_is_over(seed: int, mode: Mode, players: int) -> None:
    setup = deal(seed, mode, players)
    table = Table(setup, seed)
    match = new_match(GAME, Facts(players, setup))
    for step in range(40):
        if table.winner is not None:
            break
        for report in table.share() if not step else table.turn():
            answer = submit(match, report)
            assert isinstance(answer.ruling, Accepted)
    assert not any(b"clue" in row.entry or b"terrain" in row.entry for row in match.rows()[1:])
    exported = match.export()
    if match.outcome is not None:
        assert exported == match.rows()
        submit(match, TakeBack(None, match.state.seats))
        exported = match.export()
        ended: AnyMatch = Match(GAME, match.entries[:-1])
        assert ended.export(goes_on=True) == exported[:-1], "an end that was taken back doesn't count"
    submit(match, Abandon())
    assert match.export()[:-1] == exported, "a game that ended early can be continued"
    without = setup.map_alone
    bare = new_match(GAME, Facts(players, without))
    assert exported[0] == bare.rows()[0], "the first entry is that of a match with unknown clues"
    assert not any(b'"terrains"' in row.entry or b"near_" in row.entry for row in exported)
    read, loss = Match.restore(GAME, exported)
    assert loss is None
    assert read.state.spots == match.state.spots
