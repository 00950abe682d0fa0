"""Cuts the power at random moments while real matches are written; acknowledged entries must be there."""

import os
import sqlite3
import threading
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

import msgspec
from msgspec import Struct

from companion.errors import CompanionError
from companion.journal import StoredRow
from companion.store import Copy, Store
from companion.whole_file import CHECKPOINTS
from tests.crash.image import CannotRunError, Cut, Disk, logged, mounted
from tests.crash.matches import MARKED, TABLES, Play, marked, play
from ui.storage.saver import Saver

EACH = 3
"""Matches of each game, written one after the other into one store."""
CALM = 0.8
"""Probability that the table waits until a report is saved before the next; else some are saved together."""
FILE = "companion/matches.db"
STICK = "stick"
"""Paths on the disk of the store, and of a folder for its copies."""


class Acknowledged(Struct, frozen=True):
    """An acknowledgement of a match, or of a "copy", and the number of log entries at that time."""

    entries: int
    what: str
    length: int


class Normal(Store):
    """A store that isn't durable, for the control: a commit returns before it is on the disk."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._db.execute("pragma synchronous = normal")


def plays(seed: int) -> list[Play]:
    """Return the matches to write, always the same for the same seed."""
    return [play(game, seed + n, f"{game} {n}") for n in range(EACH) for game in TABLES]


def write(disk: Disk, opener: Callable[[Path], Store], known: list[Play], seed: int) -> list[Acknowledged]:
    """Write matches on a logged disk, in a child process; return the acknowledgements, in order."""
    disk.make()
    book = disk.folder / "acknowledged.json"
    with disk.served() as root:
        child = os.fork()
        if child == 0:
            code = 1
            try:
                book.write_bytes(msgspec.json.encode(_written(disk, root, opener, known, seed)))
                code = 0
            finally:
                os._exit(code)
        _, status = os.waitpid(child, 0)
    if status:
        raise CannotRunError(f"whoever wrote the matches ended with {status}")
    return msgspec.json.decode(book.read_bytes(), type=list[Acknowledged])


def _written(
    disk: Disk, root: Path, opener: Callable[[Path], Store], known: list[Play], seed: int
) -> list[Acknowledged]:
    book: list[Acknowledged] = []
    chance = Random(seed)
    saved = threading.Event()
    (root / STICK).mkdir()
    with disk.log.open("rb", buffering=0) as log:

        def acknowledge(what: str, length: int) -> None:
            # This runs in the saver's thread, the earliest time at which anybody can know.
            book.append(Acknowledged(logged(log), what, length))
            saved.set()

        saver = Saver(root / FILE, lambda news: news(), opener=opener)
        saver.on_written = acknowledge
        for n, match in enumerate(known):
            session = match.begin(saver.keep)
            for report in match.reports:
                saved.clear()
                session.submit(report)
                if marked(session):
                    saver.mark(match.name, session.match.checkpoint())
                if chance.random() < CALM:
                    saved.wait()
            made = threading.Event()
            copy = root / STICK / f"{n}.db"
            saver.ask(lambda store, copy=copy: store.copy_to(copy), lambda _, made=made: made.set())  # type: ignore[misc]
            made.wait()
            if not copy.exists():
                raise CannotRunError(f"copy {copy.name} was not made")
            acknowledge("copy", n)
        saver.close()
    return book


class Found(Struct):
    """The results of the cuts."""

    cuts: int = 0
    hurt: int = 0
    """Cuts that lost or tore at least one write."""
    midway: int = 0
    """Cuts in the middle of a match."""
    lost: int = 0
    """Cuts after which something acknowledged was missing."""
    checkpoints: Counter[str] = msgspec.field(default_factory=Counter)
    """Checkpoints found with matches that a cut had stopped, by kind, and how many others were tried."""
    failures: list[str] = msgspec.field(default_factory=list)


def cut(disk: Disk, known: list[Play], book: list[Acknowledged], cuts: list[Cut]) -> Found:
    """Cut the power at each moment, and check what the app would find."""
    found = Found()
    for at, image, hurt in disk.after(cuts):
        found.cuts += 1
        found.hurt += bool(hurt)
        told = {heard.what: heard.length for heard in book if heard.entries <= at.after}
        try:
            with mounted(image, disk.folder / "left") as root:
                lengths, faults = look(root, known, told, found.checkpoints)
        except CannotRunError as error:
            lengths, faults = {}, [f"the file system can't be mounted: {error}"]
        except OSError as error:
            lengths, faults = {}, [f"the file system can't be read: {error}"]
        found.midway += any(0 < lengths.get(match.name, 0) < len(match.rows) for match in known)
        found.lost += bool(faults)
        again = f"run again --disk {disk.folder.name} --after {at.after} --dropped {at.seed!r}"
        found.failures += [f"{hurt} writes hurt; tests/crash/{again}: {fault}" for fault in faults]
    return found


def look(
    root: Path, known: list[Play], told: dict[str, int], checkpoints: Counter[str]
) -> tuple[dict[str, int], list[str]]:
    """Open the store that a cut left; return the lengths of the matches, and what is wrong."""
    lengths: dict[str, int] = {}
    faults: list[str] = []
    if (root / FILE).exists() or told:
        try:
            with Store(root / FILE) as store:
                there = {kept.id for kept in store.matches()}
                for match in known:
                    rows: list[StoredRow] = store.rows(match.name) if match.name in there else []
                    lengths[match.name] = len(rows)
                    wrong = match.wrong_with(rows, told.get(match.name, 0))
                    faults += [wrong] if wrong else _misled(root, match, known, rows, checkpoints)
                # A power cut mustn't leave damage.
                faults += store.damage()
        except CompanionError as error:
            faults.append(str(error))
        faults += _integrity(root / FILE)
    copies = sorted((root / STICK).glob("*.db")) if (root / STICK).exists() else []
    if len(copies) <= told.get("copy", -1):
        faults.append(f"{told['copy'] + 1} copies were acknowledged, {len(copies)} are there")
    for path in copies:
        try:
            with Copy(path) as copy:
                matches = copy.matches()
                if len(matches) != int(path.stem) + 1:
                    faults.append(f"copy {path.name} holds {len(matches)} matches")
        except CompanionError as error:
            faults.append(f"copy {path.name} has its name and isn't whole: {error}")
    return lengths, faults


def _misled(
    root: Path, match: Play, known: list[Play], rows: list[StoredRow], checkpoints: Counter[str]
) -> list[str]:
    """Resume a good record from the checkpoint found and from others; return what goes wrong.

    Whether a checkpoint is old, newer than the record, torn, or of another match, the match must always be
    the one of the record.
    """
    if not rows:
        return []
    lies = CHECKPOINTS.read(root / FILE, match.name)
    misled = match.misled_by(rows, lies)
    if MARKED < len(rows) < len(match.rows):
        checkpoints["none" if not lies else "fits" if misled is None else "torn"] += 1
    faults = [f"{match.name}: what lies beside it makes another match of it"] if misled else []
    if len(rows) == len(match.rows):
        return faults
    other = next(play for play in known if play.game.name == match.game.name and play is not match)
    for what, kept, fits in [
        *(
            (f"checkpoint {n}", kept, (n + 1) * MARKED <= len(rows))
            for n, kept in enumerate(match.checkpoints)
        ),
        *((f"half of {n}", kept[: len(kept) // 2], False) for n, kept in enumerate(match.checkpoints)),
        *((f"{n} of another", kept, False) for n, kept in enumerate(other.checkpoints)),
    ]:
        misled = match.misled_by(rows, kept)
        checkpoints["laid in its place"] += 1
        if misled or (misled is None) != fits:
            taken = "taken" if misled is None else "not taken"
            faults.append(f"{match.name}, {len(rows)} entries: {what} is {'wrong' if misled else taken}")
    return faults


def _integrity(path: Path) -> list[str]:
    db = sqlite3.connect(path)
    try:
        (said,) = db.execute("pragma integrity_check").fetchone()
    except sqlite3.Error as error:
        said = str(error)
    finally:
        db.close()
    return [] if said == "ok" else [f"integrity_check: {said}"]
