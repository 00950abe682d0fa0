"""A match as a session, and by touch from start to result: stale taps, undo, and what survives."""

import gc
import sys
import weakref
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace

from companion.clock import MILLISECOND, HandClock, Instant, Nanoseconds, WallTime
from companion.errors import DamagedRecord
from companion.game import Accepted, Seat
from companion.games.sequence_states import SequenceStates
from companion.games.sequence_states.lines import Space
from companion.games.sequence_states.model import Facts as SequenceFacts
from companion.games.sequence_states.reports import DrawCard, PlaceChip
from companion.games.ungle_speed import UngleSpeed
from companion.games.ungle_speed.deck import STANDARD, SymbolCard
from companion.games.ungle_speed.model import Facts
from companion.games.ungle_speed.reports import TurnCard, TurnNext
from companion.journal import StoredRow
from companion.match import Match
from companion.match_reports import Insert, Replace, TakeBack
from companion.store import StoredMatch
from tests.ui.desk import Desk, the, there
from tests.ui.rig import Rig
from tests.ui.sixth.rules import Facts as KeeperFacts
from tests.ui.sixth.rules import Keeper, Score, Scored, State, Won
from tests.ui.test_layout import shown
from ui.dialogs.questions import VerdictDialog
from ui.dialogs.refusal import RefusalDialog
from ui.language import words
from ui.screens.home import HomeScreen
from ui.screens.table import TableScreen
from ui.stage import theme
from ui.table.buttons import ButtonTurn, TotemLeft
from ui.table.session import Session, accepted, refusals
from ui.widgets.layout import rect_of
from ui.widgets.text import Lettering

if TYPE_CHECKING:
    from _typeshed import TraceFunction


class Shelf:
    def __init__(self) -> None:
        self.rows: dict[str, list[StoredRow]] = {}
        self.kept: dict[str, StoredMatch] = {}

    def keep(self, kept: StoredMatch, rows: list[StoredRow]) -> None:
        self.kept[kept.id] = kept
        self.rows.setdefault(kept.id, []).extend(rows)


@pytest.fixture
def shelf() -> Shelf:
    return Shelf()


@pytest.fixture
def session(shelf: Shelf) -> Session:
    clock = HandClock(Instant(0), WallTime(1_000_000))
    return Session.begin(UngleSpeed(), Facts(4), theme.plates()[:4], "m1", clock, shelf.keep)


def turn(session: Session, seat: int, seen: int | None = None) -> bool:
    """Turn a seat's card; return whether it was accepted."""
    return accepted(session.submit(TurnCard(Seat(seat)), session.length if seen is None else seen))


class Slip(Keeper):
    """A game whose author forgot something: two points lose the state, three can't be written down."""

    def judge(self, state: State, report: Score) -> Any:
        ruling = super().judge(state, report)
        wrong = {3: object(), 4: "four"}.get(report.points)
        return ruling if wrong is None else Accepted((Scored(report.seat, wrong),))  # type: ignore[arg-type]

    def evolve(self, state: State, event: Scored | Won) -> Any:
        if isinstance(event, Won):
            return super().evolve(state, event)
        points = event.points if isinstance(event.points, int) else 0
        return None if points == 2 else super().evolve(state, replace(event, points=points))


@pytest.mark.parametrize("points", [2, 3, 4], ids=["no state", "unwritable", "unreadable"])
def test_what_a_game_can_not_go_on_from_is_not_entered(points: int, shelf: Shelf) -> None:
    clock = HandClock(Instant(0), WallTime(1_000_000))
    session = Session.begin(Slip(), KeeperFacts(2), theme.plates()[:2], "m1", clock, shelf.keep)
    session.submit(Score(Seat(0), 1))
    before = session.match.state
    with pytest.raises((AttributeError, TypeError, DamagedRecord)):
        session.submit(Score(Seat(1), points))
    assert (session.match.state, session.length) == (before, 2)
    session.submit(Score(Seat(1), 1))
    again, loss = Match.restore(Slip(), shelf.rows["m1"])
    assert loss is None
    assert again.state == session.match.state == State((1, 1))


def test_what_was_taken_back_twice_is_one_row_within_another(session: Session) -> None:
    turn(session, 0)
    turn(session, 1)
    session.submit(TakeBack())
    turn(session, 1)
    session.submit(TakeBack(1))
    undone, _opening = session.history()
    assert [(line.entry.n, line.struck) for line in undone.undone] == [(4, True), (3, False), (1, True)]
    assert [line.entry.n for line in undone.undone[1].undone] == [2]


