"""What waits for the disk, and what is said of it; a store that can't be opened is moved away by a pad."""

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion import store_log
from companion.clock import WallTime
from companion.club import outbox
from companion.copies import stored_match
from companion.errors import DamagedStore, NotSaved
from companion.journal import StoredRow
from companion.store import Store, StoredMatch, move_away
from tests.club.test_outbox import SERIES
from tests.companion.ended import ended, seated
from tests.companion.test_people import ADA, BOB
from tests.small_disk import mounted
from tests.ui.desk import Desk
from tests.ui.rig import Rig
from ui.appliance import care_words as words
from ui.console import doctor
from ui.dialogs.notice import NoticeDialog
from ui.language.phrases import capital
from ui.screens.care import SelfCheckScreen
from ui.screens.home import HomeScreen
from ui.storage.saver import Saver
from ui.table.session import Inbox

KEPT = StoredMatch("m1", "ungle-speed", WallTime(1), WallTime(2), False, "Fox, Owl", 0)


class Told:
    """What its savers reported to the screen."""

    def __init__(self) -> None:
        self.inbox = Inbox()
        self.written: list[tuple[str, int]] = []
        self.trouble: list[str | None] = []
        self._savers: list[Saver] = []

    def by(self, path: Path, **options: Any) -> Saver:
        """Return a saver that reports here."""
        saver = Saver(path, self.inbox.post, **options)
        saver.on_written = lambda match, length: self.written.append((match, length))
        saver.on_trouble = self.trouble.append
        self._savers.append(saver)
        return saver

    def close(self) -> None:
        for saver in self._savers:
            saver.close()

    def until(self, what: Callable[[], object]) -> None:
        patience = time.monotonic() + 20
        while not what():
            assert time.monotonic() < patience
            self.inbox.drain()
            time.sleep(0)


class FullDisk:
    def __init__(self) -> None:
        self.full = True
        self.opened = 0

    def __call__(self, path: Path) -> Store:
        self.opened += 1
        disk = self

        class Refusing(Store):
            def keep(self, kept: StoredMatch, rows: object) -> None:
                if disk.full:
                    raise NotSaved("not saved: the disk is full; free some space")
                super().keep(kept, rows)  # type: ignore[arg-type]

        return Refusing(path)


class HandSeconds:
    """A clock that a test moves; `asked` counts how often it was read."""

    def __init__(self) -> None:
        self.now = 0.0
        self.asked = 0

    def __call__(self) -> float:
        self.asked += 1
        return self.now


@pytest.fixture(name="told")
def listening() -> Iterator[Told]:
    told = Told()
    yield told
    told.close()


@pytest.fixture
def saver(tmp_path: Path, told: Told) -> Saver:
    return told.by(tmp_path / "matches.db")


def rows_in(path: Path, match: str = "m1") -> list[StoredRow]:
    with Store(path, reading=True) as store:
        return store.rows(match)


def test_rows_are_acknowledged_once_they_are_durable(saver: Saver, told: Told, tmp_path: Path) -> None:
    saver.keep(KEPT, [StoredRow(0, 7, b"{}")])
    saver.keep(KEPT, [StoredRow(1, 8, b"{}")])
    told.until(lambda: ("m1", 2) in told.written)
    assert [row.n for row in rows_in(tmp_path / "matches.db")] == [0, 1]


def test_entries_that_keep_coming_do_not_put_the_next_try_off(tmp_path: Path, told: Told) -> None:
    disk, hand = FullDisk(), HandSeconds()
    saver = told.by(tmp_path / "matches.db", opener=disk, retry=2, seconds=hand)
    saver.keep(KEPT, [StoredRow(0, 0, b"{}")])
    told.until(lambda: hand.asked > 1)
    disk.full = False
    for n in range(1, 5):  # one each half second: the fourth comes when the two seconds are over
        hand.now += 0.5
        saver.keep(KEPT, [StoredRow(n, n, b"{}")])
    told.until(lambda: told.written == [("m1", 5)])


