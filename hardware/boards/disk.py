"""Makes the firmware's .uf2 for each kind of board: the file system from which MicroPython runs programs.

`companion board-firmware FOLDER` writes all four into a folder. MicroPython itself is installed before, with
its own .uf2 from micropython.org; these files don't change it.
"""

import struct
from collections.abc import Callable
from pathlib import Path

from littlefs import LittleFS
from msgspec import Struct

from hardware import firmware
from hardware.errors import WiringError
from hardware.firmware import chips

# The four boards that can be a grab board: their names, and where MicroPython keeps files on each.
#
# Sizes: MicroPython, ports/rp2/boards/*/mpconfigboard.{h,cmake}, MICROPY_HW_FLASH_STORAGE_BYTES, the same
# from 1.22 (a Pico 2's from 1.24, a Pico 2 W's from 1.25) to 1.28; at the end of the flash (rp2_flash.c).
# Flash: 2 MiB on an RP2040 board, 4 MiB on an RP2350 one. Family ids: pico-sdk, boot_uf2_headers, boot/uf2.h.

FLASH = 0x10000000
"""Address of the flash on both chips."""
BLOCK = 4096
"""Bytes in a block of the file system, which is what the flash erases at once."""

RP2040_FAMILY = 0xE48BFF56
RP2350_FAMILY = 0xE48BFF59
"""For programs on its ARM cores; MicroPython's own .uf2 for these boards has the same."""


class BoardModel(Struct, frozen=True):
    """A kind of board; `flash` and `files` in bytes."""

    key: str
    """As in the file's name."""
    name: str
    """As its firmware reports it."""
    family: int
    flash: int
    files: int

    @property
    def address(self) -> int:
        """Address of the file system."""
        return FLASH + self.flash - self.files


MODELS = (
    BoardModel("pico", chips.PICO, RP2040_FAMILY, 2 << 20, 1408 << 10),
    BoardModel("pico-w", chips.PICO_W, RP2040_FAMILY, 2 << 20, 848 << 10),
    BoardModel("pico-2", chips.PICO_2, RP2350_FAMILY, 4 << 20, 3 << 20),
    BoardModel("pico-2-w", chips.PICO_2_W, RP2350_FAMILY, 4 << 20, 2560 << 10),
)

SOURCES = Path(firmware.__file__).parent

FILLED = 64
"""Blocks at the beginning that hold all files, 256 KiB: the .uf2 needs no more, and has no gaps."""


def disk_files() -> dict[str, bytes]:
    """Return the files of a board by path: the firmware, with another main.py at the top."""
    files = {f"hardware/firmware/{path.name}": path.read_bytes() for path in sorted(SOURCES.glob("*.py"))}
    return {**files, "main.py": files["hardware/firmware/main.py"]}


def disk(model: BoardModel) -> bytes:
    """Return the first `FILLED` blocks of a board's file system; the others are free, whatever they hold."""
    # littlefs chooses its first block. In a small system that is near the start, and growing moves nothing.
    system = LittleFS(block_size=BLOCK, block_count=FILLED, prog_size=256)
    system.makedirs("hardware/firmware")
    for name, data in disk_files().items():
        with system.open(name, "wb") as file:
            file.write(data)
    system.fs_grow(model.files // BLOCK)
    return bytes(system.context.buffer)


def board_firmware(model: BoardModel) -> bytes:
    """Return the .uf2 for a kind of board."""
    return pack(disk(model), model.address, model.family)


def write(folder: Path, write_file: Callable[[Path, bytes], object]) -> list[Path]:
    """Write the four files into a folder with `write_file`, and return their paths.

    Raises WiringError for an OSError; other errors of `write_file` pass through.
    """
    paths = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for model in MODELS:
            paths.append(folder / f"grab-board-{model.key}.uf2")
            write_file(paths[-1], board_firmware(model))
    except OSError as error:
        why = error.strerror or error
        raise WiringError(f"the firmware can't be written there ({why}): name another folder") from error
    return paths


# UF2, the format that a board's boot disk accepts: blocks of 512 bytes, 256 of them for the flash.
#
# Format: github.com/microsoft/uf2; pico-sdk, boot_uf2_headers, boot/uf2.h.

PAYLOAD = 256
BEGINNINGS, END = (0x0A324655, 0x9E5D5157), 0x0AB16F30
HAS_FAMILY = 0x2000
"""Flag: the last number before the data is the family of chips."""


def pack(data: bytes, address: int, family: int) -> bytes:
    """Return a .uf2 that writes these bytes at an address. Raises ValueError unless they fill payloads."""
    if not data or len(data) % PAYLOAD:
        raise ValueError(f"{len(data)} bytes aren't payloads of {PAYLOAD}")
    count = len(data) // PAYLOAD
    blocks = []
    for number in range(count):
        at = number * PAYLOAD
        head = struct.pack("<8I", *BEGINNINGS, HAS_FAMILY, address + at, PAYLOAD, number, count, family)
        blocks.append(head + data[at : at + PAYLOAD].ljust(476, b"\0") + struct.pack("<I", END))
    return b"".join(blocks)
