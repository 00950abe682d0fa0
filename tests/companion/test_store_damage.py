"""A damaged store, or one from a newer version: nothing is lost, overwritten or deleted."""

import errno
import os
import random
import shutil
import sqlite3
import struct
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest

from companion import register
from companion.book import counting, imported
from companion.club import outbox
from companion.copies import stored_match
from companion.errors import CompanionError, NewerRecord, StoreError, UnknownMatch
from companion.journal import StoredRow
from companion.store import DAMAGED, SCHEMA, Store, Wanted, count_days
from companion.store_log import MOST_ASIDE, logs_aside, move_away
from tests.companion.ended import ended, seated
from tests.companion.test_journal import record
from tests.companion.test_people import ADA, BOB, CEM
from tests.companion.test_store import kept
from ui.storage import startup
from ui.storage.startup import OPEN, Recent

ROWS = record().rows()
PAGE = 4096
NAMES = ("matches.db", "matches.db-wal")
FRAME = 24 + PAGE
FILLER = [StoredRow(n, n, b'{"x": "%s"}' % (b"y" * 300)) for n in range(100)]


@pytest.fixture(scope="module")
def crashed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a store as a crash leaves it: part of its data is only in the log."""
    folder = tmp_path_factory.mktemp("crashed")
    with Store(folder / "whole" / "matches.db") as store:
        for match in ("a", "b"):
            store.keep(kept(match, 7), FILLER)
        store.keep(kept("m", 8), ROWS)
    with Store(folder / "whole" / "matches.db") as store:
        store.set("volume", "3")
        store.keep(kept("late", 9), FILLER[:20])
        shutil.copytree(folder / "whole", folder / "left")
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    """Return the contents of the store and its log; an empty log is left out."""
    return {name: has for name in NAMES if (folder / name).exists() and (has := (folder / name).read_bytes())}


def damaged(crashed: Path, folder: Path, name: str, damage: Callable[[bytes], bytes]) -> Path:
    """Return a crashed store with damage to one of its files."""
    shutil.copytree(crashed / "left", folder, dirs_exist_ok=True)
    (folder / name).write_bytes(damage((folder / name).read_bytes()))
    return folder / "matches.db"


@contextmanager
def without_types(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a store so that a column may be given a value of another kind, or none, as damage does."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("pragma writable_schema = on")
        before = db.execute("select sql, name from sqlite_schema where sql like '%strict%'").fetchall()
        db.execute(
            "update sqlite_schema set sql = replace(replace(replace(sql, 'strict, ', ''), 'strict', ''),"
            " ' not null', '')"
        )
        db.execute("pragma writable_schema = reset")
        yield db
        db.execute("pragma writable_schema = on")
        db.executemany("update sqlite_schema set sql = ? where name = ?", before)


def over(at: int, with_what: bytes) -> Callable[[bytes], bytes]:
    """Return a damage function that overwrites bytes."""
    return lambda content: content[:at] + with_what + content[at + len(with_what) :]


def closed(crashed: Path, folder: Path, damage: Callable[[bytes], bytes]) -> Path:
    """Return a store that was closed properly, with damage to it."""
    shutil.copytree(crashed / "whole", folder, dirs_exist_ok=True)
    (folder / "matches.db").write_bytes(damage((folder / "matches.db").read_bytes()))
    return folder / "matches.db"


@pytest.mark.parametrize("reading", [False, True])
def test_an_empty_store_beside_a_log_is_refused_kept(crashed: Path, tmp_path: Path, reading: bool) -> None:
    path = damaged(crashed, tmp_path, "matches.db", lambda _: b"")
    before = contents(tmp_path)
    with pytest.raises(StoreError, match="empty and the log beside it is not: keep both, move them away"):
        Store(path, reading=reading)
    assert contents(tmp_path) == before
    # Nor is a log without a store thrown away.
    path.unlink()
    with pytest.raises(StoreError, match="the log beside it is not"):
        Store(path)
    assert contents(tmp_path) == before


@pytest.mark.parametrize("reading", [False, True])
def test_an_empty_store_that_had_matches_is_no_new_one(crashed: Path, tmp_path: Path, reading: bool) -> None:
    path = closed(crashed, tmp_path, lambda _: b"")
    with pytest.raises(StoreError, match="matches were kept in it"):
        Store(path, reading=reading)
    path.unlink()  # moved away, as the message says
    with Store(path) as store:
        assert store.matches() == []


LOGS = {
    "its beginning": over(0, bytes(4)),
    "its header": over(0, bytes(32)),
    "its salts": over(16, b"abcd"),
    "the head of its first page": over(32, bytes(24)),
    "its first page": over(32 + 24 + 50, b"damage"),
}


@pytest.mark.parametrize("damage", LOGS.values(), ids=LOGS)
def test_a_damaged_log_is_kept_before_sqlite_writes_over_it(
    crashed: Path, tmp_path: Path, damage: Callable[[bytes], bytes]
) -> None:
    path = damaged(crashed, tmp_path, "matches.db-wal", damage)
    log = contents(tmp_path)["matches.db-wal"]
    for _ in range(2):
        with Store(path) as store:
            store.keep(kept("new", 10), [])
            assert {match.id for match in store.matches()} == {"a", "b", "m", "new"}
            (aside,) = logs_aside(path)
            assert aside.read_bytes() == log
            assert aside.stat().st_mode & 0o077 == 0
            reported = "\n".join(store.damage())
            assert f"{aside.name} is a damaged log" in reported
            assert "or are gone: 1" in reported  # `late`, as the counts show


def test_what_was_kept_of_damage_is_named_when_somebody_is_forgotten(crashed: Path, tmp_path: Path) -> None:
    """It may be all that is left of an evening, and may hold the name."""
    path = damaged(crashed, tmp_path, "matches.db-wal", LOGS["its header"])
    with Store(path) as store:
        register.add(store, [ADA, BOB])
        assert register.forget(store, ADA.id) == ["matches.db-damaged-log-1"]
    folder = move_away(path, "2026-11-29")
    assert (folder / "matches.db-damaged-log-1").exists(), "none of it was touched"
    with Store(path) as store:
        register.add(store, [ADA, BOB])
        assert register.forget(store, ADA.id) == [folder.name]
        folder.rename(tmp_path / "elsewhere")
        assert register.forget(store, BOB.id) == []


def test_where_a_damaged_log_can_not_be_kept_it_stays(
    crashed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_path: Path, _content: bytes) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    path = damaged(crashed, tmp_path, "matches.db-wal", LOGS["its header"])
    before = contents(tmp_path)
    monkeypatch.setattr("companion.store_log.write_whole", full)
    with pytest.raises(StoreError, match="the disk is full"):
        Store(path)
    assert contents(tmp_path) == before


def test_so_many_damaged_logs_are_kept_and_none_is_deleted(crashed: Path, tmp_path: Path) -> None:
    for n in range(MOST_ASIDE):
        path = damaged(crashed, tmp_path, "matches.db-wal", over(0, bytes([n + 1] * 4)))
        Store(path).close()
    assert len(logs_aside(path)) == MOST_ASIDE
    path = damaged(crashed, tmp_path, "matches.db-wal", over(0, b"last"))
    before = contents(tmp_path)
    with pytest.raises(StoreError, match="damaged logs lie beside it; move them away"):
        Store(path)
    assert contents(tmp_path) == before


def test_what_a_power_cut_leaves_of_the_last_commit_is_no_damage(crashed: Path, tmp_path: Path) -> None:
    """It was never reported as saved: its pages are cut off, or a torn one fails its checksum."""
    with Store(tmp_path / "before" / "matches.db") as store:
        store.keep(kept(), ROWS[:1])
        shutil.copy(tmp_path / "before" / "matches.db-saved", tmp_path / "saved")
        start = (tmp_path / "before" / "matches.db-wal").stat().st_size
        store.keep(kept(), ROWS[1:])
        shutil.copytree(tmp_path / "before", tmp_path / "after")
    log = (tmp_path / "after" / "matches.db-wal").read_bytes()
    shutil.copy(tmp_path / "saved", tmp_path / "after" / "matches.db-saved")
    tears = [log[:-1], log[:-FRAME], over(start + 30, bytes(500))(log), over(len(log) - 9, b"x")(log)]
    for n, torn in enumerate(tears):
        folder = tmp_path / str(n)
        shutil.copytree(tmp_path / "after", folder)
        (folder / "matches.db-wal").write_bytes(torn)
        with Store(folder / "matches.db") as store:
            assert store.rows("m") == ROWS[:1]
            assert store.damage() == []
        assert logs_aside(folder / "matches.db") == []


def test_older_pages_of_a_log_that_began_again_are_no_damage(tmp_path: Path) -> None:
    with Store(tmp_path / "before" / "matches.db") as store:
        store.keep(kept(), FILLER)
        store._db.execute("pragma wal_checkpoint(restart)")
        store.keep(kept("n"), ROWS[:1])
        shutil.copytree(tmp_path / "before", tmp_path / "after")
    assert (tmp_path / "after" / "matches.db-wal").stat().st_size > 5 * FRAME
    with Store(tmp_path / "after" / "matches.db") as store:
        assert (store.rows("m"), store.rows("n")) == (FILLER, ROWS[:1])
        assert store.damage() == []
    assert logs_aside(tmp_path / "after" / "matches.db") == []


@pytest.mark.parametrize("version", [-1, 0, SCHEMA - 2, SCHEMA - 1])
@pytest.mark.parametrize("reading", [False, True])
def test_a_wrong_version_of_tables_is_bad(crashed: Path, tmp_path: Path, version: int, reading: bool) -> None:
    path = closed(crashed, tmp_path, over(60, version.to_bytes(4, "big", signed=True)))
    before = contents(tmp_path)
    if reading and version > 0:
        with Store(path, reading=True) as store:
            assert len(store.matches()) == 4  # everything that it needs is there
    else:
        with pytest.raises(StoreError, match=DAMAGED):
            Store(path, reading=reading)
    assert contents(tmp_path) == before


def test_whatever_page_is_damaged_each_match_opens_up_to_the_damage(crashed: Path, tmp_path: Path) -> None:
    size = (crashed / "whole" / "matches.db").stat().st_size
    listed, good = 0, list[int]()
    for page in range(1, size // PAGE):
        path = closed(crashed, tmp_path / str(page), over(page * PAGE, b"\xff" * PAGE))
        with Store(path) as store:
            shelf = store.shelf(["m"], 10)
            found = {match.id: match for match in shelf.matches}
            lost = {"a", "b", "m", "late"} - found.keys()
            reported = "\n".join(store.damage())
            # A match in neither the list nor any entry is found by the counts.
            assert not lost or "or are gone" in reported, page
            assert all(match.damaged or match.length for match in found.values()), page
            for match in found.values():
                if match.damaged:
                    assert (match.title or match.id) in reported or "…" in reported, page
                store.record(match.id)
            listed += len(found)
            assert store.known() is not None
            rows = store.record("a")
        whole = [row for row in rows if isinstance(row, StoredRow)]
        assert whole == FILLER[: len(whole)]
        assert len(rows) >= len(FILLER)
        good.append(len(whole))
    assert listed > 3.9 * (size // PAGE - 1)
    assert {0 < many < len(FILLER) for many in good} == {True, False}


def test_a_match_whose_row_is_gone_is_told_by_its_opening(crashed: Path, tmp_path: Path) -> None:
    with Store(crashed / "whole" / "matches.db", reading=True) as store:
        ((root,),) = store.read("select rootpage from sqlite_schema where name = 'match'")
        (whole,) = [match for match in store.matches() if match.id == "m"]
    path = closed(crashed, tmp_path, over((root - 1) * PAGE, b"\xff" * PAGE))
    with Store(path) as store:
        (found,) = [match for match in store.matches() if match.id == "m"]
        assert (found.game, found.length, found.damaged) == (whole.game, whole.length, True)
        assert found.title == ", ".join(plate.name for plate in record().header.plates)
        assert store.rows("m") == ROWS
        with pytest.raises(StoreError, match=DAMAGED):
            store.keep(kept("new"), [])


COLUMNS = {
    "match": ("id", "game", "began", "touched", "over", "title"),
    "entry": ("match", "n", "crc", "body"),
    "person": ("id", "name", "hidden", "merged", "forgotten", "language", "via"),
    "given": ("match", "player", "person"),
    "brought": ("id", "body"),
    "outbox": ("n", "match", "body"),
    "setting": ("name", "value"),
}


LOOKS: tuple[Callable[[Store], object], ...] = (
    lambda store: Recent().order(startup.read(store).shelf.matches),
    lambda store: store.people().name(ADA.id) + "",
    lambda store: store.record("m"),
    lambda store: register.guests(store, ADA.id),
    lambda store: count_days(store, Wanted()),
    Store.damage,
    counting.open_book,
    outbox.hello,
    outbox.waiting,
)


@pytest.fixture(scope="module")
def of_all_kinds(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a store in which every table has rows."""
    path = tmp_path_factory.mktemp("kinds") / "matches.db"
    with Store(path) as store:
        register.add(store, [ADA, BOB, CEM], [("one", b"{}")])
        outbox.join(store, "00000000-0000-4000-8000-000000000001")
        match = seated(ended("sheet"), "m", (ADA.plate,))
        outbox.keep(store, stored_match(match), match.rows())
        register.give(store, "Fox", BOB.id)
        register.merge(store, CEM.id, ADA.id)
        store.set(OPEN, "m")
    return path


