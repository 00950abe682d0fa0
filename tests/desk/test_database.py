"""The desk's database, a real one: no result twice, no table's rows changed by another, liars named."""

import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

import psycopg
import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from companion.book.bgstats import play_id
from companion.book.played import Played
from companion.clock import WallTime
from companion.club import outbox
from companion.club.mailbox import Join
from companion.club.outbox import Ack, Item, encode
from companion.club.pairs import LET_OFF, LOST, NOT_PLAYED, NOT_YET, WON, PairGame, trf
from companion.copies import stored_match
from companion.errors import SetupError
from companion.people import PersonId
from companion.store import Store
from tests.companion.ended import ended, seated
from tests.companion.test_people import ADA, BOB, CEM
from tests.desk import rig
from ui.desk import database, words
from ui.desk.broker import DeskFolder
from ui.desk.cli import main
from ui.desk.database import ClubResults, Database, Message, id_of_name, store_items
from ui.desk.listening import serve
from ui.desk.pages import DeskPages, wall

if rig.missing():
    pytest.skip(f"not installed here: {rig.missing()}", allow_module_level=True)

A, B = "00000000-0000-4000-8000-00000000000a", "00000000-0000-4000-8000-00000000000b"

ITEMS = "select table_name, series, n, body, held from item"


@pytest.fixture(name="engine", scope="module")
def running() -> Iterator[rig.Database]:
    # Not in pytest's folder: the unprivileged user has no access to that.
    with tempfile.TemporaryDirectory(prefix="companion-desk-") as folder:
        Path(folder).chmod(0o755)
        engine = rig.Database(Path(folder))
        engine.start()
        try:
            engine.ready()
            yield engine
        finally:
            engine.kill()


@pytest.fixture(name="db")
def empty(engine: rig.Database) -> Iterator[Database]:
    with psycopg.connect(engine.where, autocommit=True) as db:
        db.execute("drop schema public cascade")
        db.execute("create schema public")
    with database.connect(engine.where) as db:
        yield db


@pytest.fixture(name="desk")
def folder(db: Database, engine: rig.Database, tmp_path: Path) -> Path:
    desk = tmp_path / "desk"
    DeskFolder.make(desk, "127.0.0.1", 1883, engine.where)
    for table in ("kitchen", "attic"):
        DeskFolder(desk).add(table)
    return desk


def run(desk: Path, *words: str, fails: bool = False) -> str:
    done = CliRunner().invoke(main, ["--folder", str(desk), *words])
    assert bool(done.exit_code) == fails, done.output
    assert "Traceback" not in done.output
    return done.output


def about(name: str = "m1") -> Played:
    """Return a table's report of a match of Ada, Bob and guests that Ada won or lost."""
    match = seated(ended("sheet"), name, (ADA.plate, BOB.plate))
    found = outbox._public(match.rows(), stored_match(match))
    named = {ADA.id: "Ada", BOB.id: "Bob"}
    plates = tuple(replace(one, name=named.get(PersonId(one.person), one.name)) for one in found.plates)
    return replace(found, plates=plates)


def line(n: int, one: Played | None, series: str = A, *, over: bool = True, first: int = 0) -> bytes:
    return encode(Item(series, n, one, over, first))


def troubles(db: Database) -> dict[tuple[str, str], int]:
    return {(table, what): times for table, what, times, _ in database.troubles(db)}


def test_everything_is_there_once_and_the_answer_stops_at_the_first_gap(db: Database) -> None:
    assert store_items(db, [("kitchen", line(2, about("m2")))]) == [("kitchen", Ack(A, 0))]
    around = [("kitchen", line(1, about("m1"))), ("kitchen", line(4, about("m4")))]
    assert store_items(db, around) == [("kitchen", Ack(A, 2))]
    again = [("kitchen", line(n, about(f"m{n}"))) for n in (1, 2, 3, 4)]
    assert store_items(db, again * 3) == [("kitchen", Ack(A, 4))]
    assert db.execute("select count(*) from item").fetchone() == (4,)
    assert troubles(db) == {}


def test_a_correction_counts_and_an_old_message_again_changes_nothing(db: Database) -> None:
    first = about()
    assert first.result is not None
    turned = tuple(replace(one, place=len(first.plates) + 1 - one.place) for one in first.result.standings)
    later = replace(first, result=replace(first.result, standings=turned))
    results = ClubResults()
    store_items(db, [("kitchen", line(1, first))])
    assert [one.about for one in results.read(db)] == [first]
    # The later item arrived before the earlier one: the later one counts.
    store_items(db, [("kitchen", line(3, later))])
    store_items(db, [("kitchen", line(2, first)), ("kitchen", line(1, first))])
    assert [one.about for one in results.read(db)] == [later]
    assert [one.about for one in ClubResults().read(db)] == [later]


