"""What membership in a club whose desk is dead costs a table in drawing and saving, compared with no club.

`python -m tests.bench.club` measures only this.
"""

import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from statistics import median, quantiles
from uuid import uuid4

from msgspec.structs import replace

from companion.club import outbox
from companion.club.mailbox import Join, Mailbox
from companion.copies import stored_match
from companion.places import club_path
from companion.store import Store
from tests.bench.measure import Row, compared, seconds, table
from tests.companion.ended import ended, seated
from tests.matches import AnyMatch
from ui.storage.saver import Saver

EVENTS, MATCHES = 160, 10
WAITING = 500
"""Results that wait for the desk."""
MOST = 1.1
"""Limit as a multiple of a table in no club; measurements vary by this much."""
MORE = 0.001
"""Seconds allowed for writing a result along with the entry."""

Times = tuple[list[float], list[float]]
"""Times in seconds: with a dead desk, and in no club."""


def rows() -> Iterator[Row]:
    """Measure drawing and saving."""
    command = [sys.executable, "-m", "tests.bench.club_window", str(EVENTS)]
    done = subprocess.run(command, capture_output=True, check=True, text=True)
    without, dead = map(float, done.stdout.split()[-2:])
    yield _row("an event told and drawn, the table's thread, median", dead, without)
    inner, ends = _saved()
    for what, at in (("median", 49), ("9 of 10", 89)):
        ours, theirs = (quantiles(each, n=100)[at] for each in inner)
        yield _row(f"an entry told to acknowledged, {WAITING} results wait, {what}", ours, theirs)
    ours, theirs = map(median, ends)
    yield Row(
        "club whose desk is dead: the entry that begins or ends a match, which writes a result, median",
        f"{1e3 * ours:.2f} ms",
        f"in no club: {1e3 * theirs:.2f} ms",
        ours / theirs,
        f"<= {1e3 * MORE:.0f} ms more",
        ours <= theirs + MORE,
    )


def _row(what: str, ours: float, without: float) -> Row:
    return compared(f"club whose desk is dead: {what}", ours, "in no club", without, MOST)


def _saved() -> tuple[Times, Times]:
    """Save the same matches with a dead desk and in no club, in turn; return the times.

    The first times are of entries within matches, the second of those that begin or end one.
    """
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / name for name in ("dead.db", "none.db")]
        before = [seated(ended("sheet"), f"before {n}", (), n) for n in range(WAITING)]
        for path in paths:
            with Store(path) as store:
                if path == paths[0]:
                    Mailbox(club_path(path)).join(store, Join("t", "p", "127.0.0.1"), str(uuid4()))
                # Both stores have the same number of earlier matches.
                with store.changing():
                    for match in before:
                        outbox.keep(store, stored_match(match), match.rows())
        inner: Times = [], []
        ends: Times = [], []
        dead, none = (Saver(path, lambda news: news()) for path in paths)
        with closing(dead), closing(none):
            for n in range(MATCHES):
                match = seated(ended("sequence-states"), f"m {n}", (), n)
                for row in range(len(match.entries)):
                    took = inner if 0 < row < len(match.entries) - 1 else ends
                    both = [*zip((dead, none), took, strict=True)]
                    # Alternate who is first, as the second finds the processor's caches filled by the other.
                    for saver, times in both if row % 2 else reversed(both):
                        times.append(seconds(partial(_save, saver, match, row)))
                        _rest(saver)
    return inner, ends


def _save(saver: Saver, match: AnyMatch, row: int) -> None:
    """Save one entry, and wait until it is written."""
    written = threading.Event()
    saver.on_written = lambda *_: written.set()
    last = row == len(match.entries) - 1
    saver.keep(replace(stored_match(match), over=last), match.rows()[row : row + 1])
    written.wait()


def _rest(saver: Saver) -> None:
    """Wait until the saver's thread is idle, as it is when people enter the next report."""
    while not saver._changed._waiters:  # type: ignore[attr-defined]
        time.sleep(0.0005)


if __name__ == "__main__":
    print(table(list(rows())))
