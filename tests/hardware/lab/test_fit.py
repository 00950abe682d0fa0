"""Fitting how late each seat is from differences of pairs: by hand, and against a known truth."""

import random
from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.grab.contacts import Seat
from hardware.lab.answer import TimeDifference, lateness


def difference(first: int, second: int, later: float) -> TimeDifference:
    return TimeDifference(Seat(first), Seat(second), later)


def drawn(late: tuple[float, ...], each: int, seed: int, side: float = 7.0) -> list[TimeDifference]:
    """Draw differences of every pair, both ways round, with errors of standard deviation 10."""
    luck = random.Random(seed)
    return [
        difference(one, other, side + late[other] - late[one] + luck.gauss(0, 10))
        for one in range(len(late))
        for other in range(len(late))
        if one != other
        for _ in range(each)
    ]


def test_two_seats_both_ways_round() -> None:
    # side + d = 3 or 5, side - d = -1 or 1: the side adds 2, seat 1 is 2 later than seat 0.
    fit = lateness([difference(0, 1, 3), difference(0, 1, 5), difference(1, 0, -1), difference(1, 0, 1)])
    assert fit.side.value == pytest.approx(2)
    assert {seat: one.value for seat, one in fit.seats.items()} == pytest.approx({0: -2, 1: 2})
    assert (fit.latest, fit.earliest) == (Seat(1), Seat(0))
    assert fit.widest.value == pytest.approx(2)
    # Four residuals of 1, with two values fitted from four.
    assert fit.residuals == pytest.approx((-1, 1, -1, 1), abs=1e-5)
    assert fit.scatter == pytest.approx(2**0.5)


@settings(max_examples=30)
@given(st.lists(st.integers(-1000, 1000), min_size=2, max_size=8), st.integers(-500, 500))
def test_without_errors_the_truth_comes_back(late: list[int], side: int) -> None:
    fit = lateness(
        [
            difference(one, other, side + late[other] - late[one])
            for one in range(len(late))
            for other in range(len(late))
            if one != other
        ]
    )
    others = [(sum(late) - one) / (len(late) - 1) for one in late]
    truth = [one - other for one, other in zip(late, others, strict=True)]
    assert [one.value for one in fit.seats.values()] == pytest.approx(truth, abs=0.01)
    assert fit.side.value == pytest.approx(side, abs=0.01)


def test_intervals_hold_the_truth_of_all_seats_at_once() -> None:
    late = (-30.0, 10.0, 0.0, 20.0)
    truth = [one - (sum(late) - one) / 3 for one in late]
    held = side = apart = 0
    for seed in range(200):
        fit = lateness(drawn(late, 5, seed))
        held += all(one.low <= true <= one.high for one, true in zip(fit.seats.values(), truth, strict=True))
        side += fit.side.low <= 7 <= fit.side.high
        apart += fit.widest.low <= 50 <= fit.widest.high
    # At least 95 % of 200, less three standard deviations; and not so wide that they say nothing.
    assert 181 <= held < 200
    assert side >= 181
    assert apart >= 181
    assert fit.widest.high - fit.widest.low < 15


def test_of_equal_seats_the_widest_pair_is_shown_to_differ_no_oftener_than_once_in_twenty() -> None:
    """The widest of 28 pairs has 28 chances to look different."""
    shown = sum(lateness(drawn((0.0,) * 8, 1, seed)).widest.low > 0 for seed in range(300))
    # At most 5 % of 300, plus three standard deviations.
    assert shown <= 26


@pytest.mark.parametrize(
    "compared",
    [
        pytest.param([(0, 1, 3), (0, 1, 5), (0, 1, 4)], id="one way round"),
        pytest.param([(0, 1, 3), (1, 0, -1)], id="too few"),
        pytest.param([(0, 1, 8), (1, 0, -8), (2, 3, 8), (3, 2, -8), (2, 3, 9), (3, 2, -9)] * 2, id="groups"),
    ],
)
def test_what_cannot_be_told_has_no_bounds(compared: list[tuple[int, int, float]]) -> None:
    fit = lateness([difference(*one) for one in compared])
    assert {one.high for one in fit.seats.values()} == {inf}
    # In the groups, seats that were compared with each other can still be told apart.
    assert fit.widest.known is (len(fit.seats) > 2)
