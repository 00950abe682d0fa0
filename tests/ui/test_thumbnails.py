"""Small pictures of how saved matches ended: made once, of ended matches only, and shown in the list."""

import stat
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from msgspec.msgpack import encode as pack
from msgspec.structs import replace

from companion import register
from companion.book.figures import Book, Period
from companion.book.played import match_result, played
from companion.clock import WallTime
from companion.copies import stored_match
from companion.game import TABLE
from companion.games.cryptid import Cryptid
from companion.games.cryptid.deal import deal
from companion.games.cryptid.model import Facts as CryptidFacts
from companion.games.shelf import GAMES
from companion.journal import MatchHeader, NamePlate
from companion.match import AnyMatch, Match
from companion.match_reports import Abandon, TakeBack
from companion.people import People
from companion.store import Store
from companion.whole_file import SMALL_ENDS
from tests.companion.ended import ended, seated
from tests.companion.test_book import KNOWN, MS, A, B, C, match_of, result_of
from tests.companion.test_people import ADA, BOB, person
from tests.companion.test_ratings import evening
from tests.matches import keep
from tests.ui.desk import Desk
from tests.ui.panels import PANELS
from tests.ui.rig import Rig
from tests.ui.stage import written
from tests.ui.test_layout import faults
from ui.games.registry import FACES
from ui.parts.values import Button
from ui.records import thumbnails
from ui.records import words as records_words
from ui.records.book import book_pages
from ui.records.pages import BookPage, FigureLine
from ui.records.pictures import (
    MOST_IN_GRID,
    Dots,
    Grid,
    HeadToHead,
    Picture,
    Ranked,
    Wins,
    along,
)
from ui.records.thumbnails import Thumbnail, Thumbnails, cached, end_of, make
from ui.screens.home import HomeScreen
from ui.screens.matches import FiguresScreen, MatchesScreen
from ui.stage import theme
from ui.stage.kivy_types import Widget
from ui.stage.rect import Point, Rect
from ui.stage.scene import Item, Viewport
from ui.stage.shapes import Area, Box, Letters, Rim, Stroke
from ui.storage.saver import Saver
from ui.table.session import Inbox

ROOM = Viewport(Rect(0, 0, 240, 180))


@cache
def in_store(game: str) -> AnyMatch:
    """Return the stored match of a game, of Ada, Bob and guests."""
    return seated(ended(game), game, (ADA.plate, BOB.plate), list(GAMES).index(game))


@cache
def end_in_store(game: str) -> Thumbnail:
    """Return the match's end, cached because painting it is slow."""
    return end_of(in_store(game).rows())


@pytest.fixture(name="path")
def kept_store(tmp_path: Path) -> Path:
    """A store with a match of each game, of Ada, Bob and guests; one abandoned, and one in play."""
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
    end, result = end_in_store(game), played(in_store(game).rows()).result
    assert result is not None
    assert end.ended
    assert end.won == tuple(n for n, standing in enumerate(result.standings) if standing.won)
    assert len(end.plates) == len(result.standings)
    assert len([*filter(None, end.board(end.plates)(ROOM))]) > 5, "it shows something"


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
        assert cached(store, list(GAMES)) == {}
        for game in GAMES:
            make(store, game)
        found = cached(store, [*GAMES, "nobody's"])
        assert found == {game: end_in_store(game) for game in GAMES}
        match, _ = Match.restore(ended("tracktic").game, store.rows("tracktic"))
        length = match.length
        match.submit(TakeBack(match.line[-1].entry), seen=match.length, at=WallTime(0))
        store.keep(stored_match(match), match.rows()[length:])
        assert cached(store, ["tracktic"]) == {}, "the end was taken back"
        make(store, "tracktic")
        assert not cached(store, ["tracktic"])["tracktic"].ended
        monkeypatch.setattr(thumbnails, "program", lambda: "another")
        assert cached(store, list(GAMES)) == {}


