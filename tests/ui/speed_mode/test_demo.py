"""Simulated players of Speed Mode: what they report, and whole games by touch on real screens."""

import pytest

from companion import journal
from companion.game import Level
from companion.games.speed_mode import SpeedMode
from companion.games.speed_mode.model import Facts
from tests.ui.by_fingers import demonstrated
from tests.ui.desk import Desk
from tests.ui.played import PlayedOut

GAME = SpeedMode()


def played(seed: int, level: Level) -> PlayedOut:
    return PlayedOut("speed-mode", Facts(level=level), seed)


@pytest.mark.parametrize("level", Level)
def test_they_play_to_the_end_and_are_seldom_wrong(level: Level) -> None:
    games = [played(seed, level) for seed in range(8)]
    assert all(game.state.ended is not None for game in games)
    assert sum(len(game.refused) for game in games) < sum(len(game.reports) for game in games) / 12
    assert any(game.refused for game in games)


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2])
def test_a_whole_game_by_fingers_on_the_real_screens(desk: Desk, seed: int) -> None:
    (result, by_finger), game = demonstrated(desk, "speed-mode", 2, seed), played(seed, Level.WATCHING)
    session = desk.table.session
    assert session.match.outcome == game.state.ended
    # What they enter is what they mean.
    assert by_finger == game.reports
    refused = [entry for entry in session.match.entries if isinstance(entry.body, journal.Faulted)]
    assert len(refused) == len(game.refused)
    assert result in {"Fox wins", "Owl wins", "Fox and Owl win"}
