"""Copies of a store, and restoring from one: everything that fits, and nothing that doesn't."""

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion import copies
from companion.clock import WallTime
from companion.copies import CopyOutcome, Taken, take, take_people
from companion.errors import BadCopy, NewerRecord, NotSaved
from companion.game import Seat
from companion.games.ungle_speed import UngleSpeed
from companion.games.ungle_speed.model import Facts
from companion.games.ungle_speed.reports import TurnCard
from companion.journal import Codec, MatchHeader, NamePlate, Opened, StoredRow
from companion.match import AnyMatch, Match
from companion.store import SCHEMA, Copy, Store, StoredMatch

GAME = UngleSpeed()


def played(name: str, turns: int, *, who: str = "Fox", at: int = 0) -> AnyMatch:
    """Return a match of three with that many cards turned; those of one name and `at` are identical."""
    plates = tuple(NamePlate(who, "orange", "circle", who[0]) for _ in range(3))
    match: AnyMatch = Match.begin(GAME, Facts(3), MatchHeader(name, GAME.name, plates), WallTime(at))
    for turn in range(turns):
        match.submit(TurnCard(Seat(turn % 3)), seen=match.length, at=WallTime(at + turn))
    return match


def keep(store: Store, match: AnyMatch, *, name: str = "", rows: list[StoredRow] | None = None) -> None:
    kept = StoredMatch(name or match.header.match, GAME.name, WallTime(0), WallTime(0), False, "whatever", 0)
    store.keep(kept, match.rows() if rows is None else rows)


@pytest.fixture(name="here")
def open_store(tmp_path: Path) -> Iterator[Store]:
    """Yield this table's store, empty."""
    with Store(tmp_path / "here" / "matches.db") as store:
        yield store


@pytest.fixture(name="bring")
def copy_of(tmp_path: Path) -> Callable[..., Path]:
    """Return a function that makes a copy of a store with the given matches."""

    def bring(*matches: AnyMatch, name: str = "copy.db") -> Path:
        path = tmp_path / "elsewhere" / f"{name}.store"
        with Store(path) as store:
            for match in matches:
                keep(store, match)
            store.copy_to(tmp_path / name)
        return tmp_path / name

    return bring


def taken(here: Store, path: Path, on_table: tuple[str, ...] = ()) -> list[Taken]:
    """Restore all of a copy; return the outcome of each match."""
    with Copy(path) as copy:
        done = {kept.id: take(here, copy, kept.id, on_table) for kept in copy.matches()}
        take_people(here, copy, done)
    return list(done.values())


def fates(here: Store, path: Path, on_table: tuple[str, ...] = ()) -> list[CopyOutcome]:
    """Restore all of a copy; return what happened to each match."""
    return [one.fate for one in taken(here, path, on_table)]


def changed(path: Path, *statements: str) -> Path:
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for statement in statements:
            db.execute(statement)
    return path


# --- making one ---


def test_a_copy_holds_every_match_and_no_part_is_left_beside_it(here: Store, tmp_path: Path) -> None:
    for name in ("a", "b"):
        keep(here, played(name, 4))
    # A copy that was interrupted doesn't get in the way.
    (tmp_path / "copy.db.part").write_bytes(b"half a copy")
    (tmp_path / "copy.db.part-journal").write_bytes(b"what SQLite keeps meanwhile")
    here.copy_to(tmp_path / "copy.db")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.db", "here"]
    with Copy(tmp_path / "copy.db") as copy:
        rows = {kept.id: copy.rows(kept.id) for kept in copy.matches()}
    assert rows == {name: played(name, 4).rows() for name in ("a", "b")}


def test_where_no_copy_can_be_made_nothing_is_written_and_it_says_so(here: Store, tmp_path: Path) -> None:
    with pytest.raises(NotSaved, match="no copy was made: no such file or directory"):
        here.copy_to(tmp_path / "gone" / "copy.db")
    here._db.execute("begin")  # SQLite makes no copy inside a transaction.
    with pytest.raises(NotSaved):
        here.copy_to(tmp_path / "copy.db")
    here._db.execute("rollback")
    assert [path.name for path in tmp_path.iterdir()] == ["here"]
    (tmp_path / "copy.db").write_text("mine")
    with pytest.raises(NotSaved, match=r"no copy was made: there is a file copy\.db already"):
        here.copy_to(tmp_path / "copy.db")
    assert (tmp_path / "copy.db").read_text() == "mine"


