"""A table joins a club with a file on a stick, brings what waits there where there is no net, and leaves."""

from pathlib import Path

import msgspec
import pytest

from companion.club import outbox
from companion.club.mailbox import Join, Mailbox, read_items
from companion.club.outbox import Heard, encode
from companion.copies import kept_of
from companion.store import Store
from tests.companion.ended import ended, seated
from tests.companion.test_people import ADA, BOB
from tests.ui.desk import Desk, there
from tests.ui.test_layout import faults
from ui.appliance import care_words as words
from ui.appliance.sticks import Stick
from ui.screens.care import CareScreen
from ui.screens.home import HomeScreen
from ui.screens.sticks import ClubScreen

JOIN = msgspec.json.encode(Join("kitchen", "secret", "192.168.1.5"))


def plugged(desk: Desk, folder: Path) -> ClubScreen:
    shown = desk.frame.screen
    desk.tap(shown["back"] if isinstance(shown, ClubScreen) else desk.screen(HomeScreen)["settings"])
    care = desk.screen(CareScreen)
    while "club" not in care:
        desk.tap(care["settings down"])
    desk.tap(care["club"])
    shown = desk.screen(ClubScreen)
    desk.until(lambda: not shown._asked)
    shown.find = lambda: (Stick("STICK", folder, 1 << 30, writable=True),)
    shown.look()
    desk.until(lambda: "write" in shown and shown.hint)
    desk.pump(4)
    assert faults(shown) == []
    return shown


def write(desk: Desk, shown: ClubScreen) -> str:
    desk.tap(shown["write"])
    desk.until(lambda: not shown._busy and shown.told.text not in ("", words.CLUB_WRITING))
    return shown.told.text


def play(desk: Desk, name: str) -> None:
    match = seated(ended("sheet"), name, (ADA.plate, BOB.plate))
    desk.services.saver.keep(kept_of(match), match.rows())


@pytest.mark.usefixtures("each_panel")
def test_a_table_joins_brings_what_waits_and_goes(desk: Desk, tmp_path: Path) -> None:
    stick, store = tmp_path / "stick", tmp_path / "matches.db"
    stick.mkdir()
    mailbox = Mailbox(tmp_path / "matches.db-club")
    play(desk, "before")
    shown = plugged(desk, stick)
    assert shown.hint == words.CLUB_SCAN
    assert write(desk, shown) == words.CLUB_NO_FILE
    (stick / "club-join.json").write_bytes(b"{}")
    assert "no file of a club" in write(desk, shown)
    (stick / "club-join.json").write_bytes(JOIN)
    assert write(desk, shown) == words.club_joined("kitchen")
    assert there(mailbox.joined()).table == "kitchen"

    play(desk, "m1")
    play(desk, "m2")
    shown = plugged(desk, stick)
    desk.until(lambda: shown.hint == words.club_waits(2))
    assert "2" in write(desk, shown)
    items = read_items((stick / "club-outbox").read_bytes())
    assert [item.n for item in items] == [0, 1, 2]
    assert b"secret" not in (stick / "club-outbox").read_bytes()
    # What the courier finds is the same.
    assert mailbox.items() == items

    # The desk has taken the first: that one goes.
    (stick / "club-outbox.heard").write_bytes(encode(Heard(items[0].series, 1)))
    write(desk, shown)
    assert [item.n for item in read_items((stick / "club-outbox").read_bytes())] == [0, 2]
    desk.until(lambda: shown.hint == words.club_waits(1))
    assert [item.n for item in mailbox.items()] == [0, 2]

    desk.tap(shown["back"])
    desk.until(lambda: words.club_waits(1) in str(desk.screen(CareScreen).part()["club"]))
    care = desk.screen(CareScreen)
    while "club" not in care:
        desk.tap(care["settings down"])
    desk.tap(care["club"])
    shown = desk.screen(ClubScreen)
    desk.until(lambda: shown.hint == words.club_waits(1))
    shown.leave_club()
    desk.until(lambda: shown.hint == words.CLUB_SCAN)
    assert mailbox.joined() is None
    with Store(store, reading=True) as kept:
        assert outbox.waiting(kept) == ()
        assert kept.has("m1")


def test_what_the_courier_brings_is_let_go_of_with_the_next_entry(desk: Desk, tmp_path: Path) -> None:
    mailbox = desk.services.saver.club
    series = "00000000-0000-4000-8000-00000000000a"
    join = Join("kitchen", "secret", "h")

    def joined(store: Store) -> bool:
        mailbox.join(store, join, series)
        return True

    desk.read(joined)
    play(desk, "m1")
    desk.until(lambda: len(mailbox.items()) == 2)
    mailbox.hear(Heard(series, 1))
    play(desk, "m2")
    desk.until(lambda: [item.n for item in mailbox.items()] == [0, 2])


PLACES = dict(zip("ABCDEF1234567890", (*range(4, 10), *range(30, 40)), strict=True))
"""Where the digits lie on every keyboard, by the scancodes of USB."""


def scan(desk: Desk, text: str) -> None:
    """Type as a scanner does, on a keyboard on which other signs are printed."""
    for sign in text:
        desk.frame.key_down(ord("?"), PLACES[sign])
        desk.frame.key_up(ord("?"))
    desk.frame.key_down(13, 40)
    desk.frame.key_up(13)


def test_a_table_joins_by_the_code_that_a_scanner_types(desk: Desk, tmp_path: Path) -> None:
    shown = plugged(desk, tmp_path)
    for wrong in ("", "7", JOIN[:20].hex().upper(), b"{}".hex().upper()):
        scan(desk, wrong)
        if wrong:
            desk.until(lambda: "no file of a club" in shown.hint)
        assert desk.services.saver.club.joined() is None
    scan(desk, JOIN.hex().upper())
    desk.until(lambda: shown.hint == words.club_waits(0))
    joined = there(desk.services.saver.club.joined())
    assert joined.table == "kitchen"
    # In a club no scan takes it to another.
    scan(desk, JOIN.replace(b"kitchen", b"cellars").hex().upper())
    desk.pump(4)
    assert desk.services.saver.club.joined() == joined
