"""Hands on simulated lines: a separate process that presses, and records when it did.

A line's level is its pull in sysfs. Buttons are wired to GND, so pulling down presses. Each stroke is
recorded with the times just before and after the write; its edge is between them, plus the interrupt's delay.
"""

import multiprocessing
import os
import signal
import time
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple, Self

CONFIG = Path("/sys/kernel/config/gpio-sim")
LINES = 32
LABEL = "table"

SIDE_BY_SIDE = os.cpu_count() != 1

HANDS_CPU, REFEREES_CPU = {1}, {0}
"""With two processors, hands get one to themselves, where their busy waiting disturbs nobody."""

SPIN = 1_000_000
"""How many ns at the end of a wait are spent in a busy loop, if there is a processor for it."""

STAND_STILL, HOLD_INTERPRETER = -1, -2
"""Pseudo-lines. Pressing the first stops the referee's whole process, releasing it continues the process. The
second makes the referee hold its interpreter lock, for a time that it knows itself."""

PRESS = b"pull-down"
RELEASE = b"pull-up"


class Stroke(NamedTuple):
    """One write: press or release `line`, `wait` ns after the one before."""

    wait: int
    line: int
    press: bool


def still(begins: bool) -> Stroke:
    """Return the stroke that stops the referee's process, or continues it."""
    return Stroke(0, STAND_STILL, begins)


class Done(NamedTuple):
    """A stroke that was made, with the CLOCK_MONOTONIC times in ns before and after the write."""

    line: int
    press: bool
    before: int
    after: int


class Chip:
    """A simulated chip with `LINES` lines, which can be unplugged while its lines are in use."""

    def __init__(self, name: str, label: str = LABEL) -> None:
        self._place = CONFIG / name
        (self._place / "bank0").mkdir(parents=True)
        (self._place / "bank0" / "num_lines").write_text(str(LINES))
        (self._place / "bank0" / "label").write_text(label)
        (self._place / "live").write_text("1")
        device = (self._place / "dev_name").read_text().strip()
        chip = (self._place / "bank0" / "chip_name").read_text().strip()
        self.path = f"/dev/{chip}"
        self.number = int(chip.removeprefix("gpiochip"))
        self.lines = Path("/sys/devices/platform") / device / chip
        # The lines of buttons rest high.
        for line in range(LINES):
            (self.lines / f"sim_gpio{line}" / "pull").write_bytes(RELEASE)

    def value(self, line: int) -> int:
        """Return the level of a line, as a lamp on it would show it."""
        return int((self.lines / f"sim_gpio{line}" / "value").read_text())

    def unplug(self) -> None:
        """Remove the chip, even if its lines are in use."""
        if (self._place / "live").read_text().strip() == "1":
            (self._place / "live").write_text("0")

    def remove(self) -> None:
        """Unplug the chip, and remove its configuration."""
        self.unplug()
        (self._place / "bank0").rmdir()
        self._place.rmdir()


class Hands:
    """The process that makes strokes; create it before any thread, as it forks."""

    def __init__(self, chip: Chip) -> None:
        ours, theirs = multiprocessing.Pipe()
        self._pipe: Connection = ours
        fork = multiprocessing.get_context("fork")
        self._process = fork.Process(target=_work, args=(theirs, chip.lines), daemon=True)
        self._process.start()
        theirs.close()
        if SIDE_BY_SIDE:
            os.sched_setaffinity(0, REFEREES_CPU)

    def make(self, strokes: list[Stroke], *, unread: bool = False, on_time: bool = False) -> list[Done]:
        """Make strokes; return when each was made.

        `unread` stops our whole process meanwhile. With `on_time`, waits count from when the stroke before
        was due instead of when it was made.
        """
        self._pipe.send(([still(True), *strokes, still(False)] if unread else strokes, on_time))
        done: list[Done] = self._pipe.recv()
        return [stroke for stroke in done if stroke.line >= 0]

    def close(self) -> None:
        """End the process."""
        self._pipe.send(None)
        self._process.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _work(pipe: Connection, lines: Path) -> None:
    if SIDE_BY_SIDE:
        os.sched_setaffinity(0, HANDS_CPU)
    # A real hand doesn't wait until the referee has handled the one before.
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
    files = [os.open(lines / f"sim_gpio{line}" / "pull", os.O_WRONLY) for line in range(LINES)]
    now = time.monotonic_ns
    while True:
        asked: tuple[list[Stroke], bool] | None = pipe.recv()
        if asked is None:
            return
        strokes, on_time = asked
        done = []
        due = last = now()
        for wait, line, press in strokes:
            due = (due if on_time else last) + wait
            left = due - now()
            # A busy loop is more exact, but on a single processor it would hold up what is being measured.
            if left > (SPIN if SIDE_BY_SIDE else 0):
                time.sleep((left - (SPIN if SIDE_BY_SIDE else 0)) / 1e9)
            while now() < due:
                pass
            before = now()
            if line >= 0:
                os.pwrite(files[line], PRESS if press else RELEASE, 0)
            elif line == STAND_STILL:
                os.kill(os.getppid(), signal.SIGSTOP if press else signal.SIGCONT)
            else:
                os.kill(os.getppid(), signal.SIGUSR1)
            last = now()
            done.append(Done(line, press, before, last))
        pipe.send(done)
