"""What a club costs a table whose desk is dead: drawing and saving, against a table in no club.

`python -m tests.bench.club` measures it alone.
"""

import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from statistics import quantiles
from uuid import uuid4

from msgspec.structs import replace

from companion.club import outbox
from companion.club.mailbox import Join, Mailbox
from companion.copies import kept_of
from companion.places import club_path
from companion.store import Store
from tests.bench.measure import Row, seconds, table
from tests.companion.ended import AnyMatch, ended, seated
from ui.storage.saver import Saver

EVENTS, MATCHES = 160, 10
WAITING = 500
"""Results that no desk has taken."""
MOST = 1.1
"""Times a table in no club: what a measurement sways by."""


def rows() -> Iterator[Row]:
    """Measure both."""
    command = [sys.executable, "-m", "tests.bench.club_window", str(EVENTS)]
    done = subprocess.run(command, capture_output=True, check=True, text=True)
    without, dead = map(float, done.stdout.split()[-2:])
    yield _row("an event told and drawn, the table's thread, median", dead, without)
    dead_times, times = _saved()
    for what, at in (("median", 49), ("99 of 100", 98)):
        ours, theirs = (quantiles(each, n=100)[at] for each in (dead_times, times))
        yield _row(f"an entry told to acknowledged, {WAITING} results wait, {what}", ours, theirs)


def _row(what: str, ours: float, without: float) -> Row:
    return Row(
        f"club whose desk is dead: {what}",
        f"{1e3 * ours:.2f} ms",
        f"in no club: {1e3 * without:.2f} ms",
        ours / without,
        f"<= {MOST} x",
        ours <= MOST * without,
    )


def _saved() -> tuple[list[float], list[float]]:
    """Save the same matches with a dead desk and without a club, in turn, entry by entry."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / name for name in ("dead.db", "none.db")]
        with Store(paths[0]) as store:
            Mailbox(club_path(paths[0])).join(store, Join("t", "p", "127.0.0.1"), str(uuid4()))
            with store.changing():
                for n in range(WAITING):
                    match = seated(ended("sheet"), f"before {n}", (), n)
                    outbox.keep(store, kept_of(match), match.rows())
        took: tuple[list[float], list[float]] = [], []
        with (
            closing(Saver(paths[0], lambda news: news())) as dead,
            closing(Saver(paths[1], lambda news: news())) as none,
        ):
            for n in range(MATCHES):
                match = seated(ended("sequence-states"), f"m {n}", (), n)
                for row in range(len(match.entries)):
                    for saver, times in zip((dead, none), took, strict=True):
                        times.append(seconds(partial(_save, saver, match, row)))
    return took


def _save(saver: Saver, match: AnyMatch, row: int) -> None:
    """Have one entry written, and wait until it is."""
    written = threading.Event()
    saver.on_written = lambda *_: written.set()
    last = row == len(match.entries) - 1
    saver.keep(replace(kept_of(match), over=last), match.rows()[row : row + 1])
    written.wait()


if __name__ == "__main__":
    print(table(list(rows())))
