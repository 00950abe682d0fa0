"""A long evening: all games in turn at speed on their screens, while nothing may grow: `make test-soak`.

One process plays match after match as fast as it can, wrong moves among them; after each, people look at its
history and go home. The window is one of memory, drawn by Mesa's software renderer: nothing here tells of a
graphics chip. A short run plays one match of each game over and over, so that what it leaves behind shows;
a long one plays on with others, few and many at the table.
"""

import os
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

from tests.bench.growth import Sample, faults
from tests.bench.table_window import match, weigh
from tests.bench.windows import window
from tests.ui.desk import Desk
from tests.ui.rig import Rig
from ui.games.registry import FACES
from ui.screens.home import HomeScreen

WARM = 10.0
"""Minutes until everything was drawn once; in a shorter run, a match of each game."""

TELL = 10.0
"""Minutes from one line that is printed to the next."""


def evening(desk: Desk, minutes: float) -> Iterator[Sample]:
    """Play for so long, all games in turn and each twice at least; yields between two matches."""
    start = time.monotonic()
    for number, game in enumerate(cycle(FACES)):
        counts, around = FACES[game]().counts, number // len(FACES) if minutes > WARM else 0
        for _ in match(desk, game, around, counts[around % len(counts)]):
            pass
        desk.table.over.open_history()
        desk.pump(2)
        desk.frame.home()
        desk.screen(HomeScreen)
        past = (time.monotonic() - start) / 60
        yield Sample(past, weigh(), _count("fd"), _count("task"))
        if past > minutes and number >= 2 * len(FACES) - 1:
            return


def _count(what: str) -> int:
    return len(os.listdir(f"/proc/self/{what}"))


def tell(sample: Sample) -> None:
    """Print what was seen, at once: an evening is long."""
    print(f"{sample.minutes:6.1f} min {sample.memory / 1e6:5.0f} MB", end="")
    print(f" {sample.files:4} files {sample.threads:2} threads", flush=True)


def main(minutes: float) -> int:
    """Play, tell what was seen, and return the exit code."""
    bare = window("bare_window").memory
    rig = Rig()
    rig.size(1280, 720)
    with tempfile.TemporaryDirectory() as folder:
        desk = Desk(rig, Path(folder) / "matches.db")
        samples, told = [], -TELL
        for sample in evening(desk, minutes):
            samples.append(sample)
            if sample.minutes - told >= TELL:
                told = sample.minutes
                tell(sample)
        desk.close()
    tell(samples[-1])
    most = max(sample.memory for sample in samples)
    print(f"{len(samples)} matches; {most / 1e6:.0f} MB at most, a bare window weighs {bare / 1e6:.0f} MB")
    warm = [sample for sample in samples if sample.minutes > WARM] or samples[len(FACES) - 1 :]
    found = list(faults(warm, bare))
    for fault in found:
        print("FAILED:", fault)
    return bool(found)


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]) if len(sys.argv) > 1 else 180))
