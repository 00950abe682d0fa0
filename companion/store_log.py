"""Files next to a store: SQLite's write-ahead log, and the counts of acknowledged entries.

The last commits are in the log until the store is closed. SQLite silently deletes the log of an empty file,
and overwrites what it can't read of one. So we look at both before SQLite does.
"""

import os
import re
import struct
from collections.abc import Iterable
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from zlib import crc32

from companion.errors import DamagedStore, NewerRecord
from companion.whole_file import flush, read_plain, write_whole

_FORMAT, _LOG_FORMAT = 2, 3_007_000
_LOGS = (b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83")
"""SQLite's newest formats of a database and a log, and the magic numbers that begin a log."""

_BEGINS = b"SQLite format 3\0"
"""The magic string that begins a database."""

_HEADER, _FRAME = 32, 24
"""Sizes in bytes of a log's header, and of the header of each page in it."""

_LEAST_PAGE = 512
"""SQLite's smallest page, in bytes."""

MOST_LOG = 256 << 20
"""How many bytes of a log are set aside; SQLite restarts it after four megabytes."""

MOST_ASIDE = 20
"""The most logs that are set aside next to a store."""


def newer(path: Path) -> NewerRecord:
    """Return the error for a store that a newer version wrote."""
    return NewerRecord(f"{path} was written by a newer version of the companion; update it to go on")


def look_before(path: Path, schema: int) -> bool:
    """Raise an error if SQLite must not open a store; return whether there is a log. Nothing is changed.

    NewerRecord: the headers of the store or its log say that a newer version wrote them; SQLite would call
    them damaged, or not permitted. The offsets are those of SQLite's file format: its write and read
    versions, our `user_version`, and the log's format.

    DamagedStore: the file is empty or gone, but there is a log, or matches were saved in it.
    """
    # The log first: a store that is being made gets its file before its log.
    log, store = _start(_log(path)), _start(path)
    if store[:16] == _BEGINS:
        writes, reads = store[18:20]
        if writes == reads > _FORMAT or int.from_bytes(store[60:64], "big", signed=True) > schema:
            raise newer(path)
    if log[:4] in _LOGS and int.from_bytes(log[4:8], "big") > _LOG_FORMAT:
        raise newer(path)
    if not store and log:
        what = "the file is empty and the log beside it is not"
        raise DamagedStore(what, "keep both, move them away, and restore a copy", path)
    if not store and path.exists() and Acknowledged(path).any:
        what = "the file is empty, and matches were kept in it"
        raise DamagedStore(what, "move it away, and restore a copy", path)
    return bool(log)


def headless(path: Path) -> bool:
    """Return whether a file doesn't begin like a database: SQLite would refuse it, and delete its log."""
    return path.is_file() and _start(path)[:16] not in (b"", _BEGINS)


def loses(path: Path, taken: int, *, incomplete: bool) -> bool:
    """Return whether a log holds commits that SQLite, having read `taken` pages of it, will overwrite.

    What a power cut leaves is no loss: pages of one incomplete commit, and older pages, which are in the
    store already and whose salts differ from the header's. Whether the last commit was complete follows from
    the counts: `incomplete` if some match has fewer entries than were saved.
    """
    with suppress(FileNotFoundError):
        log = read_plain(_log(path), MOST_LOG)
        header, size = log[:_HEADER], int.from_bytes(log[8:12], "big")
        if len(log) < _HEADER:
            return False
        if header[:4] not in _LOGS or header[24:] != _checksum(header) or size < _LEAST_PAGE:
            return not taken and any(log[_HEADER:])
        frames = range(_HEADER + taken * (_FRAME + size), len(log) - _FRAME - size + 1, _FRAME + size)
        ours = [at for at in frames if log[at + 8 : at + 16] == header[16:24]]
        commits = [at for at in ours if any(log[at + 4 : at + 8])]
        return bool(commits) and (incomplete or commits != ours[-1:])
    return False


def set_aside(path: Path) -> None:
    """Copy a log to a separate file, unless one has the same content. Raises OSError."""
    log = read_plain(_log(path), MOST_LOG)
    others = logs_aside(path)
    if any(read_plain(other, MOST_LOG) == log for other in others):
        return
    if (count := len(others)) >= MOST_ASIDE:
        raise OSError(f"{count} damaged logs lie beside it; move them away")
    write_whole(next(name for name in _log_names(path) if not name.exists()), log)


def logs_aside(path: Path) -> list[Path]:
    """Return the damaged logs that were set aside next to a store."""
    return [log for log in _log_names(path) if log.exists()]


def remains_of_damage(path: Path) -> list[Path]:
    """Return the remains of a damaged store: logs that were set aside, and folders of `move_away`."""
    begin = f"{path.name}-damaged-"
    return sorted(file for file in path.parent.iterdir() if file.name.startswith(begin))


def move_away(path: Path, day: str) -> Path:
    """Move a store and its files into a new folder named after `day`. Raises OSError.

    Nothing is deleted or overwritten. The log goes last: while it is there alone, no new store is made in its
    place, so if this is interrupted, everything is still found and it can be repeated.
    """
    files = [path.with_name(path.name + end) for end in ("", "-journal", "-saved", "-shm", "-wal")]
    folder = _new_folder(path, day)
    try:
        for file in (*files[:3], *_log_names(path), *files[3:]):
            if os.path.lexists(file):
                file.rename(folder / file.name)
    finally:
        with suppress(OSError):
            # Remove the folder if nothing could be moved into it.
            folder.rmdir()
    for changed in (folder, path.parent):
        flush(changed)
    return folder


def _new_folder(path: Path, day: str) -> Path:
    for end in ("", *(f"-{n}" for n in range(2, MOST_ASIDE + 1))):
        folder = path.with_name(f"{path.name}-damaged-{day}{end}")
        with suppress(FileExistsError):
            folder.mkdir(mode=0o700)
            return folder
    raise OSError(f"{MOST_ASIDE} damaged stores of that day lie beside it; move them away")


def _log_names(path: Path) -> list[Path]:
    return [path.with_name(f"{path.name}-damaged-log-{n}") for n in range(1, MOST_ASIDE + 1)]


def _log(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def _checksum(header: bytes) -> bytes:
    """Return the checksum of a log's header, by SQLite's algorithm."""
    first = second = 0
    for x, y in struct.iter_unpack(">II" if header[3] & 1 else "<II", header[:24]):
        first = (first + x + second) & 0xFFFFFFFF
        second = (second + y + first) & 0xFFFFFFFF
    return struct.pack(">II", first, second)


def _start(path: Path) -> bytes:
    """Return a file's first 64 bytes, padded with zeros; empty if the file is empty or can't be read."""
    try:
        file = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    except OSError:
        return b""
    try:
        start = os.read(file, 64)
        return start and start.ljust(64, b"\0")
    except OSError:
        return b""
    finally:
        os.close(file)


# Counts of each match's acknowledged entries, in a file next to the store, not in it.
#
# SQLite's commits are in its log until the store is closed, or the log is long. If the end of the log is
# damaged, SQLite reads what is before it and ignores the rest: a record then ends earlier, with valid
# checksums. These counts are in a separate file, which the same damage doesn't reach.
#
# One line is appended per commit, without waiting for the disk. After a power cut the last lines may be
# missing; then a count is too low, which raises no false alarm. A torn or damaged line doesn't count.

MOST_MATCHES = 1_000
"""How many matches have a count, the last written ones; the log holds far fewer."""

MOST_BYTES = 1 << 20
"""The size above which the file is rewritten; a long evening adds 100 kB."""

_LINE = re.compile(rb"(([0-9a-f]{16}) (\d{1,9})) ([0-9a-f]{8})")


class Acknowledged:
    """The counts of one store, by match; ids are hashed."""

    def __init__(self, store: Path) -> None:
        self._path = store.with_name(f"{store.name}-saved")
        self._file: int | None = None
        self._counts: dict[bytes, int] = {}
        with suppress(OSError):
            for line in read_plain(self._path, 2 * MOST_BYTES).split(b"\n"):
                parts = _LINE.fullmatch(line)
                if parts and b"%08x" % crc32(parts[1]) == parts[4]:
                    self._take(parts[2], int(parts[3]))

    def count(self, match: str) -> int:
        """Return how many entries a match had when it was last written; 0 if unknown."""
        return self._counts.get(_key(match), 0)

    @property
    def any(self) -> bool:
        """Whether entries of any match were saved."""
        return any(self._counts.values())

    def incomplete(self, lengths: Iterable[tuple[str, int]]) -> int:
        """Return how many matches have fewer entries than were saved; `lengths` lists all that are here."""
        here = {_key(match): length for match, length in lengths}
        return sum(count > here.get(key, 0) for key, count in self._counts.items())

    def add(self, match: str, count: int) -> None:
        """Note that a match has `count` entries on the disk (0: it was deleted); no OSError is raised."""
        self._take(_key(match), count)
        with suppress(OSError):
            if self._file is None:
                self._file = self._open()
            os.write(self._file, self._line(_key(match)))

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _open(self) -> int:
        with suppress(FileNotFoundError):
            if not self._path.is_file() or self._path.is_symlink() or self._path.stat().st_size > MOST_BYTES:
                write_whole(self._path, b"".join(map(self._line, self._counts)))
        how = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW | os.O_NONBLOCK
        return os.open(self._path, how, 0o600)

    def _take(self, key: bytes, count: int) -> None:
        # Move it to the end: the one that was written longest ago is dropped.
        before = self._counts.pop(key, 0)
        self._counts[key] = max(before, count) if count else 0
        if len(self._counts) > MOST_MATCHES:
            del self._counts[next(iter(self._counts))]

    def _line(self, key: bytes) -> bytes:
        count = b"%s %d" % (key, self._counts[key])
        return b"%s %08x\n" % (count, crc32(count))


def _key(match: str) -> bytes:
    return blake2b(match.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest().encode()
