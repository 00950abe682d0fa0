"""What a table reports to its club: numbered results, stored until the desk acknowledges them.

An item is written in the same transaction as the entry that caused it, so neither exists without the other.
Its key is the table, the series (drawn when the owner joined) and n, which counts from 1 without gaps. It
holds people's ids; names are looked up when it is sent, so that forgetting somebody leaves no name here.
Nothing is written unless the owner has joined a club, and no journal ever leaves the table.
"""

from collections.abc import Iterable
from hashlib import blake2b
from typing import TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.book.bgstats import play_id
from companion.book.imported import checked_result
from companion.book.played import MatchResult, Played, played
from companion.decoding import NOT_OURS, from_json
from companion.errors import SetupError, StoreError
from companion.game import Standing
from companion.journal import StoredRow, header_of
from companion.people import ID
from companion.store import Store, StoredMatch, StoreReader, raise_unless_damage, typed

SETTING = "club"
MOST_BYTES = 128 << 10
"""The largest item; one with 15 players has 3 kB."""
FURTHEST = 1 << 53
"""The largest number and time: every JSON reader represents it exactly."""


class Item(Struct, frozen=True):
    """A message from a table: the state of a match. Number 0 only says that the table is there.

    `about` has no `result` while the match goes on, or if it was ended early (`over`); it is None if the
    table has deleted the match. `first` comes with number 0: the desk has acknowledged everything before it.
    """

    series: str
    n: int
    about: Played | None = None
    over: bool = False
    first: int = 0


class Ack(Struct, frozen=True):
    """The desk's acknowledgement: it has saved everything up to `n`."""

    series: str
    n: int


class _Body(Struct, frozen=True):
    about: Played
    over: bool


def counter(store: StoreReader) -> Ack | None:
    """Return the series and the last number used in it; None if the table is in no club."""
    return _counter(store.setting(SETTING, ""))


def ends(store: StoreReader) -> tuple[Ack, int] | None:
    """Return `counter` and the first waiting number, or the next one if none waits; in a single query."""
    query = f"select {typed('text', 'value')}, (select min(n) from outbox) from setting where name = ?"
    ((setting, first),) = store.read(query, SETTING) or [("", None)]
    here = _counter(setting)
    return None if here is None else (here, first or here.n + 1)


def _counter(setting: str) -> Ack | None:
    series, _, last = setting.partition(" ")
    return Ack(series, int(last)) if series and last.isdecimal() else None


def join(store: Store, series: str) -> None:
    """Start writing results for a club, in a new series: a UUID that hasn't been used."""
    with store.changing():
        leave(store)
        store.set(SETTING, f"{series} 0")


def leave(store: Store) -> None:
    """Stop writing results, and delete those that wait."""
    with store.changing() as db:
        db.execute("delete from outbox")
        db.execute("delete from said")
        store.set(SETTING, "")


def keep(store: Store, kept: StoredMatch, rows: Iterable[StoredRow]) -> bool:
    """Save rows of a match together with the club's item; return whether there is a new item.

    NotSaved leaves both undone. If the club's tables are damaged, the rows are saved without an item.
    """
    rows = list(rows)
    try:
        new = _item_body(store, kept, rows)
        if new is not None:
            with store.changing():
                store.keep(kept, rows)
                return _write_item(store, kept.id, *new)
    except StoreError as error:
        raise_unless_damage(error)
    store.keep(kept, rows)
    return False


def _write_item(store: Store, match: str, now: Ack, body: _Body) -> bool:
    """Write an item about a match, unless it equals the last one; return whether it was written."""
    encoded = msgspec.json.encode(body)
    digest = blake2b(encoded, digest_size=16).digest()
    if store.read("select digest from said where match = ?", match) == [(digest,)]:
        return False
    with store.changing() as db:
        db.execute("insert into outbox values (?, ?, ?)", (now.n + 1, match, encoded))
        db.execute("insert or replace into said values (?, ?, ?)", (match, body.over, digest))
        store.set(SETTING, f"{now.series} {now.n + 1}")
    return True


def waiting(store: StoreReader) -> tuple[Item, ...]:
    """Return all waiting items, oldest first, with people's present names."""
    now = counter(store)
    if now is None:
        return ()
    people = store.people()
    items = []
    query = f"select n, {typed('text', 'match')}, {typed('blob', 'body')} from outbox order by n"
    for n, match, encoded in store.read(query):
        # A deleted match's item is empty. Like a damaged one, it still sends its number, to leave no gap.
        body = decoded(encoded, _Body)
        if body is None:
            items.append(Item(now.series, n))
            continue
        current = people.current_plates(match, body.about.plates)
        best = body.about.best_seats([plate.person for plate in current])
        # Drop the id of somebody who was forgotten.
        plates = tuple(
            plate
            if plate.person in people.known and best[plate.person] == player
            else replace(plate, person="")
            for player, plate in enumerate(current)
        )
        about = replace(body.about, plates=plates)
        items.append(Item(now.series, n, about, body.over))
    return tuple(items)


