"""Switches bounce, and still the hand that was first wins: what a table may expect, in virtual time."""

from collections.abc import Callable
from random import Random

import pytest

from hardware.grab.adjudicate import DeadHeat, Decided, Void
from tests.hardware.grab.duels import QUICK, SEARCHING, Tally, evening, judged, pairs
from tests.hardware.grab.line_threads import (
    ARCADE,
    BUSY,
    CLEAN,
    GOOD,
    IDLE,
    LATE_THREADS,
    MS,
    REAL_TIME,
    SLOWER,
    US,
    Machine,
    Press,
    Switch,
    Table,
)

DUELS = 50
MANY = 1_000
"""For the long run: 20,000 duels in all."""


class Expected:
    """Bounds on a table's results, in percent of its duels."""

    def __init__(
        self, *, right: float = 0, ruled: float = 0, void: float = 100, wrong: float = 0, wide: float = 0
    ) -> None:
        self._right, self._ruled, self._void, self._wrong, self._wide = right, ruled, void, wrong, wide

    def check(self, tally: Tally, count: int) -> None:
        share = {kind: 100 * duels / count for kind, duels in tally.items()}
        assert share.get("right", 0) >= self._right, tally
        assert share.get("right", 0) + share.get("dead heat", 0) >= self._ruled, tally
        assert share.get("void", 0) <= self._void, tally
        assert share.get("wrong", 0) <= self._wrong, tally
        assert share.get("wide", 0) <= self._wide, tally
        assert tally["taken back"] == 0, tally
        assert tally["none"] == 0, tally


def apart(machine: Machine, switch: Switch, between: int, held: int = 0) -> Callable[[int], Tally]:
    """Return a function that plays duels of two hands `between` ns apart."""
    return lambda count: pairs(machine, switch, between, count, held=held)


def hands(machine: Machine, reaction: int) -> Callable[[int], Tally]:
    """Return a function that plays an evening of six hands."""
    return lambda count: evening(machine, ARCADE, reaction, count)


PROMISED = {
    "idle, 1 ms": (apart(IDLE, ARCADE, 1 * MS), Expected(right=98)),
    "idle, 3 ms": (apart(IDLE, ARCADE, 3 * MS), Expected(right=99)),
    "slower threads, 1 ms": (apart(SLOWER, ARCADE, 1 * MS), Expected(right=96)),
    "slower threads, 3 ms": (apart(SLOWER, ARCADE, 3 * MS), Expected(right=99)),
    "good switches, 0.3 ms": (apart(IDLE, GOOD, 300 * US), Expected(ruled=98)),
    "slower threads, good switches, 0.3 ms": (apart(SLOWER, GOOD, 300 * US), Expected(ruled=98)),
    "busy, 3 ms": (apart(BUSY, ARCADE, 3 * MS), Expected(right=96)),
    "searching": (hands(IDLE, SEARCHING), Expected(void=0.3)),
    "quick": (hands(IDLE, QUICK), Expected(void=1)),
    "slower threads, quick": (hands(SLOWER, QUICK), Expected(void=1)),
    "real-time right, searching": (hands(REAL_TIME, SEARCHING), Expected(void=0.3)),
    "real-time right, quick": (hands(REAL_TIME, QUICK), Expected(void=1)),
    "busy, quick": (hands(BUSY, QUICK), Expected(void=5)),
    "held for 5 ms, 10 ms": (apart(SLOWER, ARCADE, 10 * MS, 5 * MS), Expected(right=99)),
    "held for 5 ms, 50 ms": (apart(SLOWER, ARCADE, 50 * MS, 5 * MS), Expected(right=99)),
    "held for 20 ms, 10 ms": (apart(SLOWER, ARCADE, 10 * MS, 20 * MS), Expected(right=99)),
    "held for 20 ms, 50 ms": (apart(SLOWER, ARCADE, 50 * MS, 20 * MS), Expected(right=99)),
    "held for 60 ms, 10 ms": (apart(SLOWER, ARCADE, 10 * MS, 60 * MS), Expected(right=95)),
    "late threads, 1.5 ms": (apart(LATE_THREADS, ARCADE, 1_500 * US), Expected(right=60, wide=2)),
    "late threads, 0.7 ms": (apart(LATE_THREADS, ARCADE, 700 * US), Expected(wrong=0.1, wide=2)),
}


