"""Grabs on a sheet: who answers, dead heats, voids, who is next, and what a round then scores."""

from collections.abc import Callable, Iterable
from itertools import permutations

import msgspec
import pytest

from companion.errors import SetupError
from companion.game import Accepted, Seat
from companion.games.sheet import SheetGame
from companion.games.sheet import reports as r
from companion.games.sheet.events import AnyEvent, Grabbed, GrabVoided, RoundScored, SaidRight, SaidWrong
from companion.games.sheet.legal import legal
from companion.games.sheet.model import Facts, State
from companion.games.sheet.sheet import Sheet
from companion.games.sheet.sheet_file import read_sheet
from companion.grab import Grab, Touch
from companion.match import Match
from companion.match_reports import Replace, TakeBack
from tests.games.plays import Play, Script, marked, plays
from tests.games.sheet.table import GAME, Table, plain
from tests.matches import new_match, submit

MS, BAND = 1_000_000, 100_000
"""Nanoseconds: a millisecond, and an error band."""

GRAB = """
name = "Grab"
players = [2, 6]
points = "{points}"
{more}
[grab]
kind = "{kind}"
"""


def grabbing(kind: str, points: str = "right - wrong", more: str = "") -> Sheet:
    """Return a sheet with a grab and no other columns."""
    return read_sheet(GRAB.format(kind=kind, points=points, more=more).encode())


def hands(*presses: tuple[int, int], band: int = BAND) -> r.TellGrab:
    """Return a grab with presses in ns after the first; those within the first's error band are first."""
    touches = tuple(Touch(Seat(seat), after) for seat, after in presses)
    first = tuple(sorted(touch.seat for touch in touches if touch.after <= band))
    return r.TellGrab(Grab(first, touches, band, "kernel"))


def alone(seat: int) -> r.TellGrab:
    """Return a grab that was entered by hand."""
    return r.TellGrab(Grab((Seat(seat),)))


PLAYS = """
sh.grab: what the others get is a formula
  snap 4 | 2, wrong -> totals 0 0 0 0
  | 2, wrong, row 7 -> refused sh.check
  | 2, wrong, row 0 -> totals 1 1 -3 1
  | 2, wrong, row 0, 0, right, row 9 -> totals 10 1 -3 1
sh.grab: nothing is told before a hand came
  quiz_board 3 | right -> refused sh.grab; details why open; do press
  | wrong -> refused sh.grab; details why open; do press
  | row 100 -> refused sh.grab; details why open; do press
sh.grab: nothing is grabbed while one speaks
  | 1, 0 -> refused sh.grab; of 1; do tell_answer
  | 1, void unplugged -> refused sh.grab; of 1; do tell_answer
  | 1, nobody -> refused sh.grab; of 1; do tell_answer
  | 1, row 100 -> refused sh.grab; of 1; do tell_answer
sh.grab: nor once it is known who gets what
  | 1, right, 0 -> refused sh.grab; details why settled; do tell_row
  | 1, right, right -> refused sh.grab; details why settled; do tell_row
  | 1, right, wrong -> refused sh.grab; details why settled; do tell_row
  | 1, right, nobody -> refused sh.grab; details why settled; do tell_row
  | 1, right, void unplugged -> refused sh.grab; details why settled; do tell_row
  | 1, right, row 300 -> totals 0 300 0
-: who isn't there didn't press
  buzzer 2 | 2 -> breaks match.no-such-seat
  | none -> breaks match.no-such-seat
  | 0+0 5+1 -> breaks match.no-such-seat
  | 0 and -1 -> breaks match.no-such-seat
  | 0, wrong 9+0 -> breaks match.no-such-seat
sh.heat: hands behind the first that can't be told apart press again when it is their turn
  buzzer 4 | 3+0 2+4 0+4.1 1+9, wrong -> open 0 2
  | 3+0 2+4 0+4.1 1+9, wrong, 2+0, wrong -> says 0
  | 3+0 2+4 0+4.1 1+9, wrong, 2+0, wrong, wrong -> says 1
sh.heat: a second dead heat is one more
  buzzer 3 | 0+0 1+0 2+0, 1+0 2+.05 0+1 -> order 1=2 0
  | 0+0 1+0 2+0, 1+0 2+.05 0+1, 2+0 1+1 -> order 2 1 0
sh.void: a void in the middle of a question picks nobody, and frees nobody who answered
  | void late_edge -> voided late_edge; void
  | 1, wrong, void sequence_gap -> void; says None; open 0 2
  | 1, wrong, void sequence_gap, 0+0 2+.1, void two_readings -> open 0 2
  | 1, wrong, void sequence_gap, 0+0 2+.1, void two_readings, 2 -> says 2; valid
sh.next: after a wrong answer the next hand speaks, and then the buzzers are open
  buzzer 4 | 2+0 0+30, wrong -> happens SaidWrong; says 0; order 0
  | 2+0 0+30, wrong, wrong -> open 1 3
  | 2+0 0+30, wrong, wrong, 3, right -> totals -1 0 -1 1
sh.next: a press after the verdict is in the order too; nobody comes back who has answered
  | 2+0 0+1, wrong 2+0 0+1 3+400 1+400.1 2+500 -> order 0 1=3;
    pressed 2 0 3 1 2
  | 2+0 0+1, wrong 2+0 0+1 3+400 1+400.1 2+500, wrong 2+0 0+1 3+400 1+400.1 2+500 -> order 1=3
sh.again: a press of somebody who has answered takes nobody's place, be it before another or with it
  buzzer 3 | 0, wrong, 0+0 -> refused sh.again; of 0; details why answered
  | 0, wrong, 0+0 2+.1 1+.2 -> order 2 1
sh.again: partners answer once
  partners 4 | 0+0 2+1 3+2, wrong -> says 3
  | 0+0 2+1 3+2, wrong, wrong -> totals -1 -1
sh.again: when everybody was wrong the round is over
  buzzer 2 | 1+0 0+1, wrong, wrong -> happens SaidWrong RoundScored; totals -1 -1; open 0 1
sh.nobody: a question is given up, and a bell isn't
  buzzer 3 | 1, wrong, nobody -> totals 0 -1 0
  bell 3 | nobody -> refused sh.nobody; details why bell
sh.nobody, sh.heat: what two of a dead heat don't know either is given up
  buzzer 3 | 0+0 2+.05, nobody -> happens NobodyKnew RoundScored; totals 0 0 0; open 0 1 2
-: nobody has more points than the referee counts
  rich 2 | 0, right -> refused sh.figure; details why total
  | 0, wrong -> totals 499990 499990
-: the target ends it with the answer
  fives 2 | 1, right -> wins 1; open
"""
"""Presses in ms after the first, with an error band of 0.1 ms, or one without time; `1=3` are a dead heat."""

