"""The record book on the screen: from home to a person's results, on both panels, however many matches."""

import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion import register
from companion.book.counting import cache_path, open_book
from companion.book.figures import Book, GameFigures, spread
from companion.book.played import played
from companion.clock import WallTime
from companion.copies import stored_match
from companion.errors import NotSaved
from companion.games.shelf import GAMES
from companion.match import Match
from companion.people import NO_PEOPLE, People
from companion.store import Store, StoredMatch
from companion.whole_file import SMALL_ENDS
from tests.companion.ended import ended, seated
from tests.companion.test_people import ADA, BOB, CEM
from tests.ui.desk import Desk, there
from tests.ui.panels import PANELS
from tests.ui.rig import Rig, python
from tests.ui.test_layout import faults
from tests.ui.test_matches import listed_in
from ui.dialogs.notice import NoticeDialog
from ui.main import people_screens
from ui.main.people_screens import PersonDialog
from ui.parts.naming import NamingDialog
from ui.records import words
from ui.records.book import book_pages
from ui.records.pages import BookPage, BookPages, read_pages
from ui.screens.care import LanguagesScreen
from ui.screens.home import HomeScreen
from ui.screens.matches import BookScreen, FiguresScreen, MatchesScreen, OptionsScreen
from ui.screens.players import PlayersScreen
from ui.widgets.pad import HOLD_SECONDS


@pytest.fixture(name="store")
def kept_store(tmp_path: Path) -> Path:
    """A store with a match of each game, between Ada, Bob and guests."""
    with Store(tmp_path / "matches.db") as store:
        register.add(store, [ADA, BOB])
        for n, game in enumerate(GAMES):
            match = seated(ended(game), f"m{n}", (ADA.plate, BOB.plate), n)
            store.keep(stored_match(match), match.rows())
    return tmp_path / "matches.db"


@pytest.fixture(name="desk", params=PANELS)
def open_desk(request: pytest.FixtureRequest, rig: Rig, store: Path) -> Desk:
    rig.size(*request.param)
    return Desk(rig, store)


@pytest.fixture
def counted_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Count the book in this process. One end-to-end test and the tests of that process start a real one."""

    def pages(path: Path) -> BookPages:
        with Store(path, reading=True) as store:
            return book_pages(open_book(store))

    monkeypatch.setattr(people_screens, "read_pages", pages)


def opened(desk: Desk) -> BookScreen:
    desk.tap(desk.screen(HomeScreen)["book"])
    screen = desk.screen(BookScreen)
    desk.until(lambda: screen.pages)
    desk.pump(4)
    return screen


def test_from_home_to_a_persons_figures_and_back(desk: Desk) -> None:
    desk.pump(4)
    assert faults(desk.screen(HomeScreen)) == []
    screen = opened(desk)
    assert faults(screen) == []
    first = [pad.title for pad in screen.part()["book"].items][:4]
    assert first == ["Ada", "Bob", "Head to head", "Ungle Speed"]
    desk.tap(screen["page 0"])
    figures = desk.screen(FiguresScreen)
    desk.pump(4)
    assert faults(figures) == []
    said = figures.part()["figures"].texts
    assert said[0].startswith(f"{len(GAMES)} matches")
    assert any(line.startswith("Against Bob") for line in said)
    desk.tap(figures["back"])
    assert desk.screen(BookScreen) is screen
    desk.tap(screen["page 2"])
    desk.tap(desk.screen(FiguresScreen)["back"])
    assert desk.screen(BookScreen) is screen
    desk.tap(screen["back"])
    desk.screen(HomeScreen)


def manage(desk: Desk, n: int) -> PersonDialog:
    desk.tap(opened(desk)[f"page {n}"])
    desk.tap(desk.screen(FiguresScreen)["next"])
    sheet = desk.screen(PersonDialog)
    desk.pump(4)
    assert faults(sheet) == []
    return sheet


def listed(desk: Desk) -> list[str]:
    """Wait until the book is counted again and return whom it lists."""
    screen = desk.screen(BookScreen)
    desk.until(lambda: screen.pages)
    return [page.title for page in screen.pages if page.plate is not None]


def test_a_book_opened_often_is_counted_once_at_a_time(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each count is a process of its own, and takes seconds on a Pi."""
    on = threading.Event()
    begun: list[Path] = []

    def slow(path: Path) -> BookPages:
        begun.append(path)
        on.wait(60)
        with Store(path, reading=True) as store:
            return book_pages(open_book(store))

    monkeypatch.setattr(people_screens, "read_pages", slow)
    for _ in range(5):
        desk.frame._book.open()
    desk.until(lambda: begun)
    desk.pump(20)
    assert len(begun) == 1
    on.set()
    assert listed(desk) == ["Ada", "Bob"]
    assert len(begun) == 2


