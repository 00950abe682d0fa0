"""On which sides cells that belong together touch. Pure."""

from collections.abc import Collection, Mapping
from enum import IntFlag

from companion.games.tracktic.grid import Cell
from companion.games.tracktic.model import Piece


class Sides(IntFlag):
    """The sides and corners of a cell, on which another of its kind lies."""

    NONE = 0
    UP = 1
    RIGHT = 2
    DOWN = 4
    LEFT = 8
    UP_RIGHT = 16
    DOWN_RIGHT = 32
    DOWN_LEFT = 64
    UP_LEFT = 128


STRAIGHT = (Sides.UP, Sides.RIGHT, Sides.DOWN, Sides.LEFT)
STEPS = {
    Sides.UP: (-1, 0),
    Sides.RIGHT: (0, 1),
    Sides.DOWN: (1, 0),
    Sides.LEFT: (0, -1),
    Sides.UP_RIGHT: (-1, 1),
    Sides.DOWN_RIGHT: (1, 1),
    Sides.DOWN_LEFT: (1, -1),
    Sides.UP_LEFT: (-1, -1),
}
"""Where the neighbour lies: rows down and columns to the right."""


def joined(cell: Cell, others: Collection[Cell], sides: Collection[Sides] = tuple(STEPS)) -> Sides:
    """Return on which sides of a cell another of these lies."""
    found = Sides.NONE
    for side in sides:
        down, right = STEPS[side]
        if Cell(cell.row + down, cell.column + right) in others:
            found |= side
    return found


def alike(cell: Cell, pieces: Mapping[Cell, Piece]) -> Sides:
    """Return on which sides of a piece another of its colour lies."""
    kind = pieces[cell]
    found = Sides.NONE
    for side in STRAIGHT:
        down, right = STEPS[side]
        if pieces.get(Cell(cell.row + down, cell.column + right)) is kind:
            found |= side
    return found
