"""A sheet with buttons: a clock for each player, and grabs; a turn ends at the time of the press."""

import pytest
from msgspec.structs import replace

from companion.clock import MILLISECOND, SECOND, Instant, Nanoseconds
from companion.game import Outcome, Seat
from companion.games.sheet.events import ClockPaused
from companion.games.sheet.reports import CallWrong, GiveUp, StartClock, TellGrab, TellTurn
from companion.games.sheet.sheet import Sheet
from companion.games.sheet.sheet_file import shipped_sheet
from companion.grab import Grab
from tests.ui.by_fingers import fit
from tests.ui.desk import Desk, the
from tests.ui.rig import Rig
from tests.ui.sheet.playing import EACH_PANEL, deal
from tests.ui.stage import written
from ui.dialogs.notice import EntryDialog
from ui.dialogs.questions import VerdictDialog
from ui.games import guide as guides
from ui.games.sheet import words
from ui.games.sheet.face import SheetFace
from ui.parts.values import Drawing, walk
from ui.screens.turn_clock import Dials, TurnClock
from ui.stage import fonts, theme
from ui.stage.lettering import extents
from ui.stage.rect import Side
from ui.stage.shapes import Letters
from ui.table.buttons import ButtonChanged, ButtonState, ButtonTurn, Voided
from ui.table.session import AnyAnswer
from ui.table.timing import Dial, Stopwatch, TurnTiming
from ui.widgets.layout import Rect, place_widget, rect_of


def clock(desk: Desk) -> TurnClock:
    found = desk.table.turn_clock
    assert found is not None
    return found


def wait(desk: Desk, milliseconds: int) -> None:
    desk.alarm.advance_ms(milliseconds)
    desk.pump(2)
    clock(desk).tick()
    desk.settle()


def press(desk: Desk, seat: int, ago: int = 0, *, still: bool = False) -> None:
    """Press a button this many milliseconds ago, have the screen hear of it now, and lift the finger.

    `still`: wait until the screen is at rest.
    """
    desk.hands.press_at(Seat(seat), Instant(desk.clock.now() - ago * MILLISECOND))
    desk.alarm.advance_ms(10)
    desk.inbox.drain()
    desk.hands.let_go()
    desk.alarm.advance_ms(20)
    desk.pump(2)
    if still:
        desk.settle()


def large(desk: Desk) -> None:
    desk.table.routine()
    desk.settle()


def running(desk: Desk, sheet: Sheet | str, players: int) -> None:
    deal(desk, sheet, players)
    large(desk)


def figures(desk: Desk) -> list[str]:
    return [said[-1] for said in dials(desk)]


def dials(desk: Desk) -> list[list[str]]:
    shown = clock(desk).dials
    scenes = [shown[part.name].scene for part in walk(shown.part()) if isinstance(part, Drawing)]
    return [written.said(scene.items) for scene in scenes]


def had(desk: Desk) -> tuple[int, ...]:
    return desk.table.session.match.state.had  # type: ignore[no-any-return]


def last_took(desk: Desk) -> int:
    return the(TellTurn, desk.table.session.match.line[-1].report).took


@EACH_PANEL
def test_time_runs_from_the_first_tap_and_the_large_pad_passes_it_on(desk: Desk) -> None:
    deal(desk, "chess_clock", 2)
    wait(desk, 90_000)
    assert figures(desk) == ["5:00", "5:00"]
    large(desk)
    view = desk.table.session.view
    wait(desk, 20_000)
    assert figures(desk) == ["4:40", "5:00"]
    # Drawing that recomputed nothing of the game.
    assert desk.table.session.view is view
    large(desk)
    assert desk.table.session.view.turn == Seat(1)
    assert had(desk)[0] in range(282_000, 283_001)
    # Another tap right away, meant for the previous turn, doesn't end this one.
    desk.table.routine()
    desk.table.routine()
    assert len(desk.table.session.view.rows) == 2
    fit(desk)


@EACH_PANEL
def test_a_flag_falls_by_itself_and_decides_it(desk: Desk) -> None:
    running(desk, "chess_clock", 2)
    wait(desk, 291_500)
    assert figures(desk)[0] == "8.5"
    assert desk.table.hurried
    wait(desk, 8_400)
    assert figures(desk)[0] == "0.1"
    wait(desk, 150)
    assert figures(desk)[0] == "0.0"
    wait(desk, 500)
    assert desk.table.session.match.outcome == Outcome((Seat(1),), "sh.lost")
    assert had(desk) == (0, 300_000)
    assert desk.win.end.why == "Fox's time was up."
    fit(desk)


