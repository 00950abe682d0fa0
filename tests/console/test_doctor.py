"""The doctor: what is looked at, and that everything not well comes with what to do."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from ui.cli import main
from ui.console import doctor, words


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "HOME"):
        monkeypatch.setenv(variable, str(tmp_path))


def test_everything_that_is_not_well_says_what_to_do(tmp_path: Path) -> None:
    found = doctor.checks(tmp_path / "seats.toml", tmp_path / "matches.db", {})
    names = {check.name for check in found}
    assert {words.DISPLAY, words.LIBRARIES, words.TOUCH, words.SOUND, words.DISK, words.CLOCK} < names
    assert all(check.remedy for check in found if not check.ok)
    assert not next(check for check in found if check.name == "seats file").ok


def test_the_exit_code_tells_whether_all_is_well(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["doctor", "--json", "--seats", str(tmp_path / "seats.toml")])
    assert result.exit_code == 1
    assert {"name", "ok", "what", "remedy"} == set(json.loads(result.stdout)[0])


def test_for_people_a_line_a_check_and_a_line_what_to_do() -> None:
    found = [doctor.Check("a", True, "fine"), doctor.Check("b", False, "broken", "mend it")]
    assert doctor.report(found, as_json=False).splitlines() == [
        "ok    a: fine",
        "LOOK  b: broken",
        "      what to do: mend it",
    ]


def test_the_display(tmp_path: Path) -> None:
    assert doctor.display({"DISPLAY": ":0"}, tmp_path).ok
    assert doctor.display({}, tmp_path).remedy


def test_missing_libraries_are_named() -> None:
    check = doctor.libraries(("c", "no-such-library"))
    assert (check.ok, check.what) == (False, "missing: no-such-library")
    assert doctor.libraries(("c",)).ok


def test_no_touch_and_no_sound_are_no_fault(tmp_path: Path) -> None:
    assert doctor.touch(tmp_path).ok
    (tmp_path / "platform-i2c-event").touch()
    assert "platform-i2c-event" in doctor.touch(tmp_path).what
    assert doctor.sound(tmp_path / "cards").ok
    (tmp_path / "cards").write_text(" 0 [Headphones]: bcm2835 - bcm2835 Headphones\n   more\n")
    assert "bcm2835 Headphones" in doctor.sound(tmp_path / "cards").what


def test_a_disk_that_can_not_be_written_says_why(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    check = doctor.disk(tmp_path / "file" / "matches.db")
    assert not check.ok
    assert check.remedy
    assert doctor.disk(tmp_path / "matches.db").ok


def test_little_space_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "LITTLE_SPACE", 10**18)
    assert doctor.disk(tmp_path / "matches.db").remedy == words.MEND_DISK


def test_a_clock_that_is_not_set_is_said_and_no_fault(tmp_path: Path) -> None:
    assert doctor.clock(tmp_path / "none").what == words.CLOCK_UNSET
    assert doctor.clock(tmp_path).what == words.CLOCK_SET
