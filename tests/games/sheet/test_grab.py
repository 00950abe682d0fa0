"""Grabs on a sheet: who has the say, dead heats, voids, who comes next, and what a round then brings."""

from collections.abc import Callable
from itertools import permutations

import msgspec
import pytest

from companion.clock import WallTime
from companion.errors import SetupError
from companion.game import Accepted, Seat
from companion.games.sheet import SheetGame
from companion.games.sheet.events import AnyEvent, Grabbed, GrabVoided, RoundScored, SaidRight, SaidWrong
from companion.games.sheet.legal import legal
from companion.games.sheet.model import Facts, State
from companion.games.sheet.reports import (
    AnyReport,
    CallEnd,
    CallNobody,
    CallRight,
    CallWrong,
    TellGrab,
    TellRow,
    TellTurn,
    VoidGrab,
)
from companion.games.sheet.sheet import Sheet
from companion.games.sheet.sheet_file import read_sheet
from companion.grab import Grab, Touch
from companion.journal import MatchHeader
from companion.match import Match
from companion.match_reports import Replace, TakeBack
from tests.games.sheet.table import GAME, Table, plain

MS, BAND = 1_000_000, 100_000
"""Nanoseconds: a millisecond, and a error band."""

GRAB = """
name = "Grab"
players = [2, 6]
points = "{points}"
{more}
[grab]
kind = "{kind}"
"""


def grabbing(kind: str, points: str = "right - wrong", more: str = "") -> Sheet:
    """Return a sheet with a grab and nothing else."""
    return read_sheet(GRAB.format(kind=kind, points=points, more=more).encode())


def hands(*presses: tuple[int, int], band: int = BAND) -> TellGrab:
    """Return a grab with presses so many nanoseconds after the first; first are those within its band."""
    touches = tuple(Touch(Seat(seat), after) for seat, after in presses)
    first = tuple(sorted(touch.seat for touch in touches if touch.after <= band))
    return TellGrab(Grab(first, touches, band, "kernel"))


def alone(seat: int) -> TellGrab:
    """Return a grab that was told by hand."""
    return TellGrab(Grab((Seat(seat),)))


def order(table: Table) -> tuple[tuple[int, ...], ...]:
    """Return whose hands have still to speak, as they came."""
    return table.state.hands.order


# What it brings.


@pytest.mark.rule("sh.grab")
def test_with_a_bell_the_first_hand_alone_is_right_or_wrong_and_that_is_the_round() -> None:
    table = Table(grabbing("bell", "if wrong = 1 then -1 else right"), 3)
    table.tell(hands((1, 0), (0, 3 * MS)))
    assert table.state.hands.says == Seat(1)
    assert table.tell(CallRight()) == (SaidRight(Seat(1)), RoundScored((), (0, 1, 0)))
    table.tell(hands((2, 0), (0, MS)))
    # Whoever was second has no say: the bell has rung.
    assert table.tell(CallWrong()) == (SaidWrong(Seat(2)), RoundScored((), (0, 0, -1)))
    assert table.state.round == 3
    # A figure is written into the record as one, and not as true or false.
    assert b"true" not in msgspec.json.encode(table.state.rows)
    assert table.state.may_grab == (0, 1, 2)


@pytest.mark.rule("sh.grab")
def test_what_the_others_get_is_a_formula() -> None:
    table = Table("snap", 4)
    table.tell(alone(2), CallWrong())
    assert table.totals == (0, 0, 0, 0)
    (wrong,) = table.wrong_row([7]).violations
    assert wrong.rule == "sh.check"
    table.row([0])
    assert table.totals == (1, 1, -3, 1)
    table.tell(alone(0), CallRight())
    table.row([9])
    assert table.totals == (10, 1, -3, 1)


