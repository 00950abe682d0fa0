"""The history: a forgotten report is entered at its place, and a finished match is stepped through."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from companion.game import TABLE, Seat
from companion.games.sheet.reports import TellTurn
from companion.games.shelf import GAMES
from companion.games.ungle_speed.deck import SymbolCard
from companion.games.ungle_speed.model import Grab
from companion.games.ungle_speed.reports import CallDuel, CallWrongGrab, TakeTotem, TurnCard, TurnNext
from companion.journal import Corrected
from companion.match_reports import Abandon
from tests.companion.ended import ended
from tests.ui.desk import Desk, the, there
from tests.ui.sheet.playing import deal
from tests.ui.test_flash import dueled
from tests.ui.test_layout import faults
from tests.ui.test_win import lay
from ui.dialogs.history import HistoryDialog, LookBack
from ui.dialogs.questions import VerdictDialog
from ui.dialogs.referee import RefereeDialog
from ui.dialogs.refusal import RefusalDialog
from ui.games.registry import FACES
from ui.language import words
from ui.parts.values import names_of
from ui.screens.correcting import CorrectingScreen
from ui.screens.home import HomeScreen
from ui.stage import theme
from ui.stage.painter import room_in
from ui.table.buttons import ButtonTurn
from ui.widgets.layout import Rect
from ui.widgets.pad import HOLD_SECONDS, HoldPad

S = Seat


def open_entry(desk: Desk, entry: int) -> HistoryDialog:
    history = desk.history()
    desk.tap(history[f"entry {entry}"])
    return history


def correcting(desk: Desk, entry: int, way: str) -> CorrectingScreen:
    desk.tap(open_entry(desk, entry)[way])
    screen = the(CorrectingScreen, desk.table)
    desk.settle()
    return screen


def test_a_place_in_the_record_looks_like_no_game_that_goes_on(desk: Desk) -> None:
    desk.seat(4)
    desk.turn(2)
    place = correcting(desk, 2, "replace")
    _, _, rows = desk.rig.picture(place)
    assert tuple(rows[:3]) == tuple(round(part * 255) for part in theme.FIXING[:3])
    assert place.banner.title.text == "You're fixing no. 2"
    assert place.banner.subtitle.text == "What really happened? Owl turns a card"


def test_a_line_of_the_history_says_that_a_tap_leads_on_only_where_it_does(desk: Desk) -> None:
    desk.seat(2)
    desk.turn(2)
    desk.tap(desk.table.bar.undo)
    desk.settle()
    history = desk.history()
    assert [line.entry.n for line in history.lines] == [3, 1, 0], "a take-back, a turn, the deal"
    leads = [history.part()[f"entry {n}"].on_tap is not None for n in (3, 1, 0)]
    assert leads == [True, True, False], "the deal can't be changed"
    desk.tap(history["entry 3"])
    assert [line.entry.n for line in history.lines] == [3, 2, 1, 0]
    assert history.part()["entry 2"].on_tap is None, "nor can what was taken back"


@pytest.mark.parametrize(("desk", "hinted"), [((800, 480), True), ((480, 800), False)], indirect=["desk"])
@pytest.mark.parametrize("language", ["", "de"])
def test_a_pad_that_must_be_held_says_so_where_it_is_only_tapped(
    desk: Desk, language: str, hinted: bool
) -> None:
    desk.frame.use(theme.Theme(language=language, large=True))
    desk.seat(3)
    desk.turn(2)
    pad = the(HoldPad, desk.tap_entry(0)["back"])
    before = pad.title.text, pad.subtitle.text
    assert pad.subtitle.visible == hinted, "upright there is no room for it below the title"
    for _ in range(2):
        desk.tap(pad)
    assert (pad.title.text == str(words.HOLD)) == (not hinted)
    desk.pump(60 * 3)
    assert (pad.title.text, pad.subtitle.text) == before


@pytest.mark.parametrize("answer", ["Wrong grab", "Inward arrows"])
def test_an_answer_after_which_all_that_follows_fits_leads_back_to_the_table(desk: Desk, answer: str) -> None:
    """The question was drawn again for an entry that no longer stood, and the app reported a crash."""
    table = desk.seat(3)
    desk.turn(2)
    desk.grab((0, 0.0))
    table.tell_now(CallDuel((S(0), S(1))))
    desk.settle()
    desk.rig.hold(open_entry(desk, 1)["strike"], HOLD_SECONDS)
    desk.settle()
    asked = the(CorrectingScreen, desk.table)
    desk.tap_on(answer, asked.dialog)
    desk.settle()
    assert not isinstance(desk.table, CorrectingScreen)
    assert isinstance(desk.table.session.match.entries[-1].body, Corrected)


def test_what_can_be_done_arms_no_button_where_the_table_was_left_before_it_was_found(desk: Desk) -> None:
    table = desk.seat(4)
    later: list[Callable[[], None]] = []
    slow = replace(table.go, run_in_thread=lambda work, told: later.append(lambda: told(work())))
    table.go = table.dialogs._go = slow
    desk.tap(table.bar.referee)
    desk.tap_on(str(words.CAN_DO), table.opened)
    desk.tap(table.bar.back)
    desk.screen(HomeScreen)
    (answer,) = later
    answer()
    desk.pump()
    assert not desk.buttons.armed


def test_a_grab_that_was_anothers_is_told_with_the_pads_that_play_has(desk: Desk) -> None:
    """ "Owl took it, not Fox": these pads were on the table in play, but missing when correcting."""
    kept = dueled(desk).session
    taken = next(line.entry for line in kept.match.line if isinstance(line.report, TakeTotem))
    place = correcting(desk, taken, "replace")
    assert place.presses.strip is not None
    desk.tap(place.presses.strip.pads[1])
    told = desk.table
    assert isinstance(told, CorrectingScreen), "the table is asked about what followed"
    assert told.draft.changes[-1].report == TakeTotem(Grab((S(1),)))  # type: ignore[union-attr]
    assert not desk.hands.buttons.armed, "nothing is timed"


def test_a_forgotten_card_is_told_where_it_belongs(desk: Desk) -> None:
    """Three cards were turned and two entered, the second as the card of the player whose turn it was."""
    kept = desk.seat(4).session
    desk.turn(2)
    place = correcting(desk, 2, "insert")
    assert place.session.view.turn == 1, "the table before the second card"
    assert place.banner.title.text == "What came before no. 2?"
    assert not desk.hands.buttons.armed, "a press belongs to the present"
    place.hear(ButtonTurn())
    assert (desk.table, place.draft.changes) == (place, ())
    desk.turn()
    assert not isinstance(desk.table, CorrectingScreen)
    assert desk.table.session is kept
    assert [seat.pile for seat in kept.view.seats] == [1, 1, 1, 0]
    assert desk.hands.buttons.armed
    history = desk.history()
    newest = history.lines[0].entry.n
    assert history.part()[f"entry {newest}"].value.startswith("Forgotten before no. 2:")


@pytest.mark.parametrize(("way", "stacks", "entries"), [
    (words.GIVE_UP, [19, 19, 19, 20], 0),
    (words.LET_STAND, [19, 19, 18, 20], 1),
    (words.STRIKE, [19, 19, 19, 20], 1),
])  # fmt: skip
def test_the_table_decides_what_does_not_fit(desk: Desk, way: str, stacks: list[int], entries: int) -> None:
    """The third card is entered once more before itself, so the original can't be that player's turn."""
    kept = desk.seat(4).session
    for seat in range(3):
        desk.table.tell_now(TurnCard(S(seat)))
    before = kept.length
    desk.settle()
    place = correcting(desk, 3, "insert")
    place.tell_now(TurnCard(S(2)))
    desk.settle()
    assert isinstance(place.dialog, VerdictDialog)
    assert place.dialog.content.title == words.misfits(3)
    assert "Bear turned a card." in place.dialog.content.subtitle
    assert kept.length == before, "nothing is recorded before the table has decided"
    desk.tap_on(way, place.dialog)
    desk.settle()
    assert not isinstance(desk.table, CorrectingScreen)
    assert [seat.stack for seat in kept.view.seats] == stacks
    assert kept.length == before + entries


def test_a_whole_grab_is_told_with_its_question_before_what_followed_is_asked_about(desk: Desk) -> None:
    kept = desk.seat(4).session
    desk.turn(3)
    place = correcting(desk, 3, "insert")
    desk.tap(place.bar.referee)
    desk.tap_on("Somebody took the totem")
    desk.tap_on("Fox")
    desk.settle()
    assert isinstance(place.dialog, VerdictDialog), "the grab's own question comes first"
    assert place.dialog.content.title != words.misfits(3)
    desk.tap_on("Duel with Owl", place.dialog)
    desk.settle()
    assert not isinstance(desk.table, CorrectingScreen), "the next card was this player's anyway"
    assert [(seat.stack, seat.pile) for seat in kept.view.seats] == [(19, 0), (20, 1), (20, 0), (20, 0)]


@pytest.mark.rule("us.wrong-grab")
def test_what_a_grab_was_is_asked_before_a_card_that_was_turned_after_it(desk: Desk) -> None:
    kept = desk.seat(4).session
    desk.turn(4)
    for report in (TakeTotem(Grab((S(0),))), CallDuel((S(0), S(1))), TurnNext()):
        desk.table.tell_now(report)
    desk.settle()
    desk.rig.hold(open_entry(desk, 6)["strike"], 0.9)
    desk.settle()
    place = the(CorrectingScreen, desk.table)
    assert isinstance(place.dialog, VerdictDialog)
    assert place.dialog.content.question == "What was it?"
    desk.tap_on("Wrong grab", place.dialog)
    desk.settle()
    assert not isinstance(desk.table, CorrectingScreen)
    assert [(seat.stack, seat.pile) for seat in kept.view.seats] == [(22, 1), (19, 0), (19, 0), (19, 0)]


def test_what_one_correction_put_in_at_two_places_can_be_corrected_and_nothing_breaks(desk: Desk) -> None:
    deal(desk, "scrabble", 2)
    kept = desk.table.session
    for seat, figure in ((0, 10), (1, 20), (0, 30), (1, 40), (0, 50)):
        desk.table.tell_now(TellTurn(Seat(seat), (figure,)))
        desk.settle()
    desk.tap(open_entry(desk, 2)["insert"])
    place = the(CorrectingScreen, desk.table)
    for figure, seat, then in ((7, 1, words.REPLACE_TOO), (8, 0, words.MORE_FORGOTTEN), (9, 1, "")):
        desk.settle()
        place.tell_now(TellTurn(Seat(seat), (figure,)))
        desk.settle()
        if then:
            desk.tap_on(then, place.dialog)
    assert [position.entry for position in kept.match.line] == [0, 1, 6, 2, 6, 3, 4, 5]
    length, history = kept.length, desk.history()
    history.open_entry(2)
    desk.settle()
    desk.rig.hold(history["strike"], 0.9)
    desk.settle()
    place = the(CorrectingScreen, desk.table)
    desk.tap_on(words.MORE_FORGOTTEN, place.dialog)
    desk.settle()
    place.tell_now(TellTurn(Seat(0), (3,)))
    desk.settle()
    assert the(CorrectingScreen, desk.table).toast.text == words.UNCLEAR
    assert kept.length == length
    place.go_back()


def test_undo_takes_back_one_decision_after_the_other_and_then_gives_up(desk: Desk) -> None:
    kept = desk.seat(4).session
    for seat in range(3):
        desk.table.tell_now(TurnCard(S(seat)))
    desk.settle()
    place = correcting(desk, 2, "insert")
    place.tell_now(TurnCard(S(1)))
    desk.settle()
    desk.tap_on(words.REPLACE_TOO, place.dialog)
    assert place.banner.title.text == "You're fixing no. 2"
    for entry in (2, 2):
        desk.settle()
        desk.tap(place.bar.undo)
        assert place.draft.place == entry
    assert place.dialog is None
    desk.settle()
    desk.tap(place.bar.undo)
    assert not isinstance(desk.table, CorrectingScreen)
    assert kept.length == 4


@pytest.mark.rule("match.put-back")
def test_a_card_told_wrongly_is_told_anew_and_hands_put_back_what_was_ruled(desk: Desk) -> None:
    """Fox's grab was ruled wrong because Owl's card had been entered as another one; in fact they matched."""
    kept = desk.seat(4, level="watching").session
    other, star = SymbolCard("ribbon_two", "purple"), SymbolCard("star_wavy", "purple")
    green = SymbolCard("star_wavy", "green")
    for report in (TurnCard(S(0), green), TurnCard(S(1), other), TakeTotem(Grab((S(0),))), CallWrongGrab()):
        desk.table.tell_now(report)
    desk.settle()
    assert [seat.stack for seat in kept.view.seats] == [21, 19, 20, 20]
    place = correcting(desk, 2, "replace")
    assert place.banner.title.text == "You're fixing no. 2"
    place.tell_now(TurnCard(S(1), star))
    desk.settle()
    table = desk.table
    assert not isinstance(table, CorrectingScreen)
    assert [seat.stack for seat in kept.view.seats] == [19, 21, 20, 20]
    assert isinstance(table.dialog, RefusalDialog)
    assert [
        table.dialog.part()[name].text for name in names_of(table.dialog.part()) if name.startswith("step")
    ] == ["From under Fox's stack: 2 cards face down under Owl's stack."]
    desk.tap(table.dialog["done"])
    assert table.dialog is None
    assert table.session.playing
    history = desk.history().part()
    assert "wavy star, purple" in history["entry 2"].value, "the corrected card"
    assert history["entry 4"].struck, "the wrong-grab claim is no longer needed"


def test_at_an_earlier_place_nobody_has_anything_to_do_by_hand(desk: Desk) -> None:
    """What Owl took after the duel was done at the time; the cards on the table are today's."""
    table = dueled(desk)
    assert table.duty.parent is table.banner
    desk.turn()
    place = correcting(desk, 5, "insert")
    assert place.session.match.line[-1].entry == 4, "the duel is the latest that this place knows"
    assert place.duty.parent is None


