"""How many spaces were possible after each move: a line that falls from left to right. Pure."""

from collections.abc import Sequence
from math import log

from msgspec import Struct

from companion.games.cryptid.hexes import MAP
from ui import theme
from ui.stage.art import disc
from ui.stage.rect import Point, Rect
from ui.stage.scene import Room, Scene, Spot
from ui.stage.shapes import Area, Box, Stroke

INSET_MM = (1.5, 2.0)
"""How much is free around the line: at the sides, and above and below."""
LINE_MM, MARK_MM, DOT_MM = 0.6, 0.4, 1.3
"""Width of the line and of the one that marks a move, and radius of its dot."""


class Moves(Struct, frozen=True):
    """The moves as spots, by their number from 0: a finger that is down goes from one to the next."""

    inner: Rect
    last: int
    apart: bool = False

    def at(self, x: float, y: float, before: int | None) -> int:
        """Return the move next to a point."""
        share = (x - self.inner.x) / max(1.0, self.inner.width)
        return min(self.last, max(0, round(share * self.last)))

    def middle(self, spot: Spot) -> Point:
        """Return where a move is marked, in the middle of the height."""
        return self.inner.x + self.inner.width * spot / max(1, self.last), self.inner.center[1]


def scene(counts: Sequence[int], now: int, room: Room) -> Scene:
    """Return the line with a move marked; half as many spaces are always as far down."""
    inner = room.rect.inset(*map(room.mm, INSET_MM))
    moves = Moves(inner, len(counts) - 1)
    points = tuple(
        (moves.middle(n)[0], inner.y + inner.height * log(max(1, count)) / log(len(MAP)))
        for n, count in enumerate(counts)
    )
    (x, _), mark = points[now], theme.COLOURS["yellow"]
    items = (
        Box(room.rect, theme.RAISED),
        Stroke(points, theme.DIM, room.mm(LINE_MM), round=True),
        Stroke(((x, inner.y), (x, inner.top)), mark, room.mm(MARK_MM)),
        Area(disc(points[now], room.mm(DOT_MM)), mark),
    )
    return Scene(items, (moves,))
