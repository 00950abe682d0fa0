"""The store of matches: one SQLite file, one connection, one writer; and copies of it.

WAL with synchronous=FULL: once a commit has returned, it survives a power cut. There is never a second
writing connection (a WAL-reset bug of SQLite 3.7.0 to 3.51.2 could lose commits). Nothing here starts a
thread; the owner of a store must call it from a single one.
"""

import errno
import fcntl
import os
import re
import sqlite3
from collections.abc import Collection, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import cache, cached_property, partial
from itertools import accumulate
from pathlib import Path
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from companion import store_log, whole_file
from companion.clock import WallTime
from companion.decoding import from_json, json_decoder
from companion.errors import (
    SOME,
    BadCopy,
    CompanionError,
    DamagedRecord,
    DamagedStore,
    NotSaved,
    SetupError,
    StoreError,
    UnknownMatch,
)
from companion.journal import AnyRow, StoredRow, header_of
from companion.people import NO_PERSON, People, Person, PersonId
from companion.whole_file import FULL, flush, make_folder, open_new, why_not

_SQLITE_ERRORS = (sqlite3.Error, UnicodeDecodeError)
"""What SQLite raises; the second if its message quotes a damaged file that isn't text any more."""

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
    5: """
alter table person add column via text not null default '';
update person set via = merged;
""",
}
"""What each version of the tables adds to the one before. Never change one that was released."""

SCHEMA = max(_SCHEMAS)
"""Version of the tables, stored in `user_version`."""


DAMAGED = "the file is damaged or not a store"
_DAMAGE = ("not a database", "malformed", "Could not decode")
"""Our message for a damaged file, and parts of SQLite's messages by which we recognize one."""

_PATIENCE_MS = 1_000

_EMPTY = {"text": "''", "integer": "0", "blob": "x''"}


def typed(kind: str, *columns: str) -> str:
    """Return columns for a query, each cast to its own kind: a damaged byte can make a value another one."""
    return ", ".join(f'ifnull(cast({column} as {kind}), {_EMPTY[kind]}) as "{column}"' for column in columns)


_LENGTH = "coalesce((select max(n) + 1 from entry where match = id), 0)"
"""A match's number of entries; they are numbered from 0."""

_WHOLE_RECORD = """
select group_concat(n), group_concat(crc), group_concat(length(body)),
    cast(group_concat(cast(body as text), '') as blob)
from (select n, crc, body from entry where match = ? order by n)
"""
"""A whole record as a single row. Between rows, SQLite releases the interpreter lock and waits to get it
back: while the screen was being drawn, 20,000 rows took 12 s."""

_ROW = f"{typed('integer', 'n', 'crc')}, {typed('blob', 'body')}"
"""An entry's columns."""

_ENTRIES = f"select {_ROW} from entry where match = ? order by entry.n"
"""A record row by row, ordered by its index: up to the damage, rows come one after the other."""

_FIRST_AND_LAST = f"""
select {_ROW} from entry where match = ?1 and n in (0, (select max(n) from entry where match = ?1))
order by entry.n
"""
"""A match's first and last entries."""

_COLUMNS = ("id", "game", "began", "touched", "over", "title")
_LISTED = ", ".join(
    (typed("text", "id", "game"), typed("integer", "began", "touched", "over"), typed("text", "title"))
)
"""A match's columns, and the same of whatever kind damage has made them; the first are read faster."""

_MATCHES = f"select {_LISTED} from match"

_MATCHES_IN_ORDER = _MATCHES + " order by match.id"
"""Matches without their entries, in order: scanning both ways finds all those before and after the damage."""

_MATCHES_WITH_ENTRIES = """
with recursive one(id) as (
    select {least}(match) from entry
    union all select (select {least}(match) from entry where match {more} one.id) from one
    where id is not null
) select id from one where id is not null
"""
"""Ids of matches that have entries, found by one index jump each, without reading what is between."""

_LIST = """
select json_group_array(json_object('id', id, 'game', game, 'began', began, 'touched', touched,
    'over', json(iif(over, 'true', 'false')), 'title', title, 'length', length, 'called', called))
from ({query})
"""
"""All matches as a single row, for the same reason as _WHOLE_RECORD."""

