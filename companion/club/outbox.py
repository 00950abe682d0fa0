"""What a table has to say to its club: results with numbers, kept until the desk says that it has them.

An item is written in the transaction of the entry that brought it about, so neither is there without the
other. Its key is the table, the series (drawn when the owner joined) and n, which counts from 1 without gaps.
It holds ids of people; names are looked up when it is read, so that forgetting somebody leaves none here.
Nothing is written for an owner who joined no club, and no journal ever leaves.
"""

from collections.abc import Iterable
from hashlib import blake2b
from typing import TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.book.bgstats import play_id
from companion.book.brought import sound
from companion.book.played import Came, Played, played
from companion.decoding import NOT_OURS, from_json
from companion.errors import NotSaved, SetupError
from companion.game import Standing
from companion.journal import KeptRow, header_of
from companion.people import ID
from companion.store import Kept, Store, only_damage

SETTING = "club"
MOST_BYTES = 128 << 10
"""Of an item on its way; one of 15 players has 3 kB."""
FURTHEST = 1 << 53
"""No number and no time is larger: every reader of JSON takes it exactly."""


class Item(Struct, frozen=True):
    """What a table says: how a match stands. Number 0 only says that the table is there.

    `about` is without `came` while the match goes on, or where it was ended early (`over`); None where the
    table has deleted it. `first` goes with number 0: the desk once had everything before that one.
    """

    series: str
    n: int
    about: Played | None = None
    over: bool = False
    first: int = 0


class Heard(Struct, frozen=True):
    """What a desk says after its commit: it has everything up to `n`."""

    series: str
    n: int


class _Body(Struct, frozen=True):
    about: Played
    over: bool


def counter(store: Store) -> Heard | None:
    """Return the series and the last number that was given in it; None where the owner joined no club."""
    return _counted(store.setting(SETTING, ""))


def ends(store: Store) -> tuple[Heard, int] | None:
    """Return the same, and the first number that waits, or else the next one; by one query."""
    query = "select value, (select min(n) from outbox) from setting where name = ?"
    ((said, first),) = store.read(query, SETTING) or [("", None)]
    here = _counted(said)
    return None if here is None else (here, first or here.n + 1)


def _counted(said: str) -> Heard | None:
    series, _, last = said.partition(" ")
    return Heard(series, int(last)) if series and last.isdecimal() else None


def join(store: Store, series: str) -> None:
    """Have results written down for a club from now on, in a new series (a UUID that nobody drew before)."""
    with store.changing():
        leave(store)
        store.set(SETTING, f"{series} 0")


def leave(store: Store) -> None:
    """Write down nothing more, and throw away what waits."""
    with store.changing() as db:
        db.execute("delete from outbox")
        db.execute("delete from said")
        store.set(SETTING, "")


def keep(store: Store, kept: Kept, rows: Iterable[KeptRow]) -> bool:
    """Keep rows of a match, and with them what the club is to hear of it; NotSaved leaves both undone.

    Tell whether there is anything new for the club. Damage to what it hears of costs no entry.
    """
    rows = list(rows)
    try:
        word = _to_say(store, kept, rows)
        if word is not None:
            with store.changing():
                store.keep(kept, rows)
                return _say(store, kept.id, *word)
    except NotSaved as error:
        only_damage(error)
    store.keep(kept, rows)
    return False


def _say(store: Store, match: str, now: Heard, body: _Body) -> bool:
    """Write down how a match stands; tell whether that is anything new."""
    encoded = msgspec.json.encode(body)
    digest = blake2b(encoded, digest_size=16).digest()
    if store.read("select digest from said where match = ?", match) == [(digest,)]:
        return False
    with store.changing() as db:
        db.execute("insert into outbox values (?, ?, ?)", (now.n + 1, match, encoded))
        db.execute("insert or replace into said values (?, ?, ?)", (match, body.over, digest))
        store.set(SETTING, f"{now.series} {now.n + 1}")
    return True


def waiting(store: Store) -> tuple[Item, ...]:
    """Return all that waits, the oldest first, with the names of today."""
    now = counter(store)
    if now is None:
        return ()
    people = store.people()
    found = []
    for n, match, encoded in store.read("select n, match, body from outbox order by n"):
        # What was deleted is empty; of what is damaged the number stays too, so that all others go on.
        body = decoded(encoded, _Body)
        if body is None:
            found.append(Item(now.series, n))
            continue
        told = people.told(match, body.about.plates)
        best = body.about.best_seats([one.person for one in told])
        # No id leads back to somebody who was forgotten.
        plates = tuple(
            one if one.person in people.known and best[one.person] == player else replace(one, person="")
            for player, one in enumerate(told)
        )
        about = replace(body.about, plates=plates)
        found.append(Item(now.series, n, about, body.over))
    return tuple(found)


