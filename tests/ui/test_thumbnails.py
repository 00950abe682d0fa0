"""How kept matches ended, in small: made once, of nothing but what ended, and in the list of matches."""

import stat
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion import register
from companion.book.played import came_to, played
from companion.clock import WallTime
from companion.copies import kept_of
from companion.games.cryptid import Cryptid
from companion.games.cryptid.deal import deal
from companion.games.cryptid.model import Facts as CryptidFacts
from companion.games.shelf import GAMES
from companion.journal import MatchHeader
from companion.match import Match
from companion.match_reports import Abandon, TakeBack
from companion.store import Store
from companion.whole_file import SMALL_ENDS
from tests.companion.ended import ended, seated
from tests.companion.test_people import ADA, BOB
from tests.ui.desk import Desk
from tests.ui.panels import PANELS
from tests.ui.rig import Rig
from tests.ui.test_layout import faults
from ui.parts.values import Button
from ui.records import thumbnails
from ui.records import words as records_words
from ui.records.thumbnails import HIGH, ROOM, WIDE, Thumbnail, Thumbnails, end_of, kept, make
from ui.screens.home import HomeScreen
from ui.screens.matches import MatchesScreen
from ui.stage import offscreen
from ui.stage.rect import Rect
from ui.stage.scene import Scene
from ui.stage.shapes import Raster
from ui.stage.stage import Stage
from ui.storage.saver import Saver
from ui.table.session import Inbox
from ui.widgets.layout import put

AnyMatch = Match[Any, Any, Any, Any]


@cache
def in_store(game: str) -> AnyMatch:
    """Return the match of a game that the store has: of Ada, Bob and guests."""
    return seated(ended(game), game, (ADA.plate, BOB.plate), list(GAMES).index(game))


@cache
def end_in_store(game: str) -> Thumbnail:
    """Return how it ended; to paint it is what takes long."""
    return end_of(in_store(game).rows())


def keep(store: Store, match: AnyMatch) -> None:
    store.keep(kept_of(match), match.rows())


@pytest.fixture(name="path")
def kept_store(tmp_path: Path) -> Path:
    """A store with a match of each game, between Ada, Bob and guests; one is broken off and one goes on."""
    with Store(tmp_path / "matches.db") as store:
        register.add(store, [ADA, BOB])
        for game in GAMES:
            keep(store, in_store(game))
        begun = seated(ended("tracktic"), "begun", (ADA.plate, BOB.plate), 20)
        keep(store, Match(begun.game, begun.entries[:-1]))
        keep(store, broken_off("broken"))
    return tmp_path / "matches.db"


def broken_off(name: str) -> AnyMatch:
    begun = seated(ended("tracktic"), name, (ADA.plate, BOB.plate), 30)
    broken: AnyMatch = Match(begun.game, begun.entries[:4])
    assert broken.submit(Abandon(), seen=4, at=WallTime(30 * 60_000)).entry is not None
    return broken


@pytest.mark.parametrize("game", GAMES)
def test_who_won_is_what_the_book_counts_and_the_picture_is_whole(game: str) -> None:
    end, came = end_in_store(game), played(in_store(game).rows()).came
    assert came is not None
    assert end.ended
    assert end.won == tuple(n for n, standing in enumerate(came.standings) if standing.won)
    assert len(end.plates) == len(came.standings)
    assert len(end.picture) == WIDE * HIGH * 3
    assert len({end.picture[n : n + 3] for n in range(0, len(end.picture), 3)}) > 5, "it shows something"


@pytest.mark.parametrize("game", GAMES)
def test_what_goes_on_was_broken_off_or_cannot_be_read_shows_nothing(game: str) -> None:
    match = ended(game)
    begun: AnyMatch = Match(match.game, match.entries[:-1])
    broken: AnyMatch = Match(match.game, match.entries[:-1])
    broken.submit(Abandon(), seen=broken.length, at=WallTime(0))
    torn = match.rows()
    torn[-1] = replace(torn[-1], crc=torn[-1].crc ^ 1)
    plates = end_of(match.rows()).plates
    for rows in (begun.rows(), broken.rows(), torn):
        assert end_of(rows) == Thumbnail(plates)
    assert end_of([replace(torn[0], entry=b"{}")]) == Thumbnail(())


