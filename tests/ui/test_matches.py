"""The saved matches: as many on the home screen as fit, and all of them behind a pad."""

import sqlite3
import threading
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion import line, register
from companion.book import counting
from companion.copies import stored_match
from companion.game import Seat
from companion.games.sequence_states.lines import Space
from companion.games.sequence_states.reports import PlaceChip
from companion.games.shelf import GAMES
from companion.match_reports import Abandon
from companion.store import Store
from tests.companion.ended import ended, seated
from tests.companion.test_people import ADA, BOB
from tests.ui.desk import Desk, pads_in, the, there
from tests.ui.panels import PANELS
from tests.ui.rig import Rig
from tests.ui.test_layout import faults
from tests.ui.test_win import played_out
from ui.dialogs.referee import RefereeDialog
from ui.language import words
from ui.language.languages import catalogues
from ui.records import words as records_words
from ui.screens.home import HomeScreen
from ui.screens.matches import MatchesScreen, OptionsScreen
from ui.stage import theme
from ui.widgets.pad import HoldPad


def listed_in(screen: MatchesScreen) -> list[str]:
    """Return the ids of the matches on all pages."""
    return [row.name.removeprefix("match ") for row in screen.part()["matches"].items]


def narrowed_to(screen: MatchesScreen) -> list[str]:
    """Return the titles of the pads above the list."""
    names = (records_words.WHICH_GAME, records_words.WITH_WHOM, records_words.WHEN)
    return [screen.part()[name].title for name in names]


def played(desk: Desk, matches: int) -> list[str]:
    """Play this many matches, abandoning every second one; return their ids, newest first."""
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
    # Before the first match there is no list.
    assert "matches" not in desk.screen(HomeScreen)
    ids, home = played(desk, 6), desk.screen(HomeScreen)
    desk.pump(4)
    assert faults(home) == []
    desk.tap(home["matches"])
    screen = desk.matches
    desk.pump(4)
    assert faults(screen) == []
    assert listed_in(screen) == ids
    desk.tap(screen["back"])
    desk.tap(desk.screen(HomeScreen)["matches"])
    desk.tap(desk.matches[f"match {ids[3]}"])
    assert desk.table.session.name == ids[3]


def tap_option(desk: Desk, title: str) -> MatchesScreen:
    """Tap an option by its title and return the list it leads to."""
    screen = desk.screen(OptionsScreen)
    desk.pump(4)
    assert faults(screen) == []
    (wanted,) = [pad for pad in screen.part()["options"].items if pad.title == title]
    wanted.on_tap()
    desk.pump(4)
    listed = desk.matches
    assert faults(listed) == []
    return listed


@pytest.mark.parametrize("size", PANELS)
def test_a_match_is_found_by_game_person_and_date(rig: Rig, tmp_path: Path, size: tuple[int, int]) -> None:
    rig.size(*size)
    with Store(tmp_path / "matches.db") as store:
        register.add(store, [ADA, BOB])
        for n, game in enumerate(GAMES):
            who = (ADA.plate, BOB.plate) if n % 2 else (BOB.plate,)
            match = seated(ended(game), game, who, 50 * 365 * 24 * 60 + n * 24 * 60 * 20)
            store.keep(stored_match(match), match.rows())
    desk = Desk(rig, tmp_path / "matches.db")
    desk.tap(desk.screen(HomeScreen)["matches"])
    listed = desk.matches
    desk.pump(4)
    assert len(listed_in(listed)) == len(GAMES)
    assert narrowed_to(listed) == ["Which game?", "With whom?", "When?"]
    desk.tap(listed[records_words.WITH_WHOM])
    listed = tap_option(desk, "Ada")
    assert {*listed_in(listed)} == {game for n, game in enumerate(GAMES) if n % 2}
    assert listed.part()[records_words.WITH_WHOM].chosen
    desk.tap(listed[records_words.WHICH_GAME])
    listed = tap_option(desk, words.GAME_NAMES["tracktic"])
    assert listed_in(listed) == ["tracktic"]
    # One filter stays while another is changed.
    (kept,) = listed.matches or ()
    desk.tap(listed[records_words.WHEN])
    month = records_words.date(words.iso_day(kept.began)[:7])
    listed = tap_option(desk, month)
    assert narrowed_to(listed) == ["Tracktic", "Ada", month]
    desk.tap(listed[records_words.WHICH_GAME])
    listed = tap_option(desk, records_words.EVERY_GAME)
    desk.tap(listed[records_words.WITH_WHOM])
    listed = tap_option(desk, records_words.WITH_ANYBODY)
    desk.tap(listed[records_words.WHEN])
    listed = tap_option(desk, records_words.ANY_TIME)
    assert len(listed_in(listed)) == len(GAMES)
    desk.tap(listed[f"match {listed_in(listed)[0]}"])
    desk.until(lambda: desk.table is not None)


