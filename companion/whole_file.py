"""Files that a power cut leaves as they were or as they are to be."""

import os
from contextlib import suppress
from pathlib import Path


def flush(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that a power cut leaves the old one or the new; OSError where that can't be."""
    partly = path.with_name(f"{path.name}.part")
    try:
        partly.write_bytes(content)
        flush(partly)
        partly.replace(path)
    except OSError:
        with suppress(OSError):
            partly.unlink()
        raise
    # Some file systems can't sync a folder; then the rename is as durable as they make it.
    with suppress(OSError):
        flush(path.parent)
