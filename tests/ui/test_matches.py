"""The kept matches: as many on the home screen as there is room for, and all of them behind a pad."""

from pathlib import Path

import pytest

from companion import register
from companion.copies import kept_of
from companion.games.shelf import GAMES
from companion.match_reports import Abandon
from companion.store import Store
from tests.companion.ended import ended, seated
from tests.companion.test_people import ADA, BOB
from tests.ui.desk import Desk
from tests.ui.panels import PANELS
from tests.ui.rig import Rig
from tests.ui.test_layout import faults
from ui import records_words, words
from ui.appliance import care_words
from ui.screens.home import MOST_ROWS, HomeScreen
from ui.screens.matches import KeptRow, MatchesScreen, OptionsScreen
from ui.widgets.layout import Rect
from ui.widgets.marked_pad import MarkedPad


def rows_of(screen: MatchesScreen) -> list[KeptRow]:
    """Return the rows of all pages."""
    return [row for n in range(screen.pages.count) if isinstance(row := screen.pages.item(n), KeptRow)]


def played(desk: Desk, matches: int) -> list[str]:
    """Play so many matches, break every second one off, and return their ids, the newest first."""
    found: list[str] = []
    for n in range(matches):
        table = desk.seat(2 + n % 3)
        if n % 2:
            table.tell_now(Abandon())
        found.insert(0, table.session.name)
        table.go_back()
        desk.screen(HomeScreen)
    return found


@pytest.mark.parametrize("size", PANELS)
def test_one_of_many_matches_is_found_and_opened(rig: Rig, tmp_path: Path, size: tuple[int, int]) -> None:
    rig.size(*size)
    desk = Desk(rig, tmp_path / "matches.db")
    ids = played(desk, 6)
    window = Rect(0, 0, *map(float, size))
    home = desk.screen(HomeScreen)
    desk.pump(4)
    assert faults(home, window) == []
    assert home.rows[0].parent is home
    # What is played and when is read on the row itself.
    assert words.day(desk.clock.wall()) in home.rows[0].subtitle.text
    assert home.rows[0].subtitle.opacity == 1
    desk.tap(home.all)
    screen = desk.matches
    desk.pump(4)
    assert faults(screen, window) == []
    assert [row.kept.id for row in rows_of(screen)] == ids
    desk.tap(screen.pages.item(3))
    assert desk.table.session.name == ids[3]
    desk.close()


def test_few_matches_need_no_list(rig: Rig, tmp_path: Path) -> None:
    desk = Desk(rig, tmp_path / "matches.db")
    ids = played(desk, 2)
    home = desk.screen(HomeScreen)
    desk.pump(4)
    assert home.all.parent is None
    shown = [home.go_on.parent is not None, *(row.parent is home for row in home.rows)]
    assert shown == [True] * len(ids)
    desk.close()


def test_the_list_leads_back(rig: Rig, tmp_path: Path) -> None:
    desk = Desk(rig, tmp_path / "matches.db")
    played(desk, 5)
    desk.tap(desk.screen(HomeScreen).all)
    desk.tap(desk.matches.header.back)
    desk.screen(HomeScreen)
    desk.close()


def tap_option(desk: Desk, title: str) -> MatchesScreen:
    """Tap what is called so on the page of options, and return the list that comes of it."""
    desk.until(lambda: isinstance(desk.frame.screen, OptionsScreen))
    screen = desk.screen(OptionsScreen)
    desk.pump(4)
    assert faults(screen, Rect(0, 0, desk.frame.width, desk.frame.height)) == []
    pads = [screen.pages.item(n) for n in range(screen.pages.count)]
    (wanted,) = [pad for pad in pads if isinstance(pad, MarkedPad) and pad.title.text == title]
    wanted.tap()
    desk.pump(4)
    listed = desk.matches
    assert faults(listed, Rect(0, 0, desk.frame.width, desk.frame.height)) == []
    return listed


