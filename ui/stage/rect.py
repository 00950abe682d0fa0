"""Rectangles, and what is in them: screens and scenes place their parts by hand. Pure.

Only this module guards against bad sizes: no length is negative, however small the window. Kivy 2.3.1 writes
out of bounds for a rounded rectangle with a negative width and height.
"""

from collections.abc import Iterable, Mapping, Sequence
from enum import IntEnum
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import force_setattr

from companion.journal import NamePlate

Point: TypeAlias = tuple[float, float]
"""A point in pixels, x to the right and y up."""


class Rect(Struct, frozen=True):
    """A rectangle in pixels, `x` and `y` its bottom left corner; a negative length becomes 0."""

    x: float
    y: float
    width: float
    height: float

    def __post_init__(self) -> None:
        if self.width < 0:
            force_setattr(self, "width", 0.0)
        if self.height < 0:
            force_setattr(self, "height", 0.0)

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.width

    @property
    def top(self) -> float:
        """The upper edge."""
        return self.y + self.height

    @property
    def center(self) -> Point:
        """The middle."""
        return (self.x + self.width / 2, self.y + self.height / 2)

    def holds(self, x: float, y: float) -> bool:
        """Return whether a point is in the rectangle or on its edge."""
        return self.x <= x <= self.right and self.y <= y <= self.top

    def on_pixels(self) -> "Rect":
        """Return the rectangle on whole pixels, at least one each way, so that text in it stays sharp."""
        x, y = round(self.x), round(self.y)
        return Rect(x, y, max(1, round(self.right) - x), max(1, round(self.top) - y))

    def inset(self, across: float, down: float | None = None) -> "Rect":
        """Return the rectangle shrunk on each side, to its middle at most; `down` defaults to `across`."""
        down = across if down is None else down
        across, down = min(across, self.width / 2), min(down, self.height / 2)
        return Rect(self.x + across, self.y + down, self.width - 2 * across, self.height - 2 * down)

    def cut_top(self, height: float, gap: float = 0) -> "tuple[Rect, Rect]":
        """Return the upper strip, and the rest below it and the gap."""
        height = _share(height, self.height)
        rest = self.height - height - gap
        return Rect(self.x, self.top - height, self.width, height), Rect(self.x, self.y, self.width, rest)

    def cut_bottom(self, height: float, gap: float = 0) -> "tuple[Rect, Rect]":
        """Return the lower strip, and the rest above it and the gap."""
        height = _share(height, self.height)
        rest = max(0.0, self.height - height - gap)
        return Rect(self.x, self.y, self.width, height), Rect(self.x, self.top - rest, self.width, rest)

    def cut_left(self, width: float, gap: float = 0) -> "tuple[Rect, Rect]":
        """Return the left strip, and the rest to the right of it and the gap."""
        width = _share(width, self.width)
        rest = max(0.0, self.width - width - gap)
        return Rect(self.x, self.y, width, self.height), Rect(self.right - rest, self.y, rest, self.height)

    def cut_right(self, width: float, gap: float = 0) -> "tuple[Rect, Rect]":
        """Return the right strip, and the rest to the left of it and the gap."""
        width = _share(width, self.width)
        rest = self.width - width - gap
        return Rect(self.right - width, self.y, width, self.height), Rect(self.x, self.y, rest, self.height)

    def columns(self, weights: Iterable[float], gap: float) -> "list[Rect]":
        """Return columns from left to right, with widths in proportion to their weights."""
        shares = list(weights)
        free = max(0.0, self.width - gap * (len(shares) - 1))
        found: list[Rect] = []
        x = self.x
        for share in shares:
            width = free * share / sum(shares)
            found.append(Rect(x, self.y, width, self.height))
            x += width + gap
        return found

    def rows(self, count: int, gap: float) -> "list[Rect]":
        """Return equal rows from the top down."""
        height = max(0.0, (self.height - gap * (count - 1)) / count)
        return [Rect(self.x, self.top - (n + 1) * height - n * gap, self.width, height) for n in range(count)]

    def grid(self, count: int, columns: int, gap: float) -> "list[Rect]":
        """Return `count` cells from the top left, row by row."""
        lines = self.rows(max(1, -(-count // columns)), gap)
        return [cell for line in lines for cell in line.columns([1] * columns, gap)][:count]


def _share(wanted: float, there: float) -> float:
    """Return the length of a strip: no more than there is, and not negative."""
    return max(0.0, min(wanted, there))


# Where people sit around a screen in their middle, and how far each one's view is turned.


class Side(IntEnum):
    """An edge of the screen; its value is how many degrees counterclockwise its readers' view is turned."""

    FRONT = 0
    RIGHT = 90
    FAR = 180
    LEFT = 270

    @property
    def across(self) -> bool:
        """Whether this is the left or right edge, from where everything is turned by a right angle."""
        return self in (Side.RIGHT, Side.LEFT)

    def upright(self, rect: Rect) -> Rect:
        """Return a rectangle before it is turned: itself in front, elsewhere with its corner at (0, 0)."""
        if self is Side.FRONT:
            return rect
        return Rect(0, 0, rect.height, rect.width) if self.across else Rect(0, 0, rect.width, rect.height)

    def seen(self, rect: Rect, point: Point) -> Point:
        """Return where on the screen a point of the part that is turned into `rect` appears."""
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
        """Return the point of the part turned into `rect` that appears at a point of the screen."""
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
        """Return the strip along this edge, and the rest beyond it and the gap."""
        along = {
            Side.FRONT: rect.cut_bottom,
            Side.RIGHT: rect.cut_right,
            Side.FAR: rect.cut_top,
            Side.LEFT: rect.cut_left,
        }
        return along[self](length, gap)


Sides: TypeAlias = Mapping[str, Side]
"""Each player's side, by `player_key`; along each edge in order from the left, as seen from there.

Empty where the screen stands in front of everybody.
"""


def player_key(plate: NamePlate) -> str:
    """Return the key for a player's place: a person's id, or a guest's name."""
    return plate.person or plate.name


def side_of(plate: NamePlate, sides: Sides) -> Side:
    """Return a player's side, the front if it isn't known."""
    return sides.get(player_key(plate), Side.FRONT)


def seated(plates: Sequence[NamePlate], sides: Sides) -> list[tuple[int, Side]]:
    """Return each plate's index and side, in order from the left as seen from that side.

    A player whose place isn't known sits in front, to the right of those whose place is.
    """
    known = [*sides, *(player_key(plate) for plate in plates)]
    places = {name: n for n, name in reversed([*enumerate(known)])}

    def place(n: int) -> tuple[int, int]:
        # A player's left hand, the later of two seats, is on the left.
        return places[player_key(plates[n])], -n

    order = sorted(range(len(plates)), key=place)
    return [(n, side_of(plates[n], sides)) for n in order]
