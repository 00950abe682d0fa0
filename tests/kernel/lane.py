"""The kernel lane, seen from the host: boot, ask, print the table, fail where something went wrong."""

import subprocess
import sys
import time
from pathlib import Path

import msgspec

from tests.kernel import machine
from tests.kernel.guest import SCENARIOS
from tests.kernel.outcome import Ask, Outcome

PAIRS_A_BURST = 15 * 14 // 2

CI_PAIRS = 300_000
BENCH_PAIRS = 3_000_000


def main(arguments: list[str]) -> int:
    """Run `test` or `bench`, followed by scenarios (all if left out); return the exit code."""
    if not arguments or arguments[0] not in ("test", "bench"):
        print(f"usage: run test|bench [{'|'.join(SCENARIOS)}]...", file=sys.stderr)
        return 2
    unknown = [name for name in arguments[1:] if name not in SCENARIOS]
    if unknown:
        print(f"no scenario called {unknown[0]}; there are {', '.join(SCENARIOS)}", file=sys.stderr)
        return 2
    try:
        folder = machine.ready()
    except machine.CannotRunError as reason:
        print(f"kernel lane skipped: {reason}")
        return 0
    bench = arguments[0] == "bench"
    return ask_guest(folder, the_ask(bench, arguments[1:] or list(SCENARIOS)), 3 * 3600 if bench else 1200)


def the_ask(bench: bool, scenarios: list[str]) -> Ask:
    """Return what to ask: bursts enough to make up the pairs, and some to spare."""
    lgpio = machine.install_lgpio() is not None
    ours = (BENCH_PAIRS if bench else CI_PAIRS) // PAIRS_A_BURST * 101 // 100 + 1
    theirs = ours // 5
    return Ask(scenarios, bursts={"gpiod": ours, "lgpio": theirs}, rounds=60 if bench else 20, lgpio=lgpio)


def ask_guest(folder: Path, ask: Ask, timeout: float) -> int:
    """Boot, wait for the answer, and print it."""
    out, log = machine.BUILD / "out", machine.BUILD / "console.log"
    out.mkdir(parents=True, exist_ok=True)
    (out / "answer.json").unlink(missing_ok=True)
    (out / "ask.json").write_bytes(msgspec.json.encode(ask))
    script = (
        f"cd {machine.ROOT} && PYTHONDONTWRITEBYTECODE=1 PYTHONPATH={machine.ROOT}:{machine.BUILD / 'lgpio'} "
        f"{sys.executable} -m tests.kernel.guest /run/out/ask.json /run/out/answer.json\n"
    )
    started = time.monotonic()
    try:
        machine.boot(folder, script, out, log, timeout)
    except (subprocess.SubprocessError, OSError) as error:
        print(f"kernel lane failed: the machine ended with {error}; its console is in {log}")
        return 1
    try:
        outcomes = msgspec.json.decode((out / "answer.json").read_bytes(), type=list[Outcome])
    except (OSError, msgspec.DecodeError):
        print(
            f"kernel lane failed: no answer from inside; the console says\n{log.read_text(errors='replace')}"
        )
        return 1
    show(outcomes, folder.name, time.monotonic() - started)
    return int(any(outcome.failures for outcome in outcomes))


def show(outcomes: list[Outcome], kernel: str, seconds: float) -> None:
    """Print every outcome as a table that can stand in a Markdown page."""
    print(f"Emulated kernel: Debian {kernel} with gpio-sim under QEMU TCG, {seconds:.0f} s.")
    for outcome in outcomes:
        columns = list(dict.fromkeys(column for row in outcome.figures.values() for column in row))
        print(f"\n| {outcome.scenario} | {' | '.join(columns)} |\n|---|{'---:|' * len(columns)}")
        for row, figures in outcome.figures.items():
            print(f"| {row} | {' | '.join(figures.get(column, '') for column in columns)} |")
    failures = [f"{outcome.scenario}: {failure}" for outcome in outcomes for failure in outcome.failures]
    print(
        "\n" + "\n".join(f"FAILED {failure}" for failure in failures)
        if failures
        else "\nAll as it should be."
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
