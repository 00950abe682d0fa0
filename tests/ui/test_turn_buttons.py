"""Turns on buttons: a press is a turn, of the player whose turn it is, and nothing else."""

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.game import Seat
from tests.ui.desk import Desk, the, there
from tests.ui.rig import Rig
from tests.ui.sixth.rules import GOAL, Score, State
from tests.ui.sixth.screen import KeeperFace, KeeperPresenter, KeeperSentences
from ui.dialogs.referee import RefereeDialog
from ui.games.registry import FACES
from ui.language import words
from ui.screens.home import HomeScreen
from ui.storage.startup import TURN_BUTTONS
from ui.table.buttons import ButtonChanged, ButtonState, ButtonTurn
from ui.table.names import Names
from ui.table.presenting import Banner, Begin, Choice, Enter, PrivateView
from ui.table.turn_buttons import TurnButtons, Turns, by_seat, lamps
from ui.widgets.pad import HOLD_SECONDS

FOX, OWL, BEAR = Seat(0), Seat(1), Seat(2)
LONG = 60
"""How long a finger stays on a button, in milliseconds."""


class InTurn(KeeperPresenter):
    """The score keeper in turns: the large pad scores a point for the player whose turn it is."""

    def banner(self, view: State, pending: Any = None) -> Banner:
        """Return whose turn it is, from the sum of the points."""
        if view.ended is not None:
            return super().banner(view)
        return Banner(Seat(sum(view.points) % len(view.points)), "Score")

    def routine(self, view: State, pending: Any = None) -> tuple[Choice, ...]:
        turn = there(self.banner(view).seat)
        return (Choice("One point", "", Score(turn, 1), primary=True),)


class InTurnFace(KeeperFace):
    def presenter(self, facts: Any, plates: Any) -> KeeperPresenter:
        names = Names(facts, plates)
        return InTurn(names, KeeperSentences(names))


