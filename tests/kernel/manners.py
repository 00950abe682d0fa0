"""Our pin factory in an ordinary gpiozero program: found by name, buttons, lamps, and refusals."""

import os
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.connection import Connection

from gpiozero import LED, Button, Device

from companion.clock import MILLISECOND
from hardware.errors import HardwareError, LineBusyError, NoPermissionError
from hardware.pins.chip import CHIP_VARIABLE, find_chip
from hardware.pins.claim import JUST_THEN, StampedEdge
from hardware.pins.factory import GpiodFactory
from hardware.pins.pin import GpiodPin
from tests.kernel.lines import LABEL, PRESS, RELEASE, SIDE_BY_SIDE, Chip, Done, Hands, Stroke
from tests.kernel.outcome import Ask, Outcome, lines
from tests.kernel.watch import PATIENCE

NOBODY = 65534

GATHERED = (6, 7, 8)
"""Lines requested together: one bounces, one is pressed cleanly, one is idle."""

APART = 3 * JUST_THEN
"""Time in ns after which a gap in the sequence numbers doesn't affect another line's edges."""

ROUNDS = 10

STROKES = 15
"""Strokes in immediate succession on one line."""

ABOVE_ALL = 99
"""The highest real-time priority; the kernel's interrupt threads have 50."""

INTERRUPTED = 500_000 if SIDE_BY_SIDE else 0
"""Allowance in ns from a write to its interrupt, as a busy host may pause the writing processor."""

TAP = 5 * MILLISECOND
"""Length in ns of a tap that is shorter than `BOUNCE_TIME`, which is in seconds."""

BOUNCE_TIME = 0.05


def manners(ask: Ask, outcome: Outcome) -> None:
    """Use the factory as any gpiozero program would."""
    with lines("manners") as (chip, hands):
        os.environ["GPIOZERO_PIN_FACTORY"] = "gpiod"
        os.environ[CHIP_VARIABLE] = LABEL
        Device.ensure_pin_factory()
        found = isinstance(Device.pin_factory, GpiodFactory)
        how = "found by name, chip by label" if found else "WRONG"
        outcome.put("GPIOZERO_PIN_FACTORY=gpiod", "gpiod", how)
        outcome.expect(found, f"the factory is {Device.pin_factory}")
        button(outcome, hands)
        tap(outcome, hands)
        lamp(outcome, chip)
        reopened(outcome, chip)
        overwritten(outcome, chip, Device.pin_factory)
        back_to_back(outcome, hands, Device.pin_factory)
        busy(outcome)
        closed(outcome)
        Device.pin_factory.close()
        Device.pin_factory = None


def button(outcome: Outcome, hands: Hands) -> None:
    """A Button reports press and release, and knows its level."""
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


def tap(outcome: Outcome, hands: Hands) -> None:
    """A tap shorter than the bounce time is reported as pressed and released."""
    pressed, released = threading.Event(), threading.Event()
    with Button(3, bounce_time=BOUNCE_TIME) as device:
        device.when_pressed = pressed.set
        device.when_released = released.set
        hands.make([Stroke(0, 3, press=True), Stroke(TAP, 3, press=False)])
        down = pressed.wait(PATIENCE)
        up = released.wait(PATIENCE) and not device.is_pressed
    outcome.put("a tap shorter than bounce_time", "gpiod", "pressed, released" if down and up else "WRONG")
    outcome.expect(down and up, f"a short tap: pressed {down}, released {up}")


def lamp(outcome: Outcome, chip: Chip) -> None:
    """An LED sets its line."""
    with LED(20) as device:
        device.on()
        on = chip.value(20)
        device.off()
        off = chip.value(20)
    outcome.put("LED", "gpiod", "on, off" if (on, off) == (1, 0) else "WRONG")
    outcome.expect((on, off) == (1, 0), f"an LED: on {on}, off {off}")


def reopened(outcome: Outcome, chip: Chip) -> None:
    """An LED works on a pin where an LED or a Button was closed before."""
    for row, first in (("LED after an LED", LED), ("LED after a Button", Button)):
        first(22).close()
        with LED(22) as device:
            device.on()
            on = chip.value(22)
            device.off()
            off = chip.value(22)
        outcome.put(row, "gpiod", "on, off" if (on, off) == (1, 0) else "WRONG")
        outcome.expect((on, off) == (1, 0), f"{row}: on {on}, off {off}")


class Ear:
    """Records the edges of a pin."""

    def __init__(self, pin: GpiodPin) -> None:
        self.edges: list[StampedEdge] = []
        pin.pull = "up"
        pin.when_edge = self.edge

    def edge(self, edge: StampedEdge) -> None:
        """Record an edge."""
        self.edges.append(edge)

    def taken(self, factory: GpiodFactory) -> list[StampedEdge]:
        """Return the edges since the last call, after giving the kernel's threads time to run."""
        time.sleep(APART / 1e9)
        factory.catch_up()
        edges, self.edges = self.edges, []
        return edges


@contextmanager
def listening(factory: GpiodFactory) -> Iterator[list[Ear]]:
    """Yield a recorder for each of the gathered lines."""
    factory.gather(GATHERED)
    pins = [factory.pin(line) for line in GATHERED]
    try:
        yield [Ear(pin) for pin in pins]
    finally:
        for pin in pins:
            pin.close()


