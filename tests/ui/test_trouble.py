"""Faults in a file or in the program: the table shows a sentence, and plays on."""

import signal
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from kivy.base import ExceptionManager
from msgspec.structs import replace

from companion.errors import NotSaved
from companion.game import Seat
from companion.games.ungle_speed.reports import CallWrongGrab, TurnNext, VoidGrab
from companion.grab import Touch
from companion.journal import StoredRow
from companion.places import writable
from companion.store import SCHEMA, Store, StoredMatch
from tests.small_disk import Disk, mounted
from tests.ui.desk import Desk, pads_in, the
from tests.ui.rig import Rig, python
from tests.ui.sheet.playing import deal
from tests.ui.test_saver import KEPT, Told, rows_in
from ui.dialogs.compare import RecountDialog
from ui.dialogs.notice import NoticeDialog
from ui.language import words
from ui.main.kivy_app import CompanionApp, ErrorHandler
from ui.screens.broken import BrokenScreen
from ui.screens.home import HomeScreen
from ui.screens.table import TableScreen
from ui.storage.saver import Saver
from ui.table.buttons import Seized, Voided
from ui.table.session import Inbox


def played(rig: Rig, store: Path, cards: int) -> str:
    """Play this many cards, end the process at the table, and return the match's name."""
    desk = Desk(rig, store)
    table = desk.sit_down(4)
    desk.turn(cards)
    desk.until(lambda: table.session.saved)
    desk.die()
    return table.session.name


def change(store: Path, statement: str, *values: str) -> None:
    """Change the file as a bad disk would."""
    database = sqlite3.connect(store)
    with database:
        database.execute(statement, values)
    database.close()


def test_a_newer_version_s_store_is_left_alone_while_a_match_is_played(rig: Rig, tmp_path: Path) -> None:
    """As after a downgrade: people play on, and find all they had once the program is updated again."""
    store = tmp_path / "matches.db"
    played(rig, store, 2)
    change(store, f"pragma user_version = {SCHEMA + 1}")
    before, desk = store.read_bytes(), Desk(rig, store)
    assert "written by a newer version" in " ".join(desk.screen(HomeScreen).part().texts)
    desk.sit_down(4)
    desk.turn()
    desk.pump(3)
    desk.die()
    assert store.read_bytes() == before


def test_a_damaged_record_says_what_was_lost_and_goes_on(rig: Rig, tmp_path: Path) -> None:
    store = tmp_path / "matches.db"
    name = played(rig, store, 5)
    change(store, "update entry set body = x'7b7d' where match = ? and n = 3", name)
    desk = Desk(rig, store)
    table = desk.table
    assert isinstance(table.dialog, NoticeDialog)
    desk.tap(table.dialog["pad 0"])
    assert table.dialog is None
    assert table.session.view.turn == 2
    desk.settle()
    desk.turn()
    desk.until(lambda: table.session.saved)
    desk.close()
    # The copy is offered from now on, and it is whole.
    again = Desk(rig, store)
    assert again.table.dialog is None
    assert again.table.session.view.turn == 3


def test_a_record_without_its_opening_cannot_be_opened_and_says_so(rig: Rig, tmp_path: Path) -> None:
    store = tmp_path / "matches.db"
    name = played(rig, store, 2)
    change(store, "update entry set body = x'7b7d' where match = ? and n = 0", name)
    desk = Desk(rig, store)
    assert isinstance(desk.frame.screen, NoticeDialog)
    desk.tap_on(words.BACK)
    desk.screen(HomeScreen)
    desk.close()
    # It is named once, and doesn't get in the way of every start.
    Desk(rig, store).screen(HomeScreen)


def test_an_exception_in_a_callback_becomes_a_page(desk: Desk) -> None:
    handler = ErrorHandler(desk.frame.fail)
    assert handler.handle_exception(ZeroDivisionError("by nothing")) == ExceptionManager.PASS
    desk.pump(3)
    assert words.BROKEN_DETAILS in [pad.title.text for pad in pads_in(desk.frame)]
    # A second error while the page is open changes nothing.
    handler.handle_exception(ValueError("and again"))
    desk.tap_on(words.GO_ON)
    desk.screen(HomeScreen)