LIES = {
    "nothing": b"", "no json": b"{", "100 MB would be cut": b"x" * 200_000, "a deep one": b"[" * 100_000,
    "zero bytes": b"\0" * 99,
}  # fmt: skip


@pytest.mark.parametrize("lie", LIES.values(), ids=LIES)
def test_a_line_that_is_none_is_named_and_not_answered(lie: bytes, db: Database) -> None:
    assert store_items(db, [("kitchen", lie), ("attic", line(1, about()))]) == [("attic", Ack(A, 1))]
    ((table, _),) = troubles(db)
    assert table == "kitchen"


def test_a_table_that_lies_changes_nobody_elses_rows_and_is_named(db: Database) -> None:
    database.add_people(db, {ADA.id: "Ada", BOB.id: "Bob"})
    store_items(db, [("kitchen", line(1, about()))])
    before = db.execute(ITEMS).fetchall()
    good = about()
    chess = replace(about("m2"), game="chess")
    first, *others = good.plates
    strangers = replace(about("m3"), plates=(replace(first, person=str(CEM.id)), *others))
    # The kitchen's match and numbers under another table's name, a wrong game, people on nobody's list.
    store_items(
        db,
        [
            ("attic", line(1, replace(good, called="lies"))),
            ("attic", line(2, chess)),
            ("attic", line(3, strangers)),
        ],
    )
    kitchens = "select table_name, series, n, body, held from item where table_name = 'kitchen'"
    rows = db.execute(kitchens).fetchall()
    assert rows == before
    assert ("attic", words.STRANGERS) in troubles(db)
    assert len(troubles(db)) >= 2
    assert {table for table, _ in troubles(db)} == {"attic"}
    assert [one.about for one in ClubResults().read(db) if one.table == "kitchen"] == [good]
    # An impossible item is stored as it came, so that the table needn't send it for ever.
    assert store_items(db, [("attic", line(0, None))]) == [("attic", Ack(A, 3))]


def test_another_result_under_a_number_that_had_one_is_named_and_changes_nothing(db: Database) -> None:
    store_items(db, [("kitchen", line(1, about()))])
    store_items(db, [("kitchen", line(1, about("forged")))])
    assert troubles(db) == {("kitchen", words.ANOTHER_UNDER_ITS_NUMBER): 1}
    assert [one.about for one in ClubResults().read(db)] == [about()]


def test_what_is_played_after_an_older_store_was_put_back_counts(db: Database, tmp_path: Path) -> None:
    """As when a card is written again: the desk confirmed the new results under their old numbers, unread."""
    with Store(tmp_path / "m.db") as store:
        outbox.join(store, A)
        store_items(db, [("kitchen", line(n, about("before"))) for n in (1, 2)])
        for name in ("m1", "m2"):
            match = seated(ended("sheet"), name, (ADA.plate, BOB.plate))
            outbox.keep(store, stored_match(match), match.rows())
        for _ in range(2):
            for _, word in store_items(db, [("kitchen", encode(one)) for one in outbox.waiting(store)]):
                outbox.acknowledge(store, word, B)
        assert outbox.count(store) == 0
    played = {about("before").id, *map(play_id, ("m1", "m2"))}
    assert {one.about.id for one in ClubResults().read(db)} == played


def test_who_got_another_name_meanwhile_is_no_lie(db: Database) -> None:
    one = about()
    store_items(db, [("kitchen", line(1, one))])
    other = replace(one, plates=tuple(replace(plate, name="Zo\u00eb", person="") for plate in one.plates))
    store_items(db, [("kitchen", line(1, other))])
    assert troubles(db) == {}


def test_a_table_that_says_too_much_is_heard_no_more(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "MOST_ITEMS", 3)
    monkeypatch.setattr(database, "MOST_TROUBLES", 2)
    many = [("kitchen", line(n, about(f"m{n}"))) for n in range(1, 9)]
    assert store_items(db, many) == [("kitchen", Ack(A, 3))]
    assert troubles(db) == {("kitchen", words.TOO_MANY): 5}
    for n in range(9):
        database.name_trouble(db, "kitchen", f"trouble {n}\0\x1b")
    assert len(troubles(db)) == 3


def test_a_result_of_people_elsewhere_waits_until_the_organiser_counts_it(db: Database, desk: Path) -> None:
    database.add_people(db, {ADA.id: "Ada", BOB.id: "Bob", CEM.id: "Cem"})
    database.draw(db, {"attic": [ADA.id, BOB.id, CEM.id]})
    store_items(db, [("kitchen", line(1, about()))])
    (held,) = ClubResults().read(db)
    assert not held.counts
    assert troubles(db) == {("kitchen", words.SITS_ELSEWHERE): 1}
    run(desk, "correct", "kitchen", held.about.id[:8], "--count", "--reason", "they swapped")
    (one,) = ClubResults().read(db)
    assert one.counts
    assert one.reason == "they swapped"


