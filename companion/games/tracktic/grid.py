"""The geometry of the grid: cells, which touch side to side, and shapes turned and mirrored."""

from collections.abc import Collection, Iterable
from functools import cache
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

MOST = 20
"""The most rows, and columns, of a grid."""


class Cell(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, order=True):
    """A cell of the grid, as `[row, column]` from the top left, both from 0."""

    row: Annotated[int, Meta(ge=0, lt=MOST)]
    column: Annotated[int, Meta(ge=0, lt=MOST)]


Shape: TypeAlias = frozenset[tuple[int, int]]
"""Rows and columns of cells that belong together, the smallest of each 0."""


@cache
def beside(cell: Cell) -> tuple[Cell, ...]:
    """Return the cells that touch one side to side; corners don't touch."""
    around = ((cell.row + row, cell.column + column) for row, column in ((-1, 0), (0, -1), (0, 1), (1, 0)))
    return tuple(Cell(row, column) for row, column in around if 0 <= row < MOST and 0 <= column < MOST)


def touching(cells: Collection[Cell]) -> set[Cell]:
    """Return the cells that touch any of these, and aren't among them."""
    return {other for cell in cells for other in beside(cell)} - set(cells)


def is_t(cell: Cell, own: Collection[Cell]) -> bool:
    """Tell whether four of some pieces form a T with its middle there: three touch it. Two by two is none."""
    return sum(other in own for other in beside(cell)) > 2


def shape_of(cells: Collection[Cell]) -> Shape:
    """Return cells as a shape, wherever they lie; of none the empty shape."""
    if not cells:
        return frozenset()
    top, left = min(cell.row for cell in cells), min(cell.column for cell in cells)
    return frozenset((cell.row - top, cell.column - left) for cell in cells)


def turned(shape: Shape) -> Shape:
    """Return a shape a quarter turned to the right."""
    deep = max((row for row, _ in shape), default=0)
    return frozenset((column, deep - row) for row, column in shape)


def mirrored(shape: Shape) -> Shape:
    """Return the mirror image of a shape, left and right changed."""
    wide = max((column for _, column in shape), default=0)
    return frozenset((row, wide - column) for row, column in shape)


def ways(shape: Shape) -> tuple[Shape, ...]:
    """Return a shape in every rotation and mirror image, each once: 1 to 8 of them."""
    found: list[Shape] = []
    for start in (shape, mirrored(shape)):
        for _ in range(4):
            if start not in found:
                found.append(start)
            start = turned(start)
    return tuple(found)


def at(shape: Shape, corner: Cell) -> frozenset[Cell] | None:
    """Return the cells of a shape whose upper left corner lies there; None where it leaves every grid."""
    placed = {(corner.row + row, corner.column + column) for row, column in shape}
    if any(row >= MOST or column >= MOST for row, column in placed):
        return None
    return frozenset(Cell(row, column) for row, column in placed)


def flooded(start: Iterable[Cell], among: Collection[Cell]) -> set[Cell]:
    """Return the cells to start with, and those `among` others that lead on from them, side to side."""
    found = set(start)
    growing = list(found)
    while growing:
        for cell in beside(growing.pop()):
            if cell in among and cell not in found:
                found.add(cell)
                growing.append(cell)
    return found
