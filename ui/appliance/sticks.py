"""Finds mounted USB sticks from the kernel's `/proc/self/mountinfo` and `/sys/class/block`.

Mounting them is the system's job: it needs rights that the app doesn't have.
"""

import os
import re
import select
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

MOUNTS = Path("/proc/self/mountinfo")
BLOCKS = Path("/sys/class/block")
SYSTEM = ("/", "/boot", "/usr", "/var", "/etc", "/home")
"""A disk mounted at one of these runs the system, whatever bus it is on."""


class Stick(Struct, frozen=True):
    """A mounted stick: its label, mount point, free bytes, and whether we can write to it."""

    name: str
    folder: Path
    free: int
    writable: bool


class _Mount(Struct, frozen=True):
    """A line of mountinfo: folders of disk and partition under /sys, mount point, whether it is read-only."""

    disk: Path
    part: Path
    folder: str
    reading: bool


def sticks(mounts: Path = MOUNTS, blocks: Path = BLOCKS) -> tuple[Stick, ...]:
    """Return the mounted sticks, sorted by name, without any that has just been pulled out."""
    try:
        lines = mounts.read_text("utf-8", "replace").splitlines()
    except OSError:
        return ()
    mounted = [mount for line in lines if (mount := _mount(line, blocks)) is not None]
    running = {mount.disk for mount in mounted if mount.folder in SYSTEM or mount.folder.startswith("/boot/")}
    # A partition mounted in two places is one stick: the first place counts.
    by_part = {mount.part: mount for mount in reversed(mounted)}
    plugged = [
        stick
        for mount in by_part.values()
        if mount.disk not in running and _pluggable(mount.disk) and (stick := _stick(mount)) is not None
    ]
    names = [stick.name for stick in plugged]
    # Sticks with the same label get the kernel's name added, as in the folders of our udev rule.
    named = [
        replace(stick, name=stick.folder.name) if names.count(stick.name) > 1 else stick for stick in plugged
    ]
    return tuple(sorted(named, key=lambda stick: (stick.name, stick.folder)))


def watch(changed: Callable[[], bool], mounts: Path = MOUNTS) -> None:
    """Call `changed` now and at every mount and unmount, as long as it returns True.

    Blocks, so give it a thread of its own; the kernel wakes it, so it costs no time.
    """
    with mounts.open("rb") as file:
        waiting = select.poll()
        waiting.register(file, select.POLLPRI)
        while changed() and waiting.poll():
            pass


def called(folder: Path) -> str:
    """Return a stick's label from its folder's name, without the kernel name that our udev rule appends."""
    return re.sub(r"(?<=.)-sd[a-z]+\d*$", "", folder.name).removeprefix("-")


def _mount(line: str, blocks: Path) -> _Mount | None:
    """Read a line of mountinfo; None if it mounts no disk (see proc_pid_mountinfo(5) for the fields)."""
    before, dash, after = line.partition(" - ")
    fields, source = before.split(), after.split()
    if not dash or len(fields) < 6 or len(source) < 2 or not source[1].startswith("/dev/"):
        return None
    # By the device's name, not its number: FUSE file systems have made-up numbers.
    block = blocks / Path(_plain(source[1])).name
    if not block.exists():
        return None
    device = block.resolve()
    disk = device.parent if (device / "partition").exists() else device
    return _Mount(disk, device, _plain(fields[4]), "ro" in fields[5].split(","))


def _plain(escaped: str) -> str:
    r"""Undo the kernel's escapes: `\040` is a space."""
    return re.sub(r"\\([0-7]{3})", lambda match: chr(int(match[1], 8)), escaped)


def _pluggable(disk: Path) -> bool:
    """Return whether a disk can be unplugged: the kernel says so, or it is on USB (as large ones are)."""
    try:
        removable = (disk / "removable").read_text().strip() == "1"
    except OSError:
        return False
    return removable or any(re.fullmatch(r"usb\d+", part) for part in disk.parts)


def _stick(mount: _Mount) -> Stick | None:
    folder = Path(mount.folder)
    try:
        room = os.statvfs(folder)
    except OSError:
        return None
    writable = not mount.reading and os.access(folder, os.W_OK)
    return Stick(called(folder), folder, room.f_bavail * room.f_frsize, writable)
