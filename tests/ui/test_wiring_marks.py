"""A seat looks on paper as it does on the screen: both tables say the same."""

import pytest

from hardware.grab.contacts import Seat
from hardware.wiring.marks import COLOURS, OUTLINES, SHAPES, colour, shape
from ui import theme
from ui.stage import parts


def test_colours_and_shapes_are_the_screens() -> None:
    assert [theme.tone(code) for code in COLOURS] == list(theme.COLOURS.values())
    assert SHAPES == theme.SHAPES


@pytest.mark.parametrize("kind", SHAPES)
def test_outlines_are_the_screens(kind: str) -> None:
    # Paper has y downwards, and may begin at another corner.
    ours = {(round(x, 3), round(1 - y, 3)) for x, y in OUTLINES[kind]}
    assert ours == {(round(x, 3), round(y, 3)) for x, y in parts.outline(kind)}


def test_seats_step_through_them_as_players_do() -> None:
    for number, plate in enumerate(theme.plates()):
        assert theme.tone(colour(Seat(number))) == theme.COLOURS[plate.colour]
        assert shape(Seat(number)) == plate.shape
