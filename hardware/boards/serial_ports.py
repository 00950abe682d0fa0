"""Finds the serial ports of grab boards, and opens them."""

import errno
import os
import termios
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Protocol

import serial
from msgspec import Struct
from serial.tools import list_ports

from companion.clock import SECOND, Nanoseconds
from hardware.errors import BoardBusyError, BoardMissingError, NotABoardError
from hardware.machine import machine as this_machine
from hardware.machine import not_allowed
from hardware.wiring.pinouts import wrong_name
from hardware.wiring.wiring import BoardPlug

USB_ID = (0x2E8A, 0x0005)
"""USB vendor and product of MicroPython on a Pico, both Raspberry Pi's."""

WAITING = {
    "0003": ("Pico or Pico W", "grab-board-pico.uf2 or -pico-w.uf2"),
    "000f": ("Pico 2 or Pico 2 W", "grab-board-pico-2.uf2 or -pico-2-w.uf2"),
}
"""Raspberry Pi's USB products of boards that wait for a .uf2, because BOOTSEL was held while they were
plugged in: which boards, and their firmware's file names."""

USB_DEVICES = Path("/sys/bus/usb/devices")

LINKS = ("/dev", "grab-board-*")
"""Folder and pattern of the names that our udev rule gives to boards' ports."""

BAUD = 460_800
"""Bits per second on a UART; USB ignores it."""

WIRES = ("ttyAMA", "ttyS", "ttyUSB")
"""Names of ports with a wire that carries bit after bit; USB and pseudo-terminals have packets."""

