"""The screens that care for the table: what their tiles do, and their layout at both sizes."""

import errno
import tomllib
from pathlib import Path

import pytest

from companion.errors import NotSaved
from companion.journal import StoredRow
from companion.store import Store
from hardware.pads import priority
from tests.companion.test_copies import keep, played
from tests.ui.desk import Desk, the, there
from tests.ui.panels import PANELS
from tests.ui.rig import Rig
from tests.ui.test_layout import faults, shown
from ui.appliance import care_words
from ui.appliance import care_words as words
from ui.appliance.crash_message import CheckResult
from ui.appliance.machine import MachineEnd
from ui.appliance.screen_file import ScreenFile
from ui.appliance.sticks import Stick
from ui.appliance.update import UpdateFound
from ui.dialogs.notice import NoticeDialog
from ui.language import words as frame_words
from ui.parts.values import Line
from ui.screens.broken import SafeScreen
from ui.screens.care import UNDER_WAY, CareScreen, EndingScreen, SelfCheckScreen, WhatsNewScreen
from ui.screens.home import HomeScreen
from ui.screens.sensors import SensorsScreen
from ui.screens.sticks import ClubScreen, CopiesScreen, NamesInScreen
from ui.screens.tryout import TryoutScreen
from ui.stage import theme
from ui.storage.startup import SEEN, this_version, versions
from ui.widgets.layout import Rect
from ui.widgets.pad import HOLD_SECONDS
from ui.widgets.text import Lettering

FOUND = [
    CheckResult("display", True, "DSI-1 on card1, 800x480"),
    CheckResult("touch", False, "no permission to read /dev/input/by-path/platform-fe205000.i2c-event",
        "add your user to the group input (sudo usermod -aG input $USER), then log in again"),
    CheckResult(priority.NAME, True, priority.WAITS, priority.GRANT),
    CheckResult("drawing libraries", True, "EGL, GLESv2, mtdev"),
    CheckResult("sound", True, "no sound card; the app plays on in silence"),
    CheckResult("disk", False, "/var/lib/companion is read-only, or not this user's", "make it writable"),
    CheckResult("clock", True, "not known to be set; dates in the history may be wrong"),
]  # fmt: skip


class Table(Desk):
    """An appliance whose machine records what it is asked and answers what the test says."""

    def __init__(self, rig: Rig, folder: Path) -> None:
        self.asked: list[MachineEnd] = []
        self.answer = ""
        self.screens: list[ScreenFile] = []
        self.locks = 0
        self.found = FOUND
        super().__init__(rig, folder / "matches.db")
        machine = self.services.machine
        machine.appliance = True
        machine.end = self._end
        machine.keep_screen = self._keep
        machine.lock = self._lock
        machine.checks = lambda: self.found
        machine.troubles = lambda found: [check for check in found if not check.ok]

    def _end(self, ending: MachineEnd) -> str:
        self.asked.append(ending)
        return self.answer

    def _keep(self, screen: ScreenFile) -> str:
        self.screens.append(screen)
        return self.answer

    def _lock(self) -> None:
        self.locks += 1

    def care(self) -> CareScreen:
        self.tap(self.screen(HomeScreen)["settings"])
        return self.screen(CareScreen)


@pytest.fixture
def desk(rig: Rig, tmp_path: Path) -> Table:
    return Table(rig, tmp_path)


def line_of(desk: Table, name: str) -> Line:
    return the(Line, desk.screen(CareScreen).part()[name])


def value(desk: Table, name: str) -> str:
    return line_of(desk, name).value


def switched_on(desk: Table, name: str) -> bool | None:
    return line_of(desk, name).on


def test_every_line_leads_somewhere_and_back(desk: Table) -> None:
    for line, screen in (
        ("buttons", SensorsScreen),
        ("names", NamesInScreen),
        ("copies", CopiesScreen),
        ("club", ClubScreen),
        ("try_table", TryoutScreen),
        ("self_check", SelfCheckScreen),
        ("whats_new", WhatsNewScreen),
    ):
        if not isinstance(desk.frame.screen, CareScreen):
            desk.care()
        desk.tap(desk.setting(line))
        desk.tap(desk.screen(screen)["back"])
        desk.screen(CareScreen)
    desk.tap(desk.screen(CareScreen)["back"])
    # A window on a desktop has no power and no panel.
    desk.services.machine.appliance = False
    part = desk.care().part()
    for line in ("restart", "shut_down", "turn", "sleep"):
        assert line not in part
    assert "lock" in part


