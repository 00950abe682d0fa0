"""Press calibration: stiff switches are found again, and nobody else is slandered."""

import random

import pytest

from companion.clock import MILLISECOND, Nanoseconds
from hardware.grab.contacts import Seat
from hardware.lab.press import StickStrike, calibrate, ring, shared

STIFF = {0: 0.0, 1: 2.5, 2: 0.0, 3: -1.0}
"""Seat: how much later its switch closes, in ms."""


def strikes(
    stiff: dict[int, float], times: int, seed: int, side: float = 0.8, scatter: float = 1.5
) -> list[StickStrike]:
    """Strikes of every neighbouring pair, sides swapped, with a hand of that scatter (ms)."""
    luck = random.Random(seed)
    return [
        StickStrike(
            left,
            right,
            Nanoseconds(round((side + stiff[right] - stiff[left] + luck.gauss(0, scatter)) * MILLISECOND)),
        )
        for one, other in ring(map(Seat, stiff))
        for left, right in ((one, other), (other, one))
        for _ in range(times)
    ]


def test_by_hand() -> None:
    # Left on seat 0: 5 ms later, left on seat 1: 1 ms earlier; so 3 ms apart, and 2 ms of the stick's.
    found = calibrate(
        [
            StickStrike(Seat(0), Seat(1), Nanoseconds(5_000_000)),
            StickStrike(Seat(1), Seat(0), Nanoseconds(-1_000_000)),
        ]
    )
    assert found.side is not None
    assert found.side.value == pytest.approx(2_000_000)
    latest, earliest, between = found.extremes
    assert (latest, earliest) == (1, 0)
    assert between.value == pytest.approx(3_000_000)
    assert [one.late.value for one in found.delays] == pytest.approx([-1_500_000, 1_500_000])
    assert [one.strikes for one in found.delays] == [2, 2]


def test_stiff_and_quick_switches_are_found_again() -> None:
    found = calibrate(strikes(STIFF, times=15, seed=1))
    mean = sum(STIFF.values()) / len(STIFF)
    for one in found.delays:
        truth = (STIFF[one.seat] - mean) * MILLISECOND
        assert one.late.low <= truth <= one.late.high, one
    latest, earliest, between = found.extremes
    assert (latest, earliest) == (1, 3)
    assert between.low <= 3.5 * MILLISECOND <= between.high
    assert found.side is not None
    assert found.side.low <= 0.8 * MILLISECOND <= found.side.high
    assert found.scatter == pytest.approx(1.5 * MILLISECOND, rel=0.3)


def test_with_alike_switches_a_seat_is_slandered_in_few_calibrations_of_a_hundred() -> None:
    alike = dict.fromkeys(range(5), 0.0)
    slandered = 0
    for seed in range(100):
        found = calibrate(strikes(alike, times=10, seed=seed))
        slandered += any(one.late.low > 0 or one.late.high < 0 for one in found.delays)
    # 5 are allowed; 11 are less likely than 1 in 200.
    assert slandered <= 11


def test_neighbours_make_a_ring() -> None:
    assert ring(map(Seat, (0, 2, 5))) == ((0, 2), (2, 5), (5, 0))
    assert ring(map(Seat, (1, 0))) == ((0, 1),)


def test_intervals_that_hold_together_are_each_more_certain() -> None:
    assert shared(1) == pytest.approx(0.95)
    assert shared(5) == pytest.approx(0.99)


def test_no_strikes_no_calibration() -> None:
    with pytest.raises(ValueError, match="nothing was compared"):
        calibrate([])
