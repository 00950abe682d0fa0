"""What stands for the game on the home screen: the totem on a piece of its table. Pure."""

from collections.abc import Iterator

from ui import theme
from ui.games.ungle_speed.middle import standing
from ui.stage.art import oval
from ui.stage.rect import Rect
from ui.stage.scene import Item, Room
from ui.stage.shapes import Area

MOST_MM = 32.0


def emblem(room: Room) -> Iterator[Item]:
    """Yield the totem in the middle of a rectangle, as large as fits."""
    rect, most = room.rect, room.mm(MOST_MM)
    side = min(rect.width, rect.height * 0.86, most)
    x, y = rect.center
    wide = min(side * 1.9, rect.width)
    yield Area(oval(Rect(x - wide / 2, y - side * 0.62, wide, side * 0.62)), theme.FELT)
    yield from standing((x, y - side * 0.42), side)
