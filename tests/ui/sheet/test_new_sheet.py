"""*New sheet*: made, saved, played, deleted; and sheets from a USB stick."""

import errno
import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.errors import SetupError
from companion.games.sheet.model import Facts
from companion.games.sheet.plain import Plain
from companion.games.sheet.sheet_file import read_sheet_file
from tests.ui.by_fingers import fit
from tests.ui.desk import Desk, the
from tests.ui.rig import Rig
from tests.ui.sheet.playing import EACH_PANEL, choice, turned_to
from tests.ui.test_layout import all_fits
from ui.appliance.sticks import Stick
from ui.console.sheet import check
from ui.games.face import Memory
from ui.games.sheet import owners, setup, words
from ui.games.sheet.face import SheetFace
from ui.games.sheet.new_sheet import BLANK, NewSheet
from ui.games.sheet.owners import OnStick
from ui.games.sheet.setup import LATELY, SheetChoice
from ui.main.frame import memory
from ui.parts.naming import NamingDialog
from ui.parts.values import Button, names_of, walk
from ui.screens.home import HomeScreen
from ui.stage import theme
from ui.storage.habits import Seating

LONG = "Weihnachten Wanderwoche"
"""A name of the maximum length, in two words."""


@pytest.fixture(name="folder")
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the owner's folder of sheets, which doesn't exist yet."""
    folder = tmp_path / "data" / "sheets"
    monkeypatch.setattr("ui.games.sheet.setup.sheets_path", lambda: folder)
    return folder


@pytest.fixture(name="stick")
def _stick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of a USB stick that is plugged in."""
    stick = tmp_path / "BLUE"
    stick.mkdir()
    monkeypatch.setattr("ui.games.sheet.setup.sticks", lambda: (Stick("BLUE", stick, 1, True),))
    return stick


@pytest.fixture(name="desk")
def _desk(desk: Desk, folder: Path) -> Desk:
    """Return the app, which uses this folder."""
    return desk


def making(desk: Desk, its: SheetChoice) -> NewSheet:
    desk.tap(its["next"])
    desk.pump(4)
    assert its.new is not None
    return its.new


def type_name(desk: Desk, new: NewSheet, name: str) -> None:
    naming = the(NamingDialog, new.naming)
    desk.pump(2)
    all_fits(desk, "letters and figures")
    assert {f"key {figure}" for figure in range(10)} <= {*names_of(naming.part())}
    for sign in name:
        naming.type(sign)
    desk.tap(naming["ready"])
    desk.pump(4)


def said(new: NewSheet) -> tuple[str, bool]:
    header = new.part().header
    return header.hint, header.on_live


def deletable(its: SheetChoice) -> list[str]:
    return sorted(name.removeprefix("delete ") for name in names_of(its.part()) if "delete " in name)


def in_order(its: SheetChoice) -> list[str]:
    return [part.title for part in walk(its.part()) if isinstance(part, Button)]


@EACH_PANEL
def test_camp_games_with_two_columns_until_100_are_five_taps(desk: Desk, folder: Path) -> None:
    new = making(desk, choice(desk))  # one
    type_name(desk, new, "Camp games")  # two: its last key
    fit(desk)
    desk.tap(new["columns plus"])  # three
    assert [new.part()[f"column {n}"].title for n in range(2)] == ["A", "B"]
    desk.tap(new["at points"])  # four
    fit(desk)
    desk.tap(new["next"])  # five
    desk.until(lambda: desk.frame.table is not None)
    sheet = read_sheet_file(folder / "camp_games.toml")
    assert (sheet.name, sheet.wins, sheet.target) == ("Camp games", "high", 100)
    assert desk.table.session.match.facts.sheet == sheet
    # Six: the large pad. Now the first figure can be entered.
    desk.tap(desk.table.side.pads[-1])
    assert desk.table.opened is not None
    assert [path.name for path in folder.iterdir()] == ["camp_games.toml"]
    assert "Camp games" in check(folder / "camp_games.toml")


