"""The few icons, drawn with round lines; none needs a font."""

from collections.abc import Callable
from math import cos, pi, sin

from kivy.graphics import Color, Ellipse, InstructionGroup, Line, Mesh

from ui import theme

Draw = Callable[[InstructionGroup, float, float, float, theme.Tone], None]
"""Draws into a group around (x, y), `size` high."""


def _stroke(group: InstructionGroup, points: list[float], size: float, *, close: bool = False) -> None:
    group.add(Line(points=points, width=size * 0.045, cap="round", joint="round", close=close))


def back(group: InstructionGroup, x: float, y: float, size: float, tone: theme.Tone) -> None:
    """A chevron to the left."""
    group.add(Color(*tone))
    s = size * 0.42
    _stroke(group, [x + s * 0.5, y + s, x - s * 0.5, y, x + s * 0.5, y - s], size)


def forward(group: InstructionGroup, x: float, y: float, size: float, tone: theme.Tone) -> None:
    """A chevron to the right."""
    group.add(Color(*tone))
    s = size * 0.42
    _stroke(group, [x - s * 0.5, y + s, x + s * 0.5, y, x - s * 0.5, y - s], size)


def up(group: InstructionGroup, x: float, y: float, size: float, tone: theme.Tone) -> None:
    """A chevron upwards."""
    group.add(Color(*tone))
    s = size * 0.42
    _stroke(group, [x - s, y - s * 0.5, x, y + s * 0.5, x + s, y - s * 0.5], size)


def down(group: InstructionGroup, x: float, y: float, size: float, tone: theme.Tone) -> None:
    """A chevron downwards."""
    group.add(Color(*tone))
    s = size * 0.42
    _stroke(group, [x - s, y + s * 0.5, x, y - s * 0.5, x + s, y + s * 0.5], size)


def plus(group: InstructionGroup, x: float, y: float, size: float, tone: theme.Tone) -> None:
    """A plus."""
    group.add(Color(*tone))
    s = size * 0.36
    _stroke(group, [x - s, y, x + s, y], size)
    _stroke(group, [x, y - s, x, y + s], size)


def minus(group: InstructionGroup, x: float, y: float, size: float, tone: theme.Tone) -> None:
    """A minus."""
    group.add(Color(*tone))
    s = size * 0.36
    _stroke(group, [x - s, y, x + s, y], size)


def undo(group: InstructionGroup, x: float, y: float, size: float, tone: theme.Tone) -> None:
    """An arrow that turns back."""
    group.add(Color(*tone))
    s = size * 0.42
    _stroke(group, [x - s * 0.55, y + s * 0.95, x - s * 1.1, y + s * 0.4, x - s * 0.55, y - s * 0.15], size)
    arc = [
        (x + s * 0.45 + s * 0.62 * cos(a), y - s * 0.22 + s * 0.62 * sin(a)) for a in _steps(pi / 2, -pi / 2)
    ]
    points = [x - s * 1.1, y + s * 0.4, *[c for point in arc for c in point], x - s * 0.2, y - s * 0.84]
    _stroke(group, points, size)


def eye(group: InstructionGroup, x: float, y: float, size: float, tone: theme.Tone) -> None:
    """An open eye."""
    group.add(Color(*tone))
    s = size * 0.46
    lid = [(x + s * cos(a), y - s * 0.42 + s * 0.95 * sin(a)) for a in _steps(pi * 0.86, pi * 0.14)]
    under = [(x + s * cos(a), y + s * 0.42 + s * 0.95 * sin(a)) for a in _steps(-pi * 0.14, -pi * 0.86)]
    _stroke(group, [c for point in (*lid, *under) for c in point], size, close=True)
    group.add(Ellipse(pos=(x - s * 0.3, y - s * 0.3), size=(s * 0.6, s * 0.6)))


def history(group: InstructionGroup, x: float, y: float, size: float, tone: theme.Tone) -> None:
    """Lines of writing."""
    group.add(Color(*tone))
    s = size * 0.42
    for height, length in ((0.75, 1.0), (0.0, 1.0), (-0.75, 0.4)):
        _stroke(group, [x - s, y + s * height, x + s * length, y + s * height], size)


def referee(group: InstructionGroup, x: float, y: float, size: float, tone: theme.Tone) -> None:
    """A shield."""
    group.add(Color(*tone))
    s = size * 0.5
    outline = [
        (0, 1),
        (0.85, 0.68),
        (0.85, 0.05),
        (0.55, -0.6),
        (0, -1),
        (-0.55, -0.6),
        (-0.85, 0.05),
        (-0.85, 0.68),
    ]
    _stroke(group, [c for px, py in outline for c in (x + s * px, y + s * py)], size, close=True)


def warning(group: InstructionGroup, x: float, y: float, size: float, tone: theme.Tone) -> None:
    """A triangle with an exclamation mark, filled."""
    s = size * 0.5
    group.add(Color(*tone))
    corners = [(x - s * 1.1, y - s * 0.85), (x + s * 1.1, y - s * 0.85), (x, y + s)]
    group.add(
        Mesh(vertices=[c for cx, cy in corners for c in (cx, cy, 0, 0)], indices=[0, 1, 2], mode="triangles")
    )
    group.add(
        Line(points=[c for corner in corners for c in corner], width=s * 0.06, joint="round", close=True)
    )
    group.add(Color(*theme.ON_SEAT))
    group.add(Line(points=[x, y + s * 0.4, x, y - s * 0.2], width=s * 0.08, cap="round"))
    group.add(Line(points=[x, y - s * 0.52, x, y - s * 0.53], width=s * 0.09, cap="round"))


def _steps(begin: float, end: float, count: int = 14) -> list[float]:
    return [begin + (end - begin) * n / count for n in range(count + 1)]
