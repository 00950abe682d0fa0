"""Where the seats' panels lie around the table: as they sit, clockwise, none over another. Pure."""

from companion.game import Seat
from ui.stage.rect import Point, Rect

ASPECT = (1.5, 2.0)
"""Least and greatest width of a panel in its heights."""
TWO_HANDS: tuple[Seat, ...] = (Seat(2), Seat(1), Seat(3), Seat(0))
"""Two players sit opposite each other; clockwise from the bottom left: left 1, right 2, left 2, right 1."""


def seating(
    room: Rect, count: int, largest: float, gap: float, middle: Point, *, opposite: bool = False
) -> list[Rect]:
    """Return the panels of `count` seats clockwise, the first at the bottom left.

    `largest` is the greatest height of a panel, `middle` the width and height kept free for the totem; all
    in pixels. With `opposite` four seats are two facing pairs, for two players with two hands.
    """
    ends = (0, count // 2) if opposite else range(count // 2 + 1)
    plans = {sides: _plan(room, count, sides, largest, gap, middle) for sides in ends}

    def worth(sides: int) -> tuple[float, float]:
        # The largest panels; where they are equal, about a sixth of the party sits at either end.
        panel = plans[sides][0]
        return round(panel.width * panel.height), -abs(sides - count / 6)

    return plans[max(plans, key=worth)]


def _plan(room: Rect, count: int, sides: int, largest: float, gap: float, middle: Point) -> list[Rect]:
    """Lay `sides` panels on the left and the right each, the others above and below."""
    above = (count - 2 * sides + 1) // 2
    below = count - 2 * sides - above
    rows = 1 + (below > 0) if above else 0
    height = min(largest, (room.height - rows * gap) / (rows + sides) - gap * (sides > 0))
    if rows and not sides:
        height = min(height, (room.height - middle[1]) / rows - gap)
    width = min(height * ASPECT[1], room.width / max(above, below, 1) - gap)
    if sides:
        width = min(width, (room.width - middle[0]) / 2 - gap)
    height = min(height, width / ASPECT[0])
    if height <= 0:
        return [Rect(room.x, room.y, 0, 0)] * count
    return [
        *_below(room, below, width, height, gap, sides)[:1],
        *_side(room, sides, width, height, gap, above, below, left=True),
        *_row(room, above, width, room.top - height, height, gap, sides),
        *_side(room, sides, width, height, gap, above, below, left=False),
        *_below(room, below, width, height, gap, sides)[1:],
    ]


def _row(room: Rect, count: int, width: float, y: float, height: float, gap: float, sides: int) -> list[Rect]:
    """Spread panels over a row, nearer together where there are panels at the sides."""
    if not count:
        return []
    step = max(width + gap, min(room.width / (count + 0.65 * (sides > 0)), width * 1.9))
    start = room.center[0] - step * (count - 1) / 2 - width / 2
    return [Rect(start + n * step, y, width, height) for n in range(count)]


def _below(room: Rect, count: int, width: float, height: float, gap: float, sides: int) -> list[Rect]:
    """Return the lower row clockwise, its left end first of all."""
    row = _row(room, count, width, room.y, height, gap, sides)
    return [*row[:1], *reversed(row[1:])]


def _side(
    room: Rect, count: int, width: float, height: float, gap: float, above: int, below: int, *, left: bool
) -> list[Rect]:
    """Spread panels over a side, clockwise."""
    low = room.y + (height + gap) * (below > 0)
    high = room.top - (height + gap) * (above > 0)
    x = room.x if left else room.right - width
    column = [
        Rect(x, low + (high - low) * (n + 0.5) / count - height / 2, width, height) for n in range(count)
    ]
    return column if left else column[::-1]
