"""Figures worked out by hand, and a known truth that they must find again."""

from math import sqrt
from statistics import NormalDist

import msgspec
import pytest

from companion.chance import wilson
from companion.clock import MICROSECOND, Nanoseconds
from hardware.grab.contacts import Seat
from hardware.lab.figures import Figures, figures, predicted, robust
from hardware.lab.kinds import OTHERS, TrialKind
from hardware.lab.laboratory import simulated_laboratory
from hardware.lab.trials import Ruling, Setting
from hardware.lab.twin import Model
from tests.hardware.lab.runs import result, setting, us


def run(model: Model, repeat: int, seed: int = 1, seats: int = 4) -> tuple[Setting, Figures]:
    """Run a twin and return its figures."""
    with simulated_laboratory(None, repeat, seed, model=model, seats=seats) as lab:
        for _ in lab.run():
            pass
        return lab.setting, lab.figures()


def test_the_prediction_is_phi_of_d_over_sigma_root_two() -> None:
    assert predicted(0, 4) == 0.5
    assert predicted(4 * sqrt(2), 4) == pytest.approx(NormalDist().cdf(-1))
    assert predicted(1, 0) == 0.0


def test_robust_sigma_of_seven_values() -> None:
    # Median 0; distances 0 1 1 2 2 3 100, of which the median is 2; 2 * 1.4826.
    assert robust([0, 1, -1, 2, -2, 3, 100]) == pytest.approx(2 * 1.482602, abs=1e-5)
    assert robust([]) == 0.0


