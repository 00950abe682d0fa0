"""Pieces as a graph, and its blocks. Nodes are numbers; those that touch side to side are joined.

A block stays connected whichever node is removed. A path passes from one to the next by the node they share
and never returns. Method: depth-first search for low points (Hopcroft and Tarjan, 1973).
"""

from collections.abc import Collection
from typing import TypeAlias

from companion.games.tracktic.grid import MOST, Cell, neighbours

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
        node_of(cell): tuple(sorted(node_of(other) for other in neighbours(cell) if other in cells))
        for cell in sorted(cells)
    }


def components(graph: Graph) -> list[list[Node]]:
    """Return the connected parts, largest first, each with its nodes in order."""
    unvisited, parts = set(graph), []
    for start in graph:
        if start not in unvisited:
            continue
        unvisited.discard(start)
        part = [start]
        for node in part:
            for other in graph[node]:
                if other in unvisited:
                    unvisited.discard(other)
                    part.append(other)
        parts.append(sorted(part))
    return sorted(parts, key=lambda part: (-len(part), part))


def blocks(graph: Graph, start: Node) -> list[list[Node]]:
    """Return the nodes of each block of the part with `start`; none if `start` has no neighbour."""
    numbers = {start: 0}
    low = {start: 0}
    trail = [(start, start, iter(graph[start]))]
    path = [start]
    blocks: list[list[Node]] = []
    while trail:
        node, parent, others = trail[-1]
        for other in others:
            if other not in numbers:
                numbers[other] = low[other] = len(numbers)
                path.append(other)
                trail.append((other, node, iter(graph[other])))
                break
            if other != parent:
                low[node] = min(low[node], numbers[other])
        else:
            trail.pop()
            if node != parent:
                low[parent] = min(low[parent], low[node])
                if low[node] >= numbers[parent]:
                    index = path.index(node)
                    blocks.append(sorted([parent, *path[index:]]))
                    del path[index:]
    return blocks


def block_tree(blocks: list[list[Node]]) -> list[tuple[list[Node], Node | None]]:
    """Return the blocks as a tree, leaves first: each with the node that joins it to its parent.

    The root, the largest block, is the last and has None. A block comes after all blocks that hang on it.
    """
    blocks_of: dict[Node, list[int]] = {}
    for n, nodes in enumerate(blocks):
        for node in nodes:
            blocks_of.setdefault(node, []).append(n)
    largest = max(range(len(blocks)), key=lambda n: len(blocks[n]))
    order: list[tuple[int, Node | None]] = [(largest, None)]
    for n, joint in order:
        order += [(m, node) for node in blocks[n] if node != joint for m in blocks_of[node] if m != n]
    return [(blocks[n], joint) for n, joint in reversed(order)]
