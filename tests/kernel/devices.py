"""gpiozero's devices on kernel lines, case by case, with our pin factory and with lgpio.

Outputs are read back from the simulated chip, and buttons pressed there. Ours must pass every case.
"""

import threading
import time
import traceback
import warnings
from collections.abc import Callable
from typing import NamedTuple

from gpiozero import (
    LED,
    MCP3008,
    PWMLED,
    RGBLED,
    AngularServo,
    Button,
    ButtonBoard,
    Buzzer,
    Device,
    DigitalInputDevice,
    GPIODevice,
    LEDBarGraph,
    LEDBoard,
    LineSensor,
    Motor,
    PhaseEnableMotor,
    Robot,
    RotaryEncoder,
    Servo,
    TonalBuzzer,
    TrafficLights,
)
from gpiozero.exc import GPIOPinInUse, PinInvalidState, PinSetInput, PinUnsupported
from gpiozero.pins import Factory
from gpiozero.tones import Tone
from gpiozero.tools import negated

from companion.clock import MILLISECOND
from tests.kernel.lines import Chip, Hands, Stroke
from tests.kernel.outcome import Ask, FactoryName, Outcome, apart, factory, lines
from tests.kernel.watch import PATIENCE

BUTTON, OTHER = 5, 6
LAMP, SECOND, THIRD = 20, 21, 22

TAP = 5 * MILLISECOND
BOUNCE_TIME = 0.05
"""In seconds; longer than a tap."""

HOLD_TIME = 0.2

SAMPLES = 400

STEP = 0.00237
"""Seconds between samples of a pulsing line; no period of a case is a multiple of it."""


class Bench(NamedTuple):
    """A simulated chip, hands on its lines, and the pin factory under test."""

    name: FactoryName
    chip: Chip
    hands: Hands
    pins: Factory

    def press(self, line: int = BUTTON) -> None:
        """Pull a line down."""
        self.hands.make([Stroke(0, line, press=True)])

    def release(self, line: int = BUTTON) -> None:
        """Let a line go up."""
        self.hands.make([Stroke(0, line, press=False)])

    def tap(self) -> None:
        """Press for less than the bounce time."""
        self.hands.make([Stroke(0, BUTTON, press=True), Stroke(TAP, BUTTON, press=False)])

    def shines(self, line: int = LAMP) -> bool:
        """Return whether the kernel drives a line high."""
        return self.chip.value(line) == 1

    def part(self, line: int = LAMP) -> float:
        """Return the share of the time that a line is high."""
        seen = 0
        for _ in range(SAMPLES):
            time.sleep(STEP)
            seen += self.shines(line)
        return seen / SAMPLES


def until(holds: Callable[[], bool]) -> bool:
    """Wait until `holds` is true; return whether it is."""
    end = time.monotonic() + PATIENCE
    while not holds():
        if time.monotonic() > end:
            return False
        time.sleep(0.002)
    return True


class Count:
    """Counts how often it is called."""

    def __init__(self) -> None:
        self.calls = 0

    def once(self) -> None:
        """Count a call."""
        self.calls += 1


def pressed_and_released(bench: Bench) -> None:
    down, up = Count(), Count()
    with Button(BUTTON) as button:
        button.when_pressed, button.when_released = down.once, up.once
        assert not button.is_pressed
        bench.press()
        assert until(lambda: down.calls == 1)
        assert button.is_pressed
        bench.release()
        assert until(lambda: up.calls == 1)


def pulled_down(bench: Bench) -> None:
    with Button(BUTTON, pull_up=False) as button:
        bench.press()
        assert not button.is_pressed
        bench.release()
        assert button.is_pressed


def floating(bench: Bench) -> None:
    with DigitalInputDevice(BUTTON, pull_up=None, active_state=False) as device:
        bench.press()
        assert device.value == 1
        bench.release()
        assert device.value == 0


def waited_for(bench: Bench) -> None:
    with Button(BUTTON) as button:
        assert not button.wait_for_press(timeout=0.05)
        bench.press()
        assert button.wait_for_press(timeout=PATIENCE)
        bench.release()
        assert button.wait_for_release(timeout=PATIENCE)


