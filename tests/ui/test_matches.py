"""The kept matches: as many on the home screen as there is room for, and all of them behind a pad."""

from pathlib import Path

import pytest

from companion.match_reports import Abandon
from companion.store import Store
from tests.ui.desk import Desk
from tests.ui.panels import PANELS
from tests.ui.rig import Rig
from tests.ui.test_layout import faults
from ui import words
from ui.appliance import care_words
from ui.screens.home import MOST_ROWS, HomeScreen
from ui.screens.matches import KeptRow, MatchesScreen
from ui.widgets.layout import Rect


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
    screen = desk.screen(MatchesScreen)
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
    desk.tap(desk.screen(MatchesScreen).header.back)
    desk.screen(HomeScreen)
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
    desk.until(lambda: isinstance(desk.frame.screen, MatchesScreen))
    listed = desk.screen(MatchesScreen)
    desk.pump(4)
    assert listed.pages.count == many
    seen = sum(isinstance(item, KeptRow) for item in listed.pages.children)
    assert sum(isinstance(item, KeptRow) for item in listed.pages._items) == seen
    for _ in range(2):
        desk.tap(listed.pages.after)
    assert sum(isinstance(item, KeptRow) for item in listed.pages._items) == 3 * seen
    desk.close()
