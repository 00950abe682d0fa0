"""Whole games of a simulated table with its own implementation of the rules: the referee always agrees."""

from collections import Counter
from itertools import product
from typing import Any

import pytest

from companion.game import Accepted, Level
from companion.games.speed_mode.board import Place
from companion.games.speed_mode.boards import final, read_tokens, write_tokens
from companion.games.speed_mode.deck import makeable
from companion.games.speed_mode.evolve import fold
from companion.games.speed_mode.model import Facts, State
from companion.games.speed_mode.score import between, score, singles
from companion.games.speed_mode.view import view
from tests.games.speed_mode.board import GAME
from tests.games.speed_mode.players import Table, kind

GAMES = [
    pytest.param(seed, *how, marks=pytest.mark.long if seed % 5 else ())
    for seed, how in enumerate(
        product(
            Level,
            ("adjacent", "by_hand", "none"),
            ("seven_or_fewer", "up_to_ten"),
            (0.95, 0.15),
            ("face_down", "all"),
        )
    )
]


@pytest.mark.parametrize(("seed", "level", "groups", "replenish", "eager", "used_up"), GAMES)
def test_the_referee_and_the_table_agree_on_whole_games(
    seed: int, level: Level, groups: str, replenish: str, eager: float, used_up: str
) -> None:
    table = Table(seed, level, groups, replenish, eager, used_up)
    rulings = {"unpaired_groups": groups, "replenish_strict": replenish, "exhausted": used_up}
    state = GAME.opening(Facts(level=level, rulings=rulings))
    while not table.over:
        for report in table.turn():
            before = f"{report}\n{write_tokens(state.board, state.pairs)}"
            ruling: Any = GAME.judge(state, report)
            assert isinstance(ruling, Accepted), f"{before}\n{ruling}"
            state = fold(state, ruling.events)
            agree(state, table, before)
    assert state.ended is not None
    most = max(table.points)
    assert [int(seat) for seat in state.ended.winners] == [n for n in (0, 1) if table.points[n] == most]


def agree(state: State, table: Table, before: str) -> None:
    """Check every figure of the referee against the table."""
    assert write_tokens(state.board, state.pairs) == table.text(), before
    assert list(state.hands) == [len(hand) for hand in table.hands], before
    assert (state.deck, state.face_up) == (len(table.deck), len(table.row)), before
    assert Counter(state.open) == Counter(map(kind, table.reported)), before
    assert Counter(state.discards) == Counter(map(kind, table.bin)), before
    # Cards are conserved.
    assert state.deck + state.face_up + sum(state.hands) + sum(state.discards.values()) == 72, before
    assert state.exchanges == table.row_of_exchanges, before
    assert (state.asked, state.finished) == (table.asked, table.counting), before
    if state.ended is None and not state.finished:
        assert state.turn == table.mover, before
        assert list(state.stuck) == table.stuck, before
    assert (state.ended is not None) == table.over, before
    scores = score(state)
    assert scores["points"] == table.points, before
    assert scores["extra"] == table.extra, before
    assert scores["unpaired"] == table.grouped, before
    # Tokens are conserved: nine circles each, and those used beyond that are the backs of others.
    for seat, seat_view in zip(state.seats, view(state, None).seats, strict=True):
        left = table.circles[seat]
        assert (seat_view.circles, seat_view.circles_left) == (9 - left, left), before
        assert singles(state, seat) == table.count("ab")[seat], before
        # The extra points awarded by events are those that the board shows.
        links = {extra.between for extra in state.extras if extra.seat == seat and not extra.group}
        assert links == set(between(state.board, state.pairs, seat)), before
    # Only what the cards allow, but everything that a hand can make.
    combinations = set(makeable(state))
    for n in (0, 1):
        for row, column, half in table.makes(n):
            assert (Place(row, column), half) in combinations, before
    # The tally of the text is the score, apart from what was counted by hand.
    unpaired = state.ended is not None and state.rulings.unpaired_groups == "adjacent"
    tally = score(final(state.board, read_tokens(table.text(), state.board), unpaired=unpaired))
    points = [total - by_hand for total, by_hand in zip(scores["points"], state.groups, strict=True)]
    assert tally["points"] == points, before
