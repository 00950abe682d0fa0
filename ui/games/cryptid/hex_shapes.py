"""The geometry of the drawn map: where hexes lie, their corners, and the lines around several of them."""

from collections.abc import Iterable, Iterator
from math import dist, sqrt

from msgspec import Struct

from companion.games.cryptid.hexes import COLUMNS, MAP, ROWS, Hex
from companion.games.cryptid.maps import ACROSS, DOWN, PIECE_COLUMNS, PIECE_ROWS
from ui.stage.rect import Point, Rect

TALL = sqrt(3) / 2
"""Height of a hex with flat top, in its widths."""
STEP = 0.75
"""From one column to the next, in widths."""
WIDE = STEP * (COLUMNS - 1) + 1
"""Width of the map, in widths of a hex."""
HIGH = ROWS + 0.5
"""Height of the map, in heights of a hex."""
REACH = 0.64
"""So far from the middle of a hex, in widths, a finger is still on it: a little beyond its corners."""
STUCK = 0.12
"""So much nearer, in widths, another hex must be before a finger leaves its own: it rolls when it lifts."""

SQUASHED = 0.95
"""Pixels that a hex may be too low: nobody sees it, and it makes the map larger."""


Line = tuple[Point, ...]


def corners(x: float, y: float, width: float, height: float) -> Line:
    """Return the corners of a hex around a middle, against the clock from the right one."""
    side, quarter, half = width / 2, width / 4, height / 2
    return (
        (x + side, y),
        (x + quarter, y + half),
        (x - quarter, y + half),
        (x - side, y),
        (x - quarter, y - half),
        (x + quarter, y - half),
    )


class Lattice(Struct, frozen=True):
    """Where the hexes lie: the left and upper edge of the map, and the size of a hex, in pixels.

    They are the spots of the map, and a finger slides from one to the next.
    """

    left: float
    top: float
    width: float
    height: float
    apart: bool = False

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the map."""
        return (self.width * WIDE, self.height * HIGH)

    @property
    def tall(self) -> float:
        """Height of a hex in its widths."""
        return self.height / self.width

    def middle(self, at: Hex) -> Point:
        """Return the middle of a hex."""
        low = at.row + (1.0 if at.column % 2 else 0.5)
        return (self.left + self.width * (0.5 + STEP * at.column), self.top - self.height * low)

    def corners(self, at: Hex) -> Line:
        """Return the corners of a hex."""
        return corners(*self.middle(at), self.width, self.height)

    def at(self, x: float, y: float, before: Hex | None = None) -> Hex | None:
        """Return the hex at a point, None off the map; a finger sticks a little to the one `before`."""

        def far(at: Hex) -> float:
            return dist((x, y), self.middle(at)) / self.width

        found = min(MAP, key=far)
        if before is not None and far(before) - far(found) < STUCK and far(before) < REACH:
            return before
        return found if far(found) < REACH else None

    def outline(self, hexes: Iterable[Hex]) -> Line:
        """Return the closed line around hexes that hang together."""
        # An edge between two of them is met once in each direction; what is met once lies outside.
        edges: dict[Point, tuple[Point, Point]] = {}
        for at in hexes:
            ring = self.corners(at)
            for one, other in zip(ring, ring[1:] + ring[:1], strict=True):
                start, end = _key(one), _key(other)
                if edges.get(end, ((0, 0),))[0] == start:
                    del edges[end]
                else:
                    edges[start] = (end, one)
        line: list[Point] = []
        corner = next(iter(edges), None)
        while corner is not None and len(line) < len(edges):
            corner, point = edges[corner]
            line.append(point)
        return tuple(line)

    def seams(self) -> Iterator[Line]:
        """Yield the lines between the six pieces of the map."""
        for across in range(1, ACROSS):
            rings = (self.corners(Hex(row, across * PIECE_COLUMNS - 1)) for row in range(ROWS))
            yield tuple(point for ring in rings for point in (ring[1], ring[0]))
        for down in range(1, DOWN):
            rings = (self.corners(Hex(down * PIECE_ROWS - 1, column)) for column in range(COLUMNS))
            yield tuple(point for ring in rings for point in ring[-2:])


def _key(point: Point) -> Point:
    return (round(point[0] * 2), round(point[1] * 2))


def piece_of(at: Hex) -> tuple[int, int]:
    """Return in which piece of the map a hex lies: how far down, how far across."""
    return (at.row // PIECE_ROWS, at.column // PIECE_COLUMNS)


def fitted(room: Rect) -> Lattice:
    """Return the largest map in the middle of a room; hexes lie on half pixels, so that they stay sharp."""
    wide, high = room.width / WIDE, room.height / HIGH
    width = int(min(wide, (high + SQUASHED) / TALL) / 2) * 2
    height = min(round(width * TALL), int(high))
    across, down = width * WIDE, height * HIGH
    left = round(room.x + (room.width - across) / 2)
    return Lattice(left, round(room.top - (room.height - down) / 2), width, height)