def test_a_turn_timer_only_reminds(desk: Desk) -> None:
    running(desk, "turn_timer", 3)
    wait(desk, 61_000)
    view = desk.table.session.view
    assert (view.turn, view.fell, view.ended) == (Seat(0), True, None)
    assert "up" in desk.table.banner.subtitle.text
    assert figures(desk)[0] == "0.0"
    length = desk.table.session.length
    wait(desk, 60_000)
    assert desk.table.session.length == length
    large(desk)
    assert desk.table.session.view.turn == Seat(1)
    assert figures(desk) == ["1:00"] * 3


def test_a_press_ends_the_turn_when_it_was_made_however_late_it_is_heard_of(desk: Desk) -> None:
    deal(desk, "chess_clock", 2)
    press(desk, 0, still=True)
    wait(desk, 20_000)
    press(desk, 0, ago=4_000)
    began = desk.clock.now() - 4_030 * MILLISECOND
    assert last_took(desk) == 16_030
    # The screen's delay is the next player's thinking time, and no loss for anybody.
    desk.settle()
    wait(desk, 1_000)
    press(desk, 1)
    pressed = desk.clock.now() - 30 * MILLISECOND
    assert last_took(desk) == (pressed - began) // MILLISECOND


def test_who_pressed_in_time_has_not_lost_on_it_though_the_screen_was_late(desk: Desk) -> None:
    deal(desk, "chess_clock", 2)
    press(desk, 0, still=True)
    # The button was pressed half a second before the time was up; then the screen stalled for two.
    desk.alarm.advance_ms(298_500)
    desk.hands.press_at(Seat(0), desk.clock.now())
    desk.alarm.advance_ms(2_000)
    clock(desk).tick()
    desk.pump(3)
    assert desk.table.session.match.outcome is None
    assert desk.table.session.view.turn == Seat(1)
    assert had(desk)[0] in range(1_000, 4_600)


def test_who_pressed_too_late_has_lost_on_time_though_it_was_heard_first(desk: Desk) -> None:
    deal(desk, "chess_clock", 2)
    press(desk, 0, still=True)
    desk.alarm.advance_ms(300_500)
    press(desk, 0)
    wait(desk, 500)
    assert desk.table.session.match.outcome == Outcome((Seat(1),), "sh.lost")


def test_a_tap_is_no_later_than_the_last_look_of_a_screen_that_stood_still(desk: Desk) -> None:
    running(desk, "chess_clock", 2)
    wait(desk, 299_000)
    table, watch = desk.table, clock(desk)
    # The large pad was tapped while the screen stalled, at an unknown time.
    desk.clock.advance(Nanoseconds(3_000 * MILLISECOND))
    watch.tick()
    assert table.session.match.outcome is None
    table.routine()
    desk.settle()
    assert table.session.view.turn == Seat(1)
    assert table.session.match.outcome is None


def test_a_tap_is_stamped_by_the_look_before_the_last_one(desk: Desk) -> None:
    # Window events are handled a frame later: at the earliest, a tap came one look before that.
    running(desk, "chess_clock", 2)
    table = desk.table
    for milliseconds in (10_000, 700):
        desk.clock.advance(Nanoseconds(milliseconds * MILLISECOND))
        desk.frame.begin_frame()
    table.routine()
    assert last_took(desk) == 10_000


def test_no_turn_begins_before_the_one_that_it_ends() -> None:
    watch = Stopwatch()
    watch.follow(TurnTiming("one", True, None), Instant(5_000 * MILLISECOND))
    # Stamped slightly earlier: two clocks never agree exactly.
    assert watch.end(Instant(4_990 * MILLISECOND)) == 0
    watch.follow(TurnTiming("two", True, None), Instant(5_100 * MILLISECOND))
    assert watch.took(Instant(6_000 * MILLISECOND)) == 1_000
    # A report that replaces a turn keeps its time.
    face, before = SheetFace(), TellTurn(Seat(0), (7,), 5_000)
    assert face.retimed(TellTurn(Seat(0), (9,)), before) == TellTurn(Seat(0), (9,), 5_000)
    assert face.retimed(StartClock(), before) == StartClock()


def test_who_has_lost_on_time_is_marked_on_the_clock(desk: Desk) -> None:
    running(desk, replace(shipped_sheet("chess_clock"), players=(2, 4)), 3)
    wait(desk, 301_000)
    (_, fox, _), (_, owl, _), _ = dials(desk)
    assert (fox, owl) == ("Fox has lost", "Owl")
    assert desk.table.session.view.turn == Seat(1)


