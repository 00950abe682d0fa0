"""What grew in a process that should be flat: samples between matches, and what is wrong, in words."""

from collections.abc import Iterator, Sequence
from statistics import linear_regression

from msgspec import Struct

SLOPE = 4.0
"""Megabytes an hour that a process may grow; 48 in an evening of twelve."""

NOISE = 40.0
"""Megabytes by which two weighings differ: matches are of different lengths, games of different weight,
and the heap has holes."""

MOST = 2.1
"""Times a bare window. Each table by itself has 1.6 (`tests.bench.tables`); all in one process need more."""


class Sample(Struct, frozen=True):
    """What the process had after a match: minutes since the start, bytes, open files, threads.

    `run` counts the processes that one evening was played in.
    """

    minutes: float
    memory: int
    files: int
    threads: int
    run: int = 0


def heavier(later: Sequence[Sample], bare: int) -> Iterator[str]:
    """Yield how memory grew from the first of these samples to the last, in words, and what is too much."""
    slope = linear_regression([s.minutes / 60 for s in later], [s.memory / 1e6 for s in later]).slope
    hours = (later[-1].minutes - later[0].minutes) / 60
    if slope * hours > NOISE + SLOPE * hours:
        yield f"memory grew by {slope * hours:.0f} MB in {hours * 60:.0f} minutes ({slope:.0f} MB an hour)"
    heaviest = max(sample.memory for sample in later)
    if heaviest > MOST * bare:
        yield f"it weighed {heaviest / 1e6:.0f} MB, {heaviest / bare:.2f} times a bare window"


def faults(later: Sequence[Sample], bare: int) -> Iterator[str]:
    """Yield what grew in one process, in words; of files and threads the most in each half counts."""
    yield from heavier(later, bare)
    half = len(later) // 2
    for what in ("files", "threads"):
        before, after = (max(getattr(s, what) for s in part) for part in (later[:half], later[half:]))
        if after > before:
            yield f"open {what}: {before} at first, {after} at the end"
