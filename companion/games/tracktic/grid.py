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
def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """Return a cell's neighbours side to side; corners don't touch."""
    places = ((cell.row + row, cell.column + column) for row, column in ((-1, 0), (0, -1), (0, 1), (1, 0)))
    return tuple(Cell(row, column) for row, column in places if 0 <= row < MOST and 0 <= column < MOST)


def touching(cells: Collection[Cell]) -> set[Cell]:
    """Return all neighbours of some cells, without these cells themselves."""
    return {other for cell in cells for other in neighbours(cell)} - set(cells)


def is_t(cell: Cell, cells: Collection[Cell]) -> bool:
    """Return whether a cell is the middle of a T of `cells`: three touch it. Two by two is no T."""
    return sum(other in cells for other in neighbours(cell)) > 2


def shape_of(cells: Collection[Cell]) -> Shape:
    """Return the shape of some cells, wherever they are; an empty shape for none."""
    if not cells:
        return frozenset()
    top, left = min(cell.row for cell in cells), min(cell.column for cell in cells)
    return frozenset((cell.row - top, cell.column - left) for cell in cells)


def rotated(shape: Shape) -> Shape:
    """Return a shape turned right by 90 degrees."""
    deep = max((row for row, _ in shape), default=0)
    return frozenset((column, deep - row) for row, column in shape)


def mirrored(shape: Shape) -> Shape:
    """Return a shape's mirror image, left to right."""
    wide = max((column for _, column in shape), default=0)
    return frozenset((row, wide - column) for row, column in shape)


def orientations(shape: Shape) -> tuple[Shape, ...]:
    """Return the 1 to 8 different rotations and mirror images of a shape."""
    shapes: list[Shape] = []
    for image in (shape, mirrored(shape)):
        for _ in range(4):
            if image not in shapes:
                shapes.append(image)
            image = rotated(image)
    return tuple(shapes)


def placed_at(shape: Shape, corner: Cell) -> frozenset[Cell] | None:
    """Return a shape's cells with its upper left at `corner`; None if they leave the largest grid."""
    placed = {(corner.row + row, corner.column + column) for row, column in shape}
    if any(row >= MOST or column >= MOST for row, column in placed):
        return None
    return frozenset(Cell(row, column) for row, column in placed)


def connected(start: Iterable[Cell], cells: Collection[Cell]) -> set[Cell]:
    """Return the start cells, and those of `cells` connected to them side to side."""
    reached = set(start)
    edge = list(reached)
    while edge:
        for cell in neighbours(edge.pop()):
            if cell in cells and cell not in reached:
                reached.add(cell)
                edge.append(cell)
    return reached