def test_a_quick_answer_counts_and_a_second_press_of_the_same_hand_does_not(desk: Desk) -> None:
    deal(desk, "chess_clock", 2)
    press(desk, 0, still=True)
    press(desk, 0)
    press(desk, 1)
    assert len(desk.table.session.view.rows) == 2
    press(desk, 1)
    assert len(desk.table.session.view.rows) == 2
    # A press before the other player's move was over doesn't answer it.
    desk.settle()
    press(desk, 0)
    press(desk, 1, ago=500)
    assert len(desk.table.session.view.rows) == 3


@EACH_PANEL
def test_a_tap_on_one_s_own_clock_ends_the_turn_and_on_another_one_does_nothing(desk: Desk) -> None:
    deal(desk, "chess_clock", 2)
    fox, owl = (clock(desk).dials[f"dial {n}"] for n in range(2))
    desk.tap(owl)
    assert not desk.table.session.view.runs
    desk.tap(fox)
    desk.settle()
    assert desk.table.session.view.runs
    desk.tap(owl)
    assert desk.table.session.view.turn == Seat(0)
    desk.tap(fox)
    assert desk.table.session.view.turn == Seat(1)
    desk.tap(fox)
    assert len(desk.table.session.view.rows) == 1
    desk.settle()
    desk.tap(owl)
    assert desk.table.session.view.turn == Seat(0)
    fit(desk)


@pytest.mark.parametrize("seats", [(Seat(0), Seat(1)), (Seat(1), Seat(0))])
def test_two_who_face_each_other_have_their_own_clock_before_them(rig: Rig, seats: tuple[Seat, Seat]) -> None:
    near, far = seats
    plates = theme.plates()[:2]
    tapped: list[None] = []
    sides = {plates[near].name: Side.FRONT, plates[far].name: Side.FAR}
    clocks = Dials(plates, sides, lambda: tapped.append(None))
    clocks.show(tuple((Dial(seat, 60_000, now=seat == far), "1:00") for seat in (Seat(0), Seat(1))))
    rig.show(clocks)
    place_widget(clocks, Rect(0, 0, 600, 400))
    rig.pump(3)
    assert clocks.part()[f"clock {far}"].side is Side.FAR
    # The far player's clock is at the far edge, and is tapped there.
    rig.tap_at(300, 100)
    assert not tapped
    rig.tap_at(300, 300)
    assert tapped


def test_a_pause_stops_it_for_everybody_and_undo_gives_time_back(desk: Desk) -> None:
    running(desk, "chess_clock", 2)
    wait(desk, 10_000)
    desk.tap_on("Pause")
    desk.settle()
    wait(desk, 500_000)
    assert figures(desk)[0] == "4:50"
    large(desk)
    wait(desk, 5_000)
    large(desk)
    assert had(desk)[0] in range(287_000, 288_001)
    desk.tap(desk.table.bar.undo)
    desk.settle()
    assert desk.table.session.view.turn == Seat(0)
    assert figures(desk)[0] == "4:50"


def test_a_pause_that_is_taken_back_gives_nobody_time(desk: Desk) -> None:
    """docs/sheets.md: a pause is recorded with what the turn had used until then."""
    running(desk, "chess_clock", 2)
    wait(desk, 60_000)
    desk.tap_on("Pause")
    desk.settle()
    wait(desk, 500_000)
    desk.tap(desk.table.bar.undo)
    assert figures(desk)[0] == "4:00"
    wait(desk, 10_000)
    assert figures(desk)[0] == "3:50"
    large(desk)
    assert had(desk)[0] in range(232_000, 233_001), "3:50, and three seconds for the turn"


def test_while_figures_are_entered_nobody_pays_unless_nothing_is_told(desk: Desk) -> None:
    running(desk, "scrabble_clock", 2)
    wait(desk, 60_000)
    large(desk)
    table = desk.table
    assert isinstance(table.opened, EntryDialog)
    wait(desk, 30_000)
    assert figures(desk)[0] == "24:00"
    table.go_back()
    wait(desk, 0)
    assert figures(desk)[0] == "23:30"
    large(desk)
    wait(desk, 45_000)
    desk.tap_on("8", table.opened)
    desk.tap_on("Enter", table.opened)
    desk.settle()
    assert table.session.view.totals == (8, 0)
    assert had(desk)[0] in range(1_409_000, 1_410_001)


