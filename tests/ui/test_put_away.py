"""A store that can't be opened is moved away by a pad: nothing is lost, whatever stands in the way."""

import sqlite3
from pathlib import Path

import pytest

from companion import store_log
from companion.clock import WallTime
from companion.errors import DamagedStore, NotSaved
from companion.journal import KeptRow
from companion.store import Kept, Store, put_away
from tests.small_disk import mounted
from tests.ui.desk import Desk
from tests.ui.rig import Rig
from ui.appliance import care_words as words
from ui.console import doctor
from ui.dialogs.notice import NoticeDialog
from ui.language.phrases import capital
from ui.screens.care import SelfCheckScreen
from ui.screens.home import HomeScreen

DAY = "2023-11-15"
KEPT = Kept("first", "sheet", WallTime(0), WallTime(0), False, "Ada, Ben", 1)


def fill(path: Path) -> None:
    """Have a store with an entry in it."""
    with Store(path) as store:
        store.keep(KEPT, [KeptRow(0, 0, b"{}")])


def damage(path: Path) -> dict[str, bytes]:
    """Damage a store with all that can lie beside it; return what lies there."""
    fill(path)
    path.write_bytes(b"swamp" * 1000)
    for name in ("-wal", "-shm", "-damaged-log-1"):
        path.with_name(path.name + name).write_bytes(name.encode())
    return {file.name: file.read_bytes() for file in path.parent.iterdir() if not file.name.endswith("-lock")}


def found(folder: Path) -> dict[str, bytes]:
    """Return all files below a folder by their names, which are there once each."""
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
    folder = put_away(store, DAY)
    assert folder == store.with_name(f"matches.db-damaged-{DAY}")
    assert found(folder) == before
    assert folder.stat().st_mode & 0o777 == 0o700
    with Store(store) as fresh:
        assert not fresh.matches()
        assert not fresh.damage()


def test_a_log_beside_a_file_that_lost_its_beginning_is_not_deleted(store: Path) -> None:
    """SQLite would: it opens no such file, and throws the log away, in which is what was saved last."""
    with Store(store) as open_store:
        open_store.keep(KEPT, [KeptRow(0, 0, b"{}")])
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
    assert found(put_away(store, DAY)) == before
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
                put_away(store, DAY)
        else:
            put_away(store, DAY)
    assert found(store.parent) == before
    try:
        Store(store).close()
    except DamagedStore:
        put_away(store, DAY)
        Store(store).close()
    # A new store lies there; of the old one every byte is in a folder beside it.
    moved = {
        file.name: file.read_bytes()
        for folder in store.parent.glob("*-damaged-2*")
        for file in folder.iterdir()
    }
    assert {name: moved.get(name) for name in before} == before


def test_so_many_of_one_day_are_said_and_nothing_moves(store: Path) -> None:
    before = damage(store)
    store.with_name(f"matches.db-damaged-{DAY}").mkdir()
    for n in range(2, store_log.MOST_ASIDE + 1):
        store.with_name(f"matches.db-damaged-{DAY}-{n}").mkdir()
    with pytest.raises(NotSaved, match="20 damaged stores of that day"):
        put_away(store, DAY)
    assert found(store.parent) == before


def test_a_store_that_another_companion_has_open_stays(store: Path) -> None:
    fill(store)
    with Store(store), pytest.raises(NotSaved, match="another companion is using it"):
        put_away(store, DAY)
    assert [file.name for file in store.parent.glob("*-damaged-*")] == []


def test_a_disk_that_can_t_be_written_is_said_and_nothing_moves(tmp_path: Path) -> None:
    with mounted(tmp_path / "disk", "size=1m") as disk:
        before = damage(disk.store)
        disk.mount("ro")
        with pytest.raises(NotSaved, match="read-only"):
            put_away(disk.store, DAY)
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
            put_away(disk.store, DAY)
        assert {name: (disk.folder / name).read_bytes() for name in before} == before


EMPTY = "the file is empty, and matches were kept in it"
"""What is said of a store that lost all of its file."""


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
        page = SelfCheckScreen(lambda _: None, desk.frame.home, [check], put_away=moves).part()
        assert page.texts[page.texts.index(capital(what)) + 1].endswith(mends)
        assert ("put away" in page) == (moves is not None)
    # At a terminal there is no pad.
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
    desk.until(lambda: "put away" in page)
    desk.tap(page["put away"])
    assert store.read_bytes() == before["matches.db"]
    rig.hold(page["put away"], 2)
    notice = desk.screen(NoticeDialog)
    folder = store.with_name(f"matches.db-damaged-{DAY}")
    assert words.put_away(folder.name) in notice.part().texts
    assert found(folder) == before
    desk.tap(notice["pad 0"])
    desk.screen(HomeScreen)
    table = desk.seat(4)
    desk.turn()
    desk.until(lambda: table.session.saved)
    desk.frame.upkeep.self_check(desk.frame.home)
    page = desk.screen(SelfCheckScreen)
    desk.until(lambda: page.found and not page.looking)
    assert "put away" not in page


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
    desk.until(lambda: page.found)
    assert "put away" not in page