def test_nobody_breaks_a_match_off_in_the_middle_of_a_correction(desk: Desk) -> None:
    desk.seat(4)
    desk.turn(2)
    place = correcting(desk, 2, "insert")
    place.dialogs.open_referee()
    menu = the(RefereeDialog, place.opened)
    titles = [pad.title for pad in menu.pads()]
    assert words.HOW_TO in titles
    assert words.ABANDON not in titles


def looked_back(desk: Desk, game: str) -> LookBack:
    """Show a finished match and open its steps from the history."""
    lay(desk, game)
    table = desk.table
    desk.tap(table.bar.history)
    history = the(HistoryDialog, table.opened)
    assert faults(history) == []
    desk.tap(history["look back"])
    return the(LookBack, table.opened)


LONG_STEP = 19
"""The step of Speed Mode with the longest text."""


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.usefixtures("each_way")
def test_every_step_of_a_match_is_drawn_as_it_was(desk: Desk, game: str) -> None:
    sheet, match = looked_back(desk, game), ended(game)
    face, last = FACES[game](), len(match.line) - 1
    assert sheet.step == 1
    desk.tap(sheet["last"])
    assert not sheet.part()["after"].live
    desk.tap(sheet["first"])
    assert not sheet.part()["before"].live
    for step in (0, 1, 2, min(LONG_STEP, last), last // 2):
        sheet.show(step)
        desk.pump(2)
        view = match.game.view(match.line[step].state, TABLE)
        stage = sheet["table"]
        room = room_in(Rect(stage.x, stage.y, stage.width, stage.height))
        assert stage.scene == face.still(sheet.presenter, view)(room, None)
        assert faults(sheet) == []
        assert sheet.part()["step"].text.startswith(f"Step {step} of {last}")
        assert sheet.part()["told"].text
    desk.tap(sheet["after"])
    assert sheet.step == last // 2 + 1
    desk.tap(sheet["before"])
    desk.tap(sheet["before"])
    assert sheet.step == last // 2 - 1
    desk.tap(sheet["close"])
    assert desk.table.opened is None


def test_each_duel_has_its_photo_finish(desk: Desk) -> None:
    sheet, match = looked_back(desk, "ungle-speed"), ended("ungle-speed")
    presenter = sheet.presenter
    sheets = [presenter.dialog(match.game.view(position.state, TABLE)) for position in match.line]
    duels = [step for step, found in enumerate(sheets) if found is not None and found.finish is not None]
    assert len(duels) > 1
    seen = []
    desk.tap(sheet["last"])
    for _ in duels:
        desk.tap(sheet["duel -1"])
        seen.append(sheet.step)
        found = there(sheets[sheet.step])
        assert "finish" in sheet
        assert sheet.part()["step"].text.endswith(found.title)
        assert "table" not in sheet
        assert faults(sheet) == []
    assert seen == duels[::-1]
    desk.tap(sheet["duel -1"])
    assert sheet.step == duels[0], "there is none before the first"
    desk.tap(sheet["duel 1"])
    assert sheet.step == duels[1]
    desk.tap(sheet["first"])
    assert "finish" not in sheet
    assert "table" in sheet


def test_a_match_that_goes_on_or_was_broken_off_is_not_stepped_through(desk: Desk) -> None:
    """The position of a match in play may hold secrets, and its history corrects entries instead."""
    table = desk.seat(3)
    for _ in range(2):
        table.dialogs.open_history()
        assert the(HistoryDialog, table.opened).look_back is None
        table.dialogs.close()
        table.tell_now(Abandon())
