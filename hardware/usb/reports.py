"""Turns bytes of a Linux input device into whole reports.

Pure. The kernel stamps a report once, however many keys are in it, so their order within it means nothing.
"""

import re
import struct
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import NewType

from msgspec import Struct

from companion.clock import MICROSECOND, SECOND, Instant

EVENT = struct.Struct("@llHHi")
"""`struct input_event`: seconds, microseconds, type, code, value; 24 bytes if a long has eight."""

SYN, KEY, ABS = 0, 1, 3
"""Types of events (linux/input-event-codes.h)."""
SYN_REPORT, SYN_DROPPED = 0, 3
"""Codes of SYN: a report is complete; the kernel's buffer was full, and its contents are lost."""


class KeyEvent(Struct, frozen=True):
    """One key or axis of a report, and its value."""

    type: int
    code: int
    value: int


class DeviceReport(Struct, frozen=True):
    """What a device reported at one instant, in nanoseconds of the clock that its file was set to.

    `dropped`: this report and earlier ones are lost; only the device's state shows what is down.
    """

    at: Instant
    events: tuple[KeyEvent, ...] = ()
    dropped: bool = False


class Assembler:
    """Joins bytes into reports, wherever reads cut them."""

    def __init__(self) -> None:
        self._incomplete = b""
        self._events: list[KeyEvent] = []
        self._dropped = False

    def feed(self, data: bytes) -> list[DeviceReport]:
        """Take bytes; return the reports that they complete, oldest first."""
        data = self._incomplete + data
        complete = len(data) - len(data) % EVENT.size
        self._incomplete = data[complete:]
        reports = []
        for seconds, micros, kind, code, value in EVENT.iter_unpack(data[:complete]):
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


# The kernel's names of keys, buttons and axes (linux/input-event-codes.h).
#
# A code is a number: a key's own, below 0x300; or a direction of an axis, from `AXES` on.

Code = NewType("Code", int)
"""A key or button, or one direction of an axis or hat."""

MOST_KEYS = 0x300
AXES = 0x1000
"""From here on, two codes per axis: down (-) and up (+)."""
MOST_AXES = 0x18
"""Number of axes and hats; higher ones are for touch."""

_ROWS = {
    ("KEY", 1): "ESC 1 2 3 4 5 6 7 8 9 0 MINUS EQUAL BACKSPACE TAB Q W E R T Y U I O P LEFTBRACE RIGHTBRACE "
    "ENTER LEFTCTRL A S D F G H J K L SEMICOLON APOSTROPHE GRAVE LEFTSHIFT BACKSLASH Z X C V B N M COMMA DOT "
    "SLASH RIGHTSHIFT KPASTERISK LEFTALT SPACE CAPSLOCK F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 NUMLOCK SCROLLLOCK "
    "KP7 KP8 KP9 KPMINUS KP4 KP5 KP6 KPPLUS KP1 KP2 KP3 KP0 KPDOT",
    ("KEY", 86): "102ND F11 F12",
    ("KEY", 96): "KPENTER RIGHTCTRL KPSLASH",
    ("KEY", 102): "HOME UP PAGEUP LEFT RIGHT END DOWN PAGEDOWN INSERT DELETE",
    ("BTN", 0x100): "0 1 2 3 4 5 6 7 8 9",
    ("BTN", 0x120): "TRIGGER THUMB THUMB2 TOP TOP2 PINKIE BASE BASE2 BASE3 BASE4 BASE5 BASE6",
    ("BTN", 0x130): "SOUTH EAST C NORTH WEST Z TL TR TL2 TR2 SELECT START MODE THUMBL THUMBR",
    ("BTN", 0x220): "DPAD_UP DPAD_DOWN DPAD_LEFT DPAD_RIGHT",
    ("BTN", 0x2C0): " ".join(f"TRIGGER_HAPPY{number}" for number in range(1, 41)),
    ("ABS", 0): "X Y Z RX RY RZ THROTTLE RUDDER WHEEL GAS BRAKE",
    ("ABS", 0x10): " ".join(f"HAT{number}{way}" for number in range(4) for way in "XY"),
}


def _names() -> Iterator[tuple[Code, str]]:
    for (kind, first), row in _ROWS.items():
        for number, name in enumerate(row.split(), first):
            if kind == "ABS":
                yield axis_code(number, up=False), f"ABS_{name}-"
                yield axis_code(number, up=True), f"ABS_{name}+"
            else:
                yield Code(number), f"{kind}_{name}"