def test_the_volume_is_set_and_heard_and_kept(desk: Table, rig: Rig, tmp_path: Path) -> None:
    care = desk.care()
    assert care["sound"].text == "8"
    desk.tap(care["sound plus"])
    assert (care["sound"].text, desk.sounds.percent, desk.sounds.played[-1]) == ("9", 90, "turn")
    for _ in range(9):
        desk.tap(care["sound minus"])
    assert desk.sounds.muted
    assert not care["sound minus"].live
    desk.close()
    again = Table(rig, tmp_path)
    assert again.care()["sound"].text == "0"
    again.tap(again.screen(CareScreen)["sound plus"])
    assert (again.sounds.muted, again.sounds.percent) == (False, 10)


def test_brightness_stands_there_where_the_panel_has_it(desk: Table) -> None:
    assert "brightness" not in desk.care().part()
    bright = [6]

    def keep(screen: ScreenFile) -> str:
        bright.append(screen.brightness)
        return ""

    desk.tap(desk.screen(CareScreen)["back"])
    desk.services.machine.brightness = lambda: bright[-1]
    desk.services.machine.keep_screen = keep
    care = desk.care()
    desk.tap(care["brightness plus"])
    assert (bright, care["brightness"].text) == ([6, 7], "7")
    for _ in range(8):
        desk.tap(care["brightness minus"])
    # The lowest brightness can still be read: nobody finds the way back in the dark.
    assert (bright[-1], care["brightness minus"].live) == (1, False)


def test_movement_is_a_switch_that_is_on_and_kept(desk: Table, rig: Rig, tmp_path: Path) -> None:
    desk.care()
    assert switched_on(desk, "movement")
    desk.tap(desk.setting("movement"))
    assert (switched_on(desk, "movement"), theme.now.still) == (False, True)
    desk.close()
    theme.use(theme.Theme())
    again = Table(rig, tmp_path)
    again.care()
    assert not switched_on(again, "movement")
    again.tap(again.setting("movement"))
    assert not theme.now.still


@pytest.mark.parametrize(("line", "said", "kept"), [
    ("sleep", [f"after {n} minutes" for n in (20, 60)] + ["never"] + [f"after {n} minutes" for n in (5, 10)],
     [20, 60, 0, 5, 10]),
    ("turn", ["by a quarter", "upside down", "by three quarters", "as it is"], [90, 180, 270, 0]),
])  # fmt: skip
def test_sleep_and_turn_are_chosen_by_taps(desk: Table, line: str, said: list[str], kept: list[int]) -> None:
    desk.care()
    assert line == "turn" or value(desk, line) == "after 10 minutes"
    found = []
    for _ in said:
        desk.tap(desk.setting(line))
        found.append(value(desk, line))
    assert found == said
    assert [getattr(screen, "sleep" if line == "sleep" else "turned") for screen in desk.screens] == kept
    desk.answer = "Read-only file system"
    desk.tap(desk.setting(line))
    assert "Read-only file system" in desk.screen(CareScreen)["header/hint"].text


def test_a_light_theme_is_kept_and_nothing_dark_stays(desk: Table, rig: Rig, tmp_path: Path) -> None:
    before = rig.picture(desk.frame)
    desk.tap(desk.care()["light"])
    assert switched_on(desk, "light")
    desk.tap(desk.screen(CareScreen)["back"])
    desk.screen(HomeScreen)
    light = rig.picture(desk.frame)
    assert sum(light[2]) > 2 * sum(before[2])
    desk.close()
    # The table starts again and has its theme as before.
    theme.use(theme.Theme())
    again = Table(rig, tmp_path)
    again.screen(HomeScreen)
    assert rig.picture(again.frame) == light
    again.tap(again.care()["light"])
    again.tap(again.screen(CareScreen)["back"])
    again.screen(HomeScreen)
    assert rig.picture(again.frame) == before


def test_the_settings_can_be_read_in_every_look_at_every_size(desk: Table) -> None:
    desk.services.machine.appliance = True
    for window, where in desk.in_every_look():
        desk.frame.upkeep.open()
        care = desk.screen(CareScreen)
        for _page in range(3):
            desk.pump(4)
            assert faults(care, window) == [], where
            if "settings down" in care:
                care["settings down"].tap()


