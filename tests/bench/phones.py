"""How fast phones get a change, and what that costs. Phones are simulated, as browsers draw by themselves.

`python -m tests.bench.phones` measures only this.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector
from statistics import median, quantiles

import msgspec
from msgspec import Struct

from tests.bench.measure import Row, compared
from tests.phones.program import Phone, Program, a_match, opened, program
from ui.games.registry import FACES
from ui.phones.feed import pack_picture
from ui.table.session import Session

PHONES, CHANGES, A_SECOND = 50, 100, 10
WITHIN, CORE, MEMORY, UI = 100, 5, 40, 0.5
"""Limits: ms from a change to a phone (p99), percent of a core, MB, ms of the table's thread."""
BESIDE = 1.1
"""How many times longer the table may take with phones than without."""
QUIET = 3.0
"""Seconds to wait after the last change for the last phone."""
TICKS = os.sysconf("SC_CLK_TCK")


def rows() -> Iterator[Row]:
    """Measure a match of Tracktic with 50 phones and ten changes per second."""
    with tempfile.TemporaryDirectory() as folder, program(Path(folder)) as run:
        match = a_match()
        url = opened(run, match)
        phones = [Phone(url).get("events") for _ in range(PHONES)]
        for phone in phones:
            phone.event()
        before, began = _processor(run.process.pid), time.perf_counter()
        took, costs = _changes(run, match, phones)
        share = 100 * (_processor(run.process.pid) - before) / (time.perf_counter() - began)
        memory = memory_of(run.process.pid)
    late, cost = 1000 * quantiles(took, n=100)[98], 1000 * median(costs)
    what = f"phones: {PHONES} that look on, {A_SECOND} changes a second"
    seen = f"{len(took):,} pictures seen, median {1000 * median(took):.0f} ms"
    yield Row(f"{what}, p99 to a phone", f"{late:.0f} ms", seen, late, f"<= {WITHIN} ms", late <= WITHIN)
    yield Row(f"{what}, processor", f"{share:.1f} %", "a core", share / 100, f"<= {CORE} %", share <= CORE)
    yield Row(
        f"{what}, memory",
        f"{memory:.0f} MB",
        "the program alone",
        memory,
        f"<= {MEMORY} MB",
        memory <= MEMORY,
    )
    yield Row(
        "phones: a picture on the table's thread",
        f"{cost:.2f} ms",
        "a frame",
        cost / 16.7,
        f"<= {UI} ms",
        cost <= UI,
    )
    yield from beside()


class Beside(Struct, frozen=True):
    """Seconds of the table's thread for a turn, and for a grab to its verdict, with and without phones."""

    turn: float
    turn_alone: float
    grab: float
    grab_alone: float


def beside() -> Iterator[Row]:
    """Measure frames and verdicts of a table with and without watching phones, in one run."""
    line = [sys.executable, "-m", "tests.bench.phones_window"]
    done = subprocess.run(line, stdout=subprocess.PIPE, check=True)
    seen = msgspec.json.decode(done.stdout.splitlines()[-1], type=Beside)
    for what, ours, alone in (
        ("a turn's frames", seen.turn, seen.turn_alone),
        ("a grab to its verdict", seen.grab, seen.grab_alone),
    ):
        yield compared(f"phones: {what}, with {PHONES} that look on", ours, "without", alone, BESIDE)


def watch(url: str) -> None:
    """Act as watching phones until this process is ended."""
    look = DefaultSelector()
    for phone in [Phone(url).get("events") for _ in range(PHONES)]:
        look.register(phone.line, EVENT_READ, phone.line)
    while True:
        for key, _ in look.select():
            if not key.data.recv(1 << 20):
                return


def _changes(run: Program, match: Session, phones: list[Phone]) -> tuple[list[float], list[float]]:
    """Make changes; return the seconds from each to each phone that got it, and the seconds each cost."""
    reports = match.match.game.legal(match.match.state)
    look, held = DefaultSelector(), dict.fromkeys(phones, b"")
    for phone in phones:
        phone.line.setblocking(False)
        look.register(phone.line, EVENT_READ, phone)
    presenter = FACES[match.match.game.name]().presenter(match.match.facts, match.plates)

    def made(text: str) -> bytes:
        return pack_picture(match, presenter.banner(match.view), text, None)

    sent: dict[str, float] = {}
    took: list[float] = []
    costs: list[float] = []
    due, last = time.perf_counter(), 0.0
    while len(sent) < CHANGES or time.perf_counter() < last + QUIET:
        if len(sent) < CHANGES and time.perf_counter() >= due:
            report = next(reports, None)
            if len(sent) % 2 == 0 and report is not None:
                match.submit(report)
                reports = match.match.game.legal(match.match.state)
            name = f"change {len(sent)}"
            last = sent[name] = time.perf_counter()
            run.feed.show("m", partial(made, name))
            costs.append(time.perf_counter() - last)
            due += 1 / A_SECOND
        run.feed.flush()
        for key, _ in look.select(max(0.0, min(due - time.perf_counter(), 0.02))):
            phone = key.data
            held[phone] += phone.line.recv(1 << 20)
            *events, held[phone] = held[phone].split(b"\n\n")
            now = time.perf_counter()
            for event in events:
                _, _, text = event.partition(b'"said":"')
                if text.startswith(b"change"):
                    took.append(now - sent[text.partition(b'"')[0].decode()])
    look.close()
    return took, costs


def _processor(pid: int) -> float:
    """Return the processor time that a process has used, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def memory_of(pid: int) -> float:
    """Return the resident memory of a process, in MB, including shared memory."""
    (line,) = (line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if "VmRSS" in line)
    return int(line.split()[1]) / 1024


if __name__ == "__main__":
    if sys.argv[1:]:
        watch(sys.argv[1])
    else:
        for row in rows():
            sys.stdout.write(f"{row}\n")
