"""Our pin factory in any gpiozero program: found by name, buttons, lamps, and its refusals."""

import os
import threading
from multiprocessing import get_context
from multiprocessing.connection import Connection

from gpiozero import LED, PWMLED, Button, Device
from gpiozero.exc import PinPWMUnsupported

from hardware.errors import HardwareError, LineBusyError, NoPermissionError
from hardware.gpiod_chip import CHIP_VARIABLE, find_chip
from hardware.gpiod_factory import GpiodFactory
from tests.kernel.lines import LABEL, Chip, Hands, Stroke
from tests.kernel.outcome import Ask, Outcome, lines
from tests.kernel.watch import PATIENCE

NOBODY = 65534


def manners(ask: Ask, outcome: Outcome) -> None:
    """Use the factory as a stranger would."""
    with lines("manners") as (chip, hands):
        os.environ["GPIOZERO_PIN_FACTORY"] = "gpiod"
        os.environ[CHIP_VARIABLE] = LABEL
        Device.ensure_pin_factory()
        found = isinstance(Device.pin_factory, GpiodFactory)
        outcome.put(
            "GPIOZERO_PIN_FACTORY=gpiod", "gpiod", "found by name, chip by label" if found else "WRONG"
        )
        outcome.expect(found, f"the factory is {Device.pin_factory}")
        button(outcome, hands)
        lamp(outcome, chip)
        busy(outcome)
        closed(outcome)
        Device.pin_factory.close()
        Device.pin_factory = None


def button(outcome: Outcome, hands: Hands) -> None:
    """A Button fires when pressed and when released, and knows its level."""
    pressed, released = threading.Event(), threading.Event()
    with Button(3) as device:
        device.when_pressed = pressed.set
        device.when_released = released.set
        hands.make([Stroke(0, 3, press=True)])
        down = pressed.wait(PATIENCE) and device.is_pressed
        hands.make([Stroke(0, 3, press=False)])
        up = released.wait(PATIENCE) and not device.is_pressed
    outcome.put("Button", "gpiod", "pressed, released" if down and up else "WRONG")
    outcome.expect(down and up, f"a Button: pressed {down}, released {up}")


def lamp(outcome: Outcome, chip: Chip) -> None:
    """An LED shines on the line; a dimmed one is refused."""
    with LED(20) as device:
        device.on()
        on = chip.value(20)
        device.off()
        off = chip.value(20)
    outcome.put("LED", "gpiod", "on, off" if (on, off) == (1, 0) else "WRONG")
    outcome.expect((on, off) == (1, 0), f"an LED: on {on}, off {off}")
    try:
        PWMLED(21)
    except PinPWMUnsupported as refusal:
        outcome.put("PWMLED", "gpiod", f"refused: {refusal}")
    else:
        outcome.failures.append("a PWMLED was not refused")


def busy(outcome: Outcome) -> None:
    """A line in use names its holder."""
    with LED(20), GpiodFactory(LABEL) as other:
        try:
            other.pin(20)
        except LineBusyError as refusal:
            outcome.put("a busy line", "gpiod", f"refused: {refusal}")
        else:
            outcome.failures.append("a busy line was not refused")


def closed(outcome: Outcome) -> None:
    """Who may not open the chip is told what to do."""
    context = get_context("fork")
    ours, theirs = context.Pipe()
    child = context.Process(target=_as_nobody, args=(theirs,))
    child.start()
    said: str = ours.recv()
    child.join()
    outcome.put("without permission", "gpiod", f"refused: {said}")
    outcome.expect(said.startswith(NoPermissionError.__name__), f"without permission: {said}")


def _as_nobody(pipe: Connection) -> None:
    os.setgroups([])
    os.setgid(NOBODY)
    os.setuid(NOBODY)
    try:
        pipe.send(f"{find_chip()}")
    except HardwareError as refusal:
        pipe.send(f"{type(refusal).__name__}: {refusal}")
