"""An update from a stick: what is taken, what is refused and changes nothing, and the way back.

Packages, signatures and comparisons are real; a real installation is tested by `make test-nspawn`.
"""

import json
import os
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from tests.ui.desk import there
from ui.appliance import care_words, update
from ui.appliance.update import System, UpdateFound, install, last_result, look, watch

HERE = shutil.which("minisign") and shutil.which("dpkg-deb")
pytestmark = pytest.mark.skipif(not HERE, reason="minisign or dpkg isn't here")

NAME = "table-companion_2.0_all.deb"


class Table:
    """A machine with version 1.0 and a stick; `done` lists the commands other than queries."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.now, self.done = folder, "1.0", list[Sequence[str]]()
        self.simulated, self.breaks, self.brings = "Inst table-companion (2.0)\n", False, "2.0"
        self.starts: list[tuple[str, str]] = []
        for name in ("stick/BLUE-sda1", "state", "units"):
            (folder / name).mkdir(parents=True)
        self.stick = folder / "stick" / "BLUE-sda1"
        (folder / "mounts").write_text("30 1 8:2 / / rw,noatime - ext4 /dev/sda2 rw\n")
        self.key("update")
        self.system = System(
            folder / "stick",
            folder / "state",
            (folder / "owner.pub", folder / "update.pub"),
            folder / "units",
            folder / "starts.json",
            folder / "mounts",
            self.run,
        )

    def run(self, command: Sequence[str]) -> tuple[int, str]:
        match command[:2]:
            case ("dpkg-query", "-W"):
                return 0, f"installed {self.now}" if self.now else "half-installed 2.0"
            case ("dpkg-query", _):
                return 0, ""
            case ("dpkg", "--print-architecture"):
                return 0, "arm64\n"
            case ("dpkg", "--install"):
                self.done.append(command)
                old = Path(command[2]).name == "old.deb"
                self.now = "1.0" if old else "" if self.breaks else self.brings
                return 0, ""
            case ("apt-get", _):
                return 0, self.simulated
            case ("systemctl", "show"):
                state, name = self.starts.pop(0) if len(self.starts) > 1 else self.starts[0]
                return 0, f"ActiveState={state}\nInvocationID={name}\nActiveEnterTimestampMonotonic=1\n"
            case ("systemctl", _) | ("dpkg", "--configure"):
                return 0, ""
            case ("dpkg-deb", "--root-owner-group"):
                Path(command[-1]).write_text("the old one")
                return 0, ""
        return update.run(command)

    def key(self, name: str) -> None:
        pair = ("-p", str(self.folder / f"{name}.pub"), "-s", str(self.folder / f"{name}.key"))
        subprocess.run(["minisign", "-G", "-W", "-f", *pair], check=True, capture_output=True)

    def deb(self, version: str = "2.0", name: str = "table-companion", machine: str = "arm64") -> Path:
        root = self.folder / "root"
        (root / "DEBIAN").mkdir(parents=True, exist_ok=True)
        (root / "DEBIAN" / "control").write_text(
            f"Package: {name}\nVersion: {version}\nArchitecture: {machine}\nMaintainer: Us <us@example.org>\n"
            "Description: nothing\n"
        )
        path = self.stick / f"table-companion_{version}_all.deb"
        subprocess.run(["dpkg-deb", "-Znone", "--build", root, path], check=True, capture_output=True)
        self.sign(path)
        return path

    def sign(self, path: Path, key: str = "update") -> None:
        command = ["minisign", "-S", "-s", str(self.folder / f"{key}.key"), "-m", str(path)]
        subprocess.run(command, check=True, capture_output=True)

    def refused(self) -> str:
        """Return why app and root refuse the stick, checking that nothing has changed."""
        seen = there(look(self.system))
        assert install(self.system).why == seen.why
        assert (self.done, self.now, list((self.folder / "units").iterdir())) == ([], "1.0", [])
        assert care_words.update_sentence(seen).endswith(".")
        return seen.why


@pytest.fixture(name="table")
def a_table(tmp_path: Path) -> Table:
    table = Table(tmp_path)
    table.starts = [("active", "first")]
    return table


def test_no_stick_is_no_news_and_an_order_without_one_changes_nothing(table: Table) -> None:
    assert look(table.system) is None
    assert (install(table.system).why, table.done) == ("gone", [])


def test_the_newest_signed_package_is_offered_with_what_runs_now(table: Table) -> None:
    table.deb("2.0")
    table.deb("10.0")
    (table.stick / "table-companion_99_all.deb").write_text("no package, and no signature")
    assert look(table.system) == UpdateFound("", "table-companion_10.0_all.deb", "10.0", "1.0")


def test_what_is_signed_by_nobody_by_somebody_else_or_for_other_bytes_is_refused(table: Table) -> None:
    path = table.deb()
    signature = Path(f"{path}.minisig")
    kept = signature.read_bytes()
    signature.unlink()
    assert table.refused() == "unsigned"
    table.key("other")
    table.sign(path, "other")
    assert table.refused() == "forged"
    signature.write_bytes(kept)
    path.write_bytes(path.read_bytes() + b"x")
    assert table.refused() == "forged"


def test_without_a_key_nothing_is_believed_and_the_owners_key_goes_before_the_packages(table: Table) -> None:
    table.deb()
    (table.folder / "update.pub").rename(table.folder / "owner.pub")
    assert look(table.system) == UpdateFound("", NAME, "2.0", "1.0")
    (table.folder / "owner.pub").unlink()
    assert table.refused() == "no_key"


@pytest.mark.parametrize(("version", "name", "machine", "why"), [
    ("0.9", "table-companion", "arm64", "older"),
    ("1.0", "table-companion", "arm64", "same"),
    ("2.0", "bash", "arm64", "other_package"),
    ("2.0", "table-companion", "amd64", "other_machine"),
])  # fmt: skip
def test_a_signed_other_is_refused(table: Table, version: str, name: str, machine: str, why: str) -> None:
    table.deb(version, name, machine)
    assert table.refused() == why


def test_what_is_no_package_or_too_large_is_refused(table: Table) -> None:
    path = table.stick / NAME
    path.write_text("not a package")
    table.sign(path)
    assert table.refused() == "other_package"
    path = table.deb()
    with path.open("r+b") as file:
        file.truncate(2 << 30)
    assert table.refused() == "large"


def test_no_link_leads_out_of_the_stick_and_a_folder_is_no_file(table: Table) -> None:
    path, moved = table.deb(), table.folder / "elsewhere.deb"
    path.rename(moved)
    path.symlink_to(moved)
    assert table.refused() == "no_file"
    path.unlink()
    path.mkdir()
    assert table.refused() == "no_file"
    path.rmdir()
    moved.rename(path)
    signature = Path(f"{path}.minisig")
    signature.rename(moved)
    signature.symlink_to(moved)
    assert table.refused() == "no_file"


def test_a_stick_pulled_while_it_is_read_is_refused(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.deb()

    def gone(read: object, size: int) -> bytes:
        raise update._Refused("torn")

    monkeypatch.setattr(update, "_piece", gone)
    assert table.refused() == "torn"
    monkeypatch.setattr(update, "_piece", lambda read, size: b"")
    assert table.refused() == "torn"


def test_what_lacks_other_packages_or_cannot_last_is_refused(table: Table) -> None:
    table.deb()
    table.simulated += "Inst libnew (1.0)\n"
    assert install(table.system).why == "lacks"
    table.simulated = "Inst table-companion (2.0)\n"
    table.system.mounts.write_text("30 1 0:2 / / rw - overlay overlayroot rw\n")
    assert install(table.system).why == "read_only"
    assert table.done == []


def put_in(table: Table) -> None:
    table.deb()
    assert install(table.system).why == "installed"
    assert (table.now, (table.folder / "state" / "old.deb").read_text()) == ("2.0", "the old one")
    assert (table.folder / "units" / "companion-trial.service").exists()


def test_it_is_put_in_and_settles_after_a_minute_and_the_old_one_stays(table: Table) -> None:
    put_in(table)
    table.starts = [("active", "second")]
    watch(table.system, lambda _: None)
    assert (table.now, list((table.folder / "units").iterdir())) == ("2.0", [])
    assert (table.folder / "state" / "old.deb").exists()
    assert last_result(table.system) == UpdateFound("installed", NAME, "2.0", "1.0")


def test_three_starts_that_die_bring_the_old_one_back(table: Table) -> None:
    put_in(table)
    table.system.stops.write_text('["boot"]')
    table.starts = [("activating", name) for name in ("second", "third", "third", "fourth", "fifth")]
    watch(table.system, lambda _: None)
    assert table.now == "1.0"
    assert last_result(table.system) == UpdateFound("went_back", version="2.0", now="1.0")
    assert not table.system.stops.exists(), "the old version would start on a safe screen"
    assert list((table.folder / "units").iterdir()) == []


@pytest.mark.parametrize(("put", "starts", "now"), [
    ("2.0", [("activating", "second"), ("activating", "third"), ("active", "fourth")], "2.0"),
    ("2.0", [("inactive", "")], "1.0"),
    # The power failed during the installation.
    ("", [("active", "first")], "1.0"),
])  # fmt: skip
def test_one_that_lives_stays_and_one_that_never_starts_goes_back(
    table: Table, put: str, starts: list[tuple[str, str]], now: str
) -> None:
    put_in(table)
    table.now, table.starts = put, starts
    watch(table.system, lambda _: None)
    assert table.now == now


@pytest.mark.parametrize("by_then", ["before it watches", "while it watches"])
def test_a_third_one_that_somebody_put_in_stays(table: Table, by_then: str) -> None:
    put_in(table)
    table.starts = [("activating", name) for name in ("second", "third", "fourth", "fifth")]
    table.now = "3.0" if by_then == "before it watches" else "2.0"

    def put_in_by_hand(_: float) -> None:
        table.now = "3.0"

    watch(table.system, put_in_by_hand)
    assert (table.now, list((table.folder / "units").iterdir())) == ("3.0", [])
    assert there(last_result(table.system)).why == "installed"


@pytest.mark.parametrize("purged", [False, True])
def test_what_is_taken_off_on_purpose_while_it_is_on_trial_stays_off(table: Table, purged: bool) -> None:
    put_in(table)
    before = list(table.done)
    table.starts = [("activating", "second"), ("inactive", "")]

    def take_off(_: float) -> None:
        """Do what dpkg and the package's postrm do."""
        table.now = ""
        (table.folder / "units" / "companion-trial.service").unlink(missing_ok=True)
        (table.folder / "state" / "trial.json").unlink(missing_ok=True)
        if purged:
            shutil.rmtree(table.folder / "state", ignore_errors=True)

    watch(table.system, take_off)
    assert (table.now, table.done) == ("", before)
    assert (table.folder / "state").exists() != purged
    watch(table.system, take_off)