@pytest.mark.usefixtures("counted_here")
def test_a_name_is_changed_at_the_table(desk: Desk, store: Path) -> None:
    desk.tap(manage(desk, 1)["rename"])
    naming = desk.screen(NamingDialog)
    assert naming.typed == "Bob"
    desk.tap(naming["rub"])
    naming.type("rt")
    desk.tap(naming["ready"])
    assert listed(desk) == ["Ada", "Bort"]
    with Store(store, reading=True) as kept:
        assert kept.people().called("Bort").letter == "B"
    desk.frame.home()
    desk.tap(desk.screen(HomeScreen)["matches"])
    assert any("Bort" in row.title for row in desk.matches.part()["matches"].items)


@pytest.mark.usefixtures("counted_here")
def test_a_name_that_somebody_has_asks_whether_they_are_one_person(desk: Desk, store: Path) -> None:
    def called_ada() -> NoticeDialog:
        naming = desk.screen(NamingDialog)
        for _ in naming.typed:
            desk.tap(naming["rub"])
        naming.type("ada")
        desk.tap(naming["ready"])
        return notice(desk)

    desk.tap(manage(desk, 1)["rename"])
    asked = called_ada()
    assert asked.title == "Are Bob and Ada one person?"
    assert faults(asked) == []
    assert [asked.part()[f"pad {n}"].title for n in range(3)] == ["Cancel", "Another name", "Same person"]
    desk.tap(asked["pad 1"])
    assert desk.screen(NamingDialog).typed == "Bob"
    asked = called_ada()
    asked.part()["pad 2"].on_tap()
    desk.until(lambda: desk.frame.screen is not asked)
    with Store(store, reading=True) as kept:
        assert [person.name for person in kept.people().known.values()] == ["Ada"]


@pytest.mark.usefixtures("counted_here")
def test_only_the_capitals_of_a_name_are_changed(desk: Desk, store: Path) -> None:
    desk.tap(manage(desk, 1)["rename"])
    naming = desk.screen(NamingDialog)
    for _ in range(2):
        desk.tap(naming["rub"])
    naming.type("OB")
    desk.tap(naming["ready"])
    assert listed(desk) == ["Ada", naming.typed]


@pytest.mark.usefixtures("counted_here")
def test_who_is_hidden_is_offered_no_seat_and_can_be_again(desk: Desk) -> None:
    desk.tap(manage(desk, 0)["hide"])
    assert listed(desk) == ["Ada", "Bob"]
    desk.frame.choose("ungle-speed")
    desk.sit(0)
    assert "Ada" not in desk.screen(PlayersScreen).part().texts
    desk.frame.home()
    desk.screen(HomeScreen)
    sheet = manage(desk, 0)
    assert sheet.part()["hide"].title == "Offer this name again"
    desk.tap(sheet["hide"])
    assert listed(desk) == ["Ada", "Bob"]


