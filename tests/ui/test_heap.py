"""Freed memory goes back to the system, although the heap beyond it is still in use."""

import ctypes
import os
from pathlib import Path

import pytest

from ui.games.face import GameFace
from ui.games.sheet.face import SheetFace
from ui.games.ungle_speed.face import UngleFace
from ui.main import kivy_app

BLOCK, BLOCKS = 4000, 10_000


def resident() -> int:
    """Return this process's resident memory in bytes."""
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


def test_the_games_that_no_table_asked_for_come_one_at_a_time_until_none_is_left() -> None:
    came: list[str] = []

    def ungle() -> GameFace:
        came.append("ungle")
        return UngleFace()

    def sheet() -> GameFace:
        came.append("sheet")
        return SheetFace()

    games = iter((ungle, sheet))
    brought = [(kivy_app.bring_a_game(games, 3.0), [*came]) for _ in range(3)]
    assert brought == [(True, ["ungle"]), (True, ["ungle", "sheet"]), (False, ["ungle", "sheet"])]
