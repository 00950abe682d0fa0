"""The outbox: a result enters with the entry that ends its match, and leaves once the desk has it."""

import os
import sqlite3
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion import register
from companion.book.bgstats import play_id
from companion.book.played import MatchResult, Played
from companion.club import outbox
from companion.club.outbox import Ack, Item
from companion.copies import stored_match
from companion.errors import CompanionError, NotSaved, SetupError
from companion.games.sheet import SheetGame
from companion.games.sheet.model import Facts
from companion.games.sheet.reports import CallEnd, TellRow
from companion.games.shelf import GAMES
from companion.match import Match
from companion.people import SOMEBODY, Person
from companion.store import Store
from tests.companion.ended import ended, seated
from tests.companion.test_people import ADA, BOB
from tests.matches import new_match, submit

SERIES = "00000000-0000-4000-8000-000000000001"
FRESH = "00000000-0000-4000-8000-000000000002"
OTHER = "00000000-0000-4000-8000-000000000003"


def match_of(game: str, name: str = "m1") -> Match[Any, Any, Any, Any]:
    return seated(ended(game), name, (ADA.plate, BOB.plate))


def play(store: Store, match: Match[Any, Any, Any, Any], step: int = 10**6) -> None:
    """Save the entries of a match that a store lacks, `step` at a time; only the last batch ends it."""
    whole, rows = stored_match(match), match.rows()
    here = len(store.rows(match.header.match)) if store.has(match.header.match) else 0
    for start in range(here, len(rows), step):
        over = whole.over and start + step >= len(rows)
        outbox.keep(store, replace(whole, over=over), rows[start : start + step])


@pytest.fixture(name="store")
def joined(tmp_path: Path) -> Iterable[Store]:
    with Store(tmp_path / "m.db") as store:
        register.add(store, [ADA, BOB])
        outbox.join(store, SERIES)
        yield store


def about_of(item: Item) -> Played:
    """Return what an item says of a match."""
    assert item.about is not None
    return item.about


