"""The package for a PC in a Debian 12, as an owner would use it, from installation to purge."""

import platform
import shutil
import subprocess
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from tests.nspawn.system import (
    BUILD,
    INSTALL,
    ROOT,
    CannotRunError,
    Machine,
    built,
    expect,
    fresh,
    once,
    step,
    wait,
)
from tests.nspawn.table import MATCH, SERVICE, TURNED, Table

SYSTEM = ("systemd", "systemd-sysv", "udev", "dbus", "python3", "polkitd", "tzdata", "iproute2")
"""Packages that Raspberry Pi OS Lite has too, and iproute2 for ss, to look for open ports."""

NEWER, DEAD, NEWEST = "99.0", "99.1", "99.2"
DEVICES = "/sys/devices/platform"
STICK = "/run/media/system/STICK"
LOGIN = """
[Unit]
ConditionPathExists=
[Service]
Type=exec
ExecStart=
ExecStart=/bin/sleep infinity
StandardInput=null
StandardOutput=null
TTYPath=
TTYReset=no
TTYVHangup=no
TTYVTDisallocate=no
"""

UPDATE = "apt-get update --quiet --error-on=any"
QUICK = 3
"""After this many quick crashes the app starts with the safe screen."""


def run(figures: dict[str, str]) -> None:
    """Test the package, adding to `figures`."""
    if platform.machine() != "x86_64":
        raise CannotRunError(f"the package to be booted is for x86_64, this is {platform.machine()}")
    root = fresh("bookworm", "amd64", SYSTEM)
    package = built("amd64")
    lint(package)
    Table.prepare(root)
    stand_in(root)
    shutil.copy(package, root / "lane" / "table.deb")
    shutil.copy(newer(package), root / "lane" / "newer.deb")
    publish(root, package)
    step("fetching what it depends on, from Debian")
    fetch(root)
    rules(root)
    with Machine(root) as machine:
        table = Table(machine)
        install(table, figures)
        text_console(table)
        hold_back(table)
        hang(table, figures)
        crash(table)
        upgrade(table)
        update(table)
        shut_down(table)
    with Machine(root, ROOT, again=True) as machine:
        table = Table(machine)
        boot_again(table, figures)
        remove(table)
        drawn = no_panel(table)
        without_panel(table, figures, network=False)
        if with_net(table):
            without_panel(table, figures, network=True)
        else:
            print("nspawn lane: installing with a net skipped: apt reaches no mirror", flush=True)
        drawn()
        from_checkout(table)
    shutil.rmtree(root)


