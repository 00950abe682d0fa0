"""The few icons, drawn with round lines; none needs a font. Pure."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from math import cos, pi, sin
from typing import TypeAlias

from ui.stage import theme
from ui.stage.art import disc
from ui.stage.rect import Point, Rect
from ui.stage.scene import Drawing, Scene, Spot, Viewport
from ui.stage.shapes import Area, Box, Shape, Stroke
from ui.stage.theme import Tone, tone

Icon: TypeAlias = Callable[[float, float, float, theme.Tone], tuple[Shape, ...]]
"""Makes an icon's shapes around (x, y), `size` high."""

LINE = 0.09
"""Width of a line, in heights of an icon."""
ARM, CHEVRON = 0.36, 0.42
"""How far a plus, and a chevron, reach from the middle."""


def _lines(*lines: tuple[Point, ...], closed: bool = False) -> Icon:
    """Return an icon of lines; points are relative to its middle, in heights of the icon."""

    def icon(x: float, y: float, size: float, tone: theme.Tone) -> tuple[Shape, ...]:
        return tuple(
            Stroke(
                tuple((x + u * size, y + v * size) for u, v in line),
                tone,
                size * LINE,
                round=True,
                closed=closed,
            )
            for line in lines
        )

    return icon


def _around(middle: Point, wide: float, high: float, begin: float, end: float) -> tuple[Point, ...]:
    """Return points along an oval, between two angles in radians."""
    angles = (begin + (end - begin) * n / 14 for n in range(15))
    return tuple((middle[0] + wide * cos(angle), middle[1] + high * sin(angle)) for angle in angles)


_C, _H = CHEVRON, CHEVRON / 2
back = _lines(((_H, _C), (-_H, 0), (_H, -_C)))
forward = _lines(((-_H, _C), (_H, 0), (-_H, -_C)))
up = _lines(((-_C, -_H), (0, _H), (_C, -_H)))
down = _lines(((-_C, _H), (0, -_H), (_C, _H)))
plus = _lines(((-ARM, 0), (ARM, 0)), ((0, -ARM), (0, ARM)))
minus = _lines(((-ARM, 0), (ARM, 0)))
check = _lines(((-0.4, 0.02), (-0.12, -0.28), (0.42, 0.32)))
undo = _lines(
    ((-0.23, 0.4), (-0.46, 0.17), (-0.23, -0.06)),
    ((-0.46, 0.17), *_around((0.19, -0.09), 0.26, 0.26, pi / 2, -pi / 2), (-0.08, -0.35)),
)
history = _lines(*(((-0.42, v), (u, v)) for u, v in ((0.42, 0.32), (0.42, 0.0), (0.17, -0.32))))
referee = _lines(
    tuple((u / 2, v / 2) for u, v in ((0, 1), (0.85, 0.68), (0.85, 0.05), (0.55, -0.6), (0, -1)))
    + tuple((-u / 2, v / 2) for u, v in ((0.55, -0.6), (0.85, 0.05), (0.85, 0.68))),
    closed=True,
)
_upper_lid = _around((0, -0.19), 0.46, 0.44, pi * 0.86, pi * 0.14)
_lower_lid = _around((0, 0.19), 0.46, 0.44, -pi * 0.14, -pi * 0.86)
_lids = _lines(_upper_lid + _lower_lid, closed=True)


def eye(x: float, y: float, size: float, tone: theme.Tone) -> tuple[Shape, ...]:
    """Return an open eye."""
    return *_lids(x, y, size, tone), Area(disc((x, y), size * 0.14), tone)


def warning(x: float, y: float, size: float, tone: theme.Tone) -> tuple[Shape, ...]:
    """Return a filled triangle with an exclamation mark."""
    s = size * 0.5
    corners = ((x - s * 1.1, y - s * 0.85), (x + s * 1.1, y - s * 0.85), (x, y + s))
    sign = (((x, y + s * 0.4), (x, y - s * 0.2)), ((x, y - s * 0.52), (x, y - s * 0.53)))
    return (
        Area(corners, tone),
        Stroke(corners, tone, s * 0.12, round=True, closed=True),
        *(Stroke(line, theme.ON_SEAT, s * 0.17, round=True) for line in sign),
    )


# A QR code: dark on white, each module a whole number of pixels, as large as fits.

QUIET = 4
"""Modules left white around a code, as its standard asks."""

WHITE: Tone = tone("#ffffff")
DARK: Tone = tone("#000000")

MOST_IN_CODE = 2_953
"""Bytes that the largest code holds."""

Matrix: TypeAlias = tuple[tuple[bool, ...], ...]
"""The modules of a code, row by row from the top; True is dark."""


def matrix_of(text: str) -> Matrix:
    """Return the QR code of a text."""
    # Imported late, so that the first screen comes sooner.
    import segno

    code = segno.make(text, error="l", micro=False)
    return tuple(tuple(map(bool, row)) for row in code.matrix)


def code_of(text: str) -> Drawing:
    """Return a drawing of a text's QR code, for a stage."""
    return partial(scene, matrix_of(text))


def scene(matrix: Matrix, room: Viewport, finger: Spot | None = None) -> Scene:
    """Return a code in the middle of a room: white ground, then the dark runs of each row."""
    count, rect = len(matrix), room.rect
    module = int(min(rect.width, rect.height) // (count + 2 * QUIET))
    across, margin = count * module, QUIET * module
    left, top = round(rect.center[0] - across / 2), round(rect.center[1] + across / 2)
    ground = Rect(left - margin, top - across - margin, across + 2 * margin, across + 2 * margin)
    runs = (
        Rect(left + start * module, top - (down + 1) * module, (end - start) * module, module)
        for down, row in enumerate(matrix)
        for start, end in _runs(row)
    )
    return Scene((Box(ground, WHITE), *(Box(run, DARK) for run in runs)))


def _runs(row: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """Yield each run of dark modules in a row as its start and exclusive end."""
    edges = (n for n, (one, other) in enumerate(pairwise((False, *row, False))) if one != other)
    return zip(edges, edges, strict=True)
