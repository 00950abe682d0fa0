"""The kernel lane's judgement of made-up bursts: it must notice what it exists to notice."""

import random

import pytest

from companion.clock import Instant
from hardware.grab.adjudicate import Budget, DeadHeat, Quality, Verdict, adjudicate
from hardware.grab.contacts import MONOTONIC, ClockId, Contact, Edge, Seat
from tests.hardware.table import START, ms
from tests.kernel import duels, pads
from tests.kernel.bursts import Tally, measure, report
from tests.kernel.duels import Duel
from tests.kernel.gadgets import Made
from tests.kernel.lines import Done
from tests.kernel.outcome import Outcome
from tests.kernel.score import gap, press, together, touch, us
from tests.kernel.truth import Worth, replay, spoiled, winner, worth

BAND = ms(0.1)
BUDGETS = {MONOTONIC: Budget(Quality.KERNEL, BAND)}


def presses(*ats: float) -> list[Done]:
    """Return presses of seats 0, 1, ... at these milliseconds; a write takes 30 µs."""
    return [Done(seat, True, START + ms(at), START + ms(at + 0.03)) for seat, at in enumerate(ats)]


def decided(*ats: float) -> Verdict:
    """Return the verdict of a pad that stamped seats 0, 1, ... at these milliseconds."""
    contacts = [Contact(Seat(seat), Instant(START + ms(at))) for seat, at in enumerate(ats)]
    return adjudicate(contacts, arming=1, budgets=BUDGETS)


def judged(done: list[Done], verdict: Verdict | None) -> Tally:
    """Return the lane's judgement of one burst."""
    tally = Tally()
    measure(tally, done, [(verdict, START + ms(6))] if verdict else [], verdict, [])
    return tally


def failures(tally: Tally) -> list[str]:
    """Return what the lane would fail for."""
    outcome = Outcome("bursts")
    report(outcome, "gpiod", tally)
    return [failure.removeprefix("gpiod: ") for failure in outcome.failures if "far enough" not in failure]


def test_a_right_verdict_passes() -> None:
    tally = judged(presses(0, 0.2, 0.4), decided(0.01, 0.21, 0.41))
    assert (tally.pairs, tally.misordered, tally.lost, tally.wrong) == (3, 0, 0, [])
    assert failures(tally) == []


def test_a_pair_in_the_wrong_order_fails() -> None:
    tally = judged(presses(0, 0.2, 0.4), decided(0.01, 0.45, 0.41))
    assert (tally.pairs, tally.misordered, tally.wrong) == (3, 1, [])
    assert failures(tally) == ["1 pairs in the wrong order"]


def test_the_wrong_winner_fails_and_so_does_a_tie_that_was_none() -> None:
    for verdict in (decided(0.25, 0.01), decided(0.01, 0.1)):
        (failure,) = failures(judged(presses(0, 0.2), verdict))[-1:]
        assert failure.startswith("1 wrong winners: ")
        assert "hands, in µs: 0:0 200:1; said " in failure


def test_a_tie_of_hands_as_close_as_it_says_is_none_of_the_lines_faults() -> None:
    late = adjudicate(
        [
            Contact(Seat(0), Instant(START + ms(0.3)), since=Instant(START)),
            Contact(Seat(1), Instant(START + ms(0.21))),
        ],
        arming=1,
        budgets=BUDGETS,
    )
    assert isinstance(late, DeadHeat)
    tally = judged(presses(0, 0.2), late)
    assert (tally.wrong, tally.heats) == ([], 1)


def test_a_lost_press_and_a_missing_verdict_fail() -> None:
    assert failures(judged(presses(0, 0.2), decided(0.01))) == ["1 presses lost without a word"]
    assert failures(judged(presses(0), None)) == ["1 presses lost without a word", "1 verdicts missing"]


def test_presses_closer_than_the_band_prove_nothing() -> None:
    assert judged(presses(0, 0.12), decided(0.01, 0.2)).pairs == 0


def played(duel: Duel, **late: float) -> list[Done]:
    """Return a duel played as written, a write taking 3 µs; with `s4=0.9`, stroke 4 is 0.9 ms late."""
    done = []
    for place, stroke in enumerate(duel.score):
        at = START + stroke.at + ms(late.get(f"s{place}", 0))
        done.append(Done(stroke.seat, stroke.closed, at, at + us(3)))
    return done


BRUSH = touch(Seat(0), ms(0), us(500))
BRUSHED = Duel("a test", together(BRUSH, press(Seat(0), ms(30), ms(20)), press(Seat(1), ms(33), ms(20))))
SPIKED = Duel("a test", together(touch(Seat(0), ms(0), us(60)), press(Seat(1), ms(5), ms(20))))
RESTED = Duel("test", together(gap(Seat(0), ms(0), us(200)), press(Seat(1), ms(5), ms(20))), rests=(Seat(0),))


def test_the_press_counts_and_not_the_brush_before_it() -> None:
    assert worth(BRUSHED, played(BRUSHED), decided(30, 33)) is Worth.RIGHT
    assert worth(BRUSHED, played(BRUSHED), decided(33.2, 33)) is Worth.WRONG
    assert worth(BRUSHED, played(BRUSHED), None) is Worth.NONE


