"""Hands on simulated lines: a process of its own that presses and notes when it did.

A line's level is its pull in sysfs. Buttons are wired to GND, so pulling down presses. Every stroke is noted
with the time just before and just after the write: its edge lies in between, but for the interrupt's delay.
"""

import multiprocessing
import os
import time
from multiprocessing.connection import Connection
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

CONFIG = Path("/sys/kernel/config/gpio-sim")
LINES = 32
LABEL = "table"

HANDS_CPU, REFEREES_CPU = {1}, {0}
"""Hands wait by spinning, since separations are short; on a processor of their own they disturb nobody."""

PRESS = b"pull-down"
RELEASE = b"pull-up"


class Stroke(NamedTuple):
    """One write: wait `wait` ns after the one before, then press or release `line`."""

    wait: int
    line: int
    press: bool


class Done(NamedTuple):
    """When a stroke was made: ns of CLOCK_MONOTONIC before and after the write."""

    line: int
    press: bool
    before: int
    after: int


class Chip:
    """A simulated chip with `LINES` lines; `unplug` takes it away under whoever holds its lines."""

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
        """Return the level of a line, as a lamp on it would show."""
        return int((self.lines / f"sim_gpio{line}" / "value").read_text())

    def unplug(self) -> None:
        """Take the chip away."""
        if (self._place / "live").read_text().strip() == "1":
            (self._place / "live").write_text("0")

    def remove(self) -> None:
        """Take the chip away and forget it."""
        self.unplug()
        (self._place / "bank0").rmdir()
        self._place.rmdir()


class Hands:
    """The process that makes strokes; start it before any thread."""

    def __init__(self, chip: Chip) -> None:
        ours, theirs = multiprocessing.Pipe()
        self._pipe: Connection = ours
        self._process = multiprocessing.get_context("fork").Process(
            target=_work, args=(theirs, chip.lines), daemon=True
        )
        self._process.start()
        theirs.close()
        os.sched_setaffinity(0, REFEREES_CPU)

    def start(self, strokes: list[Stroke]) -> None:
        """Begin with these strokes."""
        self._pipe.send(strokes)

    def finish(self) -> list[Done]:
        """Wait for the strokes begun and return when each was made."""
        done: list[Done] = self._pipe.recv()
        return done

    def make(self, strokes: list[Stroke]) -> list[Done]:
        """Make strokes and return when each was made."""
        self.start(strokes)
        return self.finish()

    def close(self) -> None:
        """End the process."""
        self._pipe.send(None)
        self._process.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _work(pipe: Connection, lines: Path) -> None:
    os.sched_setaffinity(0, HANDS_CPU)
    files = [os.open(lines / f"sim_gpio{line}" / "pull", os.O_WRONLY) for line in range(LINES)]
    now = time.monotonic_ns
    while True:
        strokes: list[Stroke] | None = pipe.recv()
        if strokes is None:
            return
        done = []
        last = now()
        for wait, line, press in strokes:
            # Sleeping would be coarser than the separations that matter here.
            if wait > 2_000_000:
                time.sleep((wait - 1_000_000) / 1e9)
            while now() - last < wait:
                pass
            before = now()
            os.pwrite(files[line], PRESS if press else RELEASE, 0)
            last = now()
            done.append(Done(line, press, before, last))
        pipe.send(done)
