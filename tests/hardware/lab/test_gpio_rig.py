"""The rig of GPIO outputs: which levels it writes when, how it reports the time between, and its process."""

import multiprocessing
import threading
from collections.abc import Callable, Collection
from functools import partial
from multiprocessing.connection import Connection

import pytest
from gpiod.line import Direction, Value

from companion.clock import HandClock, Instant, Nanoseconds
from hardware.errors import LineBusyError
from hardware.grab.contacts import Seat
from hardware.lab import gpio_rig
from hardware.lab.gpio_rig import GpioRig, RigProcess, serve
from hardware.lab.trials import Driven, Rig, RigError
from tests.hardware.lab.results import us
from tests.hardware.pins.fake_chip import FakeChip, FakeHandle
from tests.hardware.table import START, ms

READING = us(1)
"""How long one reading of this clock takes; a write with a reading on each side takes that long too."""

HOLD = ms(14)


class SlowClock(HandClock):
    """A clock that moves on with every reading."""

    def now(self) -> Instant:
        self.advance(READING)
        return super().now()


class Bench:
    """A rig on a simulated chip; every write is noted with its time."""

    def __init__(self, pressed_high: Collection[Seat] = ()) -> None:
        self.chip = FakeChip()
        self.clock = SlowClock(START)
        self.slept: list[float] = []
        self.writes: list[tuple[Instant, int, Value]] = []
        outputs = {Seat(1): 6, Seat(0): 5}
        self.rig = GpioRig(outputs, self.chip.factory(), pressed_high, self.clock, self.sleep)
        for offset, handle in self.chip.handles.items():
            handle.set_value = self._noted(offset, handle)  # type: ignore[method-assign, assignment]  # a spy

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.clock.advance(Nanoseconds(round(seconds * 1e9)))

    def _noted(self, offset: int, handle: FakeHandle) -> Callable[[int | str, Value], None]:
        def write(line: int | str, value: Value) -> None:
            self.writes.append((self.clock._now, offset, value))

        return write


def test_both_are_pressed_in_order_and_let_go() -> None:
    bench = Bench()
    made = bench.rig.press(Seat(1), Seat(0), us(50), HOLD)
    assert [(offset, value) for _, offset, value in bench.writes] == [
        (6, Value.ACTIVE),
        (5, Value.ACTIVE),
        (6, Value.INACTIVE),
        (5, Value.INACTIVE),
    ]
    first, second, released, _ = (at for at, _, _ in bench.writes)
    assert abs((second - first) - us(50)) <= 2 * READING
    assert abs((released - second) - HOLD) <= 2 * READING
    # Each write is bracketed by two readings: half of the time between them, for both writes.
    assert made.uncertainty == READING
    assert abs(made.separation - (second - first)) <= made.uncertainty


@pytest.mark.parametrize("apart", [us(10), us(500), ms(2)])
def test_short_waits_are_spun_and_never_slept(apart: Nanoseconds) -> None:
    bench = Bench()
    bench.rig.press(Seat(0), Seat(1), apart, HOLD)
    # Only the hold is long enough to sleep through part of it.
    assert len(bench.slept) == 1
    assert bench.slept[0] < HOLD / 1e9 - 0.0019


def test_a_long_wait_is_slept_but_for_its_end() -> None:
    bench = Bench()
    made = bench.rig.press(Seat(0), Seat(1), ms(10), HOLD)
    assert bench.slept[0] == pytest.approx(0.008, abs=0.0001)
    assert abs(made.separation - ms(10)) <= 3 * READING


def test_outputs_rest_as_open_buttons_do() -> None:
    """Seat 2's button is on a USB pad, and a transistor presses it."""
    bench = Bench(pressed_high=[Seat(1)])
    settings = [bench.chip.lines[pin].settings for pin in (5, 6)]
    assert {one.direction for one in settings} == {Direction.OUTPUT}
    assert {one.output_value for one in settings} == {Value.INACTIVE}
    assert [one.active_low for one in settings] == [True, False]
    assert bench.rig.seats == (0, 1)


def test_closing_leaves_inputs_behind() -> None:
    bench = Bench()
    bench.rig.close()
    assert {bench.chip.lines[pin].settings.direction for pin in (5, 6)} == {Direction.INPUT}
    assert [bench.chip.lines[pin].holder for pin in (5, 6)] == ["", ""]


def test_a_line_that_is_taken_is_named_and_nothing_stays_claimed() -> None:
    chip = FakeChip()
    chip.lines[6].holder = "something"
    with pytest.raises(LineBusyError, match="GPIO6 of pinctrl-fake is held by something"):
        GpioRig({Seat(0): 5, Seat(1): 6}, chip.factory(), ())
    assert chip.lines[5].holder == ""


class EchoRig:
    """A rig without wires: it reports having done what it was asked, except for seat 1."""

    def __init__(self, closed: list[str]) -> None:
        self.seats: tuple[Seat, ...] = (Seat(0), Seat(1))
        self.least: Nanoseconds = us(10)
        self.stands_for = "a test"
        self._closed = closed

    def press(self, first: Seat, second: Seat, apart: Nanoseconds, hold: Nanoseconds) -> Driven:
        if first == 1:
            raise LineBusyError("the line is busy: stop the other program")
        return Driven(apart, hold)

    def close(self) -> None:
        self._closed.append("rig")


def broken() -> Rig:
    raise LineBusyError("GPIO5 is held by something: stop it")


def test_a_rig_in_another_process_answers_as_here() -> None:
    rig = RigProcess(partial(EchoRig, []), (Seat(1), Seat(0)))
    try:
        assert (rig.seats, rig.least) == ((0, 1), us(10))
        assert rig.press(Seat(0), Seat(1), us(50), us(9)) == Driven(us(50), us(9))
        with pytest.raises(RigError, match="the line is busy: stop the other program"):
            rig.press(Seat(1), Seat(0), us(50), us(9))
        assert rig.press(Seat(0), Seat(1), us(2), us(3)) == Driven(us(2), us(3))
    finally:
        rig.close()
    with pytest.raises(RigError, match="the rig's process has ended: start the laboratory again"):
        rig.press(Seat(0), Seat(1), us(50), us(9))


def test_a_rig_that_cannot_be_opened_says_why() -> None:
    with pytest.raises(RigError, match="GPIO5 is held by something: stop it"):
        RigProcess(broken, ())


@pytest.fixture(name="here")
def serve_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Serve in a thread of the test, which takes no signals and no priority."""
    monkeypatch.setattr(gpio_rig, "take_priority", lambda: True)
    monkeypatch.setattr("hardware.lab.gpio_rig.signal.signal", lambda *_: None)


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("end", [lambda pipe: pipe.send(None), Connection.close], ids=["asked", "killed"])
def test_the_lines_are_let_go_however_the_laboratory_ends(end: Callable[[Connection], None]) -> None:
    ours, theirs = multiprocessing.Pipe()
    closed: list[str] = []
    serving = threading.Thread(target=serve, args=(theirs, partial(EchoRig, closed)))
    serving.start()
    assert ours.recv() is None
    ours.send((Seat(0), Seat(1), us(1), us(2)))
    assert ours.recv() == Driven(us(1), us(2))
    assert closed == []
    end(ours)
    serving.join()
    assert closed == ["rig"]
