"""What stands for the game on the home screen: a pair under a circle, one half, and two halves. Pure."""

from ui import theme
from ui.stage.art import MIDDLE, Art, disc, sector
from ui.stage.scene import PlacedArt, Room
from ui.stage.shapes import Area

HALVES = (("vermilion", "vermilion"), ("orange", None), ("sky", "orange"))
"""The colours of the left and the right half of each circle."""
GAP = 0.14
"""Between two circles, in their widths."""
MOST_MM = 30.0
LEAST = 8
EDGE = 0.045


def emblem(room: Room) -> tuple[PlacedArt, ...]:
    """Return the circles in the middle of a rectangle, as large as fits."""
    rect, most = room.rect, room.mm(MOST_MM)
    count = len(HALVES)
    wide = count + GAP * (count - 1)
    side = int(min(rect.height, min(rect.width, most) / wide))
    if side < LEAST:
        return ()
    left, low = rect.center[0] - side * wide / 2, round(rect.center[1] - side / 2)
    return tuple(
        PlacedArt(circle(*halves), (round(left + n * side * (1 + GAP)) + side / 2, low + side / 2), side)
        for n, halves in enumerate(HALVES)
    )


@theme.once
def circle(left: str | None, right: str | None) -> Art:
    """Return a circle whose halves have colours of the table, None where one is free."""
    ring = Area(disc(MIDDLE, 0.5), theme.LINE)
    ground = Area(disc(MIDDLE, 0.5 - EDGE), theme.PANEL)
    halves = tuple(
        Area(sector(MIDDLE, 0.5 - EDGE, *angles), theme.COLOURS[name])
        for name, angles in ((right, (-90, 90)), (left, (90, 270)))
        if name is not None
    )
    return Art((ring, ground, *halves), theme.LINE)