def held(bench: Bench) -> None:
    holds = Count()
    with Button(BUTTON, hold_time=HOLD_TIME) as button:
        button.when_held = holds.once
        bench.press()
        assert until(lambda: holds.calls == 1)
        assert button.is_held
        assert button.held_time is not None
        assert 0 <= button.held_time < PATIENCE
        bench.release()
        assert until(lambda: not button.is_held)


def held_again_and_again(bench: Bench) -> None:
    holds = Count()
    with Button(BUTTON, hold_time=HOLD_TIME, hold_repeat=True) as button:
        button.when_held = holds.once
        bench.press()
        assert until(lambda: holds.calls >= 3)
        bench.release()
        assert until(lambda: not button.is_pressed)


def pressed_for(bench: Bench) -> None:
    with Button(BUTTON) as button:
        bench.press()
        time.sleep(HOLD_TIME)
        assert until(lambda: button.active_time is not None)
        assert HOLD_TIME * 0.9 < button.active_time < HOLD_TIME + PATIENCE
        bench.release()


def short_tap(bench: Bench) -> None:
    down, up = Count(), Count()
    with Button(BUTTON, bounce_time=BOUNCE_TIME) as button:
        button.when_pressed, button.when_released = down.once, up.once
        bench.tap()
        time.sleep(4 * BOUNCE_TIME)
        # Either ignored as bounce, or both pressed and released: never stuck as pressed.
        assert down.calls == up.calls
        assert not button.is_pressed


def short_tap_is_no_hold(bench: Bench) -> None:
    holds = Count()
    with Button(BUTTON, bounce_time=BOUNCE_TIME, hold_time=HOLD_TIME) as button:
        button.when_held = holds.once
        bench.tap()
        time.sleep(2 * HOLD_TIME)
        assert holds.calls == 0
        assert not button.is_held


def long_bounced_press(bench: Bench) -> None:
    down = Count()
    with Button(BUTTON, bounce_time=BOUNCE_TIME) as button:
        button.when_pressed = down.once
        bench.hands.make([Stroke(TAP, BUTTON, press=turn % 2 == 0) for turn in range(5)])
        assert until(lambda: down.calls == 1)
        assert button.is_pressed
        bench.release()


def one_way(bench: Bench) -> None:
    down = Count()
    with Button(BUTTON) as button:
        button.pin.edges = "falling"
        button.when_pressed = down.once
        bench.press()
        assert until(lambda: down.calls == 1)
        bench.release()


def told_the_device(bench: Bench) -> None:
    reports: list[object] = []
    with Button(BUTTON) as button:
        button.when_pressed = lambda device: reports.append(device)
        bench.press()
        assert until(lambda: reports == [button])
        button.when_pressed = None
        bench.release()
        bench.press()
        time.sleep(0.05)
        assert reports == [button]
        bench.release()


def turned(bench: Bench) -> None:
    with RotaryEncoder(BUTTON, OTHER, max_steps=4) as encoder:
        one_step = ((BUTTON, True), (OTHER, True), (BUTTON, False), (OTHER, False))
        bench.hands.make([Stroke(TAP, line, press) for line, press in one_step])
        assert until(lambda: encoder.steps == 1)
        bench.hands.make([Stroke(TAP, line, not press) for line, press in reversed(one_step)])
        assert until(lambda: encoder.steps == 0)


def line_seen(bench: Bench) -> None:
    with LineSensor(BUTTON, pull_up=True) as sensor:
        bench.press()
        assert until(lambda: sensor.value == 1)
        bench.release()
        assert until(lambda: sensor.value == 0)


def board_of_buttons(bench: Bench) -> None:
    down = Count()
    with ButtonBoard(BUTTON, OTHER) as board:
        board.when_pressed = down.once
        bench.press(OTHER)
        assert until(lambda: down.calls == 1)
        assert board.value == (0, 1)
        bench.release(OTHER)


def any_pin(bench: Bench) -> None:
    with GPIODevice(BUTTON) as device:
        assert device.pin.function == "input"
        assert device.value == 1


def lit(bench: Bench) -> None:
    with LED(LAMP) as lamp:
        assert not bench.shines()
        lamp.on()
        assert bench.shines()
        lamp.toggle()
        assert not bench.shines()


