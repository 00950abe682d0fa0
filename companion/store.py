"""Where matches are kept: one SQLite file, one connection, one writer; and the copies that are made of it.

WAL with synchronous=FULL: a commit that returned survives a power cut. Two writing connections on one file
are never opened (a WAL-reset bug of SQLite 3.7.0 to 3.51.2 could lose commits). Nothing here starts a
thread; whoever owns the store calls it from one.
"""

import errno
import fcntl
import os
import re
import sqlite3
from collections.abc import Collection, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import cache
from hashlib import blake2b
from itertools import accumulate
from pathlib import Path
from types import TracebackType
from typing import Self
from zlib import crc32

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion import whole_file
from companion.clock import WallTime
from companion.errors import BadCopy, DamagedRecord, NewerRecord, NotSaved, SetupError, UnknownMatch
from companion.journal import AnyRow, KeptRow
from companion.people import NOBODY, People, Person, PersonId
from companion.whole_file import FULL, flush, make_folder, open_new, read_plain, why_not, write_whole

# How many entries of each match were said to be saved: kept beside the store, and not in it.
#
# What SQLite has committed stands in its log until the store is closed, or the log is long. Where the end of
# the log is damaged, SQLite reads what is before it and says nothing of the rest: a record ends earlier, and
# each of its checksums fits. These counts are in a file of their own, which the same damage doesn't reach.
#
# A line a commit, added and never waited for: after a power cut the last ones may not be there, and then a
# count is too low, which accuses nobody. A line that was torn or damaged doesn't count.

MOST_MATCHES = 1_000
"""Which are remembered, the last written ones: the log holds far fewer."""

MOST_BYTES = 1 << 20
"""Of the file, after which it is written anew: a long evening adds 100 kB."""

_LINE = re.compile(rb"(([0-9a-f]{16}) (\d{1,9})) ([0-9a-f]{8})")


class Acknowledged:
    """The counts of one store; `counts` is by match, whose names nobody else needs to read here."""

    def __init__(self, store: Path) -> None:
        self._path = store.with_name(f"{store.name}-saved")
        self._file: int | None = None
        self._counts: dict[bytes, int] = {}
        with suppress(OSError):
            for line in read_plain(self._path, 2 * MOST_BYTES).split(b"\n"):
                found = _LINE.fullmatch(line)
                if found and b"%08x" % crc32(found[1]) == found[4]:
                    self._take(found[2], int(found[3]))

    def count(self, match: str) -> int:
        """Return how many entries a match had when it was written last; 0 where nobody knows."""
        return self._counts.get(_key(match), 0)

    def add(self, match: str, count: int) -> None:
        """Take note that a match has so many entries on the disk; 0: it was deleted. OSError isn't raised."""
        self._take(_key(match), count)
        with suppress(OSError):
            if self._file is None:
                self._open()
            if self._file is not None:
                os.write(self._file, self._line(_key(match)))

    def close(self) -> None:
        """Let go of the file."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _open(self) -> None:
        with suppress(FileNotFoundError):
            if not self._path.is_file() or self._path.is_symlink() or self._path.stat().st_size > MOST_BYTES:
                write_whole(self._path, b"".join(map(self._line, self._counts)))
        how = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW | os.O_NONBLOCK
        self._file = os.open(self._path, how, 0o600)

    def _take(self, key: bytes, count: int) -> None:
        # To the end: the oldest one goes.
        before = self._counts.pop(key, 0)
        self._counts[key] = max(before, count) if count else 0
        if len(self._counts) > MOST_MATCHES:
            del self._counts[next(iter(self._counts))]

    def _line(self, key: bytes) -> bytes:
        said = b"%s %d" % (key, self._counts[key])
        return b"%s %08x\n" % (said, crc32(said))


def _key(match: str) -> bytes:
    return blake2b(match.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest().encode()


_Failed = (sqlite3.Error, UnicodeDecodeError)
"""What SQLite raises; the second where what it says quotes a damaged file that isn't text any more."""

