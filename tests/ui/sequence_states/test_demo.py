"""Whole games: simulated players play by themselves, and fingers enter what they report."""

import pytest

from companion.games.sequence_states import SequenceStates
from companion.games.sequence_states.events import DeadSwapped, DrawLost
from companion.games.sequence_states.layout import demo
from companion.games.sequence_states.model import HANDS, Facts
from companion.games.sequence_states.reports import (
    DrawCard,
    PassTurn,
    PlaceChip,
    RemoveChip,
)
from tests.ui.by_fingers import board_of, demonstrated
from tests.ui.desk import Desk
from tests.ui.played import PlayedOut
from tests.ui.sequence_states.table import texts_in
from ui.dialogs.refusal import RefusalDialog
from ui.games.sequence_states.pending import PlayAdd, PlayState
from ui.screens.table import TableScreen

GAME = SequenceStates()


def played(players: int, seed: int) -> PlayedOut:
    return PlayedOut("sequence-states", Facts(players, layout=demo()), seed)


@pytest.mark.parametrize("players", HANDS)
@pytest.mark.parametrize("seed", [1, *(pytest.param(n, marks=pytest.mark.long) for n in (2, 3))])
def test_simulated_people_play_to_the_end(players: int, seed: int) -> None:
    game = played(players, seed)
    assert game.state.ended is not None
    # Mistakes are on the table, so that there is something to correct.
    assert all(ruling.on_table for _, ruling in game.refused)


def test_they_do_all_that_can_be_seen_at_a_table() -> None:
    games = [played(4, seed) for seed in range(12)]
    reports = [report for game in games for report in game.reports]
    events = [event for game in games for event in game.events]
    assert any(isinstance(report, PlaceChip) and report.card == "ADD" for report in reports)
    assert any(isinstance(report, RemoveChip) for report in reports)
    assert any(isinstance(event, DeadSwapped) for event in events)
    assert any(isinstance(event, DrawLost) for event in events)
    assert not any(isinstance(report, PassTurn) for report in reports)
    assert {rule for game in games for rule in game.faults} == {"ss.play", "ss.remove"}
    # Most cards are drawn in time, and most chips are placed right.
    taken = sum(isinstance(report, DrawCard) for report in reports)
    assert sum(isinstance(event, DrawLost) for event in events) < taken / 8
    assert sum(len(game.refused) for game in games) < len(reports) / 12


@pytest.mark.parametrize(("players", "seed"), [
    (2, 1),
    *(pytest.param(*table, marks=pytest.mark.long) for table in ((2, 2), (3, 1), (4, 1), (4, 2), (12, 1))),
])  # fmt: skip
def test_a_whole_demonstration(desk: Desk, players: int, seed: int) -> None:
    aims: set[object] = set()
    loupes: list[str] = []
    refusals: list[object] = []

    def look(table: TableScreen) -> None:
        aims.add(type(table.pending))
        refusals.extend([table.dialog] if isinstance(table.dialog, RefusalDialog) else [])
        loupes.extend(text for text in texts_in(board_of(table).scene)[-2:-1] if "row " in text)

    result, reports = demonstrated(desk, "sequence-states", players, seed, look)
    game = played(players, seed)
    assert result.endswith(("wins", "win"))
    assert desk.table.session.match.outcome == game.state.ended
    # What they enter is what they mean.
    assert reports == game.reports
    # Each chip can be seen, and what lights up before some of them.
    assert len(loupes) >= game.state.moves
    assert {PlayAdd, PlayState} & aims
    assert len(refusals) >= len(game.refused)
