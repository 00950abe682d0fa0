"""How long a path can be at most: the most edges, two at a node, and prices that prove it.

The cells of a grid are black and white in turn, so the edges are chosen as a flow from black to white nodes:
two through each node, one through each edge. The smallest cut prices nodes and edges so that the ends of an
edge and itself together cost at least an edge; whoever leaves a node unused, or uses a dear edge, loses its
price. There is one cut nearest to the source and one nearest to the sink: their mean is taken, in halves.
"""

from collections import deque
from typing import TypeAlias

from msgspec import Struct

from companion.games.tracktic.grid import MOST

Node: TypeAlias = int
"""A cell as a number, row by row: `row * MOST + column`."""

Graph: TypeAlias = dict[Node, tuple[Node, ...]]
"""The nodes that each node touches; all in the order of their numbers."""


class Prices(Struct, frozen=True):
    """What nodes and edges cost, in halves of an edge, and the most edges, which is what all cost together.

    A path with `k` edges loses `2 * (most - k)` in all: for each node its price for either side without an
    edge, for each unused edge its price, for each used one what it and its two ends cost beyond 2.
    """

    most: int
    nodes: dict[Node, int]
    edges: dict[tuple[Node, Node], int]

    def unused(self, a: Node, b: Node) -> int:
        """Return what is lost where the edge is not used."""
        return self.edges.get((a, b) if a < b else (b, a), 0)

    def used(self, a: Node, b: Node) -> int:
        """Return what is lost where the edge is used."""
        return self.nodes[a] + self.nodes[b] + self.unused(a, b) - 2


def prices(graph: Graph) -> Prices:
    """Return the prices of a part of the grid."""
    black = [node for node in graph if sum(divmod(node, MOST)) % 2 == 0]
    pairs = _pairs(graph, black)
    free = {node for node in graph if len(pairs[node]) < 2}
    near = _reached(graph, pairs, set(black), [node for node in black if node in free], True)
    far = _reached(
        graph, pairs, set(black), [node for node in graph if node in free and node not in near], False
    )
    nodes: dict[Node, int] = {}
    edges: dict[tuple[Node, Node], int] = {}
    blacks = set(black)
    for node in graph:
        if node in blacks:
            nodes[node] = (node not in near) + (node in far)
        else:
            nodes[node] = (node in near) + (node not in far)
    for a in black:
        for b in graph[a]:
            price = (a in near and b not in near) + (a not in far and b in far)
            if price:
                edges[(a, b) if a < b else (b, a)] = price
    return Prices(sum(len(pairs[node]) for node in black), nodes, edges)


def _pairs(graph: Graph, black: list[Node]) -> dict[Node, set[Node]]:
    """Return for each node those it is paired with: at most two each, as many pairs as can be."""
    pairs: dict[Node, set[Node]] = {node: set() for node in graph}
    for a in sorted(black, key=lambda node: len(graph[node])):
        for b in sorted(graph[a], key=lambda node: len(graph[node])):
            if len(pairs[a]) < 2 and len(pairs[b]) < 2:
                pairs[a].add(b)
                pairs[b].add(a)
    for start in black:
        while len(pairs[start]) < 2 and _longer(graph, pairs, start):
            pass
    return pairs


def _longer(graph: Graph, pairs: dict[Node, set[Node]], start: Node) -> bool:
    """Pair a black node once more, changing other pairs if need be; tell whether it could be done."""
    before: dict[Node, Node] = {start: start}
    waiting = deque([start])
    while waiting:
        a = waiting.popleft()
        for b in graph[a]:
            if b in before or b in pairs[a]:
                continue
            before[b] = a
            if len(pairs[b]) < 2:
                while True:
                    a = before[b]
                    pairs[a].add(b)
                    pairs[b].add(a)
                    if a == start:
                        return True
                    b = before[a]
                    pairs[a].discard(b)
                    pairs[b].discard(a)
            for other in sorted(pairs[b]):
                if other not in before:
                    before[other] = b
                    waiting.append(other)
    return False


def _reached(
    graph: Graph, pairs: dict[Node, set[Node]], black: set[Node], starts: list[Node], onward: bool
) -> set[Node]:
    """Return what can be reached from there by unpaired edges from black to white, and paired ones back.

    Not `onward`: what can reach there.
    """
    found = set(starts)
    waiting = list(starts)
    while waiting:
        node = waiting.pop()
        unpaired = (node in black) == onward
        for other in graph[node]:
            if other not in found and (other not in pairs[node]) == unpaired:
                found.add(other)
                waiting.append(other)
    return found