def lit_from_the_first(bench: Bench) -> None:
    with LED(LAMP, initial_value=True) as lamp:
        assert bench.shines()
        assert lamp.is_lit


def lit_low(bench: Bench) -> None:
    with LED(LAMP, active_high=False) as lamp:
        assert bench.shines()
        lamp.on()
        assert not bench.shines()


def lit_again(bench: Bench) -> None:
    for first in (LED, Button, PWMLED, LED):
        first(LAMP).close()
        with LED(LAMP) as lamp:
            lamp.on()
            assert bench.shines()


def pressed_again(bench: Bench) -> None:
    for first in (Button, LED, PWMLED):
        first(BUTTON).close()
        pressed_and_released(bench)


def kept_open(bench: Bench) -> None:
    """Use the pin of a closed device directly."""
    pin = bench.pins.pin(LAMP)
    with LED(LAMP):
        pass
    pin.output_with_state(1)
    assert bench.shines()
    pin.close()


def blinks(bench: Bench) -> None:
    with LED(LAMP) as lamp:
        lamp.blink(on_time=0.05, off_time=0.05)
        assert until(bench.shines)
        assert until(lambda: not bench.shines())
        lamp.blink(on_time=0.01, off_time=0.01, n=3, background=False)
        assert not bench.shines()


def beeps(bench: Bench) -> None:
    with Buzzer(LAMP) as buzzer:
        buzzer.beep(on_time=0.02, off_time=0.02, n=2)
        assert until(bench.shines)
        assert until(lambda: not buzzer.is_active and not bench.shines())


def follows_a_button(bench: Bench) -> None:
    with Button(BUTTON) as button, LED(LAMP) as lamp:
        lamp.source = button
        bench.press()
        assert until(bench.shines)
        bench.release()
        assert until(lambda: not bench.shines())
        lamp.source = negated(button)
        assert until(bench.shines)
        lamp.source = None


def callback_lights(bench: Bench) -> None:
    with Button(BUTTON) as button, LED(LAMP) as lamp:
        button.when_pressed, button.when_released = lamp.on, lamp.off
        for _ in range(3):
            bench.press()
            assert until(bench.shines)
            bench.release()
            assert until(lambda: not bench.shines())


def callback_opens(bench: Bench) -> None:
    """A callback that opens, lights and closes a lamp, and closes its own button."""
    done = threading.Event()
    button = Button(BUTTON)

    def show() -> None:
        with LED(LAMP) as lamp:
            lamp.on()
            assert bench.shines()
        button.when_pressed = None
        done.set()

    button.when_pressed = show
    bench.press()
    assert done.wait(PATIENCE)
    bench.release()
    button.close()


def callback_dims(bench: Bench) -> None:
    with Button(BUTTON) as button, PWMLED(LAMP) as lamp:
        button.when_pressed = lambda: setattr(lamp, "value", 0.5)
        bench.press()
        assert until(lambda: lamp.value == 0.5)
        assert abs(bench.part() - 0.5) < 0.1
        bench.release()


def dimmed(bench: Bench) -> None:
    with PWMLED(LAMP) as lamp:
        for value in (0, 0.1, 0.5, 0.9, 1):
            lamp.value = value
            assert lamp.value == value
            assert abs(bench.part() - value) < 0.1, value
    assert bench.pins.pin(LAMP).frequency is None


def dimmed_low(bench: Bench) -> None:
    with PWMLED(LAMP, active_high=False) as lamp:
        lamp.value = 0.25
        assert abs(bench.part() - 0.75) < 0.1


def dims_and_blinks(bench: Bench) -> None:
    with PWMLED(LAMP) as lamp:
        lamp.blink(on_time=0.05, off_time=0.05, fade_in_time=0.1, fade_out_time=0.1)
        assert until(lambda: 0.3 < lamp.value < 0.7)
        lamp.pulse(fade_in_time=0.1, fade_out_time=0.1, n=1, background=False)
        lamp.off()
        assert until(lambda: bench.part() == 0)


def dims_at_other_rates(bench: Bench) -> None:
    with PWMLED(LAMP, frequency=50, initial_value=0.5) as lamp:
        lamp.frequency = 200
        assert lamp.frequency == 200
        assert abs(bench.part() - 0.5) < 0.1


