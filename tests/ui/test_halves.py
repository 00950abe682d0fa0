"""The example game on the screen: pads, rows, buttons, its end, and the size of its screen code."""

import ast
from pathlib import Path
from types import ModuleType

import pytest
from halves import face, lessons, players, table, words
from halves.face import HalvesFace
from halves.model import TurnCard

from companion.game import Level, Seat
from companion.grab import Touch
from tests.ui.desk import Desk, the
from tests.ui.rig import Rig
from tests.ui.sixth import screen as plain
from tests.ui.test_layout import faults
from tests.ui.test_packages import KNOWN
from ui.dialogs.history import HistoryDialog
from ui.games import packages
from ui.games.packages import Declared
from ui.games.registry import emblem_of
from ui.screens.home import HomeScreen
from ui.stage import theme
from ui.stage.rect import Rect
from ui.stage.scene import Viewport
from ui.table.buttons import Seized, Voided

FOX, OWL, BEAR = Seat(0), Seat(1), Seat(2)
MOST, MOST_PLAIN = 400, 100
"""Most lines of screen code for a game of the size of Speed Mode, and for one that only counts points."""


@pytest.fixture
def halves(rig: Rig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    for known in KNOWN:
        monkeypatch.setitem(known, "halves", None)
    packages.take(HalvesFace)
    desk = Desk(rig, tmp_path / "matches.db")
    its = HalvesFace()
    desk.frame.deal(its, its.facts(3, {}, Level.COUNTING, FOX), theme.plates()[:3])
    desk.settle()
    return desk


def tap(desk: Desk, title: str) -> None:
    desk.tap_on(title)
    desk.settle()


def grab(desk: Desk, *hands: Seat, arming: int = 1) -> None:
    touches = tuple(Touch(seat, n) for n, seat in enumerate(hands))
    desk.frame.hear(Seized(arming, hands[:1], touches, 0, "simulated"))
    desk.settle()


def read_on(desk: Desk) -> None:
    assert desk.verdict is not None
    desk.table.flash.end()
    desk.table.front.read_on()
    desk.settle()


def test_it_is_what_the_companion_takes_and_far_fewer_lines_than_it_may_need() -> None:
    assert packages.load(Declared("halves", "halves.face:HalvesFace", "halves", "1.0")) is HalvesFace
    # Without blank lines, docstrings and imports; with the lessons and the demonstration's players.
    assert sum(map(code_lines, (face, words, table, lessons, players))) <= MOST


def test_the_screen_of_a_plain_game_is_at_most_a_hundred_lines_of_code() -> None:
    assert code_lines(plain) <= MOST_PLAIN


def test_cards_are_turned_grabbed_and_given_back(halves: Desk) -> None:
    for _ in range(2):
        tap(halves, "Card turned")
    assert halves.table.banner.title.text == "Bear, turn a card"
    grab(halves, OWL, FOX)
    session = halves.table.session
    assert session.view.won == (0, 2, 0)
    assert halves.verdict.content.title == "Owl took 2 cards."
    read_on(halves)
    tap(halves, "It was no whole")
    assert (session.view.won, session.view.pile) == ((0, 0, 0), 2)
    halves.tap(halves.table.bar.undo)
    assert session.view.won == (0, 2, 0)
    halves.tap(halves.table.bar.history)
    assert faults(the(HistoryDialog, halves.table.opened)) == []


def test_a_press_where_nothing_lies_means_nothing_and_what_nobody_can_judge_leaves_it(halves: Desk) -> None:
    grab(halves, OWL)
    assert halves.table.session.length == 1
    tap(halves, "Card turned")
    halves.frame.hear(Voided(2, "gap", (), 0))
    halves.settle()
    assert halves.table.session.view.pile == 1


def test_a_player_who_is_tapped_took_the_pile(halves: Desk) -> None:
    tap(halves, "Card turned")
    halves.rig.tap_at(*halves.table.board.scene.middle(BEAR))
    halves.settle()
    assert halves.table.session.view.won == (0, 0, 1)


@pytest.mark.parametrize("size", [(800, 480), (1280, 720)])
def test_it_is_played_to_its_end_and_stands_at_home(halves: Desk, size: tuple[int, int]) -> None:
    halves.rig.size(*size)
    halves.resize()
    session = halves.table.session
    # Letters are sized for the panel on which the table opens.
    halves.until(lambda: session.saved)
    halves.frame.home()
    halves.screen(HomeScreen)
    halves.frame.open_match(session.name)
    halves.until(lambda: halves.frame.table is not None)
    session = halves.table.session
    while any(session.view.stacks):
        halves.table.tell_now(TurnCard(session.view.turn))
    halves.settle()
    assert faults(halves.table) == []
    grab(halves, BEAR)
    read_on(halves)
    tap(halves, "Nobody takes the rest")
    assert halves.win.end.title == "Bear"
    halves.frame.home()
    home = halves.screen(HomeScreen)
    assert "Halves" in home.part().texts
    assert list(emblem_of("halves")(Viewport(Rect(0, 0, 100, 100))))
    assert faults(home) == []


def code_lines(module: ModuleType) -> int:
    """Count the lines of code of a module."""
    source = Path(str(module.__file__)).read_text(encoding="utf-8")
    said = [
        node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Import | ast.ImportFrom)
        or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
    ]
    gone = {line for node in said for line in range(node.lineno, (node.end_lineno or 0) + 1)}
    return len([line for n, line in enumerate(source.splitlines(), 1) if line.strip() and n not in gone])
