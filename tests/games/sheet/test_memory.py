"""What a sheet remembers of earlier rows, players who sit out a row, and games ended by a formula."""

from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import SetupError
from companion.game import Accepted, Seat
from companion.games.sheet.formula import Namespace, read_formula
from companion.games.sheet.reports import CallRight, TellGrab, TellRow, TellTurn
from companion.games.sheet.scope import Scope, column_named
from companion.games.sheet.score import standings_of
from companion.games.sheet.sheet import Sheet
from companion.games.sheet.sheet_file import read_sheet
from companion.games.sheet.tokens import FormulaError
from companion.grab import Grab
from tests.games.sheet.table import GAME, PLAIN, Table, plain


def sheet(points: str, more: str = "") -> Sheet:
    """Return a plain sheet with this formula."""
    return plain(more, points)


@given(st.integers(-50, 50), st.integers(1, 9))
def test_division_by_a_constant_rounds_down_and_leaves_what_is_left(number: int, by: int) -> None:
    names = {"points": column_named("seat", 0, (-50, 50))}
    scope = Scope([(number,)], 1, 0, (0,), (0,)).at_seat(0)
    for sign, right in (("div", number // by), ("mod", number % by)):
        formula = read_formula(f"points {sign} {by}", Namespace(names), 2)
        assert formula.evaluate(scope) == right
        assert formula.range[0] <= right <= formula.range[1]


@pytest.mark.parametrize("text", ["points div 0", "points mod points", "7 div (1 - 1)", "points mod -2"])
def test_what_could_be_nothing_divides_nothing(text: str) -> None:
    with pytest.raises(FormulaError, match="only divides by a fixed number above 0"):
        read_formula(text, Namespace({"points": column_named("seat", 0, (-50, 50))}), 2)


def test_a_column_may_be_called_what_is_a_word_elsewhere_or_was_none_when_it_was_made() -> None:
    for name in ("div", "mod", "last", "so_far", "count_so_far", "plays", "right"):
        top = f'name = "Old"\nplayers = [2, 2]\npoints = "{name} + {name} * 2"\n'
        text = f'{top}[[column]]\nname = "{name}"\n'
        assert Table(read_sheet(text.encode()), 2).row((1, 2)).totals == (3, 6), name


@pytest.mark.rule("sh.memory")
def test_what_was_told_so_far_is_that_of_earlier_rows_of_everybody_for_themselves() -> None:
    table = Table(sheet("so_far(points)"), 2)
    assert table.row((1, 10)).totals == (0, 0)
    assert table.row((2, 20)).totals == (1, 10)
    assert table.row((0, 0)).totals == (4, 40)
    turns = Table(sheet("so_far(points)", 'told = "turns"'), 2)
    assert turns.turn(0, 5).turn(1, 7).turn(0, 1).turn(1, 1).totals == (5, 7)


@pytest.mark.rule("sh.memory")
def test_by_turns_what_names_nothing_of_a_player_is_each_player_s_own_too() -> None:
    own = sheet("so_far(1) + 10 * count_so_far(round > 0) + 100 * last(round)", 'told = "turns"')
    table = Table(own, 3).turn(0, 1).turn(1, 1).turn(2, 1)
    assert table.totals == (0, 0, 0)
    assert table.turn(0, 1).turn(1, 1).turn(2, 1).totals == (111, 111, 111)
    assert table.turn(0, 1).totals == (111 + 222, 111, 111)


@pytest.mark.rule("sh.memory")
def test_the_last_row_and_how_many_rows_held_to_something_are_known() -> None:
    table = Table(sheet("last(points) + 100 * count_so_far(points > 5)"), 2)
    assert table.row((6, 5)).totals == (0, 0)
    assert table.row((7, 9)).totals == (106, 5)
    assert table.row((0, 0)).totals == (106 + 207, 5 + 109)


def test_counted_columns_are_remembered_too_and_what_is_remembered_is_added_over_the_table() -> None:
    twice = '\n[[column]]\nname = "twice"\nis = "2 * points"\n'
    text = PLAIN.format(points="sum(so_far(twice))", more="") + twice
    assert Table(read_sheet(text.encode()), 2).row((1, 2)).row((0, 0)).totals == (6, 6)


def test_more_than_the_referee_counts_is_refused_and_not_cut() -> None:
    more = 'rounds = 2\nties = "play_on"'
    table = Table(sheet("so_far(points) * 0", more), 2)
    for _ in range(1000):
        table.row((50, 50))
    (wrong,) = table.wrong_row((50, 0)).violations
    assert (wrong.rule, wrong.details["why"]) == ("sh.figure", "memory")
    text = 'name = "Bell"\nplayers = [2, 2]\npoints = "so_far(right) * 0"\n[grab]\nkind = "bell"'
    bell = Table(read_sheet(text.encode()), 2)
    for _ in range(1000):
        bell.tell(TellGrab(Grab((Seat(0),))), CallRight())
    bell.tell(TellGrab(Grab((Seat(0),))))
    assert bell.why(CallRight()) == ("sh.figure", "memory")


@pytest.mark.parametrize(
    ("points", "says"),
    [
        ("so_far(so_far(points))", "nor inside another one"),
        ("so_far(nothing)", "nothing is called 'nothing' here"),
        ("count_so_far(points)", "a number isn't a comparison"),
        ("so_far(points = 1)", "a comparison isn't a number"),
    ],
)
def test_what_can_t_be_remembered_is_said(points: str, says: str) -> None:
    with pytest.raises(SetupError, match=says):
        sheet(points)


@pytest.mark.rule("sh.ends")
def test_a_formula_ends_the_game_when_the_round_is_over() -> None:
    table = Table(sheet("points", 'ends = "count_so_far(points = 0) = 2 or round = 9"'), 2)
    table.row((0, 5)).row((3, 0))
    assert table.state.ended is None
    table.row((0, 1))
    assert table.winners == (Seat(1),)
    nine = Table(sheet("points", 'ends = "round = 9"'), 2)
    for _ in range(8):
        nine.row((1, 2))
    assert nine.state.ended is None
    assert nine.row((1, 2)).state.ended is not None
    # By turns, too, everybody has as many of them.
    turns = Table(sheet("points", 'told = "turns"\nends = "total >= 9"'), 2).turn(0, 9)
    assert turns.winners is None
    assert turns.turn(1, 20).winners == (Seat(1),)


@pytest.mark.rule("sh.ties")
def test_ties_are_broken_by_the_first_criterion_that_breaks_them() -> None:
    more = 'rounds = 2\ntiebreaks = ["count_so_far(points = 5)", "last(points)"]'
    table = Table(sheet("points", more), 3).row((5, 4, 2)).row((1, 2, 4))
    assert table.state.ended is not None
    assert table.state.ended.winners == (Seat(0),)
    assert [standing.place for standing in standings_of(table.state, table.state.ended)] == [1, 3, 2]


@pytest.mark.rule("sh.ends")
@pytest.mark.parametrize("front", ['ahead = "{}"', 'tiebreaks = ["{}"]'])
def test_what_is_looked_at_behind_a_row_names_the_round_of_that_row(front: str) -> None:
    more = front.format("if round = 2 then last(points) else -last(points)")
    table = Table(sheet("0 * points", f'{more}\nends = "round = 2"'), 2).row((1, 2)).row((5, 1))
    assert table.winners == (Seat(0),)


@pytest.mark.rule("sh.rest")
def test_whoever_has_lost_has_no_part_in_a_row_and_the_last_one_left_wins() -> None:
    out = sheet("points", 'start = 3\nout = "total <= 0"')
    table = Table(out, 3).row((-3, 0, -1))
    assert table.state.out == (Seat(0),)
    (wrong,) = table.wrong_row((1, 1, 1)).violations
    assert (wrong.rule, wrong.seat, wrong.details["why"]) == ("sh.figure", Seat(0), "rests")
    table.row((0, -3, 0))
    assert table.state.ended is not None
    assert (table.state.ended.winners, table.state.ended.reason) == ((Seat(2),), "sh.lost")
    # If all are out at once, the best of them wins.
    assert Table(out, 3).row((-3, -4, -50)).winners == (Seat(0),)


@pytest.mark.rule("sh.rest")
def test_who_sits_out_tells_nothing_gets_nothing_and_is_not_picked() -> None:
    picked = '\n[[column]]\nname = "who"\nof = "table"\npicks = true\n'
    more = 'deals = true\nsits_out = "players = 5 and seat = dealer"'
    text = PLAIN.format(points="10 * plays + points", more=more) + picked
    table = Table(read_sheet(text.encode()), 5)
    assert table.state.resting == (Seat(4),)
    rules = [fault.details["why"] for fault in table.wrong_row((1, 1, 1, 1, 1), (4,)).violations]
    assert rules == ["rests", "rests"]
    assert table.row((1, 1, 1, 1, 0), (0,)).totals == (11, 11, 11, 11, 0)
    assert table.state.resting == (Seat(0),)
    for report in islice(GAME.legal(table.state), 20):
        assert isinstance(GAME.judge(table.state, report), Accepted)
    four = Table(read_sheet(text.encode()), 4)
    assert four.state.resting == ()


@pytest.mark.rule("sh.rest")
def test_nobody_sits_out_where_nobody_would_be_left_to_tell_the_row() -> None:
    text = PLAIN.format(points="points", more='deals = true\nsits_out = "seat != dealer"\nout = "total < 0"')
    table = Table(read_sheet(text.encode()), 3)
    assert [*table.state.resting] == [0, 1]
    table.row((0, 0, -1))
    assert [*table.state.resting] == [1, 2]
    table.row((1, 0, 0)).row((0, 1, 0))
    assert (table.state.dealer, [*table.state.resting]) == (2, [2])


@pytest.mark.rule("sh.turn")
def test_a_player_names_who_is_next() -> None:
    text = """
name = "Named"
players = [3, 4]
told = "turns"
order = "named"
points = "1"
[[column]]
name = "next"
picks = true
[[check]]
that = "next != seat"
says = "Name somebody else"
"""
    table = Table(read_sheet(text.encode()), 3)
    table.turn(0, 2).turn(2, 1)
    assert table.state.turn == Seat(1)
    assert table.refused(TellTurn(Seat(1), (1,))).violations[0].rule == "sh.check"
    assert table.refused(TellTurn(Seat(0), (1,))).violations[0].rule == "sh.turn"


@pytest.mark.rule("sh.once")
@pytest.mark.parametrize("told", ["rounds", "turns"])
def test_what_is_chosen_once_a_match_is_not_chosen_again(told: str) -> None:
    text = f"""
name = "Boxes"
players = [2, 2]
told = "{told}"
rounds = 3
points = "points"
[[column]]
name = "box"
choices = [1, 2, 3]
once = true
[[column]]
name = "points"
"""
    table = Table(read_sheet(text.encode()), 2)
    if told == "turns":
        table.turn(0, 2, 10).turn(1, 2, 5)
        (wrong,) = table.refused(TellTurn(Seat(0), (2, 9))).violations
        assert table.state.turn == Seat(0)
        assert GAME.view(table.state, None).asked[0].possible == (1, 3)
    else:
        table.row((2, 2), (10, 5))
        (wrong,) = table.refused(TellRow(((2, 1), (9, 9)))).violations
    assert (wrong.rule, wrong.seat, wrong.details["why"]) == ("sh.figure", Seat(0), "once")
