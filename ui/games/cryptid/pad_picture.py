"""The pieces that a pad stands for, drawn beside its words as they look on the table."""

from kivy.graphics import Color, InstructionGroup, Rectangle

from companion.games.cryptid.model import Spot
from ui.games.cryptid.pieces import cube, disc
from ui.widgets.layout import Rect

ALONE, TOGETHER = 0.82, 0.62
"""Sides of a piece by itself, and of two that overlap, in those of the room."""

LEAST = 8
"""Smaller than so many pixels nothing is drawn."""


def draw(spot: Spot, group: InstructionGroup, room: Rect) -> None:
    """Draw a cube, a disc, or discs that overlap, into the middle of a rectangle."""
    pieces = [(disc, hue) for hue in spot.discs]
    if spot.cube is not None:
        pieces.append((cube, spot.cube))
    whole = min(room.width, room.height)
    side = int(whole * (ALONE if len(pieces) == 1 else TOGETHER))
    if side < LEAST:
        return
    x, y = room.center
    group.add(Color(1, 1, 1, 1))
    for n, (texture, hue) in enumerate(pieces):
        off = side * 0.3 * (2 * n - len(pieces) + 1)
        group.add(
            Rectangle(
                texture=texture(hue, side),
                pos=(round(x + off - side / 2), round(y - off * 0.6 - side / 2)),
                size=(side, side),
            )
        )
