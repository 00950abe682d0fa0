"""Saving matches in SQLite: durable, private, and clear about what prevents it."""

import sqlite3
from contextlib import closing
from pathlib import Path
from types import ModuleType

import pytest
from msgspec.structs import replace

from companion import store as store_module
from companion import store_log
from companion.clock import WallTime
from companion.errors import BadCopy, NotSaved, StoreError, UnknownMatch
from companion.journal import StoredRow
from companion.match import Match
from companion.store import Copy, Shelf, Store, StoredMatch
from tests.companion.test_journal import GAME, record


def kept(match: str = "m", touched: int = 5, over: bool = False) -> StoredMatch:
    return StoredMatch(match, "ungle-speed", WallTime(1), WallTime(touched), over, "four players", 0)


def test_what_is_kept_comes_back(tmp_path: Path) -> None:
    rows = record().rows()
    with Store(tmp_path / "a" / "matches.db") as store:
        store.keep(kept(), rows[:2])
        store.keep(kept(touched=9), rows[2:])
    with Store(tmp_path / "a" / "matches.db") as store:
        assert store.rows("m") == rows
        (found,) = store.matches()
        assert (found.touched, found.length, found.title) == (9, len(rows), "four players")
        match, loss = Match.restore(GAME, store.rows("m"))
    assert loss is None
    assert match.entries == record().entries


ODD_RECORDS = {
    "one entry": [b"{}"],
    "an empty body": [b"", b"{}", b""],
    "a zero byte": [b"{}", b"a\0b", b"{}"],
    "no text": [b"\xff\xfe", "\u00fc\U0001f3b2".encode(), b"\xc3", b"\x28"],
    "commas": [b",,", b"1,2", b","],
    "longer than one cell of a copy": [b"x" * 900_000] * 3,
}


@pytest.mark.parametrize("bodies", ODD_RECORDS.values(), ids=ODD_RECORDS)
def test_a_record_comes_back_to_the_byte_whatever_is_in_it(bodies: list[bytes], tmp_path: Path) -> None:
    rows = [StoredRow(3 * n, 2**32 - 1 - n, body) for n, body in enumerate(bodies)]
    with Store(tmp_path / "matches.db") as store:
        store.keep(kept("other"), [StoredRow(1, 1, b"another's")])
        store.keep(kept(), rows)
        store.copy_to(tmp_path / "copy.db")
        assert store.rows("m") == rows
    with Copy(tmp_path / "copy.db") as copy:
        assert copy.rows("m") == rows


class Watched(Store):
    """A store that notes how many rows each of its queries returned."""

    def __init__(self, path: Path) -> None:
        self.fetched: list[int] = []
        super().__init__(path)

    def read(self, query: str, *values: str) -> list[tuple]:  # type: ignore[type-arg]
        found = super().read(query, *values)
        self.fetched.append(len(found))
        return found


def test_a_record_is_read_in_one_step_however_long_it_is(tmp_path: Path) -> None:
    """Row by row, each fetch waits for the screen's thread to release the interpreter: 12 s for 20,000."""
    with Watched(tmp_path / "matches.db") as store:
        store.keep(kept(), [StoredRow(n, n, b"{}") for n in range(500)])
        assert len(store.rows("m")) == 500
        assert store.fetched == [1]


@pytest.mark.parametrize("title", ['"Fox" \\ Owl', "Zo\u00eb, \u0416\u043e\u0440\u0430\u2028", "", "a\0b"])
def test_matches_are_listed_in_one_step_whatever_they_are_called(title: str, tmp_path: Path) -> None:
    many = [replace(kept(f"m{n}", -n, over=n % 2 == 0), title=title) for n in range(50)]
    with Watched(tmp_path / "matches.db") as store:
        with store.together():
            for one in (*many[::2], *many[1::2]):
                store.keep(one, [])
        store.fetched.clear()
        found = store.matches()
        # The most recently played first.
        assert [replace(one, title="") for one in found] == [replace(one, title="") for one in many]
        assert {one.title for one in found} == {store.people().title(title)}
        assert max(store.fetched) == 1


