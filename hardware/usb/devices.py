"""Finds USB and Bluetooth pads and where they are plugged in: from sysfs, which everybody may read.

A pad's port is the kernel's own name for its place, "usb-0000:01:00.0-1.3/input0": controller, hub ports,
interface. It stays the same after a restart, and differs between equal pads on one hub.
"""

import re
import struct
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from enum import Enum
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from companion.clock import MICROSECOND, MILLISECOND, Nanoseconds
from hardware.errors import PadMissingError
from hardware.usb.reports import AXES, MOST_AXES, Code, axis_code, axis_of
from hardware.wiring.wiring import UsbPlug

INPUTS = Path("/sys/class/input")
DEVICES = Path("/dev/input")

LONG = 8 * struct.calcsize("l")
"""Bits in a word of the kernel's masks."""

POINTER = (range(0x110, 0x118), range(0x140, 0x150))
"""Buttons of mice, pens and touch panels: a device with any of them is no pad."""
BUTTONS = (range(1, 112), range(0x100, 0x300))
"""Keys of a keyboard, buttons of a joystick or gamepad. A headset's volume keys are neither."""

_INTERVAL = re.compile(r"(\d+)([mu])s")


class Bus(Enum):
    """How a pad is connected, by the kernel's numbers (linux/input.h)."""

    USB = 3
    BLUETOOTH = 5


class FoundPad(Struct, frozen=True):
    """A pad that is plugged in."""

    path: str
    """/dev/input/eventN, which may differ after a restart."""
    name: str
    port: str
    bus: Bus = Bus.USB
    interval: Nanoseconds | None = None
    """How often the machine polls it, from its descriptor; None if unknown."""
    codes: frozenset[Code] = frozenset()
    """All buttons that it declares."""
    lights: dict[str, str] = {}
    """The folder of each of its lights, by the last part of their names: buzz1, player-1."""

    @property
    def axes(self) -> tuple[int, ...]:
        """Its axes and hats, ascending."""
        return tuple(sorted({axis for code in self.codes if (axis := axis_of(code)) is not None}))


PadLister = Callable[[], Iterable[FoundPad]]


def list_pads(inputs: Path | None = None, devices: Path = DEVICES) -> list[FoundPad]:
    """Return every pad, in the kernel's order."""
    inputs = inputs or INPUTS
    pads: list[FoundPad] = []
    on_port: Counter[str] = Counter()
    for folder in sorted(inputs.glob("event*"), key=lambda event: int(event.name.removeprefix("event"))):
        try:
            pad = _pad(folder / "device", str(devices / folder.name))
        except (OSError, ValueError):
            # A device was unplugged while we read it; the others are still found.
            continue
        if pad is None:
            continue
        # Two players' halves of one encoder share a port.
        on_port[pad.port] += 1
        if on_port[pad.port] > 1:
            pad = replace(pad, port=f"{pad.port}#{on_port[pad.port]}")
        pads.append(pad)
    return pads


def list_with(keys: Collection[int], inputs: Path | None = None, devices: Path = DEVICES) -> list[str]:
    """Return the files of all input devices, pads or not, that declare any of these keys."""
    paths = []
    for folder in (inputs or INPUTS).glob("event*"):
        # It may be unplugged while we read it.
        with suppress(OSError, ValueError):
            if not set(keys).isdisjoint(_bits(folder / "device" / "capabilities" / "key")):
                paths.append(str(devices / folder.name))
    return paths


def find_pad(plug: UsbPlug, lister: PadLister = list_pads) -> FoundPad:
    """Return the pad of a plug. Raises PadMissingError if it is missing, or may be one of several."""
    pads = list(lister())
    if plug.port is not None:
        pads = [pad for pad in pads if pad.port.lower() == plug.port.lower()]
    if not pads and plug.port is None:
        raise PadMissingError(f'USB pad "{plug.name}": no pad is plugged in; plug it in')
    if not pads:
        raise PadMissingError(f'USB pad "{plug.name}": no pad is plugged in at {plug.port}; plug it in there')
    if len(pads) > 1:
        ports = " or ".join(f'port = "{pad.port}"' for pad in pads)
        raise PadMissingError(
            f'USB pad "{plug.name}": {len(pads)} pads are plugged in; say which one it is in the seats file: '
            f"{ports}"
        )
    return pads[0]


def _pad(device: Path, path: str) -> FoundPad | None:
    number = int((device / "id" / "bustype").read_text(), 16)
    if number not in (bus.value for bus in Bus):
        return None
    bus = Bus(number)
    keys = set(_bits(device / "capabilities" / "key"))
    if any(key in row for key in keys for row in POINTER):
        return None
    if not any(key in row for key in keys for row in BUTTONS):
        return None
    codes = {Code(key) for key in keys if 0 < key < AXES}
    for axis in _bits(device / "capabilities" / "abs"):
        if axis < MOST_AXES:
            codes |= {axis_code(axis, up=False), axis_code(axis, up=True)}
    # Over Bluetooth `phys` names this machine's own adapter, and `uniq` the pad.
    port = (device / ("phys" if bus is Bus.USB else "uniq")).read_text().strip()
    name = (device / "name").read_text(errors="replace").strip()
    interval = _interval(device.resolve()) if bus is Bus.USB else None
    lights = dict(_lights(device.resolve()))
    return FoundPad(path, name, port, bus, interval, frozenset(codes), lights) if port else None


def _bits(file: Path) -> Iterator[int]:
    """Yield the numbers of a mask's set bits; the file has words in hex, the highest first."""
    for place, word in enumerate(reversed(file.read_text().split())):
        bits = int(word, 16)
        yield from (place * LONG + bit for bit in range(LONG) if bits >> bit & 1)


def _lights(device: Path) -> Iterator[tuple[str, str]]:
    """Yield name and folder of each light of the pad above an input device, but not of its own key lights."""
    for folder in device.parents:
        # Named like "0003:054C:1000.0001::buzz1", or with a colour between the colons.
        yield from ((light.name.rpartition(":")[2], str(light)) for light in sorted(folder.glob("leds/*")))
        if (folder / "bInterfaceNumber").exists():
            return


def _interval(device: Path) -> Nanoseconds | None:
    """Return the polling interval of the interface above a device: that of its slowest endpoint."""
    for folder in device.parents:
        if (folder / "bInterfaceNumber").exists():
            return max(map(_endpoint_interval, folder.glob("ep_*")), default=None) or None
    return None


def _endpoint_interval(endpoint: Path) -> Nanoseconds:
    """Return an endpoint's polling interval; 0 if it isn't polled."""
    kind, direction = (endpoint / "type").read_text().strip(), (endpoint / "direction").read_text().strip()
    interval = _INTERVAL.match((endpoint / "interval").read_text())
    if (kind, direction) != ("Interrupt", "in") or interval is None:
        return Nanoseconds(0)
    return Nanoseconds(int(interval[1]) * (MILLISECOND if interval[2] == "m" else MICROSECOND))
