"""Rectangles, and what lies in them: screens place their parts by hand, in millimetres.

Kivy's own layouts settle over several frames and move what is under a finger; here one call puts everything.
"""

from collections.abc import Iterable
from typing import TypeAlias

from msgspec import Struct

from ui.kivy_types import Widget

Point: TypeAlias = tuple[float, float]
"""A place in pixels, to the right and up."""


class Rect(Struct, frozen=True):
    """A rectangle in pixels; `x` and `y` are its bottom left corner."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.width

    @property
    def top(self) -> float:
        """The upper edge."""
        return self.y + self.height

    @property
    def center(self) -> tuple[float, float]:
        """The middle."""
        return (self.x + self.width / 2, self.y + self.height / 2)

    def inset(self, across: float, down: float | None = None) -> "Rect":
        """Return the rectangle with so much taken off on each side."""
        down = across if down is None else down
        return Rect(self.x + across, self.y + down, self.width - 2 * across, self.height - 2 * down)

    def cut_top(self, height: float, gap: float = 0) -> "tuple[Rect, Rect]":
        """Return the upper strip, and what is left below it and the gap."""
        rest = max(0.0, self.height - height - gap)
        return Rect(self.x, self.top - height, self.width, height), Rect(self.x, self.y, self.width, rest)

    def cut_bottom(self, height: float, gap: float = 0) -> "tuple[Rect, Rect]":
        """Return the lower strip, and what is left above it and the gap."""
        rest = max(0.0, self.height - height - gap)
        return Rect(self.x, self.y, self.width, height), Rect(self.x, self.top - rest, self.width, rest)

    def cut_left(self, width: float, gap: float = 0) -> "tuple[Rect, Rect]":
        """Return the left strip, and what is left beside it and the gap."""
        rest = max(0.0, self.width - width - gap)
        return Rect(self.x, self.y, width, self.height), Rect(self.right - rest, self.y, rest, self.height)

    def cut_right(self, width: float, gap: float = 0) -> "tuple[Rect, Rect]":
        """Return the right strip, and what is left beside it and the gap."""
        rest = max(0.0, self.width - width - gap)
        return Rect(self.right - width, self.y, width, self.height), Rect(self.x, self.y, rest, self.height)

    def columns(self, weights: Iterable[float], gap: float) -> "list[Rect]":
        """Return columns from left to right, as wide as their weights say."""
        shares = list(weights)
        free = self.width - gap * (len(shares) - 1)
        found: list[Rect] = []
        x = self.x
        for share in shares:
            width = free * share / sum(shares)
            found.append(Rect(x, self.y, width, self.height))
            x += width + gap
        return found

    def rows(self, count: int, gap: float) -> "list[Rect]":
        """Return equal rows from the top down."""
        height = (self.height - gap * (count - 1)) / count
        return [Rect(self.x, self.top - (n + 1) * height - n * gap, self.width, height) for n in range(count)]

    def grid(self, count: int, columns: int, gap: float) -> "list[Rect]":
        """Return `count` cells from the top left, row by row."""
        lines = self.rows(max(1, -(-count // columns)), gap)
        return [cell for line in lines for cell in line.columns([1] * columns, gap)][:count]


def rect_of(widget: Widget) -> Rect:
    """Return where a widget lies."""
    return Rect(widget.x, widget.y, widget.width, widget.height)


def put(widget: Widget, rect: Rect) -> None:
    """Lay a widget into a rectangle, on whole pixels so that text stays sharp."""
    widget.size_hint = (None, None)
    x, y = round(rect.x), round(rect.y)
    widget.pos = (x, y)
    widget.size = (max(1, round(rect.right) - x), max(1, round(rect.top) - y))