_CALLED = """coalesce((
    select iif(json_valid(body), substr(json_extract(body, '$.body.header.called'), 1, 40), '')
    from (select cast(body as text) as body from entry where match = id and n = 0)), '')"""
"""A match's `called`, from its opening entry; for 20,000 matches that takes a tenth of a second."""

_ALONE = ("begin immediate", "commit", "rollback")
_WITHIN = ("savepoint one", "release one", "rollback to one", "release one")
"""Statements that begin, commit and undo a change: on its own, and within a transaction."""

_FIRST_WITH_PEOPLE = 2
"""The first version of the tables that has people."""
_LATER = ((3, "rated", "1"), (4, "language", "''"), (5, "via", "merged"))
"""Columns added to `person` later: since which version, the name, and what to read instead before that."""

MOST_PEOPLE = 10_000
"""The most people in a store or a file; a club has about a hundred."""


class StoredMatch(Struct, frozen=True):
    """A match in the store: its id and game, when it began and was last written, and whether it is over.

    `title` is who plays; it is stored with people's ids, and read with their names. `length` counts entries.
    `called` is the sheet's or variant's name, if any. `damaged`: not all of it can be read.
    """

    id: str
    game: str
    began: WallTime
    touched: WallTime
    over: bool
    title: str
    length: int
    called: str = ""
    damaged: bool = False


class _Dated(Struct):
    at: WallTime


_decode_list = json_decoder(list[StoredMatch]).decode


class Shelf(Struct, frozen=True):
    """Some of the store's matches; `count`: how many it has in all; `over`: whether any of them has ended."""

    matches: list[StoredMatch]
    count: int
    over: bool