@pytest.mark.parametrize("size", PANELS)
def test_a_match_is_found_by_game_by_person_and_by_date(
    rig: Rig, tmp_path: Path, size: tuple[int, int]
) -> None:
    rig.size(*size)
    with Store(tmp_path / "matches.db") as store:
        register.add(store, [ADA, BOB])
        for n, game in enumerate(GAMES):
            who = (ADA.plate, BOB.plate) if n % 2 else (BOB.plate,)
            match = seated(ended(game), game, who, 50 * 365 * 24 * 60 + n * 24 * 60 * 20)
            store.keep(kept_of(match), match.rows())
    desk = Desk(rig, tmp_path / "matches.db")
    desk.tap(desk.screen(HomeScreen).all)
    listed = desk.matches
    desk.pump(4)
    assert len(rows_of(listed)) == len(GAMES)
    assert [pad.title.text for pad in listed.filters] == [
        records_words.WHICH_GAME,
        records_words.WITH_WHOM,
        records_words.WHEN,
    ]
    desk.tap(listed.filters[1])
    listed = tap_option(desk, "Ada")
    of_ada = {row.kept.id for row in rows_of(listed)}
    assert of_ada == {game for n, game in enumerate(GAMES) if n % 2}
    assert listed.filters[1].chosen
    desk.tap(listed.filters[0])
    listed = tap_option(desk, words.GAME_NAMES["tracktic"])
    assert [row.kept.id for row in rows_of(listed)] == ["tracktic"]
    # What is looked for by one thing stays while another is changed.
    (row,) = rows_of(listed)
    desk.tap(listed.filters[2])
    month = records_words.date(words.day(row.kept.began)[:7])
    listed = tap_option(desk, month)
    assert [pad.title.text for pad in listed.filters] == ["Tracktic", "Ada", month]
    desk.tap(listed.filters[0])
    listed = tap_option(desk, records_words.EVERY_GAME)
    desk.tap(listed.filters[1])
    listed = tap_option(desk, records_words.WITH_ANYBODY)
    desk.tap(listed.filters[2])
    listed = tap_option(desk, records_words.ANY_TIME)
    assert len(rows_of(listed)) == len(GAMES)
    desk.tap(listed.pages.item(0))
    desk.until(lambda: desk.table is not None)
    desk.close()


def test_where_nothing_fits_the_list_says_so(rig: Rig, tmp_path: Path) -> None:
    with Store(tmp_path / "matches.db") as store:
        register.add(store, [ADA])
    desk = Desk(rig, tmp_path / "matches.db")
    played(desk, 5)
    desk.tap(desk.screen(HomeScreen).all)
    desk.tap(desk.matches.filters[1])
    listed = tap_option(desk, "Ada")
    assert rows_of(listed) == []
    assert listed.header.hint.text == records_words.NONE_FITS
    desk.close()


def test_of_thousands_only_those_that_are_seen_are_made(rig: Rig, tmp_path: Path) -> None:
    many = 3_000
    names = [f"m{n:04}" for n in range(many)]
    with Store(tmp_path / "matches.db") as store, store.changing() as database:
        database.executemany(
            "insert into match values (?, 'tracktic', 1, ?, 1, 'Fox')",
            [(name, n) for n, name in enumerate(names)],
        )
        database.executemany("insert into entry values (?, 0, 0, x'7b7d')", [(name,) for name in names])
    desk = Desk(rig, tmp_path / "matches.db")
    home = desk.screen(HomeScreen)
    desk.pump(4)
    assert [row.kept.id for row in home.rows[:2]] == ["m2999", "m2998"]
    assert len(home.rows) == MOST_ROWS
    assert home.all.title.text == care_words.all_matches(many)
    desk.tap(home.all)
    listed = desk.matches
    desk.pump(4)
    assert listed.pages.count == many
    seen = sum(isinstance(item, KeptRow) for item in listed.pages.children)
    assert sum(isinstance(item, KeptRow) for item in listed.pages._items) == seen
    for _ in range(2):
        desk.tap(listed.pages.after)
    assert sum(isinstance(item, KeptRow) for item in listed.pages._items) == 3 * seen
    desk.close()
