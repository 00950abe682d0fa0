"""A process is ours if it is this one or its child, whatever it is called."""

import os
from pathlib import Path

import pytest

from hardware.machine import is_ours

HERE = os.getpid()


def processes(folder: Path, name: str, parent: int) -> Path:
    """Return a folder as /proc is, with process 999999 in it."""
    stat = folder / "999999" / "stat"
    stat.parent.mkdir()
    stat.write_text(f"999999 ({name}) S {parent} 4 5 6")
    return folder


@pytest.mark.parametrize("name", ["python3", "a) S 1 (b"])
def test_a_child_is_known_by_its_parent(name: str, tmp_path: Path) -> None:
    assert is_ours(999999, processes(tmp_path, name, HERE))


def test_a_process_of_somebody_else_is_not_ours_whatever_it_is_called(tmp_path: Path) -> None:
    assert not is_ours(999999, processes(tmp_path, f"x) S {HERE} (y", 1))


def test_this_process_is_ours_and_one_that_is_gone_is_not(tmp_path: Path) -> None:
    assert is_ours(HERE, tmp_path)
    assert not is_ours(999999, tmp_path)