@pytest.mark.parametrize("other", ["cast({} as blob)", "x'ff41'", "'x'", "9000000000000000", "0.5", "null"])
@pytest.mark.parametrize(("table", "column"), [(name, one) for name in COLUMNS for one in COLUMNS[name]])
def test_a_value_of_another_kind_stops_nothing(
    of_all_kinds: Path, tmp_path: Path, table: str, column: str, other: str
) -> None:
    """One bit made a name bytes: the table didn't start any more, and no match could be reached."""
    path = tmp_path / "matches.db"
    shutil.copy(of_all_kinds, path)
    with without_types(path) as db, suppress(sqlite3.IntegrityError):
        db.execute(f"update {table} set {column} = {other.format(column)}")
    with Store(path) as store:
        for look in LOOKS:
            with suppress(UnknownMatch):
                look(store)
        if other.startswith("cast") and (table, column) in (("match", "title"), ("person", "name")):
            assert [match.title for match in store.matches()] == ["Ada, Bob, Owl"]
        if table == "brought":
            assert len(imported.damage(store)) == 1
        if (table, column) == ("outbox", "body"):
            assert [item.n for item in outbox.waiting(store)] == [1], "the desk waits for each number"


@pytest.mark.long
def test_whatever_is_damaged_only_our_own_errors_come(crashed: Path, tmp_path: Path) -> None:
    luck = random.Random(36)
    for n in range(400):
        folder = tmp_path / str(n)
        name = luck.choice(NAMES)
        size = (crashed / "left" / name).stat().st_size
        junk = luck.randbytes(luck.choice((1, 4, 100, PAGE)))
        path = damaged(crashed, folder, name, over(luck.randrange(size), junk))
        before = contents(folder)
        try:
            store = Store(path)
        except CompanionError:
            assert contents(folder) == before
            continue
        with store, suppress(CompanionError):
            for match in store.matches():
                store.record(match.id)
            reported = store.damage()
            known = {match.id for match in store.matches()}
            assert reported or known == {"a", "b", "m", "late"}


