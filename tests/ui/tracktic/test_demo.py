"""A simulated table of Tracktic: its players' moves, how fingers enter them, and whole demonstrations."""

from functools import cache

import pytest
from msgspec.structs import replace

from companion.game import Level, Seat
from companion.games.tracktic import reports as r
from companion.games.tracktic.boards import find_ts, tally
from companion.games.tracktic.grid import Cell
from companion.games.tracktic.model import Facts, State
from companion.games.tracktic.rules import legal
from tests.games.tracktic.board import BOX, GAME, position, shown
from tests.ui.by_fingers import demonstrated, front
from tests.ui.desk import Desk
from tests.ui.played import PlayedOut
from tests.ui.tracktic.table import FOX, ROOM, situation, view_of, words_of
from ui.dialogs.refusal import RefusalDialog
from ui.games.players import Submitted
from ui.games.tracktic.face import TrackticFace
from ui.games.tracktic.pending import Flipping, LayingPattern
from ui.games.tracktic.players import Players
from ui.screens.table import TableScreen


def played(players: int, seed: int, level: Level = Level.WATCHING) -> PlayedOut:
    return PlayedOut("tracktic", Facts(players, ROOM, level=level), seed)


@cache
def games() -> list[PlayedOut]:
    return [played(players, seed, level) for players in (2, 3, 4) for level in Level for seed in range(1, 4)]


def test_simulated_people_play_to_the_end() -> None:
    for game in games():
        assert game.state.ended is not None, shown(game.state)
        # Mistakes are on the table, so that there is something to correct.
        assert all(ruling.on_table for _, ruling in game.refused)


def test_they_do_all_that_can_be_seen_at_a_table() -> None:
    reports = [report for game in games() for report in game.reports]
    assert {type(report) for report in reports} == {r.LayPattern, r.FlipPiece, r.Skip, r.OpenCard}
    assert any(isinstance(report, r.LayPattern) and report.token for report in reports)
    wrong = sum(len(game.refused) for game in games())
    assert 0 < wrong < len(reports) / 8, "most of their reports are right"
    assert any("tt.pattern" in game.faults for game in games())


def test_they_skip_only_where_nothing_can_be_played() -> None:
    for game in games():
        for state, report in zip(game.states, game.reports, strict=False):
            if isinstance(report, r.Skip):
                able = [other for other in legal(state) if isinstance(other, r.LayPattern | r.FlipPiece)]
                assert able == [], shown(state)


def test_every_report_of_a_game_is_told_by_fingers() -> None:
    for game in games()[::4]:
        presenter = words_of(len(game.state.colours))
        for state, report in zip(game.states, game.reports, strict=False):
            taps = Players(1).steps(report, view_of(state), presenter)
            why = f"{report}\n{shown(state)}"
            assert taps, why
            assert not any(isinstance(step.deed, Submitted) for step in taps), why


@pytest.mark.parametrize("report", [
    r.LayPattern(FOX, ()), r.LayPattern(FOX, (Cell(0, 1),), token=True),
    r.LayPattern(FOX, (Cell(0, 1),), card="bar"), r.OpenCard("bar"),
])  # fmt: skip
def test_what_no_pad_offers_is_told_aloud(report: r.AnyReport) -> None:
    view = view_of(position("Y... .... .... ...B", 2))
    assert [step.deed for step in Players(1).steps(report, view, words_of())] == [Submitted(report)]


def test_a_flip_card_that_does_not_lie_open_is_told_aloud() -> None:
    state = GAME.opening(Facts(2, replace(BOX, flips=0)))
    report = r.FlipPiece(FOX, Cell(0, 3), Cell(0, 2))
    assert [step.deed for step in Players(1).steps(report, view_of(state), words_of())] == [Submitted(report)]


@pytest.fixture(autouse=True)
def room(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal from the box for whole games: the made-up one takes a minute."""

    def facts(_: object, players: int, rulings: dict[str, str], level: Level, first: int) -> Facts:
        return Facts(players, ROOM, level=level)

    monkeypatch.setattr(TrackticFace, "facts", facts)


@pytest.mark.parametrize(
    ("players", "seed"),
    [(2, 1), *(pytest.param(*table, marks=pytest.mark.long) for table in ((3, 2), (4, 22)))],
)
def test_a_whole_demonstration(desk: Desk, players: int, seed: int) -> None:
    aims: set[object] = set()
    toasts: set[str] = set()
    refusals: list[object] = []

    def look(table: TableScreen) -> None:
        aims.add(type(table.pending))
        toasts.add(table.toast.text)
        refusals.extend([table.dialog] if isinstance(table.dialog, RefusalDialog) else [])

    (result, reports), game = demonstrated(desk, "tracktic", players, seed, look), played(players, seed)
    assert " win" in result or " points" in result, situation(desk)
    # What they enter is what they mean.
    assert reports == game.reports, situation(desk)
    assert front(desk).session.match.outcome == game.state.ended
    assert toasts == {""}
    assert LayingPattern in aims
    assert (Flipping in aims) is any(isinstance(report, r.FlipPiece) for report in game.reports)
    assert len(refusals) >= len(game.refused)
    over(desk, game.state)


def over(desk: Desk, end: State) -> None:
    """Check that the win dialog has the winners and points of a count that knows only the board."""
    assert not find_ts(end.pieces)
    counted = tally(end.pieces).scores
    points = {Seat(n): counted.get(colour, 0) for n, colour in enumerate(end.colours)}
    most = max(points.values())
    assert end.ended is not None
    assert set(end.ended.winners) == {seat for seat, count in points.items() if count == most}
    name = front(desk).presenter.seat_name
    best_first = sorted(points.items(), key=lambda each: -each[1])
    lines = [(name(seat), str(count), count == most) for seat, count in best_first]
    assert [(line.name, line.figure, line.won) for line in desk.win.end.lines] == lines
    shared = sum(count == most for count in points.values()) > 1
    assert desk.win.end.lines[0].figure == str(most)
    assert (f"{most} point" in desk.win.end.title) is shared, "a single winner's points are in the list"
