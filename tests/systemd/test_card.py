"""The folder for a card: its contents, that they are complete, and the errors if they aren't.

`make test-card` tests that a system with nothing but cloud-init becomes a table with it.
"""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CARD = ROOT / "systemd" / "card"


def deb(folder: Path, name: str, depends: str = "", version: str = "1.0") -> None:
    """Build an empty package for a Pi."""
    root = folder.parent / name
    (root / "DEBIAN").mkdir(parents=True)
    needs = f"Depends: {depends}\n" if depends else ""
    (root / "DEBIAN" / "control").write_text(
        f"Package: {name}\nVersion: {version}\nArchitecture: arm64\nMaintainer: Us <us@example.org>\n{needs}"
        "Description: nothing\n"
    )
    command = ["dpkg-deb", "--root-owner-group", "-Znone", "--build", str(root), str(folder / f"{name}.deb")]
    subprocess.run(command, check=True, capture_output=True)


@pytest.fixture(name="built", scope="module")
def some_packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a table that needs two packages, both included."""
    folder = tmp_path_factory.mktemp("built") / "table"
    folder.mkdir()
    deb(folder, "table-companion", "libmtdev1t64 | libmtdev1, python3 (>= 3.13~), python3 (<< 3.14~)")
    deb(folder, "libmtdev1t64")
    deb(folder, "python3", version="3.13.5-1")
    deb(folder, "polkitd")
    deb(folder, "espeak-ng")
    (folder / "install").write_bytes((CARD / "install").read_bytes())
    return folder


@pytest.fixture(name="folder")
def a_folder(tmp_path: Path, built: Path) -> Path:
    """Return a copy of the folder, to be changed."""
    return shutil.copytree(built, tmp_path / "table")


def index(folder: Path) -> tuple[int, str]:
    done = subprocess.run([CARD / "index", folder], capture_output=True, text=True, check=False)
    return done.returncode, done.stderr


def sums(folder: Path) -> set[str]:
    lines = (folder / "SHA256SUMS").read_text().splitlines()
    return {line.split("  ")[1] for line in lines}


def test_apt_can_install_from_it_and_every_file_has_its_sum(folder: Path) -> None:
    assert index(folder) == (0, "")
    assert sums(folder) == {path.name for path in folder.iterdir()} - {"SHA256SUMS"}
    command = ["sha256sum", "--check", "--strict", "SHA256SUMS"]
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    assert done.returncode == 0
    assert index(folder) == (0, ""), "a folder can be indexed again"


@pytest.mark.parametrize("name", ["my table", "100% [new] table's"])
def test_the_folder_may_have_any_name(built: Path, tmp_path: Path, name: str) -> None:
    folder = shutil.copytree(built, tmp_path / name)
    assert index(folder) == (0, "")


def test_what_else_is_in_the_folder_stays(built: Path, tmp_path: Path) -> None:
    boot, tools = tmp_path / "bootfs", tmp_path / "bin"
    (boot / "table").mkdir(parents=True)
    (boot / "table" / "old.deb").touch()
    (boot / "cmdline.txt").touch()
    tools.mkdir()
    (tools / "mmdebstrap").write_text(
        "#!/bin/sh\nfor word; do case $word in --extract-hook=*) work=${word##* } ;; esac; done\n"
        f'mkdir "$work/archives"\ncp "{built}"/*.deb "$work/archives"\n'
    )
    (tools / "mmdebstrap").chmod(0o755)
    subprocess.run(
        [CARD / "build", built / "table-companion.deb", boot],
        env={"PATH": f"{tools}:/usr/bin:/bin"},
        check=True,
        capture_output=True,
    )
    assert {path.name for path in boot.iterdir()} == {"cmdline.txt", "vendor-data", "table"}
    assert not (boot / "table" / "old.deb").exists()


@pytest.mark.parametrize("missing", ["libmtdev1t64", "polkitd", "espeak-ng"])
def test_a_package_that_is_missing_is_named(folder: Path, missing: str) -> None:
    (folder / f"{missing}.deb").unlink()
    code, said = index(folder)
    assert code == 1
    assert said.startswith("card: the folder isn't whole:\n")
    assert missing in said


def test_a_package_of_the_wrong_version_is_as_good_as_none(folder: Path) -> None:
    deb(folder, "python3", version="3.14.0-1")
    code, said = index(folder)
    assert (code, "python3 (< 3.14~)" in said) == (1, True), said


class Pi:
    """A machine on which a folder is installed: its apt, dpkg and systemd only log their calls."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.commands = folder.parent / "bin"
        self.commands.mkdir()
        for name in ("apt-get", "dpkg", "systemctl"):
            self.has(name, "exit 0")

    def has(self, command: str, script: str) -> None:
        path = self.commands / command
        path.write_text(f'#!/bin/sh\necho "{command} $*" >>"{self.folder.parent}/called"\n{script}\n')
        path.chmod(0o755)

    def install(self) -> tuple[int, str]:
        """Run the first start; return its exit code and its log, which is its only output."""
        done, script = self.run()
        assert (done.stdout, done.stderr) == (b"", b"")
        return done.returncode, (script.parent / "log.txt").read_text()

    def run(self) -> tuple[subprocess.CompletedProcess[bytes], Path]:
        text = (self.folder / "install").read_text().replace("screen=/dev/tty1", "screen=/dev/null")
        script = self.folder.parent / "folder" / "install"
        script.parent.mkdir(exist_ok=True)
        for path in self.folder.iterdir():
            (script.parent / path.name).write_bytes(path.read_bytes())
        script.write_text(text)
        environment = {"PATH": f"{self.commands}:/usr/bin:/bin"}
        done = subprocess.run(["sh", script], env=environment, capture_output=True, check=False)
        return done, script

    @property
    def called(self) -> list[str]:
        path = self.folder.parent / "called"
        return path.read_text().splitlines() if path.exists() else []


