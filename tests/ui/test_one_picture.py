"""One change of the record, one view, one picture: whatever is told, and however."""

from typing import Any

import pytest

from companion.game import Accepted, Seat
from tests.ui.desk import Desk
from ui.dialogs.questions import VerdictDialog
from ui.games.registry import FACES
from ui.screens.table import TableScreen
from ui.stage import theme
from ui.table.buttons import ButtonChanged, ButtonState, ButtonTurn, Press, Seized


class Counted:
    """A table that counts how often it looks at the game, and how often it draws it."""

    def __init__(self, table: TableScreen, monkeypatch: pytest.MonkeyPatch) -> None:
        self.views = self.pictures = self.banners = self.dialogs = 0
        self._count(monkeypatch, table.session.game, "view", "views")
        self._count(monkeypatch, table.board, "show", "pictures")
        self._count(monkeypatch, table.presenter, "banner", "banners")
        self._count(monkeypatch, table.presenter, "dialog", "dialogs")

    def _count(self, monkeypatch: pytest.MonkeyPatch, thing: object, name: str, counter: str) -> None:
        real: Any = getattr(thing, name)

        def counting(*args: object) -> object:
            setattr(self, counter, getattr(self, counter) + 1)
            return real(*args)

        monkeypatch.setattr(thing, name, counting)

    @property
    def all(self) -> tuple[int, int, int, int]:
        return self.views, self.pictures, self.banners, self.dialogs


@pytest.mark.parametrize("game", FACES)
def test_a_tap_is_one_view_and_one_picture(desk: Desk, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = desk.deal(game, 2)
    state = table.session.match.state
    able = (r for r in table.session.game.legal(state))
    report = next(r for r in able if isinstance(table.session.game.judge(state, r), Accepted))
    counted = Counted(table, monkeypatch)
    table.choose(report)
    assert table.session.shown == 2
    assert counted.all == (1, 1, 1, 1)


def test_a_take_back_is_one_view_and_one_picture(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    table = desk.deal("ungle-speed", 2)
    desk.turn()
    desk.settle()
    counted = Counted(table, monkeypatch)
    table.undo()
    assert table.session.shown == 3
    assert counted.all == (1, 1, 1, 1)


def test_a_turn_button_is_one_view_and_one_picture(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    table = desk.deal("ungle-speed", 2)
    counted = Counted(table, monkeypatch)
    table.hear(ButtonTurn())
    assert table.session.shown == 2
    assert counted.all == (1, 1, 1, 1)


def test_a_grab_is_one_view_and_one_picture(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    table = desk.seat(4)
    desk.settle()
    counted = Counted(table, monkeypatch)
    desk.grab((2, 0))
    assert desk.verdict is not None
    # What the referee rules by itself is looked for once more, and once before for the name alone.
    assert counted.all == (1, 1, 1, 3)


def test_a_hand_that_comes_with_the_verdict_leaves_the_name_a_frame_of_its_own(desk: Desk) -> None:
    table = desk.seat(4)
    table.hear(Seized(1, (Seat(2),), (Press(Seat(2), 0),), 100_000, "kernel"))
    assert table.flash.title == theme.plates()[2].name
    for state in ("pressed", "released"):
        table.hear(ButtonChanged(Seat(1), ButtonState(state, tried=True)))
    assert (table.flash.shown, table.dialog) == (True, None)
    desk.pump(2)
    assert isinstance(table.dialog, VerdictDialog)
