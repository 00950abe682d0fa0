"""What machine this is, and whether it is one at all: the report says so in its first line."""

import os
import platform
from pathlib import Path

MODEL = "proc/device-tree/model"
PROCESSOR = "proc/cpuinfo"
CHIPS = "sys/bus/gpio/devices"

PRETENDED = ("gpio-sim", "gpio-mockup")
"""Drivers of the kernel whose lines exist in memory only."""

ROOT = Path("/")


def machine(root: Path = ROOT) -> str:
    """Return the model of this machine, or at least its kind of processor."""
    try:
        return (root / MODEL).read_text(errors="replace").rstrip("\0\n")
    except OSError:
        return f"{platform.machine()}, no Raspberry Pi"


def kernel() -> str:
    """Return the name of the running kernel."""
    return platform.release()


def emulated(chip: str, root: Path = ROOT) -> str:
    """Return what is only made up here, in a few words; empty where nothing shows. `chip`: `gpiochip0`."""
    found = []
    device = os.path.realpath(root / CHIPS / chip)
    for driver in PRETENDED:
        if driver in device:
            found.append(f"the lines of {chip} are simulated by the kernel ({driver})")
    try:
        flags = (root / PROCESSOR).read_text(errors="replace").split()
    except OSError:
        flags = []
    if "hypervisor" in flags:
        found.append("this is a virtual machine")
    return ", ".join(found)