_SCHEMAS = {
    1: """
create table match (
    id text primary key, game text not null, began integer not null, touched integer not null,
    over integer not null default 0, title text not null default ''
) strict, without rowid;
create table entry (
    match text not null references match (id), n integer not null, crc integer not null, body blob not null,
    primary key (match, n)
) strict, without rowid;
create table setting (name text primary key, value text not null) strict, without rowid;
""",
    2: """
create table person (
    id text primary key, name text not null, colour text not null, shape text not null, letter text not null,
    hidden integer not null, merged text not null, forgotten integer not null
) strict, without rowid;
create table given (
    match text not null references match (id), player integer not null, person text not null,
    primary key (match, player)
) strict, without rowid;
create table brought (id text primary key, body blob not null) strict, without rowid;
""",
    3: """
alter table person add column rated integer not null default 1;
""",
    4: """
alter table person add column language text not null default '';
create table outbox (n integer primary key, match text not null, body blob not null) strict;
create table said (match text primary key, over integer not null, digest blob not null) strict, without rowid;
""",
}
"""What each version of the tables added to the one before. Once released, one is never changed."""

SCHEMA = max(_SCHEMAS)
"""Version of the tables, kept in `user_version`."""


_FORMAT, _LOG_FORMAT = 2, 3_007_000
_LOGS = (b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83")
"""The newest forms of a database and of its log that SQLite has had, and what a log begins with."""

_PATIENCE_MS = 1_000

_AT_ONCE = """
select group_concat(n), group_concat(crc), group_concat(length(body)),
    cast(group_concat(cast(body as text), '') as blob)
from (select n, crc, body from entry where match = ? order by n)
"""
"""A whole record in one step. Between two rows SQLite lets other threads in, and waits for each: beside a
screen that is being drawn, 20,000 rows took 12 s."""

_LISTED = """
select json_group_array(json_object('id', id, 'game', game, 'began', began, 'touched', touched,
    'over', json(iif(over, 'true', 'false')), 'title', title, 'length', length, 'called', called))
from ({every})
"""
"""All matches in one step, for the same reason."""

_CALLED = """coalesce((
    select iif(json_valid(body), substr(json_extract(body, '$.body.header.called'), 1, 40), '')
    from (select cast(body as text) as body from entry where match = id and n = 0)), '')"""
"""What a match is called stands in its opening; of 20,000 that takes a tenth of a second."""

_ALONE = ("begin immediate", "commit", "rollback")
_WITHIN = ("savepoint one", "release one", "rollback to one", "release one")
"""How a change begins, is kept and is taken back: by itself, and among several that are written at once."""

_FIRST_WITH_PEOPLE = 2
"""The first version of the tables that has people."""
_FIRST_WITH_RANKS = 3
"""The first in which somebody may not want a rank."""
_FIRST_WITH_LANGUAGES = 4
"""The first in which somebody may have another language than the table."""

MOST_PEOPLE = 10_000
"""In a store or a file; a club has some hundred."""


class Kept(Struct, frozen=True):
    """A match in the store: its id and game, when it began and was last written, and whether it is over.

    `title` is who plays. It is kept with the ids of people, and read with their names. `called` is what was
    played where the record says more than the game, else empty.
    """

    id: str
    game: str
    began: WallTime
    touched: WallTime
    over: bool
    title: str
    length: int
    called: str = ""


_listed = msgspec.json.Decoder(list[Kept]).decode


class Shelf(Struct, frozen=True):
    """Some of the matches in the store, how many there are in all, and whether any is over."""

    matches: list[Kept]
    count: int
    over: bool


class Store:
    """The file of matches and settings; NotSaved where the disk won't take it."""

    def __init__(self, path: Path, *, reading: bool = False) -> None:
        """Open or make the store at `path`; NotSaved or NewerRecord say what stands in the way.

        One process at a time may write; with `reading` nothing is made or written, beside a writer or not.
        """
        self.path = path
        self._lock: int | None = None
        self._saved: Acknowledged | None = None
        self._to_say: dict[str, int] = {}
        _refuse_newer(path)
        try:
            if not reading:
                make_folder(path.parent)
                self._lock = _sole_writer(path)
            elif not path.exists():
                raise NotSaved(f"there is no store at {path}; matches are kept there once one was played")
            self._db = _connect(path, _to_read(path) if reading else "mode=rw")
        except (OSError, *_Failed) as error:
            self._unlock()
            raise NotSaved(f"matches can't be kept in {path}: {reason(error)}") from error
        try:
            self._prepare(reading)
        except _Failed as error:
            self.close()
            raise NotSaved(f"matches can't be kept in {path}: {reason(error)}") from error
        except NewerRecord:
            # Beside a reader SQLite leaves the log as it is: the newer version finds all that it wrote.
            with suppress(*_Failed), closing(_connect(path, "mode=ro")) as reader:
                reader.execute("pragma user_version").fetchone()
                self.close()
            self.close()
            raise

    def _prepare(self, reading: bool) -> None:
        # Asked before anything is changed: what a newer version has written stays as it is.
        (version,) = self._db.execute("pragma user_version").fetchone()
        if version > SCHEMA:
            raise _newer(self.path)
        if not reading:
            self._db.execute("pragma journal_mode = wal")
        self._db.execute("pragma synchronous = full")
        self._db.execute("pragma mmap_size = 0")
        # What is forgotten leaves nothing in the pages that become free.
        self._db.execute("pragma secure_delete = on")
        if version < SCHEMA and not reading:
            self._db.executescript(
                f"begin immediate; {_added(version, SCHEMA)} pragma user_version = {SCHEMA}; commit;"
            )
            # An older version is to see it without the log, which may be what it can't read.
            self._db.execute("pragma wal_checkpoint(truncate)")
        self.schema = version if reading else SCHEMA
        if not reading:
            _keep_to_oneself(self.path)
            self._saved = Acknowledged(self.path)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; everything committed stays."""
        self._db.close()
        if self._saved is not None:
            self._saved.close()
        self._unlock()

    def _unlock(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def keep(self, kept: Kept, rows: Iterable[KeptRow]) -> None:
        """Write rows of a match in one transaction, and how it stands; on return they are durable.

        `kept.length` and `kept.called` are not read: the rows say them. NotSaved leaves the store as it was.
        """
        rows = list(rows)
        with self.changing() as db:
            db.execute(
                "insert into match (id, game, began, touched, over, title) values (?, ?, ?, ?, ?, ?)"
                " on conflict (id) do update set touched = excluded.touched, over = excluded.over",
                (kept.id, kept.game, kept.began, kept.touched, kept.over, kept.title),
            )
            db.executemany(
                "insert into entry (match, n, crc, body) values (?, ?, ?, ?)",
                [(kept.id, row.n, row.crc, row.entry) for row in rows],
            )
        if rows:
            self._acknowledge(kept.id, rows[-1].n + 1)

    def delete(self, match: str) -> None:
        """Forget a match for good, and all that was made of its record. NotSaved leaves it whole."""
        with self.changing() as db:
            for table, column in (("entry", "match"), ("given", "match"), ("said", "match"), ("match", "id")):
                db.execute(f"delete from {table} where {column} = ?", (match,))
            # A number of the outbox stays, for there are no gaps; what it was about goes.
            db.execute("update outbox set body = x'' where match = ?", (match,))
        self._acknowledge(match, 0)
        whole_file.throw_away(self.path, match)

    def _acknowledge(self, match: str, count: int) -> None:
        """Remember how many entries are durable; among changes that are made together, once they are."""
        self._to_say[match] = count
        if not self._db.in_transaction:
            self._say_saved()

    def _say_saved(self) -> None:
        for match, count in self._to_say.items():
            if self._saved is not None:
                self._saved.add(match, count)
        self._to_say = {}

    @contextmanager
    def changing(self) -> Iterator[sqlite3.Connection]:
        """Make one transaction of what is done inside; NotSaved leaves the store as it was."""
        alone = not self._db.in_transaction
        begin, end, *undo = _ALONE if alone else _WITHIN
        try:
            self._db.execute(begin)
            yield self._db
            self._db.execute(end)
            if alone:
                self._say_saved()
        except BaseException as error:
            if alone:
                self._to_say = {}
            # Also what SQLite can't hold: a transaction left open would take all that follows with it.
            with suppress(sqlite3.Error):
                for step in undo:
                    self._db.execute(step)
            if isinstance(error, (sqlite3.Error, OverflowError, UnicodeError)):
                raise NotSaved(f"not saved: {reason(error)}") from error
            raise

    @contextmanager
    def together(self) -> Iterator[None]:
        """Write all changes that are made inside at once: a disk takes a hundred as fast as one.

        What was whole is kept when somebody stops it halfway. On a power cut, or where the disk won't take it
        (NotSaved), none of them may be there.
        """
        self._db.execute("begin immediate")
        try:
            yield
        finally:
            if self._db.in_transaction:
                self._commit()
            else:
                self._to_say = {}  # a full disk has SQLite take all of it back by itself

    def _commit(self) -> None:
        try:
            self._db.execute("commit")
            self._say_saved()
        except _Failed as error:
            with suppress(sqlite3.Error):
                self._db.execute("rollback")
            self._to_say = {}
            raise NotSaved(f"not saved: {reason(error)}") from error

    def clean(self) -> None:
        """Write the file anew, without a byte of what was deleted or changed; NotSaved where that can't be.

        The log beside it is emptied, which waits for whoever reads the store; what was made of records goes.
        """
        whole_file.throw_away(self.path)
        try:
            # So long a reader may hold up whoever waits behind this.
            self._db.execute(f"pragma busy_timeout = {_PATIENCE_MS}")
            self._db.execute("vacuum")
            busy, *_ = self._db.execute("pragma wal_checkpoint(truncate)").fetchone()
        except _Failed as error:
            raise NotSaved(f"not saved: {reason(error)}") from error
        if busy:
            raise NotSaved(
                "it is gone from the store, but not yet from the log beside it: another companion reads"
                " there; close that one, and do this once more"
            )

    def shelf(self, wanted: Collection[str], most: int) -> Shelf:
        """Return the matches `wanted` by id, the `most` that were touched last, and the last open one."""
        names, last = ",".join("?" * len(wanted)), "select id from match order by touched desc, id limit ?"
        open_one = "select id from match where not over order by touched desc, id limit 1"
        found = self.matches(
            f"where id in ({names}) or id in ({last}) or id in ({open_one})", *wanted, str(most)
        )
        ((count, over),) = self.read("select count(*), coalesce(max(over), 0) from match")
        return Shelf(found, count, bool(over))

    def matches(self, which: str = "", *values: str) -> list[Kept]:
        """Return all matches, or `which` (SQL) fit: the last touched first, equal times by their ids."""
        # Which they are is settled first. Entries count from 0: the last tells how many there are.
        every = (
            "select id, game, began, touched, over, title,"
            " coalesce((select max(n) + 1 from entry where match = id), 0) as length, {called} as called"
            f" from (select * from match {which}) order by touched desc, id"
        )
        try:
            ((text,),) = self.read(_LISTED.format(every=every.format(called=_CALLED)), *values)
            found = _listed(text)
        except (NotSaved, ValueError):
            found = [
                Kept(match, game, WallTime(began), WallTime(touched), bool(over), title, length)
                # An opening that isn't text would stop this one too.
                for match, game, began, touched, over, title, length, _ in self.read(
                    every.format(called="''"), *values
                )
            ]
        told = cache(self.people().title)
        return [replace(kept, title=told(kept.title)) for kept in found]

    def has(self, match: str) -> bool:
        """Tell whether a match is kept here."""
        return bool(self.read("select 1 from match where id = ?", match))

    def rows(self, match: str) -> list[KeptRow]:
        """Return the record of a match; UnknownMatch where there is none."""
        try:
            return _cut(self.read(_AT_ONCE, match))
        except (NotSaved, ValueError):
            found = self.read("select n, crc, body from entry where match = ? order by n", match)
        if not found:
            raise UnknownMatch(f"no match {match!r} is kept here")
        return [KeptRow(n, crc, bytes(body)) for n, crc, body in found]

    def record(self, match: str) -> list[AnyRow]:
        """Return the record of a match, and an error in the place of each entry that was saved and is gone.

        UnknownMatch where there is none.
        """
        # Before it is read: meanwhile somebody may write another entry.
        saved = (self._saved or Acknowledged(self.path)).count(match)
        rows = self.rows(match)
        return [*rows, *[DamagedRecord("it was saved, and is gone")] * (saved - len(rows))]

    def people(self) -> People:
        """Return everybody the store knows; NotSaved where it can't be read."""
        if self.schema < _FIRST_WITH_PEOPLE:
            return People()
        known: dict[PersonId, Person] = {}
        merged: dict[PersonId, PersonId] = {}
        forgotten: set[PersonId] = set()
        rated = "rated" if self.schema >= _FIRST_WITH_RANKS else "1"
        language = "language" if self.schema >= _FIRST_WITH_LANGUAGES else "''"
        for person, name, colour, shape, letter, hidden, wanted, speaks, into, gone in self.read(
            f"select id, name, colour, shape, letter, hidden, {rated}, {language}, merged, forgotten"
            " from person order by name, id"
        ):
            if into:
                merged[person] = into
            elif gone:
                forgotten.add(person)
            else:
                known[person] = Person(
                    person, name, colour, shape, letter, bool(hidden), bool(wanted), speaks
                )
        given = self.read("select match, player, person from given")
        seats = {(match, player): person for match, player, person in given}
        return People(known, merged, frozenset(forgotten), seats)

    def brought(self) -> dict[str, bytes]:
        """Return results that came without a record, by id (`companion.book.brought`)."""
        if self.schema < _FIRST_WITH_PEOPLE:
            return {}
        return {found: bytes(body) for found, body in self.read("select id, body from brought")}

    def setting(self, name: str, default: str) -> str:
        """Return a setting, or `default` where it was never set."""
        found = self.read("select value from setting where name = ?", name)
        return str(found[0][0]) if found else default

    def set(self, name: str, value: str) -> None:
        """Keep a setting; NotSaved where the disk won't take it."""
        try:
            self._db.execute(
                "insert into setting (name, value) values (?, ?)"
                " on conflict (name) do update set value = excluded.value",
                (name, value),
            )
        except _Failed as error:
            raise NotSaved(f"not saved: {reason(error)}") from error

    def copy_to(self, path: Path) -> None:
        """Write a whole copy of the store to a new file, durably; NotSaved where that can't be.

        It has a name that ends in `.part` until all of it is on the disk: what bears the name is whole.
        """
        partly = path.with_name(path.name + ".part")
        try:
            if path.exists():
                raise FileExistsError(f"there is a file {path.name} already")
            _clear(partly)
            # SQLite writes into an empty file; nobody else can read this one, where the disk knows of owners.
            open_new(partly).close()
            # Absolute: a name that begins with "file:" would be taken for an address.
            self._db.execute("vacuum into ?", (str(partly.absolute()),))
            flush(partly)
            partly.rename(path)
            flush(path.parent)
        except (OSError, *_Failed) as error:
            with suppress(OSError):
                _clear(partly)
            raise NotSaved(f"no copy was made: {reason(error)}") from error

    # Rows as SQLite gives them; each caller knows its columns.
    def read(self, query: str, *values: str) -> list[tuple]:  # type: ignore[type-arg]
        """Return the rows of a query; NotSaved where the file can't be read."""
        try:
            return self._db.execute(query, values).fetchall()
        except _Failed as error:
            raise NotSaved(f"{self.path} can't be read: {reason(error)}") from error


class Copy(Store):
    """A file that somebody brings, opened for reading only and trusted in nothing.

    Its matches and rows are as they stand there, within bounds; what they are worth is judged elsewhere.
    """

    MOST_BYTES = 4 << 30
    """Of `MOST_MATCHES` long ones: what was copied can be restored."""
    MOST_MATCHES = 50_000
    MOST_GIVEN = 15 * MOST_MATCHES
    """Seats that were given to people."""
    MOST_ENTRIES = 50_000
    """Of one match; a long one has a thousand."""
    MOST_ENTRY_BYTES = 1 << 20
    """Of one entry; long ones have ten thousand."""
    MOST_CELL_BYTES = 2 << 20
    """Of anything else in the file: SQLite itself refuses what is longer."""

    def __init__(self, path: Path) -> None:
        """Open the file at `path`; BadCopy or NewerRecord say what is wrong with it."""
        self.path = path
        self._lock = None
        self._saved = None
        self._people: People | None = None
        try:
            if path.stat().st_size > self.MOST_BYTES:
                raise BadCopy(f"{path} is too large for a copy of matches")
            # Nothing is written beside it, not even on a stick that could be written on.
            self._db = _connect(path, "mode=ro&immutable=1")
        except (OSError, *_Failed) as error:
            raise BadCopy(f"{path} can't be read: {reason(error)}") from error
        try:
            self._look()
        except _Failed as error:
            self.close()
            raise BadCopy(f"{path} isn't a whole copy of matches ({error})") from error
        except (BadCopy, NewerRecord):
            self.close()
            raise

    def _look(self) -> None:
        """See that the tables are ours to the letter, with no views or triggers, and undamaged."""
        self._db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, self.MOST_CELL_BYTES)
        for pragma in ("trusted_schema = off", "cell_size_check = on", "mmap_size = 0", "query_only = on"):
            self._db.execute(f"pragma {pragma}")
        (version,) = self._db.execute("pragma user_version").fetchone()
        if version > SCHEMA:
            raise NewerRecord(
                f"{self.path} was written by a newer version of the companion; update this one to read it"
            )
        self.schema = version
        if version == 0 or _tables(self._db) != _tables_of_schema(version):
            raise BadCopy(f"{self.path} isn't a copy of matches: its tables are others")
        (said,) = self._db.execute("pragma integrity_check(1)").fetchone()
        if said != "ok":
            raise BadCopy(f"{self.path} is damaged: {said}")
        (count,) = self._db.execute("select count(*) from match").fetchone()
        if count > self.MOST_MATCHES:
            raise BadCopy(f"{self.path} holds more matches than there can be")
        if version >= _FIRST_WITH_PEOPLE:
            query = (
                "select (select count(*) from person), (select count(*) from given), count(*) from brought"
            )
            people, given, brought = self._db.execute(query).fetchone()
            # As many again may have been merged or forgotten.
            if people > 2 * MOST_PEOPLE or given > self.MOST_GIVEN or brought > self.MOST_MATCHES:
                raise BadCopy(f"{self.path} holds more people than there can be")

    def people(self) -> People:
        """Return everybody the copy knows; read once, for nobody writes it."""
        if self._people is None:
            self._people = super().people()
        return self._people

    def record(self, match: str) -> list[AnyRow]:
        """Return what stands there for a match, as `rows` does: nobody acknowledged anything of it."""
        return [*self.rows(match)]

    def rows(self, match: str) -> list[KeptRow]:
        """Return what stands there for a match; BadCopy where it is more than a match can have."""
        ((count, longest),) = self.read(
            "select count(*), coalesce(max(length(body)), 0) from entry where match = ?", match
        )
        if count > self.MOST_ENTRIES or longest > self.MOST_ENTRY_BYTES:
            raise BadCopy("it is longer than a match can be")
        return super().rows(match)