def test_after_a_power_cut_the_clock_stands_still_and_nobody_has_paid(desk: Desk) -> None:
    running(desk, "chess_clock", 2)
    wait(desk, 40_000)
    large(desk)
    left = had(desk)
    wait(desk, 100_000)
    session = desk.table.session
    # The power fails: no more reports, and the record is opened again much later.
    again = type(session).resume(session.match.game, session.match.rows(), "m", desk.clock, lambda *_: None)
    desk.clock.advance(Nanoseconds(3_600_000 * MILLISECOND))

    def tell(report: object, at: Instant) -> AnyAnswer:
        return again.submit(report)

    laid = TurnClock(again, SheetFace(), desk.table.presenter, desk.clock, tell, print, {})
    assert (again.view.had, again.view.used, again.view.runs) == (left, 0, False)
    laid.leave()


def test_who_leaves_the_table_pauses_with_the_time_that_was_used(desk: Desk) -> None:
    running(desk, "chess_clock", 2)
    wait(desk, 40_000)
    session = desk.table.session
    desk.frame.home()
    desk.until(lambda: desk.frame.table is None)
    (paused,) = session.match.line[-1].events
    assert isinstance(paused, ClockPaused)
    assert paused.took in range(40_000, 41_001)


@EACH_PANEL
def test_who_has_passed_is_said_on_the_clock_until_the_round_is_over(desk: Desk) -> None:
    deal(desk, "passing_timer", 3)
    fox, owl, bear = (plate.name for plate in theme.plates()[:3])
    large(desk)
    wait(desk, 5_000)
    desk.tap_on(f"{fox} passes")
    desk.settle()
    assert [who for _, who, _ in dials(desk)] == [f"{fox} passed", owl, bear]
    assert figures(desk) == ["0:05", "0:00", "0:00"]
    fit(desk)
    for who in (owl, bear):
        desk.tap_on(f"{who} passes")
        desk.settle()
    assert [who for _, who, _ in dials(desk)] == [fox, owl, bear]


def test_at_the_end_whoever_won_stands_first_whatever_the_points_are(desk: Desk) -> None:
    deal(desk, "chess_clock", 2)
    desk.table.tell_now(GiveUp(Seat(0)))
    desk.settle()
    assert [(line.name, line.won) for line in desk.win.end.lines] == [("Owl", True), ("Fox", False)]
    assert desk.win.end.why == "Fox has lost."


def digits_of(desk: Desk, seat: int) -> tuple[Letters, Rect]:
    stage = clock(desk).dials[f"dial {seat}"]
    (*_, figure) = written.letters(stage.scene.items)
    return figure, rect_of(stage)


def shares_of(desk: Desk, seat: int) -> tuple[float, float]:
    """Return the width and height of a clock's digits as shares of its panel."""
    figure, panel = digits_of(desk, seat)
    # A digit's height is 0.71 of its font size.
    wide = fonts.width(figure.text, figure.size, bold=True)
    assert wide <= figure.room.width, "it would be drawn smaller"
    return wide / panel.width, 0.71 * figure.size / panel.height


@EACH_PANEL
@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_the_digits_fill_their_panel(desk: Desk, players: int) -> None:
    """They used to be 11 mm high on a panel of 51 x 69 mm."""
    deal(desk, replace(shipped_sheet("chess_clock"), players=(2, 6)), players)
    seats = range(players)
    (size,) = {digits_of(desk, seat)[0].size for seat in seats}
    assert all(max(shares_of(desk, seat)) > 0.55 for seat in seats)
    assert size >= theme.mm(22 if players == 2 else 9)
    large(desk)
    wait(desk, 295_000)
    # The last seconds have fewer digits, which don't grow.
    assert {digits_of(desk, seat)[0].size for seat in seats} == {size}
    fit(desk)


@EACH_PANEL
def test_of_more_than_six_the_clock_that_runs_is_shown_over_all_of_it(desk: Desk) -> None:
    deal(desk, "turn_timer", 8)
    shown = clock(desk).dials
    large(desk)
    for seat in (0, 1):
        assert [name for name in shown._named() if name.startswith("dial")] == [f"dial {seat}"]
        assert digits_of(desk, seat)[0].size >= theme.mm(35)
        wait(desk, 2_000)
        large(desk)
    fit(desk)


