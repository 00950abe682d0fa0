"""Worker processes that read the store and answer in JSON.

In a thread of the app, such work would make every frame wait for the interpreter lock.
"""

import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Concatenate, TypeVar

import msgspec

from companion.decoding import from_json
from companion.places import packages_path
from companion.store import Store
from ui.games import packages
from ui.language import languages
from ui.stage import theme

T = TypeVar("T")

PATIENCE = 600
"""Seconds; a store of a thousand evenings takes about ten."""

LANGUAGE = "COMPANION_LANGUAGE"
"""Environment variable that passes the table's language to the worker."""

POLITELY = 5
"""The worker's niceness, so that the app goes first."""


def run_in_process(kind: type[T], program: str, *arguments: str) -> T | None:
    """Run a worker module in a separate process and decode its answer as `kind`; None if that fails."""
    command = (sys.executable, "-s", "-P", "-m", program, *arguments)
    # ValueError covers decoding errors, and a match id that can't be passed as an argument.
    with suppress(OSError, subprocess.SubprocessError, ValueError):
        process = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=True,
            timeout=PATIENCE,
            env={**packages.environment(), LANGUAGE: theme.now.language},
        )
        return from_json(process.stdout, kind)
    return None


def worker_main(work: Callable[Concatenate[Store, ...], object]) -> None:
    """Be the worker: call `work` with the store named first and the other arguments; print JSON."""
    os.nice(POLITELY)
    path, *arguments = sys.argv[1:]
    languages.use(os.environ.get(LANGUAGE, ""))
    packages.bring(crash_file=packages_path(Path(path)))
    with Store(Path(path), reading=True) as store:
        result = work(store, *arguments)
    sys.stdout.buffer.write(msgspec.json.encode(result, enc_hook=str))
