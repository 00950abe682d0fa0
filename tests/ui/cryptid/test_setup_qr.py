"""The map as a QR code: what is in it, and that every module is drawn."""

import msgspec
import pytest
import segno

from companion.games.cryptid.setups import Setup, check_map, read_setup
from tests.ui.cryptid.setting_up import ADVANCED, DEALT, Table
from tests.ui.rig import SIZES, Rig
from ui.games.cryptid.qr import QUIET, QrCode
from ui.games.cryptid.sealing import sealed_map
from ui.games.cryptid.ways import Way
from ui.widgets.layout import Rect, put, rect_of

WHITE, BLACK = (255, 255, 255), (0, 0, 0)


@pytest.mark.parametrize("setup", [DEALT, ADVANCED], ids=["normal", "advanced"])
def test_the_code_of_a_map_holds_no_clue_and_can_be_read_back(rig: Rig, setup: Setup) -> None:
    table = Table(rig)
    table.go(Way.NORMAL if setup == DEALT else Way.ADVANCED)
    rig.tap(table.laying.code)
    sheet = table.laying.sheet
    assert sheet is not None
    text = msgspec.json.encode(table.laying.guide.setup)
    expected = segno.make(text.decode(), error="l", micro=False).matrix
    assert sheet.code.matrix == tuple(tuple(map(bool, row)) for row in expected)
    read = read_setup(text)
    check_map(read)
    assert (read.clues, read.clue_owner) == ((), ())
    assert read in (sealed_map(DEALT), sealed_map(ADVANCED))
    rig.tap(sheet.close)
    assert table.laying.sheet is None
    assert table.laying.guide.number == 0


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("text", ["fox", msgspec.json.encode(ADVANCED).decode()], ids=["short", "whole"])
def test_every_module_is_drawn_as_large_as_fits(rig: Rig, size: tuple[int, int], text: str) -> None:
    rig.size(*size)
    code = QrCode()
    code.show(text)
    rig.show(code)
    put(code, Rect(0, 0, float(size[1]), float(size[1])))
    rig.pump(3)
    width, height, pixels = rig.picture(code)
    count = len(code.matrix)
    assert code.module == height // (count + 2 * QUIET) >= 3
    left, top = code.corner(rect_of(code))

    def at(down: float, across: float) -> tuple[int, ...]:
        """Return the pixel in a module, counted from the first one of the code."""
        x, y = int(left + across * code.module), int(height - top + down * code.module)
        begin = (y * width + x) * 4
        return tuple(pixels[begin : begin + 3])

    middle, corner = 0.5, 0.999
    for down, row in enumerate(code.matrix):
        for across, dark in enumerate(row):
            wanted = BLACK if dark else WHITE
            for part in (0.0, middle, corner):
                assert at(down + part, across + part) == wanted, (down, across)
    ring = [-QUIET, -middle, count, count + QUIET - middle]
    assert {at(a, b) for a in ring for b in [*ring, 7]} == {WHITE}


def test_nothing_is_drawn_of_an_empty_text(rig: Rig) -> None:
    code = QrCode()
    rig.show(code)
    put(code, Rect(0, 0, 100, 100))
    code.show("fox")
    rig.pump(2)
    code.show("")
    rig.pump(2)
    assert set(rig.picture(code)[2]) == {0, 255}
    assert code.matrix == ()
