"""Makes the image of a Pico's disk with the firmware on it: image.py <firmware's folder> <image> <blocks>.

Runs in the lane's own environment, which has littlefs.
"""

import sys
from pathlib import Path

from littlefs import LittleFS  # type: ignore[import-not-found] # in the lane's environment


def main(folder: Path, image: Path, blocks: int) -> None:
    """Write the image: the folder under its own name, and main.py at the top too."""
    disk = LittleFS(block_size=4096, block_count=blocks, prog_size=256)
    disk.makedirs("hardware/firmware")
    for path in sorted(folder.glob("*.py")):
        for name in (f"hardware/firmware/{path.name}", *(["main.py"] if path.name == "main.py" else [])):
            with disk.open(name, "wb") as file:
                file.write(path.read_bytes())
    image.write_bytes(disk.context.buffer)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]))
