"""Alternatives for judging grabs, on the same lines: plain gpiozero Buttons, and the kernel's gpio-keys."""

import ctypes
import fcntl
import os
import struct
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Protocol

from gpiozero import Button

from hardware.grab.contacts import Seat
from tests.kernel.lines import Chip
from tests.kernel.outcome import factory
from tests.kernel.watch import PATIENCE, SEATS

FINIT_MODULE, DELETE_MODULE = 313, 176
"""System calls of x86_64, as the guest may have no insmod."""

EVENT = struct.Struct("=qqHHi")
"""The kernel's input_event: seconds, microseconds, type, code, value."""

KEY_EVENT, FIRST_KEY = 1, 0x2C0
"""EV_KEY; BTN_TRIGGER_HAPPY1."""

SET_CLOCK = 0x400445A0
"""EVIOCSCLOCKID."""

INPUTS = Path("/sys/class/input")


class Rival(Protocol):
    """Something that judges who was first."""

    def begin(self) -> None:
        """Forget what was."""
        ...

    def first(self) -> Seat | None:
        """Return who was first since `begin`."""
        ...


class Buttons:
    """The Button whose `when_pressed` is called first wins."""

    def __init__(self) -> None:
        self.pressed: list[Seat] = []

    def begin(self) -> None:
        """Forget what was."""
        self.pressed.clear()

    def first(self) -> Seat | None:
        """Return the seat that was called first."""
        return self.pressed[0] if self.pressed else None


@contextmanager
def plain_buttons(chip: Chip) -> Iterator[Rival]:
    """Yield plain gpiozero Buttons on lgpio."""
    rival = Buttons()
    with factory("lgpio", chip) as pins, ExitStack() as opened:
        for line in range(SEATS):
            button = opened.enter_context(Button(line, pin_factory=pins))
            button.when_pressed = partial(rival.pressed.append, Seat(line))
        yield rival


class Keys:
    """The key with the earliest event time wins."""

    def __init__(self, file: int) -> None:
        self._file = file

    def begin(self) -> None:
        """Forget what was."""
        self._events()

    def first(self) -> Seat | None:
        """Return the seat whose press has the earliest time; of equal ones the first in the queue."""
        pressed = [
            (seconds, microseconds, place, Seat(code - FIRST_KEY))
            for place, (seconds, microseconds, what, code, value) in enumerate(self._events())
            if what == KEY_EVENT and value == 1
        ]
        return min(pressed)[-1] if pressed else None

    def _events(self) -> list[tuple[int, int, int, int, int]]:
        events: list[tuple[int, int, int, int, int]] = []
        while True:
            try:
                events += EVENT.iter_unpack(os.read(self._file, 64 * EVENT.size))
            except BlockingIOError:
                return events


@contextmanager
def gpio_keys(chip: Chip, module: str, debounce: int) -> Iterator[Rival]:
    """Yield the kernel's gpio-keys on the chip, debounced by `debounce` ms."""
    base = next(chip.lines.parent.glob("gpio/gpiochip*/base")).read_text().strip()
    with open(module, "rb") as file:
        call(FINIT_MODULE, file.fileno(), f"base={base} debounce={debounce}".encode(), 0)
    try:
        device = os.open(Path("/dev/input") / event_device(), os.O_RDONLY | os.O_NONBLOCK)
        try:
            fcntl.ioctl(device, SET_CLOCK, struct.pack("i", time.CLOCK_MONOTONIC))
            yield Keys(device)
        finally:
            os.close(device)
    finally:
        call(DELETE_MODULE, b"lane_keys", 0)


def event_device() -> str:
    """Return the name of the module's input device; FileNotFoundError if it doesn't appear."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        for found in INPUTS.glob("event*"):
            if (found / "device" / "name").read_text().strip() == "lane keys":
                return found.name
        time.sleep(0.05)
    raise FileNotFoundError("no input device of that name")


def call(number: int, *arguments: int | bytes) -> None:
    """Make a system call; OSError if it fails."""
    library = ctypes.CDLL(None, use_errno=True)
    if library.syscall(ctypes.c_long(number), *arguments) < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
