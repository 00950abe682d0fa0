"""The crash lane: kill -9 in the middle of play, full disks, and power cuts while matches are written.

Every acknowledged entry must be there afterwards, the match must restore to the same state, and the database
must be intact. Kills and power cuts have a negative control: if that loses nothing, they prove nothing.
"""

import argparse
import fcntl
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import msgspec

from companion.store import Store
from tests.crash import fill, kill, power
from tests.crash.image import CannotRunError, Cut, Disk

MEMORY = Path("/dev/shm")
BUILD = (MEMORY if os.access(MEMORY, os.W_OK) else Path("build").absolute()) / "companion-crash"
"""The folder of the disks: in memory if possible, as each cut writes one; kept after a failure.

All checkouts on a machine share it, and a second run would overwrite the disks of the first.
"""
KILLS, CUTS = 1000, 300
CONTROL_KILLS, CONTROL_CUTS = 100, 50
SEED = 1
DISKS = {"full": Store, "normal": power.Normal}
"""The real store, and the control's, which isn't durable."""


def main(arguments: list[str]) -> int:
    """Run all parts or the requested one; return the exit code."""
    parser = argparse.ArgumentParser(prog="tests/crash/run", description=__doc__)
    parser.add_argument("half", nargs="?", choices=["all", "kill", "fill", "power", "again"], default="all")
    parser.add_argument("--seed", type=int, default=SEED, help="what is played, killed and cut")
    parser.add_argument("--kills", type=int, default=KILLS, help="in the middle of play; others come on top")
    parser.add_argument("--cuts", type=int, default=CUTS)
    parser.add_argument("--disk", choices=list(DISKS), default="full", help="which disk to look at again")
    parser.add_argument("--after", type=int, help="again: after so many writes of the kept log")
    parser.add_argument("--dropped", default="", help="again: the seed of what was lost")
    asked = parser.parse_args(arguments)
    if asked.half == "again":
        return again(asked)
    failures = []
    if asked.half in ("all", "kill"):
        failures += kills(asked.seed, asked.kills)
    if asked.half in ("all", "fill"):
        try:
            failures += fills(asked.seed)
        except CannotRunError as reason:
            print(f"crash lane: disks that fill skipped: {reason}")
    if asked.half in ("all", "power"):
        try:
            failures += cuts(asked.seed, asked.cuts)
        except CannotRunError as reason:
            print(f"crash lane: power cuts skipped: {reason}")
    for failure in failures:
        print(f"crash lane FAILED: {failure}")
    return 1 if failures else 0


def fills(seed: int) -> list[str]:
    """Fill and free a disk at random moments; return failures."""
    start = time.monotonic()
    folder = Path(tempfile.mkdtemp(prefix="companion-crash-"))
    try:
        found = fill.fill(folder, seed)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(
        f"crash lane: full disks, seed {seed}: filled {found.filled} times over {found.matches} matches, told"
        f" {found.told} times: {len(found.failures)} lost something or said something else"
        f" ({time.monotonic() - start:.0f} s)"
    )
    return found.failures


def kills(seed: int, times: int) -> list[str]:
    """Kill -9 `times` times, and check that the control loses something; return failures."""
    start = time.monotonic()
    folder = Path(tempfile.mkdtemp(prefix="companion-crash-"))
    try:
        found = kill.kill(folder, times, seed)
        control = folder / "control"
        control.mkdir()
        careless = kill.kill(control, min(times, CONTROL_KILLS), seed, early=True)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(
        f"crash lane: kill -9, seed {seed}: {found.in_play} kills in the middle of play and "
        f"{found.kills - found.in_play} while opening or after the end, over {found.matches} whole matches: "
        f"{found.lost} lost something "
        f"({time.monotonic() - start:.0f} s)"
    )
    print(
        f"crash lane: kill -9, control: acknowledged when told instead of when saved, "
        f"{careless.lost} of {careless.kills} kills lost something"
    )
    wrong = [f"kill -9, tests/crash/run kill --seed {seed}: {failure}" for failure in found.failures]
    if not careless.lost:
        wrong.append("the kill -9 control lost nothing: this half proves nothing")
    return wrong


@contextmanager
def alone() -> Iterator[None]:
    """Lock the disks for this run; CannotRunError if another run has them."""
    with BUILD.with_suffix(".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CannotRunError("another run on this machine has the disks; wait for its end") from None
        yield


@alone()
def cuts(seed: int, times: int) -> list[str]:
    """Cut the power `times` times, and check that the control loses something; return failures.

    CannotRunError if this machine can't simulate it.
    """
    able()
    lost = {}
    wrong: list[str] = []
    known = power.plays(seed)
    for name, number in (("full", times), ("normal", min(times, CONTROL_CUTS))):
        start = time.monotonic()
        disk = Disk(BUILD / name)
        book = power.write(disk, DISKS[name], known, seed)
        (disk.folder / "seed").write_text(str(seed))
        log = disk.writes()
        chance = Random(f"{seed} {name}")
        moments = [Cut(chance.randrange(1, len(log) + 1), f"{seed} {name} {n}") for n in range(number)]
        found = power.cut(disk, known, book, moments)
        lost[name] = found.lost
        entries = sum(len(match.rows) for match in known)
        print(
            f"crash lane: power cuts, seed {seed}, synchronous={name.upper()}: {found.cuts} cuts in a log of "
            f"{len(log)} writes ({len(known)} matches, {entries} entries, {len(book)} acknowledgements), "
            f"{found.hurt} lost or tore writes, {found.midway} in the middle of a match, "
            f"{found.lost} lost something acknowledged ({time.monotonic() - start:.0f} s)"
        )
        beside = ", ".join(f"{what} {number}" for what, number in sorted(found.checkpoints.items()))
        print(f"crash lane: checkpoints beside matches that were cut: {beside}")
        if name == "full":
            wrong += [f"power cut, {failure}" for failure in found.failures]
            if found.midway < found.cuts / 2:
                wrong.append(f"only {found.midway} of {found.cuts} cuts came in the middle of a match")
    if not lost["normal"]:
        wrong.append("synchronous=NORMAL lost nothing: this half proves nothing")
    if not wrong:
        shutil.rmtree(BUILD, ignore_errors=True)
    return wrong


def again(asked: argparse.Namespace) -> int:
    """Check again one cut in the log of a failed run."""
    disk = Disk(BUILD / asked.disk)
    if not (disk.folder / "seed").exists():
        print("There is no log to look at: it is kept after a run that failed.")
        return 2
    known = power.plays(int((disk.folder / "seed").read_text()))
    written = (disk.folder / "acknowledged.json").read_bytes()
    book = msgspec.json.decode(written, type=list[power.Acknowledged])
    found = power.cut(disk, known, book, [Cut(asked.after, asked.dropped)])
    print("\n".join(found.failures) or "All as it should be.")
    return int(bool(found.failures))


def able() -> None:
    """Raise CannotRunError if this machine can't simulate power cuts."""
    if os.geteuid() != 0:
        raise CannotRunError("only root may mount the disks that they leave")
    missing = [one for one in ("qemu-storage-daemon", "mke2fs", "mount", "umount") if not shutil.which(one)]
    if missing:
        raise CannotRunError(f"{', '.join(missing)} missing (apt install qemu-system-common e2fsprogs mount)")
    for device in ("/dev/fuse", "/dev/loop-control"):
        if not Path(device).exists():
            raise CannotRunError(f"there is no {device} here")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
