"""The desk's PostgreSQL database: what every table sent, and what the organiser decided about it.

Nothing that a table sends overwrites anything: an item is inserted under its table's name or not at all. What
counts is worked out from all items (`ClubResults`).
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any, TypeAlias

import msgspec
import psycopg
from msgspec import Struct
from msgspec.structs import replace
from psycopg.rows import tuple_row

from companion.book.bgstats import uuid
from companion.book.played import Played
from companion.club.outbox import FURTHEST, Ack, Item, read_item, wrong_with
from companion.club.pairs import DREW, LET_OFF, LOST, NOT_PLAYED, WON, PairGame
from companion.decoding import from_json
from companion.errors import SetupError, printable
from companion.people import PersonId
from ui.desk import words

MIGRATIONS = {
    1: """
create table item (id bigserial primary key, table_name text not null, series text not null,
    n bigint not null, at timestamptz not null default now(), body bytea not null,
    held text not null default '', unique (table_name, series, n));
create table reached (table_name text, series text, n bigint not null, primary key (table_name, series));
create table seen (table_name text primary key, at timestamptz not null);
create table trouble (table_name text, what text, times bigint not null default 1,
    at timestamptz not null default now(), primary key (table_name, what));
create table person (id text primary key, name text not null);
create table decision (id bigserial primary key, table_name text not null, match text not null, body bytea,
    reason text not null, at timestamptz not null default now());
create table pod (round integer, table_name text not null, person text,
    at timestamptz not null default now(), primary key (round, person));
""",
    # Their order decides which results belong to a round: clocks may be set.
    2: """
alter table pod add after bigint not null default 0;
update pod set after = (select coalesce(max(id), 0) from item where item.at < pod.at);
""",
    # An existing table was left behind when a backup from before this version was restored.
    3: "drop table if exists tournament; create table tournament (body bytea not null)",
}
"""What each version of the schema adds to the one before. Once released, none is ever changed."""

MOST_ITEMS = 20_000
"""Most items of one table: a hundred a day for half a year. Beyond that it is listed, and ignored."""
MOST_TROUBLES = 200
"""Most kinds of trouble listed for one table."""
_REACHED = "insert into reached values (%s, %s, %s) on conflict (table_name, series) do update set n = %s"
_LOCK = 0x636C7562
"""The advisory lock of writers, so that ids are committed in their order."""

Database: TypeAlias = psycopg.Connection[tuple[Any, ...]]  # rows hold whatever each query selects
Message: TypeAlias = tuple[str, bytes]
"""A table's name, and the line that it sent."""


class Result(Struct, frozen=True):
    """The state of a table's match: what counts, why it doesn't (`held`), why it was changed (`reason`).

    If `over` without `about.result`, it was ended early. `first` is the id under which its end was first
    received, before any correction or undoing: that says which round it belongs to. 0: not yet. `begun` is
    the id under which the match was first received.
    """

    table: str
    id: int
    n: int
    series: str
    at: datetime
    about: Played
    over: bool
    first: int
    begun: int
    held: str = ""
    reason: str = ""

    @property
    def counts(self) -> bool:
        """Whether it is in the standings."""
        return self.about.result is not None and not self.held


def connect(conninfo: str) -> Database:
    """Open the desk's database and bring its schema up to date; psycopg.Error if that fails.

    SetupError if a newer version of the desk has written it.
    """
    db: Database = psycopg.connect(conninfo, autocommit=True, row_factory=tuple_row)
    try:
        with db.transaction():
            db.execute("select pg_advisory_xact_lock(%s)", [_LOCK])
            db.execute("create table if not exists migration (n integer primary key)")
            (version,) = _first_row(db, "select coalesce(max(n), 0) from migration")
            if version > max(MIGRATIONS):
                raise SetupError(words.NEWER)
            for n in range(version + 1, max(MIGRATIONS) + 1):
                db.execute(MIGRATIONS[n])
                db.execute("insert into migration values (%s)", [n])
    except BaseException:
        db.close()
        raise
    return db