def test_the_lock_is_within_reach_of_a_match(desk: Table) -> None:
    table = desk.seat(4)
    desk.turn()
    table.dialogs.open_referee()
    desk.pump(3)
    desk.tap_on(words.LOCK)
    assert desk.locks == 1
    # The table is in view: pressing a button shows.
    assert table.opened is None
    desk.grab((1, 0.0), (2, 30.0))
    assert "answer 0" in desk.verdict


def test_the_lock_is_asked_for_where_something_is_before_the_app(desk: Table) -> None:
    desk.care()
    desk.tap(desk.setting("lock"))
    assert desk.locks == 1
    desk.services.machine.lock = None
    desk.frame.upkeep.open()
    assert "lock" not in desk.screen(CareScreen).part()


@pytest.mark.parametrize(("tile", "ending"), [("shut_down", MachineEnd.OFF), ("restart", MachineEnd.AGAIN)])
def test_the_end_is_held_and_comes_after_all_is_saved(desk: Table, tile: str, ending: MachineEnd) -> None:
    table = desk.seat(4)
    desk.turn()
    table.go_back()
    care = desk.care()
    desk.tap(care[tile])
    assert desk.frame.screen is care
    desk.rig.hold(care[tile], HOLD_SECONDS + 0.1)
    screen = desk.screen(EndingScreen)
    desk.until(lambda: desk.asked)
    assert table.session.saved
    assert desk.asked == [ending]
    assert screen.part()["under"].text == (words.UNPLUG if ending is MachineEnd.OFF else words.BACK_SOON)


def test_a_refusal_is_said_and_leads_back(desk: Table) -> None:
    desk.answer = "Access denied."
    desk.frame.upkeep.end(MachineEnd.OFF)
    screen = desk.screen(EndingScreen)
    desk.until(lambda: "back" in screen)
    assert "Access denied." in screen.part()["under"].text
    desk.tap(screen["back"])
    desk.screen(HomeScreen)


