"""Where matches are kept: one SQLite file, one connection, one writer.

WAL with synchronous=FULL: a commit that returned survives a power cut. Two writing connections on one file
are never opened (a WAL-reset bug of SQLite 3.7.0 to 3.51.2 could lose commits). Nothing here starts a
thread; whoever owns the store calls it from one.
"""

import fcntl
import os
import sqlite3
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from msgspec import Struct

from companion.clock import WallTime
from companion.errors import NewerRecord, NotSaved, UnknownMatch
from companion.journal import Row

SCHEMA = 1
"""Version of the tables, kept in `user_version`."""

_TABLES = """
create table match (
    id text primary key, game text not null, began integer not null, touched integer not null,
    over integer not null default 0, title text not null default ''
) strict, without rowid;
create table entry (
    match text not null references match (id), n integer not null, crc integer not null, body blob not null,
    primary key (match, n)
) strict, without rowid;
create table setting (name text primary key, value text not null) strict, without rowid;
"""


class Kept(Struct, frozen=True):
    """A match in the store: its id and game, when it began and was last written, and whether it is over."""

    id: str
    game: str
    began: WallTime
    touched: WallTime
    over: bool
    title: str
    length: int


class Store:
    """The file of matches and settings; NotSaved where the disk won't take it."""

    def __init__(self, path: Path, *, reading: bool = False) -> None:
        """Open or make the store at `path`; NotSaved or NewerRecord say what stands in the way.

        One process at a time may write; with `reading` nothing is made or written, beside a writer or not.
        """
        self.path = path
        self._lock: int | None = None
        try:
            if not reading:
                path.parent.mkdir(parents=True, exist_ok=True)
                self._lock = _sole_writer(path)
            mode = "ro" if reading else "rw"
            self._db = sqlite3.connect(
                f"{path.absolute().as_uri()}?mode={mode}",
                uri=True,
                isolation_level=None,
                check_same_thread=False,
            )
        except (OSError, sqlite3.Error) as error:
            self._unlock()
            raise NotSaved(f"matches can't be kept in {path}: {_reason(error)}") from error
        try:
            self._prepare(reading)
        except sqlite3.Error as error:
            self.close()
            raise NotSaved(f"matches can't be kept in {path}: {_reason(error)}") from error
        except NewerRecord:
            self.close()
            raise

    def _prepare(self, reading: bool) -> None:
        if not reading:
            self._db.execute("pragma journal_mode = wal")
        self._db.execute("pragma synchronous = full")
        self._db.execute("pragma mmap_size = 0")
        (version,) = self._db.execute("pragma user_version").fetchone()
        if version > SCHEMA:
            raise NewerRecord(
                f"{self.path} was written by a newer version of the companion; update it to go on"
            )
        if version == 0 and not reading:
            self._db.executescript(f"begin immediate; {_TABLES} pragma user_version = {SCHEMA}; commit;")
        if not reading:
            _keep_to_oneself(self.path)

    def __enter__(self) -> "Store":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; everything committed stays."""
        self._db.close()
        self._unlock()

    def _unlock(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def keep(self, kept: Kept, rows: Iterable[Row]) -> None:
        """Write rows of a match in one transaction, and how it stands; on return they are durable.

        `kept.length` is not read. NotSaved leaves the store as it was.
        """
        try:
            self._db.execute("begin immediate")
            self._db.execute(
                "insert into match (id, game, began, touched, over, title) values (?, ?, ?, ?, ?, ?)"
                " on conflict (id) do update set touched = excluded.touched, over = excluded.over,"
                " title = excluded.title",
                (kept.id, kept.game, kept.began, kept.touched, kept.over, kept.title),
            )
            self._db.executemany(
                "insert into entry (match, n, crc, body) values (?, ?, ?, ?)",
                [(kept.id, row.n, row.crc, row.entry) for row in rows],
            )
            self._db.execute("commit")
        except sqlite3.Error as error:
            with suppress(sqlite3.Error):
                self._db.execute("rollback")
            raise NotSaved(f"not saved: {_reason(error)}") from error

    def matches(self) -> list[Kept]:
        """Return all matches, the last touched first; equal times in the order of their ids."""
        found = self._read(
            "select m.id, m.game, m.began, m.touched, m.over, m.title,"
            " (select count(*) from entry e where e.match = m.id)"
            " from match m order by m.touched desc, m.id"
        )
        return [
            Kept(match, game, WallTime(began), WallTime(touched), bool(over), title, length)
            for match, game, began, touched, over, title, length in found
        ]

    def rows(self, match: str) -> list[Row]:
        """Return the record of a match; UnknownMatch where there is none."""
        found = self._read("select n, crc, body from entry where match = ? order by n", match)
        if not found:
            raise UnknownMatch(f"no match {match!r} is kept here")
        return [Row(n, crc, bytes(body)) for n, crc, body in found]

    def setting(self, name: str, default: str) -> str:
        """Return a setting, or `default` where it was never set."""
        found = self._read("select value from setting where name = ?", name)
        return str(found[0][0]) if found else default

    def set(self, name: str, value: str) -> None:
        """Keep a setting; NotSaved where the disk won't take it."""
        try:
            self._db.execute(
                "insert into setting (name, value) values (?, ?)"
                " on conflict (name) do update set value = excluded.value",
                (name, value),
            )
        except sqlite3.Error as error:
            raise NotSaved(f"not saved: {_reason(error)}") from error

    def copy_to(self, path: Path) -> None:
        """Write a clean copy of the whole store to a new file; NotSaved where that can't be."""
        try:
            # SQLite writes into an empty file; nobody else can read this one.
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        except OSError as error:
            raise NotSaved(f"no copy was made: {_reason(error)}") from error
        try:
            self._db.execute("vacuum into ?", (str(path),))
        except sqlite3.Error as error:
            path.unlink()
            raise NotSaved(f"no copy was made: {_reason(error)}") from error

    # Rows as SQLite gives them; each caller knows its columns.
    def _read(self, query: str, *values: str) -> list[tuple]:  # type: ignore[type-arg]
        try:
            return self._db.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise NotSaved(f"{self.path} can't be read: {_reason(error)}") from error


def _sole_writer(path: Path) -> int:
    """Make the file if need be and lock it against other writers; return the lock, a file descriptor.

    The lock is on a file of its own: closing any descriptor of the database would drop SQLite's locks.
    """
    # Secrets of running matches lie in here: for the owner's eyes only, from the first byte on.
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    lock = os.open(path.with_name(path.name + "-lock"), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise BlockingIOError("the store is locked") from None
    return lock


def _keep_to_oneself(path: Path) -> None:
    """Let nobody else read a store that was there before, or that SQLite has put files beside."""
    for name in (path.name, f"{path.name}-wal", f"{path.name}-shm"):
        # Somebody else's file is theirs to close.
        with suppress(FileNotFoundError, PermissionError):
            path.with_name(name).chmod(0o600)


def _reason(error: Exception) -> str:
    """Say in words for the table what SQLite or the system says in its own."""
    text = str(error)
    if "disk is full" in text or "No space" in text:
        return "the disk is full; free some space"
    if "readonly" in text or "read-only" in text.lower():
        return "the disk or the file is read-only"
    if "unable to open" in text or "Permission" in text:
        return "no permission to write there"
    if "not a database" in text or "malformed" in text:
        return "the file is damaged or not a store; move it away to start a new one"
    if "locked" in text:
        return "another companion is using it; close that one first"
    return text