def test_what_followed_on_a_correction_keeps_the_time_at_which_it_was_told(shelf: Shelf) -> None:
    clock = HandClock(Instant(0), WallTime(0))
    session = Session.begin(UngleSpeed(), Facts(4), (), "m", clock, shelf.keep)
    for seat in range(3):
        clock.advance(Nanoseconds(60_000 * MILLISECOND))
        turn(session, seat)
    times = [position.at for position in session.match.line]
    clock.advance(Nanoseconds(60_000 * MILLISECOND))
    assert accepted(session.submit(Replace(2, TurnNext())))
    assert [position.at for position in session.match.line] == times


def test_what_was_put_in_late_and_stands_is_not_among_what_was_taken_back(shelf: Shelf) -> None:
    clock = HandClock(Instant(0), WallTime(0))
    session = Session.begin(SequenceStates(), SequenceFacts(2), (), "m", clock, shelf.keep)
    placed = [PlaceChip(Seat(0), Space(0, 1)), PlaceChip(Seat(1), Space(4, 4))]
    for told in (*placed, Insert(2, DrawCard(Seat(0))), TakeBack(2)):
        assert accepted(session.submit(told))
    assert [position.entry for position in session.match.line] == [0, 1, 3]
    undone, drawn, *_earlier = session.history()
    assert [line.entry.n for line in undone.undone] == [2]
    assert (drawn.entry.n, drawn.correctable) == (3, True)


def test_a_history_of_take_backs_costs_as_much_for_each_of_them(shelf: Shelf) -> None:
    """The history page of a match with 10,000 take-backs froze the screen for two seconds."""
    assert history_steps(200, shelf) < 2.5 * history_steps(100, shelf)


def history_steps(take_backs: int, shelf: Shelf) -> int:
    """Return how many opcodes Python runs for the history of this many turns, each taken back."""
    session = Session.begin(UngleSpeed(), Facts(), (), "m", HandClock(Instant(0), WallTime(0)), shelf.keep)
    for _ in range(take_backs):
        turn(session, 0)
        session.submit(TakeBack())
    steps = 0

    def count(frame: FrameType, what: str, _: object) -> "TraceFunction":
        nonlocal steps
        frame.f_trace_opcodes = True
        steps += what == "opcode"
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        session.history()
    finally:
        sys.settrace(before)
    return steps


def test_undo_takes_the_newest_entry_back_at_once_and_nothing_is_no_error(session: Session) -> None:
    (violation,) = refusals(session.submit(TakeBack()))
    assert violation.rule == "match.nothing-to-undo"
    turn(session, 0)
    assert accepted(session.submit(TakeBack()))
    assert session.view.turn == 0
    undone, opening = session.history()
    assert [line.struck for line in (undone, *undone.undone, opening)] == [False, True, False]


def test_rows_are_written_as_they_come_and_give_the_match_back(session: Session, shelf: Shelf) -> None:
    for seat in (0, 1, 2):
        turn(session, seat)
    assert not session.saved
    session.written("m1", 4)
    assert session.saved
    again = Session.resume(UngleSpeed(), shelf.rows["m1"], "m2", HandClock(), shelf.keep)
    assert again.view == session.view
    assert (again.name, again.saved, again.loss) == ("m1", True, None)
    turn(again, 3)
    assert [row.n for row in shelf.rows["m1"]] == [0, 1, 2, 3, 4]


def test_a_damaged_record_goes_on_in_a_copy_of_its_good_part(session: Session, shelf: Shelf) -> None:
    for seat in (0, 1, 2):
        turn(session, seat)
    rows = list(shelf.rows["m1"])
    rows[2] = replace(rows[2], entry=rows[2].entry.replace(b"1", b"2"))
    again = Session.resume(UngleSpeed(), rows, "m2", HandClock(), shelf.keep)
    assert again.loss is not None
    assert (again.loss.line, again.loss.lost) == (3, 2)
    assert again.name == "m2"
    assert len(shelf.rows["m2"]) == 2
    # The damaged match stays for anyone who wants to look at it, but isn't offered again.
    assert shelf.kept["m1"].over
    assert len(shelf.rows["m1"]) == 4


SECRET = "near_terrain" + " swamp"
"""Split in two: a traceback shows lines of the program, and none may contain this."""


def texts_on(desk: Desk) -> list[str]:
    return [text.text for text in shown(desk.frame, Lettering)]


