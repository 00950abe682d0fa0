"""The language of points formulas: what it computes, and refusals with the place and what would be right."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.sheet.formula import Namespace, read_formula
from companion.games.sheet.scope import Named, Scope, always, column_named
from companion.games.sheet.tokens import FormulaError

NAMES = always((2, 4), 20, teams=False, dealt=True) | {
    "bid": column_named("seat", 0, (0, 20)),
    "tricks": column_named("seat", 1, (0, 20)),
    "game": column_named("table", 2, (9, 24)),
}


def counted(text: str, *, comparison: bool = False) -> int:
    """Evaluate a formula for seat 1 of three, in round 5, which seat 2 deals."""
    scope = Scope([(1, 2, 3), (1, 4, 0), (12,)], 5, 2, (0, 1, 2), (10, 20, 30))
    return read_formula(text, Namespace(NAMES), 4, comparison=comparison).evaluate(scope.at_seat(1))


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("7", 7),
        ("bid + 2 * tricks - 1", 9),
        ("(bid + 2) * tricks", 16),
        ("-bid - -3", 1),
        ("game", 12),
        ("round * 10 + players", 53),
        ("seat + dealer * 10", 21),
        ("total", 20),
        ("sum(bid) * 10 + sum(tricks)", 65),
        ("count(tricks > 0)", 2),
        ("count(bid = tricks)", 1),
        ("sum(if seat = dealer then bid else 0)", 3),
        ("max(bid, tricks, 3)", 4),
        ("min(bid - tricks, tricks - bid)", -2),
        ("if bid = tricks then 1 else if bid < tricks then 2 else 3", 2),
        ("if not bid = tricks and tricks != 0 or bid > 99 then 1 else 0", 1),
        ("if (bid >= 2) and (tricks <= 4) then 1 else 0", 1),
    ],
)
def test_it_counts(text: str, points: int) -> None:
    assert counted(text) == points


@pytest.mark.parametrize(
    ("text", "at", "says"),
    [
        ("bid / 2", 4, "for / write div"),
        ("2.5 * bid", 1, "whole numbers"),
        ("bid − 2 × tricks", 4, "for − write -"),  # noqa: RUF001 - as a word processor writes them
        ("max(2, abs(bid - tricks))", 7, "nothing is called abs\\(\\) here; there are min\\(\\), max\\(\\)"),
        ("round(bid)", 0, "nothing is called round\\(\\)"),
        ("bid ** 2", 5, "is missing before"),
        ("bidd + 1", 0, "nothing is called 'bidd' here; there are bid, dealer, game"),
        ("bid tricks", 4, "an operation such as \\+ is missing"),
        ("bid +", 5, "missing before 'the end'"),
        ("(bid", 4, "'\\)' is missing"),
        ("max(bid)", 0, "two things or more"),
        ("sum(game)", 0, "adds what each seat enters"),
        ("own(game)", 0, "adds what each seat enters"),
        ("count(bid)", 0, "a number isn't a comparison"),
        ("bid = 1", 0, "a comparison isn't a number"),
        ("if bid then 1 else 2", 3, "a number isn't a comparison"),
        ("if bid = 1 then 2", 17, "'else' is missing"),
        ("1 < bid < 3", 8, "compare two at a time"),
        ("99999999999", 0, "no number may be larger"),
        ("1000000 * bid", 8, "more than 1000000"),
        ("__import__", 0, "nothing is called"),
        ("bid.real", 3, "whole numbers"),
        ("bid; 1", 3, "means nothing here"),
        ("", 0, "missing before"),
        ("if bid == 1 then 2 else 3", 7, "for == write ="),
        ("if bid => 1 then 2 else 3", 7, "for => write >="),
        ("if bid <> 1 then 2 else 3", 7, "for <> write !="),
        ("if bid = 1 && bid = 2 then 2 else 3", 11, "for && write and"),
        ("if !bid then 2 else 3", 3, "for ! write not"),
    ],
)
def test_a_mistake_is_named_with_its_place(text: str, at: int, says: str) -> None:
    with pytest.raises(FormulaError, match=says) as raised:
        counted(text)
    assert raised.value.at == at


@pytest.mark.parametrize(
    "text",
    ["(" * 300, "(" * 150 + "1" + ")" * 150, "not " * 99 + "bid = 1", "1+" * 199 + "1", "x" * 401, "9" * 399],
)
def test_what_is_too_long_or_too_deep_is_refused(text: str) -> None:
    with pytest.raises(FormulaError):
        counted(text)


@pytest.mark.parametrize(
    "deep",
    [
        lambda n: "(" * n + "1" + ")" * n,
        lambda n: "if 1=1 then " * n + "1" + " else 2" * n,
        lambda n: "if 1=1 then 1 else " * n + "2",
        lambda n: "if " + "not " * n + "1=1 then 1 else 2",
    ],
)
def test_twenty_steps_deep_is_read_and_one_more_is_not(deep: Callable[[int], str]) -> None:
    counted(deep(20))
    with pytest.raises(FormulaError, match="deeper than 20 steps"):
        counted(deep(21))


@given(st.text(alphabet="bidtrcks0123456789+-*=<>(), ifthenlsnoradum", max_size=60))
def test_whatever_is_written_is_counted_or_refused_and_stays_within_what_was_foretold(text: str) -> None:
    try:
        formula = read_formula(text, Namespace(NAMES), 4)
    except FormulaError:
        return
    scope = Scope([(1, 2, 3), (1, 4, 0), (12,)], 5, 2, (0, 1, 2), (10, 20, 30))
    assert formula.range[0] <= formula.evaluate(scope.at_seat(1)) <= formula.range[1]


def test_what_is_added_over_the_table_is_added_once_a_row_whoever_asks() -> None:
    asked: list[int] = []

    def looked_at(scope: Scope) -> int:
        asked.append(scope.seat)
        return scope.seat + 1

    names = NAMES | {"looked": Named("seat", (0, 9), looked_at)}
    formula = read_formula("10 * sum(looked) + seat", Namespace(names), 4)
    scope = Scope([(), (), ()], 1, 0, (0, 1, 2), (0, 0, 0))
    assert [formula.evaluate(scope.at_seat(seat)) for seat in range(3)] == [60, 61, 62]
    assert asked == [0, 1, 2]


def test_all_that_is_wrong_is_said_at_once() -> None:
    with pytest.raises(FormulaError) as raised:
        read_formula("if bid == 1 && zz > 2 then 1 / 2 else yy", Namespace(NAMES), 4)
    found = (raised.value, *raised.value.also)
    assert [error.at for error in found] == [7, 12, 15, 29, 38]
    assert [error.text for error in found if error.text.startswith("for ")] == [
        "for == write =",
        "for && write and",
        "for / write div, which rounds down",
    ]
