"""Files beside the store, one a match: made of its record, and thrown away at any time."""

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path

from msgspec import Struct

from companion.whole_file import make_folder, read_plain, write_whole


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
            newest_first = sorted(path.parent.iterdir(), key=lambda one: one.stat().st_mtime_ns, reverse=True)
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
"""Of `companion.checkpoint`: few records are long, and a line of play is some hundred reports."""

SMALL_ENDS = Folder("ends", 500, 256 << 10)
"""Of `ui.small_ends`: a picture is 5 to 30 kB."""


@cache
def program() -> str:
    """Return the version of this program, which may make other files of a record than another one."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("table-companion")
    except PackageNotFoundError:
        return ""


def throw_away(store: Path, match: str | None = None) -> None:
    """Remove all that was made of a match, or of all matches."""
    for folder in (CHECKPOINTS, SMALL_ENDS):
        folder.throw_away(store, match)