def test_a_match_that_cannot_be_written_holds_no_other_up(tmp_path: Path, told: Told) -> None:
    saver = told.by(tmp_path / "matches.db", retry=0.001)
    saver.keep(KEPT, [StoredRow(0, 7, b"{}")])
    told.until(lambda: told.written)
    # The store has a row of that number.
    saver.keep(KEPT, [StoredRow(0, 8, b"[]")])
    told.until(lambda: told.trouble)
    saver.keep(replace(KEPT, id="m2"), [StoredRow(0, 9, b"{}")])
    told.until(lambda: ("m2", 1) in told.written)
    assert told.trouble[-1] is not None
    saver.close()
    assert rows_in(tmp_path / "matches.db") == [StoredRow(0, 7, b"{}")]
    assert rows_in(tmp_path / "matches.db", "m2") == [StoredRow(0, 9, b"{}")]


def test_a_store_that_cannot_be_opened_is_trouble_and_no_more(tmp_path: Path, told: Told) -> None:
    in_the_way = tmp_path / "matches.db"
    in_the_way.mkdir()
    saver = told.by(in_the_way, retry=60)
    answers: list[object] = []
    saver.ask(lambda store: store.matches(), answers.append)
    told.until(lambda: answers)
    assert answers == [None]
    assert told.trouble
    assert told.trouble[0]


def test_who_asks_for_another_try_while_one_fails_gets_it(tmp_path: Path, told: Told) -> None:
    """Without waiting for the next minute."""
    tries: list[object] = []

    def ask() -> None:
        failing.keep(KEPT, [StoredRow(1, 8, b"{}")])
        failing.try_again()

    class Full(Store):
        def keep(self, kept: StoredMatch, rows: object) -> None:
            tries.append(rows)
            if len(tries) == 1:
                ask()
                raise NotSaved("the disk is full")
            super().keep(kept, rows)  # type: ignore[arg-type]

    failing = told.by(tmp_path / "matches.db", opener=Full, retry=60)
    failing.keep(KEPT, [StoredRow(0, 7, b"{}")])
    told.until(lambda: told.written == [("m1", 2)])


def test_what_nobody_foresaw_ends_no_saving(tmp_path: Path, told: Told) -> None:
    wrong: list[Exception] = [ZeroDivisionError("on opening"), OSError("on writing")]

    class Breaking(Store):
        def keep(self, kept: StoredMatch, rows: object) -> None:
            if wrong:
                raise wrong.pop()
            super().keep(kept, rows)  # type: ignore[arg-type]

    def opener(path: Path) -> Store:
        if len(wrong) == 2:
            raise wrong.pop(0)
        return Breaking(path)

    saver = told.by(tmp_path / "matches.db", opener=opener, retry=60)
    answers: list[object] = []
    saver.ask(lambda store: store.matches(), answers.append)
    with pytest.raises(ZeroDivisionError):
        told.until(lambda: answers)
    told.until(lambda: answers)
    assert answers == [None]
    assert told.trouble == ["Error: ZeroDivisionError."]
    saver.keep(KEPT, [StoredRow(0, 7, b"{}")])
    saver.try_again()
    with pytest.raises(OSError, match="on writing"):
        told.until(lambda: len(told.trouble) > 1)
    told.until(lambda: len(told.trouble) > 1)
    assert told.written == []
    saver.try_again()
    told.until(lambda: told.written == [("m1", 1)])
    assert told.trouble[-1] is None
    saver.close()
    assert len(rows_in(tmp_path / "matches.db")) == 1


def test_rows_are_written_after_a_question_that_breaks(saver: Saver, told: Told, tmp_path: Path) -> None:
    saver.set("volume", "40")
    volume: list[str | None] = []
    saver.ask(lambda store: store.setting("volume", "80"), volume.append)
    told.until(lambda: volume)
    assert volume == ["40"]
    answers: list[object] = []
    saver.ask(lambda store: 1 / 0, answers.append)
    with pytest.raises(ZeroDivisionError):
        told.until(lambda: answers)
    told.until(lambda: answers)
    assert answers == [None]
    saver.keep(KEPT, [StoredRow(0, 7, b"{}")])
    told.until(lambda: ("m1", 1) in told.written)
    assert len(rows_in(tmp_path / "matches.db")) == 1


