"""What is tried, in which order, and the lines it is kept in."""

import random
from collections import Counter

import msgspec
import pytest

from companion.clock import MILLISECOND, Nanoseconds
from hardware.grab.contacts import Seat
from hardware.lab.figures import figures
from hardware.lab.kinds import TrialKind
from hardware.lab.rig import EXACT, WRITTEN
from hardware.lab.trials import all_pairs, dumps, loads, plan, series, written
from tests.hardware.lab.runs import result, setting, us
from tests.hardware.table import ms

SEATS = tuple(map(Seat, range(3)))
PAIR = ((Seat(0), Seat(1)),)


def test_separations_are_three_a_decade() -> None:
    assert series(EXACT) == tuple(map(us, (1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 10e3)))
    assert series(WRITTEN)[0] == us(10)
    assert series(us(3), us(20)) == (us(5), us(10), us(20))
    assert series(EXACT)[-1] == Nanoseconds(10 * MILLISECOND)


def test_every_pair_both_ways_at_every_separation_as_often_as_asked() -> None:
    trials = plan(all_pairs(SEATS), (us(1), us(10)), repeat=3, seed=1, hold=ms(14))
    pairs = [trial for trial in trials if trial.kind is TrialKind.PAIR]
    counts = Counter((trial.first, trial.second, trial.asked) for trial in pairs)
    assert len(counts) == 6 * 2
    assert set(counts.values()) == {3}
    assert [trial.number for trial in trials] == list(range(len(trials)))


def test_a_seed_mixes_the_same_again_and_another_one_otherwise() -> None:
    one, again, other = (plan(all_pairs(SEATS), (us(1), us(10)), 3, seed, ms(14)) for seed in (1, 1, 2))
    assert one == again
    assert one != other


def test_every_other_kind_comes_as_often_as_a_separation_and_stalls_a_tenth() -> None:
    counts = Counter((trial.kind, trial.first) for trial in plan(PAIR, (us(1),), 20, seed=1, hold=ms(14)))
    assert {(kind, seat): counts[kind, Seat(seat)] for kind in TrialKind for seat in (0, 1)} == {
        (kind, seat): 2 if kind is TrialKind.STALL else 20 for kind in TrialKind for seat in (0, 1)
    }


def of(kind: TrialKind) -> list[str]:
    """Return a trial of seats 0 and 1, 2 ms apart, in µs: `+0!` is seat 0 pressing, `-0` it opening."""
    trial = written(0, kind, Seat(0), Seat(1), ms(2), ms(14), random.Random(3))
    start = next(stroke.at for stroke in trial.score if stroke.begins)
    return [
        f"{'+' if stroke.closed else '-'}{stroke.seat}{'!' * stroke.begins} {(stroke.at - start) // 1_000}"
        for stroke in (*trial.before, *trial.score)
    ]


def test_what_the_kinds_play() -> None:
    assert of(TrialKind.PAIR) == ["+0! 0", "+1! 2000", "-0 16000", "-1 16000"]
    brush, end, *presses = of(TrialKind.BRUSH)
    assert brush.startswith("+0 -")
    assert int(end.split()[1]) - int(brush.split()[1]) == 500
    assert presses == of(TrialKind.PAIR)
    assert of(TrialKind.SPIKES) == ["+1 -4000", "-1 -3940", "+1 -1000", "-1 -940", "+0! 0", "-0 14000"]
    # The hand lies there before the pad is armed.
    assert of(TrialKind.CHATTER)[1:] == ["-1 -60000", "+1 -59800", "+0! 0", "-0 14000", "-1 14000"]
    assert of(TrialKind.TAP) == ["+0! 0", "+1! 2000", "-0 15000", "-1 16000"]
    assert [stroke for stroke in of(TrialKind.BOUNCE) if "0" in stroke.split()[0]] == [
        f"{edge} {at}"
        for edge, at in zip(
            ["+0!", "-0", "+0", "-0", "+0", "-0", "+0", "-0", "+0", "-0"],
            [0, 400, 800, 1200, 1600, 17600, 18000, 18400, 18800, 19200],
            strict=True,
        )
    ]


def test_a_stall_begins_while_the_switches_move() -> None:
    for number in range(50):
        trial = written(number, TrialKind.STALL, Seat(0), Seat(1), ms(5), ms(14), random.Random(number))
        assert trial.stall is not None
        assert ms(60) <= trial.stall.lasts <= ms(2_000)
        assert 0 < trial.stall.at < trial.score[-1].at < trial.length


def test_only_the_first_hand_may_win_and_it_is_pressed_first_in_every_kind() -> None:
    for kind in TrialKind:
        trial = written(0, kind, Seat(2), Seat(1), ms(1), ms(14), random.Random(1))
        assert trial.pressing[0] == trial.first == Seat(2)
        assert list(trial.score) == sorted(trial.score, key=lambda stroke: stroke.at)


def test_anybody_can_compute_the_figures_again_from_the_lines() -> None:
    made = setting(planned=2)
    results = [result(0, 1, 10, 12), result(1, 0, 20, None, lost=(0,))]
    text = dumps(made, results)
    assert len(text.splitlines()) == 3
    assert figures(*loads(text)) == figures(made, results)


def test_lines_of_something_else_are_refused() -> None:
    with pytest.raises(msgspec.DecodeError):
        loads(b'{"something": 1}\n')