def hello(store: Store) -> Item | None:
    """Return what a table says that has nothing to say; None where the owner joined no club."""
    here = ends(store)
    return here and Item(here[0].series, 0, first=here[1])


def count(store: Store) -> int:
    """Return how much waits."""
    return int(store.read("select count(*) from outbox")[0][0])


def heard(store: Store, word: Heard, fresh: str) -> bool:
    """Let go of what the desk has; tell whether anything changed.

    A desk that has more than was ever said here shows that an older store was put back: all that waits gets
    new numbers in the series `fresh`, for the desk has others under these.
    """
    now = counter(store)
    if now is None or now.series != word.series or word.n < 0:
        return False
    if word.n <= now.n:
        with store.changing() as db:
            return bool(db.execute("delete from outbox where n <= ?", (word.n,)).rowcount)
    items = store.read("select match, body from outbox order by n")
    with store.changing() as db:
        db.execute("delete from outbox")
        numbered = [(n, *item) for n, item in enumerate(items, start=1)]
        db.executemany("insert into outbox values (?, ?, ?)", numbered)
        store.set(SETTING, f"{fresh} {len(items)}")
    return True


_OVER_BEFORE = "select 1 from said where match = ? and over"


def _to_say(store: Store, kept: Kept, rows: list[KeptRow]) -> tuple[Heard, _Body] | None:
    """Return the last number, and how a match stands once `rows` are there; None: no club hears of it."""
    now = counter(store)
    begins = bool(rows) and rows[0].n == 0
    if now is None or not (begins or kept.over or store.read(_OVER_BEFORE, kept.id)):
        return None
    try:
        whole = rows if begins else [*store.rows(kept.id), *rows]
        return now, _Body(_public(whole, kept), kept.over)
    except Exception:  # noqa: BLE001 - a game that can't count its own match loses no entry by that
        return None


def _public(rows: list[KeptRow], kept: Kept) -> Played:
    """Return what anybody may know of a match: of an end who came where, and nothing of the position."""
    header = header_of(rows[0].entry)
    plates = tuple(plate.recorded for plate in header.plates)
    one = Played(play_id(header.match), header.game, kept.began, 0, plates, None, header.called or "")
    if not kept.over:
        return one
    found = played(rows)
    came = found.came
    if came is not None:
        came = Came(came.standings, came.first, 0, came.played, "", None, came.scoring)
    return replace(one, plates=tuple(plate.recorded for plate in found.plates), came=came)


# On the way: a line of JSON an item.

T = TypeVar("T")


def decoded(text: bytes, form: type[T]) -> T | None:
    """Read JSON that somebody else wrote; None where it is nothing of this form."""
    try:
        return from_json(text, form)
    except NOT_OURS:
        return None


def encode(word: Item | Heard) -> bytes:
    """Return a line without its end."""
    return msgspec.json.encode(word)


def read_heard(text: bytes) -> Heard | None:
    """Read what a desk says; None where it says nothing that can be read."""
    return decoded(text, Heard)


def read_item(text: bytes) -> Item:
    """Read what a table says; SetupError where it has no number that could be answered."""
    if len(text) > MOST_BYTES:
        raise SetupError("it is larger than any result")
    item = decoded(text, Item)
    if item is None:
        raise SetupError("it is no result")
    if not ID.fullmatch(item.series) or min(item.n, item.first) < 0 or max(item.n, item.first) > FURTHEST:
        raise SetupError("it has no number")
    return item


def wrong_with(item: Item) -> str:
    """Return why what an item says can't be; empty where it can."""
    about = item.about
    if about is None:
        return ""
    came = Came(tuple(Standing(1, False, None, n) for n in range(len(about.plates))), 0, 0, 0, "")
    try:
        if not 0 <= about.began <= FURTHEST:
            raise SetupError("it began at no time")
        if about.came is not None and not item.over:
            raise SetupError("it has ended and hasn't")
        sound(replace(about, came=about.came or came))
    except SetupError as error:
        return error.short
    people = [plate.person for plate in about.plates if plate.person]
    return "" if len(set(people)) == len(people) else "somebody sits there twice"
