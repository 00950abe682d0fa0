"""Every tally: the way back is where it is on all screens, on panels that lie and that stand upright."""

from collections.abc import Callable
from typing import Any

import pytest

from companion.games.speed_mode.board_file import derived
from tests.ui.desk import pads_in
from tests.ui.rig import SIZES, Rig
from tests.ui.test_layout import faults
from ui.games.sequence_states import tally as sequence
from ui.games.speed_mode import tally as speed
from ui.games.tally import TallyFrame
from ui.games.tracktic import tally as tracktic
from ui.stage import theme
from ui.widgets.header import TitleLine, body_of
from ui.widgets.layout import Rect, put

TALLIES: dict[str, Callable[[], TallyFrame[Any, Any]]] = {
    "tracktic": lambda: tracktic.TallyScreen(("." * 14,) * 14, print, print),
    "sequence_states": lambda: sequence.TallyScreen(None, print, print),
    "speed_mode": lambda: speed.TallyScreen(derived(), print, print),
}
BOARDS = {"tracktic": "grid", "sequence_states": "spaces", "speed_mode": "pairs"}


@pytest.fixture(params=SIZES, ids=str)
def size(request: pytest.FixtureRequest, rig: Rig) -> tuple[int, int]:
    rig.size(*request.param)
    return request.param  # type: ignore[no-any-return]


@pytest.fixture(params=["", "left", "light large"])
def look(request: pytest.FixtureRequest) -> None:
    """For a right hand, for a left one, and in large letters."""
    theme.use(theme.Theme.read(request.param))


@pytest.mark.usefixtures("look")
@pytest.mark.parametrize("game", TALLIES)
@pytest.mark.parametrize("upright", [False, True])
def test_back_is_where_it_always_is(rig: Rig, size: tuple[int, int], game: str, upright: bool) -> None:
    panel = Rect(0, 0, *(reversed(size) if upright else size))
    header, screen = TitleLine(goes_back=True, goes_on=False), TALLIES[game]()
    rig.show(screen)
    put(screen, panel)
    put(header, body_of(panel)[0])
    rig.pump(3)
    header.rearrange()
    rig.pump(2)
    assert (screen["back"].x, screen["back"].top) == (header.back.x, header.back.top)
    assert not faults(screen, panel)
    board = screen[BOARDS[game]]
    for pad in pads_in(screen):
        beside = pad.x >= board.right or pad.right <= board.x or pad.y >= board.top or pad.top <= board.y
        assert beside or not pad.width, f"{pad.title.text!r} lies on the board"
