"""A board at a port, and what threads raise that nobody catches."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hardware.boards.pty import PtyBoard


@pytest.fixture
def faults(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The kinds and sentences of the faults, in their order; none of them is printed."""
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
