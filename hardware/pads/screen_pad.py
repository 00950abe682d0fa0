"""Keys and pads on the screen, which are handled once a frame, perhaps late."""

import threading
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import NamedTuple

from msgspec import Struct, field

from companion.clock import Clock, Instant, Nanoseconds
from hardware.errors import PadMissingError
from hardware.grab.adjudicate import ERROR_BANDS, Quality
from hardware.grab.alarm import HeldAlarm
from hardware.grab.contacts import ContactTimes, Edge, Seat
from hardware.loop import Loop, LoopThread
from hardware.pads.simulated import SimulatedPad
from hardware.usb.bank import PadLinkProtocol, band_of
from hardware.usb.devices import FoundPad, list_pads, list_with
from hardware.usb.event_file import EventFile, PadFile
from hardware.usb.link import MOST_READS, PadLink, UsbListener
from hardware.usb.reports import ABS, CODES, KEY, REPEAT, Assembler, DeviceReport
from hardware.wiring.wiring import UsbPlug

# The kernel's stamps of keys that stand for grab buttons: a window delivers keys late, and without a time.
#
# This reads the same keyboards as the window, on a machine used only as a table. A press is identified by its
# key: SDL's scancode is the key's usage, and each usage has one kernel code. Other keys are dropped as they
# are read. An ambiguous press has no stamp.

USAGES = dict(zip("abcdefghijklmnopqrstuvwxyz1234567890", range(0x04, 0x28), strict=True))
"""A keyboard's usages for letters and digits (USB HID Usage Tables, page 7)."""


class ScreenPress(NamedTuple):
    """A key that went down: the kernel's stamp, the keyboard, and the key's code."""

    at: Instant
    path: str
    code: int


class Keyboard(Struct):
    """An open keyboard. `timely`: its presses are stamped within the screen's band."""

    file: PadFile
    timely: bool
    down: frozenset[int] = frozenset()
    assembler: Assembler = field(default_factory=Assembler)


def open_keyboard(path: str) -> tuple[PadFile, bool]:
    """Open a keyboard; return it, and whether its stamps are within the screen's band. Raises OSError."""
    file = EventFile(path)
    # Only a real plug has a polling interval: wireless and virtual keyboards have none.
    plugs = (pad for pad in list_pads() if pad.path == path and pad.interval)
    return file, any(band_of(UsbPlug(pad.name), pad) <= ERROR_BANDS[Quality.SCREEN] for pad in plugs)


class KeyStamps:
    """Stamps of presses of some letter and digit keys; to be used from the drawing thread."""

    def __init__(
        self,
        keys: Iterable[str],
        clock: Clock,
        lister: Callable[[Collection[int]], Iterable[str]] = list_with,
        opener: Callable[[str], tuple[PadFile, bool]] = open_keyboard,
    ) -> None:
        self._codes = {USAGES[key]: int(CODES[f"KEY_{key.upper()}"]) for key in keys}
        self._wanted = frozenset(self._codes.values())
        self._clock, self._lister, self._opener = clock, lister, opener
        self._keyboards: dict[str, Keyboard] = {}
        self._presses: list[ScreenPress] = []
        # Before this instant presses may have been missed.
        self._unseen = clock.now()
        self._find()

    def look(self, since: Instant) -> None:
        """Read new events of all keyboards, and forget presses before `since`.

        Call it often: the kernel buffers a dozen taps, then drops them all.
        """
        for path, keyboard in list(self._keyboards.items()):
            try:
                for data in islice(iter(keyboard.file.read, b""), MOST_READS):
                    for report in keyboard.assembler.feed(data):
                        self._read_report(path, keyboard, report)
            except OSError:
                self._keyboards.pop(path).file.close()
                self._unseen = self._clock.now()
        self._presses = [press for press in self._presses if press.at >= since]

    def stamp_of(self, usage: int, since: Instant) -> Instant | None:
        """Return the stamp of the press being delivered, once; None if unknown.

        `usage`: the key's SDL scancode. `since`: no press being delivered came before it.
        """
        self.look(since)
        self._find()
        code = self._codes.get(usage)
        presses = [press for press in self._presses if press.code == code]
        down = {path for path, keyboard in self._keyboards.items() if code in keyboard.down}
        if not presses or since <= self._unseen or len(down.union(press.path for press in presses)) > 1:
            return None
        # The first of several taps: the window delivers them in this order.
        self._presses.remove(presses[0])
        return presses[0].at if self._keyboards[presses[0].path].timely else None

    def close(self) -> None:
        """Release all keyboards, and open none again."""
        self._wanted = frozenset()
        for keyboard in self._keyboards.values():
            keyboard.file.close()
        self._keyboards.clear()

    def _read_report(self, path: str, keyboard: Keyboard, report: DeviceReport) -> None:
        if report.dropped:
            keyboard.down = self._wanted & keyboard.file.state().keys
            self._unseen = self._clock.now()
        for event in report.events:
            if event.type == KEY and event.code in self._wanted:
                if event.value == 0:
                    keyboard.down -= {event.code}
                elif event.value != REPEAT:
                    keyboard.down |= {event.code}
                    self._presses.append(ScreenPress(report.at, path, event.code))

    def _find(self) -> None:
        """Open new keyboards. While one can't be read, presses count as unseen: it may be the one in use."""
        for path in self._lister(self._wanted):
            if path not in self._keyboards:
                with suppress(OSError):
                    self._keyboards[path] = Keyboard(*self._opener(path))
                    self._keyboards[path].down = self._wanted & self._keyboards[path].file.state().keys
                self._unseen = self._clock.now()


