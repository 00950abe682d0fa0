"""Real grab pads on gpiozero's mock pins, with edges at chosen times: seats, lamps, turn, totem, faults."""

import gc
import threading
from collections.abc import Iterator

import pytest
from gpiod.line import Value
from gpiozero.pins import Factory
from gpiozero.pins.mock import MockFactory, MockPin

from companion.clock import SECOND, HandClock, Nanoseconds
from hardware.errors import FactoryMissingError, WiringError
from hardware.grab.adjudicate import ERROR_BANDS, Decided, Quality
from hardware.grab.alarm import HandAlarm
from hardware.grab.contacts import Seat, SeatState
from hardware.pads.grab_pad import open_pad
from hardware.pins.bank import default_factory, instants_of, kind_of
from hardware.wiring.wiring import SeatWires, Wiring
from tests.hardware.pins.fake_chip import FakeChip
from tests.hardware.table import START, Heard, ms

WIRING = Wiring(seats=tuple(SeatWires(Seat(n), 4 + n, 14 + n) for n in range(4)), turn=22, totem=23)


class Bench:
    """A grab pad on mock pins under a hand-driven clock; times are milliseconds from `START`."""

    def __init__(self, wiring: Wiring = WIRING) -> None:
        self.factory = MockFactory()
        self.clock = HandClock(START)
        self.alarm = HandAlarm(self.clock)
        self.pressed_high = wiring.pressed_high
        self.pad = open_pad(wiring, self.factory, self.clock, self.alarm)
        self.heard = Heard(self.pad)

    def until(self, at: float) -> None:
        self.alarm.advance(Nanoseconds(START + ms(at) - self.clock.now()))

    def level(self, pin: int, high: bool) -> None:
        """Set a level without reporting an edge."""
        self.factory.pin(pin)._state = high

    def edge(self, pin: int, at: float, high: bool) -> None:
        """Change a pin's level at `at`, the way the factory would report it."""
        self.until(at)
        mock: MockPin = self.factory.pin(pin)
        mock._state = high
        if mock.edges in ("both", "rising" if high else "falling") and mock.when_changed is not None:
            mock.when_changed((START + ms(at)) / SECOND, high)

    def press(self, seat: int, at: float) -> None:
        self.edge(4 + seat, at, self.pressed_high)

    def release(self, seat: int, at: float) -> None:
        self.edge(4 + seat, at, not self.pressed_high)

    def lamps(self) -> list[int]:
        """Return the seats whose lamp pins are high."""
        return [seat for seat in range(4) if self.factory.pin(14 + seat).state]


@pytest.fixture
def bench() -> Iterator[Bench]:
    bench = Bench()
    yield bench
    bench.pad.close()


def test_the_first_contact_wins_and_its_lamp_shines_before_anybody_is_told(bench: Bench) -> None:
    lamps: list[list[int]] = []
    bench.pad.on_verdict = lambda verdict: lamps.append(bench.lamps())
    bench.pad.arm()
    bench.press(2, 10)
    bench.press(1, 12)
    bench.until(20)
    assert lamps == [[2]]
    bench.until(1000)
    bench.pad.arm()
    assert bench.lamps() == []


def test_a_dead_heat_lights_all_who_are_in_it(bench: Bench) -> None:
    # Both edges are requested, since a touch's length comes from both stamps.
    assert {bench.factory.pin(4 + seat).edges for seat in range(4)} == {"both"}
    gc.collect()
    bench.pad.arm()
    bench.press(3, 10)
    bench.press(0, 10.5)
    bench.until(30)
    assert bench.heard.said == ["dead heat [0, 3]"], "listeners outlive the collector"
    assert bench.lamps() == [0, 3]


@pytest.mark.parametrize(
    ("pull", "normally_closed"), [("up", False), ("up", True), ("down", False), ("down", True)]
)
def test_any_way_of_wiring_a_button_works(pull: str, normally_closed: bool) -> None:
    wiring = Wiring(
        seats=tuple(SeatWires(Seat(seat), 4 + seat) for seat in range(2)),
        pull="up" if pull == "up" else "down",
        normally_closed=normally_closed,
    )
    bench = Bench(wiring)
    for seat in range(2):
        bench.level(4 + seat, not bench.pressed_high)
    with bench.pad:
        bench.pad.arm()
        bench.until(20)
        assert bench.pad.states[Seat(0)].state is SeatState.OPEN
        bench.press(0, 30)
        bench.until(50)
        assert bench.heard.said == ["grab 0"]


