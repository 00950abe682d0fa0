"""Fair timing: several runs, alternating with the baseline, and the median of each."""

import gc
import time
from collections.abc import Callable
from statistics import median

from msgspec import Struct

RUNS = 7


class Row(Struct, frozen=True):
    """One budget: our figure, the baseline's, their ratio, and the design's target."""

    what: str
    ours: str
    baseline: str
    ratio: float
    target: str
    met: bool | None = None


def seconds(work: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    """Return the seconds of one call; with `time.process_time` only those of this process."""
    gc.collect()
    start = clock()
    work()
    return clock() - start


def in_turn(
    ours: Callable[[], object],
    baseline: Callable[[], object],
    runs: int = RUNS,
    clock: Callable[[], float] = time.perf_counter,
) -> tuple[float, float]:
    """Return both medians, in seconds; runs alternate, so that a slow machine slows both."""
    ours()
    baseline()
    pairs = [(seconds(ours, clock), seconds(baseline, clock)) for _ in range(runs)]
    return median(pair[0] for pair in pairs), median(pair[1] for pair in pairs)


def as_text(length: float) -> str:
    """Return seconds as text with three digits, in s, ms or us."""
    unit, size = next((each for each in (("s", 1.0), ("ms", 1e-3)) if length >= each[1]), ("us", 1e-6))
    return f"{length / size:.3g} {unit}"


def timed(what: str, ours: float, against: str, baseline: float, most: float) -> Row:
    """Return a row for a time with a fixed limit `most`; all in seconds."""
    limit = f"<= {as_text(most)}"
    return Row(what, as_text(ours), f"{against}: {as_text(baseline)}", ours / baseline, limit, ours <= most)


def compared(what: str, ours: float, against: str, baseline: float, most: float) -> Row:
    """Return a row for a time in seconds that may be at most `most` times the baseline's."""
    ratio = ours / baseline
    return Row(what, as_text(ours), f"{against}: {as_text(baseline)}", ratio, f"<= {most} x", ratio <= most)


def table(rows: list[Row]) -> str:
    """Return the rows as a Markdown table, readable in a terminal too."""
    lines = ["| what | ours | baseline | ratio | target | met |", "|---|---|---|---|---|---|"]
    for row in rows:
        met = "" if row.met is None else "yes" if row.met else "NO"
        ratio = f"{row.ratio:.2f}" if row.ratio >= 0.1 else f"{row.ratio:.4f}"
        lines.append(f"| {row.what} | {row.ours} | {row.baseline} | {ratio} | {row.target} | {met} |")
    return "\n".join(lines)