# What `_AT_ONCE` found: one row, of texts and a blob or, without a record, of nothing.
def _cut(found: list[tuple]) -> list[KeptRow]:  # type: ignore[type-arg]
    """Take a record apart that was read at once; ValueError where that can't be, for it isn't text."""
    ((numbers, sums, lengths, bodies),) = found
    if numbers is None:
        raise ValueError("no record")
    ends = list(accumulate(map(int, lengths.split(","))))
    if ends[-1] != len(bodies):
        raise ValueError("a zero byte has cut it short")
    columns = (map(int, numbers.split(",")), map(int, sums.split(",")), [0, *ends], ends)
    rows = [KeptRow(n, crc, bodies[start:end]) for n, crc, start, end in zip(*columns, strict=False)]
    return sorted(rows, key=lambda row: row.n)


def _connect(path: Path, how: str) -> sqlite3.Connection:
    # A pipe or a device may never say anything.
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "it is no file")
    return sqlite3.connect(
        f"{path.absolute().as_uri()}?{how}", uri=True, isolation_level=None, check_same_thread=False
    )


def _to_read(path: Path) -> str:
    """Return how to open a store for reading: SQLite wants files beside it, which not every disk takes."""
    closed = not path.with_name(f"{path.name}-wal").exists()
    return "mode=ro&immutable=1" if closed and not os.access(path.parent, os.W_OK) else "mode=ro"


