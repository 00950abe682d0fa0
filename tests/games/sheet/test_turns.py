"""Whose turn it is: clockwise, reversed, chosen, or skipped until the round is over."""

from collections.abc import Sequence

import pytest

from companion.errors import SetupError
from companion.game import Accepted, Seat
from companion.games.sheet import reports as r
from companion.games.sheet.rules import judge
from companion.games.sheet.sheet_file import read_sheet
from tests.games.sheet.table import GAME, Table, plain

TIMED = """
name = "Timed"
players = [2, 6]
told = "turns"
{more}
[clock]
kind = "down"
seconds = 10
runs_out = "loses"
"""


def turns(more: str, players: int = 3, first: int = 0) -> Table:
    """Return the table of a plain sheet entered turn by turn."""
    return Table(plain(f'told = "turns"\n{more}'), players, first)


def timed(more: str, players: int) -> Table:
    """Return the table of a sheet with only a clock."""
    return Table(read_sheet(TIMED.format(more=more).encode()), players)


def passes(table: Table, *seats: int) -> tuple[int, Seat | None]:
    """Have players pass one after the other; return the round, and whose turn it is."""
    table.tell(*(r.PassRound(Seat(seat)) for seat in seats))
    return table.state.round, table.state.turn


def in_turn(table: Table, count: int) -> list[Seat | None]:
    """Enter `count` turns; return whose each was."""
    found = []
    for _ in range(count):
        found.append(table.state.turn)
        assert table.state.turn is not None
        table.turn(table.state.turn, 1)
    return found


@pytest.mark.rule("sh.turn")
@pytest.mark.parametrize(
    ("order", "wanted"), [("clockwise", [1, 2, 0, 1, 2, 0]), ("counterclockwise", [1, 0, 2, 1, 0, 2])]
)
def test_turns_go_round_and_the_same_one_begins_each_round(order: str, wanted: Sequence[int]) -> None:
    table = turns(f'order = "{order}"', first=1)
    (wrong,) = table.refused(r.TellTurn(Seat(2), (1,))).violations
    assert (wrong.rule, wrong.details["turn"], wrong.remedy[0].seat) == ("sh.turn", Seat(1), Seat(1))
    assert in_turn(table, 6) == wanted
    assert (table.state.round, [row.round for row in table.state.rows]) == (3, [1, 1, 1, 2, 2, 2])
    assert table.totals == (2, 2, 2)


@pytest.mark.rule("sh.way")
def test_turns_go_the_other_way_from_the_one_that_goes_on() -> None:
    table = turns("reverses = true", players=4)
    assert in_turn(table, 2) == [0, 1]
    # It is reversed in the turn of 2, so 1 is next.
    table.tell(r.TurnRound())
    assert in_turn(table, 4) == [2, 1, 0, 3]
    table.tell(r.TurnRound())
    assert in_turn(table, 3) == [2, 3, 0]
    # Reversed twice it goes on as before; between two players it changes nothing.
    table.tell(r.TurnRound(), r.TurnRound())
    assert in_turn(table, 3) == [1, 2, 3]
    two = turns("reverses = true", players=2)
    two.tell(r.TurnRound())
    assert in_turn(two, 3) == [0, 1, 0]
    for other in (turns(""), Table("wizard", 3)):
        assert other.why(r.TurnRound()) == ("sh.way", "never")


@pytest.mark.rule("sh.pass")
def test_whoever_passes_is_left_out_until_all_have_passed() -> None:
    table = turns('passes = "all"', players=3)
    assert in_turn(table, 3) == [0, 1, 2]
    passes(table, 0)
    assert in_turn(table, 3) == [1, 2, 1]
    passes(table, 2)
    # The last one goes on alone for as many turns as she likes.
    assert in_turn(table, 2) == [1, 1]
    assert table.state.round == 1
    assert passes(table, 1) == (2, Seat(0))
    assert table.state.passed == ()


@pytest.mark.rule("sh.pass")
def test_the_last_one_who_has_not_passed_begins_the_next_round() -> None:
    table = turns('passes = "others"', players=4)
    passes(table, 0)
    in_turn(table, 1)
    assert passes(table, 2, 3) == (2, Seat(1))
    # Nobody played at all: the last one begins without a turn of their own.
    assert passes(table, 1, 2, 3) == (3, Seat(0))


@pytest.mark.rule("sh.pass")
@pytest.mark.rule("sh.lost")
def test_a_round_is_over_when_all_others_have_passed_or_lost() -> None:
    table = timed('passes = "others"', 4)
    table.tell(r.StartClock())
    passes(table, 0, 1)
    table.tell(r.GiveUp(Seat(3)))
    # Only seat 2 is left, and begins the next round with the time of the turn in progress.
    assert (table.state.round, table.state.turn, table.state.passed) == (2, Seat(2), ())
    table.tell(r.TellTurn(Seat(2), (), 400))
    assert (table.state.round, table.state.turn, table.state.had[2]) == (2, Seat(0), 9_600)


@pytest.mark.rule("sh.pass")
def test_nobody_passes_out_of_turn_twice_or_where_nobody_can() -> None:
    table = turns('passes = "all"', players=3)
    assert table.why(r.PassRound(Seat(1))) == ("sh.turn", "turn")
    passes(table, 0)
    for report in (r.PassRound(Seat(0)), r.TellTurn(Seat(0), (1,))):
        assert table.why(report) == ("sh.turn", "turn")
    assert table.refused(r.PassRound(Seat(7))).violations[0].rule == "match.no-such-seat"
    for other in (turns(""), Table("wizard", 3)):
        assert other.why(r.PassRound(Seat(0))) == ("sh.pass", "never")


