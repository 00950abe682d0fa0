"""Grabs on a sheet on the screen: hands on buttons, one tap for the answer, and who is heard after it."""

from companion.clock import MILLISECOND, SECOND, Nanoseconds
from companion.game import Seat
from companion.games.sheet.reports import CallWrong, TellGrab
from companion.grab import Grab
from tests.ui.by_fingers import fit
from tests.ui.desk import Desk, the
from tests.ui.sheet.playing import EACH_PANEL, deal
from tests.ui.test_how_to import ROOM
from ui.dialogs.questions import VerdictDialog
from ui.games import guide as guides
from ui.games.sheet import words
from ui.games.sheet.face import SheetFace
from ui.screens.how_to import pictured
from ui.stage.lettering import extents
from ui.stage.shapes import Letters
from ui.table.buttons import ButtonChanged, ButtonState, ButtonTurn, Voided

FOX, OWL, BEAR, WOLF = map(Seat, range(4))
BAND = 0.5
"""Milliseconds: two simulated hands no further apart can't be told apart."""
READABLE = 0.75
"""Letters that are set smaller than so much of what was meant are hard to read."""


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
    # Owl alone hasn't answered; the others may press as they like.
    assert desk.table.dialog is None
    assert desk.table.banner.title.text == "Only Owl may press"
    fit(desk)
    length = desk.table.session.shown
    desk.press((BEAR, 0), (FOX, 5))
    assert desk.table.session.shown == length
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
    # Owl's hand comes down when nobody asks for one any more, and lies there as the buzzers open.
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
    # Fox has not answered any more: that press counts again.
    desk.grab((FOX, 0))
    assert desk.verdict.content.winners == (FOX,)


def test_turns_on_buttons_stay_out_of_the_way(desk: Desk) -> None:
    deal(desk, "quiz_buzzers", 3)
    desk.table.go.turn_buttons.toggle(True)
    length = desk.table.session.shown
    for seat in (FOX, OWL):
        desk.table.hear(ButtonChanged(seat, ButtonState("open", tried=True)))
        desk.table.hear(ButtonChanged(seat, ButtonState("pressed", tried=True, landed=True)))
        # The turn button that all share gives no question up.
        desk.table.hear(ButtonTurn())
        assert desk.table.session.shown == length
        if seat == FOX:
            # While Bear speaks as well as while all may press.
            desk.grab((BEAR, 0))
            length = desk.table.session.shown


@EACH_PANEL
def test_what_a_question_was_worth_is_told_when_it_is_known_who_was_right(desk: Desk) -> None:
    deal(desk, "quiz_board", 3)
    desk.grab((FOX, 0), (OWL, 9))
    tap(desk, "Wrong")
    tap(desk, "Right")
    assert not desk.hands.buttons.armed
    desk.table.routine()
    desk.settle()
    desk.tap_on("300", desk.table.overlay)
    desk.tap_on("Enter", desk.table.overlay)
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
    # A sheet without a grab has no pads for it.
    deal(desk, "score_sheet", 3)
    assert (desk.table.grabs, desk.table.strip, desk.hands.buttons.armed) == (None, None, False)


@EACH_PANEL
def test_the_cards_at_the_table_are_about_grabs(desk: Desk) -> None:
    deal(desk, "halli_galli", 3)
    guide = desk.table.game.guide_to(desk.table.session.facts)
    assert guide is not None
    rules = [rule for lesson in guide.lessons for rule in lesson.rules]
    assert {"sh.grab", "sh.heat", "sh.void", "sh.next", "sh.again", "sh.nobody"} <= set(rules)
    assert len(set(rules)) == len(rules)
    assert len(list(guides.positions(SheetFace.game, guide))) == len(guide.reports) + 1
    scenes = [pictured(SheetFace(), guide, n)(ROOM, None) for n in range(len(guide.lessons))]
    assert len({scene.items for scene in scenes}) == len(guide.lessons)
    desk.table.over.open_cards()
    for _ in guide.lessons:
        desk.pump(2)
        fit(desk)
        desk.entry.turn(1)
    desk.table.over.close()
    desk.table.over.show_possible()
    # It is found by another thread.
    desk.until(lambda: "grab" in desk.table.duty.title.text)
