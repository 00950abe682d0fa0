"""Differences between two become delays of each: by hand, and against a known truth."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.grab.contacts import Seat
from hardware.lab.offsets import Lateness, offsets


def difference(first: int, second: int, later: float) -> Lateness:
    return Lateness(Seat(first), Seat(second), later)


def test_two_seats_both_ways_round() -> None:
    # side + d = 3 and side - d = -1: the side adds 1, seat 1 is 2 later than seat 0.
    fit = offsets([difference(0, 1, 3), difference(1, 0, -1)])
    assert fit.side is not None
    assert fit.side.value == pytest.approx(1)
    assert {seat: one.value for seat, one in fit.seats.items()} == pytest.approx({0: -1, 1: 1})
    assert fit.residuals == pytest.approx((0, 0))


def test_one_way_round_the_side_cannot_be_told_from_the_seats() -> None:
    fit = offsets([difference(0, 1, 3), difference(0, 1, 5)])
    assert fit.side is None
    assert {seat: one.value for seat, one in fit.seats.items()} == pytest.approx({0: -2, 1: 2})
    # Residuals are -1 and 1, one degree of freedom: by hand sd of the difference's mean is 1.
    between = fit.between(Seat(1), Seat(0))
    assert between.value == pytest.approx(4)
    assert fit.covariance[Seat(1), Seat(1)] * 4 == pytest.approx(1)


def test_a_ring_driven_one_way_round_tells_the_side() -> None:
    fit = offsets([difference(0, 1, 6), difference(1, 2, 6), difference(2, 0, 3)])
    # All round the seats cancel: three sides are 15.
    assert fit.side is not None
    assert fit.side.value == pytest.approx(5)
    assert {seat: one.value for seat, one in fit.seats.items()} == pytest.approx({0: -1, 1: 0, 2: 1})


def test_seats_that_were_never_compared_stay_apart() -> None:
    fit = offsets([difference(0, 1, 2), difference(1, 0, -2), difference(2, 3, 8), difference(3, 2, -8)])
    assert fit.groups == ((0, 1), (2, 3))
    assert {seat: one.value for seat, one in fit.seats.items()} == pytest.approx({0: -1, 1: 1, 2: -4, 3: 4})


def test_nothing_compared_is_refused() -> None:
    with pytest.raises(ValueError, match="nothing was compared"):
        offsets([])


def test_too_few_strikes_have_no_bounds() -> None:
    fit = offsets([difference(0, 1, 3), difference(1, 0, -1)])
    assert fit.seats[Seat(0)].high == float("inf")


@settings(max_examples=30)
@given(st.lists(st.integers(-1000, 1000), min_size=2, max_size=8), st.integers(-500, 500))
def test_without_errors_the_truth_comes_back(late: list[int], side: int) -> None:
    found = [
        difference(one, other, side + late[other] - late[one])
        for one in range(len(late))
        for other in range(len(late))
        if one != other
    ]
    fit = offsets(found)
    mean = sum(late) / len(late)
    assert [one.value for one in fit.seats.values()] == pytest.approx([one - mean for one in late], abs=1e-6)
    assert fit.side is not None
    assert fit.side.value == pytest.approx(side, abs=1e-6)


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    luck = random.Random(3)
    late = (-30.0, 10.0, 0.0, 20.0)
    held = of = 0
    for _ in range(150):
        found = [
            # Pairs with the last seat scatter four times as wide as the others.
            difference(
                one, other, 7 + late[other] - late[one] + luck.gauss(0, 40 if 3 in (one, other) else 10)
            )
            for one in range(4)
            for other in range(4)
            if one != other
            for _ in range(10)
        ]
        fit = offsets(found)
        held += sum(
            fit.seats[Seat(seat)].low <= late[seat] <= fit.seats[Seat(seat)].high for seat in range(4)
        )
        of += 4
    # 95 % of 600 are 570; 16 either way are three standard deviations.
    assert 570 - 16 <= held <= 570 + 16, f"{held} of {of}"
