"""The geometry of the grid: cells, their neighbours, and shapes in all rotations and mirror images."""

from collections.abc import Collection, Iterable
from functools import cache
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

MOST = 20
"""Most rows, and most columns, of a grid."""


class Cell(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, order=True):
    """A cell of the grid, as `[row, column]` from the top left, both from 0."""

    row: Annotated[int, Meta(ge=0, lt=MOST)]
    column: Annotated[int, Meta(ge=0, lt=MOST)]


Shape: TypeAlias = frozenset[tuple[int, int]]
"""Rows and columns of a figure's cells, shifted so that the smallest of each is 0."""


@cache
def beside(cell: Cell) -> tuple[Cell, ...]:
    """Return a cell's neighbours side to side; corners don't touch."""
    around = ((cell.row + row, cell.column + column) for row, column in ((-1, 0), (0, -1), (0, 1), (1, 0)))
    return tuple(Cell(row, column) for row, column in around if 0 <= row < MOST and 0 <= column < MOST)


def touching(cells: Collection[Cell]) -> set[Cell]:
    """Return all neighbours of some cells, without these cells themselves."""
    return {other for cell in cells for other in beside(cell)} - set(cells)


def is_t(cell: Cell, own: Collection[Cell]) -> bool:
    """Return whether a cell is the middle of a T of `own`: three touch it. Two by two is no T."""
    return sum(other in own for other in beside(cell)) > 2


def shape_of(cells: Collection[Cell]) -> Shape:
    """Return the shape of some cells, wherever they are; an empty shape for none."""
    if not cells:
        return frozenset()
    top, left = min(cell.row for cell in cells), min(cell.column for cell in cells)
    return frozenset((cell.row - top, cell.column - left) for cell in cells)


def turned(shape: Shape) -> Shape:
    """Return a shape turned right by 90 degrees."""
    deep = max((row for row, _ in shape), default=0)
    return frozenset((column, deep - row) for row, column in shape)


def mirrored(shape: Shape) -> Shape:
    """Return a shape's mirror image, left to right."""
    wide = max((column for _, column in shape), default=0)
    return frozenset((row, wide - column) for row, column in shape)


def ways(shape: Shape) -> tuple[Shape, ...]:
    """Return the 1 to 8 different rotations and mirror images of a shape."""
    found: list[Shape] = []
    for start in (shape, mirrored(shape)):
        for _ in range(4):
            if start not in found:
                found.append(start)
            start = turned(start)
    return tuple(found)


def placed_at(shape: Shape, corner: Cell) -> frozenset[Cell] | None:
    """Return a shape's cells with its upper left at `corner`; None if they leave the largest grid."""
    placed = {(corner.row + row, corner.column + column) for row, column in shape}
    if any(row >= MOST or column >= MOST for row, column in placed):
        return None
    return frozenset(Cell(row, column) for row, column in placed)


def flooded(start: Iterable[Cell], among: Collection[Cell]) -> set[Cell]:
    """Return the start cells, and the cells of `among` connected to them side to side."""
    found = set(start)
    growing = list(found)
    while growing:
        for cell in beside(growing.pop()):
            if cell in among and cell not in found:
                found.add(cell)
                growing.append(cell)
    return found
