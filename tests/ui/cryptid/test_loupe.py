"""The loupe: what a finger covers is shown beside it, and goes with it."""

import pytest

from companion.games.cryptid.clues import Mode
from companion.games.cryptid.deal import deal
from companion.games.cryptid.hexes import MAP, Hex
from tests.ui.rig import SIZES, Rig
from ui import theme
from ui.finger import Finger
from ui.games.cryptid.hex_map import HexMap
from ui.widgets.layout import Rect, put, rect_of
from ui.widgets.loupe import beside

SETUP = deal(3, Mode.ADVANCED)
ROOM = {(800, 480): Rect(40, 20, 440, 386), (1280, 720): Rect(40, 20, 660, 570)}


@pytest.mark.parametrize("size", SIZES)
def test_the_loupe_lies_inside_and_leaves_its_hex_free(rig: Rig, size: tuple[int, int]) -> None:
    rig.size(*size)
    hexes = HexMap()
    put(hexes, ROOM[size])
    rig.show(hexes)
    room = rect_of(hexes)
    for at in MAP:
        x, y = hexes.centre(at)
        bubble = beside((x, y), room)
        assert room.x <= bubble.x
        assert bubble.right <= room.right
        assert room.y <= bubble.y
        assert bubble.top <= room.top
        reach = theme.mm(7)
        away = bubble.y >= y + reach or bubble.right <= x - reach or bubble.x >= x + reach
        assert away, f"the loupe lies under the finger on {at}"


def test_the_loupe_shows_each_kind_of_hex_and_goes_with_the_finger(rig: Rig) -> None:
    hexes = HexMap()
    put(hexes, ROOM[800, 480])
    rig.show(hexes)
    hexes.on_tap = lambda _: None
    hexes.show(SETUP.tiles, SETUP.structures)
    rig.pump(2)
    bare = rig.picture(hexes)[2]
    pictures = set()
    for at in (Hex(4, 4), Hex(4, 5), Hex(0, 0)):
        finger = Finger()
        finger.down(*hexes.centre(at))
        pictures.add(rig.picture(hexes)[2])
        finger.up()
    assert len(pictures) == 3
    assert rig.picture(hexes)[2] == bare
