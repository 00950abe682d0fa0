"""What is tried, in which order, and the lines it is kept in."""

from collections import Counter

import msgspec
import pytest

from companion.clock import MILLISECOND, Nanoseconds
from hardware.contacts import Seat
from hardware.lab.figures import figures
from hardware.lab.rig import EXACT, WRITTEN
from hardware.lab.trials import all_pairs, dumps, loads, plan, series
from tests.hardware.lab.runs import result, setting, us

SEATS = tuple(map(Seat, range(3)))


def test_separations_are_three_a_decade() -> None:
    assert series(EXACT) == tuple(map(us, (1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 10e3)))
    assert series(WRITTEN)[0] == us(10)
    assert series(us(3), us(20)) == (us(5), us(10), us(20))
    assert series(EXACT)[-1] == Nanoseconds(10 * MILLISECOND)


def test_every_pair_both_ways_at_every_separation_as_often_as_asked() -> None:
    trials = plan(all_pairs(SEATS), (us(1), us(10)), repeat=3, seed=1)
    counts = Counter((trial.first, trial.second, trial.asked) for trial in trials)
    assert len(counts) == 6 * 2
    assert set(counts.values()) == {3}
    assert [trial.number for trial in trials] == list(range(36))


def test_a_seed_mixes_the_same_again_and_another_one_otherwise() -> None:
    pairs = all_pairs(SEATS)
    assert plan(pairs, (us(1), us(10)), 3, seed=1) == plan(pairs, (us(1), us(10)), 3, seed=1)
    assert plan(pairs, (us(1), us(10)), 3, seed=1) != plan(pairs, (us(1), us(10)), 3, seed=2)


def test_anybody_can_compute_the_figures_again_from_the_lines() -> None:
    made = setting(planned=2)
    results = [result(0, 1, 10, 12), result(1, 0, 20, None, lost=(0,))]
    text = dumps(made, results)
    assert len(text.splitlines()) == 3
    assert figures(*loads(text)) == figures(made, results)


def test_lines_of_something_else_are_refused() -> None:
    with pytest.raises(msgspec.DecodeError):
        loads(b'{"something": 1}\n')
