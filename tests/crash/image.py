"""A disk with all its writes logged, and the disks that power cuts could leave.

qemu's storage daemon serves the disk as a file (FUSE) and logs each write and flush in the format of
dm-log-writes. On it is a real ext4, mounted by the kernel, which needs no changes for this.
"""

import shutil
import struct
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import BinaryIO

from msgspec import Struct

DISK_BYTES, LOG_BYTES = 48 << 20, 2 << 30
"""Both are sparse files; the log contains everything ever written."""
SECTOR = 512
MAGIC = 0x6A736677736872
FLUSH, FUA, DISCARD = 1, 2, 4
"""Flags of a log entry, as in the kernel's documentation of dm-log-writes."""
PATIENCE = 20.0
"""Seconds within which the daemon must serve the disk."""
DROPPED, TORN = 0.5, 0.1
"""Shares of writes without a later flush that a cut loses, or leaves half written."""


class CannotRunError(Exception):
    """This machine can't simulate power cuts; the message says why in one line."""


class Write(Struct, frozen=True):
    """A logged write: its offset on the disk, length in bytes, flags, and its data's offset in the log."""

    at: int
    length: int
    marks: int
    source: int


class Cut(Struct, frozen=True):
    """A power cut after this many log entries; the seed decides which of the last writes are lost."""

    after: int
    seed: str


def run(*command: str | Path) -> str:
    """Run a program; return its output, or CannotRunError with its last line if it fails."""
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)
    if done.returncode:
        words = (done.stderr or done.stdout).strip().splitlines() or ["no reason given"]
        raise CannotRunError(f"{command[0]} failed: {words[-1]}")
    return done.stdout


@contextmanager
def mounted(image: Path, folder: Path) -> Iterator[Path]:
    """Mount an image at a folder; the file system recovers its journal, as after a power cut."""
    folder.mkdir(exist_ok=True)
    run("mount", "-t", "ext4", "-o", "loop,noatime", image, folder)
    try:
        yield folder
    finally:
        run("umount", folder)


class Disk:
    """A logged disk, as files in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.empty, self.data, self.log = folder / "empty.img", folder / "data.img", folder / "log.img"

    def make(self) -> None:
        """Make an empty file system and an empty log."""
        # A killed run may have left something mounted.
        for name in ("disk", "left"):
            subprocess.run(["umount", self.folder / name], capture_output=True, check=False)
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        for path, size in ((self.empty, DISK_BYTES), (self.log, LOG_BYTES)):
            with path.open("wb") as file:
                file.truncate(size)
        # No lazy initialization, which would write later.
        run("mke2fs", "-q", "-t", "ext4", "-E", "lazy_itable_init=0,lazy_journal_init=0", self.empty)
        run("cp", "--sparse=always", self.empty, self.data)

    @contextmanager
    def served(self) -> Iterator[Path]:
        """Serve the disk, mounted, logging every write; unmount it cleanly at the end."""
        export = self.folder / "export.img"
        export.touch()
        with ExitStack() as stack, (self.folder / "daemon.log").open("wb") as said:
            daemon = subprocess.Popen(
                [
                    "qemu-storage-daemon",
                    *("--blockdev", f"driver=file,node-name=data,filename={self.data}"),
                    *("--blockdev", f"driver=file,node-name=log,filename={self.log}"),
                    "--blockdev",
                    "driver=blklogwrites,node-name=disk,file=data,log=log,"
                    f"log-sector-size={SECTOR},log-super-update-interval=1",
                    *("--export", f"type=fuse,id=export,node-name=disk,mountpoint={export},writable=on"),
                ],
                stdout=said,
                stderr=said,
            )
            stack.callback(daemon.wait)
            stack.callback(daemon.terminate)
            until = time.monotonic() + PATIENCE
            while export.stat().st_size != DISK_BYTES:
                if daemon.poll() is not None or time.monotonic() > until:
                    words = (self.folder / "daemon.log").read_text().strip().splitlines() or ["no reason"]
                    raise CannotRunError(f"qemu-storage-daemon doesn't serve the disk: {words[-1]}")
                time.sleep(0.01)
            yield stack.enter_context(mounted(export, self.folder / "disk"))

    def writes(self) -> list[Write]:
        """Return all logged writes, in order."""
        found: list[Write] = []
        with self.log.open("rb") as log:
            at = SECTOR
            for _ in range(logged(log)):
                log.seek(at)
                sector, sectors, marks, _length = struct.unpack("<QQQQ", log.read(32))
                at += SECTOR
                found.append(Write(sector * SECTOR, sectors * SECTOR, marks, at))
                at += 0 if marks & DISCARD else sectors * SECTOR
        return found

    def after(self, cuts: list[Cut]) -> Iterator[tuple[Cut, Path, int]]:
        """Yield each cut, in order of time, with the disk it leaves and how many writes were lost or torn.

        Writes before the last flush are there; of the others some are lost and some torn, at random.
        """
        writes = self.writes()
        settled, left, done = self.folder / "settled.img", self.folder / "left.img", 0
        run("cp", "--sparse=always", self.empty, settled)
        with self.log.open("rb") as log:
            for cut in sorted(cuts, key=lambda cut: cut.after):
                flush = max((n for n in range(cut.after) if writes[n].marks & FLUSH), default=0)
                with settled.open("r+b") as disk:
                    for write in writes[done:flush]:
                        _put(write, log, disk)
                done = max(done, flush)
                run("cp", "--sparse=always", settled, left)
                chance, lost = Random(cut.seed), 0
                with left.open("r+b") as disk:
                    for write in writes[flush : cut.after]:
                        fate = 1.0 if write.marks & FUA else chance.random()
                        lost += fate < DROPPED + TORN
                        if fate >= DROPPED + TORN:
                            _put(write, log, disk)
                        elif fate >= DROPPED:
                            _put(write, log, disk, chance.randrange(write.length // SECTOR + 1))
                yield cut, left, lost


def logged(log: BinaryIO) -> int:
    """Return the current number of log entries."""
    log.seek(0)
    magic, _version, entries, size = struct.unpack("<QQQI", log.read(28))
    if entries == 0 and magic == 0:
        return 0
    if (magic, size) != (MAGIC, SECTOR):
        raise CannotRunError("the log of the disk's writes is of another form than is read here")
    return int(entries)


def _put(write: Write, log: BinaryIO, disk: BinaryIO, sectors: int | None = None) -> None:
    """Apply a logged write to a disk, or only its first sectors; discards are ignored."""
    if write.marks & DISCARD or not write.length:
        return
    log.seek(write.source)
    disk.seek(write.at)
    disk.write(log.read(write.length if sectors is None else sectors * SECTOR))