@pytest.mark.rule("sh.pass")
def test_a_round_that_was_turned_round_leaves_out_who_has_passed() -> None:
    table = turns('passes = "all"\nreverses = true', players=4)
    passes(table, 0)
    in_turn(table, 1)
    table.tell(r.TurnRound())
    assert in_turn(table, 4) == [2, 1, 3, 2]


@pytest.mark.rule("sh.rounds")
def test_a_last_round_is_over_when_everybody_has_passed() -> None:
    table = turns('passes = "all"\nrounds = 1', players=2)
    in_turn(table, 4)
    passes(table, 0)
    assert table.winners is None
    passes(table, 1)
    assert table.winners == (Seat(0), Seat(1))


@pytest.mark.rule("sh.pass")
def test_time_is_charged_to_whoever_passes_and_not_when_it_was_up() -> None:
    table = timed('passes = "all"', 3)
    assert table.why(r.PassRound(Seat(0))) == ("sh.pause", "paused")
    table.tell(r.StartClock(), r.PassRound(Seat(0), 4_000))
    assert (table.state.had, table.state.turn) == ((6_000, 10_000, 10_000), Seat(1))
    assert table.why(r.PassRound(Seat(1), 10_001)) == ("sh.flag", "fallen")
    # Players who have lost are skipped, and so are those who have passed.
    table.tell(r.TellFlag(Seat(1), 10_000))
    assert (table.state.turn, table.state.out) == (Seat(2), (Seat(1),))
    table.tell(r.PassRound(Seat(2), 1_000))
    assert (table.state.round, table.state.turn) == (2, Seat(0))


@pytest.mark.rule("sh.turn")
def test_everybody_has_one_turn_a_round_in_any_order_or_as_many_as_they_like() -> None:
    table = turns('order = "chosen"', players=4)
    table.turn(2, 5)
    assert table.why(r.TellTurn(Seat(2), (1,))) == ("sh.turn", "had")
    assert table.state.to_come == (Seat(0), Seat(1), Seat(3))
    table.turn(0, 5).turn(3, 5)
    # Only one is left, so nobody needs to choose.
    assert (table.state.turn, table.state.round) == (Seat(1), 1)
    table.turn(1, 5)
    assert (table.state.turn, table.state.round) == (None, 2)
    assert table.turn(2, 5).totals == (5, 5, 10, 5)
    free = turns('order = "free"')
    assert free.state.turn is None
    assert free.turn(1, 5).turn(1, 5).turn(0, 1).totals == (1, 10, 0)
    assert free.state.round == 4


@pytest.mark.parametrize(
    "sheet", ['passes = "all"', 'passes = "others"', "reverses = true", 'order = "chosen"', 'order = "free"']
)
def test_all_that_can_be_told_is_listed_and_nothing_else(sheet: str) -> None:
    table = turns(sheet, players=3)
    every: list[r.AnyReport] = [r.CallEnd(), r.TurnRound(), r.StartClock(), r.TellRow(((1, 1, 1),))]
    every += [kind(Seat(seat)) for seat in range(3) for kind in (r.PassRound, r.GiveUp)]
    every += [r.TellTurn(Seat(seat), (figure,)) for seat in range(3) for figure in (-50, 0, 50)]
    for _ in range(7):
        listed = list(GAME.legal(table.state))
        accepted = [report for report in every if isinstance(judge(table.state, report), Accepted)]
        assert set(accepted) <= set(listed)
        assert all(isinstance(judge(table.state, report), Accepted) for report in listed)
        move = next((report for report in accepted if isinstance(report, r.PassRound)), accepted[-1])
        table.tell(move)


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ('order = "chosen"', "a turn is chosen, not a row"),
        ('order = "named"', "a turn is chosen, not a row"),
        ('passes = "all"', "only pass if turns go round"),
        ("reverses = true", "only turns that go round"),
        ('told = "turns"\norder = "free"\npasses = "all"', "only pass if turns go round"),
        ('told = "turns"\norder = "chosen"\nreverses = true', "only turns that go round"),
        ('told = "turns"\norder = "named"', "only one, has picks"),
        ('told = "turns"\npasses = "others"\ndeals = true', "begins the next round"),
        ('told = "turns"\nreverses = true\nrounds = 5', "leave rounds out"),
        ('told = "turns"\nreverses = true\ndeals = true', "leave deals out"),
        ('told = "turns"\nsits_out = "round = 1"', "leave out turns"),
        ('out = "points = 0"', "belongs to a row that is over: say last\\(points\\)"),
        ('tiebreaks = ["points"]', "belongs to a row that is over"),
        ('rounds = "so_far(points)"', "can't stand here"),
        ('sits_out = "points = 1"', "isn't known before it is entered"),
    ],
)
def test_what_does_not_go_together_is_refused_with_what_would_be_right(more: str, says: str) -> None:
    with pytest.raises(SetupError, match=says):
        plain(more)


@pytest.mark.parametrize("order", ["chosen", "free", "named"])
def test_a_clock_times_only_turns_that_follow_each_other(order: str) -> None:
    picked = '[[column]]\nname = "next"\npicks = true\n'
    text = TIMED.format(more=f'order = "{order}"\npoints = "0"') + picked
    with pytest.raises(SetupError, match="a clock times one turn after the other"):
        read_sheet(text.encode())
