"""Makes the firmware's .uf2 for each kind of board: the file system that MicroPython finds its programs in.

`companion board-firmware FOLDER` writes all four into a folder. MicroPython itself is put on first, as its
own .uf2 from micropython.org: these files leave it alone.
"""

from pathlib import Path

from littlefs import LittleFS

from hardware import firmware
from hardware.boards import uf2
from hardware.boards.models import BLOCK, MODELS, BoardModel
from hardware.errors import WiringError

SOURCES = Path(firmware.__file__).parent

FILLED = 64
"""Blocks at the beginning that all files are in, 256 KiB: the .uf2 needs no more, and has no gaps."""


def disk_files() -> dict[str, bytes]:
    """Return what is on a board's disk, by path: the firmware, and main.py at the top too."""
    files = {f"hardware/firmware/{path.name}": path.read_bytes() for path in sorted(SOURCES.glob("*.py"))}
    return {**files, "main.py": files["hardware/firmware/main.py"]}


def disk(model: BoardModel) -> bytes:
    """Return the first `FILLED` blocks of a board's file system; all others are free, whatever is in them."""
    # littlefs begins at a block of its own choice. In a small system that is near, and growing moves nothing.
    system = LittleFS(block_size=BLOCK, block_count=FILLED, prog_size=256)
    system.makedirs("hardware/firmware")
    for name, data in disk_files().items():
        with system.open(name, "wb") as file:
            file.write(data)
    system.fs_grow(model.files // BLOCK)
    return bytes(system.context.buffer)


def board_firmware(model: BoardModel) -> bytes:
    """Return the .uf2 for a kind of board."""
    return uf2.pack(disk(model), model.address, model.family)


def write(folder: Path) -> list[Path]:
    """Write the four files into a folder and return their paths; WiringError where that can't be done."""
    made = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for model in MODELS:
            made.append(folder / f"grab-board-{model.key}.uf2")
            made[-1].write_bytes(board_firmware(model))
    except OSError as error:
        raise WiringError(f"the firmware can't be written there ({error}): name another folder") from error
    return made
