"""Where the seats' panels lie around the table: as they sit, clockwise, none over another. Pure."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.game import Seat
from ui.stage.rect import Point, Rect
from ui.stage.sides import Side

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
    plans = {
        beside: [panel for row in _plan(room, _spread(count, beside), largest, gap, middle) for panel in row]
        for beside in ends
    }

    def worth(beside: int) -> tuple[float, float]:
        # The largest panels; where they are equal, about a sixth of the party sits at either end.
        panel = plans[beside][0]
        return round(panel.width * panel.height), -abs(beside - count / 6)

    return plans[max(plans, key=worth)]


def seating_as_chosen(
    room: Rect, seats: Sequence[tuple[int, Side]], largest: float, gap: float, middle: Point
) -> list[Rect]:
    """Return the panels of seats where they sit around the screen, by seat; lengths as in `seating`.

    Of a side the seats stand from the left to the right of who sits there.
    """
    at = {side: [seat for seat, its in seats if its is side] for side in Side}
    first, left, above, right, rest = _plan(
        room, Counts(0, *(len(at[side]) for side in CLOCKWISE)), largest, gap, middle
    )
    # Clockwise is from the right to the left of those who sit at an edge.
    clockwise = [seat for side in CLOCKWISE for seat in reversed(at[side])]
    panels = dict(zip(clockwise, [*first, *left, *above, *right, *rest], strict=True))
    return [panels[seat] for seat in sorted(panels)]


class Counts(NamedTuple):
    """How many panels lie where, clockwise: the lower row's left end, left, above, right, the lower row."""

    first: int
    left: int
    above: int
    right: int
    rest: int


CLOCKWISE = (Side.LEFT, Side.FAR, Side.RIGHT, Side.FRONT)


def _spread(count: int, beside: int) -> Counts:
    """Seat `beside` on the left and the right each, the others above and below."""
    above = (count - 2 * beside + 1) // 2
    below = count - 2 * beside - above
    first = min(below, 1)
    return Counts(first, beside, above, beside, below - first)


def _plan(room: Rect, counts: Counts, largest: float, gap: float, middle: Point) -> tuple[list[Rect], ...]:
    """Lay the panels around the middle, in the order of their counts."""
    below, above, sides = counts.first + counts.rest, counts.above, max(counts.left, counts.right)
    rows = (below > 0) + (above > 0)
    height = min(largest, (room.height - rows * gap) / (rows + sides) - gap * (sides > 0))
    if rows and not sides:
        height = min(height, (room.height - middle[1]) / rows - gap)
    width = min(height * ASPECT[1], room.width / max(above, below, 1) - gap)
    if sides:
        width = min(width, (room.width - middle[0]) / 2 - gap)
    height = min(height, width / ASPECT[0])
    if height <= 0:
        return tuple([Rect(room.x, room.y, 0, 0)] * count for count in counts)
    lower = _row(room, below, width, room.y, height, gap, sides)
    return (
        lower[: counts.first],
        _side(room, counts.left, width, height, gap, above, below, left=True),
        _row(room, above, width, room.top - height, height, gap, sides),
        _side(room, counts.right, width, height, gap, above, below, left=False),
        lower[counts.first :][::-1],
    )


def _row(room: Rect, count: int, width: float, y: float, height: float, gap: float, sides: int) -> list[Rect]:
    """Spread panels over a row, nearer together where there are panels at the sides."""
    if not count:
        return []
    step = max(width + gap, min(room.width / (count + 0.65 * (sides > 0)), width * 1.9))
    start = room.center[0] - step * (count - 1) / 2 - width / 2
    return [Rect(start + n * step, y, width, height) for n in range(count)]


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
