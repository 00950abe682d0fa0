"""Runs inside the virtual machine: the scenarios asked for, one by one, each in a process of its own.

A new scenario is a module with a function that fills an `Outcome` as asked, and a line in `SCENARIOS`.
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
"""In the order in which they run by default: the longest first, so that two machines end together."""


def main(asked: Path) -> None:
    """Read what is asked for; write an outcome beside it for each scenario that no other machine took."""
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
    """Return where the outcome of a scenario is written; the file is made by who takes the scenario."""
    return folder / f"{scenario}.outcome.json"


def run(name: str, ask: Ask) -> Outcome:
    """Run one scenario."""
    print(f"kernel lane: {name}", flush=True)
    return apart(lambda outcome: SCENARIOS[name](ask, outcome), Outcome(name))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
