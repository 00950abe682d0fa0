"""The rig of GPIO outputs: which levels it writes when, and what it says of the time between."""

from collections.abc import Callable, Collection

import pytest
from gpiod.line import Direction, Value

from companion.clock import HandClock, Instant, Nanoseconds
from hardware.errors import LineBusyError
from hardware.grab.contacts import ContactTimes, Seat
from hardware.lab.gpio_rig import GpioRig
from hardware.lab.kinds import TrialKind
from hardware.lab.rig import Driven, driven
from tests.hardware.lab.runs import trial, us
from tests.hardware.pins.fake_chip import FakeChip, FakeHandle
from tests.hardware.table import START, ms

READING = us(1)
"""What a look at this clock takes: so a write, with a look before and one after it, takes as long."""


class SlowClock(HandClock):
    """A clock that moves on with every look at it."""

    def now(self) -> Instant:
        self.advance(READING)
        return super().now()


class Bench:
    """A rig on a made-up chip; every write is noted with its time."""

    def __init__(self, pressed_high: Collection[Seat] = ()) -> None:
        self.chip = FakeChip()
        self.clock = SlowClock(START)
        self.slept: list[float] = []
        self.writes: list[tuple[Instant, int, Value]] = []
        self.rig = GpioRig(
            {Seat(0): 5, Seat(1): 6},
            self.chip.factory(),
            pressed_high,
            ContactTimes(),
            self.clock,
            self.sleep,
        )
        for offset, handle in self.chip.handles.items():
            handle.set_value = self._noted(offset, handle)  # type: ignore[method-assign, assignment]  # a spy

    def press(self, first: int, second: int, apart: Nanoseconds) -> Driven:
        """Have two presses made, and return what the rig says of them."""
        score = trial(first, second, apart).score
        return driven(score, self.rig.play(score))

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.clock.advance(Nanoseconds(round(seconds * 1e9)))

    def _noted(self, offset: int, handle: FakeHandle) -> Callable[[int | str, Value], None]:
        def write(line: int | str, value: Value) -> None:
            self.writes.append((self.clock._now, offset, value))

        return write


def test_both_are_pressed_in_order_and_let_go() -> None:
    bench = Bench()
    made = bench.press(1, 0, us(50))
    assert [(offset, value) for _, offset, value in bench.writes] == [
        (6, Value.ACTIVE),
        (5, Value.ACTIVE),
        (6, Value.INACTIVE),
        (5, Value.INACTIVE),
    ]
    first, second, released, _ = (at for at, _, _ in bench.writes)
    assert abs((second - first) - us(50)) <= 2 * READING
    assert released - second >= ms(14)
    # Each write is bracketed by two looks a reading apart: half of both.
    assert made.uncertainty == READING
    assert abs(made.separation - (second - first)) <= made.uncertainty


@pytest.mark.parametrize("apart", [us(10), us(500), ms(2)])
def test_short_waits_are_spun_and_never_slept(apart: Nanoseconds) -> None:
    bench = Bench()
    bench.press(0, 1, apart)
    # Only the hold is long enough to sleep through a part of it.
    assert len(bench.slept) == 1
    assert bench.slept[0] < ms(14) / 1e9


def test_a_long_wait_is_slept_but_for_its_end() -> None:
    bench = Bench()
    made = bench.press(0, 1, ms(10))
    assert bench.slept[0] < 0.0081
    assert abs(made.separation - ms(10)) <= 3 * READING


def test_every_stroke_of_a_score_is_made_in_its_time() -> None:
    bench = Bench()
    score = trial(0, 1, ms(2), TrialKind.BOUNCE).score
    made = driven(score, bench.rig.play(score))
    assert [(offset == 5, value is Value.ACTIVE) for _, offset, value in bench.writes] == [
        (stroke.seat == 0, stroke.closed) for stroke in score
    ]
    assert made.astray <= 4 * READING


def test_outputs_rest_as_open_buttons_do() -> None:
    """Seat 2's button is on a USB pad, and pressed through a transistor."""
    chip = Bench(pressed_high=[Seat(1)]).chip
    settings = [chip.lines[pin].settings for pin in (5, 6)]
    assert {one.direction for one in settings} == {Direction.OUTPUT}
    assert {one.output_value for one in settings} == {Value.INACTIVE}
    assert [one.active_low for one in settings] == [True, False]


def test_closing_leaves_inputs_behind() -> None:
    bench = Bench()
    bench.rig.close()
    assert {bench.chip.lines[pin].settings.direction for pin in (5, 6)} == {Direction.INPUT}
    assert [bench.chip.lines[pin].holder for pin in (5, 6)] == ["", ""]


def test_a_line_that_is_taken_is_named_and_nothing_stays_claimed() -> None:
    chip = FakeChip()
    chip.lines[6].holder = "something"
    with pytest.raises(LineBusyError, match="GPIO6 of pinctrl-fake is held by something"):
        GpioRig({Seat(0): 5, Seat(1): 6}, chip.factory(), (), ContactTimes(), SlowClock(START))
    assert chip.lines[5].holder == ""
