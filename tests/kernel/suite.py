"""gpiozero's own tests for real pins, on two simulated lines with a wire between them."""

import os
from collections.abc import Iterator
from functools import partial
from typing import Any

import gpiod
import pytest
from gpiod.line import Bias, Direction
from gpiozero import Device

from hardware.pins.chip import CHIP_VARIABLE
from hardware.pins.pin import GpiodPin
from tests.kernel.lines import LABEL, PRESS, RELEASE, Chip
from tests.kernel.outcome import PI_3B, Ask, FactoryName, Outcome, apart, lines

ENDS = (22, 27)
"""The lines that gpiozero's tests want wired together."""


WHOLE = ("input_with_pull", "output_with_state", "close")
"""Methods of a pin that change its line as a whole."""


class Wire:
    """Simulates a wire: the end that is driven sets the other; if none is, a pull sets both."""

    def __init__(self, chip: Chip) -> None:
        self._chip = gpiod.Chip(chip.path)
        self._pulls = {line: os.open(chip.lines / f"sim_gpio{line}" / "pull", os.O_RDWR) for line in ENDS}
        self._values = {line: os.open(chip.lines / f"sim_gpio{line}" / "value", os.O_RDONLY) for line in ENDS}
        self._last: tuple[int, bytes] | None = None
        self.changed()

    def changed(self) -> None:
        """Look again at the direction and bias of both ends."""
        self._ends = {line: self._chip.get_line_info(line) for line in ENDS}
        self._last = None

    def settle(self) -> None:
        """Bring both ends to the same level."""
        driven = [line for line, end in self._ends.items() if end.direction is Direction.OUTPUT]
        if driven:
            high = os.pread(self._values[driven[0]], 1, 0) == b"1"
            others = [line for line in ENDS if line not in driven]
        else:
            high = any(end.bias is Bias.PULL_UP for end in self._ends.values())
            others = list(ENDS)
        for line in others:
            level = RELEASE if high else PRESS
            if self._last != (line, level):
                os.pwrite(self._pulls[line], level, 0)
                self._last = line, level

    def solder(self, pin: Any) -> None:  # Any: gpiozero ships no types
        """Patch a pin class to settle the wire before reads, and to note changes after anything else."""

        def wired(method: Any) -> Any:  # Any: as above
            def act(*arguments: Any) -> Any:  # Any: as above
                reads = method is read
                if reads:
                    self.settle()
                try:
                    return method(*arguments)
                finally:
                    if not reads:
                        self.changed()

            return act

        read = pin._get_state
        for name in (
            "_get_state",
            "_set_function",
            "_set_pull",
            "input_with_pull",
            "output_with_state",
            "close",
        ):
            setattr(pin, name, wired(getattr(pin, name)))


class Results:
    """A pytest plugin that selects one factory's tests and records how each ended."""

    def __init__(self, name: FactoryName) -> None:
        self._name = name
        self.ended: dict[str, str] = {}

    @pytest.fixture
    def no_default_factory(self) -> Iterator[None]:
        """Start a test without a factory; gpiozero has this fixture in a file that it doesn't ship."""
        Device.pin_factory = None
        yield
        Device.pin_factory = None

    def pytest_collection_modifyitems(self, items: list[pytest.Function]) -> None:
        """Deselect tests of another factory, or of none."""
        items[:] = [item for item in items if item.name.endswith(f"[{self._name}]")]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Record how a test ended; failing in set-up or teardown counts as failing."""
        if report.when == "call" or report.outcome != "passed":
            self.ended[report.location[2].removeprefix("test_").partition("[")[0]] = report.outcome


def suite(ask: Ask, outcome: Outcome) -> None:
    """Run gpiozero's tests for real pins with every factory, each in its own process."""
    if not ask.suite:
        outcome.put("gpiozero's own tests", "gpiod", "not to be had here")
        return
    for name in ask.factories():
        with lines(f"suite-{name}") as (chip, _):
            result = apart(partial(play, ask, name, chip), outcome)
            outcome.figures, outcome.failures = result.figures, result.failures


def play(ask: Ask, name: FactoryName, chip: Chip, outcome: Outcome) -> None:
    """Run the tests with one factory; ours must pass all that aren't skipped."""
    # lgpio puts its pipes into the working folder, and works only on a Pi.
    os.chdir("/run")
    os.environ |= {CHIP_VARIABLE: LABEL, "GPIOZERO_TEST_LOCK": "/run/real-pins"}
    wire, results = Wire(chip), Results(name)
    if name == "gpiod":
        wire.solder(GpiodPin)
    else:
        from gpiozero.pins import local
        from gpiozero.pins.lgpio import LGPIOPin

        local.get_pi_revision = lambda: PI_3B
        wire.solder(LGPIOPin)
    plain = ("-q", "--tb=short", "-c", os.devnull, "-W", "ignore")
    without = (option for name in ("cacheprovider", "randomly", "xdist") for option in ("-p", f"no:{name}"))
    pytest.main([*plain, *without, ask.suite], plugins=[results])
    for test, ended in results.ended.items():
        outcome.put(test, name, ended)
        outcome.expect(ended != "failed" or name != "gpiod", f"{test} failed")
    passed = list(results.ended.values()).count("passed")
    outcome.put("passed", name, f"{passed} of {len(results.ended)}")
    outcome.expect(passed > 0, f"none of gpiozero's tests passed with {name}")
