"""The kernel lane's host side: boot machines, run scenarios in them, print tables, report failures."""

import os
import shutil
import sys
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
from msgspec.structs import replace

from tests import SKIPPED
from tests.kernel import console, machine
from tests.kernel.guest import SCENARIOS, answered
from tests.kernel.outcome import Ask, Outcome

PAIRS_A_BURST = 15 * 14 // 2

PAIRS = {"test": 30_000, "bench": 3_000_000}
ROUNDS = {"test": 20, "bench": 100}
GRABS = {"test": 400, "bench": 20_000}
TIMEOUT = {"test": 1_200.0, "bench": 14_400.0}
"""Host seconds for one machine."""

SHAKEN = ("trust", "bounce", "match", "bursts")
"""Scenarios that true concurrency could change, which also run with `Pace.FREE`."""

BOOTED = {"console": console.UNITS}
"""Scenarios that run in a booted systemd, with their units."""

FREELY = 10
"""With `Pace.FREE` there are this many times fewer pairs; they only show what true concurrency does."""

FREE_GRABS = 2
"""The same for grabs; each table of the trust scenario still gets some."""


def main(arguments: list[str]) -> int:
    """Run `test` or `bench` with some scenarios, by default all; return the exit code."""
    if not arguments or arguments[0] not in PAIRS:
        print(f"usage: run test|bench [{'|'.join(SCENARIOS)}]...", file=sys.stderr)
        return 2
    size, scenarios = arguments[0], arguments[1:] or list(SCENARIOS)
    unknown = [name for name in scenarios if name not in SCENARIOS]
    if unknown:
        print(f"no scenario called {unknown[0]}; there are {', '.join(SCENARIOS)}", file=sys.stderr)
        return 2
    try:
        folder = machine.ready()
    except machine.CannotRunError as reason:
        print(f"kernel lane skipped: {reason}")
        return SKIPPED
    if not console.SYSTEMD.exists():
        print(f"kernel lane: {', '.join(BOOTED)} skipped: there is no systemd here")
        scenarios = [name for name in scenarios if name not in BOOTED]
    lgpio = machine.install_lgpio() is not None
    if not lgpio:
        print("kernel lane: lgpio isn't to be had for this Python, so there is nothing to compare with")
    suite = machine.fetch_suite()
    failures = []
    for pace in machine.Pace:
        pairs = PAIRS[size] if pace is machine.Pace.STEADY else PAIRS[size] // FREELY
        ours = -(-pairs // PAIRS_A_BURST)
        asked = [name for name in scenarios if pace is machine.Pace.STEADY or name in SHAKEN]
        keys = str(folder / "gpio-sim" / "lane_keys.ko")
        bursts = {"gpiod": ours, "lgpio": -(-ours // 10)}
        grabs = GRABS[size] if pace is machine.Pace.STEADY else GRABS[size] // FREE_GRABS
        ask = Ask(asked, bursts, ROUNDS[size], lgpio, grabs, keys, str(suite or ""))
        for units in ({}, *BOOTED.values()):
            together = replace(ask, scenarios=[name for name in asked if BOOTED.get(name, {}) == units])
            if together.scenarios:
                failures += ask_guests(folder, pace, together, TIMEOUT[size], units)
    print("\n" + ("\n".join(f"FAILED {failure}" for failure in failures) or "All as it should be."))
    return int(bool(failures))


def ask_guests(
    folder: Path, pace: machine.Pace, ask: Ask, timeout: float, units: Mapping[str, str]
) -> list[str]:
    """Boot machines, wait for the outcomes, print them, and return the failures."""
    out = machine.BUILD / "out"
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    (out / "ask.json").write_bytes(msgspec.json.encode(ask))
    script = (
        f"cd {machine.ROOT} && PYTHONDONTWRITEBYTECODE=1 PYTHONPATH={machine.ROOT}:{machine.BUILD / 'lgpio'} "
        f"{sys.executable} -m tests.kernel.guest /run/out/ask.json\n"
    )
    machine.pack(folder, script, units)
    started = time.monotonic()
    count = min(os.cpu_count() or 1, len(ask.scenarios)) if pace is machine.Pace.STEADY else 1
    logs = [machine.BUILD / f"console-{pace.name.lower()}-{number}.log" for number in range(count)]
    with ThreadPoolExecutor() as side_by_side:
        booted = [side_by_side.submit(machine.boot, folder, pace, out, log, timeout) for log in logs]
    failures = []
    for machine_run, log in zip(booted, logs, strict=True):
        if error := machine_run.exception():
            print(log.read_text(errors="replace"))
            failures.append(f"{log.stem}: {error}; above is the console")
    outcomes = []
    for name in ask.scenarios:
        try:
            outcomes.append(msgspec.json.decode(answered(out, name).read_bytes(), type=Outcome))
        except (OSError, msgspec.DecodeError) as error:
            failures.append(f"{name}: no answer from inside ({error}); {machine.BUILD} has the consoles")
    print(f"\nEmulated kernel: Debian {folder.name}, gpio-sim, QEMU TCG. {WHAT[pace]}")
    show(outcomes)
    print(f"\n({time.monotonic() - started:.0f} s)", flush=True)
    return failures + [f"{one.scenario}: {failure}" for one in outcomes for failure in one.failures]


WHAT = {
    machine.Pace.STEADY: "One processor each, times are the emulator's own: 1 ns an instruction.",
    machine.Pace.FREE: "Two processors side by side, times are as slow and shaky as emulation is.",
}


def show(outcomes: list[Outcome]) -> None:
    """Print every outcome as a Markdown table."""
    for outcome in outcomes:
        columns = list(dict.fromkeys(column for row in outcome.figures.values() for column in row))
        print(f"\n| {outcome.scenario} | {' | '.join(columns)} |\n|---|{'---:|' * len(columns)}")
        for row, figures in outcome.figures.items():
            print(f"| {row} | {' | '.join(figures.get(column, '') for column in columns)} |")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
