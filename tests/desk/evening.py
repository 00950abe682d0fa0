"""A club's evening from the first join file to the backup, with everything real but the screens: 20 tables.

Part of `make test-desk`; ordinary test runs don't collect it.
"""

import json
import re
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from uuid import UUID, uuid4

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from companion import register
from companion.book.bgstats import play_id
from companion.book.played import Played
from companion.club import outbox
from companion.club.mailbox import Mailbox
from companion.club.outbox import Item, encode
from companion.club.rounds import met
from companion.copies import stored_match
from companion.people import PersonId
from companion.store import Store
from tests.companion.ended import ended, seated
from tests.companion.test_people import person
from tests.desk import rig
from tests.desk.test_broker import Speaker
from ui.console import club
from ui.desk import database, words
from ui.desk.broker import OUT
from ui.desk.cli import main
from ui.desk.courier import Courier, carry
from ui.desk.database import ClubResults

if rig.missing():
    pytest.skip(f"not installed here: {rig.missing()}", allow_module_level=True)

PATIENCE = 240.0
NAMES = [f"table-{n:02}" for n in range(20)]
LIAR = NAMES[-1]
PEOPLE = [person(f"Person {n:02}", n) for n in range(100, 160)]
BY_ID = {one.id: one for one in PEOPLE}
ROW = re.compile(r"<tr><td>(\d+)<td>([^<]+)<td>(\d+)<td>(\d+)<td>([\d.]+)")
ITEMS = "select table_name, series, n, body, held from item where table_name <> %s order by 1, 2, 3"


class Table:
    """A store, the folder next to it, and the courier, which has joined with a file."""

    def __init__(self, folder: Path, join: bytes) -> None:
        self.store, self.mailbox = Store(folder / "matches.db"), Mailbox(folder / "club")
        self.courier: Courier | None = None
        self.played = 0
        assert "join" in club.join(self.store, self.mailbox, join).lower()

    def step(self) -> None:
        self.mailbox.exchange(self.store, lambda: str(uuid4()))
        self.courier = carry(self.mailbox, self.courier, time.monotonic())

    def plays(self, name: str, sat: list[str]) -> str:
        """Play a match of three to its end; return the desk's name for it."""
        new = [BY_ID[PersonId(one)] for one in sat if PersonId(one) not in self.store.people().known]
        register.add(self.store, new)
        match = seated(ended("sheet"), name, tuple(BY_ID[PersonId(one)].plate for one in sat), self.played)
        outbox.keep(self.store, stored_match(match), match.rows())
        self.played += 1
        return play_id(name)

    def close(self) -> None:
        if self.courier is not None:
            self.courier.close()
        self.store.close()


class Club:
    """The desk's folder and programs, and the tables."""

    def __init__(self, folder: Path) -> None:
        (folder / "engines").mkdir()
        self.folder, self.path = folder, folder / "desk"
        self.database = rig.Database(folder / "engines")
        self.database.start()
        self.database.ready()
        self.run("make", "--port", str(rig.free_port()), "--database", self.database.where)
        self.tables: dict[str, Table] = {}
        for name in NAMES:
            self.run("table", "add", name)
            (folder / name).mkdir()
            self.tables[name] = Table(folder / name, (self.path / f"{name}.json").read_bytes())
        self.broker = rig.broker(self.path)
        self.broker.start()
        self.desk = rig.desk(self.path, folder / "desk.log")
        self.desk.start()

    def run(self, *words: str) -> str:
        done = CliRunner().invoke(main, ["--folder", str(self.path), *words])
        assert done.exit_code == 0, done.output
        return done.output

    def page(self, name: str) -> str:
        path = self.path / "pages" / f"{name}.html"
        return path.read_text() if path.exists() else ""

    def until(self, there: Callable[[], object]) -> None:
        """Step all tables until the condition holds."""
        end = time.monotonic() + PATIENCE
        while not there():
            assert time.monotonic() < end, (self.folder / "desk.log").read_text()
            for table in self.tables.values():
                table.step()
            time.sleep(0.02)

    def arrived(self) -> bool:
        return all(outbox.count(table.store) == 0 for table in self.tables.values())

    def close(self) -> None:
        for table in self.tables.values():
            table.close()
        for engine in (self.desk, self.broker, self.database):
            engine.kill()


