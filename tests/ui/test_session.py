"""A match as the screen holds it: stale taps, undo, correction, and a record that outlives the process."""

import sys
from types import FrameType
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from companion.clock import HandClock, Instant, WallTime
from companion.game import Seat
from companion.games.ungle_speed import UngleSpeed
from companion.games.ungle_speed.model import Facts, Grab
from companion.games.ungle_speed.reports import CallWrongGrab, TakeTotem, TurnCard
from companion.journal import KeptRow
from companion.match_reports import TakeBack
from companion.store import Kept
from ui.stage import theme
from ui.table.session import Session, accepted, refusals

if TYPE_CHECKING:
    from _typeshed import TraceFunction


class Shelf:
    def __init__(self) -> None:
        self.rows: dict[str, list[KeptRow]] = {}
        self.kept: dict[str, Kept] = {}

    def keep(self, kept: Kept, rows: list[KeptRow]) -> None:
        self.kept[kept.id] = kept
        self.rows.setdefault(kept.id, []).extend(rows)


@pytest.fixture
def shelf() -> Shelf:
    return Shelf()


@pytest.fixture
def session(shelf: Shelf) -> Session:
    """Four players who have just begun."""
    clock = HandClock(Instant(0), WallTime(1_000_000))
    return Session.begin(UngleSpeed(), Facts(4), theme.plates()[:4], "m1", clock, shelf.keep)


def turn(session: Session, seat: int, seen: int | None = None) -> bool:
    """Turn a seat's card; tell whether that stands."""
    return accepted(session.submit(TurnCard(Seat(seat)), session.shown if seen is None else seen))


def test_a_double_tap_counts_once(session: Session) -> None:
    seen = session.shown
    assert turn(session, 0, seen)
    answer = session.submit(TurnCard(Seat(1)), seen)
    assert [violation.rule for violation in refusals(answer)] == ["match.stale"]
    assert session.view.turn == 1


def test_what_was_taken_back_twice_is_one_row_within_another(session: Session) -> None:
    turn(session, 0)
    turn(session, 1)
    session.submit(TakeBack(), session.shown)
    turn(session, 1)
    session.submit(TakeBack(1), session.shown)
    undone, _opening = session.history()
    assert [line.entry.n for line in undone.undone] == [4, 3, 1]
    assert [line.entry.n for line in undone.undone[1].undone] == [2]


def test_a_history_of_take_backs_costs_as_much_for_each_of_them(shelf: Shelf) -> None:
    """The page of a match with 10,000 of them had the screen stand still for two seconds."""
    assert history_steps(200, shelf) < 2.5 * history_steps(100, shelf)


def history_steps(take_backs: int, shelf: Shelf) -> int:
    """Return how many steps Python takes for the history of so many turns, each taken back."""
    session = Session.begin(UngleSpeed(), Facts(), (), "m", HandClock(Instant(0), WallTime(0)), shelf.keep)
    for _ in range(take_backs):
        turn(session, 0)
        session.submit(TakeBack(), session.shown)
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
    assert [violation.rule for violation in refusals(session.submit(TakeBack(), session.shown))] == [
        "match.nothing-to-undo"
    ]
    turn(session, 0)
    assert accepted(session.submit(TakeBack(), session.shown))
    assert session.view.turn == 0
    undone, opening = session.history()
    assert [line.struck for line in (undone, *undone.undone, opening)] == [False, True, False]


def test_an_entry_long_past_can_be_struck(session: Session) -> None:
    turn(session, 0)
    session.submit(TakeTotem(Grab((Seat(0),))), session.shown)
    session.submit(CallWrongGrab(), session.shown)
    assert accepted(session.go_back_before(2, session.shown))
    assert session.view.chase is None
    assert session.view.turn == 1


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
    # The damaged one is kept for whoever wants to look at it, but is not offered again.
    assert shelf.kept["m1"].over
    assert len(shelf.rows["m1"]) == 4
