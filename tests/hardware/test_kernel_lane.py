"""The kernel lane's judgement, fed with made-up bursts: it must see what it is there to see."""

from companion.clock import Instant
from hardware.adjudicate import Budget, Quality, Verdict, adjudicate
from hardware.contacts import MONOTONIC, Contact, Seat
from tests.hardware.table import START, ms
from tests.kernel.bursts import Tally, measure, report
from tests.kernel.lines import Done
from tests.kernel.outcome import Outcome

BAND = ms(0.1)
BUDGETS = {MONOTONIC: Budget(Quality.KERNEL, BAND)}


def presses(*ats: float) -> list[Done]:
    """Seats 0, 1, ... pressed at these milliseconds; a write takes 30 µs."""
    return [Done(seat, True, START + ms(at), START + ms(at + 0.03)) for seat, at in enumerate(ats)]


def said(*ats: float) -> Verdict:
    """Return what a pad says that stamped seats 0, 1, ... at these milliseconds."""
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
    tally = judged(presses(0, 0.2, 0.4), said(0.01, 0.21, 0.41))
    assert (tally.pairs, tally.misordered, tally.lost, tally.wrong) == (3, 0, 0, 0)
    assert failures(tally) == []


def test_a_pair_in_the_wrong_order_fails() -> None:
    tally = judged(presses(0, 0.2, 0.4), said(0.01, 0.45, 0.41))
    assert (tally.pairs, tally.misordered, tally.wrong) == (3, 1, 0)
    assert failures(tally) == ["1 pairs in the wrong order"]


def test_the_wrong_winner_fails_and_so_does_a_tie_that_was_none() -> None:
    assert judged(presses(0, 0.2), said(0.25, 0.01)).wrong == 1
    assert failures(judged(presses(0, 0.2), said(0.01, 0.1))) == ["1 wrong or missing verdicts"]


def test_a_lost_press_and_a_missing_verdict_fail() -> None:
    assert failures(judged(presses(0, 0.2), said(0.01))) == ["1 presses lost without a word"]
    assert failures(judged(presses(0), None)) == [
        "1 presses lost without a word",
        "1 wrong or missing verdicts",
    ]


def test_presses_closer_than_the_band_prove_nothing() -> None:
    assert judged(presses(0, 0.12), said(0.01, 0.2)).pairs == 0
