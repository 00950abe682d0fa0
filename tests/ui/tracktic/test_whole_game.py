"""Whole games by fingers alone, told by simulated people; what they lay wrong is put right on the way."""

from pathlib import Path

import pytest

from companion.game import Accepted, Level, Refused, Seat
from companion.games.tracktic import reports as r
from companion.games.tracktic.boards import FinalBoard, tally, ts
from companion.games.tracktic.evolve import fold
from companion.games.tracktic.model import Facts, State
from companion.journal import Entered, Faulted
from companion.store import Store
from tests.games.tracktic.board import shown
from tests.ui.desk import Desk
from tests.ui.rig import Rig
from tests.ui.tracktic.table import GAME, ROOM, board_of, dealt, drawn, how, last, state_of, tell
from tests.ui.undrawn import front, rest, seated, settle, texts
from ui.dialogs.refusal import RefusalDialog
from ui.dialogs.win import WinDialog
from ui.games.tracktic.pending import SeatTap
from ui.games.tracktic.players import Players
from ui.language import words as frame
from ui.screens.home import HomeScreen

pytestmark = pytest.mark.usefixtures("undrawn")


def plain(report: r.AnyReport) -> r.AnyReport:
    """Return a report with its cells in one order: they may be tapped in any."""
    if not isinstance(report, r.LayPattern):
        return report
    return r.LayPattern(report.seat, tuple(sorted(report.cells)), report.token, report.card)


def played(state: State, seed: int) -> tuple[list[r.AnyReport], int, State]:
    """Return what people tell in a whole game, how much of it is wrong, and how it ends: without a screen."""
    people, told, wrong = Players(seed), [], 0
    while state.ended is None:
        report = people.act(state)
        ruling = GAME.judge(state, report)
        told.append(plain(report))
        wrong += isinstance(ruling, Refused)
        state = fold(state, ruling.events if isinstance(ruling, Accepted) else ())
    return told, wrong, state


# Seeds with something wrong in them.
@pytest.mark.parametrize(
    ("players", "seed", "level"),
    [(2, 3, Level.COUNTING), pytest.param(4, 22, Level.WATCHING, marks=pytest.mark.long)],
    ids=["two", "four"],
)
def test_a_whole_game_by_fingers(desk: Desk, tmp_path: Path, players: int, seed: int, level: Level) -> None:
    facts = Facts(players, ROOM, level=level)
    meant, wrong, end = played(GAME.opening(facts), seed)
    assert wrong, "choose a seed with a slip in it"
    table, people, held = dealt(desk, facts=facts), Players(seed), 0
    while table.session.outcome is None:
        before = state_of(desk)
        report = people.act(before)
        ruling = GAME.judge(before, report)
        tell(desk, report)
        assert plain(last(desk).report) == plain(report), how(desk)
        if isinstance(ruling, Refused):
            held += 1
            sheet = table.dialog
            assert isinstance(sheet, RefusalDialog), how(desk)
            assert any("Take" in text for text in texts(sheet))
            desk.tap_on(frame.IS_PUT_RIGHT)
            settle(desk)
            assert (table.dialog, state_of(desk)) == (None, before), how(desk)
        else:
            assert isinstance(ruling, Accepted)
            assert shown(state_of(desk)) == shown(fold(before, ruling.events))
    assert held == wrong
    assert shown(state_of(desk)) == shown(end)
    bodies = [entry.body for entry in table.session.match.entries]
    assert [plain(body.report) for body in bodies if isinstance(body, Entered | Faulted)] == meant
    over(desk, end)
    desk.tap_on(frame.SHOW_TABLE)
    paths(desk, end)
    desk.tap(table.bar.back)
    desk.screen(HomeScreen)
    with Store(tmp_path / "matches.db", reading=True) as store:
        (kept,) = store.matches()
        assert kept.over


def over(desk: Desk, end: State) -> None:
    """See that the sheet of the end has the winners and the points of a count that knows the board alone."""
    sheet = front(desk).dialog
    assert isinstance(sheet, WinDialog), how(desk)
    board = FinalBoard(end.area, end.pieces)
    assert not ts(board)
    counted = tally(board).scores
    points = {Seat(n): counted.get(colour, 0) for n, colour in enumerate(end.colours)}
    most = max(points.values())
    assert end.ended is not None
    assert set(end.ended.winners) == {seat for seat, count in points.items() if count == most}
    name = front(desk).presenter.seat_name
    best_first = sorted(points.items(), key=lambda each: -each[1])
    assert [(line.name, line.figure, line.won) for line in sheet.end.lines] == [
        (name(seat), str(count), count == most) for seat, count in best_first
    ]
    assert f"{most} point" in sheet.end.title


def paths(desk: Desk, end: State) -> None:
    """See every path drawn on the grid, the winner's last, and anybody's whose card is tapped."""
    board = board_of(desk)
    assert end.ended == front(desk).session.outcome
    desk.until(lambda: drawn(desk) is not None)
    lengths = {seat.seat: len(seat.path) for seat in front(desk).session.view.seats}
    seen: list[Seat] = []
    while board.running:
        now = drawn(desk)
        assert now is not None
        if now[0] not in seen:
            seen.append(now[0])
        settle(desk)
    assert sorted(seen) == sorted(lengths)
    assert end.ended is not None
    assert seen[-1] in end.ended.winners
    for seat, length in lengths.items():
        desk.rig.tap_at(*board.scene.middle(SeatTap(seat)))
        desk.until(lambda: not board.running)
        assert drawn(desk) == (seat, length)


def test_a_game_is_gone_on_with_after_the_power_went(rig: Rig, tmp_path: Path, desk: Desk) -> None:
    dealt(desk, facts=Facts(2, ROOM, level=Level.WATCHING))
    people = Players(1)
    for _ in range(7):
        front(desk).tell_now(people.act(state_of(desk)))
    rest(desk)
    state, name = state_of(desk), front(desk).session.name
    desk.close()
    again = seated(rig, tmp_path)
    again.until(lambda: again.frame.table is not None)
    rest(again)
    assert front(again).session.name == name
    assert state_of(again) == state
    report = people.act(state)
    tell(again, report)
    assert plain(last(again).report) == plain(report), how(again)
    again.close()