# The kernel's stamps of fingers on a touchscreen: a window delivers touches late, and without a time.
#
# This reads the same panel as the window. The kernel numbers fingers as they come down, and Kivy passes that
# number on, so a stamp is looked up by its finger, never guessed.

TRACKING_ID = 0x39
"""ABS_MT_TRACKING_ID of linux/input-event-codes.h: the number of a finger that came down; -1: it lifted."""

MOST_KEPT = 64
"""Most stamps kept that weren't asked for, such as taps outside the pads; the oldest are dropped."""


class TouchStamps(UsbListener):
    """Stamps from a panel that numbers its fingers; the loop closes with it.

    Fingers already down when the panel is opened have no stamp, nor do those that came down in lost reports;
    the others keep theirs.
    """

    def __init__(self, make_link: Callable[[UsbListener], PadLinkProtocol], loop: Loop | None = None) -> None:
        self._lock, self._loop = threading.Lock(), loop
        self._stamps: dict[int, Instant] = {}
        self._link = make_link(self)
        self._link.start()

    def stamp_of(self, finger: int) -> Instant | None:
        """Return the stamp of the report in which a finger came down, once; None if unknown."""
        self._link.catch_up()
        with self._lock:
            return self._stamps.pop(finger, None)

    def close(self) -> None:
        """Release the panel, and the loop if there is one."""
        self._link.close()
        if self._loop is not None:
            self._loop.close()

    def reported(self, report: DeviceReport) -> None:
        """Store the stamps of fingers that came down; those of one report share one."""
        with self._lock:
            for event in report.events:
                if event.type == ABS and event.code == TRACKING_ID and event.value >= 0:
                    self._stamps[event.value] = report.at
            while len(self._stamps) > MOST_KEPT:
                del self._stamps[next(iter(self._stamps))]

    def ended(self) -> None:
        """Forget all stamps: a panel that comes back numbers fingers from the start."""
        with self._lock:
            self._stamps.clear()


def panel_stamps(path: str) -> TouchStamps:
    """Return the stamps of the panel at /dev/input/...; there are none while it can't be read."""
    loop = LoopThread()
    return TouchStamps(lambda listener: PadLink(loop, UsbPlug("panel"), listener, partial(_open, path)), loop)


def _open(path: str, plug: UsbPlug) -> tuple[FoundPad, PadFile]:
    try:
        return FoundPad(path, plug.name, path), EventFile(path)
    except OSError as error:
        raise PadMissingError(f"touchscreen: {path} can't be read ({error.strerror})") from error


TAPS = ContactTimes(minimum_contact=Nanoseconds(0), lock_out=Nanoseconds(0))
"""Keys and panels are already debounced: every tap is a touch of its own."""


class ScreenPad(SimulatedPad):
    """A pad whose presses are stamped by the screen's thread, which calls `begin_frame` once a frame.

    A frame delivers events from before it that the previous frame hadn't delivered yet. So a press delivered
    now came after the last `begin_frame` but one, and its stamp says so: presses no further apart are a dead
    heat. A slow frame makes stamps worse, never wrong. Fingers and keys that are also read from the kernel
    have its stamp instead, however long the frame takes.
    """

    def __init__(
        self,
        seats: Iterable[Seat],
        clock: Clock,
        stamps: "TouchStamps | None" = None,
        keys: "KeyStamps | None" = None,
    ) -> None:
        self._stamps, self._keys = stamps, keys
        self._armed_at = clock.now()
        self._looks = (self._armed_at, self._armed_at)
        self._rings = HeldAlarm()
        super().__init__(seats, clock, self._rings, timing=TAPS, quality=Quality.SCREEN)

    @property
    def stamped(self) -> bool:
        """Whether fingers have the kernel's own stamps."""
        return self._stamps is not None

    def begin_frame(self) -> None:
        """Begin a frame; all events from before the last one have been delivered."""
        with self._lock:
            self._looks = (self._looks[1], self._clock.now())
        if self._keys is not None:
            self._keys.look(self._looks[0])
        self._rings.reached(self._looks[0])

    def arm(self, number: int | None = None, at: Instant | None = None) -> int:
        """Begin an arming; kernel stamps from before now aren't used."""
        with self._lock:
            self._armed_at = now = self._clock.now()
            self._looks = (now, now)
            return super().arm(number, at)

    def _delivered_until(self) -> Instant:
        return self._looks[0]

    def press(
        self, seat: Seat, at: Instant | None = None, finger: int | None = None, key: int | None = None
    ) -> None:
        """Press a seat's button, when the screen gets the event. Raises UnknownSeatError if it has none.

        `finger`: the kernel's number of a finger on the panel. `key`: a key's SDL scancode.
        """
        if at is None and finger is not None and self._stamps is not None:
            at = self._likely(self._stamps.stamp_of(finger))
        if at is None and key is not None and self._keys is not None:
            at = self._likely(self._keys.stamp_of(key, self._looks[0]))
        if at is not None:
            super().press(seat, at)
            return
        now = self._clock.now()
        self.move(seat, Edge(now, closed=True, since=min(self._looks[0], now)))

    def close(self) -> None:
        """Release panel and keyboards."""
        super().close()
        for second_reader in (self._stamps, self._keys):
            if second_reader is not None:
                second_reader.close()

    def _likely(self, stamp: Instant | None) -> Instant | None:
        """Return a stamp if it is plausible: since the last arming, and not in the future."""
        likely = stamp is not None and self._armed_at <= stamp <= self._clock.now()
        return stamp if likely else None