def test_any_flipped_bit_or_missing_byte_makes_it_none(path: Path) -> None:
    with Store(path) as store:
        make(store, "speed-mode")
        good = SMALL_ENDS.read(path, "speed-mode")
        for n in range(0, len(good), 23):
            for torn in (good[:n], good[:n] + bytes([good[n] ^ 4]) + good[n + 1 :]):
                SMALL_ENDS.write(path, "speed-mode", torn)
                assert cached(store, ["speed-mode"]) == {}, n


def test_it_holds_no_name_is_the_owners_and_goes_with_the_match_and_with_a_name(path: Path) -> None:
    with Store(path) as store:
        for game in GAMES:
            make(store, game)
        folder = SMALL_ENDS.path(path)
        files = list(folder.iterdir())
        assert len(files) == len(GAMES)
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        for file in files:
            assert stat.S_IMODE(file.stat().st_mode) == 0o600
            assert not any(name in file.read_bytes() for name in (b"Ada", b"Bob"))
        store.delete("cryptid")
        assert cached(store, ["cryptid"]) == {}
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
        # Deleted before its turn came; the matches after it are done all the same.
        make(store, "cryptid")
    assert list(SMALL_ENDS.path(path).iterdir()) == []


def ends_rows(screen: MatchesScreen) -> dict[str, Button]:
    """Return the rows on the page by match id."""
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
        names = [match.id for match in store.matches()]
        ends = {name: end_in_store(name) if name in GAMES else end_of(store.rows(name)) for name in names}
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
        winners = [people.current_plates(match, end.plates)[n] for n in end.won]
        drawn = [] if row.picture is None else [*row.picture(ROOM)]
        # The board has a ground, and each mark a shape and a letter.
        assert (len(drawn) > 1 + 2 * len(winners)) is end.ended
        if end.ended:
            assert said_of(row) == records_words.has_won([plate.name for plate in winners])
    assert faults(listed, Rect(0, 0, *map(float, size))) == []
    assert set(ends) - set(seen), "and what isn't seen isn't made"
    with Store(path, reading=True) as store:
        assert set(cached(store, list(ends))) == over


@pytest.mark.parametrize("game", GAMES)
def test_the_table_is_drawn_as_it_was_at_the_end(game: str) -> None:
    match, end = in_store(game), end_in_store(game)
    face = FACES[game]()
    drawing = face.still(face.presenter(match.facts, end.plates), match.game.view(match.state, TABLE))
    assert end.board(end.plates)(ROOM) == drawing(ROOM, None).items


def test_what_its_game_cannot_read_any_more_is_made_again(path: Path) -> None:
    end = end_in_store("tracktic")
    older = pack(replace(end, view=pack(["as it was once"])))
    with Store(path) as store:
        SMALL_ENDS.write(path, "tracktic", thumbnails._head(store, "tracktic", older) + b"\n" + older)
        assert cached(store, ["tracktic"]) == {}
        make(store, "tracktic")
        assert cached(store, ["tracktic"]) == {"tracktic": end}