def test_from_start_to_a_duel_and_back(desk: Desk) -> None:
    table = desk.sit_down(4)
    assert table.banner.title.text.startswith("Fox")
    desk.turn(2)
    assert table.session.view.turn == 2
    desk.grab((1, 0.0), (0, 14.2))
    assert "Owl" in desk.verdict.content.title
    assert desk.verdict.content.finish is not None
    assert [mark.seat for mark in desk.verdict.content.finish.marks] == [1, 0]
    duel = desk.verdict["answer 0"]
    assert duel.primary
    desk.tap(duel)
    assert table.dialog is None
    assert table.session.view.seats[0].stack == 19 + 2
    # The opening, two cards, the grab, the duel.
    assert len(desk.history().lines) == 5
    desk.tap(table.bar.back)
    desk.settle()
    desk.tap(table.bar.undo)
    assert isinstance(table.dialog, VerdictDialog)
    assert table.session.view.chase is not None


def test_a_double_tap_turns_one_card(desk: Desk) -> None:
    table = desk.seat(4)
    pad = table.side.pads[-1]
    desk.tap(pad)
    desk.tap(pad)
    assert table.session.view.turn == 1
    assert table.toast.text == words.STALE
    # It goes away by itself.
    desk.pump(60 * 5)
    assert table.toast.text == ""


def test_a_verdict_opening_under_a_finger_is_not_answered_by_it(desk: Desk) -> None:
    table = desk.seat(4)
    desk.turn(2)
    desk.hands.pad.press(1)  # type: ignore[arg-type]
    desk.alarm.advance(50_000_000)  # type: ignore[arg-type]
    desk.pump(2)
    desk.tap(desk.verdict["answer 0"])
    assert table.session.view.chase is not None


def test_an_illegal_report_holds_play_until_it_is_put_right_or_was_a_slip(desk: Desk) -> None:
    table = desk.seat(4)
    table.tell(TurnCard(2))  # type: ignore[arg-type]
    desk.settle()
    assert isinstance(table.dialog, RefusalDialog)
    assert rect_of(table.dialog).top <= rect_of(table.banner).y, "whose turn it is stays in sight"
    assert not desk.hands.buttons.armed
    desk.tap(table.dialog["why"])
    assert "slip" in table.dialog, "a player who reads the rule and sees the slip takes it back there"
    desk.tap(table.dialog["steps"])
    desk.tap(table.dialog["done"])
    assert table.dialog is None
    assert desk.hands.buttons.armed
    desk.settle()
    before = table.session.view
    table.tell(TurnCard(2))
    desk.settle()
    assert isinstance(table.dialog, RefusalDialog)
    desk.tap_on("I tapped wrong", table.dialog)
    assert table.dialog is None
    assert table.session.view == before
    assert desk.hands.buttons.armed, "play goes on"
    assert table.banner.subtitle.text == "Taken back: Bear turned a card.", "and the screen says what it did"


def test_while_no_table_is_in_front_nobody_plays_and_others_may_have_the_pads(desk: Desk) -> None:
    playing: list[int] = []
    desk.hands.pad.play = lambda seats: playing.append(len(tuple(seats)))  # type: ignore[method-assign]
    desk.seat(4)
    assert playing == [4]
    desk.frame.home()
    desk.until(lambda: isinstance(desk.frame.screen, HomeScreen))
    assert playing == [4, 0]


def test_an_entry_long_past_is_taken_back_by_holding(desk: Desk) -> None:
    table = desk.seat(3)
    desk.turn(4)
    history = desk.tap_entry(2)
    # A tap does nothing; the ring must close.
    desk.tap(history["back"])
    assert table.session.length == 5
    desk.rig.hold(history["back"], 0.9)
    desk.pump(3)
    assert table.session.length == 6
    assert table.session.view.turn == 1
    assert [line.entry.n for line in history.lines] == [5, 1, 0], "what was taken back is one row"
    assert history.part()["entry 5"].value.endswith("Owl turned a card. And 2 moves after it.")
    desk.tap_entry(0)
    assert [line.struck for line in history.lines] == [False, True, True, True, False, False]


def test_a_match_goes_on_where_the_process_died(desk: Desk, rig: Rig, tmp_path: Path) -> None:
    table = desk.seat(4)
    desk.turn(2)
    desk.grab((1, 0.0), (0, 9.0))
    before = table.session.view
    desk.until(lambda: table.session.saved)
    assert table.banner.saving.text == ""
    desk.die()
    again = Desk(rig, tmp_path / "matches.db")
    assert isinstance(again.frame.screen, TableScreen)
    assert again.table.session.view == before
    assert isinstance(again.table.dialog, VerdictDialog)


