"""Whole games of a table that tracks its own cards: the referee's counts agree after every report."""

import pytest

from companion.game import Accepted
from companion.games.sequence_states.evolve import fold
from companion.games.sequence_states.model import CHIPS, Facts
from tests.games.sequence_states.board import DEMO, GAME, write_board
from tests.games.sequence_states.players import Table, figures

TABLES = [
    pytest.param(
        *(players, sides, laid_out, seed, seed == 2),
        marks=() if seed == (players + sides + laid_out) % 3 else pytest.mark.long,
    )
    for players, sides in ((2, 2), (3, 3), (4, 2), (6, 2), (6, 3), (8, 2), (9, 3), (10, 2), (12, 2), (12, 3))
    for laid_out in (True, False)
    for seed in range(3)
]


@pytest.mark.rule("ss.box")
@pytest.mark.parametrize(("players", "sides", "laid_out", "seed", "shy"), TABLES)
def test_referee_and_table_agree(players: int, sides: int, laid_out: bool, seed: int, shy: bool) -> None:
    layout = DEMO if laid_out else None
    facts = Facts(players, layout=layout, rulings={"teams": "three" if sides == 3 else "two"})
    state = GAME.opening(facts)
    table = Table(players, sides, layout, seed, shy=shy)
    told: list[object] = []
    while not table.over:
        for report in table.turn():
            told.append(report)
            ruling = GAME.judge(state, report)
            journal = "\n".join(map(str, told[-12:]))
            assert isinstance(ruling, Accepted), f"{ruling}\n{journal}\n{write_board(state)}"
            state = fold(state, ruling.events)
            for side, held in enumerate(state.chips):
                # Chips on the board and in hand: fifty of each colour.
                assert state.board.count(side) + held == CHIPS
        assert figures(state) == table.figures(), f"{journal}\n{write_board(state)}"
    assert state.ended is not None
