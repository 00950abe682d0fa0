"""The sentences about copies and their file names, the same on the screen and the command line."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.clock import WallTime
from companion.game import Seat
from companion.games.ungle_speed.reports import Share, ShareCards, TurnCard
from companion.journal import Codec, Faulted
from companion.store import Store
from tests.companion.test_copies import keep, played
from ui.storage.copying import Restoring, copies_in, copy_now, name_for

NOON = WallTime(1_700_049_600_000)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "store" / "matches.db") as store:
        keep(store, played("a", 3, who="Owl"))
        keep(store, played("b", 2))
        yield store


def test_a_copy_is_called_by_its_minute_and_none_is_overwritten(store: Store, stick: Path) -> None:
    for _ in range(3):
        assert copy_now(store, stick, NOON).well
    copy_now(store, stick, WallTime(NOON + 60_000))
    assert [(copy.path.name, copy.made) for copy in copies_in(stick)] == [
        ("companion-2023-11-15-1201.db", "2023-11-15 12:01"),
        ("companion-2023-11-15-1200.db", "2023-11-15 12:00"),
        ("companion-2023-11-15-1200-3.db", "2023-11-15 12:00"),
        ("companion-2023-11-15-1200-2.db", "2023-11-15 12:00"),
    ]


def test_copies_of_a_clubs_tables_on_one_stick_are_told_apart(store: Store, stick: Path) -> None:
    """A table's name may end like the number of a copy."""
    for table in ("hall", "hall", "hall-2", ""):
        assert copy_now(store, stick, NOON, table).well
    assert {(copy.path.name, copy.made, copy.table) for copy in copies_in(stick)} == {
        ("companion-2023-11-15-1200.db", "2023-11-15 12:00", ""),
        ("companion-2023-11-15-1200_hall.db", "2023-11-15 12:00", "hall"),
        ("companion-2023-11-15-1200-2_hall.db", "2023-11-15 12:00", "hall"),
        ("companion-2023-11-15-1200_hall-2.db", "2023-11-15 12:00", "hall-2"),
    }


def test_a_copy_is_told_by_its_minute_and_a_stick_that_is_gone_is_said(store: Store, stick: Path) -> None:
    stick.rmdir()
    said = copy_now(store, stick, NOON)
    assert (said.text, said.well) == ("no copy was made: no such file or directory", False)
    assert copies_in(stick) == ()
    stick.mkdir()
    said = copy_now(store, stick, NOON)
    assert said.text == "2 matches are copied to STICK, as 2023-11-15 12:00. The stick can be pulled out."


def test_a_copy_is_found_among_ten_thousand_pictures(tmp_path: Path) -> None:
    names = [f"IMG_{n}.JPG" for n in range(10_000)]

    class Full(type(tmp_path)):  # type: ignore[misc]
        def iterdir(self) -> Iterator[Path]:
            """List the newest last."""
            yield from (tmp_path / name for name in [*names, "companion-2023-11-15-1200.db"])

    (tmp_path / "companion-2023-11-15-1200.db").touch()
    assert [copy.made for copy in copies_in(Full(tmp_path))] == ["2023-11-15 12:00"]


def test_what_was_cut_off_is_removed_and_what_is_others_is_not(store: Store, stick: Path) -> None:
    old = "companion-2020-01-01-0000.db"
    for name in (f"{old}.part", f"{old}.part-journal", "diary.db.part"):
        (stick / name).touch()
    (stick / old).mkdir()
    (stick / "holiday.jpg").touch()
    copy_now(store, stick, NOON)
    left = sorted(path.name for path in stick.iterdir())
    assert left == [old, "companion-2023-11-15-1200.db", "diary.db.part", "holiday.jpg"]
    assert [copy.path.name for copy in copies_in(stick)] == ["companion-2023-11-15-1200.db"]


def test_all_that_became_of_the_matches_is_said(store: Store, stick: Path, tmp_path: Path) -> None:
    with Store(tmp_path / "other.db") as other:
        keep(other, played("a", 3, who="Owl"))
        keep(other, played("b", 5))
        keep(other, played("c", 1))
        keep(other, played("d", 2), rows=played("e", 2).rows())
        keep(other, played("f", 1))
        other.copy_to(stick / "copy.db")
    keep(store, played("f", 1, at=9))
    restoring = Restoring(stick / "copy.db")
    while restoring.remaining:
        restoring.step(store)
    restoring.close()
    assert restoring.news.text.splitlines() == [
        "5 matches: 1 taken in, 1 longer than here, gone on with, 1 here already, "
        "1 different from the one here, saved next to it, 1 left out.",
        "Left out, d: it has the id of another match.",
    ]
    assert not restoring.news.well


def test_a_record_that_the_screen_can_not_tell_is_left_out(store: Store, stick: Path, tmp_path: Path) -> None:
    """Its report deals cards to a seat that isn't at the table, so the history couldn't be opened."""
    match = played("made up", 1)
    match.submit(TurnCard(Seat(0)), seen=match.length, at=WallTime(0))
    *before, faulted = match.entries
    assert isinstance(faulted.body, Faulted)
    shared = ShareCards((Share(Seat(99), 1),), Seat(0))
    wrong = replace(faulted, body=replace(faulted.body, report=shared))
    with Store(tmp_path / "other.db") as other:
        keep(other, match, rows=list(Codec(match.game).rows([*before, wrong])))
        other.copy_to(stick / "copy.db")
    restoring = Restoring(stick / "copy.db")
    restoring.step(store)
    restoring.close()
    _, left_out = restoring.news.text.splitlines()
    assert left_out == "Left out, made up: it holds what can't be shown (IndexError)."


def many(path: Path, count: int) -> Path:
    with Store(path.with_name("many.db")) as other, other.together():
        for n in range(count):
            keep(other, played(f"m{n:03}", 1))
    with Store(path.with_name("many.db"), reading=True) as other:
        other.copy_to(path)
    return path


def test_the_screen_too_writes_a_hundred_matches_at_once(stick: Path, tmp_path: Path) -> None:
    """Written one by one, 20,000 matches kept a card busy for half an hour."""
    restoring = Restoring(many(stick / "copy.db", 130), seconds=lambda: 0.0)
    left = []
    said: list[str] = []
    with Store(tmp_path / "to.db") as store:
        store._db.set_trace_callback(said.append)
        while restoring.remaining:
            restoring.step(store)
            left.append(len(restoring.remaining))
        assert left == [30, 0]
        assert len(store.matches()) == 130
        assert sum(one.lower() == "commit" for one in said) < 10
    restoring.close()


def test_what_is_played_meanwhile_waits_a_second_at_most(stick: Path, tmp_path: Path) -> None:
    """A hundred matches take a slow machine ten seconds to judge, and the saver's thread does that."""
    now = count(0, 1)
    restoring = Restoring(many(stick / "copy.db", 6), seconds=lambda: 0.4 * next(now))
    left = []
    with Store(tmp_path / "to.db") as store:
        while restoring.remaining:
            restoring.step(store)
            left.append(len(restoring.remaining))
    restoring.close()
    assert left == [3, 0]


def test_a_copy_of_nothing_says_so_and_no_name_is_taken_twice(stick: Path, tmp_path: Path) -> None:
    with Store(tmp_path / "other.db") as other:
        other.copy_to(stick / "copy.db")
    restoring = Restoring(stick / "copy.db")
    restoring.close()
    assert (restoring.news.text, restoring.news.well) == ("The copy holds no match.", True)
    first = name_for(NOON, stick)
    first.touch()
    assert name_for(NOON, stick) != first
