"""Pieces as a graph: nodes are numbers, and those that touch side to side are joined."""

from collections.abc import Collection
from typing import TypeAlias

from companion.games.tracktic.grid import MOST, Cell, beside

Node: TypeAlias = int
"""A cell as a number, row by row: `row * MOST + column`."""

Graph: TypeAlias = dict[Node, tuple[Node, ...]]
"""The nodes that each node touches; all in the order of their numbers."""


def node_of(cell: Cell) -> Node:
    """Return the number of a cell."""
    return cell.row * MOST + cell.column


def cell_of(node: Node) -> Cell:
    """Return the cell of a number."""
    return Cell(*divmod(node, MOST))


def graph_of(cells: Collection[Cell]) -> Graph:
    """Return which of these cells touch which."""
    return {
        node_of(cell): tuple(sorted(node_of(other) for other in beside(cell) if other in cells))
        for cell in sorted(cells)
    }