def duel(name: str, *, bob_wins: bool = False) -> Played:
    """Return a table's report of a match of Ada and Bob alone."""
    one = about(name)
    assert one.result is not None
    first, second = one.result.standings[:2]
    places = (2, 1) if bob_wins else (1, 2)
    standings = tuple(replace(at, place=place) for at, place in zip((first, second), places, strict=True))
    return replace(one, plates=one.plates[:2], result=replace(one.result, standings=standings))


def test_a_correction_counts_in_its_own_round_after_the_next_was_drawn(db: Database) -> None:
    database.add_people(db, {ADA.id: "Ada", BOB.id: "Bob", CEM.id: "Cem"})
    database.draw(db, {"attic": [ADA.id, BOB.id], words.ALONE: [CEM.id]})
    store_items(db, [("attic", line(1, duel("m1")))])
    database.draw(db, {"attic": [ADA.id, CEM.id], words.ALONE: [BOB.id]})
    store_items(db, [("attic", line(2, duel("m1", bob_wins=True)))])
    (one,) = ClubResults().read(db)
    assert one.counts
    assert troubles(db) == {}
    _, (first, second) = database.games(db)
    assert first == [PairGame((ADA.id, BOB.id), LOST), PairGame((CEM.id,), LET_OFF)]
    assert second == [PairGame((ADA.id, CEM.id), NOT_PLAYED), PairGame((BOB.id,), LET_OFF)]


def test_a_friendly_that_is_corrected_later_is_no_game_of_the_round(db: Database) -> None:
    """It once replaced the round's own result, because the friendly had begun before."""
    database.add_people(db, {ADA.id: "Ada", BOB.id: "Bob"})
    store_items(db, [("attic", line(1, duel("friendly")))])
    database.draw(db, {"attic": [ADA.id, BOB.id]})
    real = replace(duel("real", bob_wins=True), began=WallTime(duel("real").began + 1))
    store_items(db, [("attic", line(2, real))])
    corrected = duel("friendly")
    assert corrected.result is not None
    store_items(db, [("attic", line(3, replace(corrected, result=replace(corrected.result, played=60_000))))])
    assert database.games(db)[1] == [[PairGame((ADA.id, BOB.id), LOST)]]


def test_a_friendly_whose_end_was_undone_is_no_game_of_the_round_either(db: Database) -> None:
    database.add_people(db, {ADA.id: "Ada", BOB.id: "Bob"})
    store_items(db, [("attic", line(1, duel("friendly")))])
    database.draw(db, {"attic": [ADA.id, BOB.id]})
    undone = line(2, replace(duel("friendly"), result=None), over=False)
    store_items(db, [("attic", undone), ("attic", line(3, duel("friendly", bob_wins=True)))])
    assert database.games(db)[1] == [[PairGame((ADA.id, BOB.id), NOT_PLAYED)]]


def test_another_game_of_the_same_two_changes_nothing_though_the_tables_clock_was_set_back(
    db: Database,
) -> None:
    database.add_people(db, {ADA.id: "Ada", BOB.id: "Bob"})
    database.draw(db, {"attic": [ADA.id, BOB.id]})
    real = replace(duel("real"), began=WallTime(10_000))
    again = replace(duel("again", bob_wins=True), began=WallTime(5_000))
    store_items(db, [("attic", line(1, real)), ("attic", line(2, again))])
    assert database.games(db)[1] == [[PairGame((ADA.id, BOB.id), WON)]]


def test_two_who_are_drawn_again_because_they_did_not_play_have_played_once(db: Database) -> None:
    """FIDE's rules let a pair whose game was not played be drawn again."""
    database.add_people(db, {ADA.id: "Ada", BOB.id: "Bob"})
    for _ in range(2):
        database.draw(db, {"attic": [ADA.id, BOB.id]})
    store_items(db, [("attic", line(1, duel("m1")))])
    (first,), (second,) = database.games(db)[1]
    assert (first.ended, second.ended) == (NOT_PLAYED, WON)


def test_a_result_is_corrected_with_a_reason_and_struck(db: Database, desk: Path) -> None:
    store_items(db, [("kitchen", line(1, about()))])
    (one,) = ClubResults().read(db)
    names = [plate.name for plate in one.about.plates]
    places = [word for n, name in enumerate(names, 1) for word in ("--place", f"{name}={n}")]
    run(desk, "correct", "kitchen", one.about.id, *places, "--reason", "misread")
    (after,) = ClubResults().read(db)
    assert after.about.result is not None
    assert [standing.place for standing in after.about.result.standings] == list(range(1, len(names) + 1))
    # The table sends it again: the organiser's decision stands.
    store_items(db, [("kitchen", line(2, about()))])
    assert ClubResults().read(db)[0].about == after.about
    run(desk, "correct", "kitchen", one.about.id, "--strike", "--reason", "played twice")
    assert not ClubResults().read(db)[0].counts
    output = run(desk, "correct", "kitchen", one.about.id, "--place", "X=1", "--reason", "r", fails=True)
    assert "give a place" in output
    # Its name is that of a file the desk writes.
    output = run(desk, "correct", "cellar", one.about.id, "--strike", "--reason", "r", fails=True)
    assert "results.csv" in output