def test_a_seat_that_nobody_pressed_can_only_be_wrong() -> None:
    for duel in (SPIKED, RESTED):
        assert winner(duel, played(duel), Seat(0)) is Worth.WRONG
        assert winner(duel, played(duel), Seat(1)) is Worth.RIGHT
        assert winner(duel, played(duel), Seat(7)) is Worth.WRONG
        assert worth(duel, played(duel), decided(0, 0.05)) is Worth.WRONG


def test_a_dead_heat_of_hands_further_apart_is_told_from_one_within_the_band() -> None:
    first = press(Seat(0), ms(0), ms(20))
    near, far = (Duel("a test", together(first, press(Seat(1), us(apart), ms(20)))) for apart in (90, 150))
    assert worth(near, played(near), decided(0, 0.09)) is Worth.DEAD_HEAT
    assert worth(far, played(far), decided(0, 0.09)) is Worth.WIDE


def test_a_seat_that_was_played_otherwise_may_have_pressed_at_any_of_its_closures() -> None:
    # The brush came out 2.1 ms long: counting it as the press is as right as not counting it.
    astray = played(BRUSHED, s1=1.6)
    assert spoiled(BRUSHED, astray) == {Seat(0)}
    assert winner(BRUSHED, astray, Seat(0)) is winner(BRUSHED, astray, Seat(1)) is Worth.RIGHT
    assert spoiled(BRUSHED, played(BRUSHED, s1=1.4)) == set()
    assert worth(BRUSHED, astray, None) is Worth.NONE
    # A press that came out too short may be ignored.
    tap = Duel("a test", press(Seat(0), ms(0), ms(10)))
    assert worth(tap, played(tap, s0=9), None) is Worth.RIGHT
    # But a seat that was played as written still counts against the others.
    assert winner(SPIKED, played(SPIKED, s1=2.5), Seat(1)) is Worth.RIGHT
    assert winner(SPIKED, played(SPIKED, s1=2.5), Seat(3)) is Worth.WRONG


@pytest.mark.parametrize("seed", range(20))
def test_what_is_played_is_in_order_and_somebody_presses(seed: int) -> None:
    for make in (duels.stopped_tap, *duels.ROWS, *duels.TAPS, duels.melee):
        luck = random.Random(seed)
        duel = duels.stalled(luck, make(luck, 2 + seed % 14))
        assert list(duel.score) == sorted(duel.score, key=lambda stroke: stroke.at)
        begins = [stroke.seat for stroke in duel.score if stroke.begins]
        assert begins
        assert len(begins) == len(set(begins))
        assert not set(begins) & set(duel.rests)
        assert duel.score[0].at > 0
        assert spoiled(duel, played(duel)) <= {stroke.seat for stroke in duel.score}
        for seat in {stroke.seat for stroke in duel.score}:
            closed = [stroke.closed for stroke in duel.score if stroke.seat == seat]
            assert closed == [(place % 2 == 0) is (seat not in duel.rests) for place in range(len(closed))]


def test_a_replay_tells_hands_edges_and_what_was_said() -> None:
    edge = Edge(Instant(START + ms(0.01)), True, Instant(START))
    told = replay(SPIKED, played(SPIKED), [(Seat(0), edge)], decided(5))
    assert told == ("a test; hands 0:+0 60:-0 5000:+1! 25000:-1; edges 0~10:+0; said Decided 0")


PAD_BAND = ms(10)
PAD_CLOCK = ClockId("USB pad")


def told(*ats: float) -> Verdict:
    """Return the verdict of a table whose USB seats 0, 1, ... were stamped at these milliseconds."""
    contacts = [Contact(Seat(seat), Instant(START + ms(at)), clock=PAD_CLOCK) for seat, at in enumerate(ats)]
    return adjudicate(contacts, arming=1, budgets={PAD_CLOCK: Budget(Quality.USB, PAD_BAND)})


def weighed(truths: list[float], verdict: Verdict, reports: list[int] | None = None) -> pads.Tally:
    """Return the lane's judgement of hands that truly pressed at these milliseconds."""
    reports = reports or [*range(len(truths))]
    made = [Made(pads.finger(seat), START + ms(at), reports[seat]) for seat, at in enumerate(truths)]
    tally = pads.Tally()
    pads.measure(tally, made, [(verdict, START + ms(20))], verdict, PAD_BAND)
    return tally


def test_a_pads_right_order_and_its_dead_heats_pass() -> None:
    tally = weighed([0, 12, 30], told(4, 16, 33))
    assert (tally.apart, tally.reversed, tally.wrong, tally.heats) == (3, 0, 0, 0)
    tally = weighed([0, 5], told(8, 7))
    assert (tally.apart, tally.wrong, tally.heats) == (0, 0, 1)


def test_a_pads_wrong_order_wrong_winner_and_parted_report_fail() -> None:
    assert weighed([0, 12], told(20, 14)).reversed == 1
    assert weighed([0, 5], told(20, 5)).wrong == 1
    assert weighed([0, 5, 6], told(30, 5, 6)).wrong == 1, "a dead heat without the first"
    one_report = [0, 1, 2, 3, 0]
    assert weighed([0, 50, 60, 70, 1], told(4, 54, 64, 74, 4), one_report).parted == 0
    tally = weighed([0, 50, 60, 70, 1], told(4, 54, 64, 74, 5), one_report)
    assert (tally.same, tally.parted) == (1, 1)
    missing = pads.Tally()
    pads.measure(missing, [Made(pads.finger(0), START, 0)], [], None, PAD_BAND)
    assert missing.wrong == 1