def lint(package: Path) -> None:
    """Check that lintian finds nothing except the tags in our overrides."""
    if shutil.which("lintian") is None:
        print("nspawn lane: lintian skipped: it isn't installed here", flush=True)
        return
    step("looking the package over with lintian")
    # Only the lane's package isn't compressed.
    loosely = ",".join(f"uses-no-compression-for-{part}-tarball" for part in ("control", "data"))
    command = ["lintian", "--allow-root", "--tag-display-limit=0", f"--suppress-tags={loosely}", str(package)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    expect(not done.stdout.strip(), f"lintian says:\n{done.stdout.strip()}")


def newer(package: Path, version: str = NEWER, *, dead: bool = False) -> Path:
    """Return the path of the same package with a higher version; if `dead`, its app exits at once."""
    unpacked, path = BUILD / "newer", BUILD / f"table-companion_{version}_amd64.deb"
    shutil.rmtree(unpacked, ignore_errors=True)
    subprocess.run(["dpkg-deb", "--raw-extract", package, unpacked], check=True)
    control = unpacked / "DEBIAN" / "control"
    written = control.read_text().splitlines()
    lines = [f"Version: {version}" if line.startswith("Version:") else line for line in written]
    control.write_text("\n".join(lines) + "\n")
    if dead:
        (unpacked / "usr" / "bin" / "companion").write_text("#!/bin/false\n")
    command = ["dpkg-deb", "--root-owner-group", "-Znone", "--build", str(unpacked), str(path)]
    subprocess.run(command, check=True, capture_output=True)
    return path


def fetch(root: Path) -> None:
    """Download Debian's packages; from here on there is no network."""
    once(root, *INSTALL, "--download-only", "/lane/table.deb", network=True)
    archives = root / "var" / "cache" / "apt" / "archives"
    for path in (BUILD / f"archives-{root.name}").glob("*.deb"):
        shutil.copy(path, archives)


def rules(root: Path) -> None:
    """Check what udev would run for lights and a stick, on devices that every machine has."""
    text = (ROOT / "systemd" / "companion.rules").read_text()
    stick = 'SUBSYSTEM=="block", SUBSYSTEMS=="usb", ENV{ID_FS_TYPE}=="vfat|exfat"'
    pad = 'SUBSYSTEM=="leds", SUBSYSTEMS=="hid"'
    for device, ours, run in (
        ("null", pad, "/bin/chgrp input {}/brightness"),
        ("null", pad, "/bin/chmod g+w {}/brightness"),
        ("null", 'SUBSYSTEM=="backlight"', "/bin/chgrp video {}/brightness {}/bl_power"),
        ("null", 'SUBSYSTEM=="backlight"', "/bin/chmod g+w {}/brightness {}/bl_power"),
        ("zero", stick, "--options=nosuid,nodev,noexec /dev/zero /run/media/system/-zero"),
    ):
        expect(ours in text, f"companion.rules has no {ours}")
        tried = root / "etc" / "udev" / "rules.d" / "70-tried.rules"
        tried.write_text(text.replace(ours, f'SUBSYSTEM=="mem", KERNEL=="{device}"'))
        place = f"/sys/devices/virtual/mem/{device}"
        output = once(root, "udevadm", "test", "--action=add", place)
        expect(f"{run.format(place, place)}'" in output, f"udev would not run {run}: {output}")
        tried.unlink()


def install(table: Table, figures: dict[str, str]) -> None:
    """Install the package offline; check that the service is up, enabled, and shows its first screen."""
    step("installing it, without a network")
    began = time.monotonic()
    table.machine.run(*INSTALL, "/lane/table.deb")
    table.up()
    figures["installed and ready after"] = f"{time.monotonic() - began:.1f} s"
    table.home()
    expect(table.shown("User") == "companion", f"it runs as {table.shown('User')}")
    state = table.shown("UnitFileState")
    expect(state == "enabled", f"at the next boot it would be {state}")
    output = table.machine.run("systemd-analyze", "verify", "--recursive-errors=one", SERVICE)
    expect(not output, f"systemd-analyze verify: {output}")


def stand_in(root: Path) -> None:
    """Replace the login on tty1 by a stand-in, as a container has no virtual terminals."""
    folder = root / "etc" / "systemd" / "system" / "getty@tty1.service.d"
    folder.mkdir(parents=True)
    (folder / "lane.conf").write_text(LOGIN)


def login(table: Table) -> str:
    """Return the state of the login on the console below the picture."""
    return table.machine.run("systemctl", "is-active", "getty@tty1.service", fails=True).strip()


def text_console(table: Table) -> None:
    """Check that the login never runs next to the table, even after a crash, but does once it is stopped."""
    step("looking who reads the keyboard beneath the picture")
    expect(login(table) == "inactive", f"the login is {login(table)} beside the table")
    table.up(since=table.kill("SEGV"))
    expect(login(table) == "inactive", f"after a crash the login is {login(table)} beside the table")
    table.systemctl("restart")
    table.up()
    expect(login(table) == "inactive", f"after a restart the login is {login(table)} beside the table")
    table.systemctl("stop")
    wait("the login is back", lambda: login(table) == "active")
    table.systemctl("start")
    table.up()
    expect(login(table) == "inactive", f"started again, the login is {login(table)} beside the table")


def hold_back(table: Table) -> None:
    """Check what the service may do, such as switch the backlight; no ports, no network, no other files."""
    step("trying what the service may and may not do")
    into = ("nsenter", "--net", "--target", table.process)
    listening = ("ss", "--no-header", "--listening", "--tcp", "--udp", "--numeric")
    ports = table.machine.run(*into, *listening)
    expect(not ports, f"it listens: {ports}")
    outside = table.machine.run(*listening, "--processes")
    expect("companion" not in outside and "python" not in outside, f"it listens: {outside}")

    # A stand-in for a Pi's backlight, as /sys is the host's and read-only in here.
    light = table.machine.folder / "srv" / "devices" / "panel" / "backlight" / "panel" / "bl_power"
    light.parent.mkdir(parents=True)
    light.write_text("0")
    table.machine.run("chgrp", "video", f"/{light.relative_to(table.machine.folder)}")
    light.chmod(0o664)
    table.machine.run("mount", "--bind", "/srv/devices", DEVICES)
    table.systemctl("restart")
    table.up()
    output = table.tried(f"echo 4 >{DEVICES}/panel/backlight/panel/bl_power")
    expect(light.read_text().strip() == "4", f"it can't switch the back-light off: {output}")

    stick(table)
    table.systemctl("restart")
    table.up()
    output = table.tried(f"touch {STICK}/copy && echo written")
    expect("written" in output, f"it can't write on a stick that was there before it: {output}")
    table.machine.run("umount", STICK)
    stick(table)
    output = table.tried(f"touch {STICK}/copy && echo written")
    expect("written" in output, f"it can't write on a stick that came after it: {output}")
    table.machine.run("umount", STICK)

    for place in (
        "/etc/passwd",
        "/usr/bin/companion",
        "/var/lib/other",
        "/home/other",
        "/proc/sys/kernel/hostname",
    ):
        output = table.tried(f"echo 1 >>{place} && echo written")
        expect("written" not in output, f"it may write {place}")
    output = table.tried("touch /var/lib/companion/mine && rm /var/lib/companion/mine && echo written")
    expect("written" in output, f"it may not write its own folder: {output}")
    output = table.tried('python3 -c "import socket; socket.socket(socket.AF_INET)"')
    refused = "not supported" in output or "not permitted" in output
    expect(refused, f"it may open an internet socket: {output}")
    for command in ("halt", "restart dbus.service", "stop companion-update.service"):
        output = table.tried(f"systemctl --no-ask-password {command} && echo done")
        expect("authentication required" in output, f"it may {command}: {output}")
    output = table.tried("timedatectl --no-ask-password set-timezone Europe/Paris && readlink /etc/localtime")
    expect("zoneinfo/Europe/Paris" in output, f"it may not set the time zone: {output}")
    # In a container the kernel always refuses this; check only that polkit allows it.
    for command in ("set-time '2030-01-02 03:04:05'", "set-ntp false"):
        output = table.tried(f"timedatectl --no-ask-password {command}")
        expect("authentication required" not in output, f"it may not {command}: {output}")
    local = "timedatectl --no-ask-password set-local-rtc 1"
    for command in (local, "hostnamectl --no-ask-password hostname mine"):
        output = table.tried(f"{command} && echo done")
        expect("done" not in output, f"it may {command}: {output}")


def stick(table: Table) -> None:
    """Mount a stick as udev would: owned by the table's user."""
    table.machine.run("mkdir", "-p", STICK)
    user = table.state.stat().st_uid
    table.machine.run("mount", "-t", "tmpfs", "-o", f"uid={user},mode=700", "stick", STICK)


def hang(table: Table, figures: dict[str, str]) -> None:
    """Check that the watchdog ends a hang, and that the match continues where it was."""
    step("stopping its loop in the middle of a match, and waiting for the watchdog")
    table.systemctl("stop")
    length = table.lay_match()
    table.systemctl("start")
    table.up()
    seen = table.shows("TableScreen")
    expect((seen.match, seen.length) == (MATCH, length), f"another match lies on the table: {seen}")
    expect(length == TURNED + 1, f"{length} entries were laid")

    play_on(table)
    before = table.rows()
    stopped = table.kill("STOP")
    table.up(since=stopped)
    ended = table.lines("Watchdog timeout")[-1]
    ready = int(table.shown("ActiveEnterTimestampMonotonic")) / 1e6
    figures["from the watchdog's end to ready again"] = f"{ready - ended:.2f} s"
    figures["the watchdog waits for"] = f"{int(table.shown('WatchdogUSec').rstrip('s')):d} s"
    seen = table.shows("TableScreen")
    expect((seen.match, seen.length) == (MATCH, len(before)), f"it doesn't go on where it was: {seen}")
    expect(table.rows() == before, "the record isn't the one before the hang")
    play_on(table)
    as_companion = ("runuser", "-u", "companion", "--", "env", "XDG_DATA_HOME=/var/lib")
    timeline = table.machine.run(*as_companion, "companion", "replay", MATCH)
    steps = [line for line in timeline.splitlines() if line[:4].strip().isdigit()]
    expect(len(steps) == len(before) + 1, f"companion replay tells {len(steps)} entries:\n{timeline}")


def play_on(table: Table) -> None:
    """Turn a card with the large pad's key, and check that it is saved."""
    before = table.rows()
    table.press(" ")
    wait("the card that was turned is on the disk", lambda: len(table.rows()) == len(before) + 1)
    expect(table.rows()[: len(before)] == before, "what was written before has changed")


def crash(table: Table) -> None:
    """Check that quick crashes in a row lead to the safe screen, and a restart out of it."""
    step(f"crashing it {QUICK} times")
    table.systemctl("restart")
    table.up()
    for times in range(1, QUICK + 1):
        expect(not table.lines("safe screen"), f"it starts safe after {times - 1} crashes")
        table.up(since=table.kill("SEGV"))
    wait("the journal says 'safe screen'", lambda: table.lines("safe screen"))
    table.shows("SafeScreen")
    table.systemctl("restart")
    table.up()
    table.shows("TableScreen")


def upgrade(table: Table) -> None:
    """Check that a newer version continues the match."""
    step("upgrading it")
    play_on(table)
    before, old = table.rows(), table.process
    table.machine.run(*INSTALL, "/lane/newer.deb")
    table.up(since=old)
    found = table.machine.run("dpkg-query", "--show", "--showformat=${Version}", "table-companion")
    expect(found == NEWER, f"version {found} is installed")
    seen = table.shows("TableScreen")
    expect((seen.match, seen.length) == (MATCH, len(before)), f"it doesn't go on where it was: {seen}")
    expect(table.rows() == before, "the record isn't the one before the upgrade")


def publish(root: Path, package: Path) -> None:
    """Make a key that the system trusts, and sign a dead version and a good one with it."""
    key = BUILD / "update.key"
    owner = root / "etc" / "table-companion"
    owner.mkdir()
    command = ["minisign", "-G", "-W", "-f", "-p", str(owner / "update.pub"), "-s", str(key)]
    subprocess.run(command, check=True, capture_output=True)
    for version, dead in ((DEAD, True), (NEWEST, False)):
        path = newer(package, version, dead=dead)
        subprocess.run(["minisign", "-S", "-s", key, "-m", path], check=True, capture_output=True)
        for made in (path, Path(f"{path}.minisig")):
            shutil.copy(made, root / "lane")


def update(table: Table) -> None:
    """Check that updates from a stick are refused if damaged, rolled back if dead, and else kept."""

    def put_in(version: str) -> None:
        for name in (f"table-companion_{version}_amd64.deb", f"table-companion_{version}_amd64.deb.minisig"):
            table.machine.run("cp", f"/lane/{name}", STICK)
        table.tried("systemctl --no-ask-password --no-block start companion-update.service")

    def version() -> str:
        return table.machine.run("dpkg-query", "--show", "--showformat=${Version}", "table-companion")

    result = table.machine.folder / "var" / "lib" / "table-companion" / "result.json"

    def outcome(why: str) -> bool:
        return result.exists() and f'"why": "{why}"' in result.read_text()

    before = table.rows()
    stick(table)
    step("updating it by a stick whose package is torn")
    table.machine.run("sh", "-c", f"cp /lane/*{NEWEST}* {STICK} && truncate -s -1 {STICK}/*.deb")
    output = table.tried("systemctl --no-ask-password start companion-update.service && echo done")
    expect("done" not in output and outcome("forged"), f"a torn package: {output} {result.read_text()}")
    expect(version() == NEWER, f"version {version()} is installed")
    table.machine.run("sh", "-c", f"rm {STICK}/*")

    step("updating it by a stick to a version that doesn't start")
    put_in(DEAD)
    wait("the dead version went back", lambda: outcome("went_back"))
    wait("the old version is back", lambda: version() == NEWER)
    table.up()
    table.shows("TableScreen")
    table.machine.run("sh", "-c", f"rm {STICK}/*")

    step("updating it by a stick")
    put_in(NEWEST)
    wait("the newest version is in", lambda: outcome("installed"))
    table.up()
    seen = table.shows("TableScreen")
    expect(version() == NEWEST, f"version {version()} is installed")
    expect((seen.match, seen.length) == (MATCH, len(before)), f"it doesn't go on where it was: {seen}")
    expect(table.rows() == before, "the record isn't the one before the update")
    trial = table.machine.folder / "etc" / "systemd" / "system" / "companion-trial.service"
    wait("it has settled", lambda: not trial.exists())
    expect(version() == NEWEST, f"version {version()} is installed after a minute")
    table.machine.run("umount", STICK)


def shut_down(table: Table) -> None:
    """Check that the table may shut its machine down."""
    step("having it shut the machine down")
    (table.machine.folder / "lane" / "tried").write_text("systemctl --no-ask-password poweroff\n")
    table.machine.run("systemctl", "--no-block", "reload", SERVICE)
    wait("the machine is off", lambda: table.machine.off, 30)


def boot_again(table: Table, figures: dict[str, str]) -> None:
    """Check that the table starts with the machine, and continues the match."""
    step("booting again")
    table.up()
    ready = int(table.shown("ActiveEnterTimestampMonotonic"))
    first = int(table.machine.run("systemctl", "show", "--value", "--property=UserspaceTimestampMonotonic"))
    figures["from systemd's start to ready"] = f"{(ready - first) / 1e6:.2f} s"
    began = int(table.shown("ExecMainStartTimestampMonotonic"))
    figures["of that, from its own start"] = f"{(ready - began) / 1e6:.2f} s"
    table.shows("TableScreen")
    expect(login(table) == "inactive", f"the login beneath the picture is {login(table)} after a boot")


def remove(table: Table) -> None:
    """Check that removing keeps the matches, and that purging leaves nothing but the user."""
    step("removing it, then purging it")
    before = table.rows()
    table.machine.run("dpkg", "--remove", "table-companion")
    expect(table.shown("ActiveState") != "active", "it still runs")
    wait("the login is back once it was removed", lambda: login(table) == "active")
    for place in ("usr/lib/table-companion", "usr/bin/companion", "usr/lib/systemd/system/companion.service"):
        expect(not (table.machine.folder / place).exists(), f"/{place} is still there")
    expect(table.rows() == before, "the match is gone, or another")
    table.machine.run("dpkg", "--purge", "table-companion")
    # The key belongs to the owner, so the package doesn't delete it.
    shutil.rmtree(table.machine.folder / "etc" / "table-companion")
    left = table.machine.run(
        *("find", "/etc", "/usr", "/var", "/run", "-xdev", "-iname", "*companion*"),
        *("-not", "-path", "*/companion.service.d*", "-not", "-path", "/var/cache/apt/*"),
    )
    expect(not left, f"left behind:\n{left}")


def no_panel(table: Table) -> Callable[[], object]:
    """Take the stand-in for a panel away; return a function that puts it back."""
    drawn = table.machine.folder / "etc" / "systemd" / "system" / f"{SERVICE}.d"
    aside = table.machine.folder / "lane" / "drawn"
    drawn.rename(aside)

    def back() -> None:
        aside.rename(drawn)
        table.machine.run("systemctl", "daemon-reload")

    return back


def with_net(table: Table) -> bool:
    """Return whether apt in the system can reach its mirror through this machine's network."""
    for name in ("resolv.conf", "hosts"):
        table.machine.folder.joinpath("etc", name).unlink(missing_ok=True)
        shutil.copy(f"/etc/{name}", table.machine.folder / "etc")
    output = table.machine.run("sh", "-c", f"{UPDATE} && echo reached", network=True, fails=True)
    return output.endswith("reached\n")


def without_panel(table: Table, figures: dict[str, str], *, network: bool) -> None:
    """Check that a machine without a panel installs and upgrades the package, and says what is missing.

    With `network`, apt downloads the dependencies from its mirror.
    """
    how = "with a net" if network else "without a net"
    step(f"installing it on a machine without a panel, {how}, and upgrading it")
    run = partial(table.machine.run, network=network)
    # Remove the dependencies, so that they are installed as on a fresh machine.
    run("apt-get", "autoremove", "--yes", "--quiet", "--purge")
    if network:
        run("apt-get", "clean")
    seen = len(table.lines("none is connected"))
    began = time.monotonic()
    run(*INSTALL, "/lane/table.deb")
    figures[f"installed without a panel, {how}, after"] = f"{time.monotonic() - began:.1f} s"
    wait("it says why there is no picture", lambda: len(table.lines("none is connected")) > seen)
    for word in ("missing", "make play"):
        expect(not table.lines(word), f"its first start says '{word}':\n{table.last_lines()}")
    run("dpkg-reconfigure", "table-companion")
    run(*INSTALL, "/lane/newer.deb")
    run("apt-get", "install", "--yes", "--quiet", "--fix-broken")
    status = run("dpkg-query", "--show", "--showformat=${Status}", "table-companion")
    expect(status == "install ok installed", f"the package is '{status}'")
    run("dpkg", "--purge", "table-companion")


def from_checkout(table: Table) -> None:
    """Check that install-pi installs a checkout, and removes it without a trace."""
    python = (ROOT / ".venv" / "bin" / "python").resolve()
    if not (table.machine.folder / python.relative_to("/")).exists():
        step(f"not trying `make install-pi`: {python} isn't in the fresh system")
        return
    step("installing from the checkout, and taking that away again")
    table.machine.run(str(ROOT / "systemd" / "install-pi"))
    table.up()
    table.home()
    expect(str(ROOT) in table.shown("ExecStart"), f"it doesn't run from here: {table.shown('ExecStart')}")
    (table.machine.folder / "home" / "somebody").mkdir()
    output = table.tried("ls /home")
    expect("somebody" not in output, f"it sees other people's homes: {output}")
    table.machine.run(str(ROOT / "systemd" / "install-pi"), "remove")
    unit = table.machine.folder / "etc/systemd/system/companion.service"
    expect(not unit.exists(), "the unit is there still")
    expect(table.store.exists(), "the matches are gone")
