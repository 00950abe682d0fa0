"""A sixth game gets onto the screen with two files, one of them at most a hundred lines of code."""

from pathlib import Path

import pytest

from companion.game import Seat
from tests.ui.desk import Desk, the
from tests.ui.rig import Rig
from tests.ui.sixth import screen as its_screen
from tests.ui.sixth.screen import KeeperFace
from tests.ui.test_halves import code_lines
from tests.ui.test_layout import faults
from ui.dialogs.history import HistoryDialog
from ui.games.registry import FACES
from ui.screens.table import TableScreen

MOST = 100


@pytest.fixture
def table(rig: Rig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Desk, TableScreen]:
    monkeypatch.setitem(FACES, "keeper", KeeperFace)
    desk = Desk(rig, tmp_path / "matches.db")
    return (desk, desk.deal("keeper", 3))


def tap(desk: Desk, table: TableScreen, seat: int, points: str) -> None:
    """Tap a player's row, then the number of points."""
    desk.rig.tap_at(*table.board.scene.middle(Seat(seat)))
    desk.settle()
    desk.tap_on(points, table.side)
    desk.settle()


def test_scores_are_kept_taken_back_and_won(table: tuple[Desk, TableScreen]) -> None:
    desk, screen = table
    tap(desk, screen, 1, "+5")
    tap(desk, screen, 2, "+10")
    assert screen.session.view.points == (0, 5, 10)
    assert screen.banner.subtitle.text == "Bear scored 10 points."
    desk.tap(screen.bar.undo)
    assert screen.session.view.points == (0, 5, 0)
    desk.settle()
    for _ in range(2):
        tap(desk, screen, 0, "+10")
    assert screen.session.match.outcome is not None
    assert desk.win.end.title == "Fox"
    desk.tap(screen.bar.history)
    assert faults(the(HistoryDialog, screen.opened)) == []


def test_the_screen_of_a_plain_game_is_at_most_a_hundred_lines_of_code() -> None:
    """Without blank lines, docstrings and imports."""
    assert code_lines(its_screen) <= MOST
