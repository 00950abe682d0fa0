"""Listing the matches for the home screen from a store of many years; the baseline lists all matches."""

import tempfile
from pathlib import Path

from companion.store import Store
from tests.bench.measure import Row, in_turn, timed

MATCHES, ENTRIES, AT_HAND = 20_000, 50, 100
ENTRY = b"{" + b" " * 200 + b"}"


def rows() -> list[Row]:
    """Read the matches that the home screen shows; the baseline reads all of them."""
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "matches.db") as store:
        names = [f"m{n:05}" for n in range(MATCHES)]
        with store.changing() as database:
            database.executemany(
                "insert into match values (?, 'tracktic', 1, ?, ?, 'Fox, Owl')",
                [(name, n, n % 7 > 0) for n, name in enumerate(names)],
            )
            entries = ((name, n, ENTRY) for name in names for n in range(ENTRIES))
            database.executemany("insert into entry values (?, ?, 0, ?)", entries)
        recent = names[:40]
        ours, bare = in_turn(lambda: store.shelf(recent, AT_HAND), store.matches, 5)
    what = f"home: the matches at hand of {MATCHES:,} kept"
    return [timed(what, ours, "all of them", bare, 0.1)]
