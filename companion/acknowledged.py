"""How many entries of each match were said to be saved: kept beside the store, and not in it.

What SQLite has committed stands in its log until the store is closed, or the log is long. Where the end of
the log is damaged, SQLite reads what is before it and says nothing of the rest: a record ends earlier, and
each of its checksums fits. These counts are in a file of their own, which the same damage doesn't reach.

A line a commit, added and never waited for: after a power cut the last ones may not be there, and then a
count is too low, which accuses nobody. A line that was torn or damaged doesn't count.
"""

import os
import re
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from zlib import crc32

from companion.whole_file import read_plain, write_whole

MOST_MATCHES = 1_000
"""Which are remembered, the last written ones: the log holds far fewer."""

MOST_BYTES = 1 << 20
"""Of the file, after which it is written anew: a long evening adds 100 kB."""

_LINE = re.compile(rb"(([0-9a-f]{16}) (\d{1,9})) ([0-9a-f]{8})")


class Acknowledged:
    """The counts of one store; `counts` is by match, whose names nobody else needs to read here."""

    def __init__(self, store: Path) -> None:
        self._path = store.with_name(f"{store.name}-saved")
        self._file: int | None = None
        self._counts: dict[bytes, int] = {}
        with suppress(OSError):
            for line in read_plain(self._path, 2 * MOST_BYTES).split(b"\n"):
                found = _LINE.fullmatch(line)
                if found and b"%08x" % crc32(found[1]) == found[4]:
                    self._take(found[2], int(found[3]))

    def count(self, match: str) -> int:
        """Return how many entries a match had when it was written last; 0 where nobody knows."""
        return self._counts.get(_key(match), 0)

    def add(self, match: str, count: int) -> None:
        """Take note that a match has so many entries on the disk; 0: it was deleted. OSError isn't raised."""
        self._take(_key(match), count)
        with suppress(OSError):
            if self._file is None:
                self._open()
            if self._file is not None:
                os.write(self._file, self._line(_key(match)))

    def close(self) -> None:
        """Let go of the file."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _open(self) -> None:
        with suppress(FileNotFoundError):
            if not self._path.is_file() or self._path.is_symlink() or self._path.stat().st_size > MOST_BYTES:
                write_whole(self._path, b"".join(map(self._line, self._counts)))
        how = os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW | os.O_NONBLOCK
        self._file = os.open(self._path, how, 0o600)

    def _take(self, key: bytes, count: int) -> None:
        # To the end: the oldest one goes.
        before = self._counts.pop(key, 0)
        self._counts[key] = max(before, count) if count else 0
        if len(self._counts) > MOST_MATCHES:
            del self._counts[next(iter(self._counts))]

    def _line(self, key: bytes) -> bytes:
        said = b"%s %d" % (key, self._counts[key])
        return b"%s %08x\n" % (said, crc32(said))


def _key(match: str) -> bytes:
    return blake2b(match.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest().encode()