def _tables(db: sqlite3.Connection) -> set[tuple[object, ...]]:
    return set(db.execute("select type, name, sql from sqlite_schema"))


def _tables_of_schema(version: int) -> set[tuple[object, ...]]:
    with closing(sqlite3.connect(":memory:")) as db:
        db.executescript(_added(0, version))
        return _tables(db)


def _added(version: int, to: int) -> str:
    """Return what makes the tables of one version those of a later one."""
    return "".join(_SCHEMAS[later] for later in range(version + 1, to + 1))


def _clear(path: Path) -> None:
    """Remove a file, and the journal that SQLite has left beside it if it was cut off."""
    for name in (path.name, f"{path.name}-journal"):
        path.with_name(name).unlink(missing_ok=True)


def _sole_writer(path: Path) -> int:
    """Make the file if need be and lock it against other writers; return the lock, a file descriptor.

    The lock is on a file of its own: closing any descriptor of the database would drop SQLite's locks.
    """
    new = not path.exists()
    # Secrets of running matches lie in here: for the owner's eyes only, from the first byte on.
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    if new:
        # SQLite flushes the file; that it is there at all is the folder's to know.
        flush(path.parent)
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
        # Somebody else's file is theirs to close; and a disk that takes no change of modes may take matches.
        with suppress(OSError):
            path.with_name(name).chmod(0o600)


