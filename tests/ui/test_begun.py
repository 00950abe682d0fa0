"""Reports begun on the screen but not entered: they show, they end, and never act on an older table."""

from collections.abc import Callable
from typing import Any

import pytest

from companion.game import Seat
from companion.games.ungle_speed.reports import TurnCard, TurnNext
from tests.ui.desk import Desk, the
from ui.dialogs.notice import EntryDialog
from ui.games.face import EntryPage
from ui.language import words
from ui.screens.home import HomeScreen
from ui.screens.table import TableScreen
from ui.stage.kivy_types import Widget
from ui.table.buttons import ButtonTurn
from ui.table.presenting import Banner, Begin, Choice, Enter, by_button
from ui.table.turn_buttons import ESCAPE
from ui.widgets.layout import Arranged

FOX, OWL, BEAR = map(Seat, range(3))
Means = Callable[[Any, Any, Any], object]


@pytest.fixture
def table(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> TableScreen:
    """A table where tapping a seat begins something, and tapping another seat then enters its card."""
    table = desk.seat(4)

    def tapped(view: Any, pending: Any, place: Any) -> object:
        return TurnCard(view.turn) if place == "tell" else Begin(place)

    mean(monkeypatch, table, tapped)
    return table


def mean(monkeypatch: pytest.MonkeyPatch, table: TableScreen, means: Means) -> None:
    monkeypatch.setattr(table.presenter, "tapped", means)


def test_a_tap_begins_and_the_same_tap_ends_it(desk: Desk, table: TableScreen) -> None:
    desk.rig.tap_at(*table.board.scene.middle(OWL))
    assert table.pending == OWL
    table.tap_board(BEAR)
    assert table.pending == BEAR
    table.tap_board(BEAR)
    assert table.pending is None
    assert table.session.length == 1, "nothing was entered"


def test_what_is_begun_is_shown(desk: Desk, table: TableScreen, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[object] = []
    show, banner = table.board.show, table.presenter.banner

    def board_shows(view: Any, pending: Any) -> None:
        shown.append(pending)
        show(view, pending)

    def banner_says(view: Any, pending: Any = None) -> Banner:
        return Banner(None, "Where to?") if pending is not None else banner(view)

    def routine(view: Any, pending: Any = None) -> tuple[Choice, ...]:
        return (Choice("turned", "", TurnCard(view.turn), primary=True), Choice("mode", "", Begin(OWL)))

    monkeypatch.setattr(table.board, "show", board_shows)
    monkeypatch.setattr(table.presenter, "banner", banner_says)
    monkeypatch.setattr(table.presenter, "routine", routine)
    table.picture.draw()
    desk.pump(3)
    desk.tap_on("mode")
    assert shown == [None, OWL]
    assert table.banner.title.text == "Where to?"
    assert desk.pad("mode").chosen
    desk.tap_on("mode")
    assert shown[-1] is None
    assert not desk.pad("mode").chosen


def test_it_ends_when_the_record_changes_and_by_an_undo_of_nothing(table: TableScreen, desk: Desk) -> None:
    table.tap_board(OWL)
    table.undo()
    assert table.pending is None
    table.tap_board(OWL)
    table.tap_board("tell")
    assert table.pending is None
    desk.settle()
    table.tap_board(OWL)
    desk.turn()
    assert table.pending is None
    table.tap_board(OWL)
    desk.tap(table.bar.undo)
    assert table.pending is None


@pytest.mark.parametrize("by", ["pad", "key"])
def test_back_ends_it_before_it_leaves(desk: Desk, table: TableScreen, by: str) -> None:
    def back() -> None:
        if by == "pad":
            desk.tap(table.bar.back)
        else:
            desk.frame.key_down(ESCAPE)
            desk.frame.key_up(ESCAPE)
            desk.pump(3)

    table.tap_board(OWL)
    table.dialogs.open_history()
    back()
    assert table.opened is None
    assert table.pending == OWL
    back()
    assert table.pending is None
    assert desk.frame.screen is table
    back()
    desk.screen(HomeScreen)


def test_a_double_tap_begins_nothing_on_the_table_that_it_changed(desk: Desk, table: TableScreen) -> None:
    table.tap_board("tell")
    table.tap_board(OWL)
    assert table.pending is None
    assert table.toast.text == words.STALE


def test_the_board_is_not_tapped_under_a_sheet_or_when_play_is_held(desk: Desk, table: TableScreen) -> None:
    table.dialogs.open_history()
    table.tap_board(OWL)
    assert table.pending is None
    table.dialogs.close()
    table.tell(TurnCard(BEAR))
    assert table.session.match.hold is not None
    table.tap_board(OWL)
    assert table.pending is None


def test_an_idle_tap_does_nothing(desk: Desk, table: TableScreen, monkeypatch: pytest.MonkeyPatch) -> None:
    table.tap_board(OWL)
    mean(monkeypatch, table, lambda view, pending, place: None)
    table.tap_board(BEAR)
    assert table.pending == OWL
    assert table.session.length == 1


def telling(monkeypatch: pytest.MonkeyPatch, table: TableScreen) -> list[Callable[[object], None]]:
    """Replace the game's sheets by empty ones; return the callback that each of them reports by."""
    found: list[Callable[[object], None]] = []

    def entry(presenter: object, session: object, what: object, told: Callable[[object], None]) -> EntryPage:
        found.append(told)
        widget: Widget = Arranged()
        return EntryPage(f"about {what}", widget)

    monkeypatch.setattr(table.game, "entry", entry)
    return found


def test_a_told_sheet_may_begin_something(table: TableScreen, monkeypatch: pytest.MonkeyPatch) -> None:
    told = telling(monkeypatch, table)
    mean(monkeypatch, table, lambda view, pending, place: Enter(place))
    table.tap_board("a card")
    assert the(EntryDialog, table.opened)._title.text == "about a card"
    told[-1](Begin(OWL))
    assert table.opened is None
    assert table.pending == OWL
    table.tap_board("another")
    told[-1](Enter("one more"))
    assert isinstance(table.opened, EntryDialog)
    told[-1](TurnCard(FOX))
    assert table.opened is None
    assert table.pending is None
    assert table.session.view.turn == OWL


def test_an_outdated_sheet_begins_nothing(table: TableScreen, monkeypatch: pytest.MonkeyPatch) -> None:
    told = telling(monkeypatch, table)
    table.dialogs.open_entry(OWL)
    table.tell_now(TurnNext())
    told[-1](Begin(OWL))
    assert table.pending is None
    assert table.toast.text == words.STALE


@pytest.mark.parametrize(("reports", "does"), [
    ((), None),
    (("turned", "arrows"), "turned"),
    ((Begin(OWL), "turned"), Begin(OWL)),
    ((Enter(OWL), "turned"), "turned"),
    ((Enter(OWL), Begin(OWL), "dead card"), None),
    ((Enter(OWL),), None),
])  # fmt: skip
def test_a_button_is_the_large_pad_but_fills_in_no_sheet(reports: tuple[object, ...], does: object) -> None:
    choices = [Choice("", "", report, primary=not n) for n, report in enumerate(reports)]
    assert by_button(choices) == does


def test_a_button_means_nothing_where_several_are_as_likely() -> None:
    assert by_button([Choice("", "", report) for report in ("two discs", "a cube")]) is None
    # A pad that can't be tapped yet isn't meant, nor is any other in its place.
    waits = Choice("", "", "lay", primary=True, live=False)
    assert by_button([waits, Choice("", "", Begin(OWL))]) is None


def test_watching_the_turn_button_does_what_needs_no_sheet(desk: Desk) -> None:
    table = desk.seat(4, level="watching")
    table.hear(ButtonTurn())
    assert table.opened is None
    assert table.session.match.line[-1].report == TurnNext()
    desk.settle()
    table.routine()
    assert isinstance(table.opened, EntryDialog)
    # Tapping a seat asks for its card.
    table = desk.seat(4, level="watching")
    desk.rig.tap_at(*table.board.scene.middle(OWL))
    assert the(EntryDialog, table.opened)._title.text == "Owl turned"