def test_leaving_the_table_offers_to_go_on(desk: Desk, rig: Rig, tmp_path: Path) -> None:
    table = desk.seat(2)
    desk.turn()
    desk.until(lambda: table.session.saved)
    desk.tap(table.bar.back)
    home = desk.screen(HomeScreen)
    assert home["go on"].title.text == words.go_on(words.GAME_NAMES["ungle-speed"])
    desk.close()
    again = Desk(rig, tmp_path / "matches.db")
    home = again.screen(HomeScreen)
    again.tap(home["go on"])
    assert again.table.session.view.turn == 1


def test_a_disk_that_is_in_the_way_stops_nobody(rig: Rig, tmp_path: Path) -> None:
    (tmp_path / "matches.db").mkdir()
    desk = Desk(rig, tmp_path / "matches.db")
    table = desk.seat(4)
    desk.turn()
    assert table.session.view.turn == 1
    assert table.banner.subtitle.text.startswith("2 moves aren't saved yet: ")
    # Leaving the table and coming back loses nothing while the process lives.
    desk.tap(table.bar.back)
    home = desk.screen(HomeScreen)
    assert home.notice.startswith("2 moves aren't saved yet: ")
    desk.tap(home["go on"])
    assert desk.table.session.view.turn == 1


@pytest.mark.usefixtures("drawn")
def test_an_idle_table_draws_nothing(desk: Desk) -> None:
    table = desk.seat(6)
    desk.until(lambda: table.session.saved)
    desk.settle()
    table.toast.hide()
    desk.pump(5)
    drawn = desk.rig.frames_drawn
    desk.pump(300)
    assert desk.rig.frames_drawn == drawn
    desk.clock.advance(60_000_000_000)  # type: ignore[arg-type]
    desk.pump(70)
    assert desk.rig.frames_drawn > drawn


def test_a_pad_looks_pressed_in_the_next_frame(desk: Desk) -> None:

    table = desk.seat(3)
    pad = table.side.pads[-1]
    finger = desk.rig.finger_on(pad)
    desk.rig.pump(1)
    assert pad.pressed
    finger.move(5, 5)
    finger.up()
    assert table.session.view.turn == 0


def test_what_nobody_foresaw_is_named_and_play_goes_on(desk: Desk) -> None:
    table = desk.seat(3)
    desk.turn()
    desk.frame.fail(RuntimeError("the lamp is on fire"))
    desk.pump(3)
    assert words.broken("RuntimeError") in texts_on(desk)
    desk.tap_on(words.BROKEN_DETAILS)
    desk.tap_on(words.GO_ON)
    assert desk.table is not table
    assert desk.table.session.view.turn == 1
    desk.settle()
    desk.turn()
    assert desk.table.session.view.turn == 2
    # The rebuilt table is connected to the buttons and the match as the old one was.
    assert desk.hands.buttons.armed
    desk.grab((2, 0.0))
    assert isinstance(desk.table.dialog, VerdictDialog)