class StoreReader:
    """Reads a file of matches, people and settings. Raises StoreError if it can't be read."""

    schema: int
    """Version of the file's tables."""

    def __init__(self, path: Path, how: str) -> None:
        """Open the file; `how` is the query of its URI. Raises an error of SQLite or the system."""
        self.path = path
        self._db = _connect(path, how)
        # A damaged letter must not hide what stands beside it.
        self._db.text_factory = partial(str, encoding="utf-8", errors="replace")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def shelf(self, wanted: Collection[str], most: int) -> Shelf:
        """Return the matches `wanted` by id, the `most` last written ones, and the last written open one."""
        names, last = ",".join("?" * len(wanted)), "select id from match order by touched desc, id limit ?"
        open_one = "select id from match where not over order by touched desc, id limit 1"
        where = f"where id in ({names}) or id in ({last}) or id in ({open_one})"
        matches = self.matches(where, *wanted, str(most))
        try:
            ((count, over),) = self.read("select count(*), coalesce(max(over), 0) from match")
        except StoreError as error:
            raise_unless_damage(error)
            count, over = len(matches), any(stored.over for stored in matches)
        return Shelf(matches, count, bool(over))

    def matches(self, where: str = "", *values: str) -> list[StoredMatch]:
        """Return all matches, or those that fit `where` (SQL), the last written first, then by id."""
        # Filter first: computing lengths and names takes time.
        query = (
            f"select {{columns}}, {_LENGTH} as length, {{called}} as called"
            f" from (select * from match {where}) order by touched desc, id"
        )
        try:
            quick = query.format(columns=", ".join(_COLUMNS), called=_CALLED)
            ((text,),) = self.read(_LIST.format(query=quick), *values)
            matches = _decode_list(text)
        except (StoreError, ValueError):
            try:
                # Without `called`: an opening that isn't text would make this fail, too.
                query = query.format(columns=_LISTED, called="''")
                matches = [_stored_match(*row[:7]) for row in self.read(query, *values)]
            except StoreError as error:
                matches = self._salvaged(error, where, *values)
        title_of = cache(self.known().title)
        return [replace(stored, title=title_of(stored.title)) for stored in matches]

    def _salvaged(self, error: StoreError, where: str, *values: str) -> list[StoredMatch]:
        """Return a damaged file's matches that fit `where`; all that are found if that can't be evaluated."""
        raise_unless_damage(error)
        try:
            matches = [_stored_match(*row) for row in self.read(f"{_MATCHES} {where}", *values)]
        except StoreError:
            known = {
                row[0]: _stored_match(*row)
                for order in ("", " desc")
                for row in self._readable_rows(_MATCHES_IN_ORDER + order)
            }
            for least, more in (("min", ">"), ("max", "<")):
                for (match,) in self._readable_rows(_MATCHES_WITH_ENTRIES.format(least=least, more=more)):
                    known.setdefault(match, _stored_match(match, "", 0, 0, 0, ""))
            matches = list(known.values())
        return sorted(map(self._completed, matches), key=lambda stored: (-stored.touched, stored.id))

    def _completed(self, stored: StoredMatch) -> StoredMatch:
        """Complete a match of a damaged file from its entries, which also replace a lost row."""
        try:
            entries = self.read(_FIRST_AND_LAST, stored.id)
        except StoreError:
            return replace(stored, damaged=True)
        stored = replace(stored, length=entries[-1][0] + 1 if entries else 0, damaged=not stored.game)
        with suppress(CompanionError, ValueError):
            if entries and stored.damaged:
                header = header_of(entries[0][2])
                began, touched = (from_json(body, _Dated).at for *_, body in (entries[0], entries[-1]))
                return replace(stored, game=header.game, title=header.title, began=began, touched=touched)
        return stored

    def _readable_rows(self, query: str, *values: str) -> list[tuple]:  # type: ignore[type-arg]
        """Return the rows of a query up to the first that can't be read."""
        rows = []
        with suppress(*_SQLITE_ERRORS):
            for row in self._db.execute(query, values):
                rows.append(row)
        return rows

    def has(self, match: str) -> bool:
        """Return whether the store has a match."""
        return bool(self.read("select 1 from match where id = ?", match))

    def rows(self, match: str) -> list[StoredRow]:
        """Return a match's record. Raises UnknownMatch; StoreError if it can't be read whole."""
        try:
            return _rows_of(self.read(_WHOLE_RECORD, match))
        except (StoreError, ValueError):
            rows = self.read(_ENTRIES, match)
        if not rows:
            raise UnknownMatch(f"no match {match!r} is kept here")
        return [StoredRow(*row) for row in rows]

    def known(self) -> People:
        """Return the same as `people`, but nobody if the names are damaged. Raises StoreError otherwise."""
        try:
            return self.people()
        except StoreError as error:
            raise_unless_damage(error)
            return People()

    def people(self) -> People:
        """Return everybody the store knows. Raises StoreError if they can't be read."""
        if self.schema < _FIRST_WITH_PEOPLE:
            return People()
        rated, language, via = (
            column if self.schema >= since else before for since, column, before in _LATER
        )
        query = (
            f"select {typed('text', 'id', 'name', 'colour', 'shape', 'letter', language)},"
            f" {typed('integer', 'hidden', rated)}, {typed('text', via, 'merged')},"
            f" {typed('integer', 'forgotten')} from person order by name, id"
        )
        rows = [
            (Person(person, name, colour, shape, letter, bool(hidden), bool(rated), language), *rest)
            for person, name, colour, shape, letter, language, hidden, rated, *rest in self.read(query)
        ]
        given = self.read(
            f"select {typed('text', 'match', 'person')}, {typed('integer', 'player')} from given"
        )
        return People(
            {who.id: who for who, _, into, forgotten in rows if not (into or forgotten)},
            {who.id: into for who, _, into, _ in rows if into},
            frozenset(who.id for who, _, into, forgotten in rows if forgotten and not into),
            {(match, player): person for match, person, player in given},
            # Older versions erased the name on merging.
            {who.id: who for who, _, into, _ in rows if into and who.name},
            {who.id: via for who, via, into, _ in rows if into},
        )

    def imported_results(self) -> dict[str, bytes]:
        """Return imported results by id, encoded (`companion.book.imported`)."""
        if self.schema < _FIRST_WITH_PEOPLE:
            return {}
        return dict(self.read(f"select {typed('text', 'id')}, {typed('blob', 'body')} from brought"))

    def setting(self, name: str, default: str) -> str:
        """Return a setting, or `default` if it was never set."""
        rows = self.read(f"select {typed('text', 'value')} from setting where name = ?", name)
        return str(rows[0][0]) if rows else default

    # Rows as SQLite returns them; each caller knows its columns.
    def read(self, query: str, *values: str) -> list[tuple]:  # type: ignore[type-arg]
        """Return the rows of a query. Raises StoreError if the file can't be read."""
        try:
            return self._db.execute(query, values).fetchall()
        except _SQLITE_ERRORS as error:
            raise StoreError(f"{self.path} can't be read: {reason(error)}") from error