def overwritten(outcome: Outcome, chip: Chip, factory: GpiodFactory) -> None:
    """If the kernel's thread can't run, two of three strokes are overwritten, and `since` shows it."""
    bouncing, clean, _ = GATHERED
    reported = within = sure = 0
    with listening(factory) as (bounces, cleans, rests):
        for _ in range(ROUNDS):
            write(chip, [(clean, PRESS)])
            before = cleans.taken(factory)
            strokes = write(chip, [(bouncing, PRESS), (bouncing, RELEASE), (bouncing, PRESS)])
            edges = bounces.taken(factory)
            write(chip, [(clean, RELEASE)])
            after = cleans.taken(factory)
            write(chip, [(bouncing, RELEASE)])
            bounces.taken(factory)
            reported += len(edges) == 1 and edges[0].since < edges[0].at
            within += unseen(edges, strokes) == 0
            sure += [edge.since for edge in (*before, *after)] == [edge.at for edge in (*before, *after)]
        silent = not rests.taken(factory)
    for row, number in (
        ("three strokes before the kernel's thread runs: one edge, its since earlier", reported),
        ("... no stroke before since", within),
        (f"... another line pressed {APART // MILLISECOND} ms before and after: exact", sure),
    ):
        outcome.put(row, "gpiod", f"{number} of {ROUNDS}")
        # With a second processor the thread may run there, and report every edge.
        outcome.expect(number == ROUNDS or SIDE_BY_SIDE, f"{row}: {number} of {ROUNDS}")
    outcome.expect(silent, "a line at rest had edges")


def back_to_back(outcome: Outcome, hands: Hands, factory: GpiodFactory) -> None:
    """Strokes as fast as they can be written are each within the interval of an edge."""
    bouncing, _, _ = GATHERED
    edges, missed, longest = 0, 0, 0
    with listening(factory) as (bounces, _, _):
        for _ in range(ROUNDS):
            strokes = hands.make([Stroke(0, bouncing, press=turn % 2 == 0) for turn in range(STROKES)])
            heard = bounces.taken(factory)
            hands.make([Stroke(0, bouncing, press=False)])
            bounces.taken(factory)
            edges += len(heard)
            missed += unseen(heard, strokes)
            longest = max(longest, late(heard, strokes))
    outcome.put(f"{STROKES * ROUNDS} strokes back to back: edges", "gpiod", edges)
    outcome.put("... strokes before since", "gpiod", missed)
    outcome.put("... longest an edge waited for the kernel's thread, µs", "gpiod", longest // 1000)
    outcome.expect(missed == 0, f"{missed} strokes are in no edge's interval")


def write(chip: Chip, levels: Sequence[tuple[int, bytes]]) -> list[Done]:
    """Make strokes while no kernel thread can run on this processor; return when each was made."""
    files = {line: os.open(chip.lines / f"sim_gpio{line}" / "pull", os.O_WRONLY) for line, _ in levels}
    made = []
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(ABOVE_ALL))
    for line, level in levels:
        before = time.monotonic_ns()
        os.pwrite(files[line], level, 0)
        made.append(Done(line, level == PRESS, before, time.monotonic_ns()))
    os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
    for file in files.values():
        os.close(file)
    return made


def unseen(edges: Sequence[StampedEdge], strokes: Sequence[Done]) -> int:
    """Return how many strokes were certainly made before the `since` of the first edge they may belong to."""
    firsts = [next((edge for edge in edges if edge.at >= stroke.before), None) for stroke in strokes]
    pairs = zip(firsts, strokes, strict=True)
    return sum(edge is None or edge.since > stroke.after + INTERRUPTED for edge, stroke in pairs)


def late(edges: Sequence[StampedEdge], strokes: Sequence[Done]) -> int:
    """Return the longest time in ns from a stroke to the stamp of its edge."""
    waits = [0]
    for stroke in strokes:
        edge = next((edge for edge in edges if edge.at >= stroke.before), None)
        waits.append(0 if edge is None else edge.at - stroke.after)
    return max(waits)


def busy(outcome: Outcome) -> None:
    """The error for a line in use names its holder."""
    with LED(20), GpiodFactory(LABEL) as other:
        try:
            other.pin(20)
        except LineBusyError as refusal:
            outcome.put("a busy line", "gpiod", f"refused: {refusal}")
        else:
            outcome.failures.append("a busy line was not refused")


def closed(outcome: Outcome) -> None:
    """Without permission to open the chip, the error says what to do."""
    context = get_context("fork")
    ours, theirs = context.Pipe()
    child = context.Process(target=_as_nobody, args=(theirs,))
    child.start()
    message: str = ours.recv()
    child.join()
    outcome.put("without permission", "gpiod", f"refused: {message}")
    outcome.expect(message.startswith(NoPermissionError.__name__), f"without permission: {message}")


def _as_nobody(pipe: Connection) -> None:
    os.setgroups([])
    os.setgid(NOBODY)
    os.setuid(NOBODY)
    try:
        pipe.send(f"{find_chip()}")
    except HardwareError as refusal:
        pipe.send(f"{type(refusal).__name__}: {refusal}")