def test_the_page_of_an_error_says_where_and_no_value(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    # Everybody reads it, and the text of an error could be part of somebody's clue.
    copied: list[str] = []
    monkeypatch.setattr("kivy.core.clipboard.Clipboard.copy", copied.append)
    try:
        {"near_terrain": 1}[SECRET]
    except KeyError as error:
        desk.frame.fail(error)
    desk.pump(3)
    shown = texts_on(desk)
    assert any("KeyError" in text and "tests/ui/test_session.py, line " in text for text in shown), shown
    assert not any(SECRET in text for text in shown)
    desk.tap_on(words.BROKEN_DETAILS)
    assert "KeyError" in texts_on(desk), "the last line, after those of the calls"
    assert any("test_session.py" in text for text in texts_on(desk))
    assert not any(SECRET in text for text in (*texts_on(desk), *copied))
    assert copied[0].endswith("KeyError")
    desk.tap_on(words.GO_ON)


def test_keys_tell_nothing_on_a_table_behind_the_page_of_an_error(desk: Desk) -> None:
    table = desk.seat(4)
    desk.frame.fail(ValueError())
    for key in (" ", "\x1b"):
        desk.frame.key_down(ord(key))
        desk.frame.key_up(ord(key))
    desk.settle()
    assert (desk.frame.table, table.session.length) == (table, 1)


def test_keys_stand_in_for_buttons(desk: Desk) -> None:
    table = desk.seat(4)
    desk.frame.key_down(ord(" "))
    desk.frame.key_up(ord(" "))
    desk.settle()
    assert table.session.view.turn == 1
    desk.frame.key_down(ord("3"))
    desk.alarm.advance(30_000_000)  # type: ignore[arg-type]
    desk.pump(3)
    assert table.session.view.chase.grab.first == (2,)


def test_a_key_that_is_held_down_counts_once_however_often_the_keyboard_repeats_it(desk: Desk) -> None:
    table = desk.seat(4)
    for _ in range(3):
        desk.frame.key_down(ord(" "))
        desk.settle()
    assert table.session.view.turn == 1
    desk.frame.key_up(ord(" "))
    desk.frame.key_down(ord(" "))
    assert table.session.view.turn == 2


def test_a_press_after_the_verdict_joins_its_picture(desk: Desk) -> None:
    table = desk.seat(4)
    desk.turn(2)
    desk.hands.press_at(Seat(1), desk.clock.now())
    desk.alarm.advance(30 * MILLISECOND)  # type: ignore[arg-type]  # the product of a length is a length
    desk.pump(4)
    assert desk.verdict.content.subtitle == ""
    assert "finish" not in desk.verdict.part(), "one runner needs no photo finish"
    first = desk.verdict
    desk.hands.press_at(Seat(0), desk.clock.now())
    desk.alarm.advance(30 * MILLISECOND)  # type: ignore[arg-type]
    desk.pump(4)
    assert desk.verdict is first
    assert desk.verdict.content.finish is not None
    assert [mark.seat for mark in desk.verdict.content.finish.marks] == [1, 0]
    assert "30 ms before Fox" in desk.verdict.content.subtitle
    # The photo finish is only a picture: who was first was recorded, and doesn't change.
    assert table.session.length == 4


def ruled(desk: Desk) -> TableScreen:
    """Return a table on which a grab after two matching cards was ruled at once and the ruling is shown."""
    table = desk.seat(4, level="watching")
    for seat, colour in enumerate(STANDARD.colours[:2]):
        table.tell_now(TurnCard(Seat(seat), SymbolCard(STANDARD.symbols[0].id, colour)))
    desk.settle()
    desk.grab((1, 0.0), (0, 9.0))
    assert table.front.reading
    return table


def test_the_winners_lamp_stays_lit_while_a_ruling_is_read(desk: Desk) -> None:
    table = ruled(desk)
    assert desk.hands.pad.lit == (1,)
    assert not desk.hands.buttons.armed
    desk.tap_on(words.GO_ON)
    assert not table.front.reading
    assert desk.hands.buttons.armed
    assert desk.hands.pad.lit == ()


def test_a_look_under_a_question_changes_nothing_and_the_next_one_is_seen(desk: Desk) -> None:
    table = desk.seat(4)
    desk.turn(2)
    desk.grab((1, 0.0))
    desk.tap(table.bar.back)
    assert table.dialog is None
    # Neither the turn button nor a falling totem do anything while a question is open.
    table.hear(ButtonTurn())
    table.hear(TotemLeft())
    assert table.session.length == 4
    desk.tap(table.side.peek)
    assert isinstance(table.dialog, VerdictDialog)
    desk.tap(table.bar.back)
    desk.tap(table.bar.undo)
    desk.settle()
    desk.grab((2, 0.0))
    asked = the(VerdictDialog, table.dialog)
    assert asked.content.winners == (Seat(2),)
    # Redrawing for another reason leaves the question as it is, with what is being entered on it.
    table.picture.draw()
    assert table.dialog is asked


def test_a_match_that_is_on_the_disk_is_let_go_when_another_begins(desk: Desk) -> None:
    """An evening of two hundred matches held all of them in memory, with every state."""
    first = weakref.ref(desk.seat(4).session)
    desk.turn()
    session = there(first())
    name, shown = session.name, session.length
    desk.until(lambda session=session: session.saved)
    del session
    desk.frame.home()
    desk.screen(HomeScreen)
    desk.seat(3)
    gc.collect()
    assert first() is None
    desk.frame.open_match(name)
    desk.until(lambda: desk.frame.table and desk.frame.table.session.name == name)
    assert desk.table.session.length == shown