def test_a_list_that_does_not_come_in_one_step_comes_match_by_match(tmp_path: Path) -> None:
    with Store(tmp_path / "matches.db") as store:
        store.keep(replace(kept("m"), title="Fox"), [])
        store.copy_to(tmp_path / "copy.db")
    with Copy(tmp_path / "copy.db") as copy:
        copy._db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 60)
        assert [(one.id, one.title) for one in copy.matches()] == [("m", "Fox")]


def test_an_empty_store_has_defaults_and_nothing_at_hand_and_survives_a_power_cut(store: Store) -> None:
    assert store.shelf([], 3) == Shelf([], 0, over=False)
    with pytest.raises(UnknownMatch, match="'x'"):
        store.rows("x")
    assert store.setting("volume", "7") == "7"
    for value in ("3", "4"):
        store.set("volume", value)
    assert store.setting("volume", "7") == "4"
    assert store._db.execute("pragma journal_mode").fetchone() == ("wal",)
    assert store._db.execute("pragma synchronous").fetchone() == (2,)


def test_what_is_at_hand_is_chosen_by_the_database(store: Store) -> None:
    """Of many matches only the latest, the requested ones and the last open one are loaded."""
    rows = [StoredRow(0, 0, b"{}"), StoredRow(1, 0, b"{}")]
    for n in range(30):
        store.keep(kept(f"m{n:02}", touched=n, over=n not in (4, 7)), rows)
    shelf = store.shelf(["m02", "m29", "gone"], 3)
    assert [match.id for match in shelf.matches] == ["m29", "m28", "m27", "m07", "m02"]
    assert (shelf.count, shelf.over) == (30, True)
    assert {match.length for match in shelf.matches} == {2}
    assert shelf.matches == [match for match in store.matches() if match in shelf.matches]


def test_a_failed_commit_leaves_the_store_as_it_was(tmp_path: Path) -> None:
    rows = record().rows()
    with Store(tmp_path / "matches.db") as store:
        store.keep(kept(), rows[:2])
        with pytest.raises(NotSaved):
            store.keep(kept(touched=99), [rows[2], rows[1]])
        assert store.rows("m") == rows[:2]
        assert store.matches()[0].touched == 5
        store.keep(kept(), rows[2:])
        assert store.rows("m") == rows


def test_what_sqlite_cannot_hold_leaves_no_transaction_open(tmp_path: Path) -> None:
    with Store(tmp_path / "matches.db") as store:
        for wrong in (replace(kept(), touched=WallTime(1 << 63)), replace(kept(), title="\ud800")):
            with pytest.raises(NotSaved):
                store.keep(wrong, [])
        store.set("volume", "1")
        store.keep(kept(), record().rows())
    with Store(tmp_path / "matches.db") as again:
        assert again.setting("volume", "") == "1"
        assert again.rows("m") == record().rows()


def test_a_file_that_is_no_store_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "matches.db"
    path.write_text("a letter to grandmother, " * 100)
    with pytest.raises(StoreError, match="not a store"):
        Store(path)
    assert path.read_text().startswith("a letter")
    # Nor can a folder be created in its place.
    with pytest.raises(StoreError, match="can't be kept"):
        Store(path / "matches.db")


def test_damage_that_sqlite_cannot_put_into_words_is_said_in_ours(tmp_path: Path) -> None:
    path = tmp_path / "matches.db"
    with Store(path) as store:
        store.keep(kept(), record().rows())
        store.copy_to(tmp_path / "copy.db")
    for place in (path, tmp_path / "copy.db"):
        whole = place.read_bytes()
        assert whole.count(b"crc integer") == 1
        place.write_bytes(whole.replace(b"crc integer", b"crc \xff\xfenteg"))
    with pytest.raises(StoreError, match="damaged or not a store"):
        Store(path)
    with pytest.raises(BadCopy):
        Copy(tmp_path / "copy.db")


