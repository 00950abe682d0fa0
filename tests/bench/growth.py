"""Judging samples of a process that mustn't grow from match to match."""

from collections.abc import Iterator, Sequence
from statistics import linear_regression

from msgspec import Struct

SLOPE = 4.0
"""Megabytes per hour by which a process may grow; 48 in an evening of twelve hours."""

NOISE = 40.0
"""Megabytes by which two samples may differ: lengths of matches and sizes of games differ, and the heap has
holes."""

MOST = 2.1
"""Limit as a multiple of a bare window; a single game's table may have 1.6 (`tests.bench.tables`)."""


class Sample(Struct, frozen=True):
    """A process after a match: minutes since the start, memory in bytes, open files, threads.

    `run` is the number of the process, from 0, if an evening is played in several.
    """

    minutes: float
    memory: int
    files: int
    threads: int
    run: int = 0


def heavier(later: Sequence[Sample], bare: int) -> Iterator[str]:
    """Yield a sentence if memory grew too much over these samples, and one if it ever was too large."""
    slope = linear_regression([s.minutes / 60 for s in later], [s.memory / 1e6 for s in later]).slope
    hours = (later[-1].minutes - later[0].minutes) / 60
    if slope * hours > NOISE + SLOPE * hours:
        yield f"memory grew by {slope * hours:.0f} MB in {hours * 60:.0f} minutes ({slope:.0f} MB an hour)"
    heaviest = max(sample.memory for sample in later)
    if heaviest > MOST * bare:
        yield f"it weighed {heaviest / 1e6:.0f} MB, {heaviest / bare:.2f} times a bare window"


def faults(later: Sequence[Sample], bare: int) -> Iterator[str]:
    """Yield a sentence for everything that grew in one process; files and threads by the maxima of halves."""
    yield from heavier(later, bare)
    half = len(later) // 2
    for what in ("files", "threads"):
        before, after = (max(getattr(s, what) for s in part) for part in (later[:half], later[half:]))
        if after > before:
            yield f"open {what}: {before} at first, {after} at the end"
