"""The pin factory as any gpiozero program uses it, on a simulated chip; tests/kernel uses real lines."""

import os
import threading
from contextlib import nullcontext

import pytest
from gpiod.line import Bias, Direction, Edge, Value
from gpiozero import LED, PWMLED, Button, Device, Servo, exc

from companion.clock import Instant, Nanoseconds
from hardware.errors import ChipMissingError, LineMissingError, NoPermissionError
from hardware.pins.chip import CHIP_VARIABLE, FoundChip, find_chip
from hardware.pins.factory import GpiodFactory
from tests.hardware.pins.fake_chip import FakeChip


class Ear:
    """Records a pin's changes; a bound method of a living object, as gpiozero requires."""

    def __init__(self) -> None:
        self.heard: list[tuple[int, bool]] = []

    def changed(self, ticks: int, state: bool) -> None:
        self.heard.append((ticks, state))


def test_a_button_is_pressed_and_let_go(chip: FakeChip, factory: GpiodFactory) -> None:
    chip.lines[4].level = Value.ACTIVE
    with Button(4, pin_factory=factory) as button:
        assert not button.is_pressed
        assert chip.lines[4].settings.bias is Bias.PULL_UP
        presses: list[str] = []
        button.when_pressed = lambda: presses.append("pressed")
        button.when_released = lambda: presses.append("released")
        chip.edge(4, 1_000, rising=False)
        chip.edge(4, 2_000, rising=True)
        factory.read([button.pin.claim])
        assert presses == ["pressed", "released"]
        assert not button.is_pressed


def test_a_lamp_starts_dark_and_shines_without_a_blip(chip: FakeChip, factory: GpiodFactory) -> None:
    with LED(5, pin_factory=factory) as lamp:
        assert not lamp.is_lit
        lamp.on()
        assert lamp.is_lit
        assert chip.lines[5].level is Value.ACTIVE
    assert chip.lines[5].settings.direction is Direction.INPUT
    assert chip.lines[5].holder == ""
    with LED(6, initial_value=True, pin_factory=factory):
        outputs = [s for s in chip.handles[6].history[6] if s.direction is Direction.OUTPUT]
        assert outputs[0].output_value is Value.ACTIVE


def test_ticks_are_the_kernels_nanoseconds(chip: FakeChip, factory: GpiodFactory) -> None:
    ear, pin = Ear(), factory.pin(7)
    pin.function = "input"
    pin.edges = "falling"
    pin.when_changed = ear.changed
    assert chip.lines[7].settings.edge_detection is Edge.FALLING
    chip.edge(7, 123_456_789_123, rising=False)
    chip.edge(7, 123_456_789_999, rising=True)
    factory.read([pin.claim])
    assert ear.heard == [(123_456_789_123, False)]
    assert factory.ticks_diff(Instant(3_500_000_000), Instant(1_000_000_000)) == 2.5


def test_a_gap_is_found_across_the_end_of_the_kernels_counter(chip: FakeChip, factory: GpiodFactory) -> None:
    ear, pin = Ear(), factory.pin(7)
    pin.when_changed = ear.changed
    chip.lines[7].sequence = 0xFFFFFFFE
    for at in (10, 20, 30):
        chip.edge(7, at, rising=True)
    factory.read([pin.claim])
    assert pin.lost == 0xFFFFFFFE