CORNERS = (
    *(
        "idle, 1 ms",
        "slower threads, 3 ms",
        "slower threads, good switches, 0.3 ms",
        "busy, 3 ms",
        "busy, quick",
    ),
    *("real-time right, searching", "held for 60 ms, 10 ms", "late threads, 1.5 ms", "late threads, 0.7 ms"),
)
"""What every run tries: each kind of machine, switch and hands."""


@pytest.mark.parametrize(
    ("what", "duels"),
    [
        *((what, DUELS) for what in CORNERS),
        *(pytest.param(what, MANY, marks=pytest.mark.long) for what in PROMISED),
    ],
)
def test_what_honest_hands_may_expect(what: str, duels: int) -> None:
    play, expected = PROMISED[what]
    expected.check(play(duels), duels)


@pytest.mark.parametrize("machine", [IDLE, SLOWER, BUSY], ids=lambda machine: machine.name)
def test_fifteen_clean_hands_at_once_are_a_dead_heat_and_no_signal_was_lost(machine: Machine) -> None:
    random = Random(3)
    table = Table(15, machine, CLEAN, random)
    for _ in range(20):
        at = table.hand.now() + 300 * MS
        presses = [Press(seat, at + random.randint(0, 50 * US)) for seat in range(15)]
        table.verdicts.clear()
        table.arm()
        for press in presses:
            table.press(press)
        table.run(at + 1_500 * MS)
        (verdict,) = table.verdicts
        assert isinstance(verdict, DeadHeat)
        assert len(verdict.seats) == 15


@pytest.mark.parametrize("machine", [IDLE, SLOWER, BUSY], ids=lambda machine: machine.name)
def test_crosstalk_on_all_other_wires_takes_no_grab_from_the_hand(machine: Machine) -> None:
    random = Random(3)
    table = Table(6, machine, CLEAN, random)
    for _ in range(40):
        at = table.hand.now() + 300 * MS
        hand = random.randrange(6)
        table.verdicts.clear()
        table.arm()
        table.wire(hand, (at, at + 150 * MS))
        for seat in set(range(6)) - {hand}:
            for edge in (at, at + 150 * MS):
                spike = edge + random.randint(0, 3 * US)
                table.wire(seat, (spike, spike + random.randint(1 * US, 20 * US)))
        table.run(at + 1_500 * MS)
        assert [type(verdict) for verdict in table.verdicts] == [Decided], table.verdicts
        assert judged([Press(hand, at)], table.verdicts) == "right"


def test_a_process_that_stands_still_for_long_names_nobody_wrongly() -> None:
    random = Random(9)
    for held in (60, 200, 1_000):
        tally = pairs(SLOWER, ARCADE, 10 * MS, 50, held=held * MS, seed=random.randrange(99))
        assert tally["wrong"] == tally["none"] == 0, tally


def test_a_processor_that_stands_still_makes_no_wrong_winner() -> None:
    """For a while no thread runs, not even the kernel's; another processor still stamps interrupts."""
    random = Random(4)
    for _ in range(60):
        stop = random.randint(200 * MS, 210 * MS), random.randint(3 * MS, 40 * MS)
        still = Machine("stopped", IDLE.thread, IDLE.step, IDLE.wake, stopped=((stop[0], stop[0] + stop[1]),))
        table = Table(3, still, ARCADE, random)
        first = random.randint(198 * MS, stop[0] + stop[1])
        presses = [Press(0, first, 100 * MS), Press(1, first + random.randint(1 * MS, 12 * MS), 100 * MS)]
        table.arm()
        for press in presses:
            table.press(press)
        table.run(1_500 * MS)
        assert judged(presses, table.verdicts) != "wrong", (stop, presses, table.verdicts)
        assert all(isinstance(verdict, Void) for verdict in table.verdicts[1:])