@pytest.mark.parametrize(
    "damage", ["update outbox set body = x'7b7b'", "update setting set value = 'x y' where name = 'club'"]
)
def test_a_damaged_outbox_ends_no_saving(damage: str, tmp_path: Path, told: Told) -> None:
    """One bad byte in the club's outbox ended the saver's thread: no match was saved, without a word."""
    with Store(tmp_path / "matches.db") as store:
        outbox.join(store, SERIES)
        match = seated(ended("sheet"), "m0", (ADA.plate, BOB.plate))
        outbox.keep(store, stored_match(match), match.rows())
        with store.changing() as db:
            db.execute(damage)
    saver = told.by(tmp_path / "matches.db")
    answers: list[object] = []
    saver.ask(lambda store: True, answers.append)
    saver.keep(KEPT, [StoredRow(0, 7, b"{}")])
    told.until(lambda: answers and told.written)
    saver.close()
    assert (answers, told.written, told.trouble) == ([True], [("m1", 1)], [])


def test_nothing_a_club_does_ends_saving(saver: Saver, told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(saver.club, "exchange", broken)
    answers: list[object] = []
    saver.ask(lambda store: True, answers.append)
    # The error is posted before the trouble it causes, but after the answer.
    with pytest.raises(ZeroDivisionError):
        told.until(lambda: told.trouble)
    saver.keep(KEPT, [StoredRow(0, 7, b"{}")])
    saver.try_again()
    told.until(lambda: told.written and answers)
    assert len(answers) == 1


def test_closing_writes_what_waits(saver: Saver, tmp_path: Path) -> None:
    for n in range(50):
        saver.keep(KEPT, [StoredRow(n, n, b"{}")])
    saver.close()
    assert len(rows_in(tmp_path / "matches.db")) == 50


def test_an_error_in_one_call_does_not_swallow_the_next() -> None:
    inbox, seen = Inbox(), []
    inbox.post(lambda: seen.append(1 / 0))
    inbox.post(lambda: seen.append(2))
    with pytest.raises(ZeroDivisionError):
        inbox.drain()
    inbox.drain()
    assert seen == [2]


def test_what_takes_long_is_read_beside_and_holds_no_entry_up(saver: Saver, told: Told) -> None:
    saver.keep(KEPT, [StoredRow(0, 0, b"{}")])
    told.until(lambda: told.written)
    begun, go_on = threading.Event(), threading.Event()
    counted: list[int | None] = []

    def count(store: Store) -> int:
        begun.set()
        assert go_on.wait(20)
        return len(store.matches())

    saver.ask_in_thread(count, counted.append)
    assert begun.wait(20)
    saver.keep(KEPT, [StoredRow(1, 0, b"{}")])
    told.until(lambda: len(told.written) == 2)
    assert counted == []
    go_on.set()
    told.until(lambda: counted)
    assert counted == [1]


def test_reading_beside_a_store_that_is_not_there_answers_nothing(tmp_path: Path, told: Told) -> None:
    def opener(path: Path) -> Store:
        raise NotSaved("no disk")

    saver = told.by(tmp_path / "none.db", opener=opener)
    answers: list[int | None] = []
    saver.ask_in_thread(lambda store: len(store.matches()), answers.append)
    told.until(lambda: answers)
    assert answers == [None]


DAY = "2023-11-15"
KEPT_FILES = StoredMatch("first", "sheet", WallTime(0), WallTime(0), False, "Ada, Ben", 1)


def fill(path: Path) -> None:
    """Make a store with an entry in it."""
    with Store(path) as store:
        store.keep(KEPT_FILES, [StoredRow(0, 0, b"{}")])


def damage(path: Path) -> dict[str, bytes]:
    """Damage a store that has every file that can be next to it; return these files."""
    fill(path)
    path.write_bytes(b"swamp" * 1000)
    for name in ("-wal", "-shm", "-damaged-log-1"):
        path.with_name(path.name + name).write_bytes(name.encode())
    return {file.name: file.read_bytes() for file in path.parent.iterdir() if not file.name.endswith("-lock")}


def found(folder: Path) -> dict[str, bytes]:
    """Return the content of all files below a folder by name; names must be unique."""
    files = [file for file in folder.rglob("*") if file.is_file() and not file.name.endswith("-lock")]
    assert len({file.name for file in files}) == len(files)
    return {file.name: file.read_bytes() for file in files}


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "table" / "matches.db"


def test_all_of_it_goes_and_a_new_one_is_begun(store: Path) -> None:
    before = damage(store)
    with pytest.raises(DamagedStore):
        Store(store)
    folder = move_away(store, DAY)
    assert folder == store.with_name(f"matches.db-damaged-{DAY}")
    assert found(folder) == before
    assert folder.stat().st_mode & 0o777 == 0o700
    with Store(store) as fresh:
        assert not fresh.matches()
        assert not fresh.damage()


def test_a_log_beside_a_file_that_lost_its_beginning_is_not_deleted(store: Path) -> None:
    """SQLite would: it can't open such a file, and drops its log, which has the latest entries."""
    with Store(store) as open_store:
        open_store.keep(KEPT_FILES, [StoredRow(0, 0, b"{}")])
        log = store.with_name("matches.db-wal").read_bytes()
        whole = store.read_bytes()
    store.with_name("matches.db-wal").write_bytes(log)
    store.write_bytes(b"x" * 16 + whole[16:])
    for reading in (False, True):
        with pytest.raises(DamagedStore, match="the file is damaged"):
            Store(store, reading=reading)
    assert store.with_name("matches.db-wal").read_bytes() == log


def test_what_bears_the_folder_s_name_already_is_left_alone(store: Path) -> None:
    before = damage(store)
    one, two = (store.with_name(f"matches.db-damaged-{DAY}{end}") for end in ("", "-2"))
    one.write_text("a file")
    two.mkdir()
    (two / "matches.db").write_text("an older one")
    assert found(move_away(store, DAY)) == before
    assert (one.read_text(), (two / "matches.db").read_text()) == ("a file", "an older one")


@pytest.mark.parametrize("moves", range(6))
def test_stopped_between_two_moves_nothing_is_lost_and_it_starts_again(
    store: Path, monkeypatch: pytest.MonkeyPatch, moves: int
) -> None:
    before = damage(store)
    left, rename = [moves], Path.rename

    def stops(path: Path, target: Path) -> Path:
        if not left[0]:
            raise KeyboardInterrupt
        left[0] -= 1
        return rename(path, target)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "rename", stops)
        if moves < len(before):
            with pytest.raises(KeyboardInterrupt):
                move_away(store, DAY)
        else:
            move_away(store, DAY)
    assert found(store.parent) == before
    try:
        Store(store).close()
    except DamagedStore:
        move_away(store, DAY)
        Store(store).close()
    # There is a new store; every byte of the old one is in a folder next to it.
    moved = {file.name: file.read_bytes() for file in store.parent.glob("*-damaged-2*/*")}
    assert {name: moved.get(name) for name in before} == before


