"""Files that an owner names: a board, a deck, a box, a record."""

import os
import stat
from contextlib import suppress
from pathlib import Path

from companion.errors import SetupError
from companion.whole_file import why_not, write_whole

KINDS = {stat.S_IFDIR: "a folder", stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket"}


def read_owners_file(path: Path, most: int) -> bytes:
    """Return the bytes of a file, one more than `most` where it is longer; SetupError where it can't be read.

    Only a file is read: a pipe or a device may never say anything, or never end.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        try:
            _only_a_file(path, os.fstat(descriptor))
            return os.read(descriptor, most + 1)
        finally:
            os.close(descriptor)
    except OSError as error:
        raise SetupError(f"{path}: {error.strerror}") from None


def write_owners_file(path: Path, content: bytes) -> None:
    """Write a file in place of what it held; SetupError where it can't be written: what it held stays.

    Only a file is written: a pipe may have nobody who reads it.
    """
    try:
        with suppress(FileNotFoundError):
            _only_a_file(path, path.stat())
        write_whole(path.resolve(), content)
    except OSError as error:
        raise SetupError(f"{path}: {why_not(error)}") from None


def _only_a_file(path: Path, found: os.stat_result) -> None:
    kind = stat.S_IFMT(found.st_mode)
    if kind != stat.S_IFREG:
        raise SetupError(f"{path}: this is {KINDS.get(kind, 'a device')}, not a file")