@pytest.fixture
def table(rig: Rig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """Three people, with a button each."""
    monkeypatch.setitem(FACES, "keeper", InTurnFace)
    desk = Desk(rig, tmp_path / "matches.db")
    desk.deal("keeper", 3)
    return desk


def pass_ms(desk: Desk, milliseconds: int) -> None:
    desk.alarm.advance_ms(milliseconds)
    desk.pump(1)


def down(desk: Desk, seat: Seat) -> None:
    desk.hands.buttons.press(seat)


def let_go(desk: Desk, seat: Seat) -> None:
    desk.hands.buttons.release(seat)


def lit(desk: Desk) -> tuple[Seat, ...]:
    return tuple(map(Seat, desk.hands.pad.lit))


def press(desk: Desk, seat: Seat, *, lasts: int = LONG) -> None:
    down(desk, seat)
    pass_ms(desk, lasts)
    let_go(desk, seat)
    pass_ms(desk, LONG)


def points(desk: Desk) -> tuple[int, ...]:
    view: State = desk.table.session.view
    return view.points


def test_a_press_is_the_large_pad_and_the_lamp_goes_on_to_the_next(table: Desk) -> None:
    assert lit(table) == (FOX,)
    press(table, FOX)
    assert points(table) == (1, 0, 0)
    assert table.table.session.match.line[-1].report == Score(FOX, 1)
    assert lit(table) == (OWL,)
    table.settle()
    press(table, OWL)
    assert points(table) == (1, 1, 0)


def test_who_is_not_on_turn_does_nothing_but_hear_whose_turn_it_is(table: Desk) -> None:
    press(table, Seat(5))
    assert points(table) == (0, 0, 0)
    assert table.table.toast.text == ""
    press(table, BEAR)
    assert points(table) == (0, 0, 0)
    assert table.table.toast.text == "It's Fox's turn."
    assert lit(table) == (FOX,)


def test_a_bouncing_switch_ends_one_turn(table: Desk) -> None:
    for after in range(6):
        down(table, FOX)
        pass_ms(table, 1)
        let_go(table, FOX)
        pass_ms(table, 1 + after % 2)
    down(table, FOX)
    pass_ms(table, LONG)
    let_go(table, FOX)
    pass_ms(table, LONG)
    assert sum(points(table)) == 1


def test_a_double_press_ends_one_turn_of_the_same_seat(table: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(InTurn, "banner", lambda self, view, pending=None: Banner(FOX, "Score"))
    table.table.picture.draw()
    press(table, FOX, lasts=20)
    press(table, FOX, lasts=20)
    assert points(table) == (1, 0, 0)
    table.settle()
    press(table, FOX)
    assert points(table) == (2, 0, 0)


def test_a_button_that_is_held_while_the_turn_comes_back_ends_no_other(table: Desk) -> None:
    down(table, FOX)
    pass_ms(table, LONG)
    assert points(table) == (1, 0, 0)
    for seat in (OWL, BEAR):
        table.settle()
        press(table, seat)
    table.settle()
    pass_ms(table, 60_000)
    assert points(table) == (1, 1, 1)
    let_go(table, FOX)
    pass_ms(table, LONG)
    press(table, FOX)
    assert points(table) == (2, 1, 1)


def test_a_hand_that_lay_there_when_the_table_was_opened_ends_nothing(table: Desk) -> None:
    session = table.table.session
    down(table, BEAR)
    pass_ms(table, LONG)
    table.frame.home()
    table.screen(HomeScreen)
    table.frame.open_match(session.name)
    table.until(lambda: table.frame.table is not None)
    for seat in (FOX, OWL):
        table.settle()
        press(table, seat)
    table.settle()
    pass_ms(table, LONG)
    assert points(table) == (1, 1, 0)


def test_a_press_under_a_page_counts_nothing_and_the_page_says_so(table: Desk) -> None:
    screen = table.table
    for opens in (screen.dialogs.open_referee, screen.dialogs.open_history):
        for pressed in (partial(press, table, FOX), partial(screen.hear, ButtonTurn())):
            opens()
            table.settle()
            assert screen.toast.text == ""
            pressed()
            assert points(table) == (0, 0, 0)
            assert screen.toast.text == "The button didn't count: close this page first."
            assert screen.children.index(screen.toast) < screen.children.index(screen.opened)
            screen.toast.hide()
            screen.dialogs.close()
            table.settle()
    screen.hear(ButtonTurn())
    assert points(table) == (1, 0, 0)


def test_a_press_of_the_shared_button_that_is_heard_late_ends_no_other_turn(table: Desk) -> None:
    before = table.services.clock.now()
    pass_ms(table, LONG)
    table.table.hear(ButtonTurn(table.services.clock.now()))
    table.settle()
    assert points(table) == (1, 0, 0)
    table.table.hear(ButtonTurn(before))
    assert points(table) == (1, 0, 0)
    table.table.hear(ButtonTurn(table.services.clock.now()))
    assert points(table) == (1, 1, 0)


def test_a_press_from_before_a_rewind_ends_no_turn_after_it(table: Desk) -> None:
    screen, at = table.table, table.services.clock.now
    for _ in range(2):
        screen.hear(ButtonTurn(at()))
        table.settle()
    pass_ms(table, LONG)
    before = at()
    pass_ms(table, LONG)
    entry = table.tap_entry(1)
    table.rig.hold(entry["back"], HOLD_SECONDS)
    screen.dialogs.close()
    table.settle()
    assert points(table) == (0, 0, 0)
    screen.hear(ButtonTurn(before))
    assert points(table) == (0, 0, 0)
    screen.hear(ButtonTurn(at()))
    assert points(table) == (1, 0, 0)


def test_at_the_end_all_lamps_are_lit_and_none_when_the_table_is_left(table: Desk) -> None:
    for _ in range(GOAL - 1):
        table.table.tell_now(Score(FOX, 1))
    table.table.tell_now(Score(FOX, 1))
    assert table.table.session.match.outcome is not None
    assert lit(table) == (FOX, OWL, BEAR)
    press(table, FOX)
    table.frame.home()
    table.until(lambda: table.frame.table is None)
    assert lit(table) == ()


def test_the_lamp_blinks_when_a_turn_has_lasted_too_long(table: Desk) -> None:
    screen = table.table
    screen._minute.cancel()  # the test sets its seconds
    timer = screen.go.timer
    timer.step()
    seen = []
    for _ in range(3):
        screen.tick()
        seen.append(lit(table))
    pass_ms(table, timer.seconds * 1000)
    for _ in range(4):
        screen.tick()
        seen.append(lit(table))
        # An entry that is saved between two seconds is no second.
        table.frame._written(screen.session.name, screen.session.length)
    assert seen == [(FOX,), (FOX,), (FOX,), (), (FOX,), (), (FOX,)]
    press(table, FOX)
    assert lit(table) == (OWL,)


def test_it_is_set_in_the_referee_s_menu_and_kept(table: Desk) -> None:
    table.table.dialogs.open_referee()
    menu = the(RefereeDialog, table.table.opened)
    pad = table.pad(words.TURN_BUTTONS, menu)
    assert pad.subtitle.text == "no buttons wired: see Settings"
    table.tap(pad)
    assert pad.subtitle.text == "off; no buttons are wired"
    assert lit(table) == ()
    table.table.dialogs.close()
    press(table, FOX)
    assert points(table) == (0, 0, 0)
    assert table.read(lambda store: store.setting(TURN_BUTTONS, "")) == "off off"


def test_where_buttons_are_for_grabs_a_press_is_never_a_turn_by_itself(desk: Desk) -> None:
    table = desk.seat(3)
    assert table.presses.grabs is not None
    assert table.presses.grabs.able
    for on in (False, True):
        assert table.go.turn_buttons.on(True) is on
        assert not table.presses.turns_on, "buttons are armed for a grab"
        assert desk.hands.buttons.armed
        table.go.turn_buttons.toggle(True)
    assert not table.go.turn_buttons.on(True)
    press(desk, FOX)
    assert table.session.view.chase is not None, "it was a grab"


@pytest.mark.parametrize("game", FACES)
def test_in_every_game_a_press_tells_what_the_large_pad_tells_or_nothing(desk: Desk, game: str) -> None:
    count = min(FACES[game]().counts)
    table = desk.deal(game, count)
    turn = table.presses.turns.whose
    if turn is None or table.presses.grabs is not None:
        return
    wanted = by_seat(table.presenter.routine(table.session.view, None))
    press(desk, Seat((turn + 1) % count))
    assert table.session.length == 1
    press(desk, turn)
    assert table.session.length == 1 + (wanted is not None)
    assert (table.opened, table.pending) == (None, None)


CHOICE = Choice("", "", "report", primary=True)


@pytest.mark.parametrize(("choices", "wanted"), [
    ((CHOICE,), "report"),
    ((), None),
    ((Choice("", "", "report"),), None),
    ((Choice("", "", "report", primary=True, live=False), CHOICE), None),
    ((Choice("", "", Begin(1), primary=True), CHOICE), None),
    ((Choice("", "", Enter(1), primary=True), CHOICE), None),
    ((Choice("", "", PrivateView(FOX), primary=True),), None),
    ((Choice("", "", ("correction", "report"), primary=True),), None),
])  # fmt: skip
def test_only_what_the_large_pad_tells_by_one_tap_is_told(choices: tuple[Choice, ...], wanted: Any) -> None:
    assert by_seat(choices) == wanted


@pytest.mark.parametrize("state", ["unplugged", "stormy"])
def test_a_button_that_comes_back_pressed_has_to_be_let_go_first(state: str, desk: Desk) -> None:
    presses = Turns(desk.hands.buttons, 4)

    def said(state: str, *, landed: bool = False) -> bool:
        return presses.is_press(ButtonChanged(FOX, ButtonState(state, tried=True, landed=landed)))

    assert not said("pressed")
    assert said("pressed", landed=True)
    assert not said("pressed", landed=True)
    assert not said(state)
    assert not said("pressed", landed=True)
    assert not said("open")
    assert said("pressed", landed=True)
    assert not said("open")
    assert not said("held", landed=True)


def test_the_setting_is_read_as_it_was_kept_and_nonsense_changes_nothing() -> None:
    turns = TurnButtons()
    assert (turns.on(False), turns.on(True), turns.setting) == (True, False, "on off")
    turns.read("off on")
    assert (turns.on(False), turns.on(True)) == (False, True)
    for nonsense in ("", "on", "on on on", "yes no", "1 0"):
        turns.read(nonsense)
        assert turns.setting == "off on"


def test_in_nobodys_turn_no_lamp_is_lit_and_a_hint_says_whether_there_are_buttons() -> None:
    assert lamps(3, None, over=False, dark=False) == ()
    assert len({words.turn_buttons(on, wired) for on in (True, False) for wired in (0, 4)}) == 4


def test_an_end_comes_below_what_somebody_reads(table: Desk) -> None:
    for seat in (FOX, OWL, BEAR):
        table.table.tell_now(Score(seat, GOAL - 1))
    table.table.dialogs.open_referee()
    menu = table.table.opened
    table.table.tell_now(Score(FOX, 1))
    table.pump(2)
    assert table.table.session.match.outcome is not None
    assert table.table.opened is menu
    assert table.table.front.turned is not None
    in_front = table.table.children
    assert in_front.index(menu) < in_front.index(table.table.front.turned)