def test_so_many_of_one_day_are_said_and_nothing_moves(store: Path) -> None:
    before = damage(store)
    store.with_name(f"matches.db-damaged-{DAY}").mkdir()
    for n in range(2, store_log.MOST_ASIDE + 1):
        store.with_name(f"matches.db-damaged-{DAY}-{n}").mkdir()
    with pytest.raises(NotSaved, match="20 damaged stores of that day"):
        move_away(store, DAY)
    assert found(store.parent) == before


def test_a_store_that_another_companion_has_open_stays(store: Path) -> None:
    fill(store)
    with Store(store), pytest.raises(NotSaved, match="another companion is using it"):
        move_away(store, DAY)
    assert [file.name for file in store.parent.glob("*-damaged-*")] == []


def test_a_disk_that_can_t_be_written_is_said_and_nothing_moves(tmp_path: Path) -> None:
    with mounted(tmp_path / "disk", "size=1m") as disk:
        before = damage(disk.store)
        disk.mount("ro")
        with pytest.raises(NotSaved, match="read-only"):
            move_away(disk.store, DAY)
        assert found(disk.folder) == before


def test_on_a_full_disk_it_is_all_there_or_all_moved(tmp_path: Path) -> None:
    with mounted(tmp_path / "disk", "size=1m,nr_inodes=12") as disk:
        before = damage(disk.store)
        disk.fill()
        for n in range(20):
            try:
                (disk.folder / f"photo{n}").touch()
            except OSError:
                break
        with pytest.raises(NotSaved, match="the disk is full"):
            move_away(disk.store, DAY)
        assert {name: (disk.folder / name).read_bytes() for name in before} == before


