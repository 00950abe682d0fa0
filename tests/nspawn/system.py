"""A fresh Debian in a folder, made once and cached as an archive, and booted with its own systemd."""

import hashlib
import json
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build" / "nspawn"
PATIENCE = 120.0
"""How many seconds anything inside may take on a busy machine."""

INSTALL = ("apt-get", "install", "--yes", "--quiet", "--no-install-recommends")

NSPAWN = ("setpriv", "--pdeathsig=TERM", "systemd-nspawn", "--quiet", "--register=no")
"""With setpriv it ends with the lane, however the lane ends."""

PATHS = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


PROXIES = ("http_proxy", "https_proxy")


class CannotRunError(Exception):
    """This machine can't run the lane; the message briefly says why."""


class WrongError(Exception):
    """A check failed; the message says what is wrong."""


def expect(holds: object, otherwise: str) -> None:
    """Raise WrongError with `otherwise` unless something holds."""
    if not holds:
        raise WrongError(otherwise)


def wait(what: str, there: Callable[[], object], patience: float = PATIENCE) -> None:
    """Wait until `there` is true; WrongError with `what` after `patience` seconds."""
    end = time.monotonic() + patience
    while not there():
        expect(time.monotonic() < end, f"after {patience:.0f} s still not: {what}")
        time.sleep(0.05)


def step(what: str) -> None:
    """Print what is tested next."""
    print(f"nspawn lane: {what}", flush=True)


def built(architecture: str) -> Path:
    """Build the package; return its path."""
    step(f"building the package for {architecture}")
    out = BUILD / f"package-{architecture}"
    shutil.rmtree(out, ignore_errors=True)
    done = subprocess.run(
        [ROOT / "systemd" / "deb" / "build", architecture, out],
        # Compression would take longer than anything else.
        env=os.environ | {"DPKG_DEB_COMPRESSOR_TYPE": "none"},
        capture_output=True,
        text=True,
        check=False,
    )
    expect(done.returncode == 0, done.stderr.strip())
    return next(out.glob("table-companion_*.deb"))


def fresh(suite: str, architecture: str, packages: tuple[str, ...]) -> Path:
    """Return a folder with a fresh Debian, its package lists and these packages; may raise CannotRunError."""
    recipe = ("--variant=apt", f"--arch={architecture}", "--skip=cleanup/apt/lists")
    include = f"--include={','.join(packages)}"
    key = hashlib.sha256(" ".join((suite, *recipe, include)).encode()).hexdigest()[:12]
    archive = BUILD / f"{suite}-{architecture}-{key}.tar"
    BUILD.mkdir(parents=True, exist_ok=True)
    if not archive.exists():
        print(f"nspawn lane: making a Debian {suite} for {architecture}", flush=True)
        made = archive.with_suffix(".part.tar")
        command = ["mmdebstrap", "--quiet", *recipe, include, suite, str(made)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            made.unlink(missing_ok=True)
            raise CannotRunError(f"no Debian {suite} can be made here: {_last(done)}")
        made.rename(archive)
    folder = BUILD / f"{suite}-{architecture}"
    if folder.exists():
        shutil.rmtree(folder)
    folder.mkdir()
    subprocess.run(["tar", "-C", folder, "-xf", archive], check=True)
    return folder


def once(folder: Path, *command: str, network: bool = False, fails: bool = False) -> str:
    """Run a command in a system that isn't booted; return its output, WrongError if it fails, unless `fails`.

    With `network` it uses this machine's network, and packages downloaded by apt are cached.
    """
    archives = BUILD / f"archives-{folder.name}"
    archives.mkdir(exist_ok=True)
    (folder / "etc" / "apt" / "apt.conf.d" / "99lane").write_text('APT::Keep-Downloaded-Packages "1";\n')
    reach = [f"--bind={archives}:/var/cache/apt/archives"] if network else ["--private-network"]
    proxies = [f"--setenv={name}" for name in PROXIES if os.environ.get(name)]
    nspawn = (*NSPAWN, *_unit(), "--pipe", f"--directory={folder}")

    def run(*command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*nspawn, *reach, *proxies, "--setenv=DEBIAN_FRONTEND=noninteractive", *command],
            capture_output=True,
            text=True,
            check=False,
            stdin=subprocess.DEVNULL,
        )

    done = run(*command)
    if done.returncode and network:
        # Cached package lists may name versions that no longer exist.
        run("apt-get", "update", "--quiet")
        done = run(*command)
    expect(fails or done.returncode == 0, f"{' '.join(command)[:200]}: {_last(done, 12)}")
    return done.stdout


