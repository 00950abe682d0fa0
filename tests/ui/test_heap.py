"""What was freed is given back: the machine has it again, although something in use lies behind it."""

import ctypes
import os
from pathlib import Path

import pytest

from ui.main import kivy_app

BLOCK, BLOCKS = 4000, 10_000


def resident() -> int:
    """Return the bytes of memory that this process has."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "malloc_trim"), reason="a C library that can't")
def test_the_holes_between_what_is_in_use_go_back_to_the_system() -> None:
    blocks = [bytearray(BLOCK) for _ in range(BLOCKS)]
    kept = blocks[::100]
    del blocks
    before = resident()
    kivy_app.give_back()
    assert before - resident() > BLOCK * BLOCKS / 2
    assert len(kept) == BLOCKS // 100