def test_a_broken_wire_of_a_normally_closed_button_is_held_then_stuck() -> None:
    bench = Bench(Wiring(seats=(SeatWires(Seat(0), 4), SeatWires(Seat(1), 5)), normally_closed=True))
    bench.level(4, True)
    bench.level(5, False)
    with bench.pad:
        bench.pad.arm()
        bench.until(15_000)
        states = {int(seat): status.state for seat, status in bench.pad.states.items()}
        assert states == {0: SeatState.STUCK, 1: SeatState.OPEN}


def test_turns_and_falls_are_told(bench: Bench) -> None:
    assert bench.pad.totem_stands is False
    bench.edge(23, 50, high=False)
    assert bench.pad.totem_stands is True
    bench.edge(22, 100, high=False)
    bench.edge(23, 200, high=True)
    bench.until(1000)
    assert (bench.heard.turns, bench.heard.falls) == ([START + ms(100)], [START + ms(200)])
    bench.edge(23, 2000, high=False)
    assert bench.pad.totem_stands is True


def test_a_bumped_totem_has_not_fallen(bench: Bench) -> None:
    bench.edge(23, 50, high=False)
    bench.edge(23, 200, high=True)
    bench.edge(23, 240, high=False)
    bench.edge(23, 250, high=True)
    # The bounce swallowed the last edge back, but the level shows it.
    bench.level(23, high=False)
    bench.until(1000)
    assert bench.heard.falls == []
    assert bench.pad.totem_stands is True


def test_a_totem_whose_wire_came_off_has_not_fallen(bench: Bench) -> None:
    bench.edge(23, 50, high=False)
    bench.edge(23, 200, high=True)
    del bench.factory.pin(23)._state
    bench.until(1000)
    assert bench.heard.falls == []
    assert bench.pad.totem_stands is None
    bench.level(23, high=True)


@pytest.mark.parametrize(
    ("touches", "fell"),
    [
        ([(900, 40)], False),
        ([(1600, 40)], False),
        # A touch that may still become a contact when it is judged.
        ([(1699, 40)], False),
        # A spike, a brush, and the release of a hand that has long been there.
        ([(900, 0.05)], True),
        ([(1500, 1)], True),
        ([(200, 700), (901, 0.3)], True),
    ],
)
def test_only_a_contact_takes_the_totem(touches: list[tuple[float, float]], fell: bool, bench: Bench) -> None:
    """docs/timing.md: the totem fell if no contact, of 2 ms or more, is within 0.5 s of that."""
    bench.edge(23, 50, high=False)
    steps = [(at, bench.press) for at, _ in touches] + [(at + lasts, bench.release) for at, lasts in touches]
    fall = (1200.0, lambda seat, at: bench.edge(23, at, high=True))
    for at, step in sorted([*steps, fall], key=lambda step: step[0]):
        step(0, at)
    bench.until(3000)
    assert bool(bench.heard.falls) is fell


def test_a_pad_that_cannot_be_had_leaves_nothing_behind() -> None:
    factory = MockFactory()
    threads = set(threading.enumerate())
    twice = Wiring(seats=(SeatWires(Seat(0), 4), SeatWires(Seat(1), 4)))
    with pytest.raises(WiringError, match=r"pin GPIO4 is already in use by .*: change that pin"):
        open_pad(twice, factory)
    beside = Wiring(seats=(SeatWires(Seat(0), 40),))
    with pytest.raises(WiringError, match=r"\(40 is not a valid pin name\): change that pin"):
        open_pad(beside, factory)
    assert set(threading.enumerate()) <= threads
    with open_pad(WIRING, factory, HandClock(START), HandAlarm(HandClock(START))):
        pass


class Chip:
    """A grab pad on our own factory and a simulated chip; all lines are high at first."""

    def __init__(self) -> None:
        self.clock, self.chip = HandClock(START), FakeChip()
        self.alarm = HandAlarm(self.clock)
        for line in self.chip.lines:
            line.level = Value.ACTIVE
        self.factory = self.chip.factory()
        self.pad = open_pad(WIRING, self.factory, self.clock, self.alarm)
        self.heard = Heard(self.pad)

    def press(self, pin: int, at: float, skipped: int = 0, ready: bool = False) -> None:
        self.chip.edge(pin, START + ms(at), rising=False, skipped=skipped, ready=ready)

    def read(self, pin: int) -> None:
        """Read all lines requested together with this one."""
        self.factory.read([self.factory.pin(pin).claim])


