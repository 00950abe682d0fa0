"""Programs of ours that count the record book beside the one that draws, and answer in JSON.

Counting in a thread would make every frame wait for the interpreter.
"""

import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import msgspec

from companion.book import counting
from companion.store import Store

T = TypeVar("T")

PATIENCE = 600
"""Seconds; a store of a thousand evenings takes some ten."""

POLITELY = 5
"""How far the process steps back behind the one that draws."""


def apart(kind: type[T], program: str, *said: str) -> T | None:
    """Have a process of its own run one of our programs; return what it prints, None where that can't be."""
    command = (sys.executable, "-s", "-P", "-m", program, *said)
    with suppress(OSError, subprocess.SubprocessError, msgspec.DecodeError):
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, check=True, timeout=PATIENCE
        )
        return msgspec.json.decode(done.stdout, type=kind)
    return None


def answer(count: Callable[..., object]) -> None:
    """Be such a program: print what is counted of the book of the store that is named first.

    `count` gets the book, and whatever else was said.
    """
    os.nice(POLITELY)
    path, *said = sys.argv[1:]
    with Store(Path(path), reading=True) as store:
        book = counting.opened(store)
    sys.stdout.buffer.write(msgspec.json.encode(count(book, *said)))
