"""Fills and frees a disk at random moments while real matches are written: no entry may be lost."""

import threading
from pathlib import Path
from random import Random

import msgspec
import pytest
from msgspec import Struct

from companion.store import Store
from tests.crash.image import CannotRunError
from tests.crash.matches import TABLES, Play, play
from tests.small_disk import Disk, mounted
from ui.storage.saver import Saver

EACH = 2
"""Matches of each game."""
CHANGES = 0.08
"""Probability that the disk is filled, or freed, before the next report."""
CALM = 0.3
"""Probability that the table waits until a report is saved, if it can be, before the next one."""
OFTEN = 0.005
"""Seconds between two attempts to save."""
PATIENCE = 60.0
FULL = "the disk is full"


class Found(Struct):
    """The results of filling the disk."""

    matches: int = 0
    filled: int = 0
    told: int = 0
    """How often the saver reported that the disk is full."""
    failures: list[str] = msgspec.field(default_factory=list)


def fill(folder: Path, seed: int) -> Found:
    """Write matches on a disk while filling and freeing it; CannotRunError if none can be mounted."""
    found, chance = Found(), Random(seed)
    try:
        with mounted(folder / "disk", "size=16m") as disk:
            for n in range(EACH):
                for game in TABLES:
                    _write(disk, play(game, seed + n, f"{game} {n}"), chance, found)
    except pytest.skip.Exception as reason:
        raise CannotRunError(str(reason)) from None
    if not found.told:
        found.failures.append("nobody was ever told that the disk is full: this proves nothing")
    return found


def _write(disk: Disk, match: Play, chance: Random, found: Found) -> None:
    heard = threading.Event()
    saved: list[int] = []
    wrong: set[str] = set()

    def written(_match: str, length: int) -> None:
        saved.append(length)
        heard.set()

    def troubled(why: str | None) -> None:
        found.told += why is not None
        if why is not None and FULL not in why:
            wrong.add(why)
        heard.set()

    saver = Saver(disk.store, lambda news: news(), retry=OFTEN)
    saver.on_written, saver.on_trouble = written, troubled
    ballast = disk.folder / "film.mp4"
    session = match.begin(saver.keep)
    for report in match.reports:
        if chance.random() < CHANGES:
            if ballast.exists():
                ballast.unlink()
            else:
                disk.fill()
                found.filled += 1
        heard.clear()
        session.submit(report)
        if chance.random() < CALM and not ballast.exists():
            heard.wait(PATIENCE)
    ballast.unlink(missing_ok=True)
    while not (saved and saved[-1] == session.match.length):
        heard.clear()
        if saved and saved[-1] == session.match.length:
            break
        if not heard.wait(PATIENCE):
            wrong.add(f"{saved[-1:]} of {session.match.length} entries were saved once the disk was free")
            break
    saver.close()
    with Store(disk.store) as store:
        rows = store.rows(match.name)
    fault = match.wrong_with(rows, len(match.rows))
    found.matches += 1
    found.failures += [f"{match.name}: {what}" for what in sorted(wrong)] + ([fault] if fault else [])
