"""How much memory play takes: `python -m tests.bench.memory`, to be run in its own process.

It plays matches of a simulated table, one after another, through session and saver, but without a screen.
Each is saved completely before the next begins, as there would be time for at a real table.
"""

import gc
import tempfile
import threading
from pathlib import Path

import msgspec
from msgspec import Struct

from companion.clock import HandClock, Instant, WallTime
from companion.game import Level
from companion.games.ungle_speed import UngleSpeed
from companion.games.ungle_speed.deck import STANDARD
from companion.games.ungle_speed.model import Facts
from companion.journal import Entered
from tests.games.ungle_speed.players import Table, wanted
from ui.storage.saver import Saver
from ui.table.session import Session

EVENTS = 10_000
PAGE = 4096
"""Bytes per page, the unit of /proc/self/statm."""


class Sizes(Struct, frozen=True):
    """Resident bytes after `EVENTS` events, and after as many again."""

    once: int
    twice: int


class Player:
    """Plays whole matches, and waits until each is saved."""

    def __init__(self, folder: Path) -> None:
        self._saved = threading.Event()
        self._length = 0
        self.saver = Saver(folder / "matches.db", lambda news: news())
        self.saver.on_written = self._written
        self._number = 0

    def _written(self, _match: str, length: int) -> None:
        self._length = length
        self._saved.set()

    def play(self, events: int) -> None:
        """Play matches of six players until they had this many events."""
        while events > 0:
            events -= self._match()

    def _match(self) -> int:
        self._number += 1
        self._length = 0
        clock, name = HandClock(Instant(0), WallTime(0)), f"bench {self._number}"
        facts = Facts(6, level=Level.WATCHING)
        session = Session.begin(UngleSpeed(), facts, (), name, clock, self.saver.keep)
        table = Table(6, STANDARD, Level.WATCHING, self._number)
        while not table.over and session.match.outcome is None:
            for report in table.round():
                if wanted(report, session.match.state):
                    session.submit(report)
        while self._length != session.length:
            self._saved.wait()
            self._saved.clear()
        bodies = (entry.body for entry in session.match.entries)
        return sum(len(body.events) for body in bodies if isinstance(body, Entered))


def resident() -> int:
    """Return the resident size of this process in bytes."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE


def measure() -> Sizes:
    with tempfile.TemporaryDirectory() as folder:
        player = Player(Path(folder))
        player.play(EVENTS)
        once = resident()
        player.play(EVENTS)
        twice = resident()
        player.saver.close()
    return Sizes(once, twice)


if __name__ == "__main__":
    print(msgspec.json.encode(measure()).decode())
