"""Records and copies whose sheet would take for ever to add up: refused in a sentence that says where."""

import tomllib
from pathlib import Path

import msgspec
import pytest
from click.testing import Result

from companion.clock import WallTime
from companion.copies import CopyOutcome
from companion.games.sheet import SheetGame
from companion.games.sheet.model import Facts
from companion.games.sheet.sheet import Sheet
from companion.journal import MatchHeader, StoredRow, rows_of
from companion.match import Match
from companion.store import Store, StoredMatch
from tests.companion.test_copies import fates
from tests.console.command import run
from tests.console.test_imports import read, refused, rewritten
from tests.games.sheet.test_sheet_file import GOOD, nested

DEEP = pytest.mark.parametrize("depth", [4, 15])


def costly(depth: int) -> list[StoredRow]:
    """Return the record of a match of 22 whose sheet nests sums over the table `depth` deep."""
    good = msgspec.convert(tomllib.loads(GOOD.replace("[2, 6]", "[2, 22]")), Sheet)
    match = Match.begin(SheetGame(), Facts(22, good), MatchHeader("m", "sheet"), WallTime(0))
    (opened,) = match.rows()
    points = tomllib.loads(nested(depth))["points"].encode()
    changed = opened.entry.replace(b'"tricks * 10"', b'"%s"' % points)
    assert changed != opened.entry
    return [row for row in rows_of(rewritten(changed, [])) if isinstance(row, StoredRow)]


def said_of_it(result: Result) -> None:
    """Assert that it is refused, and that the message says where in the sheet."""
    refused(result)
    assert "points: this takes" in result.output
    assert "10000 are allowed" in result.output


@DEEP
@pytest.mark.parametrize("command", [("replay", "FILE"), ("replay", "--import", "FILE")], ids=" ".join)
def test_a_file_with_such_a_match_is_refused(command: tuple[str, ...], depth: int, tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    path.write_bytes(b"\n".join(row.line() for row in costly(depth)))
    said_of_it(read(command, path, tmp_path / "store.db"))


@pytest.fixture(name="copy")
def copy_with_both(tmp_path: Path) -> Path:
    """Make a copy of a store with such a match and a good one."""
    with Store(tmp_path / "elsewhere.db") as store:
        match = Match.begin(SheetGame(), Facts(2), MatchHeader("good", "sheet"), WallTime(0))
        for name, rows in (("bad", costly(15)), ("good", match.rows())):
            store.keep(StoredMatch(name, "sheet", WallTime(0), WallTime(0), False, "whatever", 0), rows)
        store.copy_to(tmp_path / "copy.db")
    return tmp_path / "copy.db"


def test_a_copy_that_holds_such_a_match_gives_back_all_others(copy: Path, tmp_path: Path) -> None:
    with Store(tmp_path / "here.db") as here:
        found = fates(here, copy)
        assert [match for (match,) in here.read("select id from match")] == ["good"]
    assert {*found} == {CopyOutcome.LEFT_OUT, CopyOutcome.TAKEN_IN}
    assert "this takes" in run("--store", tmp_path / "here.db", "restore", copy).output


def test_a_store_that_holds_such_a_match_replays_all_others(copy: Path, tmp_path: Path) -> None:
    copy.rename(tmp_path / "here.db")
    said_of_it(read(("replay", "bad"), copy, tmp_path / "here.db"))
    output = read(("replay", "good"), copy, tmp_path / "here.db")
    assert output.exit_code == 0, output.output
