"""Keyboards without a cable, as a second reader opens them: their events wait until the reader looks."""

import errno
from collections.abc import Collection

from hardware.usb.event_file import PadFile
from hardware.usb.reports import DeviceState
from tests.hardware.usb.table import report


class HandKeyboard:
    """A `PadFile`. `timely`: it is plugged in by USB; `closed`: this user has no right to read it."""

    def __init__(self) -> None:
        self.timely, self.closed, self.pulled = True, False, False
        self.held: frozenset[int] = frozenset()
        self.open = 0
        self._waiting = b""

    def tell(self, data: bytes) -> None:
        """Queue bytes from the kernel, if the device is open."""
        if self.open:
            self._waiting += data

    def press(self, at: int, *codes: int) -> None:
        """Press keys, in one report."""
        self.held |= set(codes)
        self.tell(report(at, *((code, 1) for code in codes)))

    def release(self, at: int, code: int) -> None:
        """Release a key."""
        self.held -= {code}
        self.tell(report(at, (code, 0)))

    def fileno(self) -> int:
        """Fail: nothing should wait for it."""
        raise AssertionError

    def read(self) -> bytes:
        if self.pulled:
            raise OSError(errno.ENODEV, "the device is gone")
        data, self._waiting = self._waiting, b""
        return data

    def state(self) -> DeviceState:
        """Return the keys that are down."""
        return DeviceState(self.held)

    def grab(self, alone: bool) -> None:
        """Fail: other programs must go on hearing it."""
        raise AssertionError

    def close(self) -> None:
        self.open -= 1


class Keyboards:
    """All keyboards of a machine, by device file."""

    def __init__(self, *names: str) -> None:
        self.there = {name: HandKeyboard() for name in names}

    def lister(self, keys: Collection[int]) -> list[str]:
        """Return the keyboards that have any of these keys; an empty list if no keys are given."""
        return list(self.there) if keys else []

    def opener(self, path: str) -> tuple[PadFile, bool]:
        keyboard = self.there[path]
        if keyboard.closed:
            raise PermissionError(errno.EACCES, "closed to this user")
        keyboard.open += 1
        return keyboard, keyboard.timely
