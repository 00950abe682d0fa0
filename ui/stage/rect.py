"""Rectangles, and what lies in them: screens and scenes place their parts by hand. Pure.

Here, and only here, rectangles are made safe: none is ever less than nothing, however small the window.
Kivy 2.3.1 writes beyond its memory where a rounded rectangle has a negative width and height.
"""

from collections.abc import Iterable
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import force_setattr

Point: TypeAlias = tuple[float, float]
"""A place in pixels, to the right and up."""


class Rect(Struct, frozen=True):
    """A rectangle in pixels, `x` and `y` its bottom left corner; a length below nothing becomes nothing."""

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
        """Tell whether a point lies in the rectangle or on its edge."""
        return self.x <= x <= self.right and self.y <= y <= self.top

    def on_pixels(self) -> "Rect":
        """Return the rectangle on whole pixels, at least one each way, so that text in it stays sharp."""
        x, y = round(self.x), round(self.y)
        return Rect(x, y, max(1, round(self.right) - x), max(1, round(self.top) - y))

    def inset(self, across: float, down: float | None = None) -> "Rect":
        """Return the rectangle with so much taken off on each side; its middle, where there isn't so much."""
        down = across if down is None else down
        across, down = min(across, self.width / 2), min(down, self.height / 2)
        return Rect(self.x + across, self.y + down, self.width - 2 * across, self.height - 2 * down)

    def cut_top(self, height: float, gap: float = 0) -> "tuple[Rect, Rect]":
        """Return the upper strip, and what is left below it and the gap."""
        height = _share(height, self.height)
        rest = self.height - height - gap
        return Rect(self.x, self.top - height, self.width, height), Rect(self.x, self.y, self.width, rest)

    def cut_bottom(self, height: float, gap: float = 0) -> "tuple[Rect, Rect]":
        """Return the lower strip, and what is left above it and the gap."""
        height = _share(height, self.height)
        rest = max(0.0, self.height - height - gap)
        return Rect(self.x, self.y, self.width, height), Rect(self.x, self.top - rest, self.width, rest)

    def cut_left(self, width: float, gap: float = 0) -> "tuple[Rect, Rect]":
        """Return the left strip, and what is left beside it and the gap."""
        width = _share(width, self.width)
        rest = max(0.0, self.width - width - gap)
        return Rect(self.x, self.y, width, self.height), Rect(self.right - rest, self.y, rest, self.height)

    def cut_right(self, width: float, gap: float = 0) -> "tuple[Rect, Rect]":
        """Return the right strip, and what is left beside it and the gap."""
        width = _share(width, self.width)
        rest = self.width - width - gap
        return Rect(self.right - width, self.y, width, self.height), Rect(self.x, self.y, rest, self.height)

    def columns(self, weights: Iterable[float], gap: float) -> "list[Rect]":
        """Return columns from left to right, as wide as their weights say."""
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
    """Return how much of a length a strip gets: no more than there is."""
    return max(0.0, min(wanted, there))