@pytest.mark.rule("sh.grab")
def test_nothing_is_told_before_a_hand_came_and_nothing_grabbed_while_one_speaks() -> None:
    table = Table("quiz_board", 3)
    too_early: tuple[AnyReport, ...] = (CallRight(), CallWrong(), TellRow(((100,),)))
    for report in too_early:
        (wrong,) = table.refused(report).violations
        assert (wrong.rule, wrong.details["why"], wrong.remedy[0].act) == ("sh.grab", "open", "press")
    table.tell(alone(1))
    spoken: tuple[AnyReport, ...] = (alone(0), VoidGrab("unplugged"), CallNobody(), TellRow(((100,),)))
    for report in spoken:
        (wrong,) = table.refused(report).violations
        assert (wrong.rule, wrong.seat, wrong.remedy[0].act) == ("sh.grab", Seat(1), "tell_answer")
    table.tell(CallRight())
    over: tuple[AnyReport, ...] = (alone(0), CallRight(), CallWrong(), CallNobody(), VoidGrab("unplugged"))
    for report in over:
        (wrong,) = table.refused(report).violations
        assert (wrong.details["why"], wrong.remedy[0].act) == ("settled", "tell_row")
    table.row([300])
    assert table.totals == (0, 300, 0)


def test_a_sheet_without_a_grab_hears_none_and_one_with_a_grab_no_turns() -> None:
    table = Table(plain(), 2)
    for report in (alone(0), VoidGrab("unplugged"), CallRight(), CallWrong(), CallNobody()):
        assert table.why(report) == ("sh.grab", "none")
    assert Table(grabbing("bell"), 2).why(TellTurn(Seat(0), ()))[0] == "sh.told"


def test_who_is_not_there_did_not_press() -> None:
    table = Table(grabbing("buzzer"), 2)
    for report in (
        alone(2),
        TellGrab(Grab(())),
        hands((0, 0), (5, MS)),
        TellGrab(Grab((Seat(0), Seat(-1)))),
    ):
        assert table.refused(report).violations[0].rule == "match.no-such-seat"
    table.tell(alone(0))
    assert table.refused(CallWrong((Touch(Seat(9), 0),))).violations[0].rule == "match.no-such-seat"


# Dead heats and voids.


@pytest.mark.rule("sh.heat")
@pytest.mark.parametrize("kind", ["bell", "buzzer"])
@pytest.mark.parametrize("seats", list(permutations((0, 1, 2), 2)))
def test_two_hands_within_the_band_press_again_whatever_their_seats(
    kind: str, seats: tuple[int, int]
) -> None:
    one, other = seats
    (third,) = {0, 1, 2} - set(seats)
    table = Table(grabbing(kind), 3)
    table.tell(hands((one, 0), (other, BAND), (third, 5 * MS)))
    assert table.state.hands.says is None
    assert table.state.may_grab == tuple(sorted(seats))
    # Who was later at first isn't first now.
    (wrong,) = table.refused(alone(third)).violations
    assert (wrong.rule, wrong.seat) == ("sh.heat", Seat(third))
    table.tell(hands((third, 0), (other, MS), (one, 2 * MS)))
    assert table.state.hands.says == Seat(other)
    table.tell(CallRight())
    assert table.totals[other] == 1


@pytest.mark.rule("sh.heat")
def test_hands_behind_the_first_that_cannot_be_told_apart_press_again_when_it_is_their_turn() -> None:
    table = Table(grabbing("buzzer"), 4)
    table.tell(hands((3, 0), (2, 4 * MS), (0, 4 * MS + BAND), (1, 9 * MS)), CallWrong())
    assert table.state.may_grab == (0, 2)
    table.tell(hands((2, 0)), CallWrong())
    # Whoever didn't press again comes behind, and before who came later at first.
    assert table.state.hands.says == Seat(0)
    table.tell(CallWrong())
    assert table.state.hands.says == Seat(1)


