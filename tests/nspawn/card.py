"""The folder for a card, on a Debian 13 whose cloud-init reads it as on Raspberry Pi OS, without a network.

The plug is pulled during the first start, and the next start must complete the installation. Here the boot
partition is a folder in a container, and the system is for a PC.
"""

import platform
import shutil
import subprocess
import time
from pathlib import Path

from tests.nspawn.system import BUILD, ROOT, CannotRunError, Machine, built, expect, fresh, step, wait
from tests.nspawn.table import SERVICE, Table

SYSTEM = ("systemd", "systemd-sysv", "udev", "dbus", "python3", "cloud-init", "iproute2")
"""Fewer packages than Raspberry Pi OS Lite, so that nothing missing in the folder is there by chance."""

BOOT = Path("boot/firmware")
LOOKED_FOR = """\
datasource_list: [NoCloud, None]
datasource:
  NoCloud:
    seedfrom: file:///boot/firmware/
"""
"""Where cloud-init looks, as the vendor's package seems to configure it, judging by its issues."""

SETTINGS = {
    "meta-data": "instance-id: rpi-imager-1732600000000\n",
    "network-config": "network:\n  version: 2\n",
    "user-data": """\
#cloud-config
hostname: table
manage_etc_hosts: true
packages:
- avahi-daemon
users:
- name: me
  groups: users,adm,dialout,audio,video,input,render
  shell: /bin/bash
  lock_passwd: true
runcmd:
- [ sh, -c, "echo imager >/var/lib/imager-was-here" ]
""",
}
"""What Raspberry Pi Imager 2 writes for an owner who names the Pi and a user, according to its source."""

HALF_WAY = "Unpacking mesa-libgallium"
"""apt's message at which the plug is pulled: some packages are unpacked then, but not ours."""

PATIENCE = 300.0


def folder_for(architecture: str) -> Path:
    """Build the folder for a card; CannotRunError if Debian's packages aren't available."""
    package = built(architecture)
    step("making the folder for a card")
    folder = BUILD / f"card-{architecture}"
    build = [str(ROOT / "systemd" / "card" / "build"), str(package), str(folder)]
    done = subprocess.run(build, capture_output=True, text=True, check=False)
    if "can't be had" in done.stderr:
        raise CannotRunError(done.stderr.strip())
    expect(done.returncode == 0, done.stderr.strip())
    return folder


def write_card(boot: Path, folder: Path) -> None:
    """Write a boot partition as the Imager and then the owner do."""
    boot.mkdir(parents=True, exist_ok=True)
    for name, text in SETTINGS.items():
        (boot / name).write_text(text)
    shutil.copytree(folder, boot, dirs_exist_ok=True)


def run(figures: dict[str, str]) -> None:
    """Test the folder for a PC, adding to `figures`."""
    if platform.machine() != "x86_64":
        raise CannotRunError(f"the folder to be tried is for x86_64, this is {platform.machine()}")
    root = fresh("trixie", "amd64", SYSTEM)
    folder = folder_for("amd64")
    figures["the folder"] = f"{sum(path.stat().st_size for path in folder.rglob('*')) / 1e6:.0f} MB"
    write_card(root / BOOT, folder)
    (root / "etc" / "cloud" / "cloud.cfg.d" / "99-lane.cfg").write_text(LOOKED_FOR)
    Table.prepare(root)
    log = root / BOOT / "table" / "log.txt"

    def waits_for(words: str) -> bool:
        text = log.read_text(errors="replace") if log.exists() else ""
        expect("table: not installed" not in text, text)
        return words in text

    step("its first start, and the plug is pulled half way")
    with Machine(root, busy=True) as machine:
        wait("half of it is unpacked", lambda: waits_for(HALF_WAY), PATIENCE)
        machine.pull()
    expect(not waits_for("table: installed"), "the plug was pulled too late to try anything")

    step("the next start, without a net")
    began = time.monotonic()
    with Machine(root, ROOT, busy=True, again=True) as machine:
        try:
            wait("it is installed", lambda: waits_for("table: installed"), PATIENCE)
        finally:
            shutil.copy(log, BUILD / "card.log")
        table = Table(machine)
        table.up()
        figures["from power-on to READY, the packages being installed"] = f"{time.monotonic() - began:.0f} s"
        table.home()
        expect(table.shown("UnitFileState") == "enabled", f"{SERVICE} isn't there at the next start")
        left = machine.run("systemctl", "is-enabled", "table-install.service", fails=True).strip()
        expect(left == "disabled", f"it would be installed again: {left}")
        links = machine.run("ip", "-brief", "link").split()[0::4]
        expect(links == ["lo"], f"it had a net: {links}")
        # We mustn't get in the way of the owner's settings.
        expect("me:" in machine.run("getent", "passwd", "me"), "the Imager's user isn't there")
        expect((root / "var" / "lib" / "imager-was-here").exists(), "the Imager's commands were left out")
    shutil.rmtree(root)
