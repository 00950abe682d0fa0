"""The touchscreen among the input devices, told by what the kernel says of each."""

import os
from pathlib import Path

from msgspec import Struct

DIRECT = 1 << 1
"""INPUT_PROP_DIRECT of linux/input-event-codes.h: touched where the picture is, unlike a touchpad."""

ABS_X = 1 << 0x00
ABS_MT_POSITION_X = 1 << 0x35
"""Axes, likewise: of one finger, of several."""
NUMBERS = 1 << 0x2F | 1 << 0x39
"""ABS_MT_SLOT and ABS_MT_TRACKING_ID: the kernel numbers its fingers, the same for whoever reads."""


class Touchscreen(Struct, frozen=True):
    """A touchscreen: its device, a name for people, which of Kivy's providers reads it, if it may.

    `numbered`: the kernel numbers its fingers.
    """

    path: str
    name: str
    provider: str
    readable: bool = True
    numbered: bool = False


def find_touch(inputs: Path, devices: Path, *, ribbon: bool) -> Touchscreen | None:
    """Return the touchscreen, by a path that survives a restart where udev gives one.

    Of several, one that isn't on USB where the panel is on a `ribbon`, and one on USB where it isn't; one
    for several fingers before one for one.
    """
    found: list[tuple[bool, bool, str, Touchscreen]] = []
    for event in sorted(inputs.glob("event*"), key=lambda path: (len(path.name), path.name)):
        axes = _bits(event / "device" / "capabilities" / "abs")
        if not _bits(event / "device" / "properties") & DIRECT or not axes & (ABS_X | ABS_MT_POSITION_X):
            continue
        several = bool(axes & ABS_MT_POSITION_X)
        path = _lasting(devices, event.name)
        name = text_of(event / "device" / "name") or event.name
        usb = text_of(event / "device" / "id" / "bustype") == "0003"
        provider = "mtdev" if several else "hidinput"
        numbered = several and axes & NUMBERS == NUMBERS
        touch = Touchscreen(str(path), name, provider, os.access(path, os.R_OK), numbered)
        found.append((usb == ribbon, not several, event.name, touch))
    return min(found, key=lambda one: one[:2])[3] if found else None


def closed_touch(inputs: Path, devices: Path) -> Touchscreen | None:
    """Return the touchscreen if it is there and may not be read."""
    touch = find_touch(inputs, devices, ribbon=True)
    return None if touch is None or touch.readable else touch


def _lasting(devices: Path, event: str) -> Path:
    """Return udev's name for an event device, or its own."""
    for link in sorted((devices / "by-path").glob("*")):
        if link.resolve().name == event:
            return link
    return devices / event


def _bits(path: Path) -> int:
    """Return a bit map of the kernel's: words of 64 bits in hexadecimal, the highest first.

    A kernel of 32 bits writes shorter words; the companion runs on one of 64.
    """
    bits = 0
    try:
        for word in text_of(path).split():
            bits = bits << 64 | int(word, 16)
    except ValueError:
        return 0
    return bits


def text_of(path: Path) -> str:
    """Return what a small file of the kernel's says; "" where there is none, or it can't be read."""
    try:
        return path.read_text().strip()
    except (OSError, UnicodeDecodeError):
        return ""