SHEETS = {
    "bell": grabbing("bell"),
    "buzzer": grabbing("buzzer"),
    "partners": grabbing("buzzer", "own(right) - own(wrong)", "teams = 2"),
    "rich": grabbing("bell", "20 * right", "start = 499990"),
    "fives": grabbing("bell", "5 * right", "target = 5"),
}


def table_of(text: str) -> State:
    """Return a table of a sheet for this many players."""
    name, players = text.split()
    return Table(SHEETS.get(name, name), int(players)).state


def touched(words: list[str]) -> list[tuple[int, int]]:
    """Return seats with their ns after the first."""
    pairs = (word.split("+") for word in words)
    return [(int(seat), round(float(after) * MS)) for seat, after in pairs]


def report_of(state: State, text: str) -> r.AnyReport:
    """Return a report from its words."""
    match text.split():
        case ["right"]:
            return r.CallRight()
        case ["wrong", *drawn]:
            return r.CallWrong(tuple(Touch(Seat(seat), after) for seat, after in touched(drawn)))
        case ["nobody"]:
            return r.CallNobody()
        case ["void", reason]:
            return r.VoidGrab(reason)
        case ["row", figure]:
            return r.TellRow(((int(figure),),))
        case ["none"]:
            return r.TellGrab(Grab(()))
        case words if "+" in text:
            return hands(*touched(words))
    return r.TellGrab(Grab(tuple(Seat(int(seat)) for seat in text.split(" and "))))


def holds(state: State, events: tuple[AnyEvent, ...], claim: str) -> bool:
    """Return whether this holds for a table now."""
    name, *words = claim.split()
    values: dict[str, Iterable[object]] = {
        "totals": state.totals,
        "says": (state.hands.answering,),
        "open": state.may_grab,
        "order": ["=".join(map(str, together)) for together in state.hands.order],
        "pressed": [touch.seat for touch in state.hands.grab.touches] if state.hands.grab else (),
        "voided": [event.reason for event in events if isinstance(event, GrabVoided)],
        "happens": [type(event).__name__ for event in events],
        "wins": () if state.ended is None else state.ended.winners,
    }
    if name in values:
        return [*map(str, values[name])] == words
    return state.hands.void is (name == "void")


EVERY = list(plays(PLAYS))


@pytest.mark.rule("sh.grab", "sh.heat", "sh.void", "sh.next", "sh.again", "sh.nobody")
@pytest.mark.parametrize("play", EVERY, ids=lambda play: play.name)
def test_a_play(play: Play) -> None:
    Script(GAME, table_of, report_of, holds).check(play)