def refuses_more_than_all(bench: Bench) -> None:
    pin = bench.pins.pin(LAMP)
    pin.function = "output"
    pin.frequency = 100
    try:
        pin.state = 1.5
    except PinInvalidState:
        return
    finally:
        pin.frequency = None
        pin.close()
    raise AssertionError("a duty of 1.5 was taken")


def refuses_to_set_an_input(bench: Bench) -> None:
    pin = bench.pins.pin(BUTTON)
    pin.function = "input"
    try:
        pin.state = 1
    except PinSetInput:
        return
    raise AssertionError("an input was set")


def coloured(bench: Bench) -> None:
    with RGBLED(LAMP, SECOND, THIRD) as lamp:
        lamp.color = (1, 0.5, 0)
        assert abs(bench.part(LAMP) - 1) < 0.1
        assert abs(bench.part(SECOND) - 0.5) < 0.1
        assert bench.part(THIRD) < 0.1
    with RGBLED(LAMP, SECOND, THIRD, pwm=False) as lamp:
        lamp.color = (1, 0, 1)
        assert [bench.shines(line) for line in (LAMP, SECOND, THIRD)] == [True, False, True]


def sounds(bench: Bench) -> None:
    with TonalBuzzer(LAMP) as buzzer:
        buzzer.play(Tone("A4"))
        assert abs(bench.part() - 0.5) < 0.1
        buzzer.play("C5")
        buzzer.stop()
        assert buzzer.value is None
        assert bench.part() == 0
        buzzer.value = 1
        assert buzzer.tone is not None
        buzzer.value = None


def points(bench: Bench) -> None:
    with Servo(LAMP) as servo:
        servo.max()
        assert abs(bench.part() - 0.1) < 0.04
        servo.min()
        assert servo.value == -1
        servo.mid()
        servo.detach()
        assert servo.value is None
        assert bench.part() == 0


def points_by_angle(bench: Bench) -> None:
    with AngularServo(LAMP, min_angle=-90, max_angle=90) as servo:
        servo.angle = 45
        assert servo.angle is not None
        assert abs(servo.angle - 45) < 1


def drives(bench: Bench) -> None:
    with Motor(LAMP, SECOND) as motor:
        motor.forward(0.5)
        assert abs(bench.part(LAMP) - 0.5) < 0.1
        motor.reverse()
        assert abs(bench.part(SECOND) - 0.5) < 0.1
        motor.stop()
        assert bench.part(LAMP) + bench.part(SECOND) == 0
    with PhaseEnableMotor(LAMP, SECOND) as motor:
        motor.backward(0.5)
        assert bench.shines(LAMP)
        assert abs(bench.part(SECOND) - 0.5) < 0.1


def drives_on_two_wheels(bench: Bench) -> None:
    with Robot(Motor(18, 19), Motor(24, 25)) as robot:
        robot.left(0.5)
        assert robot.value == (-0.5, 0.5)
        robot.stop()


def many_lamps(bench: Bench) -> None:
    with LEDBoard(LAMP, SECOND, THIRD) as board:
        board.value = (1, 0, 1)
        assert [bench.shines(line) for line in (LAMP, SECOND, THIRD)] == [True, False, True]
    with LEDBarGraph(LAMP, SECOND, THIRD, pwm=True) as graph:
        graph.value = 0.5
        assert abs(bench.part(SECOND) - 0.5) < 0.1
    with TrafficLights(LAMP, SECOND, THIRD) as lights:
        lights.amber.on()
        assert bench.shines(SECOND)


def two_on_one_pin(bench: Bench) -> None:
    with LED(LAMP):
        try:
            LED(LAMP)
        except GPIOPinInUse:
            return
    raise AssertionError("two devices on a pin")


def closed_while_lit(bench: Bench) -> None:
    LED(LAMP, initial_value=True)
    PWMLED(SECOND, initial_value=0.5)
    Button(BUTTON).when_pressed = Count().once
    bench.pins.close()
    with factory(bench.name, bench.chip) as pins, LED(LAMP, pin_factory=pins) as lamp:
        lamp.on()
        assert bench.shines()