def hello(store: StoreReader) -> Item | None:
    """Return the item with number 0 that announces the table; None if it is in no club."""
    here = ends(store)
    return here and Item(here[0].series, 0, first=here[1])


def count(store: StoreReader) -> int:
    """Return the number of waiting items."""
    return int(store.read("select count(*) from outbox")[0][0])


def acknowledge(store: Store, ack: Ack, fresh: str) -> bool:
    """Delete the items that the desk has acknowledged; return whether anything changed.

    If the desk has more than this store ever sent, an older store was restored here. The waiting items then
    get new numbers in the series `fresh`, since the desk has other items under the old ones.
    """
    now = counter(store)
    if now is None or now.series != ack.series or ack.n < 0:
        return False
    if ack.n <= now.n:
        with store.changing() as db:
            return bool(db.execute("delete from outbox where n <= ?", (ack.n,)).rowcount)
    items = store.read("select match, body from outbox order by n")
    with store.changing() as db:
        db.execute("delete from outbox")
        numbered = [(n, *item) for n, item in enumerate(items, start=1)]
        db.executemany("insert into outbox values (?, ?, ?)", numbered)
        store.set(SETTING, f"{fresh} {len(items)}")
    return True


def _item_body(store: StoreReader, kept: StoredMatch, rows: list[StoredRow]) -> tuple[Ack, _Body] | None:
    """Return the last number, and the match's state after `rows`; None if the club needn't know.

    It needn't know a match that had ended before the table joined, even if that is corrected.
    """
    now = counter(store)
    if now is None:
        return None
    begins = bool(rows) and rows[0].n == 0
    said = [bool(over) for (over,) in store.read("select over from said where match = ?", kept.id)]
    ending = kept.over and (said or store.read("select 1 from match where id = ? and not over", kept.id))
    if not (begins or any(said) or ending):
        return None
    try:
        record = rows if begins else [*store.rows(kept.id), *rows]
        return now, _Body(_public(record, kept), kept.over)
    except Exception:  # noqa: BLE001 - a game that fails to compute its result must not lose the entry
        return None


def _public(rows: list[StoredRow], kept: StoredMatch) -> Played:
    """Return what anybody may know of a match: the result, if it has ended, and nothing of the position."""
    header = header_of(rows[0].entry)
    plates = tuple(plate.recorded for plate in header.plates)
    bare = Played(play_id(header.match), header.game, kept.began, 0, plates, None, header.called or "")
    if not kept.over:
        return bare
    full = played(rows)
    result = full.result
    if result is not None:
        result = MatchResult(result.standings, result.first, 0, result.played, "", None, result.scoring)
    return replace(bare, plates=tuple(plate.recorded for plate in full.plates), result=result)


# In transit: one line of JSON per item.

T = TypeVar("T")


def decoded(text: bytes, form: type[T]) -> T | None:
    """Decode JSON from outside as `form`; None if it isn't that."""
    try:
        return from_json(text, form)
    except NOT_OURS:
        return None


def encode(message: Item | Ack) -> bytes:
    """Encode an item or acknowledgement as JSON, without a line end."""
    return msgspec.json.encode(message)


def read_ack(text: bytes) -> Ack | None:
    """Decode a desk's acknowledgement; None if it can't be read."""
    return decoded(text, Ack)


def read_item(text: bytes) -> Item:
    """Decode a table's item. Raises SetupError if it has no number that could be acknowledged."""
    if len(text) > MOST_BYTES:
        raise SetupError("it is larger than any result")
    item = decoded(text, Item)
    if item is None:
        raise SetupError("it is no result")
    if not ID.fullmatch(item.series) or min(item.n, item.first) < 0 or max(item.n, item.first) > FURTHEST:
        raise SetupError("it has no number")
    return item


def wrong_with(item: Item) -> str:
    """Return why an item's content is invalid; "" if it is valid."""
    about = item.about
    if about is None:
        return ""
    drawn = MatchResult(tuple(Standing(1, False, None, n) for n in range(len(about.plates))), 0, 0, 0, "")
    try:
        if not 0 <= about.began <= FURTHEST:
            raise SetupError("it began at no time")
        if about.result is not None and not item.over:
            raise SetupError("it has ended and hasn't")
        checked_result(replace(about, result=about.result or drawn))
    except SetupError as error:
        return error.short
    people = [plate.person for plate in about.plates if plate.person]
    return "" if len(set(people)) == len(people) else "somebody sits there twice"