def test_the_rules_of_the_plays_are_the_marked_ones() -> None:
    assert marked(test_a_play) == {rule for play in EVERY for rule in play.rules}


@pytest.mark.rule("sh.grab")
def test_with_a_bell_the_first_hand_alone_is_right_or_wrong_and_that_is_the_round() -> None:
    table = Table(grabbing("bell", "if wrong = 1 then -1 else right"), 3)
    table.tell(hands((1, 0), (0, 3 * MS)))
    assert table.state.hands.answering == Seat(1)
    assert table.tell(r.CallRight()) == (SaidRight(Seat(1)), RoundScored((), (0, 1, 0)))
    table.tell(hands((2, 0), (0, MS)))
    # The second to press has no answer: the bell has rung.
    assert table.tell(r.CallWrong()) == (SaidWrong(Seat(2)), RoundScored((), (0, 0, -1)))
    assert table.state.round == 3
    # A number is written into the record as a number, not as true or false.
    assert b"true" not in msgspec.json.encode(table.state.rows)
    assert table.state.may_grab == (0, 1, 2)


def test_a_sheet_without_a_grab_hears_none_and_one_with_a_grab_no_turns() -> None:
    table = Table(plain(), 2)
    for report in (alone(0), r.VoidGrab("unplugged"), r.CallRight(), r.CallWrong(), r.CallNobody()):
        assert table.why(report) == ("sh.grab", "none")
    assert Table(grabbing("bell"), 2).why(r.TellTurn(Seat(0), ()))[0] == "sh.told"


@pytest.mark.rule("sh.heat")
@pytest.mark.parametrize("kind", ["bell", "buzzer"])
@pytest.mark.parametrize("seats", list(permutations((0, 1, 2), 2)))
def test_two_hands_within_the_band_press_again_on_any_seats(kind: str, seats: tuple[int, int]) -> None:
    one, other = seats
    (third,) = {0, 1, 2} - set(seats)
    table = Table(grabbing(kind), 3)
    table.tell(hands((one, 0), (other, BAND), (third, 5 * MS)))
    assert table.state.hands.answering is None
    assert table.state.may_grab == tuple(sorted(seats))
    # A hand that was later at first isn't first now.
    (wrong,) = table.refused(alone(third)).violations
    assert (wrong.rule, wrong.seat) == ("sh.heat", Seat(third))
    table.tell(hands((third, 0), (other, MS), (one, 2 * MS)))
    assert table.state.hands.answering == Seat(other)
    table.tell(r.CallRight())
    assert table.totals[other] == 1


def test_what_can_be_told_is_listed() -> None:
    table = Table(grabbing("buzzer"), 2)
    assert list(legal(table.state)) == [alone(0), alone(1), r.CallNobody()]
    table.tell(alone(1))
    assert list(legal(table.state)) == [r.CallRight(), r.CallWrong()]
    table.tell(r.CallWrong())
    assert list(legal(table.state)) == [alone(0), r.CallNobody()]
    table.tell(r.CallNobody())
    assert r.CallEnd() in list(legal(table.state))


def match(sheet: Sheet) -> Callable[..., State]:
    """Return a function that makes reports in a match of three, and returns the state after them."""
    played: Match[Facts, State, r.AnyReport, AnyEvent] = new_match(SheetGame(), Facts(3, sheet))

    def tell(*reports: r.AnyReport | TakeBack | Replace[r.AnyReport]) -> State:
        for report in reports:
            answer = submit(played, report)
            assert isinstance(answer.ruling, Accepted)
        return played.state

    return tell


def test_undo_across_a_grab_gives_the_say_back_step_by_step() -> None:
    tell = match(grabbing("buzzer"))
    before = tell()
    says = tell(hands((0, 0), (2, MS)))
    assert tell(r.CallWrong(), r.CallRight()).totals == (-1, 0, 1)
    assert tell(TakeBack()).hands.answering == Seat(2)
    assert tell(TakeBack()) == says
    assert tell(TakeBack()) == before


def test_the_answer_to_an_older_grab_is_corrected_and_what_came_after_is_judged_anew() -> None:
    tell = match(grabbing("bell"))
    assert tell(alone(0), r.CallRight(), alone(1), r.CallRight()).totals == (1, 1, 0)
    assert tell(Replace(2, r.CallWrong())).totals == (-1, 1, 0)
    # Another hand was first: the recorded answer now counts for it.
    assert tell(Replace(1, alone(2))).totals == (0, 1, -1)


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
