"""The sensors screen with all its pads, at both sizes and with any number of people."""

import pytest

from tests.ui.panels import PANELS
from tests.ui.rig import Rig
from tests.ui.test_layout import faults
from tests.ui.test_sensors import WiredButtons
from ui.language import words
from ui.screens.sensors import SensorsScreen
from ui.stage import theme
from ui.widgets.layout import Rect, put

TROUBLE = (
    'The grab board "far end" may not be opened by this user (/dev/ttyACM0): run sudo usermod -aG dialout'
    " $USER, then log in again."
)
"""About as long as such a sentence gets."""


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 8, 10, 13, 15, 22])
@pytest.mark.parametrize("size", PANELS)
def test_all_is_in_its_place(rig: Rig, size: tuple[int, int], players: int) -> None:
    rig.size(*size)
    buttons = WiredButtons()
    screen = SensorsScreen(
        [(plate, plate.name) for plate in theme.plates()[:players]], buttons, lambda: None, lambda: None
    )
    rig.show(screen)
    window = Rect(0, 0, *map(float, size))
    put(screen, window)
    rig.pump(4)
    assert "learn" in screen
    assert "wiring" in screen
    assert faults(screen, window) == []
    buttons.hint = words.WAITS
    screen.compose()
    rig.pump(4)
    assert screen.header.hint.text.endswith("companion doctor says what helps.")
    assert faults(screen, window) == []
    buttons.notice = TROUBLE
    screen.compose()
    rig.pump(4)
    assert screen.header.hint.text == TROUBLE
    assert faults(screen, window) == []
