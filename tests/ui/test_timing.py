"""How long match and turn have lasted, by a clock that is passed in; and the timer that only reminds."""

from itertools import pairwise

import pytest

from companion.book.played import PAUSE
from companion.clock import MILLISECOND, SECOND, Instant, Nanoseconds
from companion.game import Seat
from companion.games.tracktic.reports import Skip
from companion.match_reports import TakeBack
from tests.ui.desk import Desk, the
from ui.dialogs.referee import RefereeDialog
from ui.language import words
from ui.screens.table import TableScreen
from ui.storage.startup import TIMER
from ui.table.timing import MINUTE, STEPS, Timing, TurnTimer


def after(seconds: int) -> Instant:
    return Instant(seconds * SECOND)


def test_what_was_played_before_counts_and_a_pause_no_further_than_where_one_begins() -> None:
    timing = Timing(90_000, after(10))
    assert timing.match(after(10)) == 90 * SECOND
    assert timing.match(after(40)) == 120 * SECOND
    timing.follow(None, (), after(40))
    assert timing.match(after(41)) == 121 * SECOND
    timing = Timing(0, after(0))
    assert timing.match(after(86_400)) == PAUSE * MILLISECOND
    timing.follow(None, (), after(86_400))
    assert timing.match(after(86_401)) == SECOND
    timing = Timing(0, after(0))
    assert timing.turn(after(70)) == 70 * SECOND
    timing.turned(after(70))
    assert timing.turn(after(75)) == 5 * SECOND


@pytest.mark.parametrize("seconds", STEPS)
def test_it_reminds_once_a_turn_and_never_where_it_is_off(seconds: int) -> None:
    timer, timing = TurnTimer(), Timing(0, after(0))
    timer.read(str(seconds))
    found = [n for n in range(400) if timing.due(timer, after(n))]
    assert found == ([seconds] if seconds else [])
    timing.turned(after(400))
    found = [n for n in range(400, 800) if timing.due(timer, after(n))]
    assert found == ([400 + seconds] if seconds else [])


@pytest.mark.parametrize("setting", ["", "31", "-30", "thirty", "1e3", "²"])
def test_what_is_no_setting_changes_nothing(setting: str) -> None:
    timer = TurnTimer()
    timer.read(setting)
    assert timer.seconds == 0


def test_the_steps_go_round() -> None:
    timer = TurnTimer()
    for before, now in pairwise((*STEPS, STEPS[0])):
        assert timer.seconds == before
        timer.step()
        assert timer.seconds == now


def dealt(desk: Desk) -> TableScreen:
    desk.deal("tracktic", 3)
    desk.until(lambda: desk.table.session.saved)
    return desk.table


def wait(desk: Desk, seconds: int) -> None:
    desk.clock.advance(Nanoseconds(seconds * SECOND))
    desk.table.tick()


def test_the_banner_tells_whole_minutes_and_only_what_there_is(desk: Desk) -> None:
    table = dealt(desk)
    assert table.banner.saving.text == ""
    wait(desk, 59)
    assert table.banner.saving.text == ""
    wait(desk, 1)
    assert table.banner.saving.text == "match 1 min · turn 1 min"
    table.tell_now(Skip(Seat(0)))
    desk.until(lambda: table.session.saved)
    wait(desk, 30)
    assert table.banner.saving.text == "match 1 min"
    wait(desk, 31)
    assert table.banner.saving.text == "match 2 min · turn 1 min"


def test_between_two_minutes_nothing_is_drawn(desk: Desk) -> None:
    dealt(desk)
    wait(desk, 70)
    desk.pump(4)
    before = desk.rig.picture(desk.frame)
    wait(desk, 30)
    desk.pump(4)
    shown = desk.rig.picture(desk.frame)
    # The clock of the day moves on, but 12:01 stays 12:01 that long.
    assert shown == before


def test_a_turn_taken_back_begins_anew(desk: Desk) -> None:
    table = dealt(desk)
    table.tell_now(Skip(Seat(0)))
    wait(desk, 130)
    table.tell_now(TakeBack())
    assert table._timing.turn(desk.clock.now()) == 0
    assert table._timing.match(desk.clock.now()) >= 2 * MINUTE


def test_a_match_that_is_gone_on_with_has_its_time(desk: Desk) -> None:
    table = dealt(desk)
    wait(desk, 300)
    table.tell_now(Skip(Seat(0)))
    desk.until(lambda: table.session.saved)
    name = table.session.name
    table.go_back()
    desk.until(lambda: desk.frame.table is None)
    desk.frame.open_match(name)
    desk.until(lambda: desk.frame.table is not None)
    assert desk.table is not table
    wait(desk, 0)
    assert desk.table.banner.saving.text == "match 5 min"


def set_timer(desk: Desk, taps: int) -> str:
    """Tap the timer this many times, and return its text."""
    table = desk.table
    table.dialogs.open_referee()
    sheet = the(RefereeDialog, table.opened)
    for _ in range(taps):
        tap_timer(sheet)
    hint = next(pad.hint for pad in sheet.pads() if pad.title == words.TURN_TIMER)
    table.dialogs.close()
    return hint


def tap_timer(menu: RefereeDialog) -> None:
    """Tap the timer, on whichever page of the menu it is."""
    pad = next(pad for pad in menu.pads() if pad.title == words.TURN_TIMER)
    assert pad.on_tap is not None
    pad.on_tap()


def test_the_timer_reminds_once_and_rules_nothing(desk: Desk) -> None:
    table = dealt(desk)
    desk.sounds.played.clear()
    wait(desk, 60)
    assert desk.sounds.played == [], "it is off until somebody wants it"
    table.tell_now(Skip(Seat(0)))
    assert set_timer(desk, 1) == "reminds after 30 seconds"
    before, desk.sounds.played[:] = table.session.length, []
    wait(desk, 29)
    assert desk.sounds.played == []
    wait(desk, 1)
    assert desk.sounds.played == ["turn"]
    assert table.banner.subtitle.text == "This turn has taken 30 seconds."
    wait(desk, 100)
    assert desk.sounds.played == ["turn"]
    assert table.session.length == before
    assert table.session.playing


def test_the_setting_is_kept(desk: Desk) -> None:
    dealt(desk)
    assert set_timer(desk, 2) == "reminds after 1 minute"
    assert desk.read(lambda store: store.setting(TIMER, "")) == "60"