def test_a_stick_is_no_file_to_copy_into(store: Store, tmp_path: Path) -> None:
    with pytest.raises(NotSaved) as refused:
        store.copy_to(tmp_path)
    what = f"{tmp_path} is a folder: name a file in it, such as matches.db"
    assert str(refused.value) == f"no copy was made: {what}"


def test_a_copy_may_have_any_name(here: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    keep(here, played("a", 2))
    for name in ("file:copy.db", "a copy?mode=memory#1%20.db", "'; drop table match; --"):
        here.copy_to(Path(name))
        with Copy(Path(name)) as copy:
            assert [kept.id for kept in copy.matches()] == ["a"]


# --- restoring matches from one ---


def test_what_is_missing_is_taken_in(here: Store, bring: Callable[..., Path]) -> None:
    one, other = played("a", 4, who="Owl", at=5), played("b", 2)
    assert taken(here, bring(one, other)) == [
        Taken("Owl, Owl, Owl", CopyOutcome.TAKEN_IN, here="a"),
        Taken("Fox, Fox, Fox", CopyOutcome.TAKEN_IN, here="b"),
    ]
    assert here.rows("a") == one.rows()
    # A match's state is read from its record, not from the list in the copy.
    assert [(kept.id, kept.began, kept.touched, kept.title) for kept in here.matches()] == [
        ("a", 5, 8, "Owl, Owl, Owl"),
        ("b", 0, 1, "Fox, Fox, Fox"),
    ]


@pytest.mark.parametrize(
    ("turns", "brought", "on_table", "fate"),
    [
        (4, 4, (), CopyOutcome.KNOWN),
        (4, 2, (), CopyOutcome.KNOWN),
        (2, 4, (), CopyOutcome.WENT_ON),
        # Nothing is added to a match on the table.
        (2, 4, ("a",), CopyOutcome.BESIDE),
    ],
)
def test_a_longer_record_goes_on_where_the_shorter_ends(
    here: Store,
    bring: Callable[..., Path],
    turns: int,
    brought: int,
    on_table: tuple[str, ...],
    fate: CopyOutcome,
) -> None:
    keep(here, played("a", turns))
    assert fates(here, bring(played("a", brought)), on_table) == [fate]
    assert here.rows("a") == played("a", brought if fate is CopyOutcome.WENT_ON else turns).rows()
    assert len(here.matches()) == 1 + (fate is CopyOutcome.BESIDE)


def test_records_that_parted_are_both_kept_once(here: Store, bring: Callable[..., Path]) -> None:
    keep(here, played("a", 4, at=100))
    path = bring(played("a", 3))
    assert fates(here, path) == [CopyOutcome.BESIDE]
    assert fates(here, path) == [CopyOutcome.KNOWN]
    assert here.rows("a") == played("a", 4, at=100).rows()
    (beside,) = [kept.id for kept in here.matches() if kept.id != "a"]
    match, loss = Match.restore(GAME, here.rows(beside))
    assert loss is None
    assert (match.header.match, match.state) == (beside, played("a", 3).state)


def test_two_tables_that_exchange_copies_keep_no_match_twice(here: Store, tmp_path: Path) -> None:
    """Ada's and Bob's tables went on with one match each for itself, and each restores the other's copy."""
    keep(here, played("a", 4, at=100))
    with Store(tmp_path / "there.db") as there:
        keep(there, played("a", 3))
        for n in range(4):
            from_table, to_table = (here, there) if n % 2 else (there, here)
            from_table.copy_to(tmp_path / f"{n}.db")
            fates(to_table, tmp_path / f"{n}.db")
            assert len(here.matches()) == 2
            assert len(there.matches()) == 1 + (n > 0)
        # What went on since goes on at the other table, under the id that it has there.
        match: AnyMatch = Match.restore(GAME, there.rows("a"))[0]
        match.submit(TurnCard(Seat(0)), seen=match.length, at=WallTime(200))
        keep(there, match, rows=match.rows()[4:])
        there.copy_to(tmp_path / "longer.db")
    assert sorted(fate.value for fate in fates(here, tmp_path / "longer.db")) == ["goes on", "was here"]
    assert sorted(kept.length for kept in here.matches()) == [5, 5]


def test_a_match_put_next_to_the_one_on_the_table_is_not_added_to_it_later(
    here: Store, bring: Callable[..., Path]
) -> None:
    keep(here, played("a", 2))
    longer = bring(played("a", 4))
    assert fates(here, longer, ("a",)) == [CopyOutcome.BESIDE]
    assert fates(here, longer) == [CopyOutcome.KNOWN]
    assert sorted(kept.length for kept in here.matches()) == [3, 5]


# --- what is left out, and why ---


def renamed(record: AnyMatch, **header: Any) -> list[StoredRow]:
    """Return the rows of a match under another header, with checksums that fit."""
    first, *later = record.entries
    assert isinstance(first.body, Opened)
    opened = replace(first.body, header=replace(first.body.header, **header))
    return list(Codec(GAME).rows([replace(first, body=opened), *later]))


NAMELESS = [NamePlate("x" * 5000, "orange", "circle", "x")] * 3
FOX = [NamePlate("Fox", "orange", "circle", "F")] * 2
HIDDEN = [NamePlate("Fox\u202e\n", "orange", "circle", "F")] * 3


DAMAGED: dict[str, tuple[Callable[[str], list[StoredRow]], str]] = {
    "nothing": (lambda name: [], "no match 'nothing' is kept"),
    "no opening": (lambda name: played(name, 3).rows()[1:], "does not open a match"),
    "a hole": (lambda name: [*played(name, 3).rows()[:2], *played(name, 3).rows()[3:]], "checksum"),
    "no entry": (lambda name: [StoredRow(0, 0, b"{")], "does not open a match"),
    "another's": (lambda name: renamed(played(name, 3), match="x"), "the id of another match"),
    "chess": (lambda name: renamed(played(name, 3), game="chess"), "no game is called 'chess'"),
    "newer": (lambda name: renamed(played(name, 3), format=99), "newer version"),
    "long": (lambda name: renamed(played(name, 3), plates=tuple(NAMELESS)), "a name in it is too long"),
    "hidden": (lambda name: renamed(played(name, 3), plates=tuple(HIDDEN)), "can't be shown"),
    "few": (lambda name: renamed(played(name, 3), plates=tuple(FOX)), "it has 2 names for 3 players"),
    "too late": (lambda name: played(name, 3, at=10**30).rows(), "a date in it isn't valid"),
    "too early": (lambda name: played(name, 3, at=-(1 << 63)).rows(), "a date in it isn't valid"),
    "numbers": (lambda name: [replace(row, n=row.n + 1) for row in played(name, 3).rows()], "numbered"),
}


def test_a_damaged_record_is_named_and_left_out(here: Store, tmp_path: Path) -> None:
    with Store(tmp_path / "work.db") as store:
        keep(store, played("good", 2))
        for name, (rows, _) in DAMAGED.items():
            keep(store, played(name, 3), rows=rows(name))
        store.copy_to(tmp_path / "copy.db")
    found = {one.title: one for one in taken(here, tmp_path / "copy.db")}
    for name, (_, why) in DAMAGED.items():
        assert found[name].fate is CopyOutcome.LEFT_OUT, name
        assert why in found[name].reason, name
    assert found["Fox, Fox, Fox"].fate is CopyOutcome.TAKEN_IN
    assert [kept.id for kept in here.matches()] == ["good"]


def test_a_record_that_rules_stumble_over_is_left_out_whatever_they_raise(
    here: Store, bring: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stumble(match: AnyMatch) -> Iterator[int]:
        if match.header.match == "bad":
            next(iter(()))
        yield from ()

    path = bring(played("bad", 3), played("good", 2))
    monkeypatch.setattr(copies, "ruled_otherwise", stumble)
    found = [(one.title, one.fate, one.reason) for one in taken(here, path)]
    reason = "it can't be judged (RuntimeError)"
    assert found == [("bad", CopyOutcome.LEFT_OUT, reason), ("Fox, Fox, Fox", CopyOutcome.TAKEN_IN, "")]


def test_an_id_that_would_steer_a_terminal_is_not_said(here: Store, tmp_path: Path) -> None:
    with Store(tmp_path / "work.db") as store:
        keep(store, played("a", 2), name="\x1b]0;mine\x07" * 90)
        store.copy_to(tmp_path / "copy.db")
    (one,) = taken(here, tmp_path / "copy.db")
    assert (one.fate, one.title[:7], len(one.title)) == (CopyOutcome.LEFT_OUT, "\\x1b]0;", 80)


def test_what_would_be_ruled_otherwise_today_is_counted(here: Store, tmp_path: Path) -> None:
    # A hand-made entry says that seat 2 turned the first card.
    first, turned, *_ = played("a", 3).entries
    body: Any = turned.body
    wrong = replace(turned, body=replace(body, report=TurnCard(Seat(2))))
    with Store(tmp_path / "work.db") as store:
        keep(store, played("a", 1), rows=list(Codec(GAME).rows([first, wrong])))
        store.copy_to(tmp_path / "copy.db")
    (one,) = taken(here, tmp_path / "copy.db")
    assert (one.fate, one.otherwise) == (CopyOutcome.TAKEN_IN, 1)


# --- files that aren't copies ---


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    for name, content in (("letter.db", b"a letter to grandmother, " * 100), ("empty.db", b"")):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(BadCopy, match=name):
            Copy(tmp_path / name)
    with pytest.raises(BadCopy, match="can't be read"):
        Copy(tmp_path / "none.db")


@pytest.mark.parametrize(
    "statement",
    [
        "create view entries as select * from entry",
        "create trigger t after insert on match begin delete from match; end",
        "alter table match add column more text",
        "create table more (a)",
        "drop table setting",
        "pragma user_version = 0",
    ],
)
def test_tables_that_are_not_ours_are_refused(bring: Callable[..., Path], statement: str) -> None:
    path = changed(bring(played("a", 2)), statement)
    with pytest.raises(BadCopy, match="it has other tables"):
        Copy(path)


def test_a_newer_copy_is_refused_and_left_as_it_is(bring: Callable[..., Path]) -> None:
    path = changed(bring(played("a", 2)), f"pragma user_version = {SCHEMA + 1}")
    before = path.read_bytes()
    with pytest.raises(NewerRecord, match="newer version of the companion; update it"):
        Copy(path)
    assert path.read_bytes() == before


def test_a_copy_is_refused_wherever_it_is_cut_off(bring: Callable[..., Path], tmp_path: Path) -> None:
    whole = bring(*(played(name, 60) for name in "abcdef")).read_bytes()
    torn = tmp_path / "torn.db"
    for pages in range(len(whole) // 4096):
        torn.write_bytes(whole[: pages * 4096])
        with pytest.raises(BadCopy, match=r"torn\.db"):
            Copy(torn)


@pytest.mark.parametrize("apart", [2110, pytest.param(211, marks=pytest.mark.long)])
def test_a_copy_with_a_changed_byte_is_refused_or_loses_no_other_match(
    here: Store, bring: Callable[..., Path], tmp_path: Path, apart: int
) -> None:
    """Each changed byte is noticed by SQLite, or by the record that it is in, or means nothing."""
    names = "abcdef"
    whole = bring(*(played(name, 20) for name in names)).read_bytes()
    noticed = 0
    for at in range(17, len(whole), apart):
        path = tmp_path / "changed.db"
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x10]) + whole[at + 1 :])
        try:
            found = taken(here, path)
        except (BadCopy, NewerRecord):
            noticed += 1
            continue
        noticed += any(one.fate is CopyOutcome.LEFT_OUT for one in found)
    assert noticed > 20_000 / apart
    for kept in here.matches():
        assert here.rows(kept.id) == played(kept.id, 20).rows()