def _unit() -> tuple[str, ...]:
    """Return an option that avoids asking systemd for a scope if none runs outside."""
    return () if Path("/run/systemd/system").is_dir() else ("--keep-unit",)


def _last(done: subprocess.CompletedProcess[str], lines: int = 1) -> str:
    words = (done.stdout + done.stderr).strip().splitlines()[-lines:]
    return "\n".join(words) or f"exit code {done.returncode}, without a word"


class Machine:
    """A context manager for a booted system, shut down at its end; `folder` is its root."""

    def __init__(self, folder: Path, *bound: Path, again: bool = False, busy: bool = False) -> None:
        """Boot; `bound` folders of this machine have the same path inside.

        If a system doesn't boot it raises CannotRunError, or with `again`, when one has booted before,
        WrongError. A `busy` system counts as up while it still has work to do for its start.
        """
        self.folder = folder
        self._up = ("running", "degraded", *["starting"] * busy)
        self._ended = WrongError if again else CannotRunError
        self._log = (BUILD / "console.log").open("ab")
        self._nspawn = subprocess.Popen(
            [
                *(*NSPAWN, *_unit(), "--console=pipe", "--boot"),
                *("--private-network", "--machine=table", "--link-journal=no", f"--directory={folder}"),
                *(f"--bind={path}" for path in bound),
            ],
            stdin=subprocess.DEVNULL,
            stdout=self._log,
            stderr=self._log,
        )
        self._first = ""

    def __enter__(self) -> Self:
        children = Path(f"/proc/{self._nspawn.pid}/task/{self._nspawn.pid}/children")

        def up() -> bool:
            if self._nspawn.poll() is not None:
                raise self._ended(f"systemd-nspawn ended at once; see {self._log.name}")
            self._first = children.read_text().strip()
            state = self.run("systemctl", "is-system-running", fails=True) if self._first else ""
            return state.strip() in self._up

        wait("the system is up", up)
        return self

    def __exit__(self, *_: object) -> None:
        if self._nspawn.poll() is None:
            # nspawn treats this like the power button.
            self._nspawn.send_signal(signal.SIGTERM)
            try:
                self._nspawn.wait(30)
            except subprocess.TimeoutExpired:
                self._nspawn.kill()
                self._nspawn.wait()
        self._log.close()

    def pull(self) -> None:
        """Pull the plug: every process is killed at once. Everything written stays, flushed or not."""
        os.kill(int(self._first), signal.SIGKILL)
        self._nspawn.wait(30)

    @property
    def off(self) -> bool:
        """Whether it has shut itself down."""
        return self._nspawn.poll() is not None

    def run(self, *command: str, fails: bool = False, network: bool = False) -> str:
        """Run a command inside as root; return its output, WrongError if it fails, unless `fails`.

        With `network` it uses this machine's network, as the system has none.
        """
        spaces = ("--mount", "--uts", "--ipc", "--pid", "--cgroup") if network else ("--all",)
        into = ("nsenter", f"--target={self._first}", *spaces, "--root", "--wd")
        proxies = [f"{name}={os.environ[name]}" for name in PROXIES if network and os.environ.get(name)]
        done = subprocess.run(
            [
                *into,
                *("env", "-i", f"PATH={PATHS}", "LC_ALL=C.UTF-8", "DEBIAN_FRONTEND=noninteractive"),
                *proxies,
                *command,
            ],
            capture_output=True,
            text=True,
            check=False,
            stdin=subprocess.DEVNULL,
            timeout=PATIENCE,
        )
        expect(fails or done.returncode == 0, f"{' '.join(command)[:200]}: {_last(done, 12)}")
        return done.stdout

    def journal(self, unit: str) -> list[dict[str, Any]]:
        """Return the journal of a unit, oldest line first."""
        lines = self.run("journalctl", "--unit", unit, "--output=json", "--quiet", "--no-pager")
        return [json.loads(line) for line in lines.splitlines()]
