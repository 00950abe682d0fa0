"""The .uf2 of each kind of board, unpacked and mounted: it contains the firmware's files and nothing else."""

import struct
from pathlib import Path

import pytest
from littlefs import LittleFS

from hardware.boards import disk
from hardware.boards.disk import MODELS, BoardModel, board_firmware, disk_files, write
from hardware.errors import WiringError
from hardware.firmware import chips

# From MicroPython's and the SDK's sources: family, flash size, and where the file system begins.
PARTITIONS = {
    "pico": (0xE48BFF56, 0x200000, 0x0A0000),
    "pico-w": (0xE48BFF56, 0x200000, 0x12C000),
    "pico-2": (0xE48BFF59, 0x400000, 0x100000),
    "pico-2-w": (0xE48BFF59, 0x400000, 0x180000),
}

models = pytest.mark.parametrize("model", MODELS, ids=lambda model: model.key)


def blocks(file: bytes) -> list[tuple[int, bytes, int]]:
    """Return (address, data, family) of every block, as a boot ROM would take them; each must be sound."""
    assert len(file) % 512 == 0
    found = []
    for number in range(len(file) // 512):
        block = file[512 * number : 512 * number + 512]
        one, two, flags, address, size, place, count, family = struct.unpack("<8I", block[:32])
        assert (one, two, struct.unpack("<I", block[508:])[0]) == (0x0A324655, 0x9E5D5157, 0x0AB16F30)
        assert (flags, size, place, count) == (0x2000, 256, number, len(file) // 512)
        assert address % 256 == 0
        found.append((address, block[32 : 32 + size], family))
    return found


@models
def test_every_block_lies_in_the_boards_file_system_and_there_are_no_gaps(model: BoardModel) -> None:
    family, flash, base = PARTITIONS[model.key]
    found = blocks(board_firmware(model))
    assert {kind for _, _, kind in found} == {family}
    addresses = [address for address, _, _ in found]
    assert addresses == list(range(0x10000000 + base, 0x10000000 + base + 256 * len(found), 256))
    assert addresses[-1] + 256 <= 0x10000000 + flash
    # Each erase unit of the flash is written in full.
    assert len(found) * 256 % 4096 == 0


@models
def test_what_micropython_mounts_is_the_firmware(model: BoardModel) -> None:
    _, flash, base = PARTITIONS[model.key]
    # Old contents don't matter, as on a board that had another use.
    chip = bytearray(b"\xa5" * flash)
    for address, data, _ in blocks(board_firmware(model)):
        chip[address - 0x10000000 : address - 0x10000000 + 256] = data
    # _boot.py mounts it with this size; with any other the mount would fail and _boot.py would format it.
    mounted = LittleFS(block_size=4096, block_count=(flash - base) // 4096, prog_size=256, mount=False)
    mounted.context.buffer = chip[base:]
    mounted.mount()
    there = {}
    for folder, _, names in mounted.walk("/"):
        for name in names:
            path = f"{folder.rstrip('/')}/{name}".lstrip("/")
            with mounted.open(path, "rb") as file:
                there[path] = file.read()
    assert there == disk_files()
    with mounted.open("more.txt", "wb") as file:
        file.write(bytes(600_000))
    assert mounted.stat("more.txt").size == 600_000, "the rest of the disk is free"


def test_the_disk_holds_all_that_the_firmware_imports() -> None:
    firmware = Path(chips.__file__).parent
    sources = {f"hardware/firmware/{path.name}" for path in firmware.glob("*.py")}
    assert set(disk_files()) == {"main.py", *sources}
    assert disk_files()["main.py"] == (firmware / "main.py").read_bytes()


def test_there_is_one_for_every_board_that_the_firmware_runs_on(tmp_path: Path) -> None:
    made = write(tmp_path / "dist", Path.write_bytes)
    assert sorted(path.name for path in made) == sorted(f"grab-board-{model.key}.uf2" for model in MODELS)
    assert all(path.stat().st_size for path in made)
    assert {model.name for model in MODELS} == {kind.name for kind in chips.KINDS.values()}


def test_a_folder_that_cannot_be_written_is_said() -> None:
    with pytest.raises(WiringError, match=r"can't be written there \(Not a directory\): name another folder"):
        write(Path("/dev/null/dist"), Path.write_bytes)


def test_only_whole_payloads_are_packed() -> None:
    for data in (b"", b"x" * 255):
        with pytest.raises(ValueError, match="aren't payloads"):
            disk.pack(data, 0x10000000, 0)
