"""How exact the pulses of PWMLED, Servo and TonalBuzzer are, by kernel stamps of the line's changes."""

import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import pairwise
from pathlib import Path
from statistics import quantiles
from typing import NamedTuple

from gpiozero import PWMLED, Device, OutputDevice, Servo, TonalBuzzer

from tests.kernel.lines import Chip
from tests.kernel.outcome import Ask, FactoryName, Outcome, apart, factory, lines

LAMP = 20

TRACING = Path("/sys/kernel/tracing")

SETTING = re.compile(r"\s(\d+\.\d+): set_multiple: .*mask=0x([0-9a-f]+) bits=0x([0-9a-f]+)")

LASTING = 1.0
"""Seconds for which each device is measured."""

LATE = 100
"""By how many µs a pulse may be too long while Python is idle; a tenth of a servo's range."""

OFTEN = 0.0001
"""A short switch interval, in seconds; Python's default is 0.005."""


class Kind(NamedTuple):
    """A device that pulses, with its ideal period and pulse width in µs."""

    open: Callable[[], OutputDevice]
    period: float
    pulse: float


def note(frequency: float) -> TonalBuzzer:
    """Return a buzzer that plays a note."""
    buzzer = TonalBuzzer(LAMP, octaves=2)
    buzzer.play(frequency)
    return buzzer


KINDS = {
    "PWMLED, 100 Hz, 0.5": Kind(lambda: PWMLED(LAMP, initial_value=0.5), 10_000, 5_000),
    "PWMLED, 100 Hz, 0.01": Kind(lambda: PWMLED(LAMP, initial_value=0.01), 10_000, 100),
    "Servo, 50 Hz, 1.5 ms": Kind(lambda: Servo(LAMP), 20_000, 1_500),
    "Servo, 50 Hz, 1.62 ms": Kind(lambda: Servo(LAMP, initial_value=0.24), 20_000, 1_620),
    "TonalBuzzer, 440 Hz": Kind(lambda: note(440), 1e6 / 440, 5e5 / 440),
    "TonalBuzzer, 1760 Hz": Kind(lambda: note(1760), 1e6 / 1760, 5e5 / 1760),
}


def pulses(ask: Ask, outcome: Outcome) -> None:
    """Measure every device with every factory, with Python idle and busy."""
    subprocess.run(["mount", "-t", "tracefs", "none", str(TRACING)], check=False)
    for name in ask.factories():
        with lines(f"pulses-{name}") as (chip, _):
            result = apart(partial(play, name, chip), outcome)
            outcome.figures, outcome.failures = result.figures, result.failures


def play(name: FactoryName, chip: Chip, outcome: Outcome) -> None:
    """Measure every device with one factory."""
    with factory(name, chip) as pins:
        Device.pin_factory = pins
        for row, kind in KINDS.items():
            measure(outcome, row, kind, name)
            with computing(sys.getswitchinterval()):
                measure(outcome, row, kind, f"{name}, Python busy")
            with computing(OFTEN):
                measure(outcome, row, kind, f"{name}, busy, switched often")


def measure(outcome: Outcome, row: str, kind: Kind, column: str) -> None:
    """Measure the pulses of one device, and put the figures into the table."""
    with kind.open(), traced() as changes:
        time.sleep(LASTING)
    rises = [at for at, high in changes if high]
    highs = [after - at for (at, high), (after, _) in pairwise(changes) if high]
    cuts = quantiles(highs, n=100, method="inclusive") if len(highs) > 1 else [0.0] * 99
    outcome.put(f"{row}: pulses a second", column, round(len(rises) / LASTING))
    widths = " / ".join(f"{cuts[cut]:.0f}" for cut in (0, 49, 98))
    outcome.put(f"{row}: pulse, µs: p1 / p50 / p99", column, widths)
    if column == "gpiod":
        right = abs(len(rises) * kind.period / (LASTING * 1e6) - 1) < 0.03
        outcome.expect(right, f"{row}: {len(rises)} pulses in {LASTING} s")
        # If the host is late with a file, the emulated processor pauses within a pulse.
        outcome.expect(0 <= cuts[94] - kind.pulse < LATE, f"{row}: one pulse in 20 over {cuts[94]:.0f} µs")


@contextmanager
def computing(interval: float) -> Iterator[None]:
    """Keep another thread of this program computing, with a switch interval of `interval` seconds."""
    over = threading.Event()
    before = sys.getswitchinterval()

    def compute() -> None:
        while not over.is_set():
            sum(range(1000))

    thread = threading.Thread(target=compute)
    sys.setswitchinterval(interval)
    thread.start()
    yield
    over.set()
    thread.join()
    sys.setswitchinterval(before)


@contextmanager
def traced() -> Iterator[list[tuple[float, bool]]]:
    """Yield a list that gets, at the end, the line's changes: time in µs, and whether it went high."""
    changes: list[tuple[float, bool]] = []
    probe = "p:set_multiple gpio_sim_set_multiple mask=+0(%si):x64 bits=+0(%dx):x64"
    for file, word in (
        ("trace_clock", "mono"),
        ("kprobe_events", probe),
        ("events/kprobes/enable", "1"),
        ("trace", ""),
    ):
        (TRACING / file).write_text(word)
    yield changes
    (TRACING / "events/kprobes/enable").write_text("0")
    for at, mask, bits in SETTING.findall((TRACING / "trace").read_text()):
        if int(mask, 16) >> LAMP & 1:
            high = bool(int(bits, 16) >> LAMP & 1)
            if not changes or changes[-1][1] is not high:
                changes.append((float(at) * 1e6, high))
    (TRACING / "kprobe_events").write_text("")
