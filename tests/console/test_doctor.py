"""The doctor: what it checks, and that everything wrong comes with a remedy."""

import errno
import getpass
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion.store import Store
from companion.store_log import Acknowledged
from hardware.machine import remedy
from tests.companion.test_journal import record
from tests.companion.test_store import kept
from tests.console.command import run
from ui.appliance import machine_words as words
from ui.appliance.crash_message import CheckResult
from ui.appliance.launch import Folders, decide
from ui.console import doctor


def test_everything_that_is_not_well_says_what_to_do(tmp_path: Path) -> None:
    found = doctor.checks(tmp_path / "seats.toml", tmp_path / "matches.db", {})
    names = {check.name for check in found}
    assert {words.DISPLAY, words.LIBRARIES, words.TOUCH, words.SOUND, words.DISK, words.CLOCK} < names
    assert all(check.remedy for check in found if not check.ok)
    assert not next(check for check in found if check.name == "seats file").ok


def test_it_says_which_languages_nobody_has_read_and_where_an_own_one_is_wrong(tmp_path: Path) -> None:
    assert doctor.translations(tmp_path).ok
    assert "no native speaker has read Deutsch" in doctor.translations(tmp_path).what
    (tmp_path / "it.po").write_text('msgid ""\nmsgstr ""\n\nmsgid "{who} wins"\nmsgstr "vince"\n')
    one = doctor.translations(tmp_path)
    assert (one.ok, one.what, one.remedy) == (False, "it.po, line 4: {who} is lost", words.MEND_LANGUAGE)


def test_the_exit_code_tells_whether_all_is_well(tmp_path: Path) -> None:
    result = run("doctor", "--json", "--seats", tmp_path / "seats.toml", code=1)
    assert {"name", "ok", "what", "remedy"} == set(json.loads(result.stdout)[0])


def test_for_people_a_line_a_check_and_a_line_what_to_do() -> None:
    found = [CheckResult("a", True, "fine"), CheckResult("b", False, "broken", "mend it")]
    lines = doctor.report(found, as_json=False).splitlines()
    assert lines == ["ok    a: fine", "LOOK  b: broken", "      what to do: mend it"]


def test_whose_store_and_seats_were_looked_at_is_said(tmp_path: Path) -> None:
    """People once ran it as another user, and were shown checks of files that nobody uses."""
    seats, store = tmp_path / "seats.toml", tmp_path / "mine" / "matches.db"
    found = doctor.owner(seats, store, tmp_path / "none")
    assert (found.ok, str(seats) in found.what, str(store) in found.what) == (True, True, True)
    assert found.what.startswith(f"as {getpass.getuser()}: ")
    (tmp_path / "table").mkdir()
    assert f"keeps its own in {tmp_path / 'table'}" in doctor.owner(seats, store, tmp_path / "table").what
    assert doctor.owner(seats, store, store.parent).what == found.what
    names = {check.name for check in doctor.checks(seats, store, {})}
    assert words.WHOSE in names


def machine(at: Path) -> Folders:
    """Return the folders of a machine with a panel and a touchscreen."""
    (at / "drm" / "card1-DSI-1").mkdir(parents=True)
    (at / "drm" / "card1-DSI-1" / "status").write_text("connected")
    (at / "drm" / "card1-DSI-1" / "modes").write_text("720x1280")
    (at / "dri").mkdir()
    (at / "dri" / "card1").touch()
    device = at / "inputs" / "event0" / "device"
    (device / "capabilities").mkdir(parents=True)
    (device / "properties").write_text("2")
    (device / "capabilities" / "abs").write_text("3")
    (device / "name").write_text("Goodix")
    (at / "devices").mkdir()
    (at / "devices" / "event0").touch()
    return Folders(at / "drm", at / "dri", at / "inputs", at / "devices", at / "cards", at / "line")


def named(found: list[CheckResult], name: str) -> CheckResult:
    return next(check for check in found if check.name == name)