@pytest.fixture(name="night")
def opened() -> Iterator[Club]:
    with tempfile.TemporaryDirectory(prefix="companion-desk-") as path, ExitStack() as stack:
        Path(path).chmod(0o755)
        night = Club(Path(path))
        stack.callback(night.close)
        yield night


def points(results: list[Played]) -> dict[str, tuple[int, float]]:
    """Return matches and points by name from places alone; points are the share of the others left behind."""
    found: defaultdict[str, list[float]] = defaultdict(list)
    for one in results:
        assert one.result is not None
        places = [at.place for at in one.result.standings]
        for plate, mine in zip(one.plates, places, strict=True):
            behind = sum((place > mine) + (place == mine) / 2 for place in places) - 0.5
            found[plate.name].append(behind / (len(places) - 1))
    return {name: (len(each), round(sum(each), 2)) for name, each in found.items()}


def standings(night: Club) -> dict[str, tuple[int, float]]:
    rows = ROW.findall(night.page("standings"))
    return {name: (int(matches), float(got)) for _, name, matches, _, got in rows}


def test_an_evening(night: Club, tmp_path: Path) -> None:
    (tmp_path / "club.csv").write_text("".join(f"{one.name},{one.id}\n" for one in PEOPLE))
    assert "60 people" in night.run("people", str(tmp_path / "club.csv"))
    with database.connect(night.database.where) as db:
        played = _rounds(night, db)
        _correction(night, db)
        _a_liar(night, db, played)
        assert standings(night) == points([one.about for one in ClubResults().read(db) if one.counts])
        _files(night, tmp_path, played)
    _backup(night, tmp_path)
    assert "Traceback" not in (night.folder / "desk.log").read_text()


def _rounds(night: Club, db: database.Database) -> list[str]:
    """Two rounds of pods of three: nobody meets twice, all results arrive once, the wall shows the last."""
    played = []
    for number in (1, 2):
        output = night.run("round", "--at-a-table", "3", "--seed", str(number))
        why = "nobody has met yet" if number == 1 else "Nobody here has sat with any of the others before"
        assert output.count(why) == 20
        pods = database.rounds(db)[number]
        assert sorted(pods) == NAMES
        played += [night.tables[name].plays(f"{name} {number}", sat) for name, sat in pods.items()]
        night.until(night.arrived)
    assert max(met(pods.values() for pods in database.rounds(db).values()).values()) == 1
    results = ClubResults().read(db)
    assert sorted(one.about.id for one in results) == sorted(played)
    assert all(one.counts for one in results)
    night.until(lambda: all(one[:8] in night.page("wall") for one in played))
    night.until(lambda: standings(night) == points([one.about for one in results]))
    night.until(lambda: words.LATE not in night.page("tables"))
    assert words.MISSING not in night.page("tables")
    return played


def _correction(night: Club, db: database.Database) -> None:
    """The organiser corrects a result and gives a reason; the standings follow."""
    before, one = standings(night), next(one for one in ClubResults().read(db) if one.table == NAMES[5])
    assert one.about.result is not None
    last = len(one.about.plates) + 1
    turned = zip(one.about.plates, (last - at.place for at in one.about.result.standings), strict=True)
    places = [word for plate, place in turned for word in ("--place", f"{plate.name}={place}")]
    night.run("correct", one.table, one.about.id[:8], *places, "--reason", "misread <the sheet>")
    night.until(lambda: "corrected: misread &lt;the sheet&gt;" in night.page("wall"))
    changed = [each.about for each in ClubResults().read(db)]
    night.until(lambda: standings(night) == points(changed))
    assert standings(night) != before