class Store(StoreReader):
    """The file of matches, people and settings. Raises NotSaved if it can't be written."""

    _lock: int | None = None
    _saved: store_log.Acknowledged | None = None

    def __init__(self, path: Path, *, reading: bool = False) -> None:
        """Open or create the store at `path`. Raises StoreError (also DamagedStore) or NewerRecord.

        Only one process may write at a time. With `reading`, nothing is created or written, and a writer may
        be active.
        """
        self._unacknowledged: dict[str, int] = {}
        """How many entries each match has after the open transaction."""
        try:
            self._log = store_log.look_before(path, SCHEMA)
            if not reading:
                make_folder(path.parent)
                self._lock = _sole_writer(path)
            elif not path.exists():
                raise _no_store(path)
            if store_log.headless(path):
                raise sqlite3.DatabaseError("not a database")
            super().__init__(path, _to_read(path) if reading else "mode=rw")
        except CompanionError:
            raise
        except (OSError, *_SQLITE_ERRORS) as error:
            self._unlock()
            raise _not_opened(path, error) from error
        try:
            self._prepare(reading)
        except (OSError, CompanionError, *_SQLITE_ERRORS) as error:
            # While there is a reader, closing leaves SQLite's log alone, so that the next opener finds all of
            # it.
            with suppress(*_SQLITE_ERRORS), closing(_connect(path, "mode=ro")) as reader:
                reader.execute("pragma user_version").fetchone()
                self.close()
            self.close()
            if isinstance(error, CompanionError):
                raise
            raise _not_opened(path, error) from error

    def _prepare(self, reading: bool) -> None:
        # Before anything is changed: a newer version's store must stay as it is.
        (version,) = self._db.execute("pragma user_version").fetchone()
        if version > SCHEMA:
            raise store_log.newer(self.path)
        if tables := not version and _tables(self._db):
            # Another companion may have made it between the two looks.
            (version,) = self._db.execute("pragma user_version").fetchone()
        new = version == 0 and not tables
        if version < 1 and not new:
            raise sqlite3.DatabaseError("malformed")
        if new and reading:
            raise _no_store(self.path)
        self.schema = version
        if not reading:
            self._db.execute("pragma journal_mode = wal")
        self._db.execute("pragma synchronous = full")
        self._db.execute("pragma mmap_size = 0")
        # Overwrite deleted content: forgotten names must not stay in free pages.
        self._db.execute("pragma secure_delete = on")
        if reading:
            return
        self._saved = store_log.Acknowledged(self.path)
        if self._log:
            self._save_damaged_log()
        if version < SCHEMA:
            steps = _upgrade(version, SCHEMA)
            self._db.executescript(f"begin immediate; {steps} pragma user_version = {SCHEMA}; commit;")
            # Move the new version number into the file, so that an older program sees it even without the
            # log.
            self._db.execute("pragma wal_checkpoint(truncate)")
            self.schema = SCHEMA
        _make_private(self.path)

    def _save_damaged_log(self) -> None:
        """Set a damaged log aside: the next commit would overwrite it."""
        _busy, taken, _moved = self._db.execute("pragma wal_checkpoint(passive)").fetchone()
        if store_log.loses(self.path, taken, incomplete=bool(self.incomplete())):
            store_log.set_aside(self.path)

    def incomplete(self) -> int:
        """Return how many matches have lost entries that were saved, or are gone; 0 if that isn't known."""
        saved = self._saved or store_log.Acknowledged(self.path)
        with suppress(StoreError):
            return saved.incomplete(self.read(f"select {typed('text', 'id')}, {_LENGTH} from match"))
        return 0

    def close(self) -> None:
        """Close the file; everything committed stays."""
        super().close()
        if self._saved is not None:
            self._saved.close()
        self._unlock()

    def _unlock(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def keep(self, stored: StoredMatch, rows: Iterable[StoredRow]) -> None:
        """Write rows of a match and its line in the list, in one transaction.

        On return they are durable, unless a larger transaction is open (`changing`, `together`). `length` and
        `called` aren't used: they follow from the rows. NotSaved leaves the store as it was.
        """
        rows = list(rows)
        with self.changing() as db:
            db.execute(
                "insert into match (id, game, began, touched, over, title) values (?, ?, ?, ?, ?, ?)"
                " on conflict (id) do update set touched = excluded.touched, over = excluded.over",
                (stored.id, stored.game, stored.began, stored.touched, stored.over, stored.title),
            )
            db.executemany(
                "insert into entry (match, n, crc, body) values (?, ?, ?, ?)",
                [(stored.id, row.n, row.crc, row.entry) for row in rows],
            )
            if rows:
                self._unacknowledged[stored.id] = rows[-1].n + 1

    def delete(self, match: str) -> None:
        """Delete a match and the caches made from its record. NotSaved leaves it whole."""
        with self.changing() as db:
            for table, column in (("entry", "match"), ("given", "match"), ("said", "match"), ("match", "id")):
                db.execute(f"delete from {table} where {column} = ?", (match,))
            # Empty its items in the outbox, but keep their numbers, which must have no gaps.
            db.execute("update outbox set body = x'' where match = ?", (match,))
            self._unacknowledged[match] = 0
        whole_file.throw_away(self.path, match)

    @contextmanager
    def changing(self) -> Iterator[sqlite3.Connection]:
        """Run the block in a transaction, nested if there is one. NotSaved leaves the store as it was."""
        alone, pending = not self._db.in_transaction, dict(self._unacknowledged)
        begin, end, *undo = _ALONE if alone else _WITHIN
        try:
            self._db.execute(begin)
            yield self._db
            self._db.execute(end)
            if alone and self._saved is not None:
                for match, count in self._unacknowledged.items():
                    self._saved.add(match, count)
                self._unacknowledged = {}
        except BaseException as error:
            self._unacknowledged = pending
            # On any error, also a value that SQLite can't hold: a transaction left open would affect what
            # follows.
            with suppress(sqlite3.Error):
                for step in undo:
                    self._db.execute(step)
            if isinstance(error, (sqlite3.Error, OverflowError, UnicodeError)):
                raise NotSaved(f"not saved: {reason(error)}") from error
            raise

    @contextmanager
    def together(self) -> Iterator[None]:
        """Commit all changes of the block at once: a disk takes a hundred as fast as one.

        If the block raises, the changes that were complete are kept. After a power cut, or if the disk
        refuses (NotSaved), perhaps none of them are.
        """
        stopped: BaseException | None = None
        with self.changing():
            try:
                yield
            except BaseException as error:
                if not self._db.in_transaction:
                    # On a full disk, SQLite rolls back by itself.
                    raise
                stopped = error
        if stopped is not None:
            raise stopped

    def clean(self) -> None:
        """Rewrite the file without a byte of what was deleted or changed. Raises NotSaved.

        This also empties SQLite's log, for which readers must finish first, and deletes all caches of
        records.
        """
        whole_file.throw_away(self.path)
        try:
            # How long to wait for a reader, which delays everything queued behind this.
            self._db.execute(f"pragma busy_timeout = {_PATIENCE_MS}")
            self._db.execute("vacuum")
            busy, *_ = self._db.execute("pragma wal_checkpoint(truncate)").fetchone()
        except _SQLITE_ERRORS as error:
            raise NotSaved(f"not saved: {reason(error)}") from error
        if busy:
            raise NotSaved(
                "it is gone from the store, but not yet from the log beside it: another companion is "
                "reading it; close that one, then do this again"
            )

    def record(self, match: str) -> list[AnyRow]:
        """Return a match's record, with an error in place of each entry that was saved and is gone.

        Raises UnknownMatch, or StoreError unless the file is merely damaged.
        """
        # Get the count before reading: another process may write entries meanwhile.
        saved = (self._saved or store_log.Acknowledged(self.path)).count(match)
        try:
            rows = self.rows(match)
        except StoreError as error:
            raise_unless_damage(error)
            rows = [StoredRow(*row) for row in self._readable_rows(_ENTRIES, match)]
            saved = max(saved, len(rows) + 1)
        return [*rows, *[DamagedRecord("it was saved, and is gone")] * (saved - len(rows))]

    def damage(self) -> list[str]:
        """Return a line for each known damage or loss. Raises StoreError if the store can't be read."""
        lines = [
            f"{log.name} is a damaged log: what was saved last may be missing"
            for log in store_log.logs_aside(self.path)
        ]
        if short := self.incomplete():
            lines.append(f"matches that have lost entries, or are gone: {short}")
        damaged = [stored.title or stored.id for stored in self.matches() if stored.damaged]
        if damaged:
            titles = ", ".join(damaged[:SOME] + ["…"] * (len(damaged) > SOME))
            lines.append(f"matches that can't be read to the end: {titles}")
        try:
            self.people()
        except StoreError:
            lines.append("the names of people can't be read")
        return lines

    def set(self, name: str, value: str) -> None:
        """Save a setting. Raises NotSaved."""
        with self.changing() as db:
            db.execute(
                "insert into setting (name, value) values (?, ?)"
                " on conflict (name) do update set value = excluded.value",
                (name, value),
            )

    def copy_to(self, path: Path) -> None:
        """Write a copy of the store to a new file, durably. Raises NotSaved, also if the file exists.

        Until all of it is on the disk, its name ends in `.part`; a file with the final name is complete.
        """
        partly = path.parent / f"{path.name}.part"
        try:
            if path.is_dir():
                raise IsADirectoryError(f"{path} is a folder: name a file in it, such as matches.db")
            if path.exists():
                raise FileExistsError(f"there is a file {path.name} already")
            _remove(partly)
            # Create the file for SQLite, so that it is private (on disks that have owners).
            open_new(partly).close()
            # Absolute: SQLite would take a name that begins with "file:" for a URI.
            self._db.execute("vacuum into ?", (str(partly.absolute()),))
            flush(partly)
            partly.rename(path)
            flush(path.parent)
        except (OSError, *_SQLITE_ERRORS) as error:
            with suppress(OSError):
                _remove(partly)
            raise NotSaved(f"no copy was made: {reason(error)}") from error


class Copy(StoreReader):
    """An untrusted copy of a store, opened for reading only.

    Its tables and sizes are checked here; its records are validated in `companion.copies`.
    """

    MOST_BYTES = 4 << 30
    """Enough for MOST_MATCHES long matches, so that any copy we make can be restored."""
    MOST_MATCHES = 50_000
    MOST_GIVEN = 22 * MOST_MATCHES
    """Seats that were assigned to people later; a sheet seats 22."""
    MOST_ENTRIES = 50_000
    """Per match; a long one has a thousand."""
    MOST_ENTRY_BYTES = 1 << 20
    """Per entry; long ones have ten thousand bytes."""
    MOST_CELL_BYTES = 2 << 20
    """Of any value in the file: SQLite itself refuses longer ones."""

    def __init__(self, path: Path) -> None:
        """Open the file at `path`. Raises BadCopy or NewerRecord that says what is wrong with it."""
        try:
            if path.stat().st_size > self.MOST_BYTES:
                raise BadCopy(f"{path} is too large for a copy of matches")
            # Immutable: SQLite writes no files next to it, not even on a writable stick.
            super().__init__(path, "mode=ro&immutable=1")
        except (OSError, *_SQLITE_ERRORS) as error:
            raise BadCopy(f"{path} can't be read: {reason(error)}") from error
        try:
            self._check()
        except (CompanionError, *_SQLITE_ERRORS) as error:
            self.close()
            if isinstance(error, CompanionError):
                raise
            raise BadCopy(f"{path} isn't a whole copy of matches ({error})") from error

    def _check(self) -> None:
        """Check that the tables are exactly ours, without views or triggers, and undamaged."""
        self._db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, self.MOST_CELL_BYTES)
        for pragma in ("trusted_schema = off", "cell_size_check = on", "mmap_size = 0", "query_only = on"):
            self._db.execute(f"pragma {pragma}")
        (version,) = self._db.execute("pragma user_version").fetchone()
        if version > SCHEMA:
            raise store_log.newer(self.path)
        self.schema = version
        if version == 0 or _tables(self._db) != _tables_of_schema(version):
            raise BadCopy(f"{self.path} isn't a copy of matches: it has other tables")
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
            # Twice, because as many again may have been merged or forgotten.
            if people > 2 * MOST_PEOPLE or given > self.MOST_GIVEN or brought > self.MOST_MATCHES:
                raise BadCopy(f"{self.path} holds more people than there can be")

    @cached_property
    def _people(self) -> People:
        return super().people()

    def people(self) -> People:
        """Return everybody the copy knows; cached, since a copy never changes."""
        return self._people

    def rows(self, match: str) -> list[StoredRow]:
        """Return a match's record. Raises BadCopy if it is larger than a match can be."""
        query = "select count(*), coalesce(max(length(body)), 0) from entry where match = ?"
        ((count, longest),) = self.read(query, match)
        if count > self.MOST_ENTRIES or longest > self.MOST_ENTRY_BYTES:
            raise BadCopy("it is longer than a match can be")
        return super().rows(match)


