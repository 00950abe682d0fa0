"""Thousands of records edited by hand or damaged: `python -m tests.console.damaged 20000 [SEED]`.

Each is a true record with some of its words, figures, lists or entries changed, sealed again with matching
checksums, and read the way `companion replay` and the table do. Whatever can't have happened must be reported
as such.
"""

import random
import sys
import traceback
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias
from zlib import crc32

import msgspec

from companion.copies import ruled_otherwise
from companion.errors import CompanionError
from companion.games.shelf import GAMES, game_named
from companion.journal import AnyRow, StoredRow, rows_of
from companion.match_reports import Strike, TakeBack
from companion.people import People
from tests.contract.test_frozen import FROZEN
from tests.playthroughs.script import FOLDER, steps
from ui.console.replay import restore, timeline
from ui.storage.copying import check_showable

Entries: TypeAlias = list[dict[str, Any]]
"""A record's entries, as parsed JSON."""

FIGURES = (-1, 0, 0, 1, 1, 2, 2, 3, 3, 4, 5, 7, 9, 12, 99, 1 << 40)
"""Replacements for a figure; most of them are valid seats somewhere."""

STEERING = "\x1b[31m\nforged"

LONGEST = (10, 30, 120, 300)
"""How many entries of a record to use: damage near the end of a long one would often be cut off."""


@cache
def records() -> tuple[Entries, ...]:
    """Return true records of every game: the frozen ones, and those of the playthroughs with corrections."""
    found: list[list[AnyRow]] = [rows_of(path.read_bytes()) for path in sorted(FROZEN.glob("*/*.jsonl"))]
    for path in sorted(FOLDER.glob("*/*.txt")):
        game = game_named(path.parent.name.replace("_", "-"))
        for step, (_, match, _) in enumerate(steps(game, path.read_text().splitlines())):
            if step % 37 == 11:
                match.submit(TakeBack(), seen=match.length, at=match.entries[-1].at)
            if step % 41 == 17 and len(match.line) > 2:
                match.submit(Strike(match.line[-2].entry), seen=match.length, at=match.entries[-1].at)
        found.append([*match.rows()])
    return tuple(
        [msgspec.json.decode(row.entry) for row in rows if isinstance(row, StoredRow)] for rows in found
    )


@cache
def words() -> tuple[str, ...]:
    """Return the short texts in true records."""
    return tuple(sorted({text for entries in records() for text in _texts(entries) if len(text) < 60}))


def _texts(node: Any) -> list[str]:
    if isinstance(node, str):
        return [node]
    inner = node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
    return [text for one in inner for text in _texts(one)]


def damaged(luck: random.Random) -> list[AnyRow]:
    """Return a record with one to three things changed."""
    game = luck.choice(tuple(GAMES))
    entries: Entries = luck.choice([one for one in records() if game_of(one) == game])
    entries = entries[: min(luck.randint(2, len(entries)), luck.choice(LONGEST))]
    entries = msgspec.json.decode(msgspec.json.encode(entries))
    for _ in range(luck.choice((1, 1, 1, 2, 3))):
        here, there = luck.randrange(len(entries)), luck.randrange(len(entries))
        kind = luck.random()
        if kind < 0.2:
            _say_another(luck, entries)
        elif kind < 0.85:
            _change(luck, entries[here]["body"])
        elif kind < 0.9 and len(entries) > 1:
            del entries[here]
        elif kind < 0.95:
            entries.insert(there, dict(entries[here]))
        else:
            first, other = entries[here], entries[there]
            first["body"], other["body"] = other["body"], first["body"]
    return sealed(entries)


def _say_another(luck: random.Random, entries: Entries) -> None:
    """Give an event to another player, who may well be in the match."""
    events = [
        (event, name)
        for entry in entries
        if isinstance(entry["body"].get("events"), list)
        for event in entry["body"]["events"]
        if isinstance(event, dict)
        for name in ("seat", "to", "of", "side")
        if isinstance(event.get(name), int)
    ]
    if events:
        event, name = luck.choice(events)
        event[name] = luck.randrange(4)


def game_of(entries: Entries) -> str:
    return str(entries[0]["body"]["header"]["game"])


def _change(luck: random.Random, body: Any) -> None:
    """Change one thing in an entry, at any depth."""
    nodes = [node for node in _nodes(body) if node]
    if not nodes:
        return
    node = luck.choice(nodes)
    key = luck.choice(list(node) if isinstance(node, dict) else range(len(node)))
    if isinstance(node, dict) and luck.random() < 0.1:
        del node[key]
    else:
        node[key] = _other(luck, node[key])


def _nodes(node: Any) -> list[Any]:
    inner = node.values() if isinstance(node, dict) else node if isinstance(node, list) else None
    return [] if inner is None else [node, *(deep for one in inner for deep in _nodes(one))]


def _other(luck: random.Random, value: Any) -> Any:
    match value:
        case bool():
            return not value
        case int():
            return luck.choice((*FIGURES, value + 1, value - 1))
        case str():
            return luck.choice((luck.choice(words()), "", STEERING, "x" * 300))
        case list():
            return luck.choice(([], value[:-1], value[::-1], value + value[:1]))
        case _:
            return luck.choice((0, 9, -1, "red", [], {}, None))


def sealed(entries: Entries) -> list[AnyRow]:
    """Number entries and compute matching checksums, as a forger of records would."""
    rows: list[AnyRow] = []
    crc = 0
    for n, entry in enumerate(entries):
        text = msgspec.json.encode({**entry, "n": n})
        crc = crc32(text, crc)
        rows.append(StoredRow(n, crc, text))
    return rows


def outcome_of(rows: list[AnyRow]) -> str:
    """Read a record in every way; return what is said to be wrong with it, or "" if it is whole."""
    try:
        match, loss = restore(rows)
    except CompanionError as error:
        return str(error)
    list(timeline(match, People()))
    list(ruled_otherwise(match))
    # What the table shows is checked when the record is read, so nothing may be raised from here on.
    check_showable(match)
    match.export()
    return loss.reason if loss else ""


def main(count: int, seed: int) -> int:
    """Read `count` damaged records; print the errors raised, and return how many records raised one."""
    luck = random.Random(seed)
    raised: Counter[str] = Counter()
    outcomes: Counter[bool] = Counter()
    for _ in range(count):
        rows = damaged(luck)
        try:
            outcomes[bool(outcome_of(rows))] += 1
        except Exception as error:  # noqa: BLE001 - finding these is the purpose
            cause = error.__cause__ or error
            frame = traceback.extract_tb(cause.__traceback__)[-1]
            raised[f"{type(cause).__name__} in {Path(frame.filename).name}:{frame.lineno}"] += 1
    print(f"{count} records, seed {seed}: {outcomes[False]} told whole, {outcomes[True]} said to be damaged")
    for place, times in raised.most_common():
        print(f"{times:6} {place}")
    return raised.total()


if __name__ == "__main__":
    sys.exit(bool(main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1)))