DIES = """
import os, sqlite3, sys
db = sqlite3.connect(sys.argv[1])
db.executescript("pragma journal_mode = wal; pragma wal_autocheckpoint = 0")
db.execute("alter table match add column newer text")
db.execute("pragma user_version = %d")
db.execute("insert into setting values ('new', 'kept')")
db.commit()
os.kill(os.getpid(), 9)
"""


def checksum(data: bytes, order: str) -> bytes:
    """Return the checksum of a log's header, computed as SQLite does."""
    first = second = 0
    for x, y in struct.iter_unpack(f"{order}II", data):
        first = (first + x + second) & 0xFFFFFFFF
        second = (second + y + first) & 0xFFFFFFFF
    return struct.pack(">II", first, second)


def as_it_was(path: Path) -> None:
    """Leave the log as the newer version left it."""


def log_of_tomorrow(path: Path) -> None:
    """Give the log a format that no SQLite of today reads."""
    log = path.with_name(f"{path.name}-wal")
    header = bytearray(log.read_bytes()[:24])
    header[4:8] = (3_008_000).to_bytes(4, "big")
    order = ">" if header[3] & 1 else "<"
    log.write_bytes(bytes(header) + checksum(bytes(header), order) + log.read_bytes()[32:])


def form_of_tomorrow(path: Path) -> None:
    """Give the store itself such a format."""
    content = bytearray(path.read_bytes())
    content[18:20] = b"\3\3"
    path.write_bytes(content)


