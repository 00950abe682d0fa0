"""The link to one pad: a thread that opens it whenever it is plugged in, and hears it as long as it is.

The thread sleeps until the pad has a report, or somebody wakes it; while there is no pad it looks once a
second.
"""

import errno
import os
import select
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from companion.clock import Instant
from hardware.errors import HardwareError
from hardware.faults import report_fault
from hardware.usb.devices import FoundPad
from hardware.usb.event_file import PadFile, open_device
from hardware.usb.reports import Assembler, DeviceReport
from hardware.usb.switches import DeviceState
from hardware.usb.trouble import taken, unplugged
from hardware.wiring.wiring import UsbPlug

LOOK = 1.0
"""Seconds from one look for a pad that isn't there to the next."""

MOST_READS = 64
"""Reads that empty the kernel's buffer: a pad that never stops telling keeps nobody waiting."""

Opener = Callable[[UsbPlug], tuple[FoundPad, PadFile]]


class Listener(Protocol):
    """Who hears what a pad says, one call at a time: from the link's thread, or from whoever catches up."""

    def opened(self, found: FoundPad, state: DeviceState) -> None:
        """The pad is there."""
        ...

    def reported(self, report: DeviceReport) -> None:
        """The pad told something."""
        ...

    def lost_until(self, at: Instant, state: DeviceState) -> None:
        """Reports up to `at` are lost; `state` is how the pad stands now."""
        ...

    def ended(self) -> None:
        """The pad is gone; said once more by whoever else finds out."""
        ...


class PadLink:
    """A thread, and one open pad after the other."""

    def __init__(self, plug: UsbPlug, listener: Listener, opener: Opener = open_device) -> None:
        self.trouble = ""
        self._plug, self._listener, self._opener = plug, listener, opener
        self._wake_read, self._wake_write = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        self._reading = threading.Lock()
        # For moments, and nobody is called under it: who arms holds the pad's lock.
        self._open = threading.Lock()
        self._assembler = Assembler()
        self._file: PadFile | None = None
        self._alone = False
        self._closed = False
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Start looking for the pad."""
        if self._thread is None and not self._closed:
            self._thread = threading.Thread(target=self._run, name=f"usb-{self._plug.name}", daemon=True)
            self._thread.start()

    def take(self, alone: bool) -> bool:
        """Hear the pad alone, or let others hear it again; False if somebody else has it. Never waits."""
        with self._open:
            if self._file is None or alone is self._alone:
                return True
            try:
                self._file.grab(alone)
            except OSError as error:
                if error.errno != errno.EBUSY:
                    # It is gone, and its thread is about to find out.
                    return True
                # Its thread opens it anew, as soon as that can be done.
                self._file, self.trouble = None, taken(self._plug.name)
                os.write(self._wake_write, b"x")
                return False
            self._alone = alone
            return True

    def catch_up(self) -> None:
        """Tell the listener all that the kernel has of this pad by now."""
        with self._reading:
            file = self._file
            if file is not None:
                try:
                    self._read(file)
                except OSError:
                    # Before the ruling; its thread finds out as well.
                    self.trouble = unplugged(self._plug.name)
                    self._listener.ended()

    def close(self) -> None:
        """Stop the thread and wait for it; others hear the pad again."""
        if self._closed:
            return
        self._closed = True
        os.write(self._wake_write, b"x")
        if self._thread is not None:
            self._thread.join()
        os.close(self._wake_read)
        os.close(self._wake_write)

    def _run(self) -> None:
        while not self._closed:
            try:
                self._hold(*self._opener(self._plug))
            except HardwareError as error:
                self.trouble = str(error)
            except Exception:  # noqa: BLE001 - whatever happened to this pad, the next look must come
                report_fault()
            if not self._closed:
                select.select([self._wake_read], [], [], LOOK)
            with suppress(BlockingIOError):
                os.read(self._wake_read, 64)

    def _hold(self, found: FoundPad, file: PadFile) -> None:
        try:
            with self._reading:
                self._assembler = Assembler()
                state = file.state()
                with self._open:
                    self._file, self._alone, self.trouble = file, False, ""
                self._listener.opened(found, state)
            while not self._closed:
                select.select([file.fileno(), self._wake_read], [], [])
                with self._reading:
                    if self._file is None:
                        break
                    self._read(file)
        except OSError:
            self.trouble = unplugged(self._plug.name)
        finally:
            with self._reading:
                with self._open:
                    self._file = None
                    file.close()
                if not self._closed:
                    self._listener.ended()

    def _read(self, file: PadFile) -> None:
        """Read until nothing is left of what was there; reports in the order in which the kernel has them."""
        dropped: Instant | None = None
        for _ in range(MOST_READS):
            data = file.read()
            if not data:
                break
            for report in self._assembler.feed(data):
                if report.dropped:
                    dropped = report.at
                else:
                    self._listener.reported(report)
        # Not before all is read: the state is newer than any report, and asking for it forgets the others.
        if dropped is not None:
            self._listener.lost_until(dropped, file.state())
