"""Taps needed for a round of figures, another winner, and taking back; of a quick double tap one counts."""

from pathlib import Path

import pytest

from companion.game import Seat
from companion.games.sequence_states.lines import Space
from companion.games.sequence_states.reports import PlaceChip
from companion.games.ungle_speed.model import Grab
from companion.games.ungle_speed.reports import TakeTotem
from companion.grab import Touch
from companion.match_reports import Abandon
from tests.ui.desk import Desk, there
from tests.ui.rig import FRAME, Rig
from tests.ui.sheet.playing import deal
from tests.ui.sheet.test_sheet_screen import write
from tests.ui.test_correcting import correcting
from tests.ui.test_flash import dueled
from ui.dialogs.questions import VerdictDialog
from ui.language import words
from ui.screens.correcting import CorrectingScreen
from ui.screens.table import SETTLE_SECONDS, TableScreen
from ui.stage.kivy_types import Widget
from ui.table.buttons import Seized
from ui.widgets.layout import LATE_SECONDS, Layered, place_widget, rect_of
from ui.widgets.pad import Pad


class CountedDesk(Desk):
    """The app, counting the taps on its pads."""

    taps = 0

    def tap(self, pad: Widget) -> None:
        self.taps += 1
        super().tap(pad)


@pytest.fixture
def desk(rig: Rig, tmp_path: Path) -> CountedDesk:
    return CountedDesk(rig, tmp_path / "matches.db")


def test_a_round_of_wizard_for_four_is_at_most_twelve_taps(desk: CountedDesk) -> None:
    deal(desk, "wizard", 4)
    desk.taps = 0
    write(desk, 0, 1, 0, 0)
    write(desk, 0, 1, 0, 0)
    assert desk.table.session.view.totals == (20, 30, 20, 20)
    assert desk.taps <= 12


def test_another_took_the_totem_is_at_most_five_taps(desk: CountedDesk) -> None:
    """Owl took it, not Fox: from the table after their duel until the table is right again."""
    session = dueled(desk).session
    taken = next(line.entry for line in session.match.line if isinstance(line.report, TakeTotem))
    desk.taps = 0
    place = correcting(desk, taken, "replace")
    assert place.presses.strip is not None
    desk.tap(place.presses.strip.pads[1])
    desk.tap_on("Duel with Fox", desk.table.dialog)
    desk.settle()
    assert not isinstance(desk.table, CorrectingScreen), "nothing else is asked"
    told = [line.report for line in session.match.line if isinstance(line.report, TakeTotem)]
    assert told == [TakeTotem(Grab((Seat(1),)))]
    assert desk.taps <= 5


def test_taking_back_is_one_tap(desk: CountedDesk) -> None:
    desk.seat(4)
    before = desk.table.session.view
    desk.turn()
    assert desk.table.session.view != before
    desk.taps = 0
    desk.tap(desk.table.bar.undo)
    desk.settle()
    assert desk.table.session.view == before
    assert desk.taps == 1


@pytest.fixture
def layered(rig: Rig) -> tuple[Layered, list[str]]:
    """A pad that another one replaces when tapped, and the list of taps on both."""
    holds, taps = Layered(), list[str]()
    second = Pad(on_tap=lambda: taps.append("second"))

    def follow() -> None:
        taps.append("first")
        holds.clear_widgets()
        holds.add_widget(second)
        place_widget(second, rect_of(holds))
        holds.front_changed()

    first = Pad(on_tap=follow)
    holds.add_widget(first)
    rig.fill(holds)
    place_widget(first, rect_of(holds))
    return holds, taps


def test_what_a_first_tap_brings_is_not_for_the_second(rig: Rig, layered: tuple[Layered, list[str]]) -> None:
    for _ in range(3):
        rig.tap_at(300, 200)
    assert layered[1] == ["first"]
    rig.time.seconds += LATE_SECONDS
    for _ in range(2):
        rig.tap_at(300, 200)
    assert layered[1] == ["first", "second", "second"], "who goes on may be as quick as before"


def test_who_taps_elsewhere_means_what_came(rig: Rig, layered: tuple[Layered, list[str]]) -> None:
    rig.tap_at(300, 200)
    rig.tap_at(400, 200)
    assert layered[1] == ["first", "second"]


