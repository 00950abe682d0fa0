"""From power-up to the loop: a way out for the owner, the wires, and how the parts connect."""

import select
import sys
from time import sleep_ms  # type: ignore[attr-defined] # MicroPython's

import machine  # type: ignore[import-not-found] # MicroPython's own, as are the next two
import micropython  # type: ignore[import-not-found, unused-ignore]
import rp2  # type: ignore[import-not-found]

from hardware.firmware import frames
from hardware.firmware.board import BoardProgram
from hardware.firmware.chips import kind_of
from hardware.firmware.loop import BoardLoop
from hardware.firmware.pins import Pins
from hardware.firmware.sampler import CPU, RATE, Sampler

BAUD = 460_800
WATCHDOG_MS = 2000
_ESCAPE_TENTHS = 15
_MOST_READ = 64


class Usb:
    """The serial port over USB."""

    def __init__(self) -> None:
        self._readable = select.poll()
        self._readable.register(sys.stdin, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(sys.stdout, select.POLLOUT)
        self._buffer = bytearray(_MOST_READ)

    def has_bytes(self) -> bool:
        """Return whether something has come in."""
        return bool(self._readable.poll(0))

    def read(self) -> bytes:
        """Return what has come in, up to 64 bytes."""
        size = 0
        while size < _MOST_READ and self._readable.poll(0):
            self._buffer[size] = sys.stdin.buffer.read(1)[0]
            size += 1
        return bytes(self._buffer[:size])

    def has_room(self) -> bool:
        """Return whether a frame can be sent."""
        return bool(self._writable.poll(0))

    def write(self, frame: bytes) -> None:
        """Send a frame."""
        sys.stdout.buffer.write(frame)


class Uart:
    """The serial line on GP0 (out) and GP1 (in)."""

    def __init__(self) -> None:
        self._uart = machine.UART(
            0, BAUD, tx=machine.Pin(0), rx=machine.Pin(1, machine.Pin.IN, machine.Pin.PULL_UP), rxbuf=512
        )
        self._unsent = b""

    def has_bytes(self) -> bool:
        """Return whether something has come in."""
        return bool(self._uart.any())

    def read(self) -> bytes:
        """Return what has come in, up to 64 bytes."""
        return self._uart.read(min(self._uart.any(), _MOST_READ)) or b""

    def has_room(self) -> bool:
        """Send the rest of the last frame, if any; return whether another one can be sent."""
        if self._unsent:
            self.write(self._unsent)
        return not self._unsent

    def write(self, frame: bytes) -> None:
        """Send a frame; what doesn't fit into the transmit buffer waits for `has_room`."""
        written = self._uart.write(frame) or 0  # None if there was no room at all
        self._unsent = frame[written:]


class NoLed:
    """Replaces the LED of a board that has it on its radio, which is never started."""

    def value(self, level: int) -> None:
        """Do nothing."""

    def toggle(self) -> None:
        """Do nothing."""


def called_off(led) -> bool:  # type: ignore[no-untyped-def] # noqa: ANN001 - a Pin or NoLed
    """Flicker for a second and a half; return whether BOOTSEL was pressed meanwhile.

    If so, MicroPython's prompt and Ctrl-C work again, so that the files can be changed.
    """
    for _ in range(_ESCAPE_TENTHS):
        led.toggle()
        sleep_ms(100)
        if rp2.bootsel_button():
            led.value(0)
            micropython.kbd_intr(3)  # type: ignore[attr-defined, unused-ignore]
            return True
    return False


def run() -> None:
    """Run the grab board until the power goes, unless called off; the watchdog restarts a hung loop."""
    kind = kind_of(sys.implementation._machine)
    led = machine.Pin("LED", machine.Pin.OUT) if kind.led else NoLed()
    cause = {machine.PWRON_RESET: frames.POWER_ON, machine.WDT_RESET: frames.WATCHDOG}.get(
        machine.reset_cause(), frames.OTHER_CAUSE
    )
    if cause != frames.WATCHDOG and called_off(led):
        return
    watchdog = machine.WDT(timeout=WATCHDOG_MS)
    machine.freq(CPU)
    wires = (Usb(), Uart())
    sampler = Sampler(kind.chip)
    pins = Pins(sampler.now, kind)
    board = BoardProgram(pins, kind.usable, RATE, machine.unique_id(), cause, kind.name)
    loop = BoardLoop(wires, sampler, board)
    while True:
        watchdog.feed()
        led.value(loop.turn() * 2 // RATE & 1)
