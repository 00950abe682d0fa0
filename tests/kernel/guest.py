"""Runs inside the virtual machine: the scenarios asked for, one by one, each in a process of its own.

A new scenario is a module with a function from `Ask` to `Outcome`, and a line in `SCENARIOS`.
"""

import multiprocessing
import sys
import traceback
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path

import msgspec

from tests.kernel.bounce import bounce
from tests.kernel.bursts import bursts
from tests.kernel.faults import faults
from tests.kernel.manners import manners
from tests.kernel.match import match
from tests.kernel.outcome import Ask, Outcome

SCENARIOS: dict[str, Callable[[Ask], Outcome]] = {
    "manners": manners,
    "faults": faults,
    "bounce": bounce,
    "match": match,
    "bursts": bursts,
}
"""In the order in which they run by default."""


def main(asked: Path, answered: Path) -> None:
    """Read what is asked for and write a list of outcomes."""
    ask = msgspec.json.decode(asked.read_bytes(), type=Ask)
    outcomes = [run(name, ask) for name in ask.scenarios]
    answered.write_bytes(msgspec.json.encode(outcomes))


def run(name: str, ask: Ask) -> Outcome:
    """Run one scenario in a child, since hands are forked and libraries leave threads behind."""
    print(f"kernel lane: {name}", flush=True)
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe()
    child = context.Process(target=_child, args=(name, ask, theirs))
    child.start()
    theirs.close()
    try:
        outcome: Outcome = ours.recv()
    except EOFError:
        outcome = Outcome(name, failures=["died without an answer"])
    child.join()
    return outcome


def _child(name: str, ask: Ask, pipe: Connection) -> None:
    try:
        outcome = SCENARIOS[name](ask)
    except Exception:  # noqa: BLE001 - whatever it is belongs into the report
        outcome = Outcome(name, failures=[traceback.format_exc()])
    pipe.send(outcome)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
