"""Figures worked out by hand: orders, the separation from which they are right, scatter, lateness."""

from math import sqrt

import pytest

from companion.chance import wilson
from hardware.lab.answer import figures
from hardware.lab.trials import Ruling
from tests.hardware.lab.results import result, setting, us


def test_every_order_is_counted_where_it_truly_was() -> None:
    found = figures(
        setting(),
        [
            result(0, 1, 10, 12, Ruling.DEAD_HEAT),
            result(1, 0, 10, -2, Ruling.DEAD_HEAT),
            result(0, 1, 11, 0, Ruling.DEAD_HEAT),
            result(0, 1, 200, 190),
            result(1, 0, 200, 205),
            result(0, 1, 200, -5, Ruling.WRONG),
            result(0, 1, 200, None, Ruling.VOID, reason="sequence_gap", lost=(1,)),
        ],
    )
    near, far = found.curve
    # Equal stamps are no order, so they count as wrong.
    assert (near.separation, near.compared, near.wrong) == (us(10), 3, 2)
    assert (far.separation, far.compared, far.wrong) == (us(200), 3, 1)
    assert (far.low, far.high) == wilson(1, 3)
    assert (near.rulings[Ruling.DEAD_HEAT], far.rulings[Ruling.VOID]) == (3, 1)
    assert (found.trials, found.lost, found.reasons) == (7, {1: 1}, {"sequence_gap": 1})
    assert found.rulings[Ruling.WRONG] == 1
    assert found.clear is None


def test_clear_begins_beyond_the_widest_wrong_order() -> None:
    wrong = [result(0, 1, 20, -1), result(1, 0, 20, 20)]
    right = [result(0, 1, 50, 50), result(1, 0, 50, 50), result(0, 1, 90, 90)]
    found = figures(setting(), wrong + right).clear
    assert found is not None
    assert (found.separation, found.pairs) == (us(50), 3)
    assert found.at_most == pytest.approx(1 - 0.05 ** (1 / 3))


def test_what_the_rig_is_not_sure_of_proves_nothing() -> None:
    found = figures(setting(), [result(0, 1, 10, -3, unsure=12), result(1, 0, 100, 100, unsure=30)])
    assert [point.wrong for point in found.curve] == [0]
    assert found.clear is not None
    # It may have been only 70 µs apart.
    assert found.clear.separation == us(70)
    assert found.known_to == us(21)


def test_scatter_is_what_most_stamps_do_and_the_widest_is_told_beside_it() -> None:
    # Errors of ±4 µs both ways round; one in a hundred is 90 µs late, as measured by a rig good to 2 µs.
    errors = [4.0, -4.0, 4.0, -4.0] * 24 + [4.0, -4.0, 4.0, 90.0]
    ways = [(0, 1), (0, 1), (1, 0), (1, 0)] * 25
    made = [result(*way, 500, 500 + error, unsure=2) for way, error in zip(ways, errors, strict=True)]
    found = figures(setting(), made)
    (spread,) = found.spreads
    assert spread.sigma == pytest.approx(us(4) * 1.482602 / sqrt(2), rel=0.05)
    assert (spread.source, spread.pairs, spread.most) == ("pins", 100, us(92))
    assert us(6) <= spread.p99 < us(10)


def test_stamps_of_two_sources_are_told_from_those_of_one() -> None:
    made = setting(sources=("pins", "board", "board"))
    found = figures(made, [result(0, 1, 10, 12), result(2, 0, 10, 12), result(1, 2, 10, 11)])
    assert [(one.source, one.pairs) for one in found.spreads] == [("board", 1), ("board against pins", 2)]


def test_nothing_at_all_makes_empty_figures() -> None:
    found = figures(setting(planned=3), [])
    assert (found.trials, found.curve, found.clear, found.lateness) == (0, (), None, None)
    lost = figures(setting(), [result(0, 1, 10, None, Ruling.NONE, lost=(0, 1))])
    assert (lost.spreads, lost.curve[0].compared) == ((), 0)