def test_a_backup_put_back_names_what_came_after_it(db: Database, desk: Path, tmp_path: Path) -> None:
    store_items(db, [("kitchen", line(1, about("m1")))])
    run(desk, "backup", str(tmp_path / "b.dump"))
    # The table drops 2 and 3, and still has 4.
    assert store_items(db, [("kitchen", line(n, about(f"m{n}"))) for n in (2, 3)]) == [("kitchen", Ack(A, 3))]
    run(desk, "restore", str(tmp_path / "b.dump"))
    with database.connect(DeskFolder(desk).now.database) as again:
        assert store_items(again, [("kitchen", line(4, about("m4")))]) == [("kitchen", Ack(A, 1))]
        assert store_items(again, [("kitchen", line(0, None, first=4))]) == [("kitchen", Ack(A, 4))]
        assert troubles(again) == {("kitchen", words.GONE.format(2)): 1}
        assert len(ClubResults().read(again)) == 2
    (tmp_path / "b.dump").write_bytes(b"no backup")
    run(desk, "restore", str(tmp_path / "b.dump"), fails=True)


def test_a_desk_that_runs_shows_what_a_backup_put_back(db: Database, desk: Path, tmp_path: Path) -> None:
    """Its wall once kept the old results and never showed new ones: ids start again at the backup's."""
    every = ClubResults()
    store_items(db, [("kitchen", line(1, about("m1")))])
    run(desk, "backup", str(tmp_path / "b.dump"))
    store_items(db, [("kitchen", line(n, about(f"m{n}"))) for n in (2, 3)])
    # A query that runs again and again is planned once.
    assert [len(every.read(db)) for _ in range(8)] == [3] * 8
    run(desk, "restore", str(tmp_path / "b.dump"))
    store_items(db, [("kitchen", line(4, about("m4")))])
    assert {one.n for one in every.read(db)} == {1, 4}


def test_a_backup_of_an_older_desk_is_put_back(db: Database, desk: Path, tmp_path: Path) -> None:
    """The backup has no tournament table: today's stayed, and the desk couldn't open its database again."""
    db.execute("drop table tournament")
    db.execute("delete from migration where n = 3")
    store_items(db, [("kitchen", line(1, about()))])
    run(desk, "backup", str(tmp_path / "b.dump"))
    where = DeskFolder(desk).now.database
    with database.connect(where) as today:
        database.continue_tournament(today, {ADA.id: "Ada"}, [])
    assert words.RESTORED in run(desk, "restore", str(tmp_path / "b.dump"))
    with database.connect(where) as again:
        assert len(ClubResults().read(again)) == 1
        assert database.games(again) == ({}, [])


