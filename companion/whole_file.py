"""The owner's files: whole whatever happens, read by nobody else; what lies in their place is no way in."""

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

FULL = "the disk is full; free some space"


def why_not(error: OSError) -> str:
    """Return why a file couldn't be written, in the system's words; of a full disk, what to do."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return FULL
    return error.strerror or str(error)


def open_new(path: Path) -> BinaryIO:
    """Open a new file for the owner alone, in place of what bears its name; OSError where that can't be.

    What lies there is removed, not opened: a link would lead elsewhere, a pipe would wait for who reads it.
    """
    path.unlink(missing_ok=True)
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600), "wb")


def read_plain(path: Path, most: int) -> bytes:
    """Return the first `most` bytes of a file; OSError where it can't be read.

    Only a file is read: a pipe or a device may never say anything, or never end.
    """
    with os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.EINVAL, "it is no file")
        return file.read(most)


def make_folder(path: Path) -> None:
    """Make a folder that only the owner can look into, where there is none; OSError where that can't be."""
    path.mkdir(mode=0o700, parents=True, exist_ok=True)


def flush(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def write_whole(path: Path, content: bytes, *, durable: bool = True) -> None:
    """Write a file, the owner's alone, so that a power cut leaves the old one or the new.

    OSError where that can't be. Not `durable`: nothing waits for the disk, and a power cut may leave a torn
    file; for what is checked when it is read, and can be made again.
    """
    partly = path.with_name(f"{path.name}.part")
    try:
        with open_new(partly) as file:
            file.write(content)
            if durable:
                file.flush()
                os.fsync(file.fileno())
        partly.replace(path)
    except OSError:
        with suppress(OSError):
            partly.unlink()
        raise
    if durable:
        # Some file systems can't sync a folder; then the rename is as durable as they make it.
        with suppress(OSError):
            flush(path.parent)