def _first_row(db: Database, query: str, *values: object) -> tuple[Any, ...]:
    return db.execute(query, values).fetchall()[0]


# Who is who.


class ClubList:
    """The club's list, by which people are recognized in what tables send."""

    def __init__(self, names: Mapping[PersonId, str]) -> None:
        self.names = names
        uses = Counter(map(str.casefold, names.values()))
        alone = {name.casefold(): one for one, name in names.items() if one == id_of_name(name)}
        self._alone = {name: one for name, one in alone.items() if uses[name] == 1}

    def recognize(self, about: Played) -> Played:
        """Return a match with the list's ids for people who are listed by name alone.

        Each table has drawn an id of its own for them. Of two who share a name, neither is recognized.
        """
        here = {plate.person for plate in about.plates}
        new = here - {""} - self.names.keys()
        names = [plate.name.casefold() if plate.person in new else "" for plate in about.plates]
        ids = [self._alone.get(name, "") if names.count(name) == 1 else "" for name in names]
        plates = tuple(
            plate if one in ("", *here) else replace(plate, person=one)
            for plate, one in zip(about.plates, ids, strict=True)
        )
        return replace(about, plates=plates)


def id_of_name(name: str) -> PersonId:
    """Return the id of somebody who is listed by name alone: the same each time that a list is read."""
    return PersonId(uuid(f"club {name}").lower())


# What tables send.


def store_items(db: Database, messages: Iterable[Message]) -> list[tuple[str, Ack]]:
    """Store what tables sent, in one transaction, and return acknowledgements, to be sent after it.

    Once this returns, everything is durable. A table that sends something impossible is listed in the
    troubles, and changes nobody else's rows. A table that sends another result under a number that had one
    is told that everything up to FURTHEST is here: it then sends all that waits again, in another series.
    """
    touched: dict[tuple[str, str], int] = {}
    with db.transaction(), db.cursor() as cursor:
        db.execute("select pg_advisory_xact_lock(%s)", [_LOCK])
        rules, messages = _Rules(db), list(messages)
        cursor.executemany(
            "insert into seen values (%s, now()) on conflict (table_name) do update set at = now()",
            [[table] for table in dict.fromkeys(table for table, _ in messages)],
        )
        for table, text in messages:
            try:
                item = read_item(text)
            except SetupError as error:
                name_trouble(db, table, error.short)
                continue
            if not item.n or _insert(db, table, item, text, rules):
                touched[table, item.series] = max(item.first, touched.get((table, item.series), 0))
        return [
            (key[0], Ack(key[1], FURTHEST if key in rules.clashed else _reached(db, *key, first)))
            for key, first in touched.items()
        ]


class _Rules:
    """What items are checked against: the club's people, and who sits where in this round."""

    def __init__(self, db: Database) -> None:
        self._db, self._list = db, ClubList(people(db))
        sits = "select person, table_name from pod where round = (select max(round) from pod)"
        self._sits: dict[str, str] = dict(db.execute(sits).fetchall())
        self._counts: dict[str, int] = {}
        self.clashed: set[tuple[str, str]] = set()
        """Tables and series in which a number had another result: an older store was restored there."""

    def full(self, table: str) -> bool:
        """Return whether a table has sent more than it may, after counting one more."""
        counts = self._counts
        if table not in counts:
            (counts[table],) = _first_row(self._db, "select count(*) from item where table_name = %s", table)
        counts[table] += 1
        return counts[table] > MOST_ITEMS

    def judge(self, table: str, item: Item) -> tuple[str, str]:
        """Return why an item is held until the organiser decides, and which trouble to list for its table."""
        held, about = wrong_with(item), self._list.recognize(item.about) if item.about else None
        ids = [plate.person for plate in about.plates if plate.person] if about else []
        elsewhere = any(self._sits.get(person, table) != table for person in ids)
        if elsewhere and not held and about and about.result:
            held = "" if self._ended(table, about.id) else words.SITS_ELSEWHERE
        strange = self._list.names and not self._list.names.keys() >= set(ids)
        return held, held or (words.STRANGERS if strange else "")

    def _ended(self, table: str, match: str) -> bool:
        """Return whether a table's match had ended and counted before, in a round in which they sat there."""
        query = "select body from item where table_name = %s and held = '' and position(%s in body) > 0"
        found = (read_item(bytes(body)).about for (body,) in self._db.execute(query, [table, match.encode()]))
        return any(about is not None and about.id == match and about.result is not None for about in found)


