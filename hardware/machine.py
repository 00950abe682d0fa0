"""What machine this is, and whether it is real: the laboratory's report says so in its first line."""

import grp
import os
import platform
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Self

from hardware.errors import NoPermissionError

MODEL = "proc/device-tree/model"
PROCESSOR = "proc/cpuinfo"
CHIPS = "sys/bus/gpio/devices"

PRETENDED = ("gpio-sim", "gpio-mockup")
"""Kernel drivers whose lines exist only in memory."""

ROOT = Path("/")


def machine(root: Path = ROOT) -> str:
    """Return the model of this Raspberry Pi, or else the kind of processor."""
    try:
        return (root / MODEL).read_text(errors="replace").rstrip("\0\n")
    except OSError:
        return f"{platform.machine()}, no Raspberry Pi"


def kernel() -> str:
    """Return the name of the running kernel."""
    return platform.release()


def emulated(chip: str, root: Path = ROOT) -> str:
    """Return what is simulated here, in a few words; empty if nothing seems to be. `chip`: as `gpiochip0`."""
    signs = []
    device = os.path.realpath(root / CHIPS / chip)
    for driver in PRETENDED:
        if driver in device:
            signs.append(f"the lines of {chip} are simulated by the kernel ({driver})")
    try:
        flags = (root / PROCESSOR).read_text(errors="replace").split()
    except OSError:
        flags = []
    if "hypervisor" in flags:
        signs.append("this is a virtual machine")
    return ", ".join(signs)


# Objects for a `with` statement.


class Closing(ABC):
    """Base class of what is closed at the end of a `with` statement, even after an exception."""

    @abstractmethod
    def close(self) -> None:
        """Release what is held."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


# Which processes belong to this program: itself, and those it started, such as the one with the buttons.

PROCESSES = Path("/proc")


def is_ours(process: int, processes: Path = PROCESSES) -> bool:
    """Return whether a process is this one, or one that this one started."""
    if process == os.getpid():
        return True
    try:
        # 4711 (a name with ) in it) S 4710 ...: the parent is the second after the name.
        parent = (processes / str(process) / "stat").read_text().rpartition(")")[2].split()[1]
    except (OSError, IndexError):
        return False
    return parent == str(os.getpid())


# A device that this user may not open: who may, and how to get that right.


def not_allowed(name: str, path: str) -> NoPermissionError:
    """Return the error for a device that this user may not open."""
    return NoPermissionError(f"{name}: this user may not open {path}; {remedy(path)}")


def remedy(path: str) -> str:
    """Return what lets a user open a device: joining its group, or owning it if the group is root's."""
    group = group_of(path)
    if group in ("", "root"):
        return f"make it yours until the machine restarts (sudo chown $USER {path})"
    return f"add it to the group {group} (sudo usermod -aG {group} $USER) and log in again"


def group_of(path: str) -> str:
    """Return the name of a device's group; empty if it is unknown."""
    try:
        return grp.getgrgid(os.stat(path).st_gid).gr_name
    except (OSError, KeyError):
        return ""


# Recognizing the Raspberry Pi's 40-pin header among GPIO chips.

HEADER_LABELS = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
"""Labels of the chips that drive it: Pi 5, Pi 4, and all earlier ones."""
