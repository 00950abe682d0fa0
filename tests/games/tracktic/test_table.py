"""Whole games of a simulated table with its own implementation of the rules: the referee always agrees."""

from typing import Any

import pytest

from companion.game import Accepted
from companion.games.tracktic.boards import find_ts, read_board, tally
from companion.games.tracktic.evolve import fold
from companion.games.tracktic.model import COLOURS, Facts, Piece
from companion.games.tracktic.profile import Profile, demo
from companion.games.tracktic.score import score
from tests.games.tracktic.board import BOX, GAME, shown
from tests.games.tracktic.players import Table

GAMES = [
    pytest.param(profile, players, seed, marks=pytest.mark.long if seed else ())
    for profile in (BOX, demo())
    for players in (2, 3, 4)
    for seed in range(2)
]


@pytest.mark.parametrize(("profile", "players", "seed"), GAMES, ids=lambda of: getattr(of, "name", of))
def test_the_referee_and_the_table_agree_on_whole_games(profile: Profile, players: int, seed: int) -> None:
    table = Table(profile, players, seed)
    state = GAME.opening(Facts(players, profile))
    laid = len(state.pieces)
    while not table.over:
        before = shown(state)
        report = table.turn()
        ruling: Any = GAME.judge(state, report)
        assert isinstance(ruling, Accepted), f"{report}\n{ruling}\n{before}"
        state = fold(state, ruling.events)
        assert shown(state) == table.text(), report
        # Pieces are only ever added, flipped ones stay white, and no supply grows.
        assert len(state.pieces) >= laid
        laid = len(state.pieces)
        for colour, letter in zip(COLOURS, "YBGR", strict=True):
            assert state.supply(colour) == table.hand[letter], before
        assert state.left == len(table.open) + len(table.deck)
        assert [state.tokens[n] for n in range(players)] == list(table.tokens.values())
        assert not find_ts(read_board(table.text())), table.text()
        if not table.over:
            assert state.turn == table.mover
    assert state.ended is not None
    counted = tally(read_board(table.text()))
    points = [counted.scores.get(colour, 0) for colour in COLOURS[:players]]
    assert score(state)["longest"] == points
    assert counted.exact
    assert list(state.ended.winners) == [n for n, found in enumerate(points) if found == max(points)]
    for colour, path in counted.paths.items():
        assert all(state.pieces[cell] in (colour, Piece.WHITE) for cell in path)