@EACH_PANEL
def test_what_is_wrong_is_said_at_once_and_nothing_is_kept(desk: Desk, folder: Path) -> None:
    its = choice(desk)
    new = making(desk, its)
    assert new.naming is not None
    desk.tap(new.naming["close"])
    assert said(new) == ("It has no name yet: give it one.", False)
    desk.tap(new["name"])
    type_name(desk, new, "Wizard")
    assert said(new) == (words.taken("Wizard"), False)
    desk.tap(new["name"])
    type_name(desk, new, " of ours")
    assert said(new) == ("Points for a game of your own", True)
    desk.tap(new["columns plus"])
    for n in range(2):
        desk.tap(new[f"column {n}"])
        assert new.naming is not None
        while new.naming.typed:
            desk.tap(new.naming["rub"])
        type_name(desk, new, "Tricks")
    assert said(new) == ("Two columns are called Tricks: rename one.", False)
    fit(desk)
    # Back, and in again: the choices are still there.
    desk.tap(new["back"])
    assert its.new is None
    assert making(desk, its).draft == Plain("Wizard of ours", ("Tricks", "Tricks"))
    assert not folder.exists()


@EACH_PANEL
def test_every_choice_fits_the_screen(desk: Desk) -> None:
    new = making(desk, choice(desk))
    type_name(desk, new, "W" * 24)
    for _ in range(5):
        desk.tap(new["columns plus"])
    assert not new["columns plus"].live
    for end in ("until said", "at points", "after rounds"):
        desk.tap(new[end])
        fit(desk)
    desk.tap(new["low"])
    desk.tap(new["rounds plus"])
    assert new.draft == Plain("W" * 24, tuple("ABCDEF"), low=True, rounds=11)
    desk.tap(new["at points"])
    desk.tap(new["points plus"])
    assert (new.draft.target, new.draft.rounds) == (110, 0)
    for _ in range(5):
        desk.tap(new["columns minus"])
    assert new.draft.columns == (words.POINTS,)


@EACH_PANEL
@pytest.mark.parametrize("chosen", [theme.Theme(large=True), theme.Theme(light=True)])
def test_in_large_text_and_light_it_fits(desk: Desk, folder: Path, stick: Path, chosen: theme.Theme) -> None:
    owners.save_new(folder, LONG, Plain(LONG, ("A",)).toml())
    (stick / "x.toml").write_bytes(Plain(f"2 {LONG}"[:24], ("A",)).toml())
    theme.use(chosen)
    try:
        its = choice(desk)
        desk.until(lambda: bool(its.stick[0]))
        fit(desk)
        new = making(desk, its)
        type_name(desk, new, "Camp games")
        for _ in range(5):
            desk.tap(new["columns plus"])
        desk.tap(new["after rounds"])
        fit(desk)
    finally:
        theme.use(theme.Theme())


@EACH_PANEL
def test_an_own_sheet_is_deleted_by_holding_and_its_file_lies_aside(desk: Desk, folder: Path) -> None:
    owners.save_new(folder, "Ours", Plain("Ours", ("A",)).toml())
    its = choice(desk)
    assert deletable(its) == ["ours.toml"]
    fit(desk)
    pad = turned_to(desk, its, "delete ours.toml")
    desk.tap(pad)
    desk.pump(4)
    assert (folder / "ours.toml").exists()
    desk.rig.hold(pad, 1.2)
    desk.until(lambda: its.part().header.hint == words.deleted("Ours"))
    assert deletable(its) == []
    assert "ours.toml" not in its.part()
    assert (folder / owners.DELETED / "ours.toml").exists()
    assert not (folder / "ours.toml").exists()


def test_a_match_goes_on_after_its_sheet_was_deleted(desk: Desk, folder: Path) -> None:
    owners.save_new(folder, "Ours", Plain("Ours", ("A",), target=50).toml())
    desk.tap(turned_to(desk, choice(desk), "ours.toml"))
    desk.until(lambda: desk.frame.table is not None)
    session = desk.table.session
    desk.until(lambda: session.saved)
    owners.delete(folder, "ours.toml")
    again = type(session).resume(session.match.game, session.match.rows(), "m", desk.clock, lambda *_: None)
    assert again.match.facts.sheet.target == 50
    assert again.listing.called == "Ours"