# The result of `_WHOLE_RECORD` is one row, of texts and a blob or, without a record, of nulls.
def _rows_of(result: list[tuple]) -> list[StoredRow]:  # type: ignore[type-arg]
    """Split the result of _WHOLE_RECORD. Raises ValueError if that isn't possible, or it is empty."""
    ((numbers, sums, lengths, bodies),) = result
    if None in (numbers, sums, lengths):
        raise ValueError("no record")
    ends = list(accumulate(map(int, lengths.split(","))))
    if ends[-1] != len(bodies):
        raise ValueError("a zero byte has cut it short")
    columns = (map(int, numbers.split(",")), map(int, sums.split(",")), [0, *ends[:-1]], ends)
    rows = [StoredRow(n, crc, bodies[start:end]) for n, crc, start, end in zip(*columns, strict=True)]
    return sorted(rows, key=lambda row: row.n)


def _connect(path: Path, how: str) -> sqlite3.Connection:
    # Opening a pipe or a device could block.
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "it isn't a file")
    uri = f"{path.absolute().as_uri()}?{how}"
    return sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)


def _to_read(path: Path) -> str:
    """Return the URI's query for reading: a closed store on a read-only disk must be opened as immutable."""
    closed = not path.with_name(f"{path.name}-wal").exists()
    return "mode=ro&immutable=1" if closed and not os.access(path.parent, os.W_OK) else "mode=ro"


