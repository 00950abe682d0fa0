"""Where pairs lie in a room: rows and columns of tiles, two halves each, three cards a half."""

from collections.abc import Collection

from msgspec import Struct

from companion.games.speed_mode.board import FIRST, SECOND, Place
from ui.stage.rect import Point, Rect

GAP, GAP_MM = 0.14, 2.6
"""Between pairs, in their distances, and at most, in mm."""
HIGH, LOW = 1.75, 0.72
"""A tile is at most so high, and at least so high where there is room, in its widths."""
SPLIT = 0.025
"""Between the halves, in tiles."""
CARD = 0.9
"""A card takes so much of its share of the half."""


class TilePlan(Struct, frozen=True):
    """Rows and columns of tiles, `wide` and `tall`, in pixels.

    `left` and `top` are the outer edges of the tile at `row` and `column`, the first of the board.
    """

    left: float = 0.0
    top: float = 0.0
    wide: float = 0.0
    tall: float = 0.0
    gap: float = 0.0
    row: int = 0
    column: int = 0

    def tile(self, place: Place) -> Rect:
        """Return where a pair lies."""
        x = self.left + (place.column - self.column) * (self.wide + self.gap)
        y = self.top - (place.row - self.row) * (self.tall + self.gap) - self.tall
        return Rect(x, y, self.wide, self.tall)

    def half(self, place: Place, half: int) -> Rect:
        """Return where a half lies."""
        tile = self.tile(place)
        wide = (tile.width - self.wide * SPLIT) / 2
        return Rect(tile.x if half == FIRST else tile.right - wide, tile.y, wide, tile.height)

    def cards(self, place: Place, half: int, count: int) -> tuple[int, list[Point]]:
        """Return how large the cards of a half are, and their middles: along its longer side."""
        at = self.half(place, half)
        rows = at.rows(count, 0) if at.height >= at.width else at.columns([1] * count, 0)
        side = max(2, int(min(*(min(row.width, row.height) for row in rows)) * CARD))
        return side, [(round(row.center[0]), round(row.center[1])) for row in rows]

    def at(self, x: float, y: float) -> tuple[Place, int] | None:
        """Return the place and half at a point; half of each gap belongs to either side of it."""
        if not self.tall:
            return None
        across, down = self.wide + self.gap, self.tall + self.gap
        column = (x - self.left + self.gap / 2) // across
        row = (self.top - y + self.gap / 2) // down
        if row < 0 or column < 0:
            return None
        place = Place(int(row) + self.row, int(column) + self.column)
        return place, FIRST if x < self.tile(place).center[0] else SECOND


def plan_in(rect: Rect, places: Collection[Place], most: float) -> TilePlan:
    """Return the largest tiles in the middle of a rectangle; between them lies `most` at most, in pixels."""
    if not places or rect.width < 1 or rect.height < 1:
        return TilePlan()
    row, column = min(place.row for place in places), min(place.column for place in places)
    down = max(place.row for place in places) - row + 1
    across = max(place.column for place in places) - column + 1
    gap = min(most, min(rect.width / across, rect.height / down) * GAP)
    wide = (rect.width - gap * (across - 1)) / across
    tall = (rect.height - gap * (down - 1)) / down
    tall, wide = min(tall, wide * HIGH), min(wide, tall / LOW)
    wide, tall = float(int(wide)), float(int(tall))
    x, y = rect.center
    left = round(x - (across * (wide + gap) - gap) / 2)
    top = round(y + (down * (tall + gap) - gap) / 2)
    return TilePlan(left, top, wide, tall, gap, row, column)
