"""Files that an owner names: a board, a deck, a box, a record."""

import os
import stat
from pathlib import Path

from companion.errors import SetupError

KINDS = {stat.S_IFDIR: "a folder", stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket"}


def read_owners_file(path: Path, most: int) -> bytes:
    """Return the bytes of a file, one more than `most` where it is longer; SetupError where it can't be read.

    Only a file is read: a pipe or a device may never say anything, or never end.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        try:
            kind = stat.S_IFMT(os.fstat(descriptor).st_mode)
            if kind != stat.S_IFREG:
                raise SetupError(f"{path}: this is {KINDS.get(kind, 'a device')}, not a file")
            return os.read(descriptor, most + 1)
        finally:
            os.close(descriptor)
    except OSError as error:
        raise SetupError(f"{path}: {error.strerror}") from None
