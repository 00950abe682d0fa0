"""A real disk in memory, which only root can make: other users' tests of it are skipped."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest


class Disk:
    """A disk mounted at `folder`; a store on it is called `store`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.store = folder / "matches.db"

    def mount(self, options: str, *, again: bool = True) -> None:
        """Change the mount options; raise CalledProcessError if that fails."""
        options = f"remount,{options}" if again else options
        command = ["mount", "-t", "tmpfs", "-o", options, "none", str(self.folder)]
        subprocess.run(command, check=True, capture_output=True)

    def fill(self) -> None:
        """Leave no byte free."""
        with suppress(OSError), (self.folder / "film.mp4").open("ab", buffering=0) as film:
            while True:
                film.write(4096 * b"x")


@contextmanager
def mounted(folder: Path, options: str) -> Iterator[Disk]:
    """Mount a disk at a new folder while the context lasts."""
    if os.geteuid() != 0 or shutil.which("mount") is None:
        pytest.skip("only root mounts a disk")
    disk = Disk(folder)
    folder.mkdir()
    try:
        disk.mount(options, again=False)
    except subprocess.CalledProcessError as error:
        pytest.skip(f"no disk can be mounted here: {error.stderr.decode().strip()}")
    try:
        yield disk
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)
