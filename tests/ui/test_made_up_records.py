"""Hand-written records with valid checksums: taken in or left out, and never an error.

Each is a record of a simulated table with values exchanged, removed or repeated, from fixed seeds.
"""

import json
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

import pytest

from companion.copies import CopyOutcome, take
from companion.game import TABLE
from companion.journal import StoredRow
from companion.match import Match
from companion.store import Copy, Store, StoredMatch
from tests.crash.matches import NOON, TABLES, play
from ui.storage.copying import check_showable

RECORDS = 60
LONGEST = 30
"""Entries used of each match; later ones are of the same kinds."""
VALUES: tuple[Any, ...] = (-1, 0, 1, 3, 99, 10**9, 2**63 - 1, -(2**63), True, None, "", "x", "x" * 200, [],
    {}, 1.5)  # fmt: skip

# Any JSON value.
Node = tuple[Any, Any]


def nodes(value: Any) -> Iterator[Node]:
    """Yield every place in a value that can be changed: its container and its key there."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield value, key
        yield from nodes(value[key])


def change(entry: Any, chance: Random) -> None:
    """Exchange, remove or repeat values."""
    holder, key = chance.choice(list(nodes(entry)))
    kind = chance.random()
    if kind < 0.1 and isinstance(holder, dict):
        del holder[key]
    elif kind < 0.3 and isinstance(holder[key], list):
        holder[key] = holder[key] * chance.choice((0, 2, 50))
    else:
        holder[key] = chance.choice(VALUES)


def sealed(entries: list[Any]) -> list[StoredRow]:
    """Return entries as rows with valid checksums."""
    rows: list[StoredRow] = []
    for n, entry in enumerate(entries):
        text = json.dumps(entry).encode()
        rows.append(StoredRow(n, crc32(text, rows[-1].crc if rows else 0), text))
    return rows


@pytest.mark.parametrize("game", TABLES)
def test_whatever_is_written_into_a_record_does_no_harm(game: str, tmp_path: Path) -> None:
    chance, whole = Random(game), play(game, 1, "made up")
    entries = [json.loads(row.entry) for row in whole.rows[:LONGEST]]
    with Store(tmp_path / "elsewhere.db") as elsewhere:
        for number in range(RECORDS):
            changed = deepcopy(entries[: chance.randrange(1, len(entries) + 1)])
            change(changed[chance.choice((0, -1, chance.randrange(len(changed))))], chance)
            opened = changed[0].get("body") if isinstance(changed[0], dict) else None
            if isinstance(opened, dict) and isinstance(opened.get("header"), dict):
                opened["header"]["match"] = str(number)
            elsewhere.keep(StoredMatch(str(number), game, NOON, NOON, False, "", 0), sealed(changed))
        elsewhere.copy_to(tmp_path / "copy.db")
    fates = []
    with Copy(tmp_path / "copy.db") as copy, Store(tmp_path / "here.db") as here:
        for number in range(RECORDS):
            fates.append(take(here, copy, str(number), look=check_showable).fate)
            if fates[-1] is CopyOutcome.TAKEN_IN:
                match, loss = Match.restore(whole.game, here.rows(str(number)))
                assert loss is None
                match.game.view(match.state, TABLE)
    assert set(fates) == {CopyOutcome.TAKEN_IN, CopyOutcome.LEFT_OUT}
    assert fates.count(CopyOutcome.LEFT_OUT) > RECORDS / 2
