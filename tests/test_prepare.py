"""The installer behind the two commands, and the desk's: their messages when something is missing.

`make test-fresh` tests for real that it installs everything on a bare system.
"""

import os
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

ROOT = Path(__file__).resolve().parent.parent
TOOLS = (
    *("cat", "dirname", "env", "grep", "ln", "mkdir", "mktemp", "pwd"),
    *("rm", "sed", "sh", "sha256sum", "sort", "tail", "tr"),
)
LOCKS = [f"requirements{kind}.lock" for kind in ("", "-dev", "-bench")]
LOOKED_AT = ("pyproject.toml", *LOCKS, "systemd/prepare")
"""Files whose change makes a prepared checkout out of date."""


class Machine:
    """A machine with only the commands given to it, and a checkout."""

    def __init__(self, folder: Path) -> None:
        self.checkout = folder / "checkout"
        self.commands = folder / "bin"
        self.commands.mkdir(parents=True)
        for tool in TOOLS:
            found = shutil.which(tool)
            assert found, f"{tool} is on every system"
            (self.commands / tool).symlink_to(found)
        (self.commands / "python3").symlink_to(Path(sys.executable).resolve())
        (self.checkout / "systemd").mkdir(parents=True)
        for name in (*LOOKED_AT, "systemd/desk"):
            shutil.copy(ROOT / name, self.checkout / name)

    def has(self, command: str, script: str) -> None:
        """Add a command to the machine: a few lines of shell."""
        path = self.commands / command
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)

    def prepare(self, purpose: str, path: str = "") -> tuple[int, str, str]:
        """Run the installer, with `path` added to the PATH; return its exit code, stdout and stderr."""
        run = subprocess.run(
            [self.checkout / "systemd" / "prepare", purpose],
            env={"PATH": f"{self.commands}{path}", "HOME": str(self.checkout), "TMPDIR": str(self.checkout)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
        return run.returncode, run.stdout, run.stderr


@pytest.fixture(name="machine")
def bare_machine(tmp_path: Path) -> Machine:
    """Return a machine that runs us as root and has none of the system libraries."""
    machine = Machine(tmp_path)
    machine.has("id", "echo 0")
    machine.has("ldconfig", "echo '0 libs found in cache'")
    return machine


def assert_one_sentence(said: str, *parts: str) -> None:
    assert said.startswith("prepare: ")
    assert said.endswith(".\n")
    assert said.count("\n") == 1
    for part in parts:
        assert part in said


def test_an_unknown_purpose_is_answered_with_the_known_ones(machine: Machine) -> None:
    code, _, complaint = machine.prepare("dance")
    assert code == 1
    assert_one_sentence(complaint, "systemd/prepare play", "test", "bench", "'dance'")


def test_without_apt_get_the_missing_libraries_are_named(machine: Machine) -> None:
    code, _, complaint = machine.prepare("play")
    assert code == 1
    assert_one_sentence(complaint, "no apt-get", "libegl1", "libmtdev1", "run this again")


def test_without_root_or_sudo_the_command_for_root_is_named(machine: Machine) -> None:
    machine.has("id", "echo 1000")
    machine.has("apt-get", "exit 0")
    code, _, complaint = machine.prepare("play")
    assert code == 1
    assert_one_sentence(complaint, "needs root once", "apt-get install libasound2 libdrm2", "run this again")


def test_a_failing_apt_get_is_quoted(machine: Machine) -> None:
    machine.has("apt-get", "echo 'Reading lists...'; echo 'E: Could not resolve the archive' >&2; exit 100")
    code, _, complaint = machine.prepare("play")
    assert code == 1
    error = "E: Could not resolve the archive"
    assert_one_sentence(complaint, "apt-get update failed", error, "check the network")
    assert not (machine.checkout / ".venv").exists()


def test_every_package_is_announced_with_its_reason(machine: Machine) -> None:
    machine.has("apt-get", 'case "$*" in *install*) echo "E: $*" >&2; exit 100 ;; esac')
    # apt-cache speaks the machine's language, unless asked for none.
    machine.has("apt-cache", """[ "$LC_ALL" = C ] && echo '  Candidate: 1.0' || echo '  Kandidat: 1.0'""")
    code, said, complaint = machine.prepare("play")
    assert code == 1
    assert "libegl1 lets the screen be drawn" in said
    # The first name that the system knows is used: Debian 13 renamed these.
    assert "libasound2t64 plays the sounds" in said
    assert "libmtdev1t64 libasound2t64" in complaint


def test_a_prepared_checkout_is_left_alone(machine: Machine) -> None:
    machine.has("apt-get", "exit 1")
    binaries = machine.checkout / ".venv" / "bin"
    binaries.mkdir(parents=True)
    for name in ("python", "companion"):
        (binaries / name).symlink_to(shutil.which("true") or "")
    command = ["sha256sum", *LOOKED_AT]
    sums = subprocess.run(command, cwd=machine.checkout, capture_output=True, check=True, text=True)
    stamp = machine.checkout / ".venv" / "ready-for-test"
    stamp.write_text(f"{os.path.realpath(machine.checkout)}\n{sums.stdout}")
    # A checkout ready for the tests is ready to play.
    assert machine.prepare("test") == (0, "", "")
    assert machine.prepare("play") == (0, "", "")
    # A changed lock file is a reason to look again.
    (machine.checkout / "requirements.lock").write_text("kivy==2.3.1\n")
    assert machine.prepare("play")[0] == 1


def test_companion_becomes_a_command_of_whoever_plays(machine: Machine) -> None:
    machine.has("id", "echo 1000")
    folder = machine.checkout / ".local" / "bin"
    ours = f"{machine.checkout.resolve()}/.venv/bin/companion"
    # As on a fresh Debian: the folder doesn't exist, and so isn't on the PATH.
    code, said, _ = machine.prepare("command")
    assert code == 0
    assert_one_sentence(said.replace("$PATH\n", "$PATH.\n"), "log in again", f"PATH={folder}:$PATH")
    assert os.readlink(folder / "companion") == ours
    # The link to another checkout that is gone: replacing it loses nothing.
    (folder / "companion").unlink()
    (folder / "companion").symlink_to("/nowhere/.venv/bin/companion")
    assert "is a command now" in machine.prepare("command", f":{folder}")[1]
    assert os.readlink(folder / "companion") == ours


def test_another_companion_stays_what_it_is(machine: Machine) -> None:
    machine.has("id", "echo 1000")
    folder = machine.checkout / ".local" / "bin"
    folder.mkdir(parents=True)
    (folder / "companion").write_text("mine")
    # It can't be run, so it is no command, but it is still left alone.
    code, said, _ = machine.prepare("command")
    assert (code, (folder / "companion").read_text()) == (0, "mine")
    assert said == f"prepare: the command is {machine.checkout.resolve()}/.venv/bin/companion\n"
    machine.has("companion", "exit 0")
    assert machine.prepare("command") == (0, "", "")


def test_a_home_that_may_not_be_written_keeps_nobody_from_playing(machine: Machine) -> None:
    machine.has("id", "echo 1000")
    (machine.checkout / ".local").write_text("a file, where the folder would be")
    code, said, complaint = machine.prepare("command")
    assert (code, complaint) == (0, "")
    assert "the command is " in said


@pytest.mark.parametrize(
    ("here", "said"),
    [
        ("8.4", "the database doesn't start"),
        ("17.2", "isn't here any more: sudo apt install postgresql-8"),
        ("", "isn't here any more: sudo apt install postgresql-8"),
    ],
)
def test_a_desks_database_is_opened_by_its_own_version_alone(machine: Machine, here: str, said: str) -> None:
    machine.has("id", "echo 1000")
    for other in ("mosquitto", "companion-desk", *(("initdb", "pg_dump", "pg_restore") if here else ())):
        machine.has(other, "exit 0")
    machine.has("psql", "exit 1")
    machine.has("sleep", "exit 0")
    if here:
        machine.has("postgres", f"echo 'postgres (PostgreSQL) {here} (Debian)'")
    assert said in no_desk(machine)


def no_desk(machine: Machine) -> str:
    """Start a desk whose database exists already; return the one sentence that says why it can't run."""
    # Not in pytest's folder, whose name is too long for a socket.
    with TemporaryDirectory() as folder:
        data = Path(folder, "companion-desk", "postgres")
        data.mkdir(parents=True)
        (data / "PG_VERSION").write_text("8\n")
        run = subprocess.Popen(
            [machine.checkout / "systemd" / "desk"],
            env={"PATH": str(machine.commands), "XDG_DATA_HOME": folder},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        try:
            _, said = run.communicate(timeout=60)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(run.pid, signal.SIGKILL)
    assert run.returncode == 1
    assert said.startswith("desk: ")
    assert said.count("\n") == 1
    return said


@pytest.fixture(name="desk")
def desk_machine(machine: Machine) -> Machine:
    """Return a machine with everything a desk runs; its database answers at once."""
    machine.has("id", "echo 1000")
    for program in ("initdb", "pg_dump", "pg_restore", "sleep", "psql", "mosquitto"):
        machine.has(program, "exit 0")
    waits = "import signal; signal.signal(2, signal.SIG_DFL); signal.pause()"
    version = "case $1 in --version) echo 'postgres (PostgreSQL) 8.4'; exit ;; esac"
    machine.has("postgres", f"{version}\nexec python3 -c '{waits}'")
    return machine


def test_a_second_desk_is_told_that_it_is_up_and_changes_nothing(desk: Machine) -> None:
    desk.has("companion-desk", f'echo >"{desk.checkout}/changed"')
    assert "is up already" in no_desk(desk)
    assert not (desk.checkout / "changed").exists()


def test_a_desk_that_ends_asks_again_where_a_program_has_not_heard(desk: Machine) -> None:
    asked, heard = desk.checkout / "asked", desk.checkout / "heard"
    os.mkfifo(heard)
    desk.has("psql", f'if [ ! -e "{asked}" ]; then echo >"{asked}"; exit 1; fi')
    # Like a program that a shell has only just started, this one misses the first signal.
    deaf = f"""
import os, signal
signal.signal(signal.SIGTERM, lambda *_: signal.signal(signal.SIGTERM, signal.SIG_DFL))
open("{heard}", "w").close()
while True:
    signal.pause()
"""
    desk.has("companion-desk", f"[ \"$3\" = run ] || exit 0\nexec python3 -c '{deaf}'")
    desk.has("mosquitto", f'cat "{heard}"')
    assert "a program ended by itself" in no_desk(desk)