@pytest.mark.usefixtures("counted_here")
def test_somebody_has_a_language_of_their_own_and_no_rank_if_they_want_none(desk: Desk, store: Path) -> None:
    sheet = manage(desk, 0)
    assert sheet.part()["speaks"].hint == "the table's"
    desk.tap(sheet["speaks"])
    assert desk.screen(LanguagesScreen).part()["language table"].chosen
    desk.tap(desk.screen(LanguagesScreen)["language fr"])
    assert listed(desk) == ["Ada", "Bob"]
    desk.frame.home()
    sheet = manage(desk, 0)
    assert sheet.part()["speaks"].hint == "Français"
    desk.tap(sheet["rank"])
    assert listed(desk) == ["Ada", "Bob"]
    with Store(store, reading=True) as kept:
        known = kept.people().known.values()
    assert sorted((one.language, one.rated) for one in known) == [("", True), ("fr", False)]
    for page in desk.screen(BookScreen).pages:
        said = [line.text for line in page.lines if "rank" in line.text]
        assert not any("Ada" in line for line in said)
        if page.lines:
            assert bool(said) == (page.title != "Ada"), "Bob has played every game once"
    desk.frame.home()
    assert manage(desk, 0).part()["rank"].title == "Rank them again"


def chosen(desk: Desk, title: str) -> None:
    screen = desk.screen(OptionsScreen)
    desk.pump(4)
    assert faults(screen) == []
    (wanted,) = [pad for pad in screen.part()["options"].items if pad.title == title]
    desk.tap(screen[wanted.name])


def notice(desk: Desk) -> NoticeDialog:
    sheet = desk.screen(NoticeDialog)
    desk.pump(4)
    assert faults(sheet) == []
    return sheet


def titles(store: Path) -> set[str]:
    with Store(store, reading=True) as kept:
        return {match.title for match in kept.matches()}


@pytest.mark.usefixtures("counted_here")
def test_a_guest_who_is_tapped_twice_is_given_once_and_it_can_be_undone(desk: Desk, store: Path) -> None:
    before = titles(store)
    desk.saver.ask(lambda kept: register.add(kept, [CEM]), lambda done: desk.frame.home())
    desk.until(lambda: CEM.id in desk.frame.people.known)
    desk.tap(manage(desk, 2)["give"])
    (fox,) = [pad for pad in desk.screen(OptionsScreen).part()["options"].items if pad.title == "Fox"]
    # The store answers neither tap before the second.
    fox.on_tap()
    fox.on_tap()
    desk.until(lambda: desk.saver._answers == {})
    sheet = notice(desk)
    assert sheet.part()["title"].text == "Fox was Cem, in 2 matches."
    assert not any("Fox" in title for title in titles(store))
    desk.tap(sheet["pad 1"])
    assert listed(desk) == ["Ada", "Bob", "Cem"]
    assert titles(store) == before


@pytest.mark.usefixtures("counted_here")
@pytest.mark.parametrize("asks", ["give", "merge"])
def test_who_has_gone_on_is_asked_no_more(desk: Desk, monkeypatch: pytest.MonkeyPatch, asks: str) -> None:
    late: list[Callable[[], None]] = []

    def beside(question: Callable[[Store], object], answer: Callable[[object], None]) -> None:
        late.append(lambda: answer(desk.read(question)))

    sheet = manage(desk, 1)
    monkeypatch.setattr(desk.saver, "ask_in_thread", beside)
    desk.tap(sheet[asks])
    if asks == "merge":
        chosen(desk, "Ada")
    desk.frame.home()
    home = desk.screen(HomeScreen)
    for answer in late:
        answer()
    desk.pump(3)
    assert late
    assert desk.frame.screen is home


