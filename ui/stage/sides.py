"""Where people sit around a screen that lies in their middle, and how what they read is turned. Pure."""

from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import TypeAlias

from companion.journal import Plate
from ui.stage.rect import Point, Rect


class Side(IntEnum):
    """An edge of the screen, by the degrees counterclockwise that what is read from there is turned."""

    FRONT = 0
    RIGHT = 90
    FAR = 180
    LEFT = 270

    @property
    def across(self) -> bool:
        """Whether the edge is one of the two short ones: what is read from there lies across the screen."""
        return self in (Side.RIGHT, Side.LEFT)

    def upright(self, rect: Rect) -> Rect:
        """Return a rectangle as it lies before it is turned: itself in front, elsewhere from (0, 0) on."""
        if self is Side.FRONT:
            return rect
        return Rect(0, 0, rect.height, rect.width) if self.across else Rect(0, 0, rect.width, rect.height)

    def seen(self, rect: Rect, point: Point) -> Point:
        """Return where a point of what is turned into `rect` is seen."""
        u, v = point
        match self:
            case Side.FRONT:
                return point
            case Side.RIGHT:
                return rect.right - v, rect.y + u
            case Side.FAR:
                return rect.right - u, rect.top - v
            case Side.LEFT:
                return rect.x + v, rect.top - u

    def touched(self, rect: Rect, point: Point) -> Point:
        """Return which point of what is turned into `rect` is seen at a point."""
        x, y = point
        match self:
            case Side.FRONT:
                return point
            case Side.RIGHT:
                return y - rect.y, rect.right - x
            case Side.FAR:
                return rect.right - x, rect.top - y
            case Side.LEFT:
                return rect.top - y, x - rect.x

    def cut(self, rect: Rect, length: float, gap: float) -> tuple[Rect, Rect]:
        """Return the strip along this edge, and what is left."""
        match self:
            case Side.FRONT:
                return rect.cut_bottom(length, gap)
            case Side.RIGHT:
                return rect.cut_right(length, gap)
            case Side.FAR:
                return rect.cut_top(length, gap)
            case Side.LEFT:
                return rect.cut_left(length, gap)


Sides: TypeAlias = Mapping[str, Side]
"""The side of everybody, by `who`, along each edge from the left to the right of those who sit there.

Empty where the screen stands in front of all.
"""


def who(plate: Plate) -> str:
    """Return what a place is remembered by: a person by the id, a guest by the name."""
    return plate.person or plate.name


def side_of(plate: Plate, sides: Sides) -> Side:
    """Return where somebody sits: in front, where that isn't known."""
    return sides.get(who(plate), Side.FRONT)


def seated(plates: Sequence[Plate], sides: Sides) -> list[tuple[int, Side]]:
    """Return each plate's number and side, those of a side from the left to the right of who sits there.

    Whoever isn't known to sit anywhere sits in front, on the right of those who do.
    """
    known = [*sides, *(who(plate) for plate in plates)]
    places = {name: n for n, name in reversed([*enumerate(known)])}

    def place(n: int) -> tuple[int, int]:
        # Of two hands the left one, the later seat of the two, is on the left.
        return places[who(plates[n])], -n

    order = sorted(range(len(plates)), key=place)
    return [(n, side_of(plates[n], sides)) for n in order]
