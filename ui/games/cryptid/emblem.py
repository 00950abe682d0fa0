"""What stands for the game at home: a few hexes, a disc and a cube, and where they point to. Pure."""

from companion.games.cryptid.maps import Animal, Colour, PieceHex, StructureKind, Terrain
from companion.games.cryptid.model import Hue
from ui.games.cryptid import art
from ui.games.cryptid.art import Outline
from ui.games.cryptid.hex_shapes import STEP, TALL
from ui.games.cryptid.terrain import ground
from ui.stage.art import Art
from ui.stage.scene import PlacedArt, Room

HEXES = {
    (0, 0): PieceHex(Terrain.DESERT, None),
    (0, 1): PieceHex(Terrain.MOUNTAIN, None),
    (0, -1): PieceHex(Terrain.SWAMP, None),
    (-1, 0): PieceHex(Terrain.FOREST, None),
    (-1, 1): PieceHex(Terrain.WATER, None),
    (1, 0): PieceHex(Terrain.WATER, Animal.BEAR),
    (1, 1): PieceHex(Terrain.FOREST, Animal.COUGAR),
}
"""A middle and its six neighbours, by column and row upwards; odd columns lie half a hex lower."""
WIDE, HIGH = 2 * STEP + 1, 3.0
"""Of all of them, in widths and in heights of a hex."""
MOST_MM = 38.0
LEAST = 8
LARGE, SMALL = 0.54, 0.5
"""Sides of pieces, in heights of a hex."""


def emblem(room: Room) -> tuple[PlacedArt, ...]:
    """Return the hexes in the middle of a rectangle, as large as fits."""
    rect, most = room.rect, room.mm(MOST_MM)
    wide, high = min(rect.width, most) / WIDE, min(rect.height, most) / HIGH / TALL
    width = int(min(wide, high) / 2) * 2
    if width < LEAST:
        return ()
    height = round(width * TALL)
    x0, y0 = (round(middle) for middle in rect.center)

    def put(look: Art, column: int, row: float, side: float) -> PlacedArt:
        y = y0 + (row - (0.5 if column else 0)) * height
        return PlacedArt(look, (x0 + column * STEP * width, y), side)

    tall, large = height / width, round(height * LARGE)
    return (
        *(put(ground(cell, tall), column, row, width) for (column, row), cell in HEXES.items()),
        put(art.cube(Hue.ORANGE), -1, 0, large),
        put(art.cube(Hue.PURPLE), 1, 1, large),
        put(art.structure(StructureKind.ABANDONED_SHACK, Colour.WHITE), 0, -1, large),
        put(art.outline(Outline.CHOSEN, tall), 0, 0, round(width * art.ROOM)),
        put(art.disc(Hue.BLUE), 0, 0.06, round(height * SMALL)),
    )