def test_every_order_is_counted_where_it_truly_was() -> None:
    found = figures(
        setting(planned=7),
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
    # Stamped alike is no order, so it counts as wrong.
    assert (near.separation, near.compared, near.wrong) == (us(10), 3, 2)
    assert (far.separation, far.compared, far.wrong) == (us(200), 3, 1)
    assert near.rulings[Ruling.DEAD_HEAT] == 3
    assert far.rulings[Ruling.VOID] == 1
    assert (found.trials, found.lost, found.reasons) == (7, 1, {"sequence_gap": 1})
    assert found.rulings[Ruling.WRONG] == 1
    assert found.clear is None
    assert found.latency is not None
    assert (found.latency.verdicts, found.latency.median) == (7, us(5_000))


def test_clear_begins_beyond_the_widest_wrong_order() -> None:
    found = figures(
        setting(),
        [
            result(0, 1, 20, -1),
            result(1, 0, 20, 20),
            result(0, 1, 50, 50),
            result(1, 0, 50, 50),
            result(0, 1, 90, 90),
        ],
    )
    assert found.clear is not None
    assert (found.clear.separation, found.clear.pairs) == (us(50), 3)
    assert found.clear.at_most == pytest.approx(1 - 0.05 ** (1 / 3))


def test_what_the_rig_is_not_sure_of_proves_nothing() -> None:
    found = figures(setting(), [result(0, 1, 10, -3, unsure=12), result(1, 0, 100, 100, unsure=30)])
    assert found.unsure == 1
    assert [point.wrong for point in found.curve] == [0]
    assert found.clear is not None
    # Perhaps it was only 70 µs apart.
    assert found.clear.separation == us(70)


def test_a_dead_heat_surely_outside_the_band_is_told_from_one_that_may_be_inside() -> None:
    found = figures(
        setting(),
        [
            result(0, 1, 99, 99, Ruling.DEAD_HEAT),
            result(0, 1, 104, 99, Ruling.DEAD_HEAT, unsure=5),
            result(0, 1, 106, 99, Ruling.DEAD_HEAT, unsure=5),
        ],
    )
    assert found.wide_heats == 1


def test_wrong_orders_are_counted_by_the_pin_they_favour() -> None:
    found = figures(setting(), [result(1, 0, 5, -1), result(2, 0, 5, -1), result(0, 1, 5, -1)])
    assert (found.by_pin.lower_first, found.by_pin.of) == (2, 3)
    assert found.by_pin.chance == pytest.approx(1.0)


def test_sigma_by_hand() -> None:
    # Errors of ±4 µs both ways round, no seat late: one stamp scatters by 4 / √2, with n - 1 in 8.
    found = figures(
        setting(2), [result(one, 1 - one, 100, 100 + e) for one in (0, 1) for e in (4, -4, 4, -4)]
    )
    (sigma,) = found.sigmas
    assert sigma.plain == pytest.approx(us(4) * sqrt(8 / 7) / sqrt(2))
    assert sigma.robust == pytest.approx(us(4) * 1.482602 / sqrt(2))


def test_nothing_at_all_makes_empty_figures() -> None:
    found = figures(setting(planned=3), [])
    assert (found.trials, found.curve, found.clear, found.seats, found.latency) == (0, (), None, (), None)


@pytest.mark.parametrize(
    ("sigma", "seed"),
    [(2.0, 1), *(pytest.param(*case, marks=pytest.mark.long) for case in ((4.0, 2), (20.0, 3)))],
)
def test_the_twins_sigma_is_found_again(sigma: float, seed: int) -> None:
    _, found = run(Model(sigma=sigma * MICROSECOND), repeat=10, seed=seed)
    (spread,) = found.sigmas
    assert spread.low <= sigma * MICROSECOND <= spread.high
    # The median is less sharp: 1.17 sigma / √n is its standard error.
    assert spread.robust == pytest.approx(sigma * MICROSECOND, rel=4 * 1.17 / sqrt(spread.trials))


@pytest.mark.long
def test_the_twins_late_seat_is_found_again() -> None:
    late = 5 * MICROSECOND
    _, found = run(Model(bias={Seat(2): late}), repeat=10)
    (named,) = found.outstanding
    assert named.seat == 2
    assert named.late.low <= late <= named.late.high


@pytest.mark.long
def test_the_twins_curve_lies_on_the_prediction() -> None:
    _, found = run(Model(sigma=10.0 * MICROSECOND), repeat=25)
    off = [
        f"{point.separation} ns: {point.low:.3f} to {point.high:.3f}, predicted {point.predicted:.3f}"
        for point in found.curve
        # An interval is four standard errors wide; three are hardly ever missed.
        if abs(point.wrong / point.compared - point.predicted) > 0.75 * (point.high - point.low)
    ]
    assert not off, "\n".join(off)
    assert found.curve[0].wrong > 100


@pytest.mark.long
def test_a_tail_widens_the_plain_sigma_and_not_the_robust_one() -> None:
    _, found = run(Model(tail=0.02, tail_mean=100.0 * MICROSECOND), repeat=10)
    (spread,) = found.sigmas
    assert spread.robust == pytest.approx(4 * MICROSECOND, rel=0.15)
    assert spread.plain > 2 * spread.robust


@pytest.mark.long
def test_ties_in_pin_order_are_noticed() -> None:
    _, found = run(Model(tie_span=6 * MICROSECOND), repeat=10)
    assert found.by_pin.lower_first > 0.9 * found.by_pin.of
    assert found.by_pin.chance < 1e-6


def test_lost_edges_make_voids_and_are_counted() -> None:
    _, found = run(Model(lost=0.05), repeat=2, seed=2)
    assert found.lost > 0
    assert found.reasons.keys() == {"sequence_gap"}
    assert found.rulings[Ruling.WRONG] == 0
    assert [one.rulings[Ruling.WRONG] for one in found.kinds] == [0] * len(OTHERS)


def test_other_kinds_are_counted_by_themselves_and_change_nothing_of_the_pairs() -> None:
    pairs = [result(0, 1, 200, 205), result(1, 0, 200, 190)]
    others = [
        result(0, 1, 1_000, None, Ruling.WRONG, kind=TrialKind.SPIKES),
        result(0, 1, 1_000, None, Ruling.VOID, reason="two_readings", kind=TrialKind.SPIKES),
        result(0, 1, 1_000, 900, Ruling.NONE, latency=None, kind=TrialKind.TAP),
    ]
    alone, found = figures(setting(planned=5), pairs), figures(setting(planned=5), pairs + others)
    spikes, tap = found.kinds
    assert (spikes.kind, spikes.judged, spikes.reasons) == (TrialKind.SPIKES, 2, {"two_readings": 1})
    assert (spikes.rulings[Ruling.WRONG], tap.rulings[Ruling.NONE]) == (1, 1)
    assert (spikes.low, spikes.high) == wilson(1, 2)
    # Of two hands each, but one where the other seat only has interference.
    assert (found.trials, found.presses) == (5, 8)
    assert alone.kinds == ()
    assert msgspec.structs.replace(found, trials=2, presses=4, kinds=()) == alone


def test_what_the_rig_played_otherwise_than_asked_is_of_no_kind() -> None:
    strayed = result(0, 1, 1_000, None, Ruling.WRONG, kind=TrialKind.BRUSH, astray=1_001)
    found = figures(setting(), [strayed, result(0, 1, 1_000, 1_000, kind=TrialKind.BRUSH, astray=999)])
    (brush,) = found.kinds
    assert (brush.judged, brush.astray, brush.rulings[Ruling.WRONG]) == (1, 1, 0)


def test_the_twin_is_ruled_right_whatever_its_switches_do() -> None:
    _, found = run(Model(), repeat=3)
    assert [(one.kind, one.rulings[Ruling.RIGHT]) for one in found.kinds] == [
        (kind, 12 if kind is TrialKind.STALL else 36) for kind in OTHERS
    ]
    assert found.lost == 0


def test_the_latency_of_the_twin_is_its_window() -> None:
    made, found = run(Model(), repeat=1)
    assert found.latency is not None
    assert found.latency.median == made.window
    assert found.latency.longest < made.window + Nanoseconds(MICROSECOND)
