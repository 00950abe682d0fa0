"""The end of a match adds its news in small print, once counted; the pads stay where they are."""

from collections.abc import Callable
from pathlib import Path

import pytest

from companion import register
from companion.book.figures import Book
from companion.book.news import BestPoints, Closest, InARow
from companion.copies import stored_match
from companion.games.ungle_speed.reports import CallEnd
from companion.match_reports import TakeBack
from companion.store import Store
from tests.companion.ended import ended, seated
from tests.companion.test_news import PEOPLE, match
from tests.companion.test_people import ADA, BOB
from tests.ui.desk import Desk, pads_in
from tests.ui.panels import PANELS
from tests.ui.rig import Rig
from tests.ui.test_layout import faults
from tests.ui.test_win import played_out as end
from ui.dialogs.win import WinDialog
from ui.language import words
from ui.records import pages
from ui.records.pages import news_sentences, read_news

ROW = "Ada has won 5 matches in a row."


@pytest.fixture(name="store")
def kept_store(tmp_path: Path) -> Path:
    """A store with five matches of Tracktic, all won by the first player, who is Ada."""
    first = ended("tracktic")
    assert first.outcome is not None
    winner = first.game.results.player(first.state, first.outcome.winners[0])
    plates = [BOB.plate] * winner + [ADA.plate]
    with Store(tmp_path / "matches.db") as store:
        register.add(store, [ADA, BOB])
        for n in range(5):
            one = seated(first, f"m{n}", tuple(plates), n)
            store.keep(stored_match(one), one.rows())
    return tmp_path / "matches.db"


@pytest.mark.parametrize(("what", "said"), [
    (Closest(ADA.id, 1_800_000), "Ada won a duel by 1.8 ms: closer than ever."),
    (InARow(BOB.id, 3), "Bob has won 3 matches in a row."),
    (BestPoints((0, 1), 14, True), "Ada, Bob: 14 points, the most in this game so far."),
    (BestPoints((1,), 2, False), "Bob: 2 points, the fewest in this game so far."),
    (BestPoints((1,), 1, False), "Bob: 1 point, the fewest in this game so far."),
    (BestPoints((0,), 1, True), "Ada: 1 point, the most in this game so far."),
])  # fmt: skip
def test_each_is_said_with_names_of_today(what: object, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "news", lambda book, one: (what,))
    assert news_sentences(Book.of([], PEOPLE), match(1)) == (said,)


def test_a_process_tells_it_of_many(store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store(store, reading=True) as kept:
        assert read_news(kept, "m4") == (ROW,)
        assert read_news(kept, "m3") == ()
        assert read_news(kept, "none") == ()
    # Calling it would raise an error.
    monkeypatch.setattr(pages, "run_in_process", None)
    with Store(tmp_path / "few.db") as few:
        assert read_news(few, "m") == ()


@pytest.fixture(name="desk", params=PANELS)
def open_desk(request: pytest.FixtureRequest, rig: Rig, store: Path) -> Desk:
    rig.size(*request.param)
    return Desk(rig, store)


def test_it_comes_into_the_small_print_and_no_pad_is_built_anew(desk: Desk) -> None:
    desk.frame.open_match("m4")
    sheet = desk.win
    # On a busy machine the news may be there at the first look.
    before, pads = tuple(line for line in sheet.end.remarks if line != ROW), pads_in(sheet)
    desk.until(lambda: ROW in sheet.end.remarks)
    assert sheet.end.remarks == (ROW, *before)
    assert desk.table.dialog is sheet
    assert pads_in(sheet) == pads
    desk.pump(4)
    assert faults(desk.table.dialog) == []
    # It is there again after a look at the table.
    desk.tap_on(words.SHOW_TABLE, sheet)
    desk.tap_on(words.SHOW_RESULT)
    assert desk.win.end.remarks == (ROW, *before)


def test_it_is_asked_for_once_an_end_is_kept(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, int]] = []

    def tell(store: Store, match: str) -> tuple[str, ...]:
        asked.append((match, len(store.rows(match))))
        return (f"news {len(asked)}",)

    monkeypatch.setattr("ui.main.people_screens.read_news", tell)
    table = end(desk, desk.seat(3))
    desk.until(lambda: table.front.news)
    assert asked == [(table.session.name, table.session.length)]
    desk.pump(70)
    assert len(asked) == 1
    assert desk.win.end.remarks[0] == "news 1"
    table.session.submit(TakeBack())
    desk.settle()
    assert table.front.news == ()
    table.tell_now(CallEnd())
    assert isinstance(table.dialog, WinDialog)
    assert not any("news" in text for text in table.dialog.end.remarks)
    desk.until(lambda: table.front.news)
    assert desk.win.end.remarks[0] == "news 2"


def test_news_of_an_end_taken_back_are_dropped(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    tell: list[Callable[[tuple[str, ...]], None]] = []
    monkeypatch.setattr(desk.frame._book, "news", lambda match, told: tell.append(told))
    table = end(desk, desk.seat(3))
    desk.until(lambda: tell)
    table.session.submit(TakeBack())
    table.tell_now(CallEnd())
    tell[0](("of the end before",))
    assert "of the end before" not in desk.win.end.remarks


@pytest.mark.parametrize("players", [3, 15])
def test_two_lines_fit_below_most_players(desk: Desk, monkeypatch: pytest.MonkeyPatch, players: int) -> None:
    long = "Maximiliane-Theresa 1234: closer than ever, by 1.8 ms."
    monkeypatch.setattr("ui.main.people_screens.read_news", lambda store, match: (long, long))
    table = end(desk, desk.seat(players))
    desk.until(lambda: table.front.news)
    desk.pump(4)
    assert table.dialog is not None
    assert faults(table.dialog) == []
