"""Every game's board: a finger reaches and highlights everything on it, and its emblem fits its room."""

from itertools import pairwise, product

import pytest
from msgspec.structs import replace

from tests.ui.panels import PANELS
from tests.ui.rig import SIZES
from tests.ui.stage.fingers import slid
from tests.ui.stage.positions import GAMES, positions
from ui.games.cryptid.art import TALL
from ui.games.pending import SeatTap
from ui.games.registry import FACES
from ui.stage.rect import Rect
from ui.stage.scene import Pads, PlacedArt, Viewport
from ui.stage.shapes import Box

ROOMS = {(800, 480): (540, 386), (1280, 720): (864, 570)}
"""Size in pixels of the board's room within the frame, by the size of the window."""
APART = 9
"""Pixels between two probes of a finger."""


@pytest.mark.parametrize("size", PANELS)
@pytest.mark.parametrize("game", GAMES)
def test_a_finger_tells_all_that_lies_there_and_is_seen_on_it(game: str, size: tuple[int, int]) -> None:
    table = GAMES[game]
    room = Viewport(Rect(0, 0, *ROOMS[size]), SIZES[size])
    for props in positions(game)[::11]:
        bare = table(replace(props, pending=None), room, None)
        points = product(range(0, ROOMS[size][0], APART), range(0, ROOMS[size][1], APART))
        found = [spot for spot in dict.fromkeys(bare.at(x, y) for x, y in points) if spot is not None]
        assert len(found) >= len(props.view.seats)
        assert [slid(bare, bare.middle(spot)) for spot in found] == found
        # A finger that slides from one seat or card to another reports nothing; sliding back reports the
        # first.
        pads = [spot for spots in bare.spots if isinstance(spots, Pads) for spot, _ in spots.pads]
        for spot, other in pairwise(pads):
            here, there = bare.middle(spot), bare.middle(other)
            assert (slid(bare, here, there), slid(bare, here, there, here)) == (None, spot)
        # In Sequence the row of the player whose turn it is looks pressed anyway.
        for spot in [spot for spot in found[:: len(found) // 7 + 1] if spot != SeatTap(props.view.turn)]:
            assert table(replace(props, pending=None), room, spot) != bare, spot


@pytest.mark.parametrize("side", [60, 200])
@pytest.mark.parametrize("game", [game for game in FACES if game != "ungle-speed"])
def test_an_emblem_fits_its_room(game: str, side: int) -> None:
    room = Rect(10, 10, side, side)
    items = list(FACES[game]().emblem()(Viewport(room)))
    assert items
    for item in items:
        if isinstance(item, Box):
            assert room.inset(-1).holds(item.rect.x, item.rect.y), item
            assert room.inset(-1).holds(item.rect.right, item.rect.top), item
        elif isinstance(item, PlacedArt):
            (x, y), half = item.middle, item.side / 2
            # A hex is less tall than its bounding square.
            high = half * TALL if game == "cryptid" else half
            assert room.inset(-1).holds(x - half, y - high), item
            assert room.inset(-1).holds(x + half, y + high), item