def test_who_taps_the_card_of_a_deleted_sheet_plays_no_other_by_mistake(
    desk: Desk, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.places.sheets_path", lambda: folder)
    owners.save_new(folder, "Ours", Plain("Ours", ("A",)).toml())
    for name in ("ours.toml", "wizard"):
        its = SheetChoice(Facts(3), memory(desk.saver), desk.frame.home, partial(deal_to_three, desk))
        desk.frame.show(its)
        desk.tap(turned_to(desk, its, name))
        desk.until(lambda: desk.frame.table is not None)
        desk.until(lambda: desk.table.session.saved)
    owners.delete(folder, "ours.toml")
    desk.frame.home()
    desk.tap(desk.screen(HomeScreen)["sheet Ours"])
    desk.sit_at(Seating(dict(enumerate(plate.name for plate in theme.plates()[:3])), 0))
    desk.play()
    assert isinstance(desk.frame.screen, SheetChoice), "it is gone: which one instead?"


def deal_to_three(desk: Desk, facts: Facts) -> None:
    desk.frame.deal(SheetFace(), facts, theme.plates()[:3])


@EACH_PANEL
def test_a_sheet_on_a_stick_is_offered_until_a_tap_has_kept_it(desk: Desk, folder: Path, stick: Path) -> None:
    (stick / "sheets").mkdir()
    (stick / "sheets" / "x.toml").write_bytes(Plain("From afar", ("A",)).toml())
    (stick / "bad.toml").write_text("name = x\n")
    its = choice(desk)
    desk.until(lambda: bool(its.stick[0]))
    fit(desk)
    pad = its.part()["stick From afar"]
    assert (pad.title, pad.hint) == ("From afar", words.FROM_STICK)
    desk.tap(its["stick From afar"])
    desk.until(lambda: its.part().header.hint == words.saved_here("From afar"))
    assert "stick From afar" not in its.part()
    assert in_order(its)[0] == "From afar"
    assert (folder / "from_afar.toml").read_bytes() == Plain("From afar", ("A",)).toml()
    its.look()
    desk.pump(10)
    assert "stick From afar" not in its.part()


def test_nothing_that_is_there_is_overwritten(folder: Path) -> None:
    owners.save_new(folder, "Ours", b"one")
    with pytest.raises(SetupError, match="already"):
        owners.save_new(folder, "ours", b"two")
    assert (folder / "ours.toml").read_bytes() == b"one"
    assert [path.name for path in folder.iterdir()] == ["ours.toml"]


def test_where_nothing_can_be_written_a_sentence_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pulled(_: Path) -> None:
        raise OSError(errno.EIO, "Input/output error")

    with monkeypatch.context() as broken:
        broken.setattr(owners, "flush", pulled)
        with pytest.raises(SetupError, match="wasn't saved: the disk doesn't answer"):
            owners.save_new(tmp_path / "new", "Ours", b"one")
    (tmp_path / "sheets").write_text("a file")
    with pytest.raises(SetupError, match="wasn't saved"):
        owners.save_new(tmp_path / "sheets", "Ours", b"one")
    with pytest.raises(SetupError, match="wasn't deleted"):
        owners.delete(tmp_path / "sheets", "ours.toml")


def test_a_hostile_stick_gives_one_sentence_a_file(folder: Path, stick: Path, tmp_path: Path) -> None:
    good = Plain("Good", ("A",)).toml()
    (stick / "good.toml").write_bytes(good)
    (stick / "huge.toml").write_bytes(b"#" * 5_000_000)
    (stick / "deep.toml").write_text("x = " + "[" * 500)
    (stick / "._mac.toml").write_bytes(b"\0" * 20)
    (stick / ("\x1b[2J" + "n" * 200 + ".toml")).write_text("name = x")
    (stick / "folder.toml").mkdir()
    os.mkfifo(stick / "pipe.toml")
    (tmp_path / "secret.toml").write_bytes(Plain("Secret", ("A",)).toml())
    (stick / "link.toml").symlink_to(tmp_path / "secret.toml")
    found, wrong = owners.on_stick(stick, folder)
    assert [one.sheet.name for one in found] == ["Good"]
    assert found == (OnStick(found[0].sheet, good),)
    assert len(wrong) == 3
    for name, said in wrong.items():
        assert name.isprintable()
        assert len(name) <= owners.LONGEST_SHOWN
        assert said.isprintable()
        assert str(stick) not in said
    # A sheet that is already here isn't offered again.
    owners.save_new(folder, "Good", good)
    assert owners.on_stick(stick, folder)[0] == ()


@pytest.mark.parametrize("name", ["OURS.TOML", "ours.toml.txt"])
def test_a_sheet_as_windows_may_name_it_is_found(name: str, folder: Path, stick: Path) -> None:
    (stick / name).write_bytes(Plain("Ours", ("A",)).toml())
    assert [one.sheet.name for one in owners.on_stick(stick, folder)[0]] == ["Ours"]


@pytest.mark.usefixtures("folder")
def test_of_a_stick_that_fails_the_others_are_offered(stick: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (stick / "ours.toml").write_bytes(Plain("Ours", ("A",)).toml())
    every = [Stick("RED", stick / ("n" * 300), 1, True), Stick("BLUE", stick, 1, True)]
    monkeypatch.setattr("ui.games.sheet.setup.sticks", lambda: every)
    assert [one.sheet.name for one in setup._on_sticks()[0]] == ["Ours"]


def test_own_sheets_are_copied_to_a_stick_and_found_there_by_another_table(tmp_path: Path) -> None:
    here, there, stick = tmp_path / "here", tmp_path / "there", tmp_path / "stick"
    stick.mkdir()
    assert owners.copy_out(here, stick) == 0
    assert not [*stick.iterdir()]
    owners.save_new(here, "Ours", Plain("Ours", ("A",)).toml())
    assert owners.copy_out(here, stick) == 1
    assert owners.copy_out(here, stick) == 1
    assert [one.sheet.name for one in owners.on_stick(stick, there)[0]] == ["Ours"]
    # FAT has no question marks.
    (here / "ours.toml").rename(here / "Ours?.toml")
    assert owners.copy_out(here, stick) == 1
    assert [path.name for path in (stick / "sheets").iterdir()] == ["ours.toml"]
    # An older one of that name, or another table's, is left alone.
    (here / "Ours?.toml").write_bytes(Plain("Ours", ("B",)).toml())
    for _ in range(2):
        assert owners.copy_out(here, stick) == 1
    assert {path.name: path.read_bytes() for path in (stick / "sheets").iterdir()} == {
        "ours.toml": Plain("Ours", ("A",)).toml(),
        "ours-2.toml": Plain("Ours", ("B",)).toml(),
    }


def test_a_stick_leads_nobody_elsewhere_and_what_was_cut_off_is_removed(tmp_path: Path) -> None:
    here, stick, elsewhere = tmp_path / "here", tmp_path / "stick", tmp_path / "elsewhere"
    stick.mkdir()
    elsewhere.mkdir()
    owners.save_new(here, "Ours", Plain("Ours", ("A",)).toml())
    (elsewhere / "theirs.toml").write_bytes(Plain("Theirs", ("A",)).toml())
    (stick / "sheets").symlink_to(elsewhere)
    assert owners.on_stick(stick, here) == ((), {})
    with pytest.raises(SetupError, match="elsewhere"):
        owners.copy_out(here, stick)
    assert [path.name for path in elsewhere.iterdir()] == ["theirs.toml"]
    (stick / "sheets").unlink()
    (stick / "sheets").mkdir()
    (stick / "sheets" / "ours.toml.part").write_text("half")
    assert owners.copy_out(here, stick) == 1
    assert [path.name for path in (stick / "sheets").iterdir()] == ["ours.toml"]
    for left in (owners.TEMPORARY_NAME, f"{owners.TEMPORARY_NAME}.part"):
        (here / left).write_text("half")
    owners.save_new(here, "Ours too", b"x")
    assert (here / "ours_too.toml").read_bytes() == b"x"
    assert sorted(path.name for path in here.iterdir()) == ["ours.toml", "ours_too.toml"]


@EACH_PANEL
def test_one_of_ones_own_is_changed_and_the_one_before_lies_aside(desk: Desk, folder: Path) -> None:
    owners.save_new(folder, "Ours", Plain("Ours", ("A",), target=50).toml())
    its = choice(desk)
    fit(desk)
    desk.tap(turned_to(desk, its, "change ours.toml"))
    desk.pump(4)
    new = its.new
    assert new is not None
    assert new.draft == Plain("Ours", ("A",), target=50)
    fit(desk)
    # It may have its own name, but no other that is taken.
    assert said(new) == (words.CHANGE_HINT, True)
    new.change(name="Wizard")
    assert said(new) == (words.taken("Wizard"), False)
    new.change(name="Ours", low=True)
    desk.tap(new["next"])
    desk.until(lambda: its.part().header.hint == words.changed("Ours"))
    assert its.new is None
    assert its.sheets["ours.toml"].wins == "low"
    assert read_sheet_file(folder / owners.DELETED / "ours.toml").wins == "high"
    # Renamed, it is in another file.
    desk.tap(turned_to(desk, its, "change ours.toml"))
    desk.pump(4)
    assert its.new is not None
    its.new.change(name="Of all of us")
    desk.tap(its.new["next"])
    desk.until(lambda: its.part().header.hint == words.changed("Of all of us"))
    assert [path.name for path in folder.glob("*.toml")] == ["of_all_of_us.toml"]
    assert read_sheet_file(folder / owners.DELETED / "ours.toml").wins == "low"
    # A new sheet still begins empty.
    assert making(desk, its).draft == BLANK


def test_what_the_screen_could_not_ask_it_does_not_change(desk: Desk, folder: Path) -> None:
    folder.mkdir(parents=True)
    for name in ("a", "b"):
        text = Plain(f"Ours {name}", ("A",), target=50).toml()
        (folder / f"{name}.toml").write_bytes(text.replace(b"9999", b"99") if name == "b" else text)
    names = set(names_of(choice(desk).part()))
    assert {"change a.toml", "delete a.toml", "delete b.toml"} <= names
    assert "change b.toml" not in names
    assert not {"change wizard", "delete wizard"} & names


def test_a_change_that_can_not_be_written_leaves_all_as_it_was(folder: Path) -> None:
    owners.save_new(folder, "Ours", b"one")
    owners.save_new(folder, "Theirs", b"two")
    with pytest.raises(SetupError, match="already"):
        owners.change(folder, "ours.toml", "Theirs", b"three")
    (folder / owners.DELETED).write_text("a file")
    with pytest.raises(SetupError, match="wasn't saved"):
        owners.change(folder, "ours.toml", "Ours", b"three")
    files = {path.name: path.read_bytes() for path in folder.glob("*.toml")}
    assert files == {"ours.toml": b"one", "theirs.toml": b"two"}


@EACH_PANEL
def test_the_list_begins_with_what_was_played_the_last_first(desk: Desk, folder: Path) -> None:
    owners.save_new(folder, "Ours", Plain("Ours", ("A",)).toml())

    def noted() -> str:
        """Return the last noted sheet; the writer thread notes a game when it begins."""
        found: list[str | None] = []
        desk.saver.ask(lambda store: store.setting(LATELY, ""), found.append)
        desk.until(lambda: found)
        return (found[0] or "").split("\n")[0]

    for name in ("wizard", "ours.toml", "scrabble"):
        its = SheetChoice(Facts(3), memory(desk.saver), desk.frame.home, lambda facts: None)
        desk.settle()
        its.part()[name].on_tap()
        desk.until(lambda name=name: noted() == name)
        its.leave()
    its = SheetChoice(Facts(3), memory(desk.saver), desk.frame.home, lambda facts: None)
    desk.frame.show(its)

    def titles() -> list[str]:
        return [title for title in in_order(its) if title not in (words.CHANGE, words.DELETE)]

    desk.until(lambda: titles()[:3] == ["Scrabble", "Ours", "Wizard"])
    assert all(its.part()[name].picture is not None for name in its.sheets)
    fit(desk)


class SlowDisk:
    """A choice of sheets whose files are read and written only when `work` is called."""

    def __init__(self) -> None:
        self.jobs: list[tuple[Callable[[], Any], Callable[[Any], None]]] = []
        self.begun: list[Facts] = []
        slow = Memory(lambda _, take: take(""), lambda *_: None, lambda *job: self.jobs.append(job))
        self.choice = SheetChoice(Facts(2), slow, lambda: None, self.begun.append)

    def work(self) -> None:
        work, done = self.jobs.pop()
        done(work())

    def save(self, name: str) -> None:
        self.choice.make()
        new = the(NewSheet, self.choice.new)
        new.change(name=name)
        # The second tap of a double tap saves nothing again.
        new.save(new.draft)
        new.save(new.draft)


@pytest.mark.parametrize("left", [False, True])
def test_a_sheet_that_is_saved_after_the_page_was_left_begins_no_match(
    rig: Rig, folder: Path, left: bool
) -> None:
    disk = SlowDisk()
    disk.save("Camp games")
    assert len(disk.jobs) == 2, "one of them looks for sticks"
    if left:
        disk.choice.leave()
    disk.work()
    assert (folder / "camp_games.toml").exists()
    assert [facts.sheet.name for facts in disk.begun] == ([] if left else ["Camp games"])
    disk.choice.leave()


def test_sticks_are_looked_at_one_after_another_and_what_is_out_of_date_is_not_shown(
    rig: Rig, folder: Path, stick: Path
) -> None:
    (stick / "bad.toml").write_text("name = x")
    owners.save_new(folder, "Camp games", BLANK.toml())
    disk = SlowDisk()
    disk.choice.look()
    assert len(disk.jobs) == 1
    # A sheet is deleted while the stick is read.
    disk.choice.part()["delete camp_games.toml"].on_tap()
    disk.work()
    disk.work()
    assert "stick bad.toml" not in names_of(disk.choice.part())
    disk.choice.look()
    disk.work()
    assert "stick bad.toml" in names_of(disk.choice.part())
    disk.choice.leave()
