"""From power to the loop: the way out for an owner, the wires, and what is joined to what."""

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
    """The serial port in the USB cable."""

    def __init__(self) -> None:
        self._readable = select.poll()
        self._readable.register(sys.stdin, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(sys.stdout, select.POLLOUT)
        self._buffer = bytearray(_MOST_READ)

    def has_bytes(self) -> bool:
        """Tell whether something came."""
        return bool(self._readable.poll(0))

    def read(self) -> bytes:
        """Return what came, up to 64 bytes."""
        size = 0
        while size < _MOST_READ and self._readable.poll(0):
            self._buffer[size] = sys.stdin.buffer.read(1)[0]
            size += 1
        return bytes(self._buffer[:size])

    def has_room(self) -> bool:
        """Tell whether a frame can be sent."""
        return bool(self._writable.poll(0))

    def write(self, frame: bytes) -> None:
        """Send a frame."""
        sys.stdout.buffer.write(frame)


class Uart:
    """The serial wire on GP0 (out) and GP1 (in)."""

    def __init__(self) -> None:
        self._uart = machine.UART(
            0, BAUD, tx=machine.Pin(0), rx=machine.Pin(1, machine.Pin.IN, machine.Pin.PULL_UP), rxbuf=512
        )
        self._unsent = b""

    def has_bytes(self) -> bool:
        """Tell whether something came."""
        return bool(self._uart.any())

    def read(self) -> bytes:
        """Return what came, up to 64 bytes."""
        return self._uart.read(min(self._uart.any(), _MOST_READ)) or b""

    def has_room(self) -> bool:
        """Tell whether a frame can be sent; what is left of the last one goes first."""
        if self._unsent:
            self.write(self._unsent)
        return not self._unsent

    def write(self, frame: bytes) -> None:
        """Send a frame; what finds no room in the transmit buffer is kept for `has_room`."""
        written = self._uart.write(frame) or 0  # None where there was room for nothing
        self._unsent = frame[written:]


class NoLed:
    """What stands for the LED of a board that has it on its radio: the radio is never started."""

    def value(self, level: int) -> None:
        """Nothing is lit."""

    def toggle(self) -> None:
        """Nothing is lit."""


def called_off(led) -> bool:  # type: ignore[no-untyped-def] # noqa: ANN001 - a Pin or NoLed
    """Flicker for a second and a half; tell whether BOOTSEL was pressed meanwhile.

    Then MicroPython's prompt and Ctrl-C are there again, so that the files can be changed.
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
    """Be a grab board, for as long as there is power; a loop that hangs is ended by the watchdog."""
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