@pytest.mark.usefixtures("counted_here")
def test_a_change_that_a_full_disk_refuses_is_said(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise NotSaved("not saved: the disk is full; free some space")

    monkeypatch.setattr(register, "forget", full)
    desk.rig.hold(manage(desk, 1)["forget"], HOLD_SECONDS)
    sheet = notice(desk)
    assert sheet.text == "Not saved: the disk is full; free some space"
    desk.tap(sheet["pad 0"])
    assert listed(desk) == ["Ada", "Bob"]


@pytest.mark.usefixtures("counted_here")
def test_two_are_one_after_a_hold_and_it_can_be_undone(desk: Desk, store: Path) -> None:
    before = titles(store)
    desk.tap(manage(desk, 1)["merge"])
    chosen(desk, "Ada")
    sheet = notice(desk)
    assert sheet.part()["title"].text == "Are Bob and Ada one person?"
    desk.tap(sheet["pad 1"])
    assert titles(store) == before, "a tap isn't enough"
    sheet.part()["pad 1"].on_tap()
    desk.until(lambda: desk.frame.screen is not sheet)
    sheet = notice(desk)
    assert not any("Bob" in title for title in titles(store))
    desk.tap(sheet["pad 1"])
    assert listed(desk) == ["Ada", "Bob"]
    assert titles(store) == before
    desk.frame.home()
    desk.screen(HomeScreen)
    desk.tap(manage(desk, 1)["merge"])
    chosen(desk, "Ada")
    again = notice(desk)
    again.part()["pad 1"].on_tap()
    desk.until(lambda: desk.frame.screen is not again)
    desk.tap(notice(desk)["pad 0"])
    assert listed(desk) == ["Ada"]


@pytest.mark.usefixtures("counted_here")
def test_two_are_parted_long_after_from_the_page_of_the_one(desk: Desk, store: Path) -> None:
    before = titles(store)
    assert "part" not in manage(desk, 0).part()
    desk.frame.home()

    def merged(kept: Store) -> People:
        register.merge(kept, BOB.id, ADA.id)
        return kept.people()

    desk.saver.ask(merged, lambda people: desk.frame.learned(people or NO_PEOPLE))
    desk.until(lambda: len(desk.frame.people.known) == 1)
    sheet = manage(desk, 0)
    assert sheet.part()["part"].hint == "Bob"
    desk.tap(sheet["part"])
    chosen(desk, "Bob")
    said = notice(desk)
    assert said.part()["title"].text == "Bob and Ada are two people again."
    assert titles(store) == before
    desk.tap(said["pad 1"])
    assert listed(desk) == ["Ada"]
    desk.frame.home()
    desk.tap(manage(desk, 0)["part"])
    chosen(desk, "Bob")
    desk.tap(notice(desk)["pad 0"])
    assert listed(desk) == ["Ada", "Bob"]


@pytest.mark.usefixtures("counted_here")
def test_a_name_that_was_stored_match_damage_is_told_when_it_is_forgotten(desk: Desk, store: Path) -> None:
    store.with_name(f"{store.name}-damaged-log-1").touch()
    sheet = manage(desk, 0)
    sheet.part()["forget"].on_tap()
    desk.until(lambda: desk.frame.screen is not sheet)
    said = desk.screen(NoticeDialog)
    assert f"{store.name}-damaged-log-1" in said.text
    desk.tap(said["pad 0"])
    assert listed(desk) == ["Bob"]


@pytest.mark.usefixtures("counted_here")
def test_forgetting_must_be_held_and_leaves_no_name_in_the_folder(desk: Desk, store: Path) -> None:
    with Store(store, reading=True) as kept:
        assert "Ada" in [person.name for person in kept.people().known.values()]
    sheet = manage(desk, 0)
    desk.tap(sheet["forget"])
    assert desk.screen(PersonDialog) is sheet, "a tap isn't enough"
    sheet.part()["forget"].on_tap()
    assert listed(desk) == ["Bob"]
    desk.frame.home()
    desk.tap(desk.screen(HomeScreen)["matches"])
    matches = desk.matches
    titles = [row.title for row in matches.part()["matches"].items]
    assert all(title.startswith("Somebody, Bob") for title in titles)
    seen = [name for name in listed_in(matches) if f"match {name}" in matches]
    desk.until(lambda: all(match in matches.ends for match in seen))
    files = [file for file in store.parent.rglob("*") if file.is_file()]
    assert any(file.parent == SMALL_ENDS.path(store) for file in files)
    for file in files:
        # SQLite's own files come and go; one that has gone keeps no name.
        with suppress(FileNotFoundError):
            assert b"Ada" not in file.read_bytes(), file.name


def test_who_has_never_finished_a_match_is_offered_no_book(rig: Rig, tmp_path: Path) -> None:
    assert "book" not in Desk(rig, tmp_path / "new.db").screen(HomeScreen)


def test_a_book_that_cannot_be_counted_says_so(rig: Rig, tmp_path: Path) -> None:
    assert read_pages(tmp_path / "none.db") is None
    screen = BookScreen(lambda page: None, lambda: None, lambda: None)
    rig.show(screen)
    screen.show(None)
    assert screen.part().header.hint == "The matches can't be read. The doctor says why."


def test_what_a_process_counts_is_what_is_counted_here_and_it_remembers(store: Path) -> None:
    pages = there(read_pages(store))
    assert [page.title for page in pages.people] == ["Ada", "Bob"]
    assert len(pages.games) == len(GAMES)
    assert cache_path(store).exists()
    assert read_pages(store) == pages


def test_the_app_itself_loads_nothing_that_counts() -> None:
    """A start must not load what only the counting process needs: it would slow every start down."""
    said = (
        "import sys; from ui.stage import offscreen; offscreen.prepare('800x480'); import ui.main.frame;"
        "names = ('openskill', 'ui.records.book', 'companion.book.ratings');"
        "print([name for name in names if name in sys.modules])"
    )
    assert python("-c", said).stdout.splitlines()[-1] == "[]"


def test_of_twenty_thousand_only_those_that_are_looked_at_are_made(rig: Rig) -> None:
    times = map(WallTime, range(20_000))
    many = [StoredMatch(f"m{at}", "cryptid", at, at, True, "Ada, Bob", 9) for at in times]
    found: list[str] = []
    screen = MatchesScreen(found.append, lambda: None, (), lambda matches, tell: None)
    screen.show(many)
    rig.show(screen)
    rig.pump()
    assert 0 < len(screen._named()) < 50
    rig.tap(screen["matches down"])
    assert 0 < len(screen._named()) < 50
    book = BookScreen(lambda page: None, lambda: None, lambda: None)
    rig.show(book)
    book.show(BookPages(tuple(BookPage(f"P{n}", "", (), True, ADA.plate) for n in range(20_000)), ()))
    rig.pump()
    assert 0 < len(book._named()) < 50


def test_a_sheet_says_its_best_points_and_how_long_it_takes() -> None:
    match = seated(ended("sheet"), "m", (ADA.plate, BOB.plate))
    (page,) = book_pages(Book.of([played(match.rows())], People({ADA.id: ADA, BOB.id: BOB}))).games
    said = [line.text for line in page.lines]
    assert [line for line in said if line.startswith("best 1: ")]
    assert "usually 1 minute long" in said
    assert not any("turns" in line for line in said)


def test_a_game_that_takes_a_minute_is_said_to_take_one() -> None:
    quick = GameFigures(1, 0, None, None, None, spread([60_000]), None, ())
    assert [*words.game(quick, [])] == ["usually 1 minute long"]
    assert [*words.game(replace(quick, turns=spread([9])), [])] == ["usually 9 turns, 1 minute long"]
    assert [*words.game(replace(quick, played=spread([20_000])), [])] == ["usually 1 minute long"], "never 0"


def test_who_has_finished_no_match_is_not_said_to_have_played_none_and_won_none() -> None:
    whole = seated(ended("sheet"), "m", (ADA.plate, BOB.plate))
    begun = Match(whole.game, whole.entries[:2])
    pages = book_pages(Book.of([played(begun.rows())], People({ADA.id: ADA, BOB.id: BOB})))
    for page in (*pages.people, *pages.games):
        assert (page.hint, [line.text for line in page.lines]) == ("No match yet.", ["1 not finished"])
