"""Files of settings that somebody names."""

import errno
import os
import stat
from pathlib import Path


def read_plain(path: Path, most: int) -> bytes:
    """Return the bytes of a file, one more than `most` where it is longer; OSError where it can't be read.

    Only a file is read: a pipe or a device may never say anything, or never end.
    """
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(errno.EINVAL, "it is no file")
        return file.read(most + 1)