@pytest.fixture
def chip() -> Iterator[Chip]:
    chip = Chip()
    with chip.factory, chip.pad:
        yield chip


def test_an_edge_the_kernel_holds_is_fetched_before_the_ruling(chip: Chip) -> None:
    """Whether or not the reading thread gets there first, the ruling counts what happened before it."""
    chip.pad.arm()
    chip.press(4, 1)
    chip.read(4)
    chip.press(5, 0.5, ready=True)
    chip.alarm.advance(ms(10))
    verdict = chip.heard.verdict
    assert isinstance(verdict, Decided)
    assert (verdict.seat, verdict.margin) == (1, ms(0.5))


def test_a_closed_pad_takes_no_line_again(chip: Chip) -> None:
    chip.pad.close()
    chip.pad.arm()
    chip.pad.light(chip.pad.seats)
    assert {line.holder for line in chip.chip.lines} == {""}


def test_a_full_buffer_voids_the_grab_on_our_own_factory(chip: Chip) -> None:
    assert chip.pad.quality is Quality.KERNEL
    chip.pad.arm()
    chip.press(4, 10, skipped=76)
    chip.read(4)
    chip.alarm.advance(ms(30))
    assert chip.heard.said == ["void sequence_gap"]


def test_lines_that_vanish_are_seen_at_their_seats(chip: Chip) -> None:
    chip.chip.lines[6].gone = True
    chip.read(6)
    # All lines of a chip are requested together, so they are lost together.
    assert sorted(chip.heard.states[-4:]) == [(seat, SeatState.UNPLUGGED) for seat in range(4)]


def called(name: str) -> MockFactory:
    """Return a factory whose class has this name."""
    return type(name, (MockFactory,), {})()


class PiGPIOFactory(MockFactory):  # type: ignore[misc]  # gpiozero ships no types
    """Counts microseconds in 32 bits, as the pigpio daemon does."""

    @staticmethod
    def ticks() -> int:
        return 0xFFFFFF00

    @staticmethod
    def ticks_diff(later: int, earlier: int) -> float:
        return ((later - earlier) % 2**32) / 1e6


class HomemadeFactory(Factory):  # type: ignore[misc]  # gpiozero ships no types
    """A factory that the program knows nothing about."""


@pytest.mark.parametrize(
    ("factory", "quality"),
    [
        (called("LGPIOFactory"), Quality.KERNEL),
        (PiGPIOFactory(), Quality.BOARD),
        (called("RPiGPIOFactory"), Quality.SOFTWARE),
        (called("NativeFactory"), Quality.SOFTWARE),
        (HomemadeFactory(), Quality.SOFTWARE),
    ],
)
def test_every_source_states_its_quality(factory: Factory, quality: Quality) -> None:
    assert kind_of(factory).quality is quality
    assert ERROR_BANDS[Quality.SOFTWARE] >= ms(5)


@pytest.mark.parametrize("minutes", [0, 36, 71, 72, 107, 108, 600])
def test_a_clock_of_its_own_that_wraps_is_followed_all_evening(minutes: int) -> None:
    """After 72 minutes every stamp was said to be from before the arming, so that nobody could grab."""
    clock = HandClock(START)
    stamp = instants_of(PiGPIOFactory(), clock)
    assert stamp(0x100) - START == 512_000
    clock.advance(Nanoseconds(minutes * 60 * SECOND))
    for after in (-9_000, 0, 7):
        micros = minutes * 60_000_000 + 512 + after
        assert stamp((0xFFFFFF00 + micros) % 2**32) - START == micros * 1_000


def test_with_software_stamps_a_window_is_long_enough_to_tell_a_tie() -> None:
    factory, clock = called("NativeFactory"), HandClock(START)
    alarm = HandAlarm(clock)
    with open_pad(WIRING, factory, clock, alarm) as pad:
        heard = Heard(pad)
        assert pad.quality is Quality.SOFTWARE
        pad.arm()
        for pin, at in ((4, 10.0), (5, 14.9)):
            alarm.advance(Nanoseconds(START + ms(at) - clock.now()))
            factory.pin(pin)._state = False
            factory.pin(pin).when_changed((START + ms(at)) / SECOND, False)
        alarm.advance(ms(50))
        assert heard.said == ["dead heat [0, 1]"]


def test_a_factory_that_does_not_work_here_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "rpigpio")
    with pytest.raises(FactoryMissingError, match="GPIOZERO_PIN_FACTORY=rpigpio doesn't work here"):
        default_factory()