def test_one_process_writes_and_others_may_read_beside_it_and_make_nothing(tmp_path: Path) -> None:
    path = tmp_path / "matches.db"
    with pytest.raises(StoreError):
        Store(path, reading=True)
    assert list(tmp_path.iterdir()) == []
    with Store(path) as store:
        store.keep(kept(), record().rows())
        with pytest.raises(StoreError, match="another companion is using it"):
            Store(path)
        with Store(path, reading=True) as reader:
            assert reader.rows("m") == record().rows()
            with pytest.raises(NotSaved, match="read-only"):
                reader.set("volume", "1")
    with Store(path) as store:
        assert len(store.matches()) == 1


@pytest.mark.parametrize(("module", "look"), [(store_log, "_start"), (store_module, "_tables")])
def test_a_store_that_another_companion_makes_at_this_moment_is_not_called_damaged(
    module: ModuleType, look: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "matches.db"
    path.touch()
    others: list[Store] = []
    once = iter([True])
    real = getattr(module, look)

    def looked(at: object) -> object:
        before = real(at)
        if next(once, False):
            others.append(Store(path))
            others[0].set("volume", "1")
        return before if look == "_start" else real(at)

    monkeypatch.setattr(module, look, looked)
    with Store(path, reading=True) as reader:
        assert reader.matches() == []
    others[0].close()


def test_changes_that_are_made_together_are_written_at_once(tmp_path: Path) -> None:
    path = tmp_path / "matches.db"
    statements: list[str] = []
    with Store(path) as store, Store(path, reading=True) as other:
        store._db.set_trace_callback(statements.append)
        with store.together():
            for n in range(100):
                store.keep(replace(kept(), id=f"m{n}"), [StoredRow(0, 0, b"{}")])
            assert other.matches() == []
        assert len(other.matches()) == 100
    assert sum(one.lower().startswith("commit") for one in statements) == 1


def test_a_store_that_another_program_writes_takes_nothing_together(tmp_path: Path) -> None:
    """SQLite's own program may lock it: a restore used to end in a traceback."""
    with Store(tmp_path / "m.db") as store, closing(sqlite3.connect(tmp_path / "m.db")) as other:
        other.execute("begin immediate")
        store._db.execute("pragma busy_timeout = 0")
        with pytest.raises(NotSaved, match="another companion is using it"), store.together():
            pass
        other.rollback()
        with store.together():
            store.keep(kept(), [])
        assert len(store.matches()) == 1


@pytest.mark.parametrize("stopped", [KeyboardInterrupt(), NotSaved("no room for this one")])
def test_what_is_stopped_among_changes_loses_none_before(stopped: BaseException, tmp_path: Path) -> None:
    with Store(tmp_path / "matches.db") as store:
        with pytest.raises(type(stopped)), store.together():  # noqa: PT012 - some before the one that stops
            store.keep(replace(kept(), id="whole"), [StoredRow(0, 0, b"{}")])
            with store.changing() as db:
                db.execute("delete from match")
                raise stopped
        assert [one.id for one in store.matches()] == ["whole"]
        store.keep(replace(kept(), id="later"), [])
        assert {one.id for one in store.matches()} == {"whole", "later"}


def test_a_disk_that_fills_among_changes_leaves_the_store_whole(store: Store) -> None:
    store.keep(replace(kept(), id="before"), [])
    store._db.execute("pragma max_page_count = 60")
    with pytest.raises(NotSaved, match="the disk is full"), store.together():  # noqa: PT012 - fills
        for n in range(100):
            store.keep(replace(kept(), id=f"m{n}"), [StoredRow(0, 0, b"x" * 10_000)])
    store._db.execute("pragma max_page_count = 10000")
    store.keep(replace(kept(), id="after"), [])
    found = {one.id for one in store.matches()}
    assert {"before", "after"} <= found
    assert all(store.rows(one) for one in found - {"before", "after"})
