"""A long evening: all games in turn, at full speed on their screens, and nothing may grow: `make test-soak`.

One process plays match after match as fast as it can, including wrong moves; after each, somebody looks at
its history and goes home. The window is in memory, drawn by Mesa's software renderer, so this says nothing
about a graphics chip. A short run repeats one match of each game, so that leaks show; a long one goes on with
other matches, with few and many players.

Three hours at a time are rare. With a folder, `make test-soak MINUTES=30 KEEP=build/soak`, the store and all
samples are saved there, and the next run continues with them: six half hours make three hours of one store.
Growth is judged for each run alone, and for all of them together.
"""

import argparse
import os
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from itertools import count, groupby
from pathlib import Path

import msgspec

from tests.bench.growth import Sample, faults, heavier
from tests.bench.table_window import match, weigh
from tests.bench.windows import window
from tests.ui.desk import Desk
from tests.ui.rig import Rig
from ui.games.registry import FACES
from ui.screens.home import HomeScreen

WARM = 10.0
"""Minutes until everything has been drawn once; in a shorter run, that takes one match of each game."""

STAYS = 10.0
"""Seconds that a thread for a single task gets to end; after that it counts as a leak."""

TELL = 10.0
"""Minutes from one printed line to the next."""


def evening(desk: Desk, minutes: float, played: int, run: int) -> Iterator[Sample]:
    """Play all games in turn for some minutes, each at least twice; yield a sample after each match.

    `played` counts the matches of earlier runs; a long run's next matches have other numbers of players.
    """
    start, games = time.monotonic(), list(FACES)
    for number in count():
        game = games[(played + number) % len(games)]
        counts = FACES[game]().counts
        around = (played + number) // len(games) if minutes > WARM else 0
        for _ in match(desk, game, around, counts[around % len(counts)]):
            pass
        desk.table.dialogs.open_history()
        desk.pump(2)
        desk.frame.home()
        desk.screen(HomeScreen)
        settle()
        past = (time.monotonic() - start) / 60
        yield Sample(past, weigh(), _count("fd"), _count("task"), run)
        if past > minutes and number >= 2 * len(FACES) - 1:
            return


def settle() -> None:
    """Wait for threads that read or work beside the saver, as each reader opens three files.

    A thread that doesn't end in time is counted in the sample.
    """
    for thread in threading.enumerate():
        if thread.name == "background":
            thread.join(STAYS)


def _count(what: str) -> int:
    return len(os.listdir(f"/proc/self/{what}"))


def tell(sample: Sample) -> None:
    """Print a sample, unbuffered, as an evening is long."""
    print(f"{sample.minutes:6.1f} min {sample.memory / 1e6:5.0f} MB", end="")
    print(f" {sample.files:4} files {sample.threads:2} threads", flush=True)


class Kept:
    """The samples of all runs, saved in a folder, a line each; a line that was cut off is skipped."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._path = folder / "samples.jsonl"
        self.samples: list[Sample] = []
        lines = self._path.read_bytes().split(b"\n") if self._path.exists() else []
        for line in filter(None, lines):
            try:
                self.samples.append(msgspec.json.decode(line, type=Sample))
            except msgspec.DecodeError:
                continue
        self.run = 1 + max((sample.run for sample in self.samples), default=-1)

    def add(self, sample: Sample) -> None:
        """Save a sample at once, so that the next run can continue from it."""
        self.samples.append(sample)
        with self._path.open("ab") as file:
            file.write(b"\n" + msgspec.json.encode(sample) + b"\n")


def warm(samples: list[Sample]) -> list[Sample]:
    """Return the samples of a run that count, without those while things are drawn for the first time.

    In a short run these are all from the first one after a match of each game, as each game must be in twice.
    """
    later = [sample for sample in samples if sample.minutes > WARM]
    return later if len(later) >= 2 * len(FACES) else samples[len(FACES) - 1 :]


def judged(samples: list[Sample], bare: int) -> Iterator[str]:
    """Yield what grew in any of the runs, and whether memory grew over all of them."""
    runs = [list(run) for _, run in groupby(samples, key=lambda sample: sample.run)]
    for run in runs:
        yield from (f"run {run[0].run + 1}: {fault}" for fault in faults(warm(run), bare))
    if len(runs) > 1:
        before, whole = 0.0, []
        for run in runs:
            whole += [msgspec.structs.replace(s, minutes=before + s.minutes) for s in warm(run)]
            before += run[-1].minutes
        yield from (f"all runs: {fault}" for fault in heavier(whole, bare))


def main(minutes: float, folder: Path) -> int:
    """Play, print the samples and the judgement; return the exit code."""
    bare = window("bare_window").memory
    rig = Rig()
    rig.size(1280, 720)
    recorder = Kept(folder)
    played, reported = len(recorder.samples), -TELL
    desk = Desk(rig, folder / "matches.db", first=played)
    if not isinstance(desk.frame.screen, HomeScreen):
        desk.frame.home()  # the run before was ended in the middle of a match
        desk.screen(HomeScreen)
    for sample in evening(desk, minutes, played, recorder.run):
        recorder.add(sample)
        if sample.minutes - reported >= TELL:
            reported = sample.minutes
            tell(sample)
    desk.close()
    samples = recorder.samples
    tell(samples[-1])
    ends = {sample.run: sample.minutes for sample in samples}
    print(f"{len(samples)} matches in {sum(ends.values()):.0f} minutes and {len(ends)} runs;", end=" ")
    most = max(sample.memory for sample in samples)
    print(f"{most / 1e6:.0f} MB at most, a bare window weighs {bare / 1e6:.0f} MB")
    found = list(judged(samples, bare))
    for fault in found:
        print("FAILED:", fault)
    return bool(found)


def call() -> int:
    """Run with the command line's arguments; without a folder, use a temporary one."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.soak")
    parser.add_argument("minutes", nargs="?", type=float, default=180)
    parser.add_argument("folder", nargs="?", type=Path)
    arguments = parser.parse_args()
    if arguments.folder is not None:
        return main(arguments.minutes, arguments.folder)
    with tempfile.TemporaryDirectory() as folder:
        return main(arguments.minutes, Path(folder))


if __name__ == "__main__":
    sys.exit(call())