def test_the_display(tmp_path: Path) -> None:
    folders = machine(tmp_path)
    desktop = decide("800x480", environment={"DISPLAY": ":0"}, folders=folders)
    assert doctor.display(desktop, folders).ok
    nothing = Folders(drm=tmp_path / "none", inputs=tmp_path, devices=tmp_path, cards=tmp_path)
    check = doctor.display(decide("800x480", environment={}, folders=nothing), nothing)
    assert (check.ok, check.remedy) == (False, words.MEND_DISPLAY)


def test_the_launchers_decisions_are_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Other programs write to this disk between the two checks.
    room = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: room)
    folders = machine(tmp_path)
    outside = doctor.checks(tmp_path / "seats.toml", tmp_path / "matches.db", {}, folders)
    assert named(outside, words.DISPLAY).what == "DSI-1 on card1, 720x1280"
    assert named(outside, "picture").what.startswith("turned by 90 degrees")
    assert named(outside, words.TOUCH).what == f"Goodix at {tmp_path / 'devices' / 'event0'}"
    # The app has put its decisions into its own environment, and must get the same findings.
    own = {"SDL_VIDEODRIVER": "kmsdrm", "SDL_KMSDRM_DEVICE_INDEX": "1"}
    inside = doctor.checks(tmp_path / "seats.toml", tmp_path / "matches.db", own, folders)
    assert inside == outside


def test_what_may_not_be_used_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folders = machine(tmp_path)
    monkeypatch.setattr("os.access", lambda path, mode: False)
    found = doctor.checks(tmp_path / "seats.toml", tmp_path / "matches.db", {}, folders)
    for name, what_to_do in (
        (words.DISPLAY, remedy(str(tmp_path / "dri" / "card1"))),
        (words.TOUCH, remedy(str(tmp_path / "devices" / "event0"))),
        (words.DISK, words.MEND_READ_ONLY),
    ):
        check = named(found, name)
        assert (check.ok, check.remedy) == (False, what_to_do)


def test_a_folder_that_cannot_be_made_is_told_without_numbers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path) -> None:
        raise OSError(number, os.strerror(number), str(path))

    monkeypatch.setattr(doctor, "make_folder", refuse)
    number = errno.EROFS
    said = CheckResult(words.DISK, False, words.unwritable(str(tmp_path)), words.MEND_READ_ONLY)
    assert doctor.disk(tmp_path / "matches.db") == said
    number = errno.ENOSPC
    said = CheckResult(words.DISK, False, f"{tmp_path}: the disk is full; free some space", words.MEND_STORE)
    assert doctor.disk(tmp_path / "matches.db") == said


