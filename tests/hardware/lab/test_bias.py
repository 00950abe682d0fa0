"""Who is named as late, and who isn't."""

import random

import pytest

from hardware.grab.contacts import Seat
from hardware.lab.bias import biases, outstanding
from hardware.lab.offsets import Lateness

LATE = 60.0
SIGMA = 40.0


def errors(seats: int, late: dict[int, float], each: int, seed: int, side: float = 0.0) -> list[Lateness]:
    """Errors of every pair, both ways round, as a source of `SIGMA` makes them."""
    luck = random.Random(seed)
    return [
        Lateness(
            Seat(one),
            Seat(other),
            side + late.get(other, 0) - late.get(one, 0) + luck.gauss(0, SIGMA) - luck.gauss(0, SIGMA),
        )
        for one in range(seats)
        for other in range(seats)
        if one != other
        for _ in range(each)
    ]


def test_by_hand() -> None:
    # Seat 2 is late in all four of its trials, seat 0 in one of four, seat 1 likewise.
    found = biases(
        [
            Lateness(Seat(0), Seat(2), 6),
            Lateness(Seat(2), Seat(0), -6),
            Lateness(Seat(1), Seat(2), 6),
            Lateness(Seat(2), Seat(1), -6),
            Lateness(Seat(0), Seat(1), 1),
            Lateness(Seat(1), Seat(0), 1),
        ]
    )
    assert [(one.later, one.of) for one in found][2] == (4, 4)
    assert found[2].chance == pytest.approx(2 / 16)
    assert found[2].corrected == pytest.approx(3 * 2 / 16)
    # 6 later than both others: that's what "against the others" means.
    assert found[2].late.value == pytest.approx(6)
    assert found[0].late.value == pytest.approx(-3)


def test_the_late_seat_is_named_and_nobody_else() -> None:
    named = outstanding(errors(4, {2: LATE}, 60, seed=1))
    assert [one.seat for one in named] == [2]
    assert named[0].late.low <= LATE <= named[0].late.high


def test_an_early_seat_is_named_too() -> None:
    named = outstanding(errors(4, {1: -LATE}, 60, seed=2))
    assert [one.seat for one in named] == [1]
    assert named[0].late.high < 0


def test_two_late_seats_of_five_are_both_named() -> None:
    named = outstanding(errors(5, {0: LATE, 4: 2 * LATE}, 60, seed=3))
    assert sorted(one.seat for one in named) == [0, 4]


def test_of_two_seats_neither_can_be_named() -> None:
    found = errors(2, {1: LATE}, 100, seed=4)
    assert outstanding(found) == ()
    assert min(one.corrected for one in biases(found)) < 0.001


def test_what_the_rig_adds_to_every_second_press_is_no_seats_fault() -> None:
    assert outstanding(errors(4, {}, 60, seed=5, side=3 * SIGMA)) == ()


def test_where_nobody_is_late_somebody_is_named_in_few_runs_of_a_hundred() -> None:
    named = sum(bool(outstanding(errors(4, {}, 10, seed))) for seed in range(100))
    assert named <= 4


def test_no_errors_no_seats() -> None:
    assert biases([]) == ()
    assert outstanding([]) == ()
