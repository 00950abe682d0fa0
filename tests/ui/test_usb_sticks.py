"""Which mounted disks are sticks: told from a made-up kernel, for nobody plugs one in here."""

import subprocess
import sys
from pathlib import Path

import pytest

from ui.appliance.sticks import sticks

USB = "devices/pci0000:00/usb1/1-1/host0/block"
SOLDERED = "devices/platform/mmc/block"


class Kernel:
    """A folder that looks like /sys, and mounts as /proc tells them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.blocks = folder / "sys/class/block"
        self.blocks.mkdir(parents=True)
        self.mounts = folder / "mountinfo"
        self.mounts.write_text("22 1 0:5 / /proc rw - proc proc rw\nnonsense\n")

    def disk(self, name: str, bus: str, *, removable: bool, parts: int = 1) -> None:
        disk = self.folder / "sys" / bus / name
        disk.mkdir(parents=True)
        (disk / "removable").write_text(f"{int(removable)}\n")
        (self.blocks / name).symlink_to(disk)
        for number in range(1, parts + 1):
            part = disk / f"{name}{'p' * name[-1].isdigit()}{number}"
            part.mkdir()
            (part / "partition").write_text(f"{number}\n")
            (self.blocks / part.name).symlink_to(part)

    def mount(self, source: str, folder: Path | str, options: str = "rw,nosuid", kind: str = "vfat") -> None:
        where = str(folder).replace(" ", "\\040")
        with self.mounts.open("a") as file:
            file.write(f"36 25 8:1 / {where} {options} shared:1 - {kind} {source} rw\n")

    def found(self) -> list[tuple[str, Path, bool]]:
        return [(stick.name, stick.folder, stick.writable) for stick in sticks(self.mounts, self.blocks)]


@pytest.fixture
def kernel(tmp_path: Path) -> Kernel:
    kernel = Kernel(tmp_path)
    kernel.disk("mmcblk0", SOLDERED, removable=False, parts=2)
    kernel.mount("/dev/mmcblk0p2", "/", kind="ext4")
    return kernel


def plugged(kernel: Kernel, tmp_path: Path, *names: str) -> list[str]:
    """Plug sticks in, mounted in folders of these names; return what they are called."""
    for disk, name in zip(("sda", "sdb"), names, strict=False):
        kernel.disk(disk, f"{USB}/{disk}s", removable=True)
        folder = tmp_path / "media" / name
        folder.mkdir(parents=True, exist_ok=True)
        kernel.mount(f"/dev/{disk}1", folder)
    return [name for name, _, _ in kernel.found()]


@pytest.mark.parametrize(("folders", "called"), [
    (("BLUE-sda1",), ["BLUE"]),
    (("BLUE-sda1", "RED-sdb1"), ["BLUE", "RED"]),
    (("BLUE-sda1", "BLUE-sdb1"), ["BLUE-sda1", "BLUE-sdb1"]),
    (("-sda1",), ["sda1"]),
    (("-sda1", "-sdb1"), ["sda1", "sdb1"]),
    (("BLUE",), ["BLUE"]),
    (("BLUE-side",), ["BLUE-side"]),
])  # fmt: skip
def test_two_of_a_label(folders: tuple[str, ...], called: list[str], kernel: Kernel, tmp_path: Path) -> None:
    """The rule for udev mounts each by its label and the kernel's name; that shows only where it must."""
    assert plugged(kernel, tmp_path, *folders) == called


@pytest.fixture
def media(tmp_path: Path) -> Path:
    """Where a stick is mounted; its label has a space in it."""
    folder = tmp_path / "media" / "MY STICK"
    folder.mkdir(parents=True)
    return folder


def test_a_mounted_stick_is_one_by_its_label_however_often(kernel: Kernel, media: Path) -> None:
    assert kernel.found() == []
    kernel.disk("sda", USB, removable=True)
    assert kernel.found() == []
    kernel.mount("/dev/sda1", media)
    assert kernel.found() == [("MY STICK", media, True)]
    assert sticks(kernel.mounts, kernel.blocks)[0].free > 0
    kernel.mount("/dev/sda1", media.parent)
    assert kernel.found() == [("MY STICK", media, True)]


@pytest.mark.parametrize(("parts", "removable", "kind", "options"), [
    (0, True, "vfat", "rw"),
    # A large disk on USB doesn't say that it can be pulled out.
    (1, False, "fuseblk", "rw"),
    (1, True, "vfat", "ro,nosuid"),
])  # fmt: skip
def test_a_stick_may_have_no_partitions_be_large_or_for_reading_only(
    kernel: Kernel, media: Path, parts: int, removable: bool, kind: str, options: str
) -> None:
    kernel.disk("sda", USB, removable=removable, parts=parts)
    kernel.mount(f"/dev/sda{parts or ''}", media, options, kind)
    assert kernel.found() == [("MY STICK", media, options == "rw")]


def test_what_the_machine_runs_from_is_no_stick(kernel: Kernel, media: Path) -> None:
    """A Pi that boots from USB, with a partition for data beside the root."""
    kernel.disk("sda", USB, removable=True, parts=3)
    kernel.mount("/dev/sda2", "/boot/firmware")
    kernel.mount("/dev/sda3", media)
    assert kernel.found() == []


def test_a_soldered_disk_and_a_pulled_out_stick_are_none(kernel: Kernel, media: Path) -> None:
    kernel.mount("/dev/mmcblk0p1", media)
    kernel.mount("/dev/sdz1", media)
    kernel.disk("sda", USB, removable=True)
    kernel.mount("/dev/sda1", media / "gone")
    assert kernel.found() == []


def test_no_kernel_no_sticks(tmp_path: Path) -> None:
    assert sticks(tmp_path / "none", tmp_path) == ()


def test_the_kernel_says_when_something_is_mounted_or_goes(tmp_path: Path) -> None:
    """In a place of its own, where anybody may mount."""
    script = f"""
import os, threading
from ui.appliance.sticks import watch
woken = threading.Semaphore(0)
threading.Thread(target=watch, args=(lambda: woken.release() or True,), daemon=True).start()
for command in ("mount -t tmpfs stick {tmp_path}", "umount {tmp_path}"):
    woken.acquire()
    while woken.acquire(blocking=False):
        pass
    assert os.system(command) == 0
    assert woken.acquire(timeout=60), command
    woken.release()
print("seen")
"""
    own = ["unshare", "--user", "--map-root-user", "--mount"]
    try:
        subprocess.run([*own, "mount", "-t", "tmpfs", "stick", tmp_path], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("nobody may mount here, not even in a place of their own")
    done = subprocess.run([*own, sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.stdout == "seen\n", done.stderr
