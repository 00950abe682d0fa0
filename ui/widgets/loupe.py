"""Where a loupe lies: what is under a finger is shown beside it, in large."""

from ui import theme
from ui.widgets.layout import Point, Rect

WIDE_MM, HIGH_MM = 19.0, 22.0
ABOVE_MM, BESIDE_MM = 9.0, 11.0
"""How far from the fingertip."""


def beside(middle: Point, room: Rect) -> Rect:
    """Return where the loupe lies: above a fingertip, or beside it where there is no room above."""
    x, y = middle
    wide, high = int(theme.mm(WIDE_MM)), int(theme.mm(HIGH_MM))
    low = y + theme.mm(ABOVE_MM)
    left = min(max(x - wide / 2, room.x), room.right - wide)
    if low + high > room.top:
        low = room.top - high
        left = x - theme.mm(BESIDE_MM) - wide
        if left < room.x:
            left = x + theme.mm(BESIDE_MM)
    return Rect(int(left), int(low), wide, high)
