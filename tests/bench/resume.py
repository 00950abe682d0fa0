"""How fast a very long record is resumed, and how long each further entry takes.

It has simulated games, each taken back after its end, and a correction every twentieth entry. Few real tables
reach a thousand entries.
"""

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from companion.clock import HandClock, Instant, WallTime
from companion.game import Level
from companion.games.ungle_speed import UngleSpeed
from companion.games.ungle_speed.deck import STANDARD
from companion.games.ungle_speed.model import Facts
from companion.journal import StoredRow
from companion.line import encode_checkpoint
from companion.match_reports import Replace, TakeBack
from companion.store import Store, StoredMatch
from companion.whole_file import CHECKPOINTS
from tests.bench.measure import Row, in_turn, timed
from tests.games.ungle_speed.players import Table, wanted
from ui.table.session import Session

ENTRIES, MORE, CORRECTED = 20_000, 500, 20
CLOCK = HandClock(Instant(0), WallTime(0))


class Written:
    """Collects what a session writes."""

    def __init__(self) -> None:
        self.rows: list[StoredRow] = []

    def keep(self, kept: StoredMatch, rows: list[StoredRow]) -> None:
        self.kept = kept
        self.rows += rows


def rows() -> Iterator[Row]:
    """Resume the record from its checkpoint, the baseline without one, and play on."""
    written = Written()
    session = Session.begin(UngleSpeed(), Facts(6, level=Level.WATCHING), (), "long", CLOCK, written.keep)
    slowest(session, ENTRIES)
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "matches.db") as store:
        store.keep(written.kept, written.rows)
        made = encode_checkpoint(session.match.checkpoint(), "long", written.rows)
        CHECKPOINTS.write(store.path, "long", made)
        ours, folded = in_turn(
            lambda: resumed(store, CHECKPOINTS.read(store.path, "long")), lambda: resumed(store, b""), 3
        )
        size = sum(len(row.entry) for row in written.rows) / 1e6
        what = f"a record of {ENTRIES:,} entries, {size:.0f} MB, read and resumed from its checkpoint"
        yield timed(what, ours, "all of it folded", folded, 1)
        longer = slowest(resumed(store, CHECKPOINTS.read(store.path, "long")), MORE)
        other = Session.begin(UngleSpeed(), Facts(6, level=Level.WATCHING), (), "s", CLOCK, Written().keep)
        alone = slowest(other, MORE)
        what = f"the slowest of {MORE} more entries, a correction every {CORRECTED}"
        yield timed(what, longer, "of a new match", alone, 0.02)


def resumed(store: Store, encoded: bytes) -> Session:
    """Resume the record, from a checkpoint unless that is empty."""
    return Session.resume(UngleSpeed(), store.rows("long"), "", CLOCK, lambda *_: None, checkpoint=encoded)


def slowest(session: Session, entries: int) -> float:
    """Play this many more entries; return the seconds that the slowest took."""
    upto, seed, took = session.length + entries, session.length, 0.0

    def tell(report: object) -> None:
        nonlocal took
        start = time.perf_counter()
        session.submit(report)
        took = max(took, time.perf_counter() - start)

    while session.length < upto:
        seed += 1
        if len(session.match.line) > 1:
            tell(TakeBack(session.match.line[1].entry))
        table = Table(6, STANDARD, Level.WATCHING, seed)
        while not table.over and session.length < upto:
            for report in table.round():
                if wanted(report, session.match.state):
                    tell(report)
                line = session.match.line
                if session.length % CORRECTED == 0 and len(line) > 2:
                    early = line[len(line) // 2]
                    tell(Replace(early.entry, early.report, stood=early.stood))
    return took