def not_shown(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> TableScreen:
    """Return a table with a running clock that fails whenever it is drawn from now on."""
    deal(desk, "chess_clock", 2)
    table = desk.table
    table.routine()
    assert table.session.view.runs

    def fails(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(table.board, "show", fails)
    return table


def test_whatever_fails_as_the_app_ends_all_is_written(
    rig: Rig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = Desk(rig, tmp_path / "matches.db")
    session = not_shown(desk, monkeypatch).session
    with pytest.raises(ZeroDivisionError):
        desk.frame.close()
    assert len(rows_in(tmp_path / "matches.db", session.name)) == session.length
    assert not desk.saver._thread.is_alive()
    desk.die()


def test_a_table_that_can_not_be_shown_is_left_though_its_clock_runs(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Leaving paused the clock, which drew the table, which failed again: nobody came away from it."""
    table = not_shown(desk, monkeypatch)
    desk.frame.fail(ZeroDivisionError())
    desk.pump(3)
    desk.tap(the(BrokenScreen, desk.frame._cover)["leave"])
    desk.screen(HomeScreen)
    assert desk.frame._cover is None
    assert not table.session.view.runs, "nobody pays for it"
    assert table.session.on_change is None


def test_ctrl_c_ends_the_program_between_two_calls(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    app, ended = CompanionApp(desk.frame, desk.services, begin=lambda: None), list[bool]()
    monkeypatch.setattr(app, "stop", lambda: ended.append(True))
    before = signal.getsignal(signal.SIGINT)
    try:
        app.on_start()
        signal.raise_signal(signal.SIGINT)
        assert not ended
        desk.pump(1)
    finally:
        signal.signal(signal.SIGINT, before)
    assert ended


@pytest.mark.long
def test_the_pictures_of_the_documentation_can_be_made(tmp_path: Path) -> None:
    made = python("-m", "tests.documents.pictures", str(tmp_path))
    assert made.returncode == 0, made.stderr
    pictures = sorted(path.stem for path in tmp_path.glob("*.png"))
    assert {"home", "table", "verdict", "history"} <= set(pictures)
    assert all(path.stat().st_size > 10_000 for path in tmp_path.glob("*.png"))


def test_a_count_of_a_table_that_has_changed_since_is_not_taken(desk: Desk) -> None:
    table = desk.seat(4)
    desk.turn()
    table.dialogs.open_recount()
    desk.settle()
    table.tell_now(TurnNext())
    desk.settle()
    desk.tap(the(RecountDialog, table.opened)["done"])
    assert table.session.view.seats[1].pile == 1
    assert table.toast.text == words.STALE


def test_who_is_not_at_the_table_wins_nothing_and_takes_nothing_back(desk: Desk) -> None:
    table = desk.seat(4)
    desk.turn()
    table.hear(Seized(7, (Seat(9),), (Touch(Seat(9), 0),), 100_000, "kernel"))
    table.hear(Voided(7, "late_edge", (), 100_000))
    assert [seat.stack for seat in table.session.view.seats] == [19, 20, 20, 20]
    desk.grab((9, 0.0), (1, 12.0))
    assert table.session.view.chase is not None
    assert table.session.view.chase.grab.first == (1,)


def test_a_verdict_is_taken_back_if_an_earlier_press_comes_to_light(desk: Desk) -> None:
    table, bear = desk.seat(4), Seat(2)
    desk.turn(3)
    grab = Seized(7, (bear,), (Touch(bear, 0),), 100_000, "kernel")
    late = Voided(7, "late_edge", (), 100_000)
    table.hear(grab)
    assert desk.verdict.content.title == "Bear was first"
    table.hear(late)
    assert [type(entered.report) for entered in table.session.match.line[-2:]] == [TurnNext, VoidGrab]
    assert table.presenter.banner(table.session.view).title == "Totem back, grab again"
    # Bear has paid by the time that the next press comes to light: that stands.
    table.hear(replace(grab, arming=8))
    table.tell_now(CallWrongGrab())
    length = table.session.length
    table.hear(replace(late, arming=8))
    assert table.session.length == length


def test_the_second_of_two_taps_on_a_match_opens_the_same_one(rig: Rig, tmp_path: Path) -> None:
    store = tmp_path / "matches.db"
    name = played(rig, store, 1)
    with Store(store, reading=True) as kept:
        rows = kept.rows(name)
    desk = Desk(rig, store)
    session = desk.table.session
    desk.turn()
    desk.until(lambda: session.saved)
    # The answer to another tap, read before that turn.
    desk.frame._read(name, rows, b"")
    assert desk.table.session is session
    desk.settle()
    desk.turn()
    desk.until(lambda: session.saved)


class NoDisk:
    """A disk that isn't there yet."""

    def __init__(self) -> None:
        self.gone = True

    def open(self, path: Path) -> Store:
        if self.gone:
            raise NotSaved("no disk")
        return Store(path)

    def desk(self, rig: Rig, store: Path, retry: float) -> Desk:
        """Start the app on this disk; it tries again after `retry` seconds."""
        inbox = Inbox()
        saver = Saver(store, inbox.post, opener=self.open, reader=self.open, retry=retry)
        return Desk(rig, store, saver, inbox)


def test_what_could_not_be_read_at_the_start_is_not_written_over(rig: Rig, tmp_path: Path) -> None:
    store = tmp_path / "matches.db"
    earlier = played(rig, store, 1)
    with Store(store, reading=True) as kept:
        habits, recent = kept.setting("habits", ""), kept.setting("recent", "")
    assert habits
    assert earlier in recent

    disk = NoDisk()
    desk = disk.desk(rig, store, 60)
    table = desk.seat(5)
    assert not table.session.saved
    disk.gone = False
    desk.saver.try_again()
    desk.until(lambda: table.session.saved)
    desk.until(lambda: desk.frame._settings_read)
    desk.close()
    with Store(store, reading=True) as kept:
        assert kept.setting("habits", "") == habits
        assert kept.setting("recent", "") == recent
        assert {match.id for match in kept.matches()} == {earlier, table.session.name}


def test_where_home_can_not_be_written_into_what_can_be_made_again_goes_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("a file, so that there can be no folder in it")
    elsewhere = writable(tmp_path / "home" / ".cache" / "companion")
    assert elsewhere.is_dir()
    assert tmp_path not in elsewhere.parents
    assert writable(tmp_path / "able" / "companion") == tmp_path / "able" / "companion"


OFTEN = 0.01
"""Seconds between two tries."""
LONG = b'{"said":"' + 3_000 * b"x" + b'"}'


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    with mounted(tmp_path / "disk", "size=600k") as disk:
        yield disk


@pytest.fixture(name="told")
def listening() -> Iterator[Told]:
    told = Told()
    yield told
    told.close()


def matches(saver: Saver, told: Told) -> list[StoredMatch] | None:
    answers: list[list[StoredMatch] | None] = []
    saver.ask(lambda store: store.matches(), answers.append)
    told.until(lambda: answers)
    return answers[0]


def test_a_full_disk_that_was_freed_takes_all_that_waited(disk: Disk, told: Told) -> None:
    saver = told.by(disk.store, retry=OFTEN)
    saver.keep(KEPT, [StoredRow(0, 0, b"{}")])
    told.until(lambda: told.written)
    ballast = disk.folder / "film.mp4"
    ballast.write_bytes(300_000 * b"x")
    for n in range(1, 150):
        saver.keep(KEPT, [StoredRow(n, n, LONG)])
    told.until(lambda: told.trouble)
    assert told.trouble == ["not saved: the disk is full; free some space"]
    ballast.unlink()
    disk.mount("size=4m")
    told.until(lambda: told.written[-1] == ("m1", 150))
    assert told.trouble[-1] is None
    assert len(rows_in(disk.store)) == 150


@pytest.mark.parametrize("after", ["a close", "a crash"])
def test_a_full_disk_can_still_be_read(after: str, disk: Disk, told: Told) -> None:
    with Store(disk.store) as store:
        store.keep(KEPT, [StoredRow(0, 0, b"{}")])
        names = [disk.store.name + end for end in ("", "-wal", "-shm")]
        left = {name: (disk.folder / name).read_bytes() for name in names}
    if after == "a crash":
        for name, content in left.items():
            (disk.folder / name).write_bytes(content)
    disk.mount("ro")
    saver = told.by(disk.store, retry=OFTEN)
    saver.keep(KEPT, [StoredRow(1, 1, b"{}")])
    assert [kept.id for kept in matches(saver, told) or ()] == ["m1"]
    assert told.trouble == [f"matches can't be kept: the disk or the file is read-only: {disk.store}"]
    assert told.written == []
    disk.mount("rw")
    told.until(lambda: told.written == [("m1", 2)])
    assert told.trouble[-1] is None
    assert len(rows_in(disk.store)) == 2


def test_trouble_goes_by_itself_also_while_nothing_waits(disk: Disk, told: Told) -> None:
    disk.mount("ro")
    assert matches(told.by(disk.store, retry=OFTEN), told) is None
    told.until(lambda: told.trouble)
    disk.mount("rw")
    told.until(lambda: told.trouble[-1] is None)


def test_saving_goes_on_once_the_other_one_is_gone(tmp_path: Path, told: Told) -> None:
    other = Store(tmp_path / "matches.db")
    other.keep(KEPT, [StoredRow(0, 0, b"{}")])
    saver = told.by(tmp_path / "matches.db", retry=OFTEN)
    # The match belongs to the other program.
    assert matches(saver, told) is None
    saver.keep(replace(KEPT, id="m2"), [StoredRow(0, 0, b"{}")])
    other.close()
    told.until(lambda: told.written == [("m2", 1)])
    assert told.trouble[-1] is None
    assert {kept.id for kept in matches(saver, told) or ()} == {"m1", "m2"}


def test_a_match_is_shown_and_played_on_where_nothing_can_be_written(disk: Disk, rig: Rig) -> None:
    desk = Desk(rig, disk.store)
    table = desk.sit_down(4)
    desk.turn()
    desk.until(lambda: table.session.saved)
    desk.close()
    disk.mount("ro")
    inbox = Inbox()
    again = Desk(rig, disk.store, Saver(disk.store, inbox.post, retry=OFTEN), inbox)
    assert again.table.session.view.turn == 1
    again.turn()
    again.until(lambda: again.frame.trouble)
    assert again.table.session.unsaved == 1
    again.turn()
    again.table.tick()
    assert again.table.banner.subtitle.text.startswith("2 moves aren't saved yet: ")
    disk.mount("rw")
    again.until(lambda: again.table.session.saved)
    assert not again.frame.trouble


def test_home_lists_the_matches_once_they_can_be_read(rig: Rig, tmp_path: Path) -> None:
    store = tmp_path / "matches.db"
    desk = Desk(rig, store)
    table = desk.sit_down(4)
    desk.turn()
    desk.until(lambda: table.session.saved)
    desk.close()
    disk = NoDisk()
    again = disk.desk(rig, store, OFTEN)
    home = again.screen(HomeScreen)
    assert home.notice == words.not_saved("no disk")
    disk.gone = False
    again.until(lambda: again.frame.screen is not home)
    again.until(lambda: not again.screen(HomeScreen).notice)
    assert words.go_on(words.GAME_NAMES["ungle-speed"]) in [pad.title.text for pad in pads_in(again.frame)]