def _insert(db: Database, table: str, item: Item, text: bytes, rules: _Rules) -> bool:
    """Insert an item; return whether it may be acknowledged."""
    key, key_columns = [table, item.series, item.n], "table_name = %s and series = %s and n = %s"
    for (before,) in db.execute(f"select body from item where {key_columns}", key):
        if not _same(read_item(bytes(before)), item):
            name_trouble(db, table, words.ANOTHER_UNDER_ITS_NUMBER)
            rules.clashed.add((table, item.series))
        return True
    if rules.full(table):
        name_trouble(db, table, words.TOO_MANY)
        return False
    held, wrong = rules.judge(table, item)
    if wrong:
        name_trouble(db, table, wrong)
    values = "(table_name, series, n, body, held) values (%s, %s, %s, %s, %s)"
    db.execute(f"insert into item {values} on conflict do nothing", [*key, text, held])
    return True


def _same(item: Item, other: Item) -> bool:
    """Return whether two items say the same; players may have been renamed or forgotten between them."""
    contents = [(at.about.id, at.about.game, at.about.result, at.over) for at in (item, other) if at.about]
    return contents[1:] in ([], contents[:1])


def _reached(db: Database, table: str, series: str, first: int) -> int:
    """Return the number up to which a series is complete here, and save it.

    Items before the `first` that a table still has were here once: an older backup has been restored.
    """
    saved = "select coalesce(max(n), 0) from reached where table_name = %s and series = %s"
    (before,) = _first_row(db, saved, table, series)
    mine = "from item where table_name = %s and series = %s and n > %s"
    last = max(before, first - 1)
    if last > before:
        (here,) = _first_row(db, f"select count(*) {mine} and n <= %s", table, series, before, last)
        if here < last - before:
            name_trouble(db, table, words.GONE.format(last - before - here))
    # Everything after it that follows without a gap.
    (last,) = _first_row(
        db,
        "select coalesce(max(n), %s) from"
        f" (select n, row_number() over (order by n) as k {mine}) as behind where n = k + %s",
        *(last, table, series, last, last),
    )
    if last != before:
        db.execute(_REACHED, [table, series, last, last])
    return int(last)


def sent_by_another(db: Database, table: str, lines: Iterable[bytes]) -> str:
    """Return the other table that these lines are from, "" if none is known."""
    series = []
    for line in lines:
        with suppress(SetupError):
            series.append(read_item(line).series)
    query = "select min(table_name) from reached where series = any(%s) and table_name <> %s"
    return _first_row(db, query, series, table)[0] or ""


def name_trouble(db: Database, table: str, trouble: str) -> None:
    """List a table as having sent something impossible."""
    listed = db.execute("select what from trouble where table_name = %s", [table]).fetchall()
    trouble = printable(trouble)[:200].replace("\0", "")
    if len(listed) >= MOST_TROUBLES and (trouble,) not in listed:
        trouble = words.MORE_TROUBLES
    db.execute(
        "insert into trouble (table_name, what) values (%s, %s) on conflict (table_name, what) do update"
        " set times = trouble.times + 1, at = now()",
        [table, trouble],
    )


# What follows from it.


