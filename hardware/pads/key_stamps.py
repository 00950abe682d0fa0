"""When the kernel heard of each key that stands for a grab button: a window hands keys on late, and no time.

A second reader of the keyboards that the window reads, on a machine that is the table's own. A press is known
by its key: SDL's scancode is the key's usage, and each usage is one code of the kernel's. Keys that nobody
grabs with are dropped as they are read. A press that can be read in two ways has no stamp.
"""

from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from itertools import islice
from typing import NamedTuple

from msgspec import Struct, field

from companion.clock import Clock, Instant
from hardware.grab.adjudicate import TIE_BANDS, Quality
from hardware.usb.bank import band_of
from hardware.usb.codes import CODES
from hardware.usb.devices import list_pads, list_with
from hardware.usb.event_file import EventFile, PadFile
from hardware.usb.link import MOST_READS
from hardware.usb.reports import KEY, Assembler, DeviceReport
from hardware.usb.switches import REPEAT
from hardware.wiring.wiring import UsbPlug

USAGES = dict(zip("abcdefghijklmnopqrstuvwxyz1234567890", range(0x04, 0x28), strict=True))
"""What a keyboard calls its letters and figures (USB HID Usage Tables, page 7)."""


class Press(NamedTuple):
    """A key that went down: on which keyboard, and when the kernel heard of it."""

    at: Instant
    path: str
    code: int


class Keyboard(Struct):
    """A keyboard that is open. `timely`: its presses are stamped within the screen's band."""

    file: PadFile
    timely: bool
    down: frozenset[int] = frozenset()
    assembler: Assembler = field(default_factory=Assembler)


def open_keyboard(path: str) -> tuple[PadFile, bool]:
    """Open a keyboard, and tell whether its presses are stamped within the screen's band; OSError."""
    file = EventFile(path)
    # Only a real plug says how often it is asked: not a wireless one, nor what a program makes up.
    plugs = (pad for pad in list_pads() if pad.path == path and pad.interval)
    return file, any(band_of(UsbPlug(pad.name), pad) <= TIE_BANDS[Quality.SCREEN] for pad in plugs)


class KeyStamps:
    """The presses of some keys, letters and figures; for the thread that draws."""

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
        self._presses: list[Press] = []
        # What was pressed before this instant may have been pressed unseen.
        self._unseen = clock.now()
        self._find()

    def look(self, since: Instant) -> None:
        """Read what keyboards have told, and forget presses before `since`.

        Often: the kernel keeps a dozen taps for us, and after that has lost them all.
        """
        for path, keyboard in list(self._keyboards.items()):
            try:
                for data in islice(iter(keyboard.file.read, b""), MOST_READS):
                    for report in keyboard.assembler.feed(data):
                        self._take(path, keyboard, report)
            except OSError:
                self._keyboards.pop(path).file.close()
                self._unseen = self._clock.now()
        self._presses = [press for press in self._presses if press.at >= since]

    def began(self, usage: int, since: Instant) -> Instant | None:
        """Return the stamp of the press that is heard of now, once; None where that isn't known.

        `usage`: the key, by SDL's scancode. `since`: nothing that is heard of now came before it.
        """
        self.look(since)
        self._find()
        code = self._codes.get(usage)
        presses = [press for press in self._presses if press.code == code]
        down = {path for path, keyboard in self._keyboards.items() if code in keyboard.down}
        if not presses or since <= self._unseen or len(down.union(press.path for press in presses)) > 1:
            return None
        # The first of several taps: that hand was there by then, and the window tells of them in this order.
        self._presses.remove(presses[0])
        return presses[0].at if self._keyboards[presses[0].path].timely else None

    def close(self) -> None:
        """Let all keyboards go, and open none again."""
        self._wanted = frozenset()
        for keyboard in self._keyboards.values():
            keyboard.file.close()
        self._keyboards.clear()

    def _take(self, path: str, keyboard: Keyboard, report: DeviceReport) -> None:
        if report.dropped:
            keyboard.down = self._wanted & keyboard.file.state().keys
            self._unseen = self._clock.now()
        for event in report.events:
            if event.type == KEY and event.code in self._wanted:
                if event.value == 0:
                    keyboard.down -= {event.code}
                elif event.value != REPEAT:
                    keyboard.down |= {event.code}
                    self._presses.append(Press(report.at, path, event.code))

    def _find(self) -> None:
        """Open what is new. One that can't be read may be the one that is pressed."""
        for path in self._lister(self._wanted):
            if path not in self._keyboards:
                with suppress(OSError):
                    self._keyboards[path] = Keyboard(*self._opener(path))
                    self._keyboards[path].down = self._wanted & self._keyboards[path].file.state().keys
                self._unseen = self._clock.now()