def test_a_slow_screen_is_not_for_a_tap_that_waited(rig: Rig, layered: tuple[Layered, list[str]]) -> None:
    rig.tap_at(300, 200)
    rig.time.seconds += 3
    layered[0].front_changed()
    rig.tap_at(300, 200)
    assert layered[1] == ["first"]


def test_two_grabs_are_heard_whatever_came_between(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    table, heard = desk.seat(3), list[Seat]()
    monkeypatch.setattr(desk.services.buttons, "press", lambda seat, _finger: heard.append(seat))
    for _ in range(2):
        desk.rig.tap(there(table.presses.strip).pads[1])
        table.front_changed()
    assert heard == [Seat(1), Seat(1)]


def test_hands_that_slap_a_pad_to_grab_answer_nothing_of_the_verdict_that_comes_over_it(desk: Desk) -> None:
    table = desk.seat(4)
    desk.turn(2)
    x, y = (pad := there(table.presses.strip).pads[1]).to_window(*pad.center)
    desk.rig.tap_at(x, y)
    table.hear(Seized(1, (Seat(1),), (Touch(Seat(1), 0),), 100_000, "kernel"))
    desk.pump(2)
    for _ in range(3):
        desk.rig.tap_at(x, y)
    assert isinstance(table.dialog, VerdictDialog)
    assert table.flash.shown
    assert table.session.match.state.chase is not None, "nobody has said what kind of grab it was"


def test_undo_beside_what_comes_and_goes_takes_back_as_often_as_it_is_tapped(desk: Desk) -> None:
    table = dueled(desk)
    x, y = table.bar.undo.to_window(*table.bar.undo.center)
    while (left := table.session.match.line) and len(left) > 1:
        desk.rig.tap_at(x, y)
        desk.pump(round(SETTLE_SECONDS / FRAME))
        assert len(table.session.match.line) < len(left)


def test_undo_drops_a_move_that_is_half_entered_and_no_other_move(desk: Desk) -> None:
    table = desk.deal("sequence-states", 2)
    for moves in (0, 1):
        desk.tap_on("ADD")
        assert table.pending is not None
        x, y = table.bar.undo.to_window(*table.bar.undo.center)
        # The second tap is too quick to mean the move before.
        desk.rig.tap_at(x, y)
        desk.rig.tap_at(x, y)
        assert (table.pending, len(table.session.match.line)) == (None, moves + 1)
        desk.settle()
        if not moves:
            table.tell_now(PlaceChip(Seat(0), Space(4, 4)))
            desk.settle()
    desk.tap(table.bar.undo)
    assert len(table.session.match.line) == 1


def test_undo_in_an_empty_history_over_a_half_entered_move_does_nothing(desk: Desk) -> None:
    table = desk.deal("sequence-states", 2)
    desk.tap_on("ADD")
    history = desk.history()
    desk.tap(table.bar.undo)
    assert (table.opened, history.opened, len(table.session.match.line)) == (history, None, 1)


def test_a_double_tap_on_close_after_the_end_begins_no_other_match(desk: Desk) -> None:
    table = desk.seat(3)
    table.tell_now(Abandon())
    desk.settle()
    table.dialogs.open_look_back()
    desk.settle()
    assert table.opened is not None
    pad = desk.pad(words.CLOSE, table.opened)
    x, y = pad.to_window(*pad.center)
    for _ in range(2):
        desk.rig.tap_at(x, y)
    assert desk.table is table
    assert table.opened is None


@pytest.mark.parametrize("seconds", [0.0, LATE_SECONDS])
def test_a_double_tap_on_play_again_touches_nothing_on_the_new_table(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    before = desk.seat(3)
    before.tell_now(Abandon())
    desk.settle()
    pad = desk.pad(words.AGAIN, before.dialog)
    x, y = pad.to_window(*pad.center)
    desk.tap(pad)
    assert desk.table is not before
    touched: list[Layered] = []
    monkeypatch.setattr(TableScreen, "on_touch_down", lambda table, touch: touched.append(table))
    desk.rig.time.seconds += seconds
    desk.rig.tap_at(x, y)
    assert touched == ([desk.table] if seconds else [])
