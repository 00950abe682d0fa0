"""The map as a QR code: what is in it, and that every module is drawn."""

import msgspec
import pytest
import segno

from companion.games.cryptid.setups import Setup, check_map, read_setup
from tests.ui.cryptid.setting_up import ADVANCED, DEALT, Table
from tests.ui.panels import PANELS
from tests.ui.rig import Rig
from ui.games.cryptid.clues import sealed_map
from ui.games.cryptid.setup import SetUpWay
from ui.stage.icons import QUIET, code_of, matrix_of, scene
from ui.stage.scene import Viewport
from ui.stage.shapes import Box
from ui.stage.stage import Stage
from ui.widgets.layout import rect_of

WHITE, BLACK = (255, 255, 255), (0, 0, 0)


@pytest.mark.parametrize("setup", [DEALT, ADVANCED], ids=["normal", "advanced"])
def test_the_code_of_a_map_holds_no_clue_and_can_be_read_back(rig: Rig, setup: Setup) -> None:
    table = Table(rig)
    table.go(SetUpWay.NORMAL if setup == DEALT else SetUpWay.ADVANCED)
    table.tap("code of the map")
    text = msgspec.json.encode(table.laying.guide.setup)
    expected = tuple(
        tuple(map(bool, row)) for row in segno.make(text.decode(), error="l", micro=False).matrix
    )
    stage = table.laying["code"]
    assert stage.scene == scene(expected, Viewport(rect_of(stage)))
    read = read_setup(text)
    check_map(read)
    assert (read.clues, read.clue_owner) == ((), ())
    assert read in (sealed_map(DEALT), sealed_map(ADVANCED))
    table.tap("close")
    assert "code" not in table.laying.part()
    assert table.laying.guide.number == 0


@pytest.mark.parametrize("size", PANELS)
@pytest.mark.parametrize("text", ["fox", msgspec.json.encode(ADVANCED).decode()], ids=["short", "whole"])
def test_every_module_is_drawn_as_large_as_fits(rig: Rig, size: tuple[int, int], text: str) -> None:
    rig.size(*size)
    stage, side, matrix = Stage(), size[1], matrix_of(text)
    stage.size = (side, side)
    rig.show(stage)
    stage.draw(code_of(text))
    width, height, pixels = rig.picture(stage)
    count = len(matrix)
    ground = stage.scene.items[0]
    assert isinstance(ground, Box)
    module = side // (count + 2 * QUIET)
    assert ground.rect.width == module * (count + 2 * QUIET)
    assert module >= 3
    left, top = ground.rect.x + QUIET * module, ground.rect.top - QUIET * module

    def at(down: float, across: float) -> tuple[int, ...]:
        """Return the pixel in a module, counted from the first one of the code."""
        x, y = int(left + across * module), int(height - top + down * module)
        begin = (y * width + x) * 4
        return tuple(pixels[begin : begin + 3])

    middle, corner = 0.5, 0.999
    for down, row in enumerate(matrix):
        for across, dark in enumerate(row):
            wanted = BLACK if dark else WHITE
            for part in (0.0, middle, corner):
                assert at(down + part, across + part) == wanted, (down, across)
    ring = [-QUIET, -middle, count, count + QUIET - middle]
    assert {at(a, b) for a in ring for b in [*ring, 7]} == {WHITE}