@EACH_PANEL
@pytest.mark.parametrize("players", [2, 4])
def test_beside_a_sheet_digits_are_read_from_a_chair_or_one_clock_is_shown(desk: Desk, players: int) -> None:
    deal(desk, "scrabble_clock", players)
    shown = clock(desk).dials
    large(desk)
    desk.pump(3)
    seats = [n for n in range(players) if f"dial {n}" in shown]
    assert 0 in seats
    assert all(digits_of(desk, seat)[0].size >= theme.mm(7) - 1 for seat in seats)
    fit(desk)


FOX, OWL, BEAR, WOLF = map(Seat, range(4))
BAND = 0.5
"""Milliseconds: two simulated hands this close or closer tie."""
READABLE = 0.75
"""Letters drawn smaller than this share of the intended size are hard to read."""


def tap(desk: Desk, words: str) -> None:
    desk.tap_on(words, desk.table.dialog)
    desk.settle()


def told(desk: Desk) -> object:
    return desk.table.session.match.line[-1].report


def totals(desk: Desk) -> tuple[int, ...]:
    return desk.table.session.view.totals  # type: ignore[no-any-return]


@EACH_PANEL
def test_a_bell_is_rung_and_one_tap_says_that_it_was_right(desk: Desk) -> None:
    deal(desk, "halli_galli", 3)
    assert desk.hands.buttons.armed
    fit(desk)
    desk.grab((OWL, 0), (BEAR, 14))
    assert desk.verdict.content.winners == (OWL,)
    assert "14" in desk.verdict.content.subtitle
    fit(desk)
    tap(desk, "Right")
    assert totals(desk) == (0, 1, 0)
    assert desk.hands.buttons.armed
    desk.grab((BEAR, 0))
    tap(desk, "Wrong")
    assert totals(desk) == (0, 1, -1)


@EACH_PANEL
def test_after_a_wrong_answer_the_next_hand_speaks_also_one_that_came_after_the_verdict(desk: Desk) -> None:
    deal(desk, "quiz_buzzers", 4)
    desk.grab((BEAR, 0), (FOX, 20), (WOLF, 420))
    tap(desk, "Wrong")
    wrong = the(CallWrong, told(desk))
    assert [touch.seat for touch in wrong.touches] == [BEAR, FOX, WOLF]
    assert desk.verdict.content.winners == (FOX,)
    fit(desk)
    tap(desk, "Wrong")
    assert desk.verdict.content.winners == (WOLF,)
    tap(desk, "Wrong")
    # Only Owl hasn't answered; presses by the others don't count.
    assert desk.table.dialog is None
    assert desk.table.banner.title.text == "Only Owl may press"
    fit(desk)
    length = desk.table.session.length
    desk.press((BEAR, 0), (FOX, 5))
    assert desk.table.session.length == length
    assert desk.hands.buttons.armed
    desk.grab((BEAR, 0), (OWL, BAND / 2))
    assert desk.verdict.content.winners == (OWL,)
    tap(desk, "Right")
    assert totals(desk) == (0, 1, 0, 0)


@EACH_PANEL
def test_two_hands_within_the_band_press_again_alone(desk: Desk) -> None:
    deal(desk, "halli_galli", 4)
    desk.grab((WOLF, 0), (OWL, BAND), (FOX, 30))
    assert isinstance(desk.table.dialog, VerdictDialog)
    fit(desk)
    assert not desk.hands.buttons.armed
    tap(desk, "Go on")
    assert desk.table.session.view.may_grab == (OWL, WOLF)
    desk.grab((FOX, 0), (WOLF, 12))
    assert desk.verdict.content.winners == (WOLF,)


@EACH_PANEL
def test_who_presses_again_can_be_read_among_twelve(desk: Desk) -> None:
    deal(desk, "quiz_buzzers", 12)
    desk.table.tell_now(TellGrab(Grab((OWL, BEAR))))
    desk.settle()
    again = [it for it in desk.table.board.scene.items if isinstance(it, Letters) and it.text == words.AGAIN]
    assert len(again) == 2
    for letters in again:
        wide, _ = extents(letters.text, round(letters.size))
        assert letters.room.width > READABLE * wide