def _newer(path: Path) -> NewerRecord:
    return NewerRecord(f"{path} was written by a newer version of the companion; update it to go on")


def _refuse_newer(path: Path) -> None:
    """Raise NewerRecord where the first bytes of a store or its log say that a newer version wrote them.

    Before SQLite opens them: what only a newer one reads, it calls damaged, or not permitted. The places are
    those of its file format: who may write and read, the version of our tables, the version of the log.
    """
    store, log = _start(path), _start(path.with_name(f"{path.name}-wal"))
    if store[:16] == b"SQLite format 3\0":
        writes, reads = store[18:20]
        if writes == reads > _FORMAT or int.from_bytes(store[60:64], "big", signed=True) > SCHEMA:
            raise _newer(path)
    if log[:4] in _LOGS and int.from_bytes(log[4:8], "big") > _LOG_FORMAT:
        raise _newer(path)


def _start(path: Path) -> bytes:
    """Return the first bytes of a file, as far as there are any."""
    try:
        file = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    except OSError:
        return b""
    try:
        return os.read(file, 64).ljust(64, b"\0")
    except OSError:
        return b""
    finally:
        os.close(file)


def reason(error: Exception) -> str:
    """Say in words for the table what SQLite or the system says in its own."""
    text = str(error)
    # To look into a store SQLite wants 32 kB beside it; no room for that it calls an error of the disk.
    no_room = getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_IOERR_SHMSIZE
    if "disk is full" in text or no_room:
        return FULL
    if "readonly" in text or "read-only" in text.lower():
        return "the disk or the file is read-only"
    if "unable to open" in text or "Permission" in text:
        return "no permission to write there"
    if "not a database" in text or "malformed" in text or isinstance(error, UnicodeDecodeError):
        return "the file is damaged or not a store; move it away to start a new one"
    if "locked" in text:
        return "another companion is using it; close that one first"
    if "disk I/O error" in text:
        return "the disk doesn't answer; was it pulled out?"
    if isinstance(error, OSError):
        return why_not(error).lower()
    return text


