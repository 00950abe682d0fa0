"""A simulated table plays by itself: its players, and some of their play on the real screens."""

import errno
import os
import tempfile
from pathlib import Path
from typing import Any

import click
import pytest

from companion.game import Accepted, Level, Seat
from companion.games.ungle_speed import UngleSpeed
from companion.games.ungle_speed.model import Facts, Grab
from companion.games.ungle_speed.reports import TakeTotem
from tests.ui.by_fingers import front, tick
from tests.ui.desk import Desk, the
from ui.games.players import Submitted
from ui.games.registry import FACES
from ui.games.ungle_speed.players import Players
from ui.main import demo
from ui.main.demo import Conductor
from ui.main.kivy_app import CompanionApp


@pytest.mark.parametrize("players", [2, 3, 6, 15])
def test_simulated_players_only_tell_what_can_have_happened(players: int) -> None:
    game, people = UngleSpeed(), Players(seed=players)
    state = game.opening(Facts(players, level=Level.WATCHING))
    for shown in range(250):
        deed = people.act(state, shown)
        report = deed.report if isinstance(deed, Submitted) else TakeTotem(Grab((deed.presses[0][0],)))
        ruling = game.judge(state, report)
        assert isinstance(ruling, Accepted), (report, ruling)
        for event in ruling.events:
            state = game.evolve(state, event)
        # Answer a question with the first legal report.
        while state.chase is not None:
            ruling = the(Accepted, game.judge(state, next(iter(game.legal(state)))))
            for event in ruling.events:
                state = game.evolve(state, event)
        if state.ended is not None:
            return


def told_by(people: Any, state: Any, game: Any) -> list[Any]:
    """Return up to 20 reports of simulated players, with accepted ones applied."""
    told: list[Any] = []
    while len(told) < 20 and game.outcome(state) is None:
        told.append(people.act(state, len(told)) if isinstance(people, Players) else people.act(state))
        ruling = game.judge(state, told[-1]) if not isinstance(people, Players) else None
        for event in ruling.events if isinstance(ruling, Accepted) else ():
            state = game.evolve(state, event)
    return told


@pytest.mark.parametrize("game", FACES)
def test_the_same_seed_plays_the_same(game: str) -> None:
    face = FACES[game]()
    state = face.game.opening(face.facts(face.counts[0], {}, Level.WATCHING, Seat(0)))
    one, again, other = (told_by(face.players(seed), state, face.game) for seed in (7, 7, 8))
    assert one == again
    assert one != other


@pytest.mark.parametrize(
    "game",
    ["ungle-speed", "sequence-states"]
    + [pytest.param(game, marks=pytest.mark.long) for game in ("tracktic", "cryptid", "speed-mode")],
)
def test_a_demonstration_waits_for_somebody_who_looks_something_up(desk: Desk, game: str) -> None:
    conductor = Conductor(desk.frame, desk.services, game, seed=1, speed=20.0)
    conductor.begin(FACES[game]().counts[0])
    try:
        tick(desk, 60)
        for opened in range(6):
            tick(desk, 7)
            table = front(desk)
            table.dialogs.open_history()
            # A finger that was already moving comes down.
            tick(desk, 20)
            before = table.session.length
            tick(desk, 40)
            assert table.opened is not None, f"time {opened}, with {table.pending}: closed"
            assert table.session.length == before
            table.dialogs.close()
        tick(desk, 60)
        assert table.session.length > 1
    finally:
        # Remove the demonstration's players from the window for the next test.
        conductor.stop()
    before = table.session.length
    tick(desk, 60)
    assert table.session.length <= before + 1


def test_a_while_of_the_demonstration(desk: Desk) -> None:
    conductor = Conductor(desk.frame, desk.services, "ungle-speed", seed=3, speed=20.0)
    conductor.begin(4)
    table = desk.table
    grabs = 0
    for _ in range(400):
        desk.alarm.advance_ms(20)
        desk.pump(2)
        told = map(table.presenter.describe, table.session.match.entries)
        grabs = sum("totem" in " ".join(lines) for lines in told)
        if grabs >= 2:
            break
    conductor.stop()
    assert grabs >= 2
    assert table.session.match.hold is None


def test_who_ends_the_demonstration_is_not_told_that_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C only ends the app's loop, as a match that stops does."""
    monkeypatch.setattr(CompanionApp, "run", lambda app: None)
    monkeypatch.setattr(demo, "_prepare", lambda size, without_display: None)
    with pytest.raises(click.Abort):
        demo.run("tracktic", 2, offscreen=True)


def test_a_look_at_the_match_that_lasts_longer_spoils_no_demonstration(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Pictures and figures are made in the background, beside the match's file, which is thrown away."""

    def refuse(*path: object, **options: object) -> None:
        raise OSError(errno.ENOTEMPTY, "Directory not empty", str(path[0]))

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(CompanionApp, "run", lambda app: monkeypatch.setattr(os, "rmdir", refuse))
    monkeypatch.setattr(demo, "_prepare", lambda size, without_display: None)
    demo.run("tracktic", 2)
