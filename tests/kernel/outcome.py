"""The input and output of a scenario."""

import multiprocessing
import os
import random
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import Literal

from gpiozero.pins import Factory
from msgspec import Struct, field

from hardware.pins.factory import GpiodFactory
from tests.kernel.lines import Chip, Hands

FactoryName = Literal["gpiod", "lgpio"]

PI_3B = 0xA02082
"""The revision code of a Pi 3B: lgpio's factory needs a Pi, any with a plain 40-pin header."""


class Ask(Struct, frozen=True):
    """The host's request to the guest."""

    scenarios: list[str]
    bursts: dict[str, int]
    """Bursts of fifteen presses, by factory."""
    rounds: int
    """Rounds of the bounce scenario."""
    lgpio: bool
    """Whether lgpio is available to compare with."""
    grabs: int = 0
    """Grabs of the trust scenario."""
    keys: str = ""
    """Path of the gpio-keys module to compare with, empty for none."""
    suite: str = ""
    """Path of gpiozero's tests for real pins, empty if they aren't available."""
    seed: int = 1

    def factories(self) -> tuple[FactoryName, ...]:
        """Return the factories to compare, ours first."""
        return ("gpiod", "lgpio") if self.lgpio else ("gpiod",)


class Outcome(Struct):
    """Figures to print, and failures."""

    scenario: str
    figures: dict[str, dict[str, str]] = field(default_factory=dict)
    """Figures by row and column."""
    failures: list[str] = field(default_factory=list)

    def put(self, row: str, column: str, figure: object) -> None:
        """Put a figure into the table."""
        self.figures.setdefault(row, {})[column] = str(figure)

    def expect(self, holds: bool, otherwise: str) -> None:
        """Note a failure unless something holds."""
        if not holds:
            self.failures.append(otherwise)


def apart(work: Callable[[Outcome], None], outcome: Outcome) -> Outcome:
    """Continue an outcome in a child process, as hands fork and libraries leave threads behind."""
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe()
    child = context.Process(target=_work, args=(work, outcome, theirs))
    child.start()
    theirs.close()
    try:
        outcome = ours.recv()
    except EOFError:
        outcome.failures.append("died without an answer")
    child.join()
    return outcome


def _work(work: Callable[[Outcome], None], outcome: Outcome, pipe: Connection) -> None:
    try:
        work(outcome)
    except Exception:  # noqa: BLE001 - whatever it is belongs into the report
        outcome.failures.append(traceback.format_exc())
    pipe.send(outcome)


@contextmanager
def lines(name: str) -> Iterator[tuple[Chip, Hands]]:
    """Yield a new chip, and hands on its lines."""
    chip = Chip(name)
    try:
        with Hands(chip) as hands:
            yield chip, hands
    finally:
        chip.remove()


@contextmanager
def factory(name: FactoryName, chip: Chip) -> Iterator[Factory]:
    """Yield a pin factory for the chip."""
    if name == "gpiod":
        with GpiodFactory(chip.path) as ours:
            yield ours
        return
    # lgpio puts its pipes into the working folder.
    os.chdir("/run")
    from gpiozero.pins import local
    from gpiozero.pins.lgpio import LGPIOFactory

    local.get_pi_revision = lambda: PI_3B
    with LGPIOFactory(chip=chip.number) as theirs:
        yield theirs


def chance(ask: Ask, scenario: str) -> random.Random:
    """Return a random generator for a scenario, the same in every run with the same seed."""
    return random.Random(f"{ask.seed} {scenario}")
