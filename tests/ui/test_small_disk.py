"""A real disk that fills up, or can't be written on, and can again: saving goes on by itself.

The disk is a small one in memory, which only root may make; elsewhere these are skipped.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.errors import NotSaved
from companion.journal import KeptRow
from companion.store import Kept, Store
from tests.small_disk import Disk, mounted
from tests.ui.desk import Desk, pads_in
from tests.ui.rig import Rig
from tests.ui.test_saver import KEPT, Told, rows_in
from ui.language import words
from ui.screens.home import HomeScreen
from ui.storage.saver import Saver
from ui.table.session import Inbox

OFTEN = 0.01
"""Seconds between two tries."""
LONG = b'{"said":"' + 3_000 * b"x" + b'"}'


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    with mounted(tmp_path / "disk", "size=600k") as disk:
        yield disk


@pytest.fixture
def told() -> Told:
    return Told()


Watched = Callable[[Path], Saver]


@pytest.fixture
def watched(told: Told) -> Iterator[Watched]:
    """Savers that are listened to, and closed at the end."""
    savers: list[Saver] = []

    def open_one(path: Path) -> Saver:
        saver = Saver(path, told.inbox.post, retry=OFTEN)
        told.listen(saver)
        savers.append(saver)
        return saver

    yield open_one
    for saver in savers:
        saver.close()


def matches(saver: Saver, told: Told) -> list[Kept] | None:
    answers: list[list[Kept] | None] = []
    saver.ask(lambda store: store.matches(), answers.append)
    told.until(lambda: answers)
    return answers[0]


def test_a_full_disk_that_was_freed_takes_all_that_waited(disk: Disk, told: Told, watched: Watched) -> None:
    saver = watched(disk.store)
    saver.keep(KEPT, [KeptRow(0, 0, b"{}")])
    told.until(lambda: told.written)
    ballast = disk.folder / "film.mp4"
    ballast.write_bytes(300_000 * b"x")
    for n in range(1, 150):
        saver.keep(KEPT, [KeptRow(n, n, LONG)])
    told.until(lambda: told.trouble)
    assert told.trouble == ["not saved: the disk is full; free some space"]
    ballast.unlink()
    disk.mount("size=4m")
    told.until(lambda: told.written[-1] == ("m1", 150))
    assert told.trouble[-1] is None
    assert len(rows_in(disk.store)) == 150


@pytest.mark.parametrize("after", ["a close", "a crash"])
def test_a_full_disk_can_still_be_read(after: str, disk: Disk, told: Told, watched: Watched) -> None:
    with Store(disk.store) as store:
        store.keep(KEPT, [KeptRow(0, 0, b"{}")])
        names = [disk.store.name + end for end in ("", "-wal", "-shm")]
        left = {name: (disk.folder / name).read_bytes() for name in names}
    if after == "a crash":
        for name, content in left.items():
            (disk.folder / name).write_bytes(content)
    disk.mount("ro")
    saver = watched(disk.store)
    saver.keep(KEPT, [KeptRow(1, 1, b"{}")])
    assert [kept.id for kept in matches(saver, told) or ()] == ["m1"]
    assert told.trouble == [f"matches can't be kept: the disk or the file is read-only: {disk.store}"]
    assert told.written == []
    disk.mount("rw")
    told.until(lambda: told.written == [("m1", 2)])
    assert told.trouble[-1] is None
    assert len(rows_in(disk.store)) == 2


def test_trouble_goes_by_itself_also_while_nothing_waits(disk: Disk, told: Told, watched: Watched) -> None:
    disk.mount("ro")
    assert matches(watched(disk.store), told) is None
    told.until(lambda: told.trouble)
    disk.mount("rw")
    told.until(lambda: told.trouble[-1] is None)


def test_saving_goes_on_once_the_other_one_is_gone(tmp_path: Path, told: Told, watched: Watched) -> None:
    other = Store(tmp_path / "matches.db")
    other.keep(KEPT, [KeptRow(0, 0, b"{}")])
    saver = watched(tmp_path / "matches.db")
    # What it plays isn't ours to go on with.
    assert matches(saver, told) is None
    saver.keep(replace(KEPT, id="m2"), [KeptRow(0, 0, b"{}")])
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
    gone = True

    def opener(path: Path) -> Store:
        if gone:
            raise NotSaved("no disk")
        return Store(path)

    inbox = Inbox()
    again = Desk(rig, store, Saver(store, inbox.post, opener=opener, reader=opener, retry=OFTEN), inbox)
    home = again.screen(HomeScreen)
    assert home.notice == words.not_saved("no disk")
    gone = False
    again.until(lambda: again.frame.screen is not home)
    again.until(lambda: not again.screen(HomeScreen).notice)
    assert words.go_on(words.GAME_NAMES["ungle-speed"]) in [pad.title.text for pad in pads_in(again.frame)]
