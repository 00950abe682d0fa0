"""The window for phones on the table: the real program, a socket for a phone, and touches."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.game import Seat
from companion.games.ungle_speed.reports import TurnCard
from companion.match_reports import Abandon, PutRight
from tests.phones.program import Phone, Program, program
from tests.ui.desk import Desk, the, there
from tests.ui.rig import SIZES, Rig
from tests.ui.test_layout import faults
from tests.ui.test_matches import delete_pad
from tests.ui.test_win import played_out
from ui.dialogs.notice import EntryDialog
from ui.dialogs.phones import PhonesPage
from ui.language import words
from ui.screens.home import HomeScreen
from ui.screens.table import TableScreen
from ui.stage import theme
from ui.widgets.layout import Rect


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Program]:
    with program(tmp_path) as found:
        yield found


def page_of(desk: Desk) -> PhonesPage:
    desk.tap(desk.table.bar.referee)
    desk.tap_on(words.PHONES)
    overlay = the(EntryDialog, desk.table.opened)
    return the(PhonesPage, overlay.entry)


def heard(desk: Desk, what: Callable[[], bool]) -> None:
    """Pass frames that read the socket until something is heard."""

    def looked() -> bool:
        desk.frame.begin_frame()
        return what()

    desk.until(looked)


def shown_on_phones(desk: Desk, run: Program) -> TableScreen:
    """Begin a match of three and open its window for phones."""
    desk.services.feed = run.feed
    table = desk.seat(3)
    run.feed.open(table.session.name)
    heard(desk, lambda: bool(run.feed.news.url))
    return table


def test_a_phone_follows_a_match_that_is_played_by_fingers(desk: Desk, run: Program) -> None:
    desk.services.feed = run.feed
    desk.seat(3)
    page = page_of(desk)
    desk.tap(page["open"])
    heard(desk, lambda: bool(run.feed.news.url))
    phone = Phone(run.feed.news.url).get("events")
    seen = phone.event()
    assert seen["title"] == desk.table.banner.title.text
    heard(desk, lambda: run.feed.news.watchers == 1)
    assert page.part()["watchers"].text == "1 phone watches"
    desk.table.dialogs.close()
    desk.settle()
    desk.turn()
    assert phone.event()["title"] == desk.table.banner.title.text != seen["title"]
    desk.tap(page_of(desk)["end"])
    assert b"data: " not in phone.rest()


def test_a_phone_shows_verdicts_refusals_and_the_end_as_the_table_does(desk: Desk, run: Program) -> None:
    table = shown_on_phones(desk, run)
    table.picture.draw()
    phone = Phone(run.feed.news.url).get("events")
    assert phone.event()["lies"] is None

    def lies(title: str, subtitle: str = "") -> tuple[str, list[str], str]:
        """Wait for a page that lies over the table; return what it says, and its photo finish."""
        while (
            (over := phone.event()["lies"]) is None
            or over["title"] != title
            or subtitle not in over["subtitle"]
        ):
            pass
        return over["subtitle"], over["lines"], over["finish"]

    table.tell_now(TurnCard(Seat(2)))
    refused = desk.refusal.part()
    rule, steps, _ = lies(refused["title"].text)
    assert rule.startswith("Clockwise, the player whose turn it is turns the top card")
    assert steps == [refused["step 1"].text]
    table.tell_now(PutRight())
    desk.settle()
    desk.turn(3)
    desk.grab((1, 0.0), (0, 12.0))
    # The second press joins the picture a moment later.
    _, asked, finish = lies("Owl was first", "by 12 ms before Fox")
    assert asked == ["What was it?"]
    assert finish.startswith("<svg")
    assert "+12 ms" in finish
    table.tell_now(Abandon())
    assert lies(words.ABANDONED) == ("", [], "")


def test_the_page_says_what_to_do_where_no_program_runs(desk: Desk) -> None:
    desk.seat(2)
    page = page_of(desk)
    desk.tap(page["open"])
    assert page["wrong"].text == str(words.PHONES_WRONG["none"])
    assert desk.table.session.playing


@pytest.mark.parametrize("deletes", [True, False])
def test_the_port_is_closed_when_a_finished_match_is_left_or_deleted(
    desk: Desk, run: Program, deletes: bool
) -> None:
    """Its end stood there until another match began, and the port stayed open, for days if nobody played."""
    desk.services.feed = run.feed
    table = played_out(desk, desk.seat(3))
    run.feed.open(table.session.name)
    heard(desk, lambda: bool(run.feed.news.url))
    table.picture.draw()
    phone = Phone(run.feed.news.url).get("events")
    assert phone.event()["title"]
    desk.until(lambda: table.session.saved)
    if deletes:
        desk.rig.hold(there(delete_pad(desk)), 1.2)
    else:
        table.go.leave()
    desk.until(lambda: desk.frame.table is None)
    assert not run.feed.shows(table.session.name)
    assert b"data: {" not in phone.rest()


def test_phones_go_on_with_a_match_that_is_left_for_a_while(desk: Desk, run: Program) -> None:
    table = shown_on_phones(desk, run)
    table.go.leave()
    home = desk.screen(HomeScreen)
    assert run.feed.shows(table.session.name)
    assert home.part()["go on"].hint.endswith(" · phones can watch")
    theme.use(theme.Theme(language="de"))
    assert home.part()["go on"].hint.endswith(" · gerade unterbrochen · Handys können zusehen")
    run.feed.close()
    assert home.part()["go on"].hint.endswith(" · gerade unterbrochen")


@pytest.mark.parametrize("size", SIZES)
def test_nothing_on_the_page_is_cut(rig: Rig, tmp_path: Path, run: Program, size: tuple[int, int]) -> None:
    rig.size(*size)
    desk = Desk(rig, tmp_path / "matches.db")
    desk.services.feed = run.feed
    desk.seat(2)
    page, window = page_of(desk), Rect(0, 0, *size)
    assert desk.table.opened is not None
    assert not faults(desk.table.opened, window)
    desk.tap(page["open"])
    heard(desk, lambda: bool(run.feed.news.url))
    desk.pump(4)
    assert not faults(desk.table.opened, window)
