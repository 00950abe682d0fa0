"""A QR code: dark on white, each module a whole number of pixels, as large as fits. Pure."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise
from typing import TypeAlias

from ui.stage.rect import Rect
from ui.stage.scene import Drawing, Room, Scene, Spot
from ui.stage.shapes import Box
from ui.theme import Tone, tone

QUIET = 4
"""Modules left white around a code, as its standard asks."""

WHITE: Tone = tone("#ffffff")
DARK: Tone = tone("#000000")

Matrix: TypeAlias = tuple[tuple[bool, ...], ...]
"""The modules of a code, row by row from the top; True is dark."""


def matrix_of(text: str) -> Matrix:
    """Return the QR code of a text."""
    # Not before a code is asked for: the first screen comes sooner.
    import segno

    code = segno.make(text, error="l", micro=False)
    return tuple(tuple(map(bool, row)) for row in code.matrix)


def code_of(text: str) -> Drawing:
    """Return what draws a text's code, for a stage."""
    return partial(scene, matrix_of(text))


def scene(matrix: Matrix, room: Room, finger: Spot | None = None) -> Scene:
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
    """Yield where dark modules stand beside each other: from, and up to without."""
    edges = (n for n, (one, other) in enumerate(pairwise((False, *row, False))) if one != other)
    return zip(edges, edges, strict=True)