@pytest.mark.rule("sh.heat")
def test_a_second_dead_heat_is_one_more() -> None:
    table = Table(grabbing("buzzer"), 3)
    table.tell(hands((0, 0), (1, 0), (2, 0)), hands((1, 0), (2, BAND // 2), (0, MS)))
    assert order(table) == ((1, 2), (0,))
    table.tell(hands((2, 0), (1, MS)))
    assert order(table) == ((2,), (1,), (0,))


@pytest.mark.rule("sh.void")
def test_a_void_in_the_middle_of_a_question_picks_nobody_and_frees_nobody_who_answered() -> None:
    table = Table(grabbing("buzzer"), 3)
    assert table.tell(VoidGrab("late_edge")) == (GrabVoided("late_edge"),)
    table.tell(alone(1), CallWrong(), VoidGrab("sequence_gap"))
    assert (table.state.hands.void, table.state.hands.says) == (True, None)
    assert table.state.may_grab == (0, 2)
    table.tell(hands((0, 0), (2, BAND)), VoidGrab("two_readings"))
    assert table.state.may_grab == (0, 2)
    table.tell(alone(2))
    assert not table.state.hands.void


# Whose hand comes next.


@pytest.mark.rule("sh.next")
def test_after_a_wrong_answer_the_next_hand_speaks_and_then_the_buzzers_are_open() -> None:
    table = Table(grabbing("buzzer"), 4)
    table.tell(hands((2, 0), (0, 30 * MS)))
    assert table.tell(CallWrong()) == (SaidWrong(Seat(2), ((Seat(0),),)),)
    assert table.state.hands.says == Seat(0)
    table.tell(CallWrong())
    assert table.state.may_grab == (1, 3)
    table.tell(alone(3), CallRight())
    assert table.totals == (-1, 0, -1, 1)


@pytest.mark.rule("sh.next")
def test_a_press_after_the_verdict_is_in_the_order_too() -> None:
    table = Table(grabbing("buzzer"), 4)
    table.tell(hands((2, 0), (0, MS)))
    drawn = ((2, 0), (0, MS), (3, 400 * MS), (1, 400 * MS + BAND), (2, 500 * MS))
    table.tell(CallWrong(tuple(Touch(Seat(seat), after) for seat, after in drawn)))
    assert order(table) == ((0,), (1, 3))
    # Told again with the old picture it changes nothing, and nobody comes back who has answered.
    table.tell(CallWrong(tuple(Touch(Seat(seat), after) for seat, after in drawn)))
    assert order(table) == ((1, 3),)


@pytest.mark.rule("sh.again")
def test_a_press_of_somebody_who_has_answered_takes_nobodys_place() -> None:
    table = Table(grabbing("buzzer"), 3)
    table.tell(alone(0), CallWrong())
    (wrong,) = table.refused(hands((0, 0))).violations
    assert (wrong.rule, wrong.seat, wrong.details["why"]) == ("sh.again", Seat(0), "answered")
    # In one dead heat with it, or behind it, the other hand is the first.
    table.tell(hands((0, 0), (2, BAND), (1, 2 * BAND)))
    assert order(table) == ((2,), (1,))


@pytest.mark.rule("sh.again")
def test_partners_answer_once() -> None:
    table = Table(grabbing("buzzer", "own(right) - own(wrong)", "teams = 2"), 4)
    table.tell(hands((0, 0), (2, MS), (3, 2 * MS)), CallWrong())
    assert table.state.hands.says == Seat(3)
    table.tell(CallWrong())
    assert table.totals == (-1, -1)


@pytest.mark.rule("sh.again")
def test_when_everybody_was_wrong_the_round_is_over() -> None:
    table = Table(grabbing("buzzer"), 2)
    table.tell(hands((1, 0), (0, MS)), CallWrong())
    assert table.tell(CallWrong())[-1] == RoundScored((), (-1, -1))
    assert table.state.may_grab == (0, 1)


@pytest.mark.rule("sh.nobody")
def test_a_question_is_given_up_and_a_bell_is_not() -> None:
    table = Table(grabbing("buzzer"), 3)
    table.tell(alone(1), CallWrong(), CallNobody())
    assert table.totals == (0, -1, 0)
    assert Table(grabbing("bell"), 3).why(CallNobody()) == ("sh.nobody", "bell")


# Listed, ended, taken back, corrected.


def test_what_can_be_told_is_listed() -> None:
    table = Table(grabbing("buzzer"), 2)
    assert list(legal(table.state)) == [alone(0), alone(1), CallNobody()]
    table.tell(alone(1))
    assert list(legal(table.state)) == [CallRight(), CallWrong()]
    table.tell(CallWrong())
    assert list(legal(table.state)) == [alone(0), CallNobody()]
    table.tell(CallNobody())
    assert CallEnd() in list(legal(table.state))


def test_the_target_ends_it_with_the_answer() -> None:
    table = Table(grabbing("bell", "5 * right", "target = 5"), 2)
    table.tell(alone(1), CallRight())
    assert table.winners == (Seat(1),)
    assert table.state.may_grab == ()


def match(sheet: Sheet) -> Callable[..., State]:
    """Return what tells a match of three one thing after the other, and returns the state then."""
    played: Match[Facts, State, AnyReport, AnyEvent] = Match.begin(
        SheetGame(), Facts(3, sheet), MatchHeader("m", "sheet"), WallTime(0)
    )

    def tell(*reports: AnyReport | TakeBack | Replace[AnyReport]) -> State:
        for report in reports:
            answer = played.submit(report, seen=played.length, at=WallTime(0))
            assert isinstance(answer.ruling, Accepted)
        return played.state

    return tell


def test_undo_across_a_grab_gives_the_say_back_step_by_step() -> None:
    tell = match(grabbing("buzzer"))
    before = tell()
    says = tell(hands((0, 0), (2, MS)))
    assert tell(CallWrong(), CallRight()).totals == (-1, 0, 1)
    assert tell(TakeBack()).hands.says == Seat(2)
    assert tell(TakeBack()) == says
    assert tell(TakeBack()) == before


def test_the_answer_to_an_older_grab_is_corrected_and_what_came_after_is_judged_anew() -> None:
    tell = match(grabbing("bell"))
    assert tell(alone(0), CallRight(), alone(1), CallRight()).totals == (1, 1, 0)
    assert tell(Replace(2, CallWrong())).totals == (-1, 1, 0)
    # Another hand was first: its answer stands for it now.
    assert tell(Replace(1, alone(2))).totals == (0, 1, -1)


# In the file.

HEAD = 'name = "A"\nplayers = [2, 3]\n'
BELL = 'points = "right"\n[grab]\nkind = "bell"'


@pytest.mark.parametrize(
    ("sheet", "said"),
    [
        ('[grab]\nkind = "bell"', "points is missing"),
        ('points = "right"\n[grab]\nkind = "gong"', "line 5, column 8 (grab, kind)"),
        ('points = "right"\n[grab]\nsort = "bell"', "line 5, column 8 (grab, sort)"),
        (BELL + "\nsecs = 3", "nothing is called 'secs'"),
        (
            'told = "turns"\n' + BELL,
            'line 3, column 8 (told): a grab is a round of the whole table: leave out told = "turns"',
        ),
        (BELL + '\n[clock]\nkind = "up"', "line 6, column 1 (clock): a clock times turns"),
        (BELL + '\n[[check]]\nthat = "right = 1"\nsays = "x"', "leave out [[check]]"),
        (
            BELL + '\n[[column]]\nname = "wrong"',
            "line 7, column 8 (column 1, name): 'wrong' means something else",
        ),
        ('points = "right"\n[[column]]\nname = "worth"', "line 3, column 11 (points)"),
    ],
)
def test_what_may_not_go_together_is_refused_with_its_place(sheet: str, said: str) -> None:
    with pytest.raises(SetupError) as refused:
        read_sheet((HEAD + sheet).encode())
    assert said in str(refused.value)


def test_the_sheets_that_ship_are_heard() -> None:
    for name in ("halli_galli", "quiz_buzzers", "quiz_board", "snap"):
        table = Table(name, 2)
        (event,) = table.tell(alone(1))
        assert isinstance(event, Grabbed)
        assert GAME.awaited(table.state)[0].act == "tell_answer", name