def _tables(db: sqlite3.Connection) -> set[tuple[object, ...]]:
    return set(db.execute("select type, name, sql from sqlite_schema"))


def _tables_of_schema(version: int) -> set[tuple[object, ...]]:
    with closing(sqlite3.connect(":memory:")) as db:
        db.executescript(_upgrade(0, version))
        return _tables(db)


def _upgrade(version: int, to: int) -> str:
    """Return the SQL that upgrades the tables from one version to a later one."""
    return "".join(_SCHEMAS[later] for later in range(version + 1, to + 1))


def _remove(path: Path) -> None:
    """Remove a file, and the journal that SQLite leaves next to it if it is interrupted."""
    for name in (path.name, f"{path.name}-journal"):
        path.with_name(name).unlink(missing_ok=True)


def _sole_writer(path: Path) -> int:
    """Create the file if necessary and lock it against other writers; return the lock, a file descriptor."""
    new = not path.exists()
    # It holds secrets of running matches, so it is private from the first byte on.
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    if new:
        # SQLite flushes the file, but not the folder's entry for it.
        flush(path.parent)
    return _locked(path)


def _locked(path: Path) -> int:
    """Lock a store against other writers; return the lock, a file descriptor. Raises BlockingIOError.

    It locks a separate file: closing any descriptor of the database would drop SQLite's own locks.
    """
    lock = os.open(path.with_name(path.name + "-lock"), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise BlockingIOError("the store is locked") from None
    return lock


def move_away(path: Path, day: str) -> Path:
    """Move a damaged store that nobody is writing to into a new folder next to it; return the folder.

    Raises NotSaved. `day` becomes part of the folder's name.
    """
    try:
        lock = _locked(path)
        try:
            return store_log.move_away(path, day)
        finally:
            os.close(lock)
    except OSError as error:
        raise NotSaved(reason(error)) from error


def _make_private(path: Path) -> None:
    """Make an existing store private, and SQLite's files next to it."""
    for name in (path.name, f"{path.name}-wal", f"{path.name}-shm"):
        # We can't change another user's file, and some disks have no modes; neither prevents writing.
        with suppress(OSError):
            path.with_name(name).chmod(0o600)


def raise_unless_damage(error: StoreError) -> None:
    """Raise the error again unless it comes from a damaged file, which may be partly readable."""
    cause = error.__cause__
    if not isinstance(cause, Exception) or reason(cause) != DAMAGED:
        raise error


def _stored_match(
    match: str, game: str, began: int, touched: int, over: int, title: str, length: int = 0
) -> StoredMatch:
    return StoredMatch(match, game, WallTime(began), WallTime(touched), bool(over), title, length)


def _not_opened(path: Path, error: Exception) -> StoreError:
    if reason(error) == DAMAGED:
        return DamagedStore(DAMAGED, "move it away to begin a new one", path)
    return StoreError(f"matches can't be kept: {reason(error)}: {path}")


def _no_store(path: Path) -> StoreError:
    return StoreError(f"there is no store at {path}; the first match played makes one")


def reason(error: Exception) -> str:
    """Return an error of SQLite or the system in words for the player."""
    text = str(error)
    # SQLite needs 32 kB next to a store even to read it, and reports a lack of room as an I/O error.
    no_room = getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_IOERR_SHMSIZE
    if "disk is full" in text or no_room:
        return FULL
    if "readonly" in text or "read-only" in text.lower():
        return "the disk or the file is read-only"
    if "unable to open" in text or "Permission" in text:
        return "no permission to write there"
    # Our queries fit our tables, so a plain SQL error means that the file's tables are different.
    other_tables = getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_ERROR
    if other_tables or isinstance(error, UnicodeDecodeError) or any(word in text for word in _DAMAGE):
        return DAMAGED
    if "locked" in text:
        return "another companion is using it; close that one first"
    if "disk I/O error" in text or getattr(error, "errno", None) in (errno.EIO, errno.ENODEV, errno.ENXIO):
        return "the disk doesn't answer; was it pulled out?"
    if isinstance(error, OSError):
        return why_not(error).lower()
    return text


# Searching saved matches by game, person and date. The database searches; only what fits is read.
#
# Days are those of the machine's time zone, as everywhere on the screen.

_DAY = "strftime('%Y-%m-%d', began / 1000, 'unixepoch', 'localtime')"
_A_DAY = re.compile(r"\d{4}-\d{2}(-\d{2})?")
MONTH, DAY = 7, 10
"""Lengths of a month, `2026-11`, and of a day, `2026-11-22`."""


class Wanted(Struct, frozen=True):
    """Which matches to find: of a game, with a person, begun in a month or on a day; "" for any."""

    game: str = ""
    person: PersonId = NO_PERSON
    day: str = ""


def find_matches(store: StoreReader, wanted: Wanted) -> list[StoredMatch]:
    """Return the matches that fit, the last written first. Raises StoreError if the store can't be read."""
    where, values = _where(store, wanted)
    return store.matches(where, *values)


def count_games(store: StoreReader, wanted: Wanted) -> list[tuple[str, int]]:
    """Return the games of the matches that fit, with their number, the most frequent first."""
    where, values = _where(store, wanted)
    return store.read(f"select game, count(*) from match {where} group by 1 order by 2 desc, 1", *values)


def count_days(store: StoreReader, wanted: Wanted) -> list[tuple[str, int]]:
    """Return months of the matches that fit, or days if a month is wanted, with counts, latest first."""
    where, values = _where(store, wanted)
    counts = store.read(
        f"select substr({_DAY}, 1, {DAY if wanted.day else MONTH}), count(*) from match {where}"
        " group by 1 order by 1 desc",
        *values,
    )
    # A clock that was never set may give any date.
    return [(day, count) for day, count in counts if day is not None and _A_DAY.fullmatch(day)]


def _where(store: StoreReader, wanted: Wanted) -> tuple[str, list[str]]:
    """Return an SQL condition and its values."""
    terms: list[str] = ["true"]
    values: list[str] = []
    if wanted.game:
        terms.append("game = ?")
        values.append(wanted.game)
    if wanted.person:
        # Older titles have the ids that people had before they were merged.
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