class ClubResults:
    """The state of every match, kept up to date by reading only what is new."""

    def __init__(self) -> None:
        self._begin(None, {})

    def _begin(self, tables: int | None, names: Mapping[PersonId, str]) -> None:
        self._tables, self._list = tables, ClubList(names)
        self._last_row = self._decided = 0
        self._latest: dict[tuple[str, str], Result] = {}
        self._decisions: dict[tuple[str, str], tuple[Played | None, str]] = {}

    def read(self, db: Database) -> list[Result]:
        """Return the results of all matches, the last received first."""
        # A restored backup has created the tables again, and another list has other people: nothing from
        # before holds.
        (tables,) = _first_row(db, "select 'item'::regclass::oid")
        names = people(db)
        if (tables, names) != (self._tables, self._list.names):
            self._begin(tables, names)
        for row, table, series, n, at, body, held in db.execute(
            "select id, table_name, series, n, at, body, held from item where id > %s order by id",
            [self._last_row],
        ):
            self._last_row, item = row, read_item(bytes(body))
            if item.about is not None and held in ("", words.SITS_ELSEWHERE):
                before = self._latest.get((table, item.about.id))
                # Within a series the higher number is the later one, whenever it came.
                if before is None or before.series != series or before.n < n:
                    ended_at = row if item.about.result is not None else 0
                    first = (before.first if before is not None else 0) or ended_at
                    begun = before.begun if before is not None else row
                    played = self._list.recognize(item.about)
                    result = Result(table, row, n, series, at, played, item.over, first, begun, held)
                    self._latest[table, item.about.id] = result
        for row, table, match, body, reason in db.execute(
            "select id, table_name, match, body, reason from decision where id > %s order by id",
            [self._decided],
        ):
            about = None if body is None else from_json(bytes(body), Played)
            self._decided, self._decisions[table, match] = row, (about, reason)
        return sorted(map(self._with_decision, self._latest.values()), key=lambda last: -last.id)

    def _with_decision(self, result: Result) -> Result:
        about, reason = self._decisions.get((result.table, result.about.id), (result.about, None))
        if reason is None:
            return result
        if about is None:
            return replace(result, held=words.STRUCK, reason=reason)
        return replace(result, about=about, over=True, held="", reason=reason)


def decide(db: Database, result: Result, about: Played | None, reason: str) -> None:
    """Make a result count as the organiser says, or not at all (None), whatever its table sends later."""
    body = None if about is None else msgspec.json.encode(about)
    insert = "insert into decision (table_name, match, body, reason) values (%s, %s, %s, %s)"
    db.execute(insert, [result.table, result.about.id, body, reason])


def people(db: Database) -> dict[PersonId, str]:
    """Return the club's list: names by id."""
    rows = db.execute("select id, name from person order by name, id")
    return {PersonId(person): name for person, name in rows}


def add_people(db: Database, listed: Mapping[PersonId, str]) -> None:
    """Add people to the club's list; those already on it get these names."""
    insert = "insert into person values (%s, %s) on conflict (id) do update set name = excluded.name"
    with db.transaction(), db.cursor() as cursor:
        cursor.executemany(insert, list(listed.items()))


def change_ids(db: Database, ids: Mapping[PersonId, PersonId]) -> None:
    """Change people's ids, also in rounds, in a tournament and in the organiser's decisions."""
    with db.transaction():
        for old, new in ids.items():
            if db.execute("delete from person where id = %s", [old]).rowcount:
                db.execute(
                    "update pod set person = %s where person = %s and not exists"
                    " (select from pod as one where one.round = pod.round and one.person = %s)",
                    [new, old, new],
                )
                for (body,) in db.execute("select body from tournament").fetchall():
                    db.execute("update tournament set body = %s", [body.replace(old.encode(), new.encode())])
                decided = "select id, body from decision where position(%s in body) > 0"
                for row, body in db.execute(decided, [old.encode()]).fetchall():
                    changed = bytes(body).replace(old.encode(), new.encode())
                    db.execute("update decision set body = %s where id = %s", [changed, row])


def troubles(db: Database) -> list[tuple[str, str, int, datetime]]:
    """Return the troubles: table, what, how often, and when last."""
    return db.execute("select table_name, what, times, at from trouble order by at desc").fetchall()


