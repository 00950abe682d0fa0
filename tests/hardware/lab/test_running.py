"""A bench: what the pad said of each trial is told as it was."""

import pytest

from companion.clock import Instant, Nanoseconds
from hardware.grab.contacts import ContactTimes, Edge, Seat
from hardware.lab.kinds import OTHERS, TrialKind
from hardware.lab.rig import Made, RigError, quiet
from hardware.lab.running import Bench, covering, ruling
from hardware.lab.score import Score, Stall
from hardware.lab.trials import Ruling, TrialResult
from hardware.lab.twin import Model, Twin
from tests.hardware.lab.runs import trial, us
from tests.hardware.table import Table, ms

PERFECT = Model(sigma=0.0)


def bench(twin: Twin) -> Bench:
    """Return a bench on a twin."""
    return Bench(twin.pad, twin, twin.clock, twin.stall)


def made(twin: Twin, apart: Nanoseconds, first: int = 0, second: int = 1) -> TrialResult:
    """Make one trial on a twin."""
    with twin.pad:
        return bench(twin).run_one(trial(first, second, apart))


@pytest.mark.parametrize(
    ("apart", "ruling"),
    [(us(99), Ruling.DEAD_HEAT), (us(101), Ruling.RIGHT), (ms(4), Ruling.RIGHT), (ms(10), Ruling.RIGHT)],
)
def test_the_pads_ruling_and_both_stamps(apart: Nanoseconds, ruling: Ruling) -> None:
    seen = made(Twin(3, PERFECT, 1), apart).seen
    # 10 ms are beyond the window: the second press is taken from the late picture.
    assert (seen.ruling, seen.after, seen.lost) == (ruling, apart, ())
    assert seen.latency == ms(5)


def test_a_grab_by_the_later_hand_is_wrong() -> None:
    twin = Twin(3, Model(sigma=0.0, bias={Seat(2): ms(1)}), 1)
    seen = made(twin, us(200), first=2, second=0).seen
    assert (seen.ruling, seen.after) == (Ruling.WRONG, us(200) - ms(1))


def test_a_lost_edge_is_named_and_makes_a_void() -> None:
    twin = Twin(2, Model(sigma=0.0, lost=0.5), 5)
    with twin.pad:
        running = bench(twin)
        seen = [running.run_one(trial(0, 1, ms(1))).seen for _ in range(40)]
    one = [s for s in seen if len(s.lost) == 1]
    both = [s for s in seen if len(s.lost) == 2]
    assert one
    assert {(s.ruling, s.reason, s.after) for s in one} == {(Ruling.VOID, "sequence_gap", None)}
    assert both
    assert {(s.ruling, s.latency) for s in both} == {(Ruling.NONE, None)}


def never(stall: Stall) -> None:
    raise AssertionError("nothing stalls here")


class DeadRig:
    """A rig whose wires go nowhere, except for those of some seats."""

    least = us(1)
    stands_for = "a test"

    def __init__(self, table: Table, wired: tuple[int, ...] = ()) -> None:
        self.table, self.wired = table, wired
        self.seats = table.pad.seats
        self.settled = 0

    def takes(self, length: Nanoseconds) -> Nanoseconds:
        return length

    def play(self, score: Score) -> tuple[Made, ...]:
        starts = self.table.clock.now()
        for stroke in score:
            self.table.alarm.advance(Nanoseconds(starts + stroke.at - self.table.clock.now()))
            if stroke.seat in self.wired:
                self.table.pad.move(stroke.seat, Edge(self.table.clock.now(), stroke.closed))
        return tuple(Made(Instant(stroke.at), Instant(stroke.at)) for stroke in score)

    def settle(self) -> None:
        self.settled += 1
        self.table.alarm.advance(quiet(self.table.pad._apparatus.timing))

    def close(self) -> None:
        """Nothing to let go of."""


def test_wires_that_go_nowhere_are_named_before_a_long_run() -> None:
    table = Table(3)
    running = Bench(table.pad, DeadRig(table, wired=(0,)), table.clock, never)
    with pytest.raises(RigError, match="no press arrives from seat 2, seat 3: look at the wires"):
        running.check([trial(*pair, ms(10)) for pair in covering(table.pad.seats)])


def test_a_button_that_stays_down_ends_the_run_and_is_named() -> None:
    table = Table(3)
    running = Bench(table.pad, DeadRig(table, wired=(0, 1)), table.clock, never)
    table.pad.press(Seat(2))
    with pytest.raises(RigError, match="the button of seat 3 isn't open"):
        running.check([trial(0, 1, ms(10))])


def test_few_pairs_cover_all_seats() -> None:
    assert covering(map(Seat, range(4))) == ((0, 1), (2, 3))
    assert covering(map(Seat, (5, 2, 1))) == ((1, 2), (1, 5))


def test_two_seats_that_are_pressed_in_turns_are_never_taken_for_a_storm() -> None:
    twin = Twin(2, PERFECT, 1, ContactTimes(lock_out=ms(5)))
    with twin.pad:
        running = bench(twin)
        ruled = {running.run_one(trial(0, 1, ms(1))).seen.ruling for _ in range(60)}
    assert ruled == {Ruling.RIGHT}


@pytest.mark.parametrize("kind", OTHERS)
@pytest.mark.parametrize("number", range(5))
def test_whatever_else_switches_and_machines_do_the_first_hand_wins(kind: TrialKind, number: int) -> None:
    twin = Twin(3, Model(), number)
    with twin.pad:
        result = bench(twin).run_one(trial(2, 0, ms(1), kind, number))
    assert (result.seen.ruling, result.seen.reason, result.seen.lost) == (Ruling.RIGHT, "", ())


def test_a_stall_only_makes_the_verdict_late() -> None:
    twin = Twin(2, PERFECT, 1)
    stalled = trial(0, 1, ms(5), TrialKind.STALL)
    assert stalled.stall is not None
    with twin.pad:
        seen = bench(twin).run_one(stalled).seen
    first = stalled.score[0].at
    assert seen.latency == stalled.stall.at + stalled.stall.lasts - first


def test_a_dead_heat_with_a_seat_that_nobody_pressed_is_wrong() -> None:
    table = Table(3)
    table.pad.arm()
    table.press(0, 1)
    table.press(1, 1.05)
    table.until(200)
    assert ruling(table.heard.verdict, trial(0, 1, us(50))) is Ruling.DEAD_HEAT
    assert ruling(table.heard.verdict, trial(0, 1, us(50), TrialKind.SPIKES)) is Ruling.WRONG
