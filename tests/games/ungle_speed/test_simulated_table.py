"""Whole matches of a simulated table: what the referee counts is what lies there, to the end."""

import pytest

from companion.clock import WallTime
from companion.game import Accepted, Level, Seat
from companion.games.ungle_speed import UngleSpeed
from companion.games.ungle_speed.deck import STANDARD
from companion.games.ungle_speed.model import Facts
from companion.games.ungle_speed.reports import TurnCard
from companion.journal import Header
from companion.match import Match
from companion.match_reports import PutRight
from tests.games.ungle_speed.board import show, sizes
from tests.games.ungle_speed.players import OUT_OF_TURN, Table, wanted

LONGEST = 3000


@pytest.mark.rule("us.turn", "us.duel-won", "us.wrong-grab", "us.conserve")
@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("players", [2, 3, 4, 6, 10, 15])
@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(n, marks=pytest.mark.long) for n in range(2, 12))])
def test_the_referee_s_counts_fit_the_cards_on_the_table(players: int, level: Level, seed: int) -> None:
    match = Match.begin(UngleSpeed(), Facts(players, level=level), Header("m", "ungle-speed"), WallTime(0))
    table = Table(players, STANDARD, level, seed)
    for _ in range(LONGEST):
        if table.over:
            break
        if table.random.random() < OUT_OF_TURN:
            wrong = Seat((match.state.turn + 1) % len(match.state.stacks))
            assert not isinstance(
                match.submit(TurnCard(wrong), seen=match.length, at=WallTime(0)).ruling, Accepted
            )
            if match.hold is not None:
                match.submit(PutRight(), seen=match.length, at=WallTime(0))
        for report in table.round():
            if not wanted(report, match.state):
                continue
            before = show(match.state)
            ruling = match.submit(report, seen=match.length, at=WallTime(0)).ruling
            assert isinstance(ruling, Accepted), f"seed {seed}: {report}\n{ruling}\n{before}"
        assert sizes(match.state) == table.sizes(), f"seed {seed}\n{show(match.state)}"
        assert (match.outcome is not None) == table.over, f"seed {seed}\n{show(match.state)}"
        if not table.over and any(table.stacks):
            assert match.state.turn == table.turn, f"seed {seed}\n{show(match.state)}"