def last_heard(db: Database) -> dict[str, datetime]:
    """Return when each table was last heard."""
    return dict(db.execute("select table_name, at from seen").fetchall())


def rounds(db: Database) -> dict[int, dict[str, list[str]]]:
    """Return who sat where in every round, the first round first."""
    seats: dict[int, dict[str, list[str]]] = {}
    for number, table, person in db.execute("select round, table_name, person from pod order by 1, 2, 3"):
        seats.setdefault(number, {}).setdefault(table, []).append(person)
    return seats


def before_rounds(db: Database) -> dict[int, int]:
    """Return the last item id before each round."""
    return dict(db.execute("select round, max(after) from pod group by round").fetchall())


def draw(db: Database, pods: Mapping[str, Sequence[str]]) -> int:
    """Save a new round, by table; return its number."""
    with db.transaction(), db.cursor() as cursor:
        db.execute("select pg_advisory_xact_lock(%s)", [_LOCK])
        (number,) = _first_row(db, "select coalesce(max(round), 0) + 1 from pod")
        rows = [(number, table, person) for table, pod in pods.items() for person in pod]
        values = "select %s, %s, %s, coalesce(max(id), 0) from item"
        cursor.executemany(f"insert into pod (round, table_name, person, after) {values}", rows)
    return int(number)


def continue_tournament(db: Database, names: Mapping[str, str], played: Sequence[Sequence[PairGame]]) -> None:
    """Continue a tournament of pairs that began elsewhere; SetupError once a round was drawn here."""
    with db.transaction():
        if rounds(db):
            raise SetupError(words.TOO_LATE)
        add_people(db, {PersonId(person): name for person, name in names.items()})
        db.execute("delete from tournament")
        db.execute("insert into tournament values (%s)", [msgspec.json.encode((list(names), played))])


def games(db: Database) -> tuple[dict[str, str], list[list[PairGame]]]:
    """Return who plays, in order, and the games by round, with NOT_PLAYED for a missing result.

    SetupError if more than two sat at a table.
    """
    begun = db.execute("select body from tournament").fetchone()
    order, games_by_round = from_json(begun[0], tuple[list[str], list[list[PairGame]]]) if begun else ([], [])
    everybody = {str(person): name for person, name in people(db).items()}
    results = sorted(ClubResults().read(db), key=lambda result: result.first)
    places = [(result.first, _places(result.about)) for result in results if result.counts]
    after, drawn = before_rounds(db), rounds(db)

    def game(number: int, pod: list[str]) -> PairGame:
        # A pair that didn't play may be drawn again.
        again = (after[later] for later in drawn if later > number and pod in drawn[later].values())
        own = range(after[number] + 1, min(again, default=FURTHEST) + 1)
        return _game(tuple(pod), next((at for n, at in places if n in own and at.keys() == {*pod}), None))

    for number, pods in drawn.items():
        if any(len(pod) > 2 for pod in pods.values()):
            raise SetupError(words.NOT_OF_TWO)
        games_by_round.append([game(number, pod) for pod in pods.values()])
    return {person: everybody[person] for person in (*order, *everybody)}, games_by_round


def _places(about: Played) -> dict[str, int]:
    """Return places by person."""
    standings = about.result.standings if about.result else ()
    return {plate.person: at.place for plate, at in zip(about.plates, standings, strict=True)}


def _game(pair: tuple[str, ...], places: Mapping[str, int] | None) -> PairGame:
    if places is None or len(pair) == 1:
        return PairGame(pair, LET_OFF if len(pair) == 1 else NOT_PLAYED)
    first, second = (places[person] for person in pair)
    return PairGame(pair, DREW if first == second else WON if first < second else LOST)


def now(db: Database) -> datetime:
    """Return the time of the database's clock, which dates everything here."""
    time: datetime = _first_row(db, "select clock_timestamp()")[0]
    return time