EMPTY = "the file is empty, and matches were kept in it"
"""The message for a store that lost its whole file."""


@pytest.mark.parametrize("what", ["the file is damaged or not a store", EMPTY])
def test_what_is_wrong_is_said_first_then_what_mends_it_here(rig: Rig, store: Path, what: str) -> None:
    """ "Mend that and start again", it said after a long path, with the pad for it below."""
    if what == EMPTY:
        fill(store)
        store.write_bytes(b"")
    else:
        damage(store)
    check = doctor.disk(store)
    assert check.damaged
    desk = Desk(rig, store.with_name("another.db"))
    for moves, mends in ((None, f": {store}"), (desk.frame.home, "hold the pad below (matches.db)")):
        page = SelfCheckScreen(lambda _: None, desk.frame.home, [check], move_away=moves).part()
        assert page.texts[page.texts.index(capital(what)) + 1].endswith(mends)
        assert ("move away" in page) == (moves is not None)
    # A terminal has no pad.
    first, second = doctor.report([check], as_json=False).splitlines()
    assert first.endswith(what)
    assert "move it away" in second
    assert second.endswith(f": {store}")


def test_the_pad_moves_it_and_the_table_keeps_matches_again(rig: Rig, tmp_path: Path) -> None:
    store = tmp_path / "matches.db"
    before, desk = damage(store), Desk(rig, store)
    desk.services.machine.checks = lambda: [doctor.disk(store), *doctor.damage(store)]
    desk.frame.upkeep.self_check(desk.frame.home)
    page = desk.screen(SelfCheckScreen)
    desk.until(lambda: "move away" in page)
    desk.tap(page["move away"])
    assert store.read_bytes() == before["matches.db"]
    rig.hold(page["move away"], 2)
    notice = desk.screen(NoticeDialog)
    folder = store.with_name(f"matches.db-damaged-{DAY}")
    assert words.moved_away(folder.name) in notice.part().texts
    assert found(folder) == before
    desk.tap(notice["pad 0"])
    desk.screen(HomeScreen)
    table = desk.seat(4)
    desk.turn()
    desk.until(lambda: table.session.saved)
    desk.frame.upkeep.self_check(desk.frame.home)
    page = desk.screen(SelfCheckScreen)
    desk.until(lambda: page.checks and not page.looking)
    assert "move away" not in page


def test_a_store_that_is_well_or_an_open_match_is_offered_no_such_pad(rig: Rig, tmp_path: Path) -> None:
    store = tmp_path / "matches.db"
    desk = Desk(rig, store)
    table = desk.sit_down(4)
    desk.turn()
    desk.until(lambda: table.session.saved)
    database = sqlite3.connect(store)
    with database:
        database.execute("delete from entry where n = 1")
    database.close()
    checks = doctor.damage(store)
    assert any(check.damaged for check in checks)
    desk.services.machine.checks = lambda: checks
    desk.frame.upkeep.self_check(desk.frame.home)
    page = desk.screen(SelfCheckScreen)
    desk.until(lambda: page.checks)
    assert "move away" not in page


def test_what_breaks_beside_is_shown_and_nobody_waits_for_it(saver: Saver, told: Told) -> None:
    """The thread ended without a word; its screen said for ever that it was reading the stick."""
    answers: list[object] = []
    saver.ask(lambda store: True, answers.append)
    told.until(lambda: answers)
    answers.clear()
    saver.ask_in_thread(lambda store: 1 / 0, answers.append)
    with pytest.raises(ZeroDivisionError):
        told.until(lambda: answers)
    told.until(lambda: answers)
    saver.run_in_thread(lambda: 1 / 0, answers.append)
    with pytest.raises(ZeroDivisionError):
        told.until(lambda: len(answers) > 1)
    assert answers == [None]
    assert not saver._answers, "a callback that is never called keeps its screen in memory"