def test_where_nothing_fits_the_list_says_so(rig: Rig, tmp_path: Path) -> None:
    with Store(tmp_path / "matches.db") as store:
        register.add(store, [ADA])
    desk = Desk(rig, tmp_path / "matches.db")
    played(desk, 1)
    desk.tap(desk.screen(HomeScreen)["matches"])
    desk.tap(desk.matches[records_words.WITH_WHOM])
    listed = tap_option(desk, "Ada")
    assert listed_in(listed) == []
    assert listed.part().header.hint == "No match fits. Tap a pad below to look for others."


def delete_pad(desk: Desk) -> HoldPad | None:
    table = desk.table
    if table.opened is None:
        table.dialogs.open_referee()
    desk.pump()
    sheet = the(RefereeDialog, table.opened)
    found = [pad for pad in pads_in(sheet) if isinstance(pad, HoldPad) and pad.title.text == words.DELETE]
    return next(iter(found), None)


def kept_in(path: Path) -> list[str]:
    with Store(path, reading=True) as store:
        return [kept.id for kept in store.matches()]


def test_it_is_held_and_gone_from_home_the_store_and_the_book(desk: Desk, tmp_path: Path) -> None:
    other, table = desk.seat(3).session.name, played_out(desk, desk.seat(3))
    name = table.session.name
    desk.until(lambda: table.session.saved)
    pad = there(delete_pad(desk))
    desk.tap(pad)
    assert sorted(kept_in(tmp_path / "matches.db")) == sorted([name, other]), "a tap deletes nothing"
    desk.pump(3)
    desk.rig.hold(pad, 1.2)
    home = desk.screen(HomeScreen)
    desk.until(lambda: desk.frame.screen is home)
    assert kept_in(tmp_path / "matches.db") == [other]
    with Store(tmp_path / "matches.db", reading=True) as store:
        assert [one.id for one in counting.compute(store)[0].matches] == [other]
    assert name not in [*line.with_checkpoints(tmp_path / "matches.db")]
    with sqlite3.connect(tmp_path / "matches.db") as db:
        for kind, column in (("entry", "match"), ("given", "match"), ("match", "id")):
            left = db.execute(f"select count(*) from {kind} where {column} = ?", (name,))
            assert left.fetchone() == (0,)
    desk.frame.open_match(name)
    desk.pump(6)
    assert desk.frame.table is None


def test_who_plays_again_before_a_match_is_gone_plays_on(desk: Desk, tmp_path: Path) -> None:
    table = played_out(desk, desk.seat(3))
    desk.until(lambda: table.session.saved)
    pad, disk = there(delete_pad(desk)), threading.Event()
    desk.saver.ask(lambda _: disk.wait(), lambda _: None)
    try:
        desk.rig.hold(pad, 1.2)
        table.dialogs.close()
        table.go.again()
        other = desk.table
        assert other is not table
    finally:
        disk.set()
    desk.until(lambda: other.session.saved)
    desk.until(lambda: kept_in(tmp_path / "matches.db") == [other.session.name])
    desk.read(lambda store: True)
    assert desk.frame.screen is other


def test_a_match_that_goes_on_or_is_not_on_the_disk_is_not_offered(desk: Desk) -> None:
    """A match still being written would come back after its deletion."""
    table = desk.seat(3)
    waits, disk = threading.Event(), threading.Event()

    def wait(_: Store) -> bool:
        waits.set()
        return disk.wait()

    desk.saver.ask(wait, lambda _: None)
    waits.wait()
    try:
        table.tell_now(Abandon())
        assert delete_pad(desk) is None
        assert not table.session.saved
    finally:
        disk.set()
    table = desk.seat(3)
    assert delete_pad(desk) is None
    table.dialogs.close()
    table.tell_now(Abandon())
    desk.until(lambda: table.session.saved)
    assert delete_pad(desk) is not None


@pytest.mark.parametrize("code", ["", *catalogues()])
@pytest.mark.usefixtures("each_text_size", "each_panel")
def test_every_match_says_when_it_was_and_whether_it_is_over(desk: Desk, code: str) -> None:
    """The game with the longest name left no room for the rest, and all of it was left out."""
    desk.frame.use(replace(theme.now, language=code))
    for players in (3, 12):
        desk.deal("sequence-states", players).tell_now(PlaceChip(Seat(0), Space(0, 0)))
        desk.table.go_back()
        home = desk.screen(HomeScreen)
    desk.tap(home["matches"])
    rows = [pad for pad in pads_in(desk.matches) if "\n" in pad.subtitle.text]
    assert len(rows) == 2
    assert [pad.title.text for pad in rows if not pad.subtitle.visible] == []
