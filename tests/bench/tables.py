"""The memory of each game's table while games are played on it: `make bench-memory`, as it takes long.

Each window is a separate process, drawn by the software renderer. Two run at once, as no times are measured.
"""

import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import msgspec

from companion.games.shelf import GAMES
from tests.bench.measure import Row, table
from tests.bench.windows import Weighed, window

EVENTS = 10_000
AT_ONCE = 2
MOST = 1.6
"""Limit as a multiple of a bare window."""
FLAT = 1.1
"""Limit as a multiple of the memory when the first match after 1,000 events began."""


def rows(games: Sequence[str], events: int) -> list[Row]:
    """Play this many events on each game's table; return a row for each."""
    bare = window("bare_window").memory
    with ThreadPoolExecutor(AT_ONCE) as pool:
        weighed = list(pool.map(lambda game: weigh(game, events), games))
    return [
        Row(
            f"the table of {game}, heaviest of {events:,} events",
            f"{seen.most / 1e6:.0f} MB; new matches {seen.warm / 1e6:.0f} to {seen.end / 1e6:.0f}",
            f"bare Kivy window: {bare / 1e6:.0f} MB",
            seen.most / bare,
            f"<= {MOST} x, flat",
            seen.most <= MOST * bare and seen.end <= FLAT * seen.warm,
        )
        for game, seen in zip(games, weighed, strict=True)
    ]


def weigh(game: str, events: int) -> Weighed:
    command = [sys.executable, "-m", "tests.bench.table_window", game, str(events)]
    done = subprocess.run(command, capture_output=True, check=True)
    return msgspec.json.decode(done.stdout.splitlines()[-1], type=Weighed)


if __name__ == "__main__":
    print(table(rows(sys.argv[2:] or list(GAMES), int(sys.argv[1]) if len(sys.argv) > 1 else EVENTS)))
