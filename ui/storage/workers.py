"""Programs of ours that work on the store beside the one that draws, and answer in JSON.

Working in a thread would make every frame wait for the interpreter.
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
"""Seconds; a store of a thousand evenings takes some ten."""

LANGUAGE = "COMPANION_LANGUAGE"
"""What tells the program which language is spoken at the table."""

POLITELY = 5
"""How far the process steps back behind the one that draws."""


def apart(kind: type[T], program: str, *said: str) -> T | None:
    """Have a process of its own run one of our programs; return what it prints, None where that can't be."""
    command = (sys.executable, "-s", "-P", "-m", program, *said)
    # A value error also is a match whose id no program can be told.
    with suppress(OSError, subprocess.SubprocessError, ValueError):
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=True,
            timeout=PATIENCE,
            env={**packages.environment(), LANGUAGE: theme.now.language},
        )
        return from_json(done.stdout, kind)
    return None


def answer(work: Callable[Concatenate[Store, ...], object]) -> None:
    """Be such a program: print what `work` makes of the store named first, and of what else was said."""
    os.nice(POLITELY)
    path, *said = sys.argv[1:]
    languages.use(os.environ.get(LANGUAGE, ""))
    packages.bring(noted=packages_path(Path(path)))
    with Store(Path(path), reading=True) as store:
        done = work(store, *said)
    sys.stdout.buffer.write(msgspec.json.encode(done, enc_hook=str))