def _a_liar(night: Club, db: database.Database, played: list[str]) -> None:
    """A table's impossible results change nobody else's rows, and the page names that table alone."""
    before, counted = db.execute(ITEMS, [LIAR]).fetchall(), standings(night)
    mine = next(one for one in ClubResults().read(db) if one.table == LIAR)
    other = next(one for one in ClubResults().read(db) if one.table == NAMES[0])
    table = night.tables[LIAR]
    join, now = table.mailbox.joined(), outbox.counter(table.store)
    assert join is not None
    assert now is not None
    table.close()
    del night.tables[LIAR]
    assert mine.about.result is not None
    turned = tuple(replace(at, place=4 - at.place, won=at.place == 3) for at in mine.about.result.standings)
    forged = replace(mine.about, result=replace(mine.about.result, standings=turned))
    stranger = replace(mine.about.plates[0], person=str(UUID(int=4 << 76 | 8 << 60 | 999)))
    forged_lines = [
        encode(Item(mine.series, now.n + 1, replace(other.about, id=play_id("lie 1")), over=True)),
        encode(Item(other.series, 1, replace(other.about, id=play_id("lie 2")), over=True)),
        encode(Item(mine.series, now.n + 2, replace(mine.about, game="chess"), over=True)),
        encode(Item(mine.series, now.n + 3, replace(mine.about, plates=(stranger, *mine.about.plates[1:])))),
        encode(Item(mine.series, mine.n, forged, over=True)),
        # An old item again, one that isn't an item, and nothing.
        encode(Item(mine.series, mine.n, mine.about, over=True)), b"[" * 100_000, b"",
    ]  # fmt: skip
    liar = Speaker(join, join.port)
    assert liar.door.get(timeout=PATIENCE)
    for lie in forged_lines:
        liar.say(OUT.format(LIAR), lie)
        liar.say(OUT.format(NAMES[0]), lie)
    liar.client.publish(OUT.format(LIAR), b"x" * (1 << 20))
    night.until(lambda: words.SITS_ELSEWHERE in night.page("tables"))
    night.until(lambda: words.ANOTHER_UNDER_ITS_NUMBER in night.page("tables"))
    night.until(lambda: "no result" in night.page("tables"))
    liar.close()
    assert db.execute(ITEMS, [LIAR]).fetchall() == before
    assert {table for table, *_ in database.troubles(db)} == {LIAR}
    counting = {one.about.id for one in ClubResults().read(db) if one.counts}
    assert counting >= {*played} - {mine.about.id}
    assert not counting & {play_id("lie 1"), play_id("lie 2")}
    # Its word counts for its own people; nothing has changed for the others.
    names = {plate.name for plate in mine.about.plates}
    night.until(lambda: _without(standings(night), names) == _without(counted, names))


def _without(rows: dict[str, tuple[int, float]], names: set[str]) -> dict[str, tuple[int, float]]:
    return {name: row for name, row in rows.items() if name not in names}


def _files(night: Club, tmp_path: Path, played: list[str]) -> None:
    """Everything that counts is exported as a table and for BG Stats."""
    for suffix in ("csv", "bgsplay"):
        night.run("results", str(tmp_path / f"out.{suffix}"))
    table = (tmp_path / "out.csv").read_text()
    plays = json.loads((tmp_path / "out.bgsplay").read_text())["plays"]
    assert all(one in table for one in played)
    assert {one["uuid"] for one in plays} >= set(played)
    assert all(one.name in table for one in PEOPLE)


def _backup(night: Club, tmp_path: Path) -> None:
    """A restored backup brings back its time; tables resend what they still have, and gaps are named."""
    every = "select table_name, series, n, body, held from item order by 1, 2, 3"
    night.run("backup", str(tmp_path / "desk.dump"))
    with database.connect(night.database.where) as db:
        then, name = db.execute(every).fetchall(), NAMES[3]
        sat = [*database.rounds(db)[2][name]]
        night.tables[name].plays("after the backup", sat)
        night.until(night.arrived)
        assert len(db.execute(every).fetchall()) == len(then) + 1
    night.desk.kill()
    assert words.RESTORED in night.run("restore", str(tmp_path / "desk.dump"))
    with database.connect(night.database.where) as db:
        assert db.execute(every).fetchall() == then
        night.desk.start()
        night.tables[name].plays("and on", sat)
        night.until(night.arrived)
        assert len(db.execute(every).fetchall()) == len(then) + 1
        assert (name, words.GONE.format(1)) in {(table, what) for table, what, *_ in database.troubles(db)}
        assert any(one.reason for one in ClubResults().read(db))
