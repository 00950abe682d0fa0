"""A touchscreen made with uinput: our stamps of its fingers, read in parallel with the window's reader."""

import ctypes
import fcntl
import os
import struct
import time
from collections.abc import Callable
from pathlib import Path

from companion.clock import MICROSECOND, MILLISECOND
from hardware.pads.screen_pad import TouchStamps, panel_stamps
from hardware.usb.reports import ABS, EVENT, KEY, SYN, SYN_REPORT
from tests.kernel.outcome import Ask, Outcome, chance
from tests.kernel.watch import PATIENCE
from ui.appliance.launch import Touchscreen, find_touch

SET_EVENT, SET_KEY, SET_PROPERTY = 0x40045564, 0x40045565, 0x4004556E
SET_UP, SET_UP_AXIS, CREATE, DESTROY = 0x405C5503, 0x401C5504, 0x5501, 0x5502
"""Requests of linux/uinput.h."""
BTN_TOUCH, DIRECT = 0x14A, 1
X, Y, SLOT, MT_X, MT_Y, NUMBER = 0x00, 0x01, 0x2F, 0x35, 0x36, 0x39
MOST = {X: 799, Y: 479, SLOT: 9, MT_X: 799, MT_Y: 479, NUMBER: 65535}
NAME = b"a panel"

PAIRS = 200


class Panel:
    """A touchscreen of 800x480 for ten fingers, which have tracking numbers."""

    def __init__(self) -> None:
        self._file = os.open("/dev/uinput", os.O_WRONLY | os.O_NONBLOCK)
        for kind in (KEY, ABS):
            fcntl.ioctl(self._file, SET_EVENT, kind)
        fcntl.ioctl(self._file, SET_KEY, BTN_TOUCH)
        fcntl.ioctl(self._file, SET_PROPERTY, DIRECT)
        for axis, most in MOST.items():
            fcntl.ioctl(self._file, SET_UP_AXIS, struct.pack("@H2x6i", axis, 0, 0, most, 0, 0, 0))
        fcntl.ioctl(self._file, SET_UP, struct.pack("@4H80sI", 0x18, 1, 1, 1, NAME, 0))
        fcntl.ioctl(self._file, CREATE)

    def write(self, *fingers: tuple[int, int]) -> tuple[int, int]:
        """Report fingers as slot and number, -1 for lifted; return the times before and after, in ns."""
        events = [
            event
            for slot, number in fingers
            for event in ((ABS, SLOT, slot), (ABS, NUMBER, number), (ABS, MT_X, 80 * slot), (ABS, MT_Y, 99))
            if number >= 0 or event[1] in (SLOT, NUMBER)
        ]
        report = b"".join(EVENT.pack(0, 0, *event) for event in (*events, (SYN, SYN_REPORT, 0)))
        began = time.monotonic_ns()
        os.write(self._file, report)
        return began, time.monotonic_ns()

    def pull(self) -> None:
        """Remove the device, as if the panel's ribbon cable came loose."""
        fcntl.ioctl(self._file, DESTROY)
        os.close(self._file)


class WindowsReader:
    """Reads the numbers of fingers through libmtdev, as the window does."""

    def __init__(self, path: str) -> None:
        self._library = ctypes.CDLL("libmtdev.so.1")
        self._library.mtdev_new_open.restype = ctypes.c_void_p
        self._file = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        self._device = ctypes.c_void_p(self._library.mtdev_new_open(self._file))

    def numbers(self) -> list[int]:
        """Return the numbers of fingers that came down since the last call."""
        event = ctypes.create_string_buffer(EVENT.size)
        identified = []
        while self._library.mtdev_get(self._device, self._file, event, 1) > 0:
            _, _, kind, code, value = EVENT.unpack(event.raw)
            if (kind, code) == (ABS, NUMBER) and value >= 0:
                identified.append(value)
        return identified

    def close(self) -> None:
        """Close the panel."""
        self._library.mtdev_close_delete(self._device)
        os.close(self._file)


def panel(ask: Ask, outcome: Outcome) -> None:
    """Put fingers on a panel, together and apart, unplug it, and check their stamps."""
    made = Panel()
    touch = found(outcome)
    if touch is None:
        return
    stamps, window = panel_stamps(touch.path), WindowsReader(touch.path)
    try:
        fingers(ask, made, stamps, window, outcome)
        made.write((0, 7))
        made.pull()
        outcome.expect(stamps.stamp_of(7) is None, "a panel that is gone has stamps")
        window.close()
        made = Panel()
        back = found(outcome)
        outcome.expect(back is not None and back.path == touch.path, f"it is back as {back}")
        outcome.expect(until(lambda: hears(made, stamps)), "it is back, and isn't heard")
    finally:
        stamps.close()
        made.pull()


def found(outcome: Outcome) -> Touchscreen | None:
    """Return the panel as the app finds it."""
    touch = find_touch(Path("/sys/class/input"), Path("/dev/input"), ribbon=True)
    identified = None if touch is None else (touch.name, touch.provider, touch.numbered)
    outcome.expect(identified == (NAME.decode(), "mtdev", True), f"the app finds {touch}")
    return touch


def fingers(ask: Ask, made: Panel, stamps: TouchStamps, window: WindowsReader, outcome: Outcome) -> None:
    """Put two fingers down, in one report or two, and compare their stamps with the times of the writes."""
    outcome.expect(until(lambda: hears(made, stamps)), "the panel isn't heard")
    window.numbers()
    luck, worst = chance(ask, "panel"), 0
    for pair in range(PAIRS):
        one, other = 100 + 2 * pair, 101 + 2 * pair
        if pair % 4 == 0:
            writes = [made.write((0, one), (1, other))] * 2
        else:
            writes = [made.write((0, one))]
            time.sleep(luck.uniform(0.0005, 0.02))
            writes.append(made.write((1, other)))
        identified = window.numbers()
        heard = f"the window hears {identified} of fingers {one} and {other}"
        outcome.expect(identified == [one, other], heard)
        # The window may ask for them in any order.
        at = {number: stamps.stamp_of(number) for number in luck.sample((one, other), 2)}
        for number, (earliest, latest) in zip((one, other), writes, strict=True):
            stamp = at[number] or 0
            # The kernel truncates stamps to microseconds.
            outside = f"{stamp} isn't from {earliest} to {latest}"
            outcome.expect(earliest - MICROSECOND < stamp <= latest, outside)
            worst = max(worst, stamp - earliest)
        outcome.expect(pair % 4 > 0 or at[one] == at[other], f"one report has two stamps: {at}")
        made.write((0, -1), (1, -1))
    outcome.put("pairs of fingers", "", PAIRS)
    outcome.put("from write to stamp, worst", "", f"{worst / MILLISECOND:.3f} ms")


def hears(made: Panel, stamps: TouchStamps) -> bool:
    """Return whether a finger put down now gets a stamp."""
    made.write((0, 50))
    heard = stamps.stamp_of(50) is not None
    made.write((0, -1))
    return heard


def until(holds: Callable[[], bool]) -> bool:
    """Wait until `holds` is true; return whether it is."""
    end = time.monotonic() + PATIENCE
    while not holds():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True