def test_a_desk_that_runs_goes_on_when_it_meets_a_backup_of_an_older_one(
    db: Database, engine: rig.Database, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It ended in the middle of the evening if it read between the restore and the new columns."""

    class Silent:
        glances: Mapping[str, bytes] = {}

        def __init__(self, join: Join) -> None: ...

        def receive(self, patience: float) -> list[Message]:
            return []

    class Enough(Exception): ...

    looks: list[int] = []

    def pages(db: Database, _: Mapping[str, bytes]) -> None:
        looks.append(len(database.before_rounds(db)))
        if looks[1:]:
            raise Enough
        db.execute("alter table pod drop after")
        db.execute("delete from migration where n > 1")
        database.before_rounds(db)

    monkeypatch.setattr("ui.desk.listening.Listening", Silent)
    monkeypatch.setattr("ui.desk.listening.AGAIN", 0.0)
    with pytest.raises(Enough):
        serve(Join("desk", "", "127.0.0.1"), engine.where, pages, every=0.0)
    assert looks == [0, 0]
    assert capsys.readouterr().err.count("the database can't be used") == 1


@pytest.mark.parametrize("newer", [True, False])
def test_a_backup_that_this_desk_can_not_use_takes_nothing_away(
    db: Database, desk: Path, tmp_path: Path, newer: bool
) -> None:
    """A newer desk's replaced everything, and then couldn't be opened; another program's was "restored"."""
    target = tmp_path / "b.dump"
    if newer:
        db.execute("insert into migration values (%s)", [max(database.MIGRATIONS) + 1])
        run(desk, "backup", str(target))
        db.execute("delete from migration where n > %s", [max(database.MIGRATIONS)])
    else:
        db.execute("alter table migration rename to inventory")
        run(desk, "backup", str(target))
        db.execute("alter table inventory rename to migration")
    store_items(db, [("kitchen", line(1, about()))])
    said = words.NEWER_BACKUP if newer else words.NO_BACKUP
    assert said.format(target) in run(desk, "restore", str(target), fails=True)
    with database.connect(DeskFolder(desk).now.database) as again:
        assert len(ClubResults().read(again)) == 1


def test_a_backup_is_private_and_one_that_fails_leaves_nothing(
    db: Database, desk: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(desk, "backup", str(tmp_path / "b.dump"))
    assert (tmp_path / "b.dump").stat().st_mode & 0o777 == 0o600
    whole = (tmp_path / "b.dump").read_bytes()
    tool = tmp_path / "bin" / "pg_dump"
    tool.parent.mkdir()
    tool.write_text(
        '#!/bin/sh\nfor a; do case $a in --file=*) echo half >"${a#--file=}";; esac; done; exit 1\n'
    )
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", str(tool.parent), prepend=":")
    run(desk, "backup", str(tmp_path / "b.dump"), fails=True)
    assert sorted(path.name for path in tmp_path.glob("b.dump*")) == ["b.dump"]
    assert (tmp_path / "b.dump").read_bytes() == whole


def test_two_who_draw_at_once_draw_two_rounds(db: Database, engine: rig.Database) -> None:
    """Both draws once made one round, in which some sat at two tables and some at none."""
    with psycopg.connect(engine.where, autocommit=True) as other, other.transaction():
        assert database.draw(other, {"kitchen": ["a", "b", "c"]}) == 1
        db.execute("set lock_timeout = '100ms'")
        with pytest.raises(psycopg.errors.LockNotAvailable):
            database.draw(db, {"attic": ["d", "e", "f"]})
    assert database.draw(db, {"attic": ["d", "e", "f"]}) == 2
    assert database.rounds(db) == {1: {"kitchen": ["a", "b", "c"]}, 2: {"attic": ["d", "e", "f"]}}


def test_rounds_are_drawn_from_the_list_and_say_why(db: Database, desk: Path, tmp_path: Path) -> None:
    run(desk, "round", fails=True)
    names = "".join(f"Person {n}\n" for n in range(8))
    (tmp_path / "club.csv").write_text(f"name,id\n{names}Ada,{ADA.id}\n")
    for _ in range(2):
        run(desk, "people", str(tmp_path / "club.csv"))
    assert len(database.people(db)) == 9
    assert database.people(db)[ADA.id] == "Ada"
    output = run(desk, "round", "--at-a-table", "5", "--without", "Ada", "--seed", "1")
    assert "nobody has met yet" in output
    output = run(desk, "round", "--at-a-table", "4", "--without", "Ada", "--seed", "1")
    assert output.count("Meeting again") == 2
    assert "and there are 2" in run(desk, "round", "--at-a-table", "3", fails=True)
    assert {len(pods) for pods in database.rounds(db).values()} == {2}


def test_a_round_is_told_on_a_terminal_without_the_letters(db: Database, desk: Path, tmp_path: Path) -> None:
    """It was drawn and saved, and then said to have failed; so the organiser drew another one."""
    database.add_people(db, {PersonId(str(n)): name for n, name in enumerate(("Zoë", "Łukasz", "日本"))})
    done = CliRunner(charset="latin-1").invoke(main, ["--folder", str(desk), "round"])
    assert (done.exit_code, "\\u0141ukasz" in done.output) == (0, True)
    assert len(database.rounds(db)) == 1


def test_a_list_with_semicolons_is_a_list_too(db: Database, desk: Path, tmp_path: Path) -> None:
    """Spreadsheets separate columns with semicolons where numbers have a decimal comma."""
    (tmp_path / "club.csv").write_text(f"name;id\nAda;{ADA.id}\nBob;{BOB.id}\n")
    run(desk, "people", str(tmp_path / "club.csv"))
    assert database.people(db) == {ADA.id: "Ada", BOB.id: "Bob"}


def test_who_is_listed_by_name_alone_is_known_at_every_table_by_that_name(
    db: Database, desk: Path, tmp_path: Path
) -> None:
    """Each table draws an id of its own for a name that is typed there; nothing counted for anybody."""
    (tmp_path / "club.csv").write_text(f"Ada\nBob\nCem,{CEM.id}\n")
    run(desk, "people", str(tmp_path / "club.csv"))
    ada, bob = id_of_name("Ada"), id_of_name("Bob")
    database.draw(db, {"attic": [ada, bob], words.ALONE: [CEM.id]})
    typed = duel("m1")
    plates = tuple(replace(plate, name=plate.name.upper()) for plate in typed.plates)
    store_items(db, [("attic", line(1, replace(typed, plates=plates)))])
    assert troubles(db) == {}
    assert database.games(db)[1] == [[PairGame((ada, bob), WON), PairGame((CEM.id,), LET_OFF)]]
    assert [one.counts for one in ClubResults().read(db)] == [True]
    # Cem is known by the id, not by the name; and of two who are called Ada nobody knows which one it is.
    for n, (name, other) in enumerate((("Cem", "Bob"), ("Ada", "Ada")), 2):
        plates = tuple(replace(p, name=who) for p, who in zip(typed.plates, (name, other), strict=True))
        store_items(db, [("attic", line(n, replace(duel(f"m{n}"), plates=plates)))])
    assert troubles(db) == {("attic", words.STRANGERS): 2}
    # A corrected result stays hers when she gets an id.
    (first,) = (one for one in ClubResults().read(db) if one.about.id == play_id("m1"))
    run(desk, "correct", "attic", first.about.id, "--place", "ADA=1", "--place", "BOB=2", "--reason", "late")
    (tmp_path / "club.csv").write_text(f"Ada,{A}\n")
    run(desk, "people", str(tmp_path / "club.csv"))
    assert database.games(db)[1] == [[PairGame((PersonId(A), bob), WON), PairGame((CEM.id,), LET_OFF)]]


def test_a_list_that_has_a_name_twice_is_refused_and_changes_nothing(
    db: Database, desk: Path, tmp_path: Path
) -> None:
    """The second Ann had no place in any round, and nobody was told."""
    (tmp_path / "club.csv").write_text("Zoe\nAnn\nAnn\n")
    assert "'Ann' stands there twice" in run(desk, "people", str(tmp_path / "club.csv"), fails=True)
    assert database.people(db) == {}


def test_who_gets_an_id_later_is_still_one_person(db: Database, desk: Path, tmp_path: Path) -> None:
    """Ada used to be on the list twice, and the next round had two places for her."""
    source = tmp_path / "club.csv"
    source.write_text("Ada\nBob\nCem\n")
    run(desk, "people", str(source))
    run(desk, "round")
    old = next(one for one, name in database.people(db).items() if name == "Ada")
    source.write_text(f"Ada,{ADA.id}\n")
    run(desk, "people", str(source))
    assert sorted(database.people(db).values()) == ["Ada", "Bob", "Cem"]
    assert ADA.id in database.people(db)
    assert [old in sat for sat in database.rounds(db)[1].values()] == [False]
    # Two people with one name, one of them with an id, stay two people.
    source.write_text(f"Bob,{BOB.id}\nBob\n")
    run(desk, "people", str(source))
    assert len(database.people(db)) == 4


def test_an_accent_behind_its_letter_makes_nobody_else(db: Database, desk: Path, tmp_path: Path) -> None:
    """Some programs write é as one character, some as two that look the same."""
    source = tmp_path / "club.csv"
    database.add_people(db, {id_of_name("Jose\u0301"): "Jos\u00e9"})
    for name in ("Jose\u0301", "Jos\u00e9"):
        source.write_text(f"{name}\n")
        run(desk, "people", str(source))
        assert database.people(db) == {id_of_name("Jos\u00e9"): "Jos\u00e9"}


def test_who_is_named_as_away_stands_on_the_list(db: Database, desk: Path) -> None:
    """A misspelt name used to be ignored, and somebody who was away got a place."""
    database.add_people(db, {ADA.id: "Ada", BOB.id: "Bob", CEM.id: "Cem", PersonId(A): "Zoë"})
    assert "'Zoe'" in run(desk, "round", "--without", "Zoe", fails=True)
    assert "'Zoe'" in run(desk, "pairs", "--rounds", "3", "--by", "sh", "--without", "Zoe", fails=True)
    assert not database.rounds(db)
    assert "Zoë" not in run(desk, "round", "--without", "Zoë")


def test_of_two_who_share_a_name_one_may_be_away(db: Database, desk: Path) -> None:
    """Both were left out when either was named, and neither could be named alone."""
    database.add_people(db, {ADA.id: "Ann", BOB.id: "Ann", CEM.id: "Cem", PersonId(A): "Zoë"})
    assert ADA.id in run(desk, "round", "--without", "Ann", fails=True)
    assert not database.rounds(db)
    run(desk, "round", "--without", ADA.id[:8])
    (seats,) = database.rounds(db)[1].values()
    assert sorted(seats) == sorted([BOB.id, CEM.id, A])


NEIGHBOURS = """#!/bin/sh
# Pairs numbers one after the other; the third has nobody.
printf '2\\n1 2\\n3 0\\n' > "$4"
"""


def test_pairs_are_drawn_by_a_program_that_gets_a_file(db: Database, desk: Path, tmp_path: Path) -> None:
    program = tmp_path / "neighbours"
    program.write_text(NEIGHBOURS)
    program.chmod(0o755)
    asked = ("pairs", "--rounds", "3", "--by", str(program))
    assert "no list of people" in run(desk, *asked, fails=True)
    database.add_people(db, {ADA.id: "Ada", BOB.id: "Bob", CEM.id: "Cem"})
    assert "no nobody here" in run(desk, "pairs", "--rounds", "3", "--by", "nobody", fails=True)
    output = run(desk, *asked)
    assert output == "attic: Ada, Bob\nnobody to play with: Cem\n"
    # No result is guessed for a match that hasn't ended.
    assert "no result yet: Ada and Bob" in run(desk, *asked, fails=True)
    one = about()
    assert one.result is not None
    plates, standings = one.plates[:2], one.result.standings[:2]
    two = replace(one, plates=plates, result=replace(one.result, standings=standings))
    store_items(db, [("attic", line(1, two))])
    run(desk, *asked)
    first, second, third = (desk / "pairs.trf").read_text().splitlines()[1:]
    better = standings[1].place - standings[0].place
    won = {True: ("1", "0"), False: ("0", "1")}[better > 0] if better else ("=", "=")
    assert ({first[98], second[98]}, third[91:]) == (set(won), "0000 - U")
    assert len(database.rounds(db)) == 2


def test_a_tournament_begun_by_another_program_goes_on(db: Database, desk: Path, tmp_path: Path) -> None:
    program, source = tmp_path / "neighbours", tmp_path / "begun.trf"
    program.write_text(NEIGHBOURS)
    program.chmod(0o755)
    database.add_people(db, {CEM.id: "Cem"})
    names = {"z": "Zoë", "c": "Cem", "a": "Anna"}
    played = [PairGame(("z", "c"), WON), PairGame(("a",), "H")]
    due = [PairGame(("c", "a"), NOT_YET), PairGame(("z",), LET_OFF)]
    source.write_text(trf(names, [played, due], 3))
    said = "3 people; rounds played so far: 1\nattic: Cem, Anna\nnobody to play with: Zoë\n"
    assert run(desk, "tournament", str(source)) == said
    # People known by name are matched; the others are added to the list.
    people = database.people(db)
    assert people[CEM.id] == "Cem"
    assert sorted(people.values()) == sorted(names.values())
    asked = ("pairs", "--rounds", "3", "--by", str(program), "--anyway")
    assert "2 pairs need" not in run(desk, *asked)
    # In the file's order, with games played elsewhere and here.
    zoe, cem, anna = (desk / "pairs.trf").read_text().splitlines()[1:]
    assert (zoe[14:17], zoe[80:84].strip(), zoe[91:]) == ("Zoë", "2.0", "   2 w 1  0000 - U")
    assert (cem[14:17], cem[80:84].strip(), cem[91:]) == ("Cem", "0.0", "   1 b 0     3 w -")
    assert (anna[14:18], anna[80:84].strip(), anna[91:]) == ("Anna", "0.5", "0000 - H     2 b -")
    # Anna gets an id, and stays in the tournament.
    (tmp_path / "ids.csv").write_text(f"Anna,{BOB.id}\n")
    run(desk, "people", str(tmp_path / "ids.csv"))
    assert database.games(db)[0][BOB.id] == "Anna"
    # A round drawn here is never overwritten.
    assert words.TOO_LATE in run(desk, "tournament", str(source), fails=True)
    source.write_bytes(b"\xff\0 no tournament")
    run(desk, "tournament", str(source), fails=True)


def test_pairs_and_rounds_of_more_are_two_desks(db: Database, desk: Path) -> None:
    database.add_people(db, {ADA.id: "Ada", BOB.id: "Bob", CEM.id: "Cem"})
    database.draw(db, {"attic": [ADA.id, BOB.id, CEM.id]})
    assert words.NOT_OF_TWO in run(desk, "pairs", "--rounds", "3", "--by", "sh", fails=True)


def test_the_pages_say_all_of_it_and_run_nothing_that_a_table_said(db: Database, desk: Path) -> None:
    going = replace(about("m2"), result=None, called="<b>x</b>")
    evil = replace(about(), plates=(replace(about().plates[0], name="<script>x"), *about().plates[1:]))
    store_items(db, [("kitchen", line(1, evil)), ("kitchen", line(2, going, over=False)), ("<i>", b"")])
    pages = DeskPages(desk / "pages", lambda: DeskFolder(desk).now.tables)
    pages.write(db, {})
    texts = {path.name: path.read_text() for path in (desk / "pages").iterdir()}
    written = {"wall.html", "standings.html", "tables.html", "round.html", "results.csv", "results.bgsplay"}
    assert set(texts) == written
    every = "".join(text for name, text in texts.items() if name.endswith(".html"))
    assert "<script>x" not in every
    assert "<b>x" not in every
    assert "<i>" not in every
    assert "&lt;b&gt;x&lt;/b&gt;: Ada, Bob" in texts["wall.html"]
    assert words.MISSING in texts["tables.html"]
    assert play_id("m1") in texts["results.bgsplay"]
    assert play_id("m2") not in texts["results.csv"]
    for suffix in (".csv", ".bgsplay"):
        run(desk, "results", str(desk / f"out{suffix}"))
    run(desk, "results", str(desk / "out.txt"), fails=True)


def test_a_desk_that_runs_knows_who_is_let_in_and_out(db: Database, desk: Path) -> None:
    """New tables that were still silent weren't listed, and removed ones were shown as missing for good."""
    store_items(db, [("kitchen", line(1, about()))])
    pages = DeskPages(desk / "pages", lambda: DeskFolder(desk).now.tables)
    pages.write(db, {})
    DeskFolder(desk).add("cellar")
    DeskFolder(desk).remove("kitchen")
    pages.write(db, {})
    tables, wall = ((desk / "pages" / name).read_text() for name in ("tables.html", "wall.html"))
    assert "<td>cellar<" in tables
    assert "<td>kitchen<" not in tables
    # Its results stay.
    assert "<h2>kitchen " in wall


def test_a_match_that_was_put_aside_is_not_what_a_table_plays_now(db: Database) -> None:
    aside = replace(about("m1"), result=None, called="aside")
    store_items(db, [("kitchen", line(1, aside, over=False))])
    assert b"aside" in wall(["kitchen"], ClubResults().read(db), {}, {}, lambda _: 0.0)
    store_items(db, [("kitchen", line(2, about("m2")))])
    assert b"aside" not in wall(["kitchen"], ClubResults().read(db), {}, {}, lambda _: 0.0)


def test_a_table_that_corrects_an_earlier_match_still_plays_the_one_that_goes_on(db: Database) -> None:
    store_items(db, [("kitchen", line(1, about("m1")))])
    now = replace(about("m2"), result=None, called="the one that goes on")
    store_items(db, [("kitchen", line(2, now, over=False)), ("kitchen", line(3, about("m1")))])
    assert b"the one that goes on" in wall(["kitchen"], ClubResults().read(db), {}, {}, lambda _: 0.0)


def test_a_stick_brings_the_same_numbers_as_the_net(db: Database, desk: Path, tmp_path: Path) -> None:
    from companion.club.mailbox import file_of

    with Store(tmp_path / "m.db") as store:
        outbox.join(store, A)
        match = seated(ended("sheet"), "m1", (ADA.plate, BOB.plate))
        outbox.keep(store, stored_match(match), match.rows())
        (tmp_path / "outbox").write_bytes(file_of(store))
        store_items(db, [("kitchen", encode(outbox.waiting(store)[0]))])
        run(desk, "take", "kitchen", str(tmp_path / "outbox"))
        ack = outbox.read_ack((tmp_path / "outbox.heard").read_bytes())
        assert ack == Ack(A, 1)
        assert outbox.acknowledge(store, ack, B)
        assert outbox.count(store) == 0
    assert len(ClubResults().read(db)) == 1
    run(desk, "take", "cellar", str(tmp_path / "outbox"), fails=True)
    # Under another table's name everything would count twice.
    assert "kitchen" in run(desk, "take", "attic", str(tmp_path / "outbox"), fails=True)
    assert len(ClubResults().read(db)) == 1


def test_what_a_stick_brought_is_said_even_if_no_answer_goes_onto_it(
    db: Database, desk: Path, tmp_path: Path
) -> None:
    """A stick that can only be read: all that was said was why, as if nothing had been taken in."""
    (tmp_path / "outbox").write_bytes(line(1, about()))
    (tmp_path / "outbox.heard").mkdir()
    said = run(desk, "take", "kitchen", str(tmp_path / "outbox"), fails=True)
    assert words.TAKEN.format(1, 1) in said
    assert "outbox.heard" in said
    assert len(ClubResults().read(db)) == 1


def test_a_page_that_somebody_deleted_is_written_again(db: Database, tmp_path: Path) -> None:
    """Its link led nowhere until what stands on it changed: for the standings, until the next result."""
    pages = DeskPages(tmp_path / "pages", lambda: ["kitchen"])
    pages.write(db, {})
    (tmp_path / "pages" / "standings.html").unlink()
    before = (tmp_path / "pages" / "wall.html").stat().st_ino
    pages.write(db, {})
    assert (tmp_path / "pages" / "standings.html").exists()
    assert (tmp_path / "pages" / "wall.html").stat().st_ino == before, "what is there isn't written again"


def test_a_newer_database_is_left_alone(db: Database, engine: rig.Database) -> None:
    db.execute("insert into migration values (99)")
    with pytest.raises(SetupError):
        database.connect(engine.where)
