"""Which sheet lies over the table by itself: one at a time, what is most urgent first."""

import pytest

from companion.clock import HandClock, Instant, WallTime
from companion.game import Level, Seat
from companion.games.ungle_speed import UngleSpeed
from companion.games.ungle_speed.deck import STANDARD
from companion.games.ungle_speed.model import Facts, Grab
from companion.games.ungle_speed.reports import CallWrongGrab, TakeTotem, TurnCard
from companion.match_reports import Abandon, LetStand, PutRight
from tests.ui.desk import the
from tests.ui.test_session import Shelf
from ui.games.ungle_speed.presenter import UnglePresenter
from ui.stage import theme
from ui.table.overlay import BrokenOff, Held, Lost, Overlay, RulingShown, overlay_for
from ui.table.presenting import Choice, Dialog
from ui.table.session import Session

PLATES = theme.plates()[:4]
WORDS = UnglePresenter(Facts(4), PLATES)
READ = Dialog("Fox was first")
ASKED = Dialog("It fell", choices=(Choice("Nobody's fault", "", None),))


@pytest.fixture
def session() -> Session:
    return Session.begin(
        UngleSpeed(), Facts(4), PLATES, "m1", HandClock(Instant(0), WallTime(1)), Shelf().keep
    )


def over(session: Session, ruled: Dialog | None = None, *, peeking: bool = False) -> Overlay | None:
    return overlay_for(session, WORDS, session.view, ruled, loss_read=False, peeking=peeking)


def test_nothing_lies_over_a_table_that_is_played_on_but_what_was_ruled(session: Session) -> None:
    assert over(session) is None
    assert over(session, READ) == RulingShown(READ, read=True)
    assert over(session, ASKED) == RulingShown(ASKED, read=False)


def test_a_grab_is_asked_about_until_it_is_answered(session: Session) -> None:
    session.submit(TurnCard(Seat(0)), session.shown)
    session.submit(TakeTotem(Grab((Seat(2),))), session.shown)
    assert not the(RulingShown, over(session)).read
    assert over(session, peeking=True) is None, "the table is looked at"
    session.submit(CallWrongGrab(), session.shown)
    assert over(session) is None


def test_what_lies_wrong_comes_before_a_ruling_until_it_is_put_right_or_left(session: Session) -> None:
    session.submit(TurnCard(Seat(2)), session.shown)
    lies = the(Held, over(session, READ, peeking=True))
    assert lies.explanation.title == "Fox turns now, not Bear"
    assert lies.stands
    assert over(session) == lies, "the same fault is the same sheet: what was opened on it stays open"
    session.submit(PutRight(), session.shown)
    assert over(session) is None
    session.submit(TurnCard(Seat(2)), session.shown)
    session.submit(LetStand(), session.shown)
    assert over(session) is None
    session.submit(Abandon(), session.shown)
    assert over(session, peeking=True) == BrokenOff()


def test_a_part_of_the_record_that_was_lost_comes_first_until_it_was_read() -> None:
    shelf, clock = Shelf(), HandClock(Instant(0), WallTime(1))
    facts = Facts(4, STANDARD, {}, Level.COUNTING, Seat(0))
    session = Session.begin(UngleSpeed(), facts, PLATES, "m1", clock, shelf.keep)
    for seat in range(3):
        session.submit(TurnCard(Seat(seat)), session.shown)
    rows = shelf.rows["m1"]
    again = Session.resume(UngleSpeed(), [*rows[:2], rows[3]], "m2", clock, shelf.keep)
    assert isinstance(over(again), Lost)
    assert overlay_for(again, WORDS, again.view, None, loss_read=True, peeking=False) is None
