"""A store that a newer version wrote and left as it died: the older one says so, and changes nothing."""

import os
import sqlite3
import struct
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest

from companion.errors import NewerRecord, NotSaved
from companion.store import SCHEMA, Store

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
    """Return the checksum of a log's header, as SQLite counts it."""
    first = second = 0
    for x, y in struct.iter_unpack(f"{order}II", data):
        first = (first + x + second) & 0xFFFFFFFF
        second = (second + y + first) & 0xFFFFFFFF
    return struct.pack(">II", first, second)


def as_it_was(path: Path) -> None:
    """Leave the log as the newer version left it."""


def log_of_tomorrow(path: Path) -> None:
    """Give the log a form that no SQLite of today reads."""
    log = path.with_name(f"{path.name}-wal")
    header = bytearray(log.read_bytes()[:24])
    header[4:8] = (3_008_000).to_bytes(4, "big")
    order = ">" if header[3] & 1 else "<"
    log.write_bytes(bytes(header) + checksum(bytes(header), order) + log.read_bytes()[32:])


def form_of_tomorrow(path: Path) -> None:
    """Give the store itself such a form."""
    content = bytearray(path.read_bytes())
    content[18:20] = b"\3\3"
    path.write_bytes(content)


@pytest.mark.parametrize("left", [as_it_was, log_of_tomorrow, form_of_tomorrow])
@pytest.mark.parametrize("reading", [False, True])
@pytest.mark.parametrize("index", [False, True])
def test_the_older_version_says_so_and_changes_no_byte(
    tmp_path: Path, left: Callable[[Path], None], reading: bool, index: bool
) -> None:
    """`index`: the file beside the log is there, as after a crash; it is gone after a power cut or a copy."""
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
    """It was changed by us just now: whoever is older must not take the store for theirs because the log is
    damaged."""
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
    with suppress(NotSaved):
        Store(path).close()
