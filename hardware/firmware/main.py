"""The grab board's main programme: MicroPython starts it when the Pico gets power.

It lies at the top of the Pico's own disk, beside the folder `hardware` (docs/grab_board.md, "Flashing").
"""

import select
import sys
from time import sleep_ms  # type: ignore[attr-defined] # MicroPython's

import machine  # type: ignore[import-not-found] # MicroPython's own, as are the next two
import micropython  # type: ignore[import-not-found, unused-ignore]
import rp2  # type: ignore[import-not-found]

from hardware.firmware import frames
from hardware.firmware.board import Board
from hardware.firmware.loop import Loop
from hardware.firmware.pins import USABLE, Pins
from hardware.firmware.sampler import CPU, RATE, Sampler

BAUD = 460_800
WATCHDOG_MS = 2000
_ESCAPE_TENTHS = 15
_MOST_READ = 64


class Usb:
    """The serial port in the USB cable."""

    def __init__(self) -> None:
        micropython.kbd_intr(-1)  # type: ignore[attr-defined, unused-ignore] # 3 is a byte, not Ctrl-C
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
        self._writable = select.poll()
        self._writable.register(self._uart, select.POLLOUT)

    def has_bytes(self) -> bool:
        """Tell whether something came."""
        return bool(self._uart.any())

    def read(self) -> bytes:
        """Return what came, up to 64 bytes."""
        return self._uart.read(min(self._uart.any(), _MOST_READ)) or b""

    def has_room(self) -> bool:
        """Tell whether a frame can be sent."""
        return bool(self._writable.poll(0))

    def write(self, frame: bytes) -> None:
        """Send a frame."""
        self._uart.write(frame)


def called_off(led: machine.Pin) -> bool:
    """Flicker for a second and a half; tell whether BOOTSEL was pressed meanwhile, to get at the files."""
    for _ in range(_ESCAPE_TENTHS):
        led.toggle()
        sleep_ms(100)
        if rp2.bootsel_button():
            led.value(0)
            return True
    return False


def run() -> None:
    """Be a grab board, for as long as there is power; a loop that hangs is ended by the watchdog."""
    led = machine.Pin("LED", machine.Pin.OUT)
    cause = {machine.PWRON_RESET: frames.POWER_ON, machine.WDT_RESET: frames.WATCHDOG}.get(
        machine.reset_cause(), frames.OTHER_CAUSE
    )
    if cause != frames.WATCHDOG and called_off(led):
        return
    machine.freq(CPU)
    wires = (Usb(), Uart())
    sampler = Sampler()
    board = Board(Pins(sampler.now), USABLE, RATE, machine.unique_id(), cause)
    loop = Loop(wires, sampler, board)
    watchdog = machine.WDT(timeout=WATCHDOG_MS)
    while True:
        watchdog.feed()
        led.value(loop.turn() * 2 // RATE & 1)


if __name__ == "__main__":
    run()