def test_sizes_are_bounded(here: Store, bring: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> None:
    path = bring(played("a", 9), played("b", 2))
    monkeypatch.setattr(Copy, "MOST_ENTRIES", 5)
    assert fates(here, path) == [CopyOutcome.LEFT_OUT, CopyOutcome.TAKEN_IN]
    monkeypatch.setattr(Copy, "MOST_ENTRY_BYTES", 50)
    assert [one.reason for one in taken(here, path)] == ["it is longer than a match can be"] * 2
    monkeypatch.setattr(Copy, "MOST_MATCHES", 1)
    with pytest.raises(BadCopy, match="more matches than there can be"):
        Copy(path)
    monkeypatch.setattr(Copy, "MOST_BYTES", 1000)
    with pytest.raises(BadCopy, match="too large"):
        Copy(path)


def test_reading_a_copy_writes_nothing(bring: Callable[..., Path], tmp_path: Path) -> None:
    path = bring(played("a", 2))
    stick = tmp_path / "stick"
    stick.mkdir()
    shutil.copy(path, stick / "copy.db")
    with Copy(stick / "copy.db") as copy:
        assert [kept.id for kept in copy.matches()] == ["a"]
        with pytest.raises(sqlite3.OperationalError, match="readonly"):
            copy._db.execute("delete from match")
    assert [found.name for found in stick.iterdir()] == ["copy.db"]
    assert (stick / "copy.db").read_bytes() == path.read_bytes()
