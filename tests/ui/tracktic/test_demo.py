"""A simulated table of Tracktic: what its people do, how fingers tell it, and whole demonstrations of it."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from kivy.clock import Clock
from msgspec.structs import replace

from companion import journal
from companion.game import Accepted, Level, Refused
from companion.games.tracktic import reports as r
from companion.games.tracktic.evolve import fold
from companion.games.tracktic.grid import Cell
from companion.games.tracktic.model import FLIP, Facts, State
from companion.games.tracktic.profile import Profile
from companion.games.tracktic.rules import legal
from tests.games.tracktic.board import BOX, position, shown
from tests.ui.desk import Desk
from tests.ui.rig import FRAME, Rig
from tests.ui.tracktic.table import (
    FOX,
    GAME,
    ROOM,
    accepted,
    front,
    how,
    seated,
    seen,
    words_of,
)
from ui.demo.demo import Conductor
from ui.dialogs.entry import EntryDialog
from ui.dialogs.refusal import RefusalDialog
from ui.dialogs.win import WinDialog
from ui.games.people import Tapped, ToldAloud, Touched
from ui.games.registry import FACES
from ui.games.tracktic import words
from ui.games.tracktic.pending import CellTap, Flipping, LayingPattern
from ui.games.tracktic.players import Players, steps


class Game:
    """A game that simulated people have played out: what they told, and what of it was wrong."""

    def __init__(self, players: int, seed: int, level: Level = Level.WATCHING, box: Profile = ROOM) -> None:
        self.told: list[r.AnyReport] = []
        self.wrong: list[Refused[object]] = []
        self.states = [GAME.opening(Facts(players, box, level=level))]
        people = Players(seed)
        while self.state.ended is None and len(self.told) < 400:
            report = people.act(self.state)
            self.told.append(report)
            ruling = GAME.judge(self.state, report)
            if isinstance(ruling, Refused):
                self.wrong.append(Refused(ruling.violations, ruling.lies))
                self.states.append(self.state)
            else:
                self.states.append(fold(self.state, accepted(ruling)))

    @property
    def state(self) -> State:
        """The newest position."""
        return self.states[-1]


@cache
def games() -> list[Game]:
    """Return games of two, three and four, at each level."""
    return [Game(players, seed, level) for players in (2, 3, 4) for level in Level for seed in range(1, 4)]


def test_simulated_people_play_to_the_end() -> None:
    for game in games():
        assert game.state.ended is not None, shown(game.state)
        # What is wrong lies on the table, so that there is something to be put right.
        assert all(ruling.lies for ruling in game.wrong)


def test_they_do_all_that_can_be_seen_at_a_table() -> None:
    told = [report for game in games() for report in game.told]
    assert {type(report) for report in told} == {r.LayPattern, r.FlipPiece, r.Skip, r.OpenCard}
    assert any(isinstance(report, r.LayPattern) and report.token for report in told)
    wrong = sum(len(game.wrong) for game in games())
    assert 0 < wrong < len(told) / 8, "most of what they tell is right"
    rules = {fault.rule for game in games() for ruling in game.wrong for fault in ruling.violations}
    assert "tt.pattern" in rules


def test_they_skip_only_where_nothing_can_be_played() -> None:
    for game in games():
        for state, report in zip(game.states, game.told, strict=False):
            if isinstance(report, r.Skip):
                able = [other for other in legal(state) if isinstance(other, r.LayPattern | r.FlipPiece)]
                assert able == [], shown(state)


def test_the_same_seed_plays_the_same() -> None:
    assert Game(3, 9).told == Game(3, 9).told
    assert Game(3, 9).told != Game(3, 10).told
    assert isinstance(FACES["tracktic"]().people(9), Players)


def test_they_go_along_when_something_is_taken_back() -> None:
    state, people = GAME.opening(Facts(2, ROOM, level=Level.WATCHING)), Players(4)
    states: list[State] = []
    while state.ended is None:
        states.append(state)
        if len(states) == 9:
            state = states[5]
        ruling = GAME.judge(state, people.act(state))
        if isinstance(ruling, Accepted):
            state = fold(state, ruling.events)
    assert len(states) > 9


# How it is tapped.


def test_every_report_of_a_game_is_told_by_fingers() -> None:
    for game in games()[::4]:
        presenter = words_of(len(game.state.colours))
        for state, report in zip(game.states, game.told, strict=False):
            taps = steps(report, seen(state), presenter)
            why = f"{report}\n{shown(state)}"
            assert taps, why
            assert not any(isinstance(step.deed, ToldAloud) for step in taps), why
            match report:
                case r.LayPattern(_, cells):
                    *touched, pad = (step.deed for step in taps)
                    assert [deed.place for deed in touched if isinstance(deed, Touched)] == list(
                        map(CellTap, cells)
                    ), why
                    assert pad == Tapped(words.LAY_TOKEN if report.token else words.LAY), why
                case r.FlipPiece():
                    assert taps[0].deed == Tapped(words.PLAY_FLIP), why
                    assert len(taps) == 3
                case r.Skip():
                    assert [step.deed for step in taps] == [Tapped(words.SKIP)], why
                case r.OpenCard(card):
                    title = words.FLIP_CARD if card == FLIP else card
                    assert [step.deed for step in taps] == [Tapped(words.OPENED), Tapped(title)], why


@pytest.mark.parametrize(
    "report",
    [
        r.LayPattern(FOX, ()),
        r.LayPattern(FOX, (Cell(0, 1),), token=True),
        r.LayPattern(FOX, (Cell(0, 1),), card="bar"),
        r.OpenCard("bar"),
    ],
)
def test_what_no_pad_offers_is_told_aloud(report: r.AnyReport) -> None:
    view = seen(position("Y... .... .... ...B", 2))
    assert [step.deed for step in steps(report, view, words_of())] == [ToldAloud(report)]


def test_a_flip_card_that_does_not_lie_open_is_told_aloud() -> None:
    state = GAME.opening(Facts(2, replace(BOX, flips=0)))
    report = r.FlipPiece(FOX, Cell(0, 3), Cell(0, 2))
    assert [step.deed for step in steps(report, seen(state), words_of())] == [ToldAloud(report)]


# On the real screen.


@pytest.fixture
def desk(rig: Rig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    """The app on a new store, dealt from the box for whole games: the made-up one takes a minute."""
    monkeypatch.setattr(FACES["tracktic"], "facts", facts)
    desk = seated(rig, tmp_path, monkeypatch)
    yield desk
    desk.close()


def facts(_: object, players: int, rulings: dict[str, str], level: Level, first: int) -> Facts:
    """Return the facts of a demonstration in the box for whole games."""
    return Facts(players, ROOM, level=level)


def tick(desk: Desk, frames: int = 1) -> None:
    """Let frames pass without drawing them."""
    for _ in range(frames):
        desk.rig.time.seconds += FRAME
        desk.inbox.drain()
        Clock.tick()
        Clock.tick_draw()


class Show:
    """A demonstration on the real screens, and what could be seen of it."""

    def __init__(self, desk: Desk, players: int, seed: int) -> None:
        conductor = Conductor(desk.frame, desk.services, "tracktic", seed, speed=100.0)
        conductor.begin(players)
        self.aims: set[object] = set()
        self.toasts: set[str] = set()
        self.refusals = 0
        for _ in range(9000):
            tick(desk)
            table = front(desk)
            self.aims.add(type(table.pending))
            self.toasts.add(table.toast.text)
            self.refusals += isinstance(table.dialog, RefusalDialog)
            if conductor.result:
                break
        conductor.stop()
        self.result = conductor.result
        bodies = [entry.body for entry in front(desk).session.match.entries]
        self.reports = [body.report for body in bodies if isinstance(body, journal.Entered | journal.Faulted)]


@pytest.mark.parametrize(
    ("players", "seed"),
    [(2, 1), *(pytest.param(*table, marks=pytest.mark.long) for table in ((3, 2), (4, 22)))],
)
def test_a_whole_demonstration(desk: Desk, players: int, seed: int) -> None:
    show, game = Show(desk, players, seed), Game(players, seed)
    assert " points" in show.result, how(desk)
    # What they tell with their fingers is what they mean.
    assert show.reports == game.told, how(desk)
    assert front(desk).session.outcome == game.state.ended
    assert show.toasts == {""}
    assert LayingPattern in show.aims
    flips = any(isinstance(report, r.FlipPiece) for report in game.told)
    assert (Flipping in show.aims) is flips
    assert show.refusals >= len(game.wrong)
    assert isinstance(front(desk).dialog, WinDialog)


def test_a_demonstration_waits_for_somebody_who_looks_something_up(desk: Desk) -> None:
    conductor = Conductor(desk.frame, desk.services, "tracktic", seed=1, speed=20.0)
    conductor.begin(2)
    tick(desk, 90)
    table = front(desk)
    if isinstance(table.overlay, EntryDialog):
        tick(desk, 30)
    table.over.open_history()
    tick(desk, 20)
    length = table.session.shown
    tick(desk, 60)
    assert table.session.shown == length
    table.over.close()
    tick(desk, 90)
    assert table.session.shown > length
    conductor.stop()
