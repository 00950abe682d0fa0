"""Bytes of a Linux input device become whole reports.

Pure. The kernel stamps a report once, however many keys are in it, so their order within one tells nothing.
"""

import struct

from msgspec import Struct

from companion.clock import MICROSECOND, SECOND, Instant

EVENT = struct.Struct("@llHHi")
"""`struct input_event`: seconds, microseconds, type, code, value; 24 bytes where a long has eight."""

SYN, KEY, ABS = 0, 1, 3
"""Types of events (linux/input-event-codes.h)."""
SYN_REPORT, SYN_DROPPED = 0, 3
"""Codes of SYN: a report is complete; the kernel's buffer was full, and what was in it is gone."""


class KeyEvent(Struct, frozen=True):
    """One key or axis of a report, and its value."""

    type: int
    code: int
    value: int


class DeviceReport(Struct, frozen=True):
    """What a device told at one instant, in nanoseconds of the clock that its file was set to.

    `dropped`: reports before it, and this one, are lost; only the device's state tells where it stands.
    """

    at: Instant
    events: tuple[KeyEvent, ...] = ()
    dropped: bool = False


class Assembler:
    """Puts reports together, wherever reading cuts them."""

    def __init__(self) -> None:
        self._rest = b""
        self._events: list[KeyEvent] = []
        self._dropped = False

    def feed(self, data: bytes) -> list[DeviceReport]:
        """Take bytes and return the reports that they complete, oldest first."""
        data = self._rest + data
        whole = len(data) - len(data) % EVENT.size
        self._rest = data[whole:]
        reports = []
        for seconds, micros, kind, code, value in EVENT.iter_unpack(data[:whole]):
            if kind != SYN:
                self._events.append(KeyEvent(kind, code, value))
            elif code == SYN_DROPPED:
                self._dropped = True
            elif code == SYN_REPORT:
                if self._events or self._dropped:
                    at = Instant(seconds * SECOND + micros * MICROSECOND)
                    events = () if self._dropped else tuple(self._events)
                    reports.append(DeviceReport(at, events, self._dropped))
                self._events, self._dropped = [], False
        return reports
