"""Saved matches are found by game, by player and by local day, fast even among very many."""

import os
import time
from collections.abc import Iterator
from datetime import datetime

import pytest
from msgspec.structs import replace

from companion import register
from companion.clock import WallTime
from companion.copies import stored_match
from companion.errors import DamagedRecord, SetupError
from companion.games.sheet import SheetGame
from companion.games.sheet.model import Facts
from companion.games.sheet.sheet_file import shipped_sheet
from companion.games.shelf import GAMES
from companion.journal import LONGEST_CALLED, NamePlate, StoredRow, header_of
from companion.match import Match
from companion.people import PersonId
from companion.store import Store, Wanted, count_days, count_games, find_matches
from tests.companion.ended import GUESTS, ended, seated
from tests.companion.test_people import ADA, BOB, CEM
from tests.matches import new_match

A, B, C, FOX = ADA.plate, BOB.plate, CEM.plate, GUESTS[0]


@pytest.fixture(name="store")
def known_store(store: Store) -> Store:
    register.add(store, [ADA, BOB, CEM])
    return store


@pytest.fixture(params=["UTC", "Pacific/Kiritimati", "America/Los_Angeles"])
def zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Set the machine's time zone: this one, one far ahead of it and one far behind."""
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield request.param
    monkeypatch.undo()
    time.tzset()


def keep(store: Store, name: str, when: str, *who: NamePlate, game: str = "tracktic") -> None:
    match = seated(ended(game), name, who)
    began = WallTime(round(datetime.fromisoformat(when).timestamp() * 1000))
    store.keep(replace(stored_match(match), began=began, touched=began), match.rows())


def found(store: Store, wanted: Wanted) -> list[str]:
    return [kept.id for kept in find_matches(store, wanted)]


def test_by_game(store: Store) -> None:
    for n, game in enumerate(GAMES):
        keep(store, game, f"2026-11-0{n + 1}", A, game=game)
    for game in GAMES:
        assert found(store, Wanted(game=game)) == [game]
    assert found(store, Wanted()) == list(reversed(GAMES))
    assert dict(count_games(store, Wanted())) == dict.fromkeys(GAMES, 1)
    assert count_games(store, Wanted(person=BOB.id)) == []


def test_by_person_whoever_was_merged_given_renamed_or_forgotten(store: Store) -> None:
    keep(store, "a", "2026-11-01", A, B, FOX, game="ungle-speed")
    keep(store, "b", "2026-11-02", B, C)
    assert found(store, Wanted(person=ADA.id)) == ["a"]
    assert found(store, Wanted(person=PersonId("00000000-0000-4000-8000-00000000000f"))) == []
    assert found(store, Wanted(person=BOB.id)) == ["b", "a"]
    assert register.give(store, FOX.name, CEM.id) == (("a", 2),)
    assert found(store, Wanted(person=CEM.id)) == ["b", "a"]
    register.change(store, replace(ADA, name="Bob"))
    assert found(store, Wanted(person=ADA.id)) == ["a"]
    register.merge(store, BOB.id, ADA.id)
    assert found(store, Wanted(person=ADA.id)) == ["b", "a"]
    assert find_matches(store, Wanted(person=CEM.id))[0].title == "Bob, Cem"


def test_by_month_and_by_day_as_they_are_here(zone: str, store: Store) -> None:
    assert os.environ["TZ"] == zone
    keep(store, "last minute", "2026-10-31 23:59", A)
    keep(store, "first minute", "2026-11-01 00:00", A)
    keep(store, "evening", "2026-11-01 23:30", B)
    keep(store, "later", "2026-11-22 12:00", A)
    assert found(store, Wanted(day="2026-11")) == ["later", "evening", "first minute"]
    assert found(store, Wanted(day="2026-11-01", person=ADA.id)) == ["first minute"]
    assert count_days(store, Wanted()) == [("2026-11", 3), ("2026-10", 1)]
    assert count_days(store, Wanted(day="2026-11")) == [("2026-11-22", 1), ("2026-11-01", 2)]
    assert count_days(store, Wanted(person=BOB.id)) == [("2026-11", 1)]
    with pytest.raises(SetupError, match="neither a month nor a day"):
        found(store, Wanted(day="2026' or ''='"))


@pytest.mark.parametrize("began", [1 << 62, -(1 << 62), 0])
def test_a_clock_that_was_never_set_breaks_no_list(store: Store, began: int) -> None:
    match = seated(ended("tracktic"), "m", (A,))
    store.keep(replace(stored_match(match), began=WallTime(began)), match.rows())
    assert found(store, Wanted()) == ["m"]
    assert all(found(store, Wanted(day=day)) == ["m"] for day, _ in count_days(store, Wanted()))


def test_what_was_played_on_a_sheet_is_listed_and_a_damaged_opening_stops_no_list(store: Store) -> None:
    keep(store, "cryptid", "2026-11-01", A, game="cryptid")
    for n, name in enumerate(("wizard", "skat")):
        match = new_match(SheetGame(), Facts(3, shipped_sheet(name)), name, (A,), at=n)
        store.keep(stored_match(match), match.rows())
    called = {one.id: one.called for one in find_matches(store, Wanted())}
    assert called == {"cryptid": "", "wizard": "Wizard", "skat": "Skat"}
    assert {one.called for one in store.shelf(["wizard"], 1).matches} >= {"Wizard"}
    # None of these is an opening. The last isn't even text. Names are left out then, but never a match.
    for n, body in enumerate((b"", b"{", b"[1]", b'{"body":{"header":{"called":7}}}', b"\x22\xff\xfe\x22")):
        with store.changing() as db:
            db.execute("update entry set body = ? where match = 'skat' and n = 0", (body,))
        listed = {one.id: one.called for one in find_matches(store, Wanted())}
        assert [*listed] == [one.id for one in find_matches(store, Wanted())]
        assert len(listed) == 3, n
        assert listed["skat"] in ("", "7")


def test_what_is_called_something_else_is_read_no_longer_than_it_can_be(store: Store) -> None:
    match = new_match(SheetGame(), Facts(3), "m", (A,))
    body = match.rows()[0].entry.replace(b'"called":"Score sheet"', b'"called":"%s"' % (b"x" * 9_000))
    store.keep(stored_match(match), [StoredRow(0, 0, body)])
    (one,) = find_matches(store, Wanted())
    assert len(one.called) == LONGEST_CALLED
    with pytest.raises(DamagedRecord):
        header_of(body)


def test_a_name_that_is_too_long_is_cut_when_the_match_begins() -> None:
    class Talker(SheetGame):
        def called(self, facts: Facts) -> str:
            return "x" * 500

    match = new_match(Talker(), Facts(3))
    again, loss = Match.restore(SheetGame(), match.rows())
    assert loss is None
    assert again.header.called == "x" * LONGEST_CALLED
