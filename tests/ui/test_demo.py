"""A simulated table plays by itself: the players, and a while of it on the real screens."""

from pathlib import Path

import pytest

from companion.game import Accepted, Level
from companion.games.ungle_speed import UngleSpeed
from companion.games.ungle_speed.model import Facts, Grab
from companion.games.ungle_speed.reports import TakeTotem
from tests.ui.desk import Desk
from tests.ui.rig import Rig
from ui.demo.demo import Conductor
from ui.games.people import ToldAloud
from ui.games.ungle_speed.players import Players


@pytest.mark.parametrize("players", [2, 3, 6, 15])
def test_simulated_players_only_tell_what_can_have_happened(players: int) -> None:
    game, people = UngleSpeed(), Players(seed=players)
    state = game.opening(Facts(players, level=Level.WATCHING))
    for shown in range(250):
        happens = people.act(state, shown)
        report = (
            happens.report if isinstance(happens, ToldAloud) else TakeTotem(Grab((happens.presses[0][0],)))
        )
        ruling = game.judge(state, report)
        assert isinstance(ruling, Accepted), (report, ruling)
        for event in ruling.events:
            state = game.evolve(state, event)
        # Whoever is asked answers with the first that is possible.
        while state.chase is not None:
            answer = next(iter(game.legal(state)))
            ruling = game.judge(state, answer)
            assert isinstance(ruling, Accepted)
            for event in ruling.events:
                state = game.evolve(state, event)
        if state.ended is not None:
            return


def test_the_same_seed_plays_the_same(rig: Rig) -> None:
    state = UngleSpeed().opening(Facts(4, level=Level.WATCHING))
    one, other = Players(7), Players(7)
    assert [one.act(state, n) for n in range(20)] == [other.act(state, n) for n in range(20)]


def test_a_while_of_the_demonstration(rig: Rig, tmp_path: Path) -> None:
    desk = Desk(rig, tmp_path / "matches.db")
    conductor = Conductor(desk.frame, desk.services, "ungle-speed", seed=3, speed=20.0)
    conductor.begin(4)
    table = desk.table
    grabs = 0
    for _ in range(400):
        desk.alarm.advance_ms(20)
        desk.pump(2)
        grabs = sum("totem" in " ".join(table.presenter.told(entry)) for entry in table.session.match.entries)
        if grabs >= 2:
            break
    conductor.stop()
    assert grabs >= 2
    assert table.session.hold is None
    desk.close()