# Kept matches found again: by game, by who played, by date. The database looks, and only what fits is read.
#
# Days are those of the machine's zone, as everywhere on the screen.

_DAY = "strftime('%Y-%m-%d', began / 1000, 'unixepoch', 'localtime')"
_A_DAY = re.compile(r"\d{4}-\d{2}(-\d{2})?")
MONTH, DAY = 7, 10
"""Letters of a month, `2026-11`, and of a day, `2026-11-22`."""


class Wanted(Struct, frozen=True):
    """Which matches are looked for: of a game, with a person, begun in a month or on a day."""

    game: str = ""
    person: PersonId = NOBODY
    day: str = ""


def matches(store: Store, wanted: Wanted) -> list[Kept]:
    """Return the matches that fit, the last touched first; NotSaved where the store can't be read."""
    where, values = _where(store, wanted)
    return store.matches(where, *values)


def games(store: Store, wanted: Wanted) -> list[tuple[str, int]]:
    """Return the games of the matches that fit, and of how many, the most first."""
    where, values = _where(store, wanted)
    return store.read(f"select game, count(*) from match {where} group by 1 order by 2 desc, 1", *values)


def days(store: Store, wanted: Wanted) -> list[tuple[str, int]]:
    """Return the months of the matches that fit, or the days of the month that is wanted, the last first."""
    where, values = _where(store, wanted)
    found = store.read(
        f"select substr({_DAY}, 1, {DAY if wanted.day else MONTH}), count(*) from match {where}"
        " group by 1 order by 1 desc",
        *values,
    )
    # A clock that was never set may say anything.
    return [(day, count) for day, count in found if day is not None and _A_DAY.fullmatch(day)]


def _where(store: Store, wanted: Wanted) -> tuple[str, list[str]]:
    """Return the condition in SQL, and its values."""
    terms: list[str] = ["true"]
    values: list[str] = []
    if wanted.game:
        terms.append("game = ?")
        values.append(wanted.game)
    if wanted.person:
        # Whoever was merged stands in older titles under the id of then.
        merged = store.people().merged
        ids = [wanted.person, *(one for one, into in merged.items() if into == wanted.person)]
        terms.append("(" + " or ".join(["instr(title, ?)"] * len(ids)) + ")")
        values += ids
    if wanted.day:
        if not _A_DAY.fullmatch(wanted.day):
            raise SetupError(f"{wanted.day!r} is neither a month nor a day")
        terms.append(f"substr({_DAY}, 1, {len(wanted.day)}) = ?")
        values.append(wanted.day)
    return "where " + " and ".join(terms), values
