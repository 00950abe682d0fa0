"""The link to one pad: opens it whenever it is plugged in, and reads it until it is gone.

While there is no pad, a thread looks for it once a second: opening may take a while.
"""

import errno
import threading
from collections.abc import Callable
from functools import partial

from companion.clock import SECOND, Instant, Nanoseconds
from hardware.loop import AT_ONCE, Call, DeviceLink, Due, Loop
from hardware.usb.devices import FoundPad
from hardware.usb.event_file import PadFile, open_device, taken, unplugged
from hardware.usb.reports import Assembler, DeviceReport, DeviceState
from hardware.wiring.wiring import UsbPlug

LOOK = Nanoseconds(1 * SECOND)
"""Interval of attempts to open a missing pad."""

MOST_READS = 64
"""Most reads in a row, which empty the kernel's buffer: a pad that never rests can't block us."""

Opener = Callable[[UsbPlug], tuple[FoundPad, PadFile]]


class UsbListener:
    """Receives a pad's reports, one call at a time: in the loop, or in the thread that catches up.

    Methods that aren't overridden do nothing.
    """

    def opened(self, pad: FoundPad, state: DeviceState) -> None:
        """Handle a pad that was found and opened."""

    def reported(self, report: DeviceReport) -> None:
        """Handle a report."""

    def lost_until(self, at: Instant, state: DeviceState) -> None:
        """Handle the loss of reports up to `at`; `state` is the pad's state now."""

    def ended(self) -> None:
        """Handle the loss of the pad."""


class PadLink(DeviceLink):
    """Opens a pad whenever it is plugged in; runs in a loop."""

    def __init__(
        self, loop: Loop, plug: UsbPlug, listener: UsbListener, opener: Opener = open_device
    ) -> None:
        super().__init__(loop, unplugged(plug.name), LOOK, LOOK)
        self._plug, self._listener, self._opener = plug, listener, opener
        # Held only for moments, and never while calling out: arming holds the pad's lock.
        self._opening = threading.Lock()
        self._assembler = Assembler()
        self._file: PadFile | None = None
        self._alone = False

    def set_exclusive(self, exclusive: bool) -> bool:
        """Take the pad exclusively, or share it again; return False if another program has it."""
        with self._opening:
            if self._file is None or exclusive is self._alone:
                return True
            try:
                self._file.grab(exclusive)
            except OSError as error:
                if error.errno != errno.EBUSY:
                    # It is gone, and the next read will notice.
                    return True
                # Reopen it as soon as possible.
                self.trouble = taken(self._plug.name)
                self._loop.call_at(AT_ONCE, self._lose)
                return False
            self._alone = exclusive
            return True

    def catch_up(self) -> None:
        """Deliver all reports of this pad that the kernel has by now."""
        with self._loop.locked():
            self._loop.deliver(self._read())

    def _open(self) -> Call:
        pad, file = self._opener(self._plug)
        return lambda now: self._take_over(pad, file)

    def _take_over(self, pad: FoundPad, file: PadFile) -> None:
        with self._opening:
            self._file, self._alone, self.trouble = file, False, ""
        if self._closed:
            self._close_device()
            return
        self._assembler = Assembler()
        try:
            state = file.state()
        except OSError:
            self._gone()
            return
        self._loop.watch(file.fileno(), self._read)
        self._listener.opened(pad, state)

    def _gone(self) -> None:
        self.trouble = self._unplugged
        self._lose(AT_ONCE)

    def _lose(self, now: Instant) -> None:
        if self._close_device():
            self._listener.ended()
            self._look_again(self.trouble)

    def _close_device(self) -> bool:
        """Close the pad; return whether it was open."""
        with self._opening:
            file, self._file = self._file, None
            if file is not None:
                self._loop.unwatch(file.fileno())
                file.close()
        return file is not None

    def _read(self) -> list[Due]:
        """Read all that is there; return a call of the listener for each report, in the kernel's order."""
        events: list[Due] = []
        dropped: Instant | None = None
        file = self._file
        if file is None:
            return events
        try:
            for _ in range(MOST_READS):
                data = file.read()
                if not data:
                    break
                for report in self._assembler.feed(data):
                    if report.dropped:
                        dropped = report.at
                    else:
                        events.append((report.at, partial(self._listener.reported, report)))
            # Only after reading all: the state is newer than any report, and asking for it drops the rest.
            if dropped is not None:
                newest = max([dropped, *(at for at, _ in events)])
                events.append((newest, partial(self._listener.lost_until, dropped, file.state())))
        except OSError:
            newest = max((at for at, _ in events), default=AT_ONCE)
            events.append((newest, self._gone))
        return events
