"""When the end of SQLite's log is damaged, the saved counts next to it show what was lost."""

import os
import random
import shutil
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

import pytest

from companion.errors import NotSaved
from companion.journal import AnyRow, StoredRow
from companion.match import Match
from companion.store import Store
from companion.store_log import MOST_MATCHES, Acknowledged
from tests.companion.test_journal import GAME, record
from tests.companion.test_store import kept

ROWS = record().rows()


def crashed(folder: Path, damage: Callable[[bytes], bytes] = bytes) -> Store:
    """Write a record entry by entry, copy it as a crash leaves it, damage the log, and open that."""
    (folder / "before").mkdir()
    with Store(folder / "before" / "matches.db") as store:
        for row in ROWS:
            store.keep(kept(), [row])
        shutil.copytree(folder / "before", folder / "after")
    log = folder / "after" / "matches.db-wal"
    log.write_bytes(damage(log.read_bytes()))
    (folder / "after" / "matches.db-shm").unlink()
    return Store(folder / "after" / "matches.db")


def lost(rows: Iterable[AnyRow]) -> int:
    return sum(not isinstance(row, StoredRow) for row in rows)


def test_a_crash_alone_loses_nothing(tmp_path: Path) -> None:
    with crashed(tmp_path) as store:
        assert store.record("m") == ROWS


@pytest.mark.parametrize("cut", [1, 3])
def test_a_match_that_has_fewer_entries_than_were_saved_says_so(cut: int, tmp_path: Path) -> None:
    """13 of 400 flips of a bit lost entries at the end without a word."""
    frame = 24 + 4096  # in the log: the least that committing one entry adds

    def end_flipped(log: bytes) -> bytes:
        at = len(log) - cut * frame + 100
        return log[:at] + bytes([log[at] ^ 4]) + log[at + 1 :]

    with crashed(tmp_path, end_flipped) as store:
        found = store.record("m")
        gone = lost(found)
        assert gone > 0
        assert found[: len(ROWS) - gone] == ROWS[:-gone]
        match, loss = Match.restore(GAME, found)
        assert loss is not None
        assert (loss.line, loss.lost, loss.reason) == (match.length + 1, gone, "it was saved, and is gone")
        # A copy that has them restores them.
        store.keep(kept(), ROWS[-gone:])
        assert store.record("m") == ROWS


@pytest.mark.long
def test_wherever_a_bit_of_the_log_flips_nothing_is_lost_without_a_word(tmp_path: Path) -> None:
    luck, reported = random.Random(1), 0
    for n in range(200):

        def flipped(log: bytes) -> bytes:
            at = luck.randrange(len(log))
            return log[:at] + bytes([log[at] ^ 1 << luck.randrange(8)]) + log[at + 1 :]

        folder = tmp_path / str(n)
        folder.mkdir()
        try:
            with crashed(folder, flipped) as store:
                if store.has("m"):
                    found = store.record("m")
                    assert len(found) == len(ROWS)
                    reported += lost(found) > 0
        except NotSaved:
            reported += 1
    assert reported > 0


def test_what_was_deleted_on_purpose_or_not_committed_is_missed_by_nobody(tmp_path: Path) -> None:
    with Store(tmp_path / "matches.db") as store:
        store.keep(kept(), ROWS)
        store.delete("m")
        store.keep(kept(), ROWS[:1])
        with pytest.raises(NotSaved):
            store.keep(kept(), ROWS[:2])
        with pytest.raises(NotSaved), store.together():  # noqa: PT012 - SQLite rolls back by itself
            store.keep(kept(), ROWS[1:2])
            store._db.execute("rollback")
        with store.together(), suppress(KeyError), store.changing():
            store.keep(kept(), ROWS[1:2])
            raise KeyError
    with Store(tmp_path / "matches.db", reading=True) as store:
        assert store.record("m") == ROWS[:1]


@pytest.mark.parametrize("wrong", [b"", b"rubbish\n\xff", b"a" * 16 + b" 99 00000000\n"])
def test_a_damaged_count_accuses_nobody(wrong: bytes, tmp_path: Path) -> None:
    with Store(tmp_path / "matches.db") as store:
        store.keep(kept(), ROWS[:2])
    path = tmp_path / "matches.db-saved"
    path.write_bytes(path.read_bytes()[:20] + wrong)
    with Store(tmp_path / "matches.db") as store:
        assert store.record("m") == ROWS[:2]
        store.keep(kept(), ROWS[2:3])
        assert store.record("m") == ROWS[:3]


@pytest.mark.parametrize("in_the_way", ["a pipe", "a link", "a folder"])
def test_what_is_in_the_way_of_the_counts_keeps_nothing_unsaved(in_the_way: str, tmp_path: Path) -> None:
    place, other = tmp_path / "matches.db-saved", tmp_path / "other"
    other.write_text("mine")
    if in_the_way == "a pipe":
        os.mkfifo(place)
    elif in_the_way == "a link":
        place.symlink_to(other)
    else:
        place.mkdir()
    with Store(tmp_path / "matches.db") as store:
        store.keep(kept(), ROWS)
        assert store.record("m") == ROWS
    assert other.read_text() == "mine"


def test_of_many_matches_the_last_ones_are_remembered(tmp_path: Path) -> None:
    counts = Acknowledged(tmp_path / "matches.db")
    for n in range(MOST_MATCHES + 5):
        counts.add(f"m{n}", 2)
    counts.close()
    again = Acknowledged(tmp_path / "matches.db")
    assert (again.count("m4"), again.count("m5"), again.count(f"m{MOST_MATCHES + 4}")) == (0, 2, 2)
