"""Which trials are run, in which order, and the lines they are saved in."""

from collections import Counter

import pytest

from hardware.grab.contacts import Seat
from hardware.lab.trials import (
    EXACT,
    WRITTEN,
    RigError,
    TrialResult,
    all_pairs,
    checked_pairs,
    plan,
    read_run,
    ring,
    run_lines,
    series,
)
from tests.hardware.lab.results import result, setting, us
from tests.hardware.table import ms

SEATS = tuple(map(Seat, range(3)))


def test_separations_are_three_a_decade_from_what_the_rig_can_do_to_10_ms() -> None:
    assert series(EXACT) == tuple(map(us, (1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 10e3)))
    assert series(WRITTEN)[0] == us(10)


def test_every_pair_both_ways_at_every_separation_as_often_as_asked() -> None:
    trials = plan(all_pairs(SEATS), WRITTEN, 3, 1, ms(14), {})
    counts = Counter((trial.first, trial.second, trial.apart) for trial in trials)
    assert len(counts) == 6 * len(series(WRITTEN))
    assert set(counts.values()) == {3}
    assert {trial.hold for trial in trials} == {ms(14)}


def test_a_seed_mixes_the_same_again_and_another_one_otherwise() -> None:
    one, again, other = (plan(all_pairs(SEATS), WRITTEN, 1, seed, ms(14), {}) for seed in (1, 1, 2))
    assert one == again
    assert one != other
    assert [trial.apart for trial in one] != sorted(trial.apart for trial in one)


def test_a_seat_on_a_usb_pad_is_tried_as_far_as_its_band_wants_and_held_longer() -> None:
    trials = plan(all_pairs(SEATS), WRITTEN, 5, 1, ms(14), {Seat(2): ms(9)})
    pins = [trial for trial in trials if Seat(2) not in (trial.first, trial.second)]
    pads = [trial for trial in trials if trial not in pins]
    assert {trial.hold for trial in pins} == {ms(14)}
    assert max(trial.apart for trial in pins) == ms(10)
    assert {trial.hold for trial in pads} == {ms(14 + 18)}
    assert ms(1) / 2 < min(trial.apart for trial in pads)
    assert ms(2 * 9) < max(trial.apart for trial in pads) < ms(2 * 36)
    # Evenly spaced separations would always fall on the same points of the pad's scan.
    assert len({trial.apart for trial in pads}) > len(pads) / 2


def test_neighbours_make_a_ring() -> None:
    assert ring(map(Seat, (5, 0, 2))) == ((0, 2), (2, 5), (5, 0))
    assert ring(map(Seat, (1, 0))) == ((0, 1),)


def test_pairs_that_cannot_be_pressed_are_refused() -> None:
    assert checked_pairs(None, SEATS) is None
    assert checked_pairs([(Seat(2), Seat(0))], SEATS) == ((2, 0),)
    with pytest.raises(RigError, match="seat 9 can't be pressed here: use 1, 2, 3"):
        checked_pairs([(Seat(0), Seat(8))], SEATS)
    with pytest.raises(RigError, match="1-1 is no pair: name two seats"):
        checked_pairs([(Seat(0), Seat(0))], SEATS)


def test_a_run_is_read_again_as_it_was_written() -> None:
    made = setting(planned=2)
    results = [result(0, 1, 10, 12), result(1, 0, 20, None, lost=(0,))]
    text = run_lines(made, results)
    assert len(text.splitlines()) == 3
    assert read_run(text, TrialResult) == (made, results)