def test_a_hand_that_rests_as_the_buzzers_open_is_no_press_until_it_is_lifted(desk: Desk) -> None:
    deal(desk, "quiz_buzzers", 3)
    desk.grab((FOX, 0))
    # Owl's hand comes down when no answer is wanted, and rests there as the buzzers open.
    desk.alarm.advance(Nanoseconds(2 * SECOND))
    desk.hands.press_at(OWL, desk.clock.now())
    desk.alarm.advance(Nanoseconds(300 * MILLISECOND))
    desk.pump(4)
    tap(desk, "Wrong")
    desk.alarm.advance(Nanoseconds(300 * MILLISECOND))
    desk.pump(4)
    assert desk.table.dialog is None
    desk.grab((BEAR, 0))
    assert desk.verdict.content.winners == (BEAR,)
    tap(desk, "Wrong")
    desk.grab((OWL, 0))
    assert desk.verdict.content.winners == (OWL,)


def test_a_void_in_a_question_is_told_and_the_same_hands_press_again(desk: Desk) -> None:
    deal(desk, "quiz_buzzers", 3)
    desk.grab((FOX, 0))
    tap(desk, "Wrong")
    desk.table.hear(Voided(99, "unplugged", (), 0))
    desk.settle()
    desk.until(lambda: desk.table.dialog is None)
    assert desk.table.banner.title.text == "All but Fox may press"
    assert "unplugged" in desk.table.banner.subtitle.text
    assert desk.hands.buttons.armed


def test_undo_gives_the_say_back_and_then_the_buttons(desk: Desk) -> None:
    deal(desk, "quiz_buzzers", 3)
    desk.grab((FOX, 0))
    tap(desk, "Wrong")
    desk.tap(desk.table.bar.undo)
    desk.settle()
    assert desk.verdict.content.winners == (FOX,)
    assert not desk.hands.buttons.armed
    desk.tap(desk.table.bar.undo)
    desk.settle()
    assert desk.table.dialog is None
    # Fox's answer was taken back, so that press counts again.
    desk.grab((FOX, 0))
    assert desk.verdict.content.winners == (FOX,)


def test_turns_on_buttons_stay_out_of_the_way(desk: Desk) -> None:
    deal(desk, "quiz_buzzers", 3)
    desk.table.go.turn_buttons.toggle(True)
    length = desk.table.session.length
    for seat in (FOX, OWL):
        desk.table.hear(ButtonChanged(seat, ButtonState("open", tried=True)))
        desk.table.hear(ButtonChanged(seat, ButtonState("pressed", tried=True, landed=True)))
        # The shared turn button never gives up a question.
        desk.table.hear(ButtonTurn())
        assert desk.table.session.length == length
        if seat == FOX:
            # From here on Bear answers; before, everybody may press.
            desk.grab((BEAR, 0))
            length = desk.table.session.length


@EACH_PANEL
def test_what_a_question_was_worth_is_told_when_it_is_known_who_was_right(desk: Desk) -> None:
    deal(desk, "quiz_board", 3)
    desk.grab((FOX, 0), (OWL, 9))
    tap(desk, "Wrong")
    tap(desk, "Right")
    assert not desk.hands.buttons.armed
    desk.table.routine()
    desk.settle()
    desk.tap_on("300", desk.table.opened)
    desk.tap_on("Enter", desk.table.opened)
    desk.settle()
    assert totals(desk) == (-300, 300, 0)
    desk.tap_on("Nobody knows it")
    desk.settle()
    fit(desk)


def test_without_buttons_a_tap_on_a_player_tells_whose_hand_was_first(desk: Desk) -> None:
    deal(desk, "halli_galli", 3)
    desk.table.tap_board(BEAR)
    desk.settle()
    assert told(desk) == TellGrab(Grab((BEAR,)))
    assert desk.verdict.content.winners == (BEAR,)
    # A sheet without grabs has no pads for them.
    deal(desk, "score_sheet", 3)
    presses = desk.table.presses
    assert (presses.grabs, presses.strip, desk.hands.buttons.armed) == (None, None, False)


@EACH_PANEL
def test_the_cards_at_the_table_are_about_grabs(desk: Desk) -> None:
    deal(desk, "halli_galli", 3)
    guide = desk.table.game.guide_to(desk.table.session.match.facts)
    assert guide is not None
    rules = [rule for lesson in guide.lessons for rule in lesson.rules]
    assert {"sh.grab", "sh.heat", "sh.void", "sh.next", "sh.again", "sh.nobody"} <= set(rules)
    assert len(list(guides.positions(SheetFace.game, guide))) == len(guide.reports) + 1
    desk.table.dialogs.open_cards()
    for _ in guide.lessons:
        desk.pump(2)
        fit(desk)
        desk.entry.turn(1)
    desk.table.dialogs.close()
    desk.table.dialogs.show_possible()
    # Another thread finds it.
    desk.until(lambda: "grab" in desk.table.duty.title.text)
