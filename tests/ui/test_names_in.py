"""Names from a stick: a list or another table's file, all or nothing, from where a name is typed."""

from pathlib import Path

import pytest

from companion.store import Store
from tests.ui.desk import Desk
from tests.ui.test_layout import faults
from ui.appliance.sticks import Stick
from ui.parts.naming import NamingDialog
from ui.records import words
from ui.screens.home import HomeScreen
from ui.screens.players import PlayersScreen
from ui.screens.sticks import NamesInScreen, names_file
from ui.storage.copying import CopyNews


def plugged(desk: Desk, folder: Path) -> NamesInScreen:
    """Go from the letter pad to a stick, which is only read."""
    desk.frame.choose("tracktic")
    screen = desk.screen(PlayersScreen)
    desk.sit(2)
    if screen.picking is None:
        desk.sit(2)
    desk.tap(screen["new"])
    naming = desk.screen(NamingDialog)
    assert "from stick" in naming.part()
    naming.type("A")
    assert "from stick" not in naming.part(), "it is out of the way of typing"
    desk.tap(naming["rub"])
    # "Sit down" may be faulty here: nobody types in the heat of play.
    assert [fault for fault in faults(naming) if "Sit down" not in fault] == []
    desk.tap(naming["from stick"])
    shown = desk.screen(NamesInScreen)
    # The first look is for the machine's own sticks.
    desk.until(lambda: not shown._looking)
    shown.find = lambda: (Stick("STICK", folder, 1 << 30, writable=False),)
    shown.look()
    desk.until(lambda: "write" in shown)
    assert shown.part()["write"].live
    desk.pump(4)
    assert faults(shown) == []
    return shown


def known(store: Path) -> list[str]:
    with Store(store, reading=True) as kept:
        return [one.name for one in kept.people().known.values()]


@pytest.mark.usefixtures("each_way")
def test_a_list_is_taken_in_once_and_offered_now(desk: Desk, tmp_path: Path, stick: Path) -> None:
    (stick / "names.txt").write_text("Zoë\nЮлия\n\nZoë Ann\n")
    for _ in range(2):
        shown = plugged(desk, stick)
        desk.tap(shown["write"])
        desk.until(lambda: shown.message.text not in ("", words.TAKING_NAMES))  # noqa: B023 - asked in this turn
        assert sorted(known(tmp_path / "matches.db")) == ["Zoë", "Zoë Ann", "Юлия"]
    desk.tap(shown["back"])
    screen = desk.screen(PlayersScreen)
    assert {"Zoë", "Юлия"} <= {plate.name for plate in screen._everybody.values()}
    desk.frame.home()
    desk.screen(HomeScreen)


BAD = {
    "a sign that steers": ("names.txt", b"Ada\nB\x1b[2Job\n", "line 2"),
    "no JSON of ours": ("people.json", b'{"people": [{"id": 5}]}', "people"),
    "huge": ("names.txt", b"x" * (5 << 20), "names.txt"),
    "another file": ("diary.txt", b"Ada", "names.txt"),
}


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_file_changes_nothing_and_says_where_it_is_wrong(
    desk: Desk, tmp_path: Path, stick: Path, kind: str
) -> None:
    name, text, place = BAD[kind]
    (stick / name).write_bytes(text)
    shown = plugged(desk, stick)
    desk.tap(shown["write"])
    desk.until(lambda: shown.message.text not in ("", words.TAKING_NAMES))
    assert place in shown.message.text
    assert shown.message.text.isprintable()
    assert len(shown.message.text) < 300
    assert known(tmp_path / "matches.db") == []
    assert shown.part()["write"].live


def test_a_stick_that_fails_while_it_is_looked_at_is_said(tmp_path: Path) -> None:
    """A stick that was pulled out may raise an error instead of listing nothing."""
    found = names_file(tmp_path / ("n" * 300))
    assert isinstance(found, CopyNews)
    assert not found.well
