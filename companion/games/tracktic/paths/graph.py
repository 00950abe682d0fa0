"""Pieces as a graph, and its blocks. Nodes are numbers; those that touch side to side are joined.

A block stays connected whichever node is removed. A path passes from one to the next by the node they share
and never returns. Method: depth-first search for low points (Hopcroft and Tarjan, 1973).
"""

from collections.abc import Collection
from typing import TypeAlias

from companion.games.tracktic.grid import MOST, Cell, beside

Node: TypeAlias = int
"""A cell as a number, row by row: `row * MOST + column`."""

Graph: TypeAlias = dict[Node, tuple[Node, ...]]
"""Each node's neighbours; nodes and neighbours in ascending order."""


def node_of(cell: Cell) -> Node:
    """Return a cell's node."""
    return cell.row * MOST + cell.column


def cell_of(node: Node) -> Cell:
    """Return a node's cell."""
    return Cell(*divmod(node, MOST))


def graph_of(cells: Collection[Cell]) -> Graph:
    """Return the graph of some cells."""
    return {
        node_of(cell): tuple(sorted(node_of(other) for other in beside(cell) if other in cells))
        for cell in sorted(cells)
    }


def components(graph: Graph) -> list[list[Node]]:
    """Return the connected parts, largest first, each with its nodes in order."""
    left, found = set(graph), []
    for start in graph:
        if start not in left:
            continue
        left.discard(start)
        part = [start]
        for node in part:
            for other in graph[node]:
                if other in left:
                    left.discard(other)
                    part.append(other)
        found.append(sorted(part))
    return sorted(found, key=lambda part: (-len(part), part))


def blocks(graph: Graph, start: Node) -> list[list[Node]]:
    """Return the nodes of each block of the part with `start`; none if `start` has no neighbour."""
    number = {start: 0}
    low = {start: 0}
    trail = [(start, start, iter(graph[start]))]
    passed = [start]
    found: list[list[Node]] = []
    while trail:
        node, parent, others = trail[-1]
        for other in others:
            if other not in number:
                number[other] = low[other] = len(number)
                passed.append(other)
                trail.append((other, node, iter(graph[other])))
                break
            if other != parent:
                low[node] = min(low[node], number[other])
        else:
            trail.pop()
            if node != parent:
                low[parent] = min(low[parent], low[node])
                if low[node] >= number[parent]:
                    at = passed.index(node)
                    found.append(sorted([parent, *passed[at:]]))
                    del passed[at:]
    return found


def block_tree(found: list[list[Node]]) -> list[tuple[list[Node], Node | None]]:
    """Return the blocks as a tree, leaves first: each with the node that joins it to its parent.

    The root, the largest block, is the last and has None. A block comes after all blocks that hang on it.
    """
    whose: dict[Node, list[int]] = {}
    for n, nodes in enumerate(found):
        for node in nodes:
            whose.setdefault(node, []).append(n)
    top = max(range(len(found)), key=lambda n: len(found[n]))
    order: list[tuple[int, Node | None]] = [(top, None)]
    for n, by in order:
        order += [(m, node) for node in found[n] if node != by for m in whose[node] if m != n]
    return [(found[n], by) for n, by in reversed(order)]