def axis_code(axis: int, *, up: bool) -> Code:
    """Return the code of one direction of an axis."""
    return Code(AXES + 2 * axis + up)


def axis_of(code: Code) -> int | None:
    """Return the axis of a code that is a direction; None for a key."""
    return (code - AXES) // 2 if code >= AXES else None


NAMES = dict(_names())
CODES = {name: code for code, name in NAMES.items()}
_NUMBER = re.compile(r"CODE_(\d{1,3})")


def name_of(code: Code) -> str:
    """Return the kernel's name of a code, or its number as in CODE_240 if there is no name here."""
    return NAMES.get(code, f"CODE_{code}")


def code_of(name: str) -> Code | None:
    """Return the code of a name from `name_of`, in any case; None if there is none."""
    name = name.strip().upper()
    number = _NUMBER.fullmatch(name)
    if number:
        return Code(int(number[1])) if 0 < int(number[1]) < MOST_KEYS else None
    return CODES.get(name)


def name_meant(text: str) -> str:
    """Return what to write instead of `text` for a code."""
    text = text.strip().upper()
    for guess in (f"KEY_{text}", f"BTN_{text}", f"ABS_{text}"):
        if guess in CODES:
            return f'write "{guess}"'
    if f"{text}-" in CODES:
        return f'write "{text}-" or "{text}+", the way in which the stick is pushed'
    near = get_close_matches(text, CODES, 1)
    return f'did you mean "{near[0]}"?' if near else 'write its name, as in "KEY_A" or "BTN_TRIGGER"'


# Turns reports of one device into presses and releases of the buttons that are wanted.

PUSHED, LET_GO = 3 / 4, 5 / 8
"""Shares of an axis' whole travel: at the first it counts as pressed, at the second as released; in between
nothing changes."""

REPEAT = 2
"""Value of a key event that the kernel repeats while the key is down."""


class Axis(Struct, frozen=True):
    """An axis' value and its ends."""

    value: int
    least: int
    most: int


class DeviceState(Struct, frozen=True):
    """A device's state in the kernel: the keys that are down, and its axes."""

    keys: frozenset[int] = frozenset()
    axes: Mapping[int, Axis] = {}


Change = tuple[Code, bool]
"""A button, and whether it is down now."""


class Switches:
    """The wanted buttons of one device, as last reported."""

    def __init__(self, codes: Iterable[Code], state: DeviceState) -> None:
        self.codes = frozenset(codes)
        self.down: frozenset[Code] = frozenset()
        self._axes = dict(state.axes)
        self._keys: frozenset[int] = frozenset()
        self.resync(state)

    @property
    def held(self) -> bool:
        """Whether any key of the device is down, wanted or not."""
        return bool(self._keys)

    def take(self, report: DeviceReport) -> list[Change]:
        """Take a report; return the changes, which are all at one instant, in no meaningful order."""
        changes: list[Change] = []
        for event in report.events:
            if event.type == KEY and event.value != REPEAT:
                down = bool(event.value)
                self._keys = self._keys | {event.code} if down else self._keys - {event.code}
                changes += self._set(Code(event.code), down)
            elif event.type == ABS and event.code in self._axes:
                axis = self._axes[event.code]
                changes += self._moved(event.code, Axis(event.value, axis.least, axis.most))
        return changes

    def resync(self, state: DeviceState) -> list[Change]:
        """Take the kernel's state after reports were lost; return what changed meanwhile."""
        self._keys = state.keys
        changes = [
            change
            for code in sorted(self.codes)
            if axis_of(code) is None
            for change in self._set(code, code in state.keys)
        ]
        for number, axis in state.axes.items():
            changes += self._moved(number, axis)
        return changes

    def _moved(self, number: int, axis: Axis) -> list[Change]:
        self._axes[number] = axis
        travel = axis.most - axis.least
        if travel <= 0:
            return []
        changes = []
        for up, far in ((False, axis.most - axis.value), (True, axis.value - axis.least)):
            code = axis_code(number, up=up)
            share = far / travel
            if share >= PUSHED or share <= LET_GO:
                changes += self._set(code, share >= PUSHED)
        return changes

    def _set(self, code: Code, down: bool) -> list[Change]:
        if code not in self.codes or (code in self.down) is down:
            return []
        self.down = self.down | {code} if down else self.down - {code}
        return [(code, down)]