def test_only_groups_that_own_something_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another system may name them differently or have none: then it says how to own the device."""
    folders = machine(tmp_path)
    (tmp_path / "dri" / "renderD128").touch()
    owners = {"card1": "pictures", "renderD128": "", "event0": "hands"}
    monkeypatch.setattr("hardware.machine.group_of", lambda path: owners[Path(path).name])
    monkeypatch.setattr("os.access", lambda path, mode: False)
    found = doctor.checks(tmp_path / "seats.toml", tmp_path / "matches.db", {}, folders)
    card, render = tmp_path / "dri" / "card1", tmp_path / "dri" / "renderD128"
    assert named(found, words.DISPLAY).what == f"this user may not open {card}, {render}"
    assert named(found, words.DISPLAY).remedy == (
        "add it to the group pictures (sudo usermod -aG pictures $USER) and log in again;"
        f" make it yours until the machine restarts (sudo chown $USER {render})"
    )
    assert "the group hands" in named(found, words.TOUCH).remedy


def test_only_what_stands_in_the_way_of_playing_is_said_at_the_start(tmp_path: Path) -> None:
    seats = tmp_path / "seats.toml"
    found = [
        CheckResult("seats file", False, "there is none", "make one"),
        CheckResult(words.DISK, False, "read-only", "mend it"),
        CheckResult(words.SOUND, True, words.NO_SOUND),
    ]
    # Without a seats file, the table plays with pads on the screen.
    assert doctor.troubles(found, seats) == found[1:2]
    seats.touch()
    assert doctor.troubles(found, seats) == found[:2]


def test_missing_libraries_are_named_and_one_that_was_just_installed_is_there(tmp_path: Path) -> None:
    """The first start after an installation used to report three missing libraries that were there."""
    check = doctor.libraries(("c", "no-such-library"))
    assert (check.ok, check.what) == (False, "missing: no-such-library")
    assert doctor.libraries(("c",)).ok
    (tmp_path / "libnew.so.1").touch()
    found = [doctor.libraries((name,), (tmp_path / place,)).ok for name, place in
             (("new", "."), ("new", "none"), ("ne", "."))]  # fmt: skip
    assert found == [True, False, False]
    # A packaged machine has no project folder in which to run make.
    packaged = doctor.PACKAGED / "ui" / "console" / "doctor.py"
    assert "apt-get" in doctor.libraries(("none",), (), packaged).remedy
    assert "make play" in doctor.libraries(("none",), (), tmp_path / "doctor.py").remedy


def test_no_touch_no_sound_and_a_clock_that_is_not_set_are_no_fault(tmp_path: Path) -> None:
    nothing = Folders(tmp_path, tmp_path, tmp_path, tmp_path, tmp_path, tmp_path)
    assert doctor.touch(decide("800x480", environment={}, folders=nothing), nothing).ok
    assert doctor.sound(tmp_path / "cards").ok
    (tmp_path / "cards").write_text(" 0 [Headphones]: bcm2835 - bcm2835 Headphones\n   more\n")
    assert "bcm2835 Headphones" in doctor.sound(tmp_path / "cards").what
    assert doctor.clock(tmp_path / "none").what == words.CLOCK_UNSET
    assert doctor.clock(tmp_path).what == words.CLOCK_SET


def test_a_disk_locked_or_nearly_full_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    check = doctor.disk(tmp_path / "file" / "matches.db")
    assert not check.ok
    assert check.remedy
    assert doctor.disk(tmp_path / "matches.db").ok
    monkeypatch.setattr(doctor, "LITTLE_SPACE", 10**18)
    assert doctor.disk(tmp_path / "matches.db").remedy == words.MEND_DISK


def test_a_damaged_store_says_what_is_missing_and_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "matches.db"
    with Store(path) as store:
        store.keep(kept(), record().rows())
    Acknowledged(path).add("gone", 5)
    path.with_name("matches.db-damaged-log-1").touch()
    checks = doctor.damage(path)
    assert {(check.ok, check.remedy) for check in checks} == {(False, words.MEND_DAMAGE)}
    assert [check.what for check in checks] == [
        "matches.db-damaged-log-1 is a damaged log: what was saved last may be missing",
        "matches that have lost entries, or are gone: 1",
    ]
    assert doctor.troubles(checks, tmp_path / "seats.toml") == checks
    assert all(check in doctor.checks(tmp_path / "seats.toml", path, {}) for check in checks)


WITHOUT_A_WINDOW = """
import sys
from contextlib import suppress
from ui.cli import main
for command in sys.argv[2:]:
    with suppress(SystemExit):
        main(["--store", sys.argv[1], command])
    print("\\nafter", command, "kivy" in sys.modules)
"""


def test_what_draws_nothing_never_imports_kivy(tmp_path: Path) -> None:
    """Kivy would take the command's arguments for its own."""
    every = ("doctor", "people", "replay", "sheet", "tally", "records", "club")
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_A_WINDOW, str(tmp_path / "matches.db"), *every],
        capture_output=True,
        text=True,
        check=False,
    )
    output = [line for line in done.stdout.splitlines() if line.startswith("after ")]
    assert output == [f"after {command} False" for command in every], done.stdout + done.stderr
