"""The owner's files: whole whatever happens, read by nobody else; what lies in their place is no way in."""

import errno
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import BinaryIO

from msgspec import Struct

from companion.errors import SetupError

FULL = "the disk is full; free some space"
PRIVATE = 0o600
"""The mode of a file that its owner alone may read and write."""
SHOWN = 0o644
"""That of a file that anybody may read."""


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
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, PRIVATE), "wb")


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


def write_whole(path: Path, content: bytes, *, durable: bool = True, mode: int = PRIVATE) -> None:
    """Write a file, the owner's alone unless `mode` says else; a power cut leaves the old one or the new.

    OSError where that can't be. Not `durable`: nothing waits for the disk, and a power cut may leave a torn
    file; for what is checked when it is read, and can be made again.
    """
    partly = path.parent / f"{path.name}.part"
    try:
        with open_new(partly) as file:
            if mode != PRIVATE:
                # On a stick all files may be somebody else's, and read as that one likes.
                with suppress(PermissionError):
                    os.fchmod(file.fileno(), mode)
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


# Files that an owner names: a board, a deck, a box, a record.

KINDS = {stat.S_IFDIR: "a folder", stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket"}


def read_owners_file(path: Path, most: int) -> bytes:
    """Return the bytes of a file, one more than `most` where it is longer; SetupError where it can't be read.

    Only a file is read: a pipe or a device may never say anything, or never end.
    """
    try:
        check_target(path)
        return read_plain(path, most + 1)
    except OSError as error:
        raise SetupError(f"{path}: {error.strerror}") from None


def write_owners_file(path: Path, content: bytes, *, mode: int = PRIVATE) -> None:
    """Write a file in place of what it held; SetupError where it can't be written: what it held stays.

    Only a file is written: a pipe may have nobody who reads it.
    """
    try:
        check_target(path)
        write_whole(path.resolve(), content, mode=mode)
    except OSError as error:
        raise SetupError(f"{path}: {why_not(error)}") from None


def check_target(path: Path) -> None:
    """See that a file lies there, which may be read or replaced, or nothing at all; SetupError, OSError."""
    with suppress(FileNotFoundError):
        kind = stat.S_IFMT(path.stat().st_mode)
        if kind != stat.S_IFREG:
            raise SetupError(f"{path}: this is {KINDS.get(kind, 'a device')}, not a file")


# Files beside the store, one a match: made of its record, and thrown away at any time.


class Folder(Struct, frozen=True):
    """A folder called after the store: of `most` files the oldest goes, and a long one is read in part."""

    name: str
    most: int
    most_bytes: int

    def beside(self, store: Path) -> Path:
        """Return where it is."""
        return store.with_name(f"{store.name}-{self.name}")

    def read(self, store: Path, match: str) -> bytes:
        """Return what was kept of a match; nothing where there is none."""
        with suppress(OSError):
            return read_plain(self._file(store, match), self.most_bytes)
        return b""

    def write(self, store: Path, match: str, kept: bytes) -> None:
        """Keep something of a match, for the owner's eyes only, in place of what was kept before.

        Nothing waits until it is on the disk: whoever reads it must see whether a power cut has torn it.
        """
        path = self._file(store, match)
        with suppress(OSError):
            make_folder(path.parent)
            write_whole(path, kept, durable=False)
            every = [one for one in path.parent.iterdir() if one != path]
            newest_first = [path, *sorted(every, key=lambda one: one.stat().st_mtime_ns, reverse=True)]
            for old in newest_first[self.most :]:
                old.unlink()

    def first_lines(self, store: Path) -> Iterator[bytes]:
        """Yield how each file begins."""
        with suppress(OSError):
            for path in self.beside(store).iterdir():
                with suppress(OSError):
                    yield read_plain(path, self.most_bytes).partition(b"\n")[0]

    def throw_away(self, store: Path, match: str | None = None) -> None:
        """Remove what was kept of a match, or all there is."""
        with suppress(OSError):
            files = [self._file(store, match)] if match is not None else list(self.beside(store).iterdir())
            for path in files:
                path.unlink(missing_ok=True)

    def _file(self, store: Path, match: str) -> Path:
        # Whoever brought a match has named it: that is no name for a file.
        name = blake2b(match.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
        return self.beside(store) / name


CHECKPOINTS = Folder("checkpoints", 20, 16 << 20)
"""Of `companion.line`: few records are long, and a line of play is some hundred reports."""

SMALL_ENDS = Folder("ends", 500, 256 << 10)
"""Of `ui.records.thumbnails`: the last view of a match is 1 to 10 kB."""


@cache
def program() -> str:
    """Return the version of this program, which may make other files of a record than another one."""
    # importlib.metadata brings the whole of email along, for which the first picture would wait.
    infos = (info for place in sys.path for info in Path(place).glob("table_companion-*.dist-info"))
    return next((info.stem.partition("-")[2] for info in infos), "")


def throw_away(store: Path, match: str | None = None) -> None:
    """Remove all that was made of a match, or of all matches."""
    for folder in (CHECKPOINTS, SMALL_ENDS):
        folder.throw_away(store, match)