def test_the_next_update_ends_the_trial_of_the_one_before(table: Table) -> None:
    put_in(table)
    table.deb("3.0")
    table.brings = "3.0"
    asked: list[tuple[str, ...]] = []

    def run(command: Sequence[str]) -> tuple[int, str]:
        asked.append(tuple(command))
        return table.run(command)

    assert install(replace(table.system, run=run)).why == "installed"
    stops, puts = (next(n for n, each in enumerate(asked) if word in each) for word in ("stop", "--install"))
    assert stops < puts
    assert json.loads((table.folder / "state" / "trial.json").read_text())[:2] == ["2.0", "3.0"]


def test_starts_are_counted_over_pulled_plugs(table: Table) -> None:
    put_in(table)

    def pulled(_: float) -> None:
        raise InterruptedError

    for name in ("second", "third", "fourth"):
        table.starts = [("activating", name)]
        with pytest.raises(InterruptedError):
            watch(table.system, pulled)
    table.starts = [("activating", "fifth")]
    watch(table.system, pulled)
    assert table.now == "1.0"


def test_one_that_cannot_be_put_in_leaves_the_old_one(table: Table) -> None:
    table.deb()
    table.breaks = True
    assert install(table.system).why == "broken"
    assert (table.now, list((table.folder / "units").iterdir())) == ("1.0", [])


def test_the_same_result_again_is_another(table: Table) -> None:
    install(table.system)
    os.utime(table.folder / "state" / "result.json", ns=(1, 1))
    first = there(last_result(table.system))
    install(table.system)
    second = there(last_result(table.system))
    assert (first == second, first.told == second.told) == (True, False)


def test_a_result_that_cannot_be_read_is_none(table: Table) -> None:
    assert last_result(replace(table.system, state=table.folder / "none")) is None
    (table.folder / "state" / "result.json").write_text(json.dumps({"other": 1}))
    assert last_result(table.system) is None
