"""When the kernel heard of each finger on a touchscreen: a window hands fingers on late, and without a time.

A second reader of the panel that the window reads. The kernel numbers fingers as they come down, and Kivy's
reader hands that number on: a stamp is found by whose it is. Nothing is counted, and nothing guessed.
"""

import threading
from collections.abc import Callable
from functools import partial

from companion.clock import Instant
from hardware.errors import PadMissingError
from hardware.loop import Loop, LoopThread
from hardware.usb.bank import Link
from hardware.usb.devices import FoundPad
from hardware.usb.event_file import EventFile, PadFile
from hardware.usb.link import Listener, PadLink
from hardware.usb.reports import ABS, DeviceReport
from hardware.usb.switches import DeviceState
from hardware.wiring.wiring import UsbPlug

TRACKING_ID = 0x39
"""ABS_MT_TRACKING_ID of linux/input-event-codes.h: the number of a finger that has come down; -1: it went."""

MOST_KEPT = 64
"""Fingers that nobody asked for, as taps beside the pads are: the oldest are forgotten."""


class TouchStamps:
    """A `Listener` of a panel that numbers its fingers; the loop closes with it."""

    def __init__(self, make_link: Callable[[Listener], Link], loop: Loop | None = None) -> None:
        self._lock, self._loop = threading.Lock(), loop
        self._began: dict[int, Instant] = {}
        self._link = make_link(self)
        self._link.start()

    def began(self, finger: int) -> Instant | None:
        """Return the stamp of the report in which a finger came down, once; None where that isn't known."""
        self._link.catch_up()
        with self._lock:
            return self._began.pop(finger, None)

    def close(self) -> None:
        """Let the panel go."""
        self._link.close()
        if self._loop is not None:
            self._loop.close()

    def opened(self, found: FoundPad, state: DeviceState) -> None:
        """The panel is there: fingers that are down have no known beginning."""

    def reported(self, report: DeviceReport) -> None:
        """Take note of the fingers that came down; those of one report have one stamp."""
        with self._lock:
            for event in report.events:
                if event.type == ABS and event.code == TRACKING_ID and event.value >= 0:
                    self._began[event.value] = report.at
            while len(self._began) > MOST_KEPT:
                del self._began[next(iter(self._began))]

    def lost_until(self, at: Instant, state: DeviceState) -> None:
        """Reports were lost: whoever came down in them has no stamp, the others keep theirs."""

    def ended(self) -> None:
        """The panel is gone: when it is back, it numbers from the start."""
        with self._lock:
            self._began.clear()


def of_panel(path: str) -> TouchStamps:
    """Return the stamps of the panel at /dev/input/...; there are none for as long as it can't be read."""
    loop = LoopThread()
    return TouchStamps(lambda listener: PadLink(loop, UsbPlug("panel"), listener, partial(_open, path)), loop)


def _open(path: str, plug: UsbPlug) -> tuple[FoundPad, PadFile]:
    try:
        return FoundPad(path, plug.name, path), EventFile(path)
    except OSError as error:
        raise PadMissingError(f"touchscreen: {path} can't be read ({error.strerror})") from error