MS = 1_000_000


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        # A tap shorter than the bounce time ends with it: Buttons used to repeat it for ever.
        ([(1, True), (3, False)], [(1, True), (3, False)]),
        # Bounce that ends at the level where it began is ignored.
        ([(1, True), (2, False), (3, True)], [(1, True)]),
        # The level it settles at is reported, with the stamp since which it has been there.
        ([(1, True), (2, False), (3, True), (4, False)], [(1, True), (4, False)]),
        # A level that settled in between is reported before what follows.
        ([(1, True), (3, False), (20, True)], [(1, True), (3, False), (20, True)]),
        # The release bounces too: the next change is again reported only after the bounce time.
        ([(1, True), (3, False), (7, True), (7.5, False)], [(1, True), (3, False)]),
        ([(1, True), (3, False), (7, True)], [(1, True), (3, False), (7, True)]),
        # A change as late as the bounce time is no longer bounce.
        ([(1, True), (6, False)], [(1, True), (6, False)]),
        ([(1, True), (1.5, False), (2, True), (9, False)], [(1, True), (9, False)]),
        ([(1, True), (3, False), (50, True), (51, False), (52, True)], [(1, True), (3, False), (50, True)]),
    ],
)
def test_a_bouncing_line_is_told_at_once_and_ends_in_the_true_level_however_late_it_is_read(
    changes: list[tuple[float, bool]], expected: list[tuple[int, bool]], chip: FakeChip, factory: GpiodFactory
) -> None:
    early, late = Ear(), Ear()
    pin, other = factory.pin(7), factory.pin(8)
    for one, ear in ((pin, early), (other, late)):
        one.bounce = 0.005
        one.when_changed = ear.changed
    assert pin.bounce == 0.005
    for at, rising in changes:
        for line in (7, 8):
            chip.edge(line, round(at * MS), rising=rising)
        factory.read([pin.claim])
        assert early.heard[:1] == [(1 * MS, True)]
    chip.clock.advance(Nanoseconds(100 * MS))
    factory.read([other.claim])
    factory.loop.turn(factory.ticks())
    assert early.heard == late.heard == [(at * MS, state) for at, state in expected]


def test_who_stops_listening_is_not_told_how_the_bounce_ended(chip: FakeChip, factory: GpiodFactory) -> None:
    ear, pin = Ear(), factory.pin(7)
    pin.bounce = 0.005
    pin.when_changed = ear.changed
    chip.edge(7, 1 * MS, rising=True)
    chip.edge(7, 2 * MS, rising=False)
    factory.read([pin.claim])
    pin.when_changed = None
    chip.clock.advance(Nanoseconds(100 * MS))
    pin.when_changed = ear.changed
    factory.loop.turn(factory.ticks())
    assert ear.heard == [(1 * MS, True)]


def test_a_line_named_for_its_gpio_is_found_by_name() -> None:
    chip = FakeChip(names={20: "GPIO4"})
    with chip.factory() as factory:
        factory.pin(4)
        assert chip.lines[20].holder == f"gpiozero-{os.getpid()}"


def test_a_pin_used_again_after_it_was_let_go_starts_anew(chip: FakeChip, factory: GpiodFactory) -> None:
    pin = factory.pin(5)
    pin.input_with_pull("up")
    pin.edges, pin.bounce = "falling", 0.01
    pin.close()
    assert (chip.lines[5].holder, chip.lines[5].settings.bias) == ("", Bias.DISABLED)
    pin.function = "output"
    assert chip.lines[5].settings.direction is Direction.OUTPUT
    assert (pin.function, pin.pull, pin.edges, pin.bounce) == ("output", "floating", "both", None)
    pin.state = 1
    assert pin.state


def test_a_pin_keeps_what_it_was_when_a_change_fails(chip: FakeChip, factory: GpiodFactory) -> None:
    pin = factory.pin(5)
    chip.lines[5].gone = True
    for attribute, value in (("function", "output"), ("pull", "up"), ("edges", "rising")):
        pin.when_edge = None
        with pytest.raises(LineMissingError) if attribute != "edges" else nullcontext():
            setattr(pin, attribute, value)
    with pytest.raises(LineMissingError):
        pin.output_with_state(1)
    assert (pin.function, pin.pull) == ("input", "floating")
    ear = Ear()
    with pytest.raises(LineMissingError):
        pin.when_edge = ear.changed
    assert chip.lines[5].settings.edge_detection is Edge.NONE


def test_a_dimmed_lamp_pulses_until_it_is_closed(chip: FakeChip, factory: GpiodFactory) -> None:
    with PWMLED(4, pin_factory=factory) as lamp:
        assert (lamp.frequency, lamp.value) == (100, 0)
        lamp.value = 0.4
        assert (lamp.value, lamp.pin.state) == (0.4, 0.4)
        assert [thread.name for thread in threading.enumerate()].count("gpiod-pulses") == 1
        pin = lamp.pin
    assert (pin.frequency, chip.lines[4].level) == (None, Value.INACTIVE)
    assert "gpiod-pulses" not in [thread.name for thread in threading.enumerate()]
    assert chip.lines[4].holder == ""