def test_of_a_game_that_is_gone_is_told_who_won(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    won = end_in_store("tracktic").won
    with Store(path) as store:
        make(store, "tracktic")
        monkeypatch.setattr(thumbnails, "FACES", {})
        end = cached(store, ["tracktic"])["tracktic"]
    assert end.won == won
    assert end.board(end.plates)(ROOM) == ()


def test_one_process_works_and_the_last_question_first(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[str, ...]] = []
    monkeypatch.setattr(thumbnails, "run_in_process", lambda kind, program, store, *ids: made.append(ids))
    waiting: list[Any] = []

    class Now(Saver):
        def ask_in_thread(self, question: Any, answer: Any) -> None:
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
        assert match_result(match) is not None
    inbox = Inbox()
    saver = Saver(path, inbox.post)
    told: list[set[str]] = []
    Thumbnails(saver).ask(["a\0b"], lambda found: told.append(set(found)))
    while len(told) < 2:
        inbox.drain()
    saver.close()
    assert told == [set(), set()]


STRIP = Viewport(Rect(30, 20, 300, 52))
PERIODS = (Period("2026-10", 4, 1), Period("2026-11", 2, 2), Period("2026-12", 0, 0))
SAMPLES: tuple[Picture, ...] = (
    Dots(tuple(n * MS for n in (0, 1, 2, 30, 400, 900, 90_000)), A),
    Dots((5 * MS,), B, lost=True),
    Wins(PERIODS, A),
    Wins(PERIODS[:1], A),
    HeadToHead(120, 1, 2, A, B),
    HeadToHead(0, 0, 1, A, B),
    Ranked(1, 1, 15, 15, A),
    Ranked(2, 2, 2, 2, C),
)


def corners(item: Item) -> list[Point]:
    """Return the corners of an item's bounds."""
    match item:
        case Area(points) | Stroke(points):
            return list(points)
        case Box(rect) | Rim(rect) | Letters(room=rect):
            return [(rect.x, rect.y), (rect.right, rect.top)]
    raise AssertionError(item)


def boxes(picture: Picture, plate: NamePlate) -> list[Rect]:
    """Return a strip's boxes in a person's full colour, from the left."""
    tone = theme.seat_tone(plate)
    found = [item.rect for item in picture.draw(STRIP) if isinstance(item, Box) and item.tone == tone]
    return sorted(found, key=lambda rect: rect.x)


@pytest.mark.parametrize("picture", SAMPLES)
@pytest.mark.parametrize("room", [STRIP, Viewport(Rect(0, 0, 500, 90), 1.6), Viewport(Rect(0, 0, 120, 30))])
def test_a_picture_stays_in_its_strip(picture: Picture, room: Viewport) -> None:
    # A mark's points reach out of its square a little, and a thick line extends half its width to each side.
    rect, slack = room.rect, room.mm(1)
    for item in picture.draw(room):
        for x, y in corners(item):
            assert rect.x - slack <= x <= rect.right + slack, item
            assert rect.y - slack <= y <= rect.top + slack, item


@pytest.mark.parametrize("side", [0, 1, 3, 20])
def test_in_no_room_nothing_is_drawn_less_than_nothing(side: int) -> None:
    plates = theme.plates()[:MOST_IN_GRID]
    full = Grid(plates, tuple(tuple(range(MOST_IN_GRID)) for _ in plates))
    room = Viewport(Rect(0, 0, side, side), 1.6)
    for item in (*full.draw(room), *(item for picture in SAMPLES for item in picture.draw(room))):
        rect = item.rect if isinstance(item, Box | Rim) else None
        assert rect is None or (rect.width >= 0 and rect.height >= 0), item


def test_a_longer_margin_lies_further_right_and_ten_times_as_long_always_as_far() -> None:
    steps = [along(10 * step * MS) - along(step * MS) for step in (1, 3, 10, 99)]
    assert steps == pytest.approx([1 / 3] * 4)
    assert (along(0), along(MS / 2), along(10_000 * MS)) == (0, 0, 1)
    dots = [item for item in Dots((2 * MS, 20 * MS, 200 * MS), A).draw(STRIP) if isinstance(item, Area)]
    lefts = [min(x for x, _ in dot.points) for dot in dots]
    assert lefts == sorted(lefts)
    assert lefts[2] - lefts[1] == pytest.approx(lefts[1] - lefts[0])


def test_a_column_is_as_high_as_what_was_won_and_what_was_lost_is_fainter() -> None:
    dots = [list(Dots((MS,), A, lost=lost).draw(STRIP)) for lost in (False, True)]
    tones = [{item.tone for item in items if isinstance(item, Area)} for items in dots]
    assert tones == [{theme.seat_tone(A)}, {theme.seat_tone(A, 0.45)}]
    first, second = boxes(Wins(PERIODS, A), A)
    assert second.height == pytest.approx(2 * first.height)
    assert second.height < STRIP.rect.height / 2, "the highest column is of four matches"


def test_who_was_before_more_often_has_the_larger_part() -> None:
    picture = HeadToHead(3, 2, 1, A, C)
    assert A.colour == C.colour, "told apart by position"
    mine, theirs = boxes(picture, A)
    assert mine.width == pytest.approx(3 * theirs.width)
    said = written.said(picture.draw(STRIP))
    assert said == ["A", "C", "3", "2", "1"]


def test_a_rank_lies_where_it_is_between_the_first_and_the_last() -> None:
    def middles(place: int) -> float:
        (at,) = [item for item in Ranked(place, place, place, 5, A).draw(STRIP) if isinstance(item, Area)]
        return (min(x for x, _ in at.points) + max(x for x, _ in at.points)) / 2

    found = [middles(place) for place in range(1, 6)]
    steps = [right - left for left, right in pairwise(found)]
    assert steps == pytest.approx([steps[0]] * 4)
    assert steps[0] > 0


@pytest.mark.parametrize("count", [2, MOST_IN_GRID])
def test_in_the_grid_each_cell_is_the_other_way_round_across_the_diagonal(count: int) -> None:
    plates = theme.plates()[:count]
    before = tuple(tuple(0 if n == m else 10 * n + m for m in range(count)) for n in range(count))
    items = list(Grid(plates, before).draw(Viewport(Rect(0, 0, 768, 360))))
    said = written.said(items)
    cells = {text for text in said if " : " in text}
    assert cells == {" : ".join(reversed(text.split(" : "))) for text in cells}
    assert "1 : 10" in cells
    for item in items:
        for x, y in corners(item):
            assert -5 <= x <= 773, item
            assert -5 <= y <= 365, item


def test_whoever_leads_gives_the_cell_the_colour() -> None:
    plates = theme.plates()[:2]
    items = list(Grid(plates, ((0, 3), (1, 0))).draw(Viewport(Rect(0, 0, 768, 360))))
    assert {item.tone for item in items if isinstance(item, Box)} == {theme.seat_tone(plates[0])}
    equal = list(Grid(plates, ((0, 3), (3, 0))).draw(Viewport(Rect(0, 0, 768, 360))))
    assert {item.tone for item in equal if isinstance(item, Box)} == {theme.PRESSED}


def pictures(page: BookPage) -> list[str]:
    return [type(line.picture).__name__ for line in page.lines if line.picture is not None]


def test_the_pages_have_the_pictures_that_belong_there() -> None:
    days = [match_of(f"d{n}", result_of(1, 2), A, B, at=1_700_000_000_000 + n * 86_400_000) for n in range(3)]
    pages = book_pages(Book.of([*days, *evening(6, A, B, C)], KNOWN))
    assert pictures(pages.people[0]) == ["Wins", "Ranked", "HeadToHead", "HeadToHead"]
    assert pictures(pages.games[0]) == ["Ranked"] * 3
    (between,) = pages.between
    assert between.grid is not None
    assert [plate.name for plate in between.grid.plates] == ["Ada", "Bob", "Cem"]


def test_nobody_who_is_not_known_is_in_a_picture() -> None:
    pages = book_pages(Book.of(evening(6, A, B, C), People({ADA.id: ADA})))
    assert pages.between == ()
    assert pictures(pages.people[0]) == []


@pytest.mark.parametrize("size", PANELS)
def test_they_fit_the_panels(rig: Rig, size: tuple[int, int]) -> None:
    said = "usually won by 12 ms, the closest of 214 by 0.8 ms"
    lines = tuple(FigureLine(said, one) for one in SAMPLES)
    many = [person(f"Person {n}", n).plate for n in range(1, MOST_IN_GRID + 1)]
    full = tuple(tuple(100 * n + m for m in range(len(many))) for n in range(len(many)))
    rig.size(*size)
    screens: list[Widget] = [
        FiguresScreen(BookPage("Ada", "", lines, False, A), lambda: None),
        FiguresScreen(BookPage("Head to head", "", (), False, grid=Grid(tuple(many), full)), lambda: None),
    ]
    for screen in screens:
        rig.show(screen)
        screen.size = size
        rig.pump(3)
        assert faults(screen, Rect(0, 0, *map(float, size))) == []