def result_of(item: Item) -> MatchResult:
    """Return the result of an item's match."""
    result = about_of(item).result
    assert result is not None
    return result


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_said_when_it_begins_and_when_it_ends(game: str, store: Store) -> None:
    match = match_of(game)
    play(store, match, step=-(-match.length // 3))
    began, end = outbox.waiting(store)
    assert (began.series, began.n, end.n, began.over, end.over) == (SERIES, 1, 2, False, True)
    assert about_of(began).result is None
    assert result_of(end)
    assert about_of(end).id == play_id("m1")
    assert [plate.name for plate in about_of(end).plates][:2] == ["Ada", "Bob"]
    assert [outbox.wrong_with(item) for item in (began, end)] == ["", ""]
    assert outbox.read_item(outbox.encode(end)) == end
    assert len(outbox.encode(end)) < outbox.MOST_BYTES / 10
    text = b"".join(map(outbox.encode, (began, end)))
    assert (b"clue" in text, b"facts" in text) == (False, False), "no secret leaves a table"


def test_a_result_is_said_again_only_where_it_changed(store: Store) -> None:
    match = match_of("sheet")
    rows, whole = match.rows(), stored_match(match)
    play(store, match)
    assert outbox.count(store) == 1
    outbox.keep(store, whole, [])
    assert outbox.count(store) == 1
    # A correction strikes the last entry that ended the match, so play continues.
    shorter = Match.restore(match.game, rows[:-1])[0]
    outbox.keep(store, replace(stored_match(shorter), over=False), [])
    taken_back = outbox.waiting(store)[-1]
    assert (taken_back.n, taken_back.over) == (2, False)
    assert about_of(taken_back).result is None


def test_what_the_desk_has_goes_and_numbers_go_on(store: Store) -> None:
    for n in range(4):
        play(store, match_of("sheet", f"m{n}"))
    assert not outbox.acknowledge(store, Ack(OTHER, 4), FRESH)
    assert outbox.acknowledge(store, Ack(SERIES, 3), FRESH)
    assert not outbox.acknowledge(store, Ack(SERIES, 3), FRESH)
    assert not outbox.acknowledge(store, Ack(SERIES, -1), FRESH)
    assert [item.n for item in outbox.waiting(store)] == [4]
    assert outbox.acknowledge(store, Ack(SERIES, 4), FRESH)
    play(store, match_of("sheet", "m9"))
    assert [item.n for item in outbox.waiting(store)] == [5]


def test_a_desk_that_has_more_meets_an_older_store_that_was_put_back(store: Store) -> None:
    """Under the old numbers the desk holds other results: it would drop the new ones and confirm them."""
    play(store, match_of("sheet"))
    assert outbox.acknowledge(store, Ack(SERIES, 7), FRESH)
    (item,) = outbox.waiting(store)
    assert (item.series, item.n) == (FRESH, 1)
    play(store, match_of("sheet", "m2"))
    assert [item.n for item in outbox.waiting(store)] == [1, 2]


def test_who_leaves_says_nothing_more_and_who_joins_again_begins_anew(store: Store) -> None:
    play(store, match_of("sheet"))
    outbox.leave(store)
    assert outbox.waiting(store) == ()
    play(store, match_of("sheet", "m2"))
    assert outbox.count(store) == 0
    outbox.join(store, FRESH)
    play(store, match_of("sheet", "m3"))
    assert [(item.series, item.n) for item in outbox.waiting(store)] == [(FRESH, 1)]


def test_a_match_from_before_the_club_is_not_said_when_it_is_corrected(store: Store) -> None:
    """Last week's match at home, corrected on a club night, counted in the standings."""
    outbox.leave(store)
    match, open_one = match_of("sheet"), match_of("sheet", "m2")
    play(store, match)
    rows = open_one.rows()
    store.keep(replace(stored_match(open_one), over=False), rows[:-1])
    outbox.join(store, FRESH)
    outbox.keep(store, stored_match(match), [])
    assert outbox.waiting(store) == ()
    # One that ends only now is a result for the club.
    outbox.keep(store, stored_match(open_one), rows[-1:])
    assert [about_of(item).id for item in outbox.waiting(store)] == [play_id("m2")]


def test_who_is_forgotten_is_in_nothing_that_waits(store: Store) -> None:
    play(store, match_of("sheet"))
    register.forget(store, ADA.id)
    (item,) = outbox.waiting(store)
    assert [plate.name for plate in about_of(item).plates][:2] == [SOMEBODY, "Bob"]
    assert ADA.id.encode() not in outbox.encode(item)


@pytest.mark.parametrize(("one", "into"), [(ADA, BOB), (BOB, ADA)])
def test_a_result_of_two_who_are_one_now_counts(store: Store, one: Person, into: Person) -> None:
    """As in the statistics they get the better seat; the desk would hold back a player with two seats."""
    match = match_of("sheet")
    play(store, match)
    register.merge(store, one.id, into.id)
    (item,) = outbox.waiting(store)
    assert outbox.wrong_with(item) == ""
    ada, bob = (standing.place for standing in result_of(item).standings[:2])
    assert ada != bob
    people = [into.id, ""] if ada < bob else ["", into.id]
    assert [plate.person for plate in about_of(item).plates][:2] == people


def test_a_deleted_match_leaves_its_number_and_nothing_else(store: Store) -> None:
    play(store, match_of("sheet"))
    play(store, match_of("sheet", "m2"))
    store.delete("m1")
    first, second = outbox.waiting(store)
    assert first == Item(SERIES, 1)
    assert second.about is not None


PAGE = 4096


def saved(path: Path, keep: Callable[[Store], object]) -> bool:
    try:
        with Store(path) as store:
            keep(store)
    except CompanionError:
        return False
    return True


def test_where_a_page_of_the_file_is_gone_a_club_keeps_nothing_from_being_saved(tmp_path: Path) -> None:
    match = seated(new_match(SheetGame(), Facts(2)), "m1", (ADA.plate, BOB.plate))
    for _ in range(120):
        submit(match, TellRow(((5, 3),)))
    before, begun = stored_match(match), match.length
    submit(match, CallEnd())
    with Store(tmp_path / "m.db") as store:
        outbox.join(store, SERIES)
        outbox.keep(store, before, match.rows()[:begun])
    whole = (tmp_path / "m.db").read_bytes()
    pages = range(PAGE, len(whole), PAGE)
    assert len(pages) > 10
    rows, after = match.rows()[begun:], stored_match(match)
    ways = (lambda store: store.keep(after, rows), lambda store: outbox.keep(store, after, rows))
    for start in pages:
        kept = []
        for n, keep in enumerate(ways):
            path = tmp_path / f"{start}-{n}.db"
            path.write_bytes(whole[:start] + bytes(PAGE) + whole[start + PAGE :])
            kept.append(saved(path, keep))
        assert kept in ([True, True], [False, False]), f"page {start // PAGE}"


class Dead(BaseException):
    """The power is cut."""


class Cut:
    """A connection whose power is cut before a given call; nothing works from then on."""

    def __init__(self, real: sqlite3.Connection, left: int) -> None:
        self.real, self.left = real, left

    @property
    def in_transaction(self) -> bool:
        return self.real.in_transaction

    # What SQLite gets and returns.
    def execute(self, *order: Any) -> Any:
        return self._do(self.real.execute, order)

    def executemany(self, *order: Any) -> Any:
        return self._do(self.real.executemany, order)

    def _do(self, call: Any, order: Any) -> Any:
        self.left -= 1
        if self.left < 0:
            raise Dead
        return call(*order)


def until_dead(path: Path, left: int) -> bool:
    """Play the rest of the evening until the power is cut; return whether all of it was played."""
    store = Store(path)
    real: Any = store._db
    store._db = Cut(real, left)  # type: ignore[assignment]
    try:
        for n in range(3):
            play(store, match_of("sheet", f"m{n}"), step=2)
    except Dead:
        return False
    finally:
        real.close()
        assert store._lock is not None
        os.close(store._lock)
    return True


def sound_with(store: Store) -> None:
    """Check what must always hold: numbers without a gap, and a result exactly for each ended match."""
    items = outbox.waiting(store)
    assert [item.n for item in items] == list(range(1, len(items) + 1))
    with_result = {item.about.id for item in items if item.about and item.over}
    ends = {play_id(kept.id) for kept in store.matches() if kept.over}
    assert with_result == ends


@settings(max_examples=10)
@given(st.lists(st.integers(1, 60), max_size=8))
def test_the_power_may_go_before_any_write(tmp_path_factory: pytest.TempPathFactory, cuts: list[int]) -> None:
    path = tmp_path_factory.mktemp("cut") / "m.db"
    with Store(path) as store:
        register.add(store, [ADA, BOB])
        outbox.join(store, SERIES)
    for left in cuts:
        until_dead(path, left)
        with Store(path) as store:
            sound_with(store)
    assert until_dead(path, 10**9)
    with Store(path) as store:
        sound_with(store)
        assert len(outbox.waiting(store)) == 6


def test_a_disk_that_is_full_takes_neither_the_entry_nor_the_result(store: Store) -> None:
    match = match_of("sheet")
    store._db.execute("create trigger full before insert on outbox begin select raise(abort, 'full'); end")
    with pytest.raises(NotSaved):
        play(store, match)
    assert not store.has("m1")


def test_a_game_that_cant_count_loses_no_entry(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(rows: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(outbox, "played", broken)
    play(store, match_of("sheet"))
    assert store.has("m1")
    assert outbox.count(store) == 0


@pytest.mark.parametrize(
    "text",
    [
        b"", b"{", b"[1]", b'{"series":"x","n":1}', b"\xff", b"[" * 9999, b" " * (outbox.MOST_BYTES + 1),
        b'{"series":"%s","n":-1}' % SERIES.encode(),
        b'{"series":"%s","n":99999999999999999}' % SERIES.encode(),
    ],
)  # fmt: skip
def test_what_has_no_number_is_no_item(text: bytes) -> None:
    with pytest.raises(SetupError):
        outbox.read_item(text)
    assert outbox.read_ack(text) is None or b"series" in text


def test_results_that_cannot_be_are_named(store: Store) -> None:
    play(store, match_of("sheet"))
    (item,) = outbox.waiting(store)
    about = about_of(item)
    impossible = [
        replace(about, game="chess"),
        replace(about, plates=about.plates[:1]),
        replace(about, plates=(*about.plates[:1], *about.plates[:1], *about.plates[2:])),
        replace(about, began=-1),
        replace(about, result=replace(result_of(item), turns=3)),
    ]
    assert "" not in [outbox.wrong_with(replace(item, about=wrong)) for wrong in impossible]
    assert outbox.wrong_with(replace(item, over=False))