@pytest.mark.parametrize("left", [as_it_was, log_of_tomorrow, form_of_tomorrow])
@pytest.mark.parametrize("reading", [False, True])
@pytest.mark.parametrize("index", [False, True])
def test_the_older_version_says_so_and_changes_no_byte(
    tmp_path: Path, left: Callable[[Path], None], reading: bool, index: bool
) -> None:
    """`index`: whether the file next to the log is there, as after a crash; power cuts and copies lose it."""
    path = tmp_path / "matches.db"
    with Store(path) as store:
        store.set("volume", "3")
    subprocess.run([sys.executable, "-c", DIES % (SCHEMA + 1), path], check=False)
    left(path)
    names = (path.name, f"{path.name}-wal")
    if not index:
        os.unlink(path.with_name(f"{path.name}-shm"))
    before = [(tmp_path / name).read_bytes() for name in names]
    with pytest.raises(NewerRecord, match="written by a newer version of the companion; update it to go on"):
        Store(path, reading=reading)
    assert [(tmp_path / name).read_bytes() for name in names] == before
    if left is as_it_was:
        with closing(sqlite3.connect(path)) as newer:
            assert newer.execute("select value from setting where name = 'new'").fetchone() == ("kept",)


def test_a_new_form_is_seen_without_the_log(tmp_path: Path) -> None:
    """An older version must not mistake a store in the new format for its own because the log is damaged."""
    path = tmp_path / "matches.db"
    with Store(path):
        log = path.with_name(f"{path.name}-wal")
        assert not log.exists() or log.stat().st_size == 0
        assert int.from_bytes(path.read_bytes()[60:64], "big") == SCHEMA


@pytest.mark.parametrize("content", [b"", b"SQLite format 3\0", b"\x37\x7f\x06\x82", b"\xff" * 200])
def test_rubbish_is_not_taken_for_something_newer(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "matches.db"
    for name in (path.name, f"{path.name}-wal"):
        (tmp_path / name).write_bytes(content)
    with suppress(StoreError):
        Store(path).close()