def test_a_line_that_pulsed_is_plain_again_without_a_frequency(chip: FakeChip, factory: GpiodFactory) -> None:
    pin = factory.pin(4)
    pin.function = "output"
    pin.frequency = 50
    pin.state = 1
    pin.frequency = None
    assert not pin.state
    pin.state = 1
    assert pin.state
    pin.frequency = 50
    pin.function = "input"
    assert pin.frequency is None


def test_a_servo_that_is_let_go_gets_no_pulses(factory: GpiodFactory) -> None:
    with Servo(4, pin_factory=factory) as servo:
        assert (servo.value, servo.pwm_device.pin.frequency) == (0, 50)
        servo.detach()
        assert (servo.value, servo.pwm_device.pin.frequency) == (None, None)


@pytest.mark.parametrize(
    ("made", "attribute", "value", "error"),
    [
        ("input", "function", "alt0", exc.PinInvalidFunction),
        ("input", "pull", "sideways", exc.PinInvalidPull),
        ("input", "edges", "all", exc.PinInvalidEdges),
        ("input", "bounce", -1, exc.PinInvalidBounce),
        ("input", "state", 1, exc.PinSetInput),
        ("input", "frequency", 100, exc.PinPWMFixedValue),
        ("output", "pull", "up", exc.PinFixedPull),
        ("output", "state", 0.5, exc.PinInvalidState),
        ("pulses", "frequency", 10_001, exc.PinPWMUnsupported),
        ("pulses", "frequency", -1, exc.PinPWMUnsupported),
        ("pulses", "state", 1.1, exc.PinInvalidState),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(
    factory: GpiodFactory, made: str, attribute: str, value: object, error: type[Exception]
) -> None:
    pin = factory.pin(4)
    if made != "input":
        pin.function = "output"
    if made == "pulses":
        pin.frequency = 100
    before = (pin.function, pin.pull, pin.edges, pin.bounce, pin.state, pin.frequency)
    with pytest.raises(error):
        setattr(pin, attribute, value)
    assert (pin.function, pin.pull, pin.edges, pin.bounce, pin.state, pin.frequency) == before


def test_the_factory_is_found_under_its_name(chip: FakeChip, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "gpiod")
    monkeypatch.setattr(
        GpiodFactory.__init__,
        "__kwdefaults__",
        {"finder": lambda _: chip.found, "opener": lambda _: chip, "reader": chip._read, "loop": None},
    )
    with Device._default_pin_factory() as factory:
        assert isinstance(factory, GpiodFactory)


RP1 = FoundChip("/dev/gpiochip0", "gpiochip0", "pinctrl-rp1", 54)
OTHER = FoundChip("/dev/gpiochip3", "gpiochip3", "gpio-brcmstb", 32)
CLOSED = FoundChip("/dev/gpiochip0", "gpiochip0", None, None)


@pytest.mark.parametrize("wanted", [None, "pinctrl-rp1", "gpiochip0", "/dev/gpiochip0"])
def test_the_header_is_found_by_label_whatever_its_number(wanted: str | None) -> None:
    assert find_chip(wanted, lambda: [OTHER, RP1]) is RP1


def test_the_environment_names_another_chip(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CHIP_VARIABLE, "gpio-brcmstb")
    assert find_chip(None, lambda: [RP1, OTHER]) is OTHER


@pytest.mark.parametrize(
    ("wanted", "there", "error", "words"),
    [
        (None, [], ChipMissingError, "found none at all: run this on a Pi"),
        (None, [OTHER], ChipMissingError, r"found gpiochip3 \(gpio-brcmstb\)"),
        ("totem", [OTHER], ChipMissingError, "no GPIO chip called 'totem' here, found .*: name one of these"),
        (
            "totem",
            [],
            ChipMissingError,
            "no GPIO chip called 'totem' here, found none at all: run this on a Pi",
        ),
        (None, [CLOSED, OTHER], NoPermissionError, "this user may not open "),
        ("gpiochip0", [CLOSED], NoPermissionError, "this user may not open /dev/gpiochip0"),
    ],
)
def test_a_missing_chip_says_what_to_do(
    wanted: str | None, there: list[FoundChip], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        find_chip(wanted, lambda: there)
