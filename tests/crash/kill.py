"""Kills (-9) a playing process at random moments, and continues the match."""

import os
import select
import signal
import sqlite3
import struct
import threading
import time
from pathlib import Path
from random import Random

from msgspec import Struct, field

from companion.journal import StoredRow
from companion.store import Store
from companion.whole_file import CHECKPOINTS
from tests.crash.matches import TABLES, Play, marked, play
from ui.storage.saver import Saver

CALM = 0.5
"""Probability that the table waits until a report is saved before the next; else some are saved together."""
EARLY = 0.15
"""Probability that the kill doesn't wait for a first entry, and hits opening the store or resuming."""
LATEST = 0.012
"""Greatest delay of the kill after that, in seconds."""
LENGTH = struct.Struct("<I")
PATIENCE = 30.0


class Killed(Struct):
    """The results of the kills."""

    kills: int = 0
    in_play: int = 0
    """Kills after a first entry and before the end of the match."""
    matches: int = 0
    lost: int = 0
    """Kills after which something acknowledged was missing."""
    failures: list[str] = field(default_factory=list)


def kill(folder: Path, times: int, seed: int, *, early: bool = False) -> Killed:
    """Kill until `times` kills came in the middle of play.

    With `early`, the control, reports count as acknowledged before they are saved: some must be lost.
    """
    chance = Random(seed)
    outcome = Killed()
    number = 0
    while outcome.in_play < times:
        game = list(TABLES)[number % len(TABLES)]
        match = play(game, seed + number, f"{game} {number}")
        path = folder / f"{game}.db"
        rows: list[StoredRow] = []
        while outcome.in_play < times and len(rows) < len(match.rows):
            least, begun = _killed(path, match, rows, chance, early)
            outcome.kills += 1
            rows = _rows(path, match)
            outcome.in_play += begun and len(rows) < len(match.rows)
            wrong = match.wrong_with(rows, least) or _integrity(path)
            if wrong:
                outcome.lost += 1
                outcome.failures.append(f"kill {outcome.kills}: {wrong}")
        outcome.matches += len(rows) == len(match.rows)
        number += 1
    return outcome


def _killed(path: Path, match: Play, rows: list[StoredRow], chance: Random, early: bool) -> tuple[int, bool]:
    """Continue the match in a child and kill it; return the acknowledged length, and if anything was."""
    calm = Random(chance.random())
    wait, delay = chance.random() >= EARLY, chance.random() * LATEST
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(ours)
            _play(path, match, rows, calm, theirs, early)
        finally:
            os._exit(1)
    os.close(theirs)
    if wait:
        select.select([ours], [], [], PATIENCE)
    # The kill comes at a random moment: this isn't a wait for anything.
    time.sleep(delay)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    told = b""
    while part := os.read(ours, 1 << 16):
        told += part
    os.close(ours)
    lengths = [length for (length,) in LENGTH.iter_unpack(told[: len(told) // LENGTH.size * LENGTH.size])]
    return max([len(rows), *lengths]), bool(lengths)


def _play(path: Path, match: Play, rows: list[StoredRow], calm: Random, pipe: int, early: bool) -> None:
    """Play a match to its end through the real session and saver, and wait for the kill."""
    saved = threading.Event()

    def written(_match: str, length: int) -> None:
        if not early:
            os.write(pipe, LENGTH.pack(length))
        saved.set()

    saver = Saver(path, lambda news: news())
    saver.on_written = written
    kept = CHECKPOINTS.read(path, match.name)
    session = match.resume(rows, saver.keep, kept) if rows else match.begin(saver.keep)
    for report in match.reports[session.length - 1 :]:
        saved.clear()
        session.submit(report)
        if marked(session):
            saver.mark(match.name, session.match.checkpoint())
        if early:
            os.write(pipe, LENGTH.pack(session.length))
        if calm.random() < CALM:
            saved.wait()
    threading.Event().wait()


def _rows(path: Path, match: Play) -> list[StoredRow]:
    with Store(path) as store:
        return store.rows(match.name) if any(kept.id == match.name for kept in store.matches()) else []


def _integrity(path: Path) -> str | None:
    db = sqlite3.connect(path)
    (said,) = db.execute("pragma integrity_check").fetchone()
    db.close()
    return None if said == "ok" else f"integrity_check: {said}"
