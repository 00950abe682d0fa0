"""The open file of one Linux input device: its reports, its state, and the right to hear it alone.

The numbers of its ioctls are those of linux/input.h, the same on every processor that we run on.
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
"""EVIOCSCLOCKID: which clock stamps the reports of this file; if nobody asks, it is the wall clock."""
GRAB = 0x40044590
"""EVIOCGRAB: nobody else hears the device until this file lets go or closes."""
KEYS_BYTES = 96
GET_KEYS = 0x80000000 | KEYS_BYTES << 16 | 0x4518
"""EVIOCGKEY: which keys are down now. It takes key events that weren't read yet out of the file's queue."""
ABSINFO = struct.Struct("@6i")
"""`struct input_absinfo`: value, minimum, maximum, fuzz, flat, resolution."""
GET_AXIS = 0x80000000 | ABSINFO.size << 16 | 0x4540
"""EVIOCGABS of axis 0."""

MOST_AT_ONCE = 64 * EVENT.size


class PadFile(Protocol):
    """What a link needs of an open device; nothing here waits, all of it raises OSError when it is gone."""

    def fileno(self) -> int:
        """The file descriptor, to wait for."""

    def read(self) -> bytes:
        """Return whole events that have come in, perhaps none."""

    def state(self) -> DeviceState:
        """Return what is down now; reports that came before may be lost by that."""

    def grab(self, alone: bool) -> None:
        """Be the only one who hears the device, or let others hear it again; EBUSY where somebody else is."""

    def close(self) -> None:
        """Let the device go."""


class EventFile:
    """A `PadFile` at a path, stamped by CLOCK_MONOTONIC; OSError where it can't be had.

    `axes` are those that its state tells of.
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
        """The file descriptor, to wait for."""
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
        """Return what is down now; reports that came before may be lost by that."""
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
        """Be the only one who hears the device, or let others hear it again; EBUSY where somebody else is."""
        fcntl.ioctl(self._file, GRAB, int(alone))

    def close(self) -> None:
        """Let the device go."""
        with suppress(OSError):
            os.close(self._file)


def open_device(plug: UsbPlug, lister: PadLister = list_pads) -> tuple[FoundPad, PadFile]:
    """Find and open a pad.

    Raises PadMissingError, NoPermissionError, PadBusyError or NotAPadError, each saying what to do.
    """
    found = find_pad(plug, lister)
    name = f'USB pad "{plug.name}"'
    try:
        return found, _heard(found)
    except OSError as error:
        if error.errno in (errno.ENOENT, errno.ENODEV, errno.ENXIO):
            raise PadMissingError(unplugged(plug.name)) from error
        if error.errno in (errno.EACCES, errno.EPERM):
            raise not_allowed(name, found.path) from error
        if error.errno == errno.EBUSY:
            raise PadBusyError(taken(plug.name)) from error
        raise NotAPadError(f"{name}: {found.path} is no input device ({error.strerror})") from error


def _heard(found: FoundPad) -> PadFile:
    """Open a pad; where another program has it for itself, the file would hear nothing, and never know."""
    file = EventFile(found.path, found.axes)
    try:
        file.grab(True)
        file.grab(False)
    except OSError:
        file.close()
        raise
    return file


Refusal = Callable[[UsbPlug, PadLister], HardwareError | None]
"""Returns why a pad can't be opened now; None where it can."""


def refusal(plug: UsbPlug, lister: PadLister = list_pads) -> HardwareError | None:
    """Return why a pad can't be opened now; None where it can."""
    try:
        _, file = open_device(plug, lister)
    except HardwareError as error:
        return error
    file.close()
    return None


def unplugged(name: str) -> str:
    """Return what to say of a pad that went."""
    return f'USB pad "{name}": it was unplugged; plug it in again'


def taken(name: str) -> str:
    """Return what to say of a pad that another program has for itself."""
    return f'USB pad "{name}": another program has it for itself, as a table has that plays; close it'
