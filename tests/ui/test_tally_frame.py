"""Every tally: Back is where it is on all screens, on landscape and upright panels."""

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from companion.games.speed_mode.board_file import derived
from tests.ui.desk import pads_in
from tests.ui.rig import DENSITIES, Rig
from tests.ui.test_layout import faults
from ui.games.sequence_states import tally as sequence
from ui.games.speed_mode import tally as speed
from ui.games.tally import TallyFrame
from ui.games.tracktic import tally as tracktic
from ui.parts.shown import PartScreen
from ui.parts.values import Column, Header, Screen
from ui.stage import theme
from ui.widgets.layout import Rect

TALLIES: dict[str, Callable[[], TallyFrame[Any, Any]]] = {
    "tracktic": lambda: tracktic.TallyScreen(("." * 14,) * 14, print, print),
    "sequence_states": lambda: sequence.TallyScreen(None, print, print),
    "speed_mode": lambda: speed.TallyScreen(derived(), print, print),
}
BOARDS = {"tracktic": "grid", "sequence_states": "spaces", "speed_mode": "pairs"}


LOOKS = ("", "left", "light large")
"""For a right hand, for a left one, and in large letters."""
WAITED_FOR = (((800, 480), ""), ((480, 800), "light large"), ((1280, 720), "left"), ((720, 1280), ""))


@pytest.mark.parametrize("game", TALLIES)
@pytest.mark.parametrize(
    ("size", "look"),
    [
        pytest.param(*case, marks=() if case in WAITED_FOR else pytest.mark.long)
        for case in product(DENSITIES, LOOKS)
    ],
    ids=str,
)
def test_back_is_where_it_always_is(rig: Rig, game: str, size: tuple[int, int], look: str) -> None:
    theme.use(theme.Theme.read(look))
    rig.size(*size)
    panel = Rect(0, 0, *size)
    others, screen = PartScreen(), TALLIES[game]()
    others.see(Screen(Header("", back=print), Column()))
    rig.fill(others, panel)
    rig.fill(screen, panel)
    assert (screen["back"].x, screen["back"].top) == (others["back"].x, others["back"].top)
    assert not faults(screen, panel)
    board = screen[BOARDS[game]]
    for pad in pads_in(screen):
        beside = pad.x >= board.right or pad.right <= board.x or pad.y >= board.top or pad.top <= board.y
        assert beside or not pad.width, f"{pad.title.text!r} covers the board"
