"""Updates from a package on a USB stick: checked by the app, installed by root, undone if it won't start.

systemd runs this file as root: `install` for companion-update.service, and `watch` from a copy outside the
package while a new version is on trial. So it imports only the standard library.
"""

import dataclasses
import errno
import json
import os
import re
import shutil
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

PACKAGE = "table-companion"
MOST_BYTES = 200 << 20
"""Of a package; ours is about 10 MB."""
MOST_SIGNATURE = 4096
MOST_FILES = 4
"""How many packages on all sticks are looked at."""
STARTS = 3
"""After this many starts that don't last SETTLED seconds, the old version comes back."""
SETTLED = 60
PATIENCE = 900
"""Seconds within which a new version must settle, however rarely it starts."""

Run = Callable[[Sequence[str]], tuple[int, str]]
"""Runs a command; returns its exit code and its output."""

UNIT = """\
[Unit]
Description=Take the old version of the table back where the new one doesn't start

[Service]
ExecStart=/usr/bin/python3 -I {}/trial.py watch
Restart=on-failure
RestartSec=30

[Install]
WantedBy=multi-user.target
"""


def run(command: Sequence[str]) -> tuple[int, str]:
    """Run a system command without prompts; return its exit code, and standard output and error."""
    process = subprocess.run(
        command,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C"},
    )
    return process.returncode, process.stdout + process.stderr


@dataclass(frozen=True)
class System:
    """Paths on this system, and what runs commands. The owner's key takes precedence over the package's."""

    sticks: Path = Path("/run/media/system")
    state: Path = Path("/var/lib/table-companion")
    keys: tuple[Path, ...] = (
        Path("/etc/table-companion/update.pub"),
        Path("/usr/share/table-companion/update.pub"),
    )
    units: Path = Path("/etc/systemd/system")
    stops: Path = Path("/var/lib/companion/starts.json")
    mounts: Path = Path("/proc/self/mountinfo")
    run: Run = run


@dataclass(frozen=True)
class UpdateFound:
    """A package on a stick, its version, the installed version `now`, and why it isn't taken.

    `why` is "" if it may be installed, otherwise a key of `care_words.WHY_NOT_UPDATED`, which also has keys
    for results of updates. `told` is when a result was written, in ns: it distinguishes equal results.
    """

    why: str
    file: str = ""
    version: str = ""
    now: str = ""
    told: int = field(default=0, compare=False)


class _Refused(Exception):
    """Raised for a package that isn't taken; its text is the `why` of an UpdateFound."""


def look(system: System) -> UpdateFound | None:
    """Return the newest package that may be installed, else one with why not; None if no stick has any."""
    with _newest(system) as (package, _):
        return package


@contextmanager
def _newest(system: System) -> Iterator[tuple[UpdateFound | None, Path | None]]:
    """Yield the package that `look` returns and our own copy of it, which no stick can change."""
    state = system.state if os.access(system.state, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="look-", dir=state) as folder:
        best: UpdateFound | None = None
        best_copy: Path | None = None
        here = system.sticks.glob(f"*/{PACKAGE}_*.deb")
        paths = sorted(here, key=_version_key, reverse=True)[:MOST_FILES]
        for number, path in enumerate(paths):
            copy = Path(folder) / f"{number}.deb"
            found = _judge(system, path, copy)
            better = not found.why and (not best or best.why or _newer(system, found.version, best.version))
            if better or best is None:
                best, best_copy = found, copy
        yield best, best_copy


def _version_key(path: Path) -> tuple[list[int], Path]:
    """Return a sort key by the numbers in a file's name: as text, 0.10 would sort before 0.9."""
    return [int(number) for number in re.findall("[0-9]+", path.name)], path


