"""Finds the GPIO chip of the Pi's header, by its label, since numbers change between kernels."""

import errno
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import gpiod
from gpiozero.compat import frozendict
from gpiozero.pins import BoardInfo, HeaderInfo, PinInfo

from hardware.errors import ChipMissingError, NoPermissionError
from hardware.machine import HEADER_LABELS, remedy

CHIP_VARIABLE = "GPIOZERO_GPIOD_CHIP"
"""Environment variable naming another chip, by label, name (`gpiochip0`) or path."""

DEVICES = Path("/dev")


@dataclass(frozen=True)
class FoundChip:
    """A GPIO chip of this machine; label and line count are None if this user may not open it."""

    path: str
    name: str
    label: str | None
    lines: int | None


CONSUMER_PREFIX = "gpiozero-"
"""Prefix of the consumer name of every program that uses our pin factory; its process id follows."""


def our_name() -> str:
    """Return the consumer name of our lines, with our process id, so that somebody can end this process."""
    return f"{CONSUMER_PREFIX}{os.getpid()}"


def list_chips(devices: Path = DEVICES) -> list[FoundChip]:
    """Return every GPIO chip under `devices`, by name; links to chips are left out."""
    paths = {path.resolve() for path in devices.glob("gpiochip*")}
    return [_read_chip(path) for path in sorted(paths) if gpiod.is_gpiochip_device(str(path))]


def find_chip(wanted: str | None = None, lister: Callable[[], list[FoundChip]] = list_chips) -> FoundChip:
    """Return the chip named by `wanted`, or by `CHIP_VARIABLE`, or else the header's.

    Raises ChipMissingError if there is none, NoPermissionError if it may be one that we can't open.
    """
    chips = lister()
    wanted = wanted or os.environ.get(CHIP_VARIABLE) or None
    if wanted is not None:
        found = next((chip for chip in chips if wanted in (chip.label, chip.name, chip.path)), None)
    else:
        found = next((chip for chip in chips if chip.label in HEADER_LABELS), None)
    if found is not None and found.label is not None:
        return found
    closed = [chip.path for chip in chips if chip.label is None]
    if closed:
        raise NoPermissionError(f"this user may not open {', '.join(closed)}; {remedy(closed[0])}")
    described = ", ".join(f"{chip.name} ({chip.label})" for chip in chips) or "none at all"
    if wanted is None:
        raise ChipMissingError(
            f"no GPIO chip of a Raspberry Pi header here, found {described}: "
            f"run this on a Pi, or name another chip in {CHIP_VARIABLE}"
        )
    what_to_do = "name one of these" if chips else "run this on a Pi"
    raise ChipMissingError(f"no GPIO chip called {wanted!r} here, found {described}: {what_to_do}")


def _read_chip(path: Path) -> FoundChip:
    try:
        with gpiod.Chip(str(path)) as chip:
            info = chip.get_info()
            return FoundChip(str(path), path.name, info.label, info.num_lines)
    except OSError as error:
        if error.errno not in (errno.EACCES, errno.EPERM):
            raise
        return FoundChip(str(path), path.name, None, None)


# gpiozero's description of a board, for chips that aren't a Raspberry Pi's.


def chip_board(label: str, lines: int) -> BoardInfo:
    """Return a board with one header: its pins are the lines 0 to `lines` - 1, named GPIO0 and so on."""
    pins = {line + 1: _pin(line) for line in range(lines)}
    header = HeaderInfo(name="GPIO", rows=lines, columns=1, pins=frozendict(pins))
    return BoardInfo(
        revision="0000",
        model=label,
        pcb_revision="",
        released="",
        soc="",
        manufacturer="",
        memory=None,
        storage="",
        usb=0,
        usb3=0,
        ethernet=0,
        eth_speed=0,
        wifi=False,
        bluetooth=False,
        csi=0,
        dsi=0,
        headers=frozendict({"GPIO": header}),
        board="",
    )


def _pin(line: int) -> PinInfo:
    names = frozenset({line, str(line), f"GPIO{line}", f"BCM{line}"})
    return PinInfo(
        number=line + 1,
        name=f"GPIO{line}",
        names=names,
        pull="",
        row=line + 1,
        col=1,
        interfaces=frozenset({"gpio"}),
    )