@pytest.mark.parametrize("players", [2, 4])
def test_a_sealed_match_that_goes_on_is_kept_alike_whatever_its_clues(players: int, tmp_path: Path) -> None:
    setup = deal(5, players=players)
    bodies = []
    for n, clues in enumerate((setup.clues, setup.clues[::-1])):
        facts = CryptidFacts(players, replace(setup, clues=clues))
        match: AnyMatch = Match.begin(Cryptid(), facts, MatchHeader("m", "cryptid"), WallTime(0))
        with Store(tmp_path / f"{n}.db") as store:
            keep(store, match)
            make(store, "m")
            _head, _, body = SMALL_ENDS.read(store.path, "m").partition(b"\n")
            bodies.append(body)
    assert bodies[0] == bodies[1]


def test_it_is_found_until_record_or_program_change(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store(path) as store:
        assert kept(store, list(GAMES)) == {}
        for game in GAMES:
            make(store, game)
        found = kept(store, [*GAMES, "nobody's"])
        assert found == {game: end_in_store(game) for game in GAMES}
        match, _ = Match.restore(ended("tracktic").game, store.rows("tracktic"))
        length = match.length
        match.submit(TakeBack(match.line[-1].entry), seen=match.length, at=WallTime(0))
        store.keep(kept_of(match), match.rows()[length:])
        assert kept(store, ["tracktic"]) == {}, "the end was taken back"
        make(store, "tracktic")
        assert not kept(store, ["tracktic"])["tracktic"].ended
        monkeypatch.setattr(thumbnails, "program", lambda: "another")
        assert kept(store, list(GAMES)) == {}


def test_any_flipped_bit_or_missing_byte_makes_it_none(path: Path) -> None:
    with Store(path) as store:
        make(store, "speed-mode")
        good = SMALL_ENDS.read(path, "speed-mode")
        for n in range(0, len(good), 23):
            for torn in (good[:n], good[:n] + bytes([good[n] ^ 4]) + good[n + 1 :]):
                SMALL_ENDS.write(path, "speed-mode", torn)
                assert kept(store, ["speed-mode"]) == {}, n


def test_it_holds_no_name_is_the_owners_and_goes_with_the_match_and_with_a_name(path: Path) -> None:
    with Store(path) as store:
        for game in GAMES:
            make(store, game)
        folder = SMALL_ENDS.beside(path)
        files = list(folder.iterdir())
        assert len(files) == len(GAMES)
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        for file in files:
            assert stat.S_IMODE(file.stat().st_mode) == 0o600
            assert not any(name in file.read_bytes() for name in (b"Ada", b"Bob"))
        store.delete("cryptid")
        assert kept(store, ["cryptid"]) == {}
        assert len(list(folder.iterdir())) == len(GAMES) - 1
        register.forget(store, ADA.id)
        assert list(folder.iterdir()) == []


def test_a_match_that_is_deleted_while_it_is_made_leaves_nothing(path: Path) -> None:
    class Slow(Store):
        def rows(self, match: str) -> Any:
            found = super().rows(match)
            self.delete(match)
            return found

    with Slow(path) as store:
        make(store, "cryptid")
    assert list(SMALL_ENDS.beside(path).iterdir()) == []


def test_of_many_the_oldest_goes(tmp_path: Path) -> None:
    for n in range(SMALL_ENDS.most + 3):
        SMALL_ENDS.write(tmp_path / "matches.db", f"m{n}", b"{}")
    assert len(list(SMALL_ENDS.beside(tmp_path / "matches.db").iterdir())) == SMALL_ENDS.most


def ends_rows(screen: MatchesScreen) -> dict[str, Button]:
    """Return the rows that are looked at."""
    rows = (row for row in screen.part()["matches"].items if row.name in screen)
    return {row.name.removeprefix("match "): row for row in rows}


def said_of(row: Button) -> str:
    """Return what a row says about how its match ended."""
    return str(row.hint.split("\n")[0])


@pytest.mark.parametrize("size", PANELS)
def test_the_list_shows_who_won_and_the_board(rig: Rig, path: Path, size: tuple[int, int]) -> None:
    rig.size(*size)
    with Store(path) as store:
        register.change(store, ADA.renamed("Zo\u00eb"))
        ends = {
            match.id: end_in_store(match.id) if match.id in GAMES else end_of(store.rows(match.id))
            for match in store.matches()
        }
        people = store.people()
    desk = Desk(rig, path)
    desk.tap(desk.screen(HomeScreen)["matches"])
    listed = desk.matches
    seen = ends_rows(listed)
    assert 4 <= len(seen) < len(ends), "there is a second page"
    assert said_of(seen["begun"]) == "unfinished"
    over = {match.id for match in listed.matches or () if match.over} & {*seen}
    desk.until(lambda: over <= {*listed.ends})
    seen = ends_rows(listed)
    assert said_of(seen["broken"]) == "ended early"
    for match, row in seen.items():
        end = ends[match]
        winners = [people.told(match, end.plates)[n] for n in end.won]
        drawn = [] if row.picture is None else [*row.picture(ROOM)]
        boards = [item for item in drawn if isinstance(item, Raster)]
        assert bool(boards) is end.ended
        # A mark is a shape and its letter.
        assert len(drawn) == len(boards) + 2 * len(winners)
        if end.ended:
            assert said_of(row) == records_words.has_won([plate.name for plate in winners])
            assert (boards[0].across, boards[0].down) == (WIDE, HIGH)
    assert faults(listed, Rect(0, 0, *map(float, size))) == []
    assert set(ends) - set(seen), "and what isn't seen isn't made"
    with Store(path, reading=True) as store:
        assert set(kept(store, list(ends))) == over


def test_the_picture_stands_as_it_was_drawn(rig: Rig, path: Path) -> None:
    """Rows come from the top, and textures count from below."""
    with Store(path) as store:
        make(store, "speed-mode")
        end = kept(store, ["speed-mode"])["speed-mode"]
    stage = Stage()
    stage.draw(lambda room, _: Scene((Raster(room.rect, WIDE, HIGH, end.picture),)))
    put(stage, Rect(0, 0, WIDE, HIGH))
    rig.show(stage)
    width, _, drawn = offscreen.pixels(stage)
    lines = [drawn[4 * width * y :][: 4 * WIDE] for y in range(HIGH)]

    def apart(lines: list[bytes]) -> int:
        return sum(
            abs(line[4 * x + c] - end.picture[3 * (WIDE * y + x) + c])
            for y, line in enumerate(lines) for x in range(WIDE) for c in range(3)
        )  # fmt: skip

    assert apart(lines) * 4 < apart(lines[::-1])


def test_one_process_works_and_the_last_question_first(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[str, ...]] = []
    monkeypatch.setattr(
        thumbnails, "apart", lambda kind, program, store, chosen, *matches: made.append(matches)
    )
    waiting: list[Any] = []

    class Now(Saver):
        def ask_beside(self, question: Any, answer: Any) -> None:
            waiting.append((question, answer))

    saver = Now(path, Inbox().post)
    told: list[set[str]] = []

    def step() -> None:
        question, answer = waiting.pop(0)
        with Store(path, reading=True) as store:
            answer(question(store))

    saver.close()
    with Store(path) as store:
        make(store, "cryptid")
    ends = Thumbnails(saver)
    for matches in (["cryptid", "tracktic"], ["speed-mode"], ["ungle-speed"], ["cryptid"]):
        ends.ask(matches, lambda found: told.append(set(found)))
    for _ in range(4):
        step()
    assert told == [{"cryptid"}, set(), set(), {"cryptid"}]
    assert len(waiting) == 1
    while waiting:
        step()
    assert made == [("tracktic",), ("ungle-speed",), ("speed-mode",)]


def test_an_id_that_no_program_can_be_told_holds_nothing_up(path: Path) -> None:
    with Store(path) as store:
        match = seated(ended("tracktic"), "a\0b", ())
        keep(store, match)
        assert came_to(match) is not None
    inbox = Inbox()
    saver = Saver(path, inbox.post)
    told: list[set[str]] = []
    Thumbnails(saver).ask(["a\0b"], lambda found: told.append(set(found)))
    while len(told) < 2:
        inbox.drain()
    saver.close()
    assert told == [set(), set()]
