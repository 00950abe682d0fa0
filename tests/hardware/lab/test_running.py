"""A bench: what the pad said of each trial is told as it was."""

import pytest

from companion.clock import Nanoseconds
from hardware.contacts import Seat, Timing
from hardware.lab.rig import Driven, RigError, hold, quiet
from hardware.lab.running import Bench, covering
from hardware.lab.trials import Result, Ruling, Trial
from hardware.lab.twin import Model, Twin
from tests.hardware.lab.runs import us
from tests.hardware.table import Table, ms

PERFECT = Model(sigma=0.0)


def made(twin: Twin, apart: Nanoseconds, first: int = 0, second: int = 1) -> Result:
    """Make one trial on a twin."""
    with twin.pad:
        return Bench(twin.pad, twin, twin.clock).run_one(Trial(0, Seat(first), Seat(second), apart))


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
        bench = Bench(twin.pad, twin, twin.clock)
        seen = [bench.run_one(Trial(n, Seat(0), Seat(1), ms(1))).seen for n in range(40)]
    one = [s for s in seen if len(s.lost) == 1]
    both = [s for s in seen if len(s.lost) == 2]
    assert one
    assert {(s.ruling, s.reason, s.after) for s in one} == {(Ruling.VOID, "sequence_gap", None)}
    assert both
    assert {(s.ruling, s.latency) for s in both} == {(Ruling.NONE, None)}


class DeadRig:
    """A rig whose wires go nowhere, except for those of some seats."""

    least = us(1)
    pace = ms(1)
    stands_for = "a test"

    def __init__(self, table: Table, wired: tuple[int, ...] = ()) -> None:
        self.table, self.wired = table, wired
        self.seats = table.pad.seats
        self.settled = 0

    def drive(self, first: Seat, second: Seat, separation: Nanoseconds) -> Driven:
        for seat in (first, second):
            if seat in self.wired:
                self.table.pad.press(seat)
                self.table.alarm.advance(separation)
        self.table.alarm.advance(hold(self.table.pad._apparatus.timing))
        for wired in self.wired:
            self.table.pad.release(Seat(wired))
        return Driven(separation, Nanoseconds(0))

    def settle(self) -> None:
        self.settled += 1
        self.table.alarm.advance(quiet(self.table.pad._apparatus.timing))

    def close(self) -> None:
        """Nothing to let go of."""


def test_wires_that_go_nowhere_are_named_before_a_long_run() -> None:
    table = Table(3)
    bench = Bench(table.pad, DeadRig(table, wired=(0,)), table.clock)
    with pytest.raises(RigError, match="no press arrives from seat 2, seat 3: look at the wires"):
        bench.check(covering(table.pad.seats))


def test_a_button_that_stays_down_ends_the_run_and_is_named() -> None:
    table = Table(3)
    bench = Bench(table.pad, DeadRig(table, wired=(0, 1)), table.clock)
    table.pad.press(Seat(2))
    with pytest.raises(RigError, match="the button of seat 3 isn't open"):
        bench.check([(Seat(0), Seat(1))])


def test_few_pairs_cover_all_seats() -> None:
    assert covering(map(Seat, range(4))) == ((0, 1), (2, 3))
    assert covering(map(Seat, (5, 2, 1))) == ((1, 2), (1, 5))


def test_two_seats_that_are_pressed_in_turns_are_never_taken_for_a_storm() -> None:
    twin = Twin(2, PERFECT, 1, Timing(lock_out=ms(5), level_check=ms(1)))
    with twin.pad:
        bench = Bench(twin.pad, twin, twin.clock)
        ruled = {bench.run_one(Trial(n, Seat(0), Seat(1), ms(1))).seen.ruling for n in range(60)}
    assert ruled == {Ruling.RIGHT}
