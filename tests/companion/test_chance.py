"""Intervals and exact tests against values worked out by hand."""

from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.chance import at_most, holm, percentile, sign_test, student, wilson


def test_wilson_of_half_of_ten() -> None:
    # Centre 0.5; half-width (1.96 / (1 + 3.8415 / 10)) * sqrt(0.025 + 3.8415 / 400) = 0.26341.
    assert wilson(5, 10) == pytest.approx((0.23659, 0.76341), abs=1e-5)


def test_wilson_of_none_reaches_from_nought_to_z2_over_n_and_z2() -> None:
    assert wilson(0, 10) == pytest.approx((0.0, 3.841459 / 13.841459))
    assert wilson(0, 10)[0] == 0.0
    assert wilson(10, 10)[1] == 1.0
    assert wilson(0, 0) == (0.0, 1.0)


@given(st.integers(1, 500).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of))))
def test_wilson_holds_what_was_seen(seen: tuple[int, int]) -> None:
    count, of = seen
    low, high = wilson(count, of)
    assert 0 <= low <= count / of <= high <= 1


@pytest.mark.parametrize(
    ("count", "of", "expected"),
    [
        (0, 10, 2 / 1024),
        (1, 10, 2 * (1 + 10) / 1024),
        (9, 10, 2 * (1 + 10) / 1024),
        (3, 8, 2 * (1 + 8 + 28 + 56) / 256),
        (5, 10, 1.0),
        (0, 0, 1.0),
        (1, 1, 1.0),
    ],
)
def test_the_sign_test(count: int, of: int, expected: float) -> None:
    assert sign_test(count, of) == pytest.approx(expected)


@given(st.integers(1, 300).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of))))
def test_the_sign_test_is_the_sum_of_binomials(seen: tuple[int, int]) -> None:
    count, of = seen
    tail = sum(comb(of, n) for n in range(min(count, of - count) + 1)) / 2**of
    assert sign_test(count, of) == pytest.approx(min(1.0, 2 * tail))


def test_a_sign_test_of_a_million_is_quick_and_sane() -> None:
    assert sign_test(500_000, 1_000_000) == 1.0
    # 980 from the middle is 1.96 standard deviations of 500.
    assert sign_test(499_020, 1_000_000) == pytest.approx(0.05, abs=0.0005)


def test_holm_multiplies_the_least_by_all_and_never_goes_down() -> None:
    assert holm((0.01, 0.04, 0.03)) == pytest.approx((0.03, 0.06, 0.06))
    assert holm((0.5, 0.6)) == (1.0, 1.0)
    assert holm(()) == ()


def test_what_none_in_ten_excludes() -> None:
    # 0.74113 to the tenth is 0.05.
    assert at_most(10) == pytest.approx(1 - 0.74113, abs=1e-5)
    assert at_most(0) == 1.0


@pytest.mark.parametrize(("freedom", "expected"), [(5, 2.5706), (10, 2.2281), (30, 2.0423), (10**9, 1.96)])
def test_students_quantile(freedom: int, expected: float) -> None:
    assert student(freedom) == pytest.approx(expected, rel=0.01)


def test_percentiles_lie_between_two_values_in_proportion() -> None:
    assert percentile([1.0, 2.0, 3.0, 4.0], 0.5) == 2.5
    assert percentile([7.0], 0.99) == 7.0
    assert percentile([1.0, 2.0], 1.0) == 2.0