@pytest.fixture(name="pi")
def a_pi(folder: Path) -> Pi:
    # The script's own sum is left out: the test changes which screen it writes to.
    assert index(folder)[0] == 0
    lines = (folder / "SHA256SUMS").read_text().splitlines()
    kept = [line for line in lines if not line.endswith("  install")]
    (folder / "SHA256SUMS").write_text("\n".join(kept) + "\n")
    return Pi(folder)


def test_the_first_start_installs_from_the_folder_alone_and_is_the_only_one(pi: Pi) -> None:
    code, log = pi.install()
    assert code == 0, log
    assert log.endswith("table: installed\n")
    asked = [line for line in pi.called if line.startswith("apt-get")]
    assert len(asked) == 2
    assert all("Dir::Etc::SourceParts=/dev/null" in line for line in asked), "it would look for a network"
    assert pi.called[-1] == "systemctl --quiet disable table-install.service"
    assert pi.called[0] == "dpkg --configure -a", "the plug may have been pulled halfway"


def test_a_card_on_which_no_log_can_be_written_is_installed_from_too(pi: Pi) -> None:
    (pi.folder.parent / "folder" / "log.txt").mkdir(parents=True)
    done, _ = pi.run()
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith(b"table: installed\n")


def test_a_file_that_was_not_copied_whole_is_named_and_nothing_is_installed(pi: Pi) -> None:
    (pi.folder / "python3.deb").write_bytes((pi.folder / "python3.deb").read_bytes()[:-100])
    code, log = pi.install()
    assert code == 1
    assert "not copied whole: python3.deb: FAILED" in log
    assert "Copy the folder to the card again" in log
    assert pi.called == []


def test_a_system_that_wants_other_packages_is_helped_by_the_net_where_there_is_one(pi: Pi) -> None:
    pi.has("apt-get", 'case "$*" in *SourceList*install*) exit 100 ;; esac')
    code, log = pi.install()
    assert code == 0, log
    assert "asking the net" in log
    asked = [line for line in pi.called if line.startswith("apt-get")][2:]
    about = [("SourceList" in line, "table-companion.deb" in line) for line in asked]
    assert about == [(False, False), (False, True)]


def test_another_system_is_said_to_be_none_of_ours_and_is_tried_again_at_the_next_start(pi: Pi) -> None:
    pi.has("apt-get", 'case "$*" in *install*) echo "E: Unable to correct problems"; exit 100 ;; esac')
    code, log = pi.install()
    assert code == 1
    assert "Unable to correct problems" in log
    assert "Raspberry Pi OS Lite, 64-bit, Trixie" in log
    assert not any("disable" in line for line in pi.called)


def test_what_cloud_init_runs_is_a_script_beside_the_owners_settings() -> None:
    """As cloud-config, its commands would be overridden by those in the Imager's user-data."""
    first = (CARD / "vendor-data").read_text()
    assert first.startswith("#!/bin/sh\n")
    assert not (CARD / "user-data").exists()
    unit = first.split("<<'END'\n")[1].split("\nEND\n")[0]
    assert "ExecStart=/bin/sh /boot/firmware/table/install" in unit
    assert len(first) < 16_384, "cloud-init takes no more"
