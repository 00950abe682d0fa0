"""Stores written by earlier versions open as they were: a file for each schema, with all games.

Version 0.1.0 wrote `stores/schema_1.db.gz`, from matches of simulated tables. `schema_2.db.gz` has the same
matches, but their first player is Ada, Bob was merged into her, and somebody was forgotten. `schema_3.db.gz`
continues it: Ada wants no rank. In `schema_4.db.gz` her language is French, the table has joined a club, and
three results wait for its desk. In `schema_5.db.gz` Dan was merged into her.
"""

import gzip
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

from companion.clock import WallTime
from companion.copies import CopyOutcome, ruled_otherwise
from companion.errors import NewerRecord
from companion.games.shelf import game_named
from companion.journal import StoredRow
from companion.match import Match
from companion.store import SCHEMA, Store, StoredMatch
from tests.companion.test_copies import taken

FROZEN = Path(__file__).parent / "stores"


class Stood(Struct, frozen=True):
    """A match's length and scores when it was written."""

    length: int
    over: bool
    score: dict[str, list[int]]


STOOD = {
    "ungle-speed": Stood(
        60, False, {"stack": [16, 23, 9, 21], "pile": [2, 3, 3, 2], "cards": [18, 26, 12, 23]}
    ),
    "sequence-states": Stood(50, False, {"sequences": [0, 0], "hand": [7, 6], "lost": [0, 0]}),
    "cryptid": Stood(34, True, {"cubes": [10, 10], "discs": [6, 6]}),
    "tracktic": Stood(
        42,
        True,
        {"longest": [48, 39, 30], "exact": [1, 1, 1], "pieces": [45, 45, 30], "tokens": [0, 1, 2]},
    ),
    "speed-mode": Stood(
        54, True, {"points": [2, 6], "pairs": [2, 2], "extra": [0, 1], "unpaired": [0, 3], "hand": [4, 4]}
    ),
}
"""By game; no schema changed any of this."""

EVERY_SCHEMA = pytest.mark.parametrize("schema", range(1, SCHEMA + 1))


def thawed(schema: int, folder: Path) -> Path:
    """Return a writable copy of a frozen store."""
    path = folder / "matches.db"
    path.write_bytes(gzip.decompress((FROZEN / f"schema_{schema}.db.gz").read_bytes()))
    return path


@EVERY_SCHEMA
@pytest.mark.parametrize("game", STOOD)
def test_every_match_of_a_frozen_store_opens_as_it_stood(schema: int, game: str, tmp_path: Path) -> None:
    with Store(thawed(schema, tmp_path)) as store:
        (match_line,) = [match_line for match_line in store.matches() if match_line.game == game]
        match: Match[Any, Any, Any, Any]
        match, loss = Match.restore(game_named(game), store.rows(match_line.id))
    assert loss is None
    assert Stood(match.length, match.outcome is not None, match.game.score(match.state)) == STOOD[game]
    assert (match_line.length, match_line.over) == (match.length, match.outcome is not None)
    assert list(ruled_otherwise(match)) == []


@EVERY_SCHEMA
def test_settings_of_a_frozen_store_are_there_and_it_is_gone_on_with(schema: int, tmp_path: Path) -> None:
    path = thawed(schema, tmp_path)
    with Store(path) as store:
        assert store.setting("open", "") == "frozen ungle-speed"
        assert store.setting("sound", "") == "on"
        length = len(store.rows("frozen ungle-speed"))
        kept = StoredMatch("frozen ungle-speed", "ungle-speed", WallTime(0), WallTime(1), False, "", 0)
        store.keep(kept, [StoredRow(length, 0, b"{}")])
    with Store(path, reading=True) as store:
        assert len(store.rows("frozen ungle-speed")) == length + 1


@EVERY_SCHEMA
def test_a_frozen_store_is_restored_from_as_a_copy(schema: int, tmp_path: Path) -> None:
    with Store(tmp_path / "new.db") as store:
        came = taken(store, thawed(schema, tmp_path))
        assert [(one.fate, one.otherwise) for one in came] == [(CopyOutcome.TAKEN_IN, 0)] * len(STOOD)
        lengths = {game: stood.length for game, stood in STOOD.items()}
        assert {kept.game: kept.length for kept in store.matches()} == lengths


def test_a_newer_store_is_refused_in_a_sentence_and_left_untouched(tmp_path: Path) -> None:
    path = thawed(SCHEMA, tmp_path)
    with closing(sqlite3.connect(path)) as db:
        db.execute("pragma journal_mode = delete")
        db.execute(f"pragma user_version = {SCHEMA + 1}")
        db.execute("alter table match add column newer text")
    before = path.read_bytes()
    for reading in (False, True):
        with pytest.raises(NewerRecord) as refused:
            Store(path, reading=reading)
        reason = f"{path} was written by a newer version of the companion; update it to go on"
        assert str(refused.value) == reason
    assert path.read_bytes() == before
