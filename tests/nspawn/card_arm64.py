"""The folder for a card, at its first start in a whole emulated arm64 machine without a network.

It has Debian 13's kernel and cloud-init, and a FAT boot partition with the files of the Imager and the owner.
It isn't a Pi: kernel, screen and firmware differ. The first run takes an hour.
"""

import re
import shutil
import subprocess
import time
from pathlib import Path

from tests.nspawn import arm64, card
from tests.nspawn.system import BUILD, CannotRunError, expect, fresh, step
from tests.nspawn.table import SERVICE

SYSTEM = (*card.SYSTEM, "linux-image-arm64", "netplan.io", "kmod", "e2fsprogs", "dosfstools")
FSTAB = "LABEL=rootfs / ext4 defaults 0 1\nLABEL=bootfs /boot/firmware vfat defaults 0 2\n"
SLOWLY = """
[Service]
# There is no screen, and everything takes twenty times as long.
Environment=SDL_VIDEODRIVER=offscreen SDL_AUDIODRIVER=dummy LP_NUM_THREADS=0
TimeoutStartSec=1800
WatchdogSec=300
"""
READY = (f"Started {SERVICE}", "Finished table-install.service")
"""systemd's messages on the console when the table is ready, and when the installation is done."""
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
PATIENCE = 3600.0


def run(figures: dict[str, str]) -> None:
    """Test the folder for a Pi, adding to `figures`."""
    arm64.emulate()
    for tool in ("qemu-system-aarch64", "mkfs.vfat", "mcopy", "mke2fs"):
        if shutil.which(tool) is None:
            raise CannotRunError(f"{tool} isn't there")
    root = fresh("trixie", "arm64", SYSTEM)
    folder = card.folder_for("arm64")
    machine = BUILD / "card-machine"
    shutil.rmtree(machine, ignore_errors=True)
    machine.mkdir()
    kernel, start = (next((root / "boot").glob(name)) for name in ("vmlinuz-*", "initrd.img-*"))
    shutil.copy(kernel, machine / "kernel")
    shutil.copy(start, machine / "start")
    (root / "etc" / "fstab").write_text(FSTAB)
    (root / "etc" / "cloud" / "cloud.cfg.d" / "99-lane.cfg").write_text(card.LOOKED_FOR)
    slowly = root / "etc" / "systemd" / "system" / f"{SERVICE}.d" / "lane.conf"
    slowly.parent.mkdir()
    slowly.write_text(SLOWLY)
    (root / card.BOOT).mkdir(parents=True)
    card.write_card(machine / "boot", folder)
    copied = [f"boot/{path.name}" for path in (machine / "boot").iterdir()]
    made(machine, "truncate", "-s", "512M", "boot.img")
    made(machine, "mkfs.vfat", "-n", "bootfs", "-F", "32", "boot.img")
    made(machine, "mcopy", "-s", "-i", "boot.img", *copied, "::")
    made(machine, "truncate", "-s", "4G", "root.img")
    made(machine, "mke2fs", "-q", "-t", "ext4", "-L", "rootfs", "-d", str(root), "root.img")

    step("its first start in an emulated machine, without a net")
    began = time.monotonic()
    start_up(machine)
    figures["from power-on to READY, emulated"] = f"{time.monotonic() - began:.0f} s"
    log = made(machine, "mtype", "-i", "boot.img", "::table/log.txt")
    expect("table: installed" in log, f"it started, and the log on the card says otherwise:\n{log[-800:]}")
    shutil.rmtree(root)
    shutil.rmtree(machine)


def start_up(machine: Path) -> None:
    """Start the machine, wait until the table is ready, pull the plug; WrongError with the console's end."""
    console = machine / "console"
    console.touch()
    qemu = subprocess.Popen(
        [
            *("qemu-system-aarch64", "-M", "virt", "-cpu", "cortex-a72", "-accel", "tcg,thread=multi"),
            *("-smp", "2", "-m", "2G", "-nic", "none", "-display", "none", "-no-reboot"),
            *("-kernel", "kernel", "-initrd", "start", "-serial", f"file:{console}"),
            *("-append", "root=LABEL=rootfs console=ttyAMA0 ds=nocloud;i=rpi-imager-1732600000000"),
            *("-drive", "file=root.img,format=raw,if=virtio,cache=unsafe"),
            *("-drive", "file=boot.img,format=raw,if=virtio,cache=unsafe"),
        ],
        cwd=machine,
        stdin=subprocess.DEVNULL,
    )
    try:
        end = time.monotonic() + PATIENCE
        while not all(words in (screen := plain(console)) for words in READY):
            expect(qemu.poll() is None, f"the machine has ended:\n{screen[-800:]}")
            late = f"after {PATIENCE:.0f} s the table still isn't ready:\n{screen[-800:]}"
            expect(time.monotonic() < end, late)
            time.sleep(1)
    finally:
        qemu.kill()
        qemu.wait()


def plain(console: Path) -> str:
    """Return a console's text without colour codes."""
    return COLOUR.sub("", console.read_text(errors="replace"))


def made(folder: Path, *command: str) -> str:
    """Run a tool that makes images; return its output, WrongError if it fails."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    expect(done.returncode == 0, f"{command[0]}: {done.stderr.strip()}")
    return done.stdout
