"""A match that is over is deleted by holding: its record goes, whoever plays on is left alone."""

import sqlite3
import threading
from pathlib import Path

from companion import line
from companion.book import counting
from companion.match_reports import Abandon
from companion.store import Store
from tests.ui.desk import Desk, pads_in, the, there
from tests.ui.test_end_dialog import ended
from ui.dialogs.referee import RefereeDialog
from ui.language import words
from ui.screens.home import HomeScreen
from ui.widgets.pad import HoldPad


def delete_pad(desk: Desk) -> HoldPad | None:
    table = desk.table
    if table.overlay is None:
        table.over.open_referee()
    desk.pump()
    sheet = the(RefereeDialog, table.overlay)
    found = [pad for pad in pads_in(sheet) if isinstance(pad, HoldPad) and pad.title.text == words.DELETE]
    return next(iter(found), None)


def kept_in(path: Path) -> list[str]:
    with Store(path, reading=True) as store:
        return [kept.id for kept in store.matches()]


def test_it_is_held_and_gone_from_home_the_store_and_the_book(desk: Desk, tmp_path: Path) -> None:
    other, table = desk.seat(3).session.name, ended(desk, 3)
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
        assert [one.match for one in counting.book(store)[0].matches] == [other]
    assert name not in [*line.matches(tmp_path / "matches.db")]
    with sqlite3.connect(tmp_path / "matches.db") as db:
        for kind, column in (("entry", "match"), ("given", "match"), ("match", "id")):
            left = db.execute(f"select count(*) from {kind} where {column} = ?", (name,))
            assert left.fetchone() == (0,)
    desk.frame.open_match(name)
    desk.pump(6)
    assert desk.frame.table is None


def test_a_match_that_goes_on_or_is_not_on_the_disk_is_not_offered(desk: Desk) -> None:
    """What is still being written would come back after it was deleted."""
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
    table.over.close()
    table.tell_now(Abandon())
    desk.until(lambda: table.session.saved)
    assert delete_pad(desk) is not None
