"""The four boards that can be a grab board: what they are called, and where MicroPython keeps files on each.

Sizes: MicroPython, ports/rp2/boards/*/mpconfigboard.{h,cmake}, MICROPY_HW_FLASH_STORAGE_BYTES, the same from
1.22 (a Pico 2's from 1.24, a Pico 2 W's from 1.25) to 1.28; they lie at the flash's end (rp2_flash.c). Flash:
2 MiB on an RP2040 board, 4 MiB on an RP2350 one. Family ids: pico-sdk, boot_uf2_headers, boot/uf2.h.
"""

from msgspec import Struct

from hardware.firmware import chips

FLASH = 0x10000000
"""Where both chips have their flash among their addresses."""
BLOCK = 4096
"""Bytes of a block of the file system, and of what the flash erases at once."""

RP2040_FAMILY = 0xE48BFF56
RP2350_FAMILY = 0xE48BFF59
"""Of programs for its ARM cores; MicroPython's own .uf2 for these boards has the same."""


class BoardModel(Struct, frozen=True):
    """A kind of board; `flash` and `files` in bytes."""

    key: str
    """As on the command line and in a file's name."""
    name: str
    """As its firmware calls it."""
    micropython: str
    """What MicroPython's download page calls it."""
    family: int
    flash: int
    files: int

    @property
    def address(self) -> int:
        """Where its files begin."""
        return FLASH + self.flash - self.files


MODELS = (
    BoardModel("pico", chips.PICO, "RPI_PICO", RP2040_FAMILY, 2 << 20, 1408 << 10),
    BoardModel("pico-w", chips.PICO_W, "RPI_PICO_W", RP2040_FAMILY, 2 << 20, 848 << 10),
    BoardModel("pico-2", chips.PICO_2, "RPI_PICO2", RP2350_FAMILY, 4 << 20, 3 << 20),
    BoardModel("pico-2-w", chips.PICO_2_W, "RPI_PICO2_W", RP2350_FAMILY, 4 << 20, 2560 << 10),
)
