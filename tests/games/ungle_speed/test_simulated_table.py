"""Whole matches of a simulated table: what the referee counts is what lies there, to the end."""

import pytest

from companion.clock import WallTime
from companion.game import Accepted, Level, Seat
from companion.games.ungle_speed import UngleSpeed
from companion.games.ungle_speed.deck import STANDARD
from companion.games.ungle_speed.legal import answers
from companion.games.ungle_speed.model import Facts, Unexplained
from companion.games.ungle_speed.reports import CallDuel, CallInward, TurnCard
from companion.journal import MatchHeader
from companion.match import Match
from companion.match_reports import PutRight
from tests.games.ungle_speed.board import show, sizes
from tests.games.ungle_speed.players import ANSWERS, OUT_OF_TURN, Table, wanted

LONGEST = 3000


@pytest.mark.rule("us.turn", "us.duel-won", "us.wrong-grab", "us.conserve")
@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("players", [2, 3, 4, 6, 10, 15])
@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(n, marks=pytest.mark.long) for n in range(2, 12))])
def test_the_referee_s_counts_fit_the_cards_on_the_table(players: int, level: Level, seed: int) -> None:
    match = Match.begin(
        UngleSpeed(), Facts(players, level=level), MatchHeader("m", "ungle-speed"), WallTime(0)
    )
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


@pytest.mark.rule("us.inward")
def test_what_it_was_is_among_the_first_answers_and_arrows_that_were_told_are_the_first() -> None:
    places: list[int] = []
    for players in (2, 4, 8):
        for seed in range(4):
            match = Match.begin(UngleSpeed(), Facts(players), MatchHeader("m", "ungle-speed"), WallTime(0))
            table = Table(players, STANDARD, Level.COUNTING, seed)
            while not table.over:
                for report in table.round():
                    state = match.state
                    if not wanted(report, state):
                        continue
                    larger = isinstance(report, CallDuel) and len(report.seats) > 2  # has a pad of its own
                    if isinstance(state.chase, Unexplained) and isinstance(report, ANSWERS) and not larger:
                        offered = list(answers(state))
                        alike = [n for n, answer in enumerate(offered) if same(answer, report)]
                        assert alike, f"{report} is not among {offered}\n{show(state)}"
                        places.append(alike[0])
                        if state.inward:
                            assert isinstance(offered[0], CallInward), show(state)
                    match.submit(report, seen=match.length, at=WallTime(0))
    assert len(places) >= 200
    assert sum(place == 0 for place in places) > 0.6 * len(places), places


def same(answer: object, told: object) -> bool:
    """Tell whether an answer says what was told; whose arrows they were is asked after it."""
    return answer == told or (type(answer) is type(told) and not isinstance(told, CallDuel))