def spi_by_software(bench: Bench) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pins = {"clock_pin": 16, "mosi_pin": 17, "miso_pin": SECOND, "select_pin": 24}
        with MCP3008(channel=0, **pins) as converter:
            for level in (1, 0):
                bench.hands.make([Stroke(0, SECOND, press=not level)])
                assert converter.raw_value == 1023 * level


def no_alternate_function(bench: Bench) -> None:
    pin = bench.pins.pin(LAMP)
    try:
        pin.function = "alt0"
    except (PinUnsupported, ValueError):
        return
    raise AssertionError("a function that no chip device has")


CASES: dict[str, Callable[[Bench], None]] = {
    "Button: pressed and released": pressed_and_released,
    "... pull_up=False": pulled_down,
    "... pull_up=None, active_state": floating,
    "... wait_for_press, wait_for_release": waited_for,
    "... when_held, held_time": held,
    "... hold_repeat": held_again_and_again,
    "... active_time": pressed_for,
    "... bounce_time, a tap shorter than it": short_tap,
    "... bounce_time, hold_time, the same tap": short_tap_is_no_hold,
    "... bounce_time, a bouncing press": long_bounced_press,
    "... edges one way": one_way,
    "... told the device, then nobody": told_the_device,
    "... after a Button, LED, PWMLED on its pin": pressed_again,
    "RotaryEncoder": turned,
    "LineSensor": line_seen,
    "ButtonBoard": board_of_buttons,
    "GPIODevice": any_pin,
    "LED: on, toggle": lit,
    "... initial_value": lit_from_the_first,
    "... active_high=False": lit_low,
    "... after an LED, Button, PWMLED on its pin": lit_again,
    "... its pin used by hand after it was closed": kept_open,
    "... blink": blinks,
    "... source = button, negated(button)": follows_a_button,
    "... set by a callback": callback_lights,
    "... opened and closed in a callback": callback_opens,
    "Buzzer: beep": beeps,
    "PWMLED: value": dimmed,
    "... a PWMLED with active_high=False": dimmed_low,
    "... blink with fades, pulse": dims_and_blinks,
    "... frequency": dims_at_other_rates,
    "... dimmed by a callback": callback_dims,
    "... a duty of 1.5 refused": refuses_more_than_all,
    "an input isn't set": refuses_to_set_an_input,
    "RGBLED": coloured,
    "TonalBuzzer": sounds,
    "Servo": points,
    "AngularServo": points_by_angle,
    "Motor, PhaseEnableMotor": drives,
    "Robot": drives_on_two_wheels,
    "LEDBoard, LEDBarGraph, TrafficLights": many_lamps,
    "two devices on one pin": two_on_one_pin,
    "a factory closed over devices, and another": closed_while_lit,
    "MCP3008 by software SPI": spi_by_software,
    "a function that isn't there": no_alternate_function,
}


def devices(ask: Ask, outcome: Outcome) -> None:
    """Run every case with every factory, each in its own process."""
    for name in ask.factories():
        with lines(f"devices-{name}") as (chip, hands):
            faults = {case: fault(name, case, chip, hands) for case in CASES}
        for case, expected in faults.items():
            outcome.put(case, name, expected or "yes")
            outcome.expect(not expected or name != "gpiod", f"{case}: {expected}")
        outcome.put("cases", name, f"{list(faults.values()).count('')} of {len(CASES)}")


def fault(name: FactoryName, case: str, chip: Chip, hands: Hands) -> str:
    """Return what goes wrong in a case, empty for nothing."""
    for line in (BUTTON, OTHER):
        hands.make([Stroke(0, line, press=False)])

    def play(outcome: Outcome) -> None:
        try:
            with factory(name, chip) as pins:
                Device.pin_factory = pins
                CASES[case](Bench(name, chip, hands, pins))
        except AssertionError as error:
            outcome.failures.append(f"not {traceback.extract_tb(error.__traceback__)[-1].line}")
        except Exception as error:  # noqa: BLE001 - whatever a device raises is the finding
            outcome.failures.append(f"{type(error).__name__}: {error}".splitlines()[0])

    return "; ".join(apart(play, Outcome(case)).failures)
