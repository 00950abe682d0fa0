"""The unit and its companion files: clean, hardened, and agreeing on users, groups and folders.

`make test-nspawn` tests that a real systemd runs it, and that it blocks what it should.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion.places import cache_path, seats_path, store_path, window_path

ROOT = Path(__file__).resolve().parents[2]
SYSTEMD = ROOT / "systemd"
UNIT = (SYSTEMD / "companion.service").read_text()

MOST_EXPOSED = 15
"""The highest exposure that passes, in tenths, as `systemd-analyze security --threshold` counts."""

MISSING = shutil.which("systemd-analyze") is None
needs_systemd_analyze = pytest.mark.skipif(MISSING, reason="systemd-analyze isn't here")


def values_of(key: str, unit: str = UNIT) -> list[str]:
    """Return all words that a unit gives for a key, over all its lines."""
    return [word for line in re.findall(rf"^{key}=(.*)$", unit, re.MULTILINE) for word in line.split()]


def analyzed(folder: Path, unit: str, *command: str) -> subprocess.CompletedProcess[str]:
    """Run systemd-analyze on a unit, with its program replaced by one that exists here."""
    path = folder / "companion.service"
    path.write_text(unit.replace("/usr/bin/companion", sys.executable))
    return subprocess.run(["systemd-analyze", *command, path], capture_output=True, text=True, check=False)


def verify(folder: Path, unit: str) -> subprocess.CompletedProcess[str]:
    return analyzed(folder, unit, "verify", "--recursive-errors=one", "--man=no")


def security(folder: Path, unit: str, most: int = MOST_EXPOSED) -> subprocess.CompletedProcess[str]:
    return analyzed(folder, unit, "security", "--offline=true", f"--threshold={most}")


def beside_a_net(folder: Path, unit: str, program: str) -> str:
    """Assert that a networked unit is sound and can't see the app; return it, with our program."""
    unit = unit.replace(program, sys.executable)
    done = verify(folder, unit)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    # It uses the network: that alone is 1.5 of the 10.
    done = security(folder, unit, most=25)
    assert done.returncode == 0, done.stdout
    assert "-/var/lib/companion" in values_of("InaccessiblePaths", unit)
    return unit


@needs_systemd_analyze
def test_systemd_finds_nothing_wrong_with_the_unit_and_would_notice(tmp_path: Path) -> None:
    done = verify(tmp_path, UNIT)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    done = verify(tmp_path, UNIT.replace("ProtectHome=", "ProtectHouse="))
    assert done.returncode != 0
    assert "ProtectHouse" in done.stderr


@needs_systemd_analyze
def test_the_service_is_hardly_exposed_and_an_exposed_one_is_noticed(tmp_path: Path) -> None:
    done = security(tmp_path, UNIT)
    assert done.returncode == 0, done.stdout
    done = security(tmp_path, re.sub(r"^(SystemCallFilter|Private).*\n", "", UNIT, flags=re.MULTILINE))
    assert done.returncode != 0, done.stdout


def test_the_app_finds_its_folders_where_systemd_makes_them() -> None:
    environment = dict(word.split("=", 1) for word in values_of("Environment"))
    (state,), (cache,) = values_of("StateDirectory"), values_of("CacheDirectory")
    assert store_path(environment).parent == Path("/var/lib") / state
    assert seats_path(environment).parent == Path("/var/lib") / state
    assert cache_path(environment) == Path("/var/cache") / cache
    assert f"d /var/lib/{state} 0700 companion companion" in (SYSTEMD / "companion.tmpfiles").read_text()


def test_the_user_is_made_with_the_groups_that_the_unit_names() -> None:
    made = (SYSTEMD / "companion.sysusers").read_text()
    assert re.findall(r"^u (\S+)", made, re.MULTILINE) == values_of("User") == values_of("Group")
    groups = re.findall(r"^m companion (\S+)$", made, re.MULTILINE)
    assert set(groups) == set(values_of("SupplementaryGroups"))


def test_what_udev_hands_over_goes_to_groups_of_the_user() -> None:
    rules = (SYSTEMD / "companion.rules").read_text()
    groups = {*re.findall(r'GROUP="(\w+)"', rules), *re.findall(r"chgrp (\w+)", rules)}
    assert groups == {"dialout", "gpio", "input", "video"}
    assert groups <= set(values_of("SupplementaryGroups"))


def test_the_user_may_end_the_machine_set_its_time_and_start_the_update_and_nothing_else() -> None:
    rule = (SYSTEMD / "companion.polkit").read_text()
    manage, unit, verb = "org.freedesktop.systemd1.manage-units", "companion-update.service", "start"
    assert f'"{manage}" &&\n        action.lookup("unit") === "{unit}" &&' in rule
    assert f'action.lookup("verb") === "{verb}"\n    ) {{' in rule
    assert (SYSTEMD / unit).exists()
    assert set(re.findall(r'"(org\.[\w.-]+)"', rule)) == {
        f"org.freedesktop.login1.{action}{sessions}"
        for action in ("power-off", "reboot")
        for sessions in ("", "-multiple-sessions")
    } | {f"org.freedesktop.timedate1.set-{what}" for what in ("ntp", "time", "timezone")} | {manage}
    assert f'subject.user === "{values_of("User")[0]}"' in rule


def place(root: Path, how: str) -> list[Path]:
    """Place the files below a root; return those that are there."""
    subprocess.run([SYSTEMD / "place", root, how], check=True)
    return sorted(path.relative_to(root) for path in root.rglob("*") if path.is_file())


def test_a_package_and_an_administrator_place_the_same_files(tmp_path: Path) -> None:
    packaged = place(tmp_path / "package", "vendor")
    local = place(tmp_path / "local", "local")
    assert sorted(path.name for path in packaged) == sorted(path.name for path in local)
    assert Path("usr/lib/systemd/system/companion.service") in packaged
    assert all(path.parts[0] == "etc" for path in local)
    kept = tmp_path / "local" / "etc" / "systemd" / "system" / "other.service"
    kept.touch()
    assert place(tmp_path / "local", "remove") == [kept.relative_to(tmp_path / "local")]


COURIER = SYSTEMD / "courier"


@needs_systemd_analyze
def test_the_courier_is_a_unit_that_is_hardly_exposed_and_sees_nothing_of_the_app(tmp_path: Path) -> None:
    unit = (COURIER / "companion-courier.service").read_text()
    unit = beside_a_net(tmp_path, unit, "/opt/companion-club/bin/companion-courier")
    (user,) = values_of("User", unit)
    assert user not in values_of("User")


def test_the_app_and_the_courier_share_one_folder_and_a_group() -> None:
    (folder,) = values_of("ReadWritePaths", (COURIER / "companion-courier.service").read_text())
    dropin = (COURIER / "club.conf").read_text()
    assert values_of("ReadWritePaths", dropin) == [folder]
    assert values_of("Environment", dropin) == [f"COMPANION_CLUB={folder}"]
    assert f"d {folder} 2770 companion companion-club" in (COURIER / "companion-courier.tmpfiles").read_text()


@needs_systemd_analyze
def test_the_window_for_phones_is_hardly_exposed_and_sees_nothing_of_the_app(tmp_path: Path) -> None:
    unit = (SYSTEMD / "window" / "companion-window.service").read_text()
    unit = beside_a_net(tmp_path, unit, "/usr/bin/companion-window")
    assert values_of("DynamicUser", unit) == ["yes"]
    (folder,) = values_of("RuntimeDirectory", unit)
    assert f"--socket /run/{folder}/feed" in unit
    assert Path("/run") / folder / "feed" == window_path({})
