"""What is under a finger, shown in large beside it. Pure."""

from ui import theme
from ui.stage.parts import panel
from ui.stage.rect import Point, Rect
from ui.stage.scene import Item, Room
from ui.stage.shapes import Letters

WIDE_MM, HIGH_MM = 19.0, 22.0
ABOVE_MM, BESIDE_MM = 9.0, 11.0
"""How far from the fingertip."""
LOW_MM = 0.6
"""So far a name stands below the middle of its line."""


def beside(room: Room, middle: Point) -> Rect:
    """Return where the loupe lies: above a fingertip, or beside it where there is no room above."""
    rect, (x, y) = room.rect, middle
    wide, high = int(room.mm(WIDE_MM)), int(room.mm(HIGH_MM))
    low = y + room.mm(ABOVE_MM)
    left = min(max(x - wide / 2, rect.x), rect.right - wide)
    if low + high > rect.top:
        low = rect.top - high
        left = x - room.mm(BESIDE_MM) - wide
        if left < rect.x:
            left = x + room.mm(BESIDE_MM)
    return Rect(int(left), int(low), wide, high)


def bubble(
    room: Room, middle: Point, name: str, size: float, name_mm: float
) -> tuple[tuple[Item | None, ...], Rect]:
    """Return the loupe of a fingertip with a name at its top, and where in it there is room for a picture.

    The name's line is `name_mm` high, its letters have a `size` in pixels.
    """
    rect = beside(room, middle)
    head, below = rect.cut_top(room.mm(name_mm))
    line = Rect(head.x, head.y - room.mm(LOW_MM), head.width, head.height)
    return (
        *panel(room, rect, theme.RAISED, theme.LINE),
        Letters(name, line, theme.TEXT, size, bold=True),
    ), below
