"""The open file of one Linux input device: its reports, its state, and exclusive access.

The ioctl numbers are those of linux/input.h, the same on every processor that we run on.
"""

import errno
import fcntl
import os
import struct
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Protocol

from hardware.errors import HardwareError, NotAPadError, PadBusyError, PadMissingError
from hardware.machine import not_allowed
from hardware.usb.devices import FoundPad, PadLister, find_pad, list_pads
from hardware.usb.reports import EVENT, Axis, DeviceState
from hardware.wiring.wiring import UsbPlug

SET_CLOCK = 0x400445A0
"""EVIOCSCLOCKID: which clock stamps this file's reports; by default the wall clock."""
GRAB = 0x40044590
"""EVIOCGRAB: nobody else receives the device's events until this file releases it or closes."""
KEYS_BYTES = 96
GET_KEYS = 0x80000000 | KEYS_BYTES << 16 | 0x4518
"""EVIOCGKEY: which keys are down now. It removes unread key events from the file's queue."""
ABSINFO = struct.Struct("@6i")
"""`struct input_absinfo`: value, minimum, maximum, fuzz, flat, resolution."""
GET_AXIS = 0x80000000 | ABSINFO.size << 16 | 0x4540
"""EVIOCGABS of axis 0."""

MOST_AT_ONCE = 64 * EVENT.size


class PadFile(Protocol):
    """What a link needs of an open device. Nothing blocks; all of it raises OSError if the device is gone."""

    def fileno(self) -> int:
        """The file descriptor to wait on."""

    def read(self) -> bytes:
        """Return whole events that have come in, perhaps none."""

    def state(self) -> DeviceState:
        """Return what is down now; unread reports may be lost by that."""

    def grab(self, alone: bool) -> None:
        """Take the device exclusively, or share it again. Raises OSError: EBUSY if another program has it."""

    def close(self) -> None:
        """Release the device."""


class EventFile:
    """A `PadFile` at a path, stamped by CLOCK_MONOTONIC. Raises OSError if it can't be opened.

    `axes`: the axes that its state includes.
    """

    def __init__(self, path: str, axes: Iterable[int] = ()) -> None:
        self._axes = tuple(axes)
        self._file = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            fcntl.ioctl(self._file, SET_CLOCK, struct.pack("@i", time.CLOCK_MONOTONIC))
        except BaseException:
            os.close(self._file)
            raise

    def fileno(self) -> int:
        """The file descriptor to wait on."""
        return self._file

    def read(self) -> bytes:
        """Return whole events that have come in, perhaps none."""
        try:
            data = os.read(self._file, MOST_AT_ONCE)
        except BlockingIOError:
            return b""
        if not data:
            raise OSError(errno.ENODEV, "the device is gone")
        return data

    def state(self) -> DeviceState:
        """Return what is down now; unread reports may be lost by that."""
        mask = bytearray(KEYS_BYTES)
        fcntl.ioctl(self._file, GET_KEYS, mask)
        bits = int.from_bytes(mask, "little")
        axes = {}
        for axis in self._axes:
            about = bytearray(ABSINFO.size)
            fcntl.ioctl(self._file, GET_AXIS + axis, about)
            axes[axis] = Axis(*ABSINFO.unpack(about)[:3])
        return DeviceState(frozenset(key for key in range(8 * KEYS_BYTES) if bits >> key & 1), axes)

    def grab(self, alone: bool) -> None:
        """Take the device exclusively, or share it again. Raises OSError: EBUSY if another program has it."""
        fcntl.ioctl(self._file, GRAB, int(alone))

    def close(self) -> None:
        """Release the device."""
        with suppress(OSError):
            os.close(self._file)


def open_device(plug: UsbPlug, lister: PadLister = list_pads) -> tuple[FoundPad, PadFile]:
    """Find and open a pad.

    Raises PadMissingError, NoPermissionError, PadBusyError or NotAPadError, each saying what to do.
    """
    pad = find_pad(plug, lister)
    name = f'USB pad "{plug.name}"'
    try:
        return pad, _open_pad(pad)
    except OSError as error:
        if error.errno in (errno.ENOENT, errno.ENODEV, errno.ENXIO):
            raise PadMissingError(unplugged(plug.name)) from error
        if error.errno in (errno.EACCES, errno.EPERM):
            raise not_allowed(name, pad.path) from error
        if error.errno == errno.EBUSY:
            raise PadBusyError(taken(plug.name)) from error
        raise NotAPadError(f"{name}: {pad.path} isn't an input device ({error.strerror})") from error


def _open_pad(pad: FoundPad) -> PadFile:
    """Open a pad. Raises OSError if another program has it exclusively: it would stay silent."""
    file = EventFile(pad.path, pad.axes)
    try:
        file.grab(True)
        file.grab(False)
    except OSError:
        file.close()
        raise
    return file


Refusal = Callable[[UsbPlug, PadLister], HardwareError | None]
"""Returns why a pad can't be opened now; None if it can."""


def refusal(plug: UsbPlug, lister: PadLister = list_pads) -> HardwareError | None:
    """Return why a pad can't be opened now; None if it can."""
    try:
        _, file = open_device(plug, lister)
    except HardwareError as error:
        return error
    file.close()
    return None


def unplugged(name: str) -> str:
    """Return the text for a pad that was unplugged."""
    return f'USB pad "{name}": it was unplugged; plug it in again'


def taken(name: str) -> str:
    """Return the text for a pad that another program has exclusively."""
    return f'USB pad "{name}": another program has it for itself, as a table has that plays; close it'