def test_unsaved_rows_put_off_the_end_until_a_hold(desk: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(store: Store, *rows: object) -> None:
        raise NotSaved("the disk is full; free some space")

    monkeypatch.setattr(Store, "keep", full)
    monkeypatch.setattr(Store, "set", full)
    desk.saver.set("anything", "x")
    desk.frame.upkeep.end(MachineEnd.OFF)
    screen = desk.screen(EndingScreen)
    desk.until(lambda: "anyway" in screen)
    assert "the disk is full" in screen.part()["under"].text
    desk.tap(screen["anyway"])
    assert desk.asked == []
    desk.rig.hold(screen["anyway"], HOLD_SECONDS + 0.1)
    desk.until(lambda: desk.asked)


def test_what_needs_a_look_comes_first_and_can_be_looked_at_again(desk: Table) -> None:
    desk.care()
    desk.tap(desk.setting("self_check"))
    screen = desk.screen(SelfCheckScreen)
    desk.until(lambda: screen.checks)
    checks = [row.texts for row in screen.part()["checks"].items]
    assert [(how, name) for how, name, *_ in checks][:2] == [("look", "touch"), ("look", "disk")]
    # What merely could be better is listed with what is well, but says what to do.
    ((how, *_, remedy),) = [check for check in checks if check[1] == "quick buttons"]
    assert how == "fine"
    assert remedy.startswith('For `make play` run echo "$USER - rtprio 1" | sudo tee ')
    assert screen.part().header.hint == "2 things need a look"
    desk.found = [FOUND[0]]
    desk.tap(screen["next"])
    desk.until(lambda: not screen.looking)
    assert screen.part()["checks"].texts[:2] == ("fine", "display")


def test_a_check_that_breaks_is_a_finding_and_can_be_made_again(desk: Table) -> None:
    def breaking() -> list[CheckResult]:
        raise ZeroDivisionError("swamp")

    desk.services.machine.checks = breaking
    desk.care()
    desk.tap(desk.setting("self_check"))
    page = desk.screen(SelfCheckScreen)
    desk.until(lambda: page.checks)
    assert [(check.ok, check.what) for check in page.checks] == [(False, "Error: ZeroDivisionError.")]
    desk.services.machine.checks = lambda: FOUND
    desk.tap(page["next"])
    desk.until(lambda: len(page.checks) > 1)


def test_troubles_at_the_start_lie_over_the_table_and_leave_it_as_it_was(desk: Table) -> None:
    table = desk.seat(4)
    desk.frame.upkeep.look_for_troubles()
    desk.until(lambda: any(isinstance(child, SelfCheckScreen) for child in desk.frame.children))
    (page,) = [child for child in desk.frame.children if isinstance(child, SelfCheckScreen)]
    assert len(page.part()["checks"].items) == 2
    desk.tap(page["next"])
    assert page.parent is None
    assert desk.table is table
    desk.turn()
    assert table.session.length == 2


def test_where_all_is_well_nothing_lies_over_the_table_nor_over_an_error(desk: Table) -> None:
    looked: list[list[CheckResult]] = []
    troubles = desk.services.machine.troubles

    def note(found: list[CheckResult]) -> list[CheckResult]:
        looked.append(found)
        return troubles(found)

    desk.services.machine.troubles = note
    for found, failing in (([FOUND[0]], False), (FOUND, True)):
        desk.found = found
        if failing:
            desk.frame.fail(ZeroDivisionError())
        looked.clear()
        desk.frame.upkeep.look_for_troubles()
        desk.until(lambda: looked)
        assert not any(isinstance(child, SelfCheckScreen) for child in desk.frame.children), failing
    desk.tap_on(frame_words.GO_ON)
    desk.screen(HomeScreen)


def test_after_an_update_it_is_said_once(rig: Rig, tmp_path: Path) -> None:
    desk = Desk(rig, tmp_path / "matches.db")
    desk.screen(HomeScreen)
    desk.saver.set(SEEN, "0.0.1")
    desk.close()
    desk = Desk(rig, tmp_path / "matches.db")
    assert desk.screen(WhatsNewScreen)["header/title"].text == words.now_version(this_version())
    desk.tap_on(frame_words.GO_ON)
    desk.screen(HomeScreen)
    desk.close()
    desk = Desk(rig, tmp_path / "matches.db")
    desk.screen(HomeScreen)


def test_an_update_in_the_middle_of_a_match_waits_for_its_end(rig: Rig, tmp_path: Path) -> None:
    desk = Desk(rig, tmp_path / "matches.db")
    table = desk.seat(4)
    desk.until(lambda: table.session.saved)
    desk.saver.set(SEEN, "0.0.1")
    desk.die()
    desk = Desk(rig, tmp_path / "matches.db")
    desk.table.go_back()
    desk.screen(WhatsNewScreen)


def safe(desk: Desk, last_words: str = "") -> SafeScreen:
    before = desk.frame.screen
    desk.frame.start_safely(3, last_words)
    desk.until(lambda: desk.frame.screen is not before)
    return desk.screen(SafeScreen)


def left_in_play(rig: Rig, store: Path) -> str:
    """Let a process end in the middle of a match and return the match's id."""
    desk = Desk(rig, store)
    table = desk.seat(4)
    desk.turn()
    desk.until(lambda: table.session.saved)
    desk.die()
    return table.session.name


def test_a_safe_start_reads_no_record(rig: Rig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def rows(store: Store, name: str) -> list[StoredRow]:
        raise AssertionError("this record is what crashed")

    name = left_in_play(rig, tmp_path / "matches.db")
    desk = Desk(rig, tmp_path / "matches.db")
    with monkeypatch.context() as damaged:
        damaged.setattr(Store, "rows", rows)
        screen = safe(desk)
        assert "Fox" in screen.part()["go on"].hint
        desk.tap(screen["aside"])
        desk.screen(HomeScreen)
    desk.close()
    # A match put aside is still stored but doesn't get in the way.
    desk = Desk(rig, tmp_path / "matches.db")
    desk.tap(desk.screen(HomeScreen)["go on"])
    assert (desk.table.session.name, desk.table.session.length) == (name, 2)
    desk.tap(safe(desk)["go on"])
    assert (desk.table.session.name, desk.table.session.length) == (name, 2)


@pytest.mark.parametrize("look", ["", "large"])
def test_what_was_found_is_read_whole_upright(rig: Rig, look: str) -> None:
    rig.size(720, 1280)
    theme.use(theme.Theme.read(look))
    screen = SelfCheckScreen(lambda told: told(FOUND), lambda: None)
    rig.fill(screen, Rect(0, 0, 720, 1280))
    assert faults(screen) == []
    said = shown(screen, Lettering)
    assert any(text.text.endswith("i2c-event") for text in said)
    assert not [text.text for text in said if text.is_shortened]


def test_a_self_check_leads_back_to_the_choice(desk: Table) -> None:
    screen = safe(desk)
    assert "go on" not in screen
    desk.tap(screen["self_check"])
    check = desk.screen(SelfCheckScreen)
    desk.until(lambda: check.checks)
    desk.tap(check["back"])
    desk.tap(desk.screen(SafeScreen)["aside"])
    desk.screen(HomeScreen)


def test_what_went_wrong_is_told_by_the_lines_that_say_where_and_hidden_again(desk: Table) -> None:
    screen = safe(desk, 'Fatal Python error: Aborted\n  File "ui/main/frame.py", line 12 in show')
    desk.tap(screen["what"])
    assert '  File "ui/main/frame.py", line 12 in show' in screen.part().texts
    desk.tap(screen["what"])
    assert '  File "ui/main/frame.py", line 12 in show' not in screen.part().texts
    screen = safe(desk)
    desk.tap(screen["what"])
    assert words.SAFE_SILENT in screen.part().texts
    course = [f'  File "kivy/{n}.py", line {n}, in run' for n in range(30)]
    screen = safe(desk, "\n".join([*course, "KeyError"]))
    assert told(screen) == [*course[-13:], "KeyError"]
    others = [f"Thread 0x{n} (most recent call first):" for n in range(20)]
    crashed = ["Current thread 0x1 (most recent call first):", *course]
    screen = safe(desk, "\n".join(["Fatal Python error: Aborted", *others, *crashed]))
    assert told(screen) == crashed[:14]


def told(screen: SafeScreen) -> list[str]:
    screen.tell()
    return [line.text for line in screen.part()["listing"].items]


@pytest.mark.parametrize("size", PANELS)
def test_the_screens_at_both_sizes(rig: Rig, tmp_path: Path, size: tuple[int, int]) -> None:
    left_in_play(rig, tmp_path / "matches.db")
    rig.size(*size)
    desk = Table(rig, tmp_path)

    def check(what: str) -> None:
        desk.pump(4)
        front = there(desk.frame._cover or desk.frame.screen)
        assert [f"{what}: {fault}" for fault in faults(front)] == []
        _, _, pixels = rig.picture(desk.frame)
        assert len(set(pixels[:: 4 * 97])) > 3, f"{what} is blank"

    safe(desk)
    check("safe screen")
    screen = safe(desk, "\n".join(f'  File "ui/widgets/text.py", line {n} in _fit' for n in range(30)))
    screen.tell()
    check("what went wrong")
    desk.frame.home()
    desk.screen(HomeScreen)
    check("home")
    desk.care()
    check("care")
    desk.answer = "Read-only file system"
    desk.tap(desk.setting("sleep"))
    check("care, not kept")
    desk.answer = ""
    desk.tap(desk.setting("whats_new"))
    check("what's new")
    desk.frame.upkeep.open()
    desk.frame.upkeep.self_check(desk.frame.home)
    checked = desk.screen(SelfCheckScreen)
    desk.until(lambda: checked.checks)
    check("self-check")
    desk.frame.upkeep.look_for_troubles()
    desk.until(lambda: desk.frame._cover)
    check("troubles at the start")
    desk.frame.uncover()
    desk.frame.upkeep.end(MachineEnd.AGAIN)
    ending = desk.screen(EndingScreen)
    desk.until(lambda: ending.message == UNDER_WAY[MachineEnd.AGAIN])
    check("ending")
    ending.refused("Interactive authentication required.")
    check("refused")
    ending.unsaved("the disk is full; free some space")
    check("not saved")
    assert ending["anyway"].height >= theme.mm(theme.PRIMARY_MM) - 1


def test_an_update_on_a_stick_is_a_line_and_one_tap_more_asks_for_it(desk: Table) -> None:
    desk.services.machine.update = lambda: UpdateFound("", "some.deb", "2.0", "1.0")
    desk.care()
    desk.until(lambda: "update" in desk.screen(CareScreen).part())
    assert value(desk, "update") == "version 2.0, now 1.0"
    desk.tap(desk.setting("update"))
    assert desk.asked == []
    desk.tap_on(care_words.UPDATE_NOW)
    desk.until(lambda: desk.asked)
    assert desk.asked == [MachineEnd.UPDATE]
    assert desk.screen(EndingScreen).message[0] == care_words.UPDATING


@pytest.mark.parametrize("fails", [False, True])
def test_a_stick_that_comes_goes_or_fails_while_settings_are_open_is_seen(desk: Table, fails: bool) -> None:
    found: list[UpdateFound] = []

    def look() -> UpdateFound | None:
        if fails and not found:
            raise OSError(errno.EIO, "Input/output error")
        return found[0] if found else None

    desk.services.machine.update = look
    desk.care()
    desk.pump(3)
    assert "update" not in desk.screen(CareScreen).part()
    found.append(UpdateFound("", "some.deb", "2.0", "1.0"))
    desk.frame.upkeep.stick_changed()
    desk.until(lambda: "update" in desk.screen(CareScreen).part())
    found.clear()
    desk.frame.upkeep.stick_changed()
    desk.until(lambda: "update" not in desk.screen(CareScreen).part())


def test_nobody_looks_at_a_stick_for_an_update_during_a_match(desk: Table) -> None:
    looks: list[bool] = []
    desk.services.machine.update = lambda: looks.append(True) or None  # type: ignore[func-returns-value]
    desk.frame.upkeep.stick_changed()
    desk.seat(4)
    desk.frame.upkeep.stick_changed()
    desk.pump(3)
    assert looks == []


def test_an_update_that_is_refused_says_why(desk: Table) -> None:
    desk.answer = "exit code 1"
    # The last update was refused as well; this one's result comes in a file of its own.
    desk.services.machine.updated = lambda: UpdateFound("forged", "some.deb", "", "1.0", len(desk.asked))
    desk.frame.upkeep.end(MachineEnd.UPDATE)
    desk.until(lambda: desk.screen(EndingScreen).pads)
    assert desk.screen(EndingScreen).message[1].startswith("The signature of some.deb")


def test_an_update_that_the_system_does_not_start_is_not_told_as_the_last_one(desk: Table) -> None:
    desk.answer = "Failed to start companion-update.service: Unit companion-update.service is masked."
    desk.services.machine.updated = lambda: UpdateFound("installed", "some.deb", "2.0", "1.0", 1)
    desk.frame.upkeep.end(MachineEnd.UPDATE)
    desk.until(lambda: desk.screen(EndingScreen).pads)
    assert desk.screen(EndingScreen).message[1] == care_words.UPDATE_NOT_ALLOWED


ROOT = Path(__file__).parents[2]


def test_every_version_says_in_few_sentences_what_changed_and_the_newest_is_this() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert versions()[0].name == project == this_version()
    for version in versions():
        assert 1 <= len(version.changes) <= 5, version.name
        assert all(change.endswith(".") and len(change) <= 130 for change in version.changes), version.name
    names = [version.name for version in versions()]
    assert len(set(names)) == len(names)


def test_a_copy_goes_on_with_a_match_that_was_left(rig: Rig, tmp_path: Path, stick: Path) -> None:
    """As after a broken card: the copy that was restored first was an old one."""
    with Store(tmp_path / "matches.db") as store, Store(tmp_path / "other.db") as other:
        keep(store, played("m", 4))
        keep(other, played("m", 9))
        other.copy_to(stick / "companion-2023-01-02-0304.db")
    desk = Desk(rig, tmp_path / "matches.db")
    desk.frame.open_match("m")
    before = desk.table.session.length
    desk.frame.home()
    desk.screen(HomeScreen)
    desk.frame.upkeep.open()
    desk.tap(desk.setting("copies"))
    copies = desk.screen(CopiesScreen)
    copies.find = lambda: (Stick("STICK", stick, 1 << 30, True),)
    desk.until(lambda: "copy 0" in copies)
    copies.take_in(copies.copies_on(copies.find()[0])[0])
    desk.until(lambda: copies.over is not None)
    assert the(NoticeDialog, copies.over).text == "1 match: 1 longer than here, gone on with."
    desk.frame.open_match("m")
    assert desk.table.session.length == before + 5