def _judge(system: System, path: Path, copy: Path) -> UpdateFound:
    now = installed(system)
    version = ""
    try:
        key = next((key for key in system.keys if key.is_file()), None)
        if key is None:
            raise _Refused("no_key")
        signature = copy.with_suffix(".minisig")
        if not os.path.lexists(f"{path}.minisig"):
            raise _Refused("unsigned")
        _copy(Path(f"{path}.minisig"), signature, MOST_SIGNATURE)
        _copy(path, copy, MOST_BYTES)
        # Check the signature before anything in the package is read.
        if system.run(("minisign", "-V", "-q", "-p", str(key), "-m", str(copy), "-x", str(signature)))[0]:
            raise _Refused("forged")
        code, output = system.run(("dpkg-deb", "-f", str(copy), "Package", "Version", "Architecture"))
        fields = dict(line.split(": ", 1) for line in output.splitlines() if ": " in line)
        if code or fields.get("Package") != PACKAGE:
            raise _Refused("other_package")
        version = fields.get("Version", "")
        if fields.get("Architecture") != system.run(("dpkg", "--print-architecture"))[1].strip():
            raise _Refused("other_machine")
        if version == now:
            raise _Refused("same")
        if not _newer(system, version, now):
            raise _Refused("older")
    except _Refused as refused:
        return UpdateFound(str(refused), path.name, version, now)
    return UpdateFound("", path.name, version, now)


def _copy(path: Path, to: Path, most: int) -> None:
    """Copy a regular file or raise _Refused; follow no link, and read no more than the size at first."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        raise _Refused("no_file" if path.is_symlink() else "torn") from None
    about = os.fstat(handle)
    if not stat.S_ISREG(about.st_mode):
        os.close(handle)
        raise _Refused("no_file")
    with open(handle, "rb") as source:
        if about.st_size > most:
            raise _Refused("large")
        remaining = about.st_size
        try:
            with to.open("wb") as target:
                while remaining and (piece := _piece(source.read, min(remaining, 1 << 20))):
                    target.write(piece)
                    remaining -= len(piece)
        except OSError:
            raise _Refused("room") from None
        if remaining:
            raise _Refused("torn")


def _piece(read: Callable[[int], bytes], size: int) -> bytes:
    try:
        return read(size)
    except OSError:
        raise _Refused("torn") from None


def _newer(system: System, version: str, than: str) -> bool:
    return system.run(("dpkg", "--compare-versions", version, "gt", than))[0] == 0


def installed(system: System) -> str:
    """Return the version that dpkg has completely installed; "" if none is."""
    _, output = system.run(("dpkg-query", "-W", "-f", "${db:Status-Status} ${Version}", PACKAGE))
    status, _, version = output.strip().partition(" ")
    return version if status == "installed" else ""


def last_result(system: System) -> UpdateFound | None:
    """Return the result of the last update, if there was one."""
    try:
        path = system.state / "result.json"
        return UpdateFound(**json.loads(path.read_text()) | {"told": path.stat().st_mtime_ns})
    except (OSError, ValueError, TypeError):
        return None


# As root.


def install(system: System) -> UpdateFound:
    """Install the newest package and start its trial; otherwise change nothing and return why."""
    # From now on, don't show the result of an earlier update.
    (system.state / "result.json").unlink(missing_ok=True)
    try:
        with _newest(system) as (update, copy):
            if update is None or copy is None:
                update = UpdateFound("gone", now=installed(system))
            elif not update.why:
                update = dataclasses.replace(update, why=_install_package(system, update, copy))
    except OSError as error:
        if error.errno not in (errno.ENOSPC, errno.EDQUOT):
            raise
        update = UpdateFound("room", now=installed(system))
    _write(system.state / "result.json", json.dumps(dataclasses.asdict(update)))
    return update


def _install_package(system: System, update: UpdateFound, copy: Path) -> str:
    lines = [line.split() for line in system.mounts.read_text().splitlines()]
    if any(line[4] == "/" and (line[-2] == "overlayroot" or "ro" in line[5].split(",")) for line in lines):
        return "read_only"
    command = ("apt-get", "--simulate", "--no-install-recommends", "install", str(copy))
    code, output = system.run(command)
    changed = [line.split()[1] for line in output.splitlines() if line[:5] in ("Inst ", "Remv ")]
    if code or changed != [PACKAGE]:
        return "lacks"
    unit = system.units / "companion-trial.service"
    try:
        _pack(system)
        # A watch over an earlier trial would mistake this version for its own.
        system.run(("systemctl", "--quiet", "stop", unit.name))
        (system.state / "trial.py").write_bytes(Path(__file__).read_bytes())
        started = _unit_properties(system)["InvocationID"]
        _write(system.state / "trial.json", json.dumps([update.now, update.version, started]))
        unit.write_text(UNIT.format(system.state))
    except OSError:
        return "room"
    # From here on, the trial survives a power cut.
    os.sync()
    system.run(("systemctl", "daemon-reload"))
    system.run(("systemctl", "--quiet", "enable", unit.name))
    system.run(("dpkg", "--install", str(copy)))
    if installed(system) != update.version:
        if installed(system) != update.now:
            _restore_old(system)
        _end_trial(system)
        return "broken"
    system.run(("systemctl", "--no-block", "start", unit.name))
    return "installed"


def _pack(system: System) -> None:
    """Rebuild the installed version as a package (old.deb), from its files and dpkg's database."""
    names = system.run(("dpkg-query", "-L", PACKAGE))[1].splitlines()
    with tempfile.TemporaryDirectory(prefix="pack-", dir=system.state) as folder:
        root = Path(folder) / "root"
        control = root / "DEBIAN"
        control.mkdir(parents=True)
        root.chmod(0o755)
        for name in names:
            place, copy = Path(name), root / name.lstrip("/")
            if place.is_dir() and not place.is_symlink():
                copy.mkdir(parents=True, exist_ok=True)
            elif place.exists():
                shutil.copy2(place, copy, follow_symlinks=False)
        about = system.run(("dpkg-query", "-s", PACKAGE))[1].splitlines(keepends=True)
        (control / "control").write_text("".join(line for line in about if not line.startswith("Status:")))
        for part in ("preinst", "postinst", "prerm", "postrm", "md5sums"):
            path = system.run(("dpkg-query", "--control-path", PACKAGE, part))[1].strip()
            if path:
                shutil.copy2(path, control)
        new = Path(folder) / "old.deb"
        code, _ = system.run(("dpkg-deb", "--root-owner-group", "-Znone", "--build", str(root), str(new)))
        if code:
            raise OSError
        new.replace(system.state / "old.deb")


