"""Reads and writes the owner's files: atomically, privately, and safe against links and pipes."""

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
"""Mode of a file that only its owner may read and write."""
SHOWN = 0o644
"""Mode of a file that anybody may read."""


def why_not(error: OSError) -> str:
    """Return why a file couldn't be written, in the system's words; FULL for a full disk."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return FULL
    return error.strerror or str(error)


def open_new(path: Path) -> BinaryIO:
    """Create a private file, replacing whatever has its name. Raises OSError.

    What is there is removed, not opened: a link would lead elsewhere, a pipe would wait for a reader.
    """
    path.unlink(missing_ok=True)
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, PRIVATE), "wb")


def read_plain(path: Path, most: int) -> bytes:
    """Return the first `most` bytes of a regular file. Raises OSError.

    Pipes and devices are refused: reading one may block, or never end.
    """
    with os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError(errno.EINVAL, "it isn't a file")
        return file.read(most)


def make_folder(path: Path) -> None:
    """Make a private folder unless it exists. Raises OSError."""
    path.mkdir(mode=0o700, parents=True, exist_ok=True)


def flush(path: Path) -> None:
    """Wait until a file's content, or a folder's names, are on the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def write_whole(path: Path, content: bytes, *, durable: bool = True, mode: int = PRIVATE) -> None:
    """Write a file atomically: a power cut leaves the old one or the new. Raises OSError.

    Only the owner can read it, unless `mode` says otherwise. Without `durable`, it doesn't wait for the
    disk, and a power cut may leave a torn file: only for what is checked when read and can be made again.
    """
    partly = path.parent / f"{path.name}.part"
    try:
        with open_new(partly) as file:
            if mode != PRIVATE:
                # On a USB stick, files may belong to another user, with fixed modes.
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
        # Some file systems can't sync a folder; then this is as durable as they get.
        with suppress(OSError):
            flush(path.parent)


# Files that the owner names: a board, a deck, a box, a record.

KINDS = {stat.S_IFDIR: "a folder", stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket"}


def read_owners_file(path: Path, most: int) -> bytes:
    """Return a file's bytes, but no more than `most` + 1, so that a caller can tell that it is too long.

    Raises SetupError if it can't be read, or isn't a regular file: a pipe or device may block, or never end.
    """
    try:
        check_target(path)
        return read_plain(path, most + 1)
    except OSError as error:
        raise SetupError(f"{path}: {error.strerror}") from None


def write_owners_file(path: Path, content: bytes, *, mode: int = PRIVATE) -> None:
    """Replace a file's content, atomically. Raises SetupError if it can't be written; then nothing changes.

    Only a regular file is replaced, and a link is followed.
    """
    try:
        check_target(path)
        write_whole(path.resolve(), content, mode=mode)
    except OSError as error:
        raise SetupError(f"{path}: {why_not(error)}") from None


def check_target(path: Path) -> None:
    """Raise SetupError unless a path is a regular file or doesn't exist; OSError if that can't be checked."""
    with suppress(FileNotFoundError):
        kind = stat.S_IFMT(path.stat().st_mode)
        if kind != stat.S_IFREG:
            raise SetupError(f"{path}: this is {KINDS.get(kind, 'a device')}, not a file")


# Caches next to the store: one file per match, made from its record, which can be deleted at any time.


class CacheFolder(Struct, frozen=True):
    """A cache folder named after the store; beyond `most` files the oldest is deleted.

    At most `most_bytes` of a file are read.
    """

    name: str
    most: int
    most_bytes: int

    def path(self, store: Path) -> Path:
        """Return the folder's path for a store."""
        return store.with_name(f"{store.name}-{self.name}")

    def read(self, store: Path, match: str) -> bytes:
        """Return a match's file; empty if there is none."""
        with suppress(OSError):
            return read_plain(self._file(store, match), self.most_bytes)
        return b""

    def write(self, store: Path, match: str, content: bytes) -> None:
        """Write a match's file, privately; failures are ignored.

        It doesn't wait for the disk: readers must check whether a power cut has torn the file.
        """
        path = self._file(store, match)
        with suppress(OSError):
            make_folder(path.parent)
            write_whole(path, content, durable=False)
            others = [file for file in path.parent.iterdir() if file != path]
            newest_first = [path, *sorted(others, key=lambda file: file.stat().st_mtime_ns, reverse=True)]
            for old in newest_first[self.most :]:
                old.unlink()

    def first_lines(self, store: Path) -> Iterator[bytes]:
        """Yield each file's first line."""
        with suppress(OSError):
            for path in self.path(store).iterdir():
                with suppress(OSError):
                    yield read_plain(path, self.most_bytes).partition(b"\n")[0]

    def throw_away(self, store: Path, match: str | None = None) -> None:
        """Delete a match's file, or all files."""
        with suppress(OSError):
            files = [self._file(store, match)] if match is not None else list(self.path(store).iterdir())
            for path in files:
                path.unlink(missing_ok=True)

    def _file(self, store: Path, match: str) -> Path:
        # An imported match's id can be anything, so it isn't used as a file name.
        name = blake2b(match.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
        return self.path(store) / name


CHECKPOINTS = CacheFolder("checkpoints", 20, 16 << 20)
"""For `companion.line`; few records are long enough to need one."""

SMALL_ENDS = CacheFolder("ends", 500, 256 << 10)
"""For `ui.records.thumbnails`: the final view of a match is 1 to 10 kB."""


@cache
def program() -> str:
    """Return this program's installed version, "" if none: caches of other versions aren't used."""
    # importlib.metadata imports the email package, which would delay the first picture.
    infos = (info for place in sys.path for info in Path(place).glob("table_companion-*.dist-info"))
    return next((info.stem.partition("-")[2] for info in infos), "")


def throw_away(store: Path, match: str | None = None) -> None:
    """Delete a match's cached files, or those of all matches."""
    for folder in (CHECKPOINTS, SMALL_ENDS):
        folder.throw_away(store, match)
