"""What stands for the game on the home screen: a few hexes, a disc and a cube, and where they point to."""

from kivy.graphics import Color, InstructionGroup, Rectangle

from companion.games.cryptid.maps import Animal, Cell, Colour, Kind, Terrain
from companion.games.cryptid.model import Hue
from ui import theme
from ui.games.cryptid.hex_shapes import STEP, TALL
from ui.games.cryptid.outlines import ROOM, Outline, outline
from ui.games.cryptid.pieces import cube, disc, structure
from ui.games.cryptid.terrain import ground
from ui.widgets.layout import Rect
from ui.widgets.smooth import Texture

HEXES = {
    (0, 0): Cell(Terrain.DESERT, None),
    (0, 1): Cell(Terrain.MOUNTAIN, None),
    (0, -1): Cell(Terrain.SWAMP, None),
    (-1, 0): Cell(Terrain.FOREST, None),
    (-1, 1): Cell(Terrain.WATER, None),
    (1, 0): Cell(Terrain.WATER, Animal.BEAR),
    (1, 1): Cell(Terrain.FOREST, Animal.COUGAR),
}
"""A middle and its six neighbours, by column and row upwards; odd columns lie half a hex lower."""
WIDE, HIGH = 2 * STEP + 1, 3.0
"""Of all of them, in widths and in heights of a hex."""


def emblem(group: InstructionGroup, room: Rect) -> None:
    """Draw into the middle of a rectangle, as large as fits."""
    across = min(room.width, theme.mm(38)) / WIDE
    width = int(min(across, min(room.height, theme.mm(38)) / HIGH / TALL) / 2) * 2
    if width < 8:
        return
    height = round(width * TALL)
    x0, y0 = round(room.center[0]), round(room.center[1])

    def draw(texture: Texture, column: float, row: float, side: float) -> None:
        x = x0 + column * STEP * width
        y = y0 + (row - (0.5 if column else 0)) * height
        group.add(Rectangle(texture=texture, pos=(x - side / 2, y - side / 2), size=(side, side)))

    group.add(Color(1, 1, 1))
    for (column, row), cell in HEXES.items():
        draw(ground(cell, width, height), column, row, width)
    large = round(height * 0.54)
    draw(cube(Hue.ORANGE, large), -1, 0, large)
    draw(cube(Hue.PURPLE, large), 1, 1, large)
    draw(structure(Kind.ABANDONED_SHACK, Colour.WHITE, large), 0, -1, large)
    draw(outline(Outline.CHOSEN, width, height), 0, 0, round(width * ROOM))
    small = round(height * 0.5)
    draw(disc(Hue.BLUE, small), -0.0, 0.06, small)
