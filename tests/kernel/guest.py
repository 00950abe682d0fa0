"""Runs the requested scenarios inside the virtual machine, one by one, each in its own process.

To add a scenario, write a module with a function that fills an `Outcome`, and add a line to `SCENARIOS`.
"""

import sys
from collections.abc import Callable
from pathlib import Path

import msgspec

from tests.kernel.bounce import bounce
from tests.kernel.bursts import bursts
from tests.kernel.console import console
from tests.kernel.devices import devices
from tests.kernel.faults import faults
from tests.kernel.gadgets import pull_all
from tests.kernel.keys import keys
from tests.kernel.lab import lab
from tests.kernel.manners import manners
from tests.kernel.match import match
from tests.kernel.outcome import Ask, Outcome, apart
from tests.kernel.pads import pads
from tests.kernel.panel import panel
from tests.kernel.plugs import plugs
from tests.kernel.pulses import pulses
from tests.kernel.suite import suite
from tests.kernel.trust import trust

SCENARIOS: dict[str, Callable[[Ask, Outcome], None]] = {
    "trust": trust,
    "manners": manners,
    "devices": devices,
    "suite": suite,
    "pulses": pulses,
    "faults": faults,
    "plugs": plugs,
    "pads": pads,
    "panel": panel,
    "keys": keys,
    "bounce": bounce,
    "match": match,
    "bursts": bursts,
    "lab": lab,
    "console": console,
}
"""In the default order: longest first, so that two machines end at about the same time."""


def main(asked: Path) -> None:
    """Read the request, and run each scenario that no other machine took; write outcomes to its folder."""
    ask = msgspec.json.decode(asked.read_bytes(), type=Ask)
    for name in ask.scenarios:
        try:
            answer = answered(asked.parent, name).open("xb")
        except FileExistsError:
            continue
        with answer:
            answer.write(msgspec.json.encode(run(name, ask)))
        pull_all()


def answered(folder: Path, scenario: str) -> Path:
    """Return the path of a scenario's outcome; the machine that creates the file has taken the scenario."""
    return folder / f"{scenario}.outcome.json"


def run(name: str, ask: Ask) -> Outcome:
    """Run one scenario."""
    print(f"kernel lane: {name}", flush=True)
    return apart(lambda outcome: SCENARIOS[name](ask, outcome), Outcome(name))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