BYTE = Nanoseconds(10 * SECOND // BAUD * 9 // 10)
"""Least time of a byte on such a wire: start, 8 bits and stop, less 10 % as both ends' rates may be off."""

MOST_AT_ONCE = 4096
"""Most bytes read from a port at once."""


class FoundPort(Struct, frozen=True):
    """A port that may have a grab board; `id` is the chip's serial number in hex, if known."""

    path: str
    id: str = ""


class Port(Protocol):
    """An open serial port; nothing here blocks."""

    def fileno(self) -> int:
        """The file descriptor to wait on."""

    def read(self) -> bytes:
        """Return what has come in, perhaps nothing. Raises OSError if the device is gone."""

    def write(self, data: bytes) -> int:
        """Send as much as fits; return the number of bytes. Raises OSError if the device is gone."""

    def close(self) -> None:
        """Release the port."""


def list_boards() -> list[FoundPort]:
    """Return every port with a grab board's USB id or our udev rule's name, sorted by path."""
    try:
        ports = list_ports.comports()
    except (OSError, TypeError, ValueError):
        # A device was unplugged while pyserial read its details; the next call finds the others.
        ports = []
    by_path = {
        port.device: FoundPort(port.device, (port.serial_number or "").lower())
        for port in ports
        if (port.vid, port.pid) == USB_ID
    }
    folder, pattern = LINKS
    for link in sorted(Path(folder).glob(pattern)):
        path = os.path.realpath(link)
        by_path.setdefault(path, FoundPort(path, link.name.removeprefix(pattern.rstrip("*")).lower()))
    return [by_path[path] for path in sorted(by_path)]


def list_waiting(devices: Path = USB_DEVICES) -> list[str]:
    """Return the USB product (a key of `WAITING`) of every board that waits for a .uf2."""
    products = []
    for vendor in sorted(devices.glob("*/idVendor")):
        with suppress(OSError):
            product = (vendor.parent / "idProduct").read_text().strip()
            if vendor.read_text().strip() == f"{USB_ID[0]:04x}" and product in WAITING:
                products.append(product)
    return products


def find_port(plug: BoardPlug, lister: Callable[[], Iterable[FoundPort]] = list_boards) -> str:
    """Return the path of a board's port. Raises BoardMissingError if it is missing, or may be one of several.

    A path is taken as it is, since a UART must be opened to ask who is there. Raises NotABoardError if this
    Pi's header doesn't have it.
    """
    if plug.port is not None and plug.port.startswith("/"):
        wrong = wrong_name(plug.port, this_machine())
        if wrong:
            raise NotABoardError(f'grab board "{plug.name}": {wrong}')
        return plug.port
    ports = list(lister())
    if plug.port is not None:
        ports = [port for port in ports if port.id == plug.port.lower()]
    if not ports and plug.port is None:
        raise BoardMissingError(f'grab board "{plug.name}": no board is plugged in; plug it in')
    if not ports:
        raise BoardMissingError(
            f'grab board "{plug.name}": no board with the id {plug.port} is plugged in; plug it in'
        )
    if len(ports) > 1:
        ids = _ports_of(ports)
        raise BoardMissingError(
            f'grab board "{plug.name}": {len(ports)} boards are plugged in; say which one it is in the seats '
            f"file: {ids}"
        )
    return ports[0].path


def _ports_of(boards: Sequence[FoundPort]) -> str:
    """Return what the seats file calls each of these boards: its id, or its path if that tells nothing."""
    ids = [board.id for board in boards]
    ports = [board.id if board.id and ids.count(board.id) == 1 else board.path for board in boards]
    return " or ".join(f'port = "{port}"' for port in ports)


def is_wire(path: str) -> bool:
    """Return whether a port's wire carries bit after bit."""
    return os.path.basename(os.path.realpath(path)).startswith(WIRES)


def open_port(plug: BoardPlug) -> Port:
    """Find and open the port of a board, for exclusive use.

    Raises BoardMissingError, NoPermissionError, BoardBusyError or NotABoardError, each saying what to do.
    """
    path = find_port(plug)
    name = f'grab board "{plug.name}"'
    try:
        port = SerialPort(path)
        # Ends a frame that another program left unfinished.
        port.write(b"\0")
        return port
    except (OSError, ValueError, termios.error) as error:
        number = getattr(error, "errno", None)
        if number in (errno.ENOENT, errno.ENODEV, errno.ENXIO):
            raise BoardMissingError(f"{name}: nothing is plugged in at {path}; plug it in") from error
        if number in (errno.EACCES, errno.EPERM):
            raise not_allowed(name, path) from error
        if number in (errno.EBUSY, errno.EAGAIN, errno.EWOULDBLOCK):
            raise BoardBusyError(f"{name}: another program holds {path}; close that program") from error
        raise NotABoardError(
            f"{name}: {path} is no serial port; correct its port in the seats file"
        ) from error


class SerialPort:
    """A `Port` at a path. Raises OSError (pyserial's is one), ValueError or termios.error."""

    def __init__(self, path: str) -> None:
        self._serial = serial.Serial(path, BAUD, timeout=0, exclusive=True)
        self.byte = BYTE if is_wire(path) else Nanoseconds(0)
        """Least time of a byte on the wire, in ns; 0 on USB and pseudo-terminals."""
        # FTDI adapters hold bytes back for 16 ms; drivers without a low-latency mode refuse this.
        with suppress(OSError, ValueError, AttributeError, NotImplementedError):
            self._serial.set_low_latency_mode(True)

    def fileno(self) -> int:
        """The file descriptor to wait on."""
        return int(self._serial.fileno())

    def read(self) -> bytes:
        """Return what has come in, perhaps nothing. Raises OSError if the device is gone."""
        try:
            data = os.read(self.fileno(), MOST_AT_ONCE)
        except BlockingIOError:
            return b""
        if not data:
            raise OSError(errno.ENODEV, "the device is gone")
        return data

    def write(self, data: bytes) -> int:
        """Send as much as fits; return the number of bytes. Raises OSError if the device is gone."""
        # pyserial's own write spins while the driver's buffer is full.
        try:
            return os.write(self.fileno(), data)
        except BlockingIOError:
            return 0

    def close(self) -> None:
        """Release the port; works even if the device is gone."""
        with suppress(OSError, TypeError, termios.error):
            self._serial.close()
