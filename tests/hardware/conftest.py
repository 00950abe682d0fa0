"""A board at a port, and the exceptions that threads don't catch."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hardware.boards.pty import PtyBoard


@pytest.fixture
def faults(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the list to which the kinds and sentences of faults are added; none is printed."""
    found: list[str] = []

    def hear(fault: threading.ExceptHookArgs) -> None:
        found.append(f"{fault.exc_type.__name__} {fault.exc_value}".strip())

    monkeypatch.setattr(threading, "excepthook", hear)
    return found


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "port"


@pytest.fixture
def board(path: Path) -> Iterator[PtyBoard]:
    board = PtyBoard(path)
    yield board
    board.unplug()