def watch(system: System, sleep: Callable[[float], None] = time.sleep) -> None:
    """Watch a new version until it has settled or failed, continuing a trial from before a reboot."""
    trial = system.state / "trial.json"
    if not trial.exists():
        return
    old, new, *starts = json.loads(trial.read_text())
    if installed(system) == new:
        for _ in range(PATIENCE):
            if not trial.exists():
                break
            unit = _unit_properties(system)
            if unit["InvocationID"] not in ("", *starts):
                starts.append(unit["InvocationID"])
                _write(trial, json.dumps([old, new, *starts]))
            # The first one listed is the old version's last start.
            if len(starts) > 1 + STARTS:
                break
            since = time.monotonic() - int(unit["ActiveEnterTimestampMonotonic"] or 0) / 1e6
            if unit["ActiveState"] == "active" and unit["InvocationID"] == starts[-1] and since >= SETTLED:
                _end_trial(system)
                return
            sleep(1)
    # A half-installed package has no version. If somebody installed another version meanwhile, leave it. If
    # the package was removed, the trial's file went with it.
    if trial.exists() and installed(system) in ("", new):
        _restore_old(system)
        result = UpdateFound("went_back", version=new, now=old)
        _write(system.state / "result.json", json.dumps(dataclasses.asdict(result)))
    _end_trial(system)


def _restore_old(system: System) -> None:
    system.run(("dpkg", "--configure", "-a"))
    code, output = system.run(("dpkg", "--install", str(system.state / "old.deb")))
    if code:
        sys.exit(output)
    # Forget the new version's crashes, or the old one would start with the safe screen.
    with suppress(OSError):
        system.stops.unlink()
    system.run(("systemctl", "restart", "companion.service"))


def _end_trial(system: System) -> None:
    system.run(("systemctl", "--quiet", "disable", "companion-trial.service"))
    for path in (system.units / "companion-trial.service", system.state / "trial.json"):
        path.unlink(missing_ok=True)
    system.run(("systemctl", "daemon-reload"))


def _unit_properties(system: System) -> dict[str, str]:
    names = ("ActiveState", "InvocationID", "ActiveEnterTimestampMonotonic")
    command = ("systemctl", "show", "companion.service", *(f"--property={name}" for name in names))
    _, output = system.run(command)
    lines = (line.partition("=") for line in output.splitlines())
    return dict.fromkeys(names, "") | {name: value for name, _, value in lines if name in names}


def _write(path: Path, text: str) -> None:
    new = path.with_suffix(".new")
    with new.open("w") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)


if __name__ == "__main__":
    if sys.argv[1:] == ["watch"]:
        watch(System())
    else:
        sys.exit(install(System()).why != "installed")
