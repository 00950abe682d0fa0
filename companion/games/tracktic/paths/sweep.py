"""The order in which a block's nodes are passed, chosen to keep few edges open at a time."""

from collections.abc import Iterable

from msgspec import Struct

from companion.games.tracktic.grid import MOST
from companion.games.tracktic.paths.graph import Graph, Node

GROWTH = 2.5
"""Factor by which one more open edge multiplies the states, measured on full boards."""

ENOUGH = GROWTH**4
"""Cost per node that is good enough: four open edges on average.

A search for a better order would cost more than it saves.
"""


class SweepStep(Struct, frozen=True):
    """A node that is passed, with the edges it closes and opens.

    `ins` are the slots of edges to nodes before it, `outs` slot and node of edges to nodes after it. `leads`
    gives by slot the node that an open edge leads to; it means nothing for free slots.
    """

    node: Node
    ins: tuple[int, ...]
    outs: tuple[tuple[int, Node], ...]
    leads: tuple[Node, ...]


class Sweep(Struct, frozen=True):
    """All steps through a block, and how many slots they take.

    A slot, counted from 1, belongs to an edge from its first node to its last.
    """

    steps: tuple[SweepStep, ...]
    slots: int


def sweep(graph: Graph) -> Sweep:
    """Return the cheapest order found."""
    best: list[Node] = []
    least = float("inf")
    for order in _orders(graph):
        cost = _cost(graph, order)
        if cost < least:
            best, least = order, cost
        if least <= ENOUGH * len(graph):
            break
    return _steps_of(graph, best)


def _orders(graph: Graph) -> Iterable[list[Node]]:
    nodes = sorted(graph)
    corners = {
        min(nodes, key=lambda node: (a * (node // MOST) + b * (node % MOST), node))
        for a, b in ((1, 1), (-1, 1), (1, -1), (-1, -1))
    }
    for corner in sorted(corners):
        yield _greedy(graph, corner)
    yield nodes
    yield sorted(nodes, key=lambda node: (node % MOST, node))


def _greedy(graph: Graph, start: Node) -> list[Node]:
    """Return an order whose next node opens the fewest edges; of several, it is the one seen first."""
    order: list[Node] = []
    seen: dict[Node, int] = {start: 0}
    gain = {start: 0}
    done: set[Node] = set()
    while gain:
        node = min(gain, key=lambda candidate: (len(graph[candidate]) - 2 * gain[candidate], seen[candidate]))
        del gain[node]
        done.add(node)
        order.append(node)
        for other in graph[node]:
            if other not in done:
                gain[other] = gain.get(other, 0) + 1
                seen.setdefault(other, len(seen))
    return order


def _cost(graph: Graph, order: list[Node]) -> float:
    """Return an estimate of the states an order goes through."""
    done: set[Node] = set()
    opened, cost = 0, 0.0
    for node in order:
        opened += sum(-1 if other in done else 1 for other in graph[node])
        done.add(node)
        cost += GROWTH**opened
    return cost


def _steps_of(graph: Graph, order: list[Node]) -> Sweep:
    position = {node: n for n, node in enumerate(order)}
    free: list[int] = []
    slots = 0
    slot_of: dict[tuple[Node, Node], int] = {}
    steps: list[SweepStep] = []
    leads = [0]
    for node in order:
        ins = [slot_of.pop((other, node)) for other in graph[node] if position[other] < position[node]]
        free += ins
        outs: list[tuple[int, Node]] = []
        for other in graph[node]:
            if position[other] > position[node]:
                if not free:
                    slots += 1
                    free.append(slots)
                    leads.append(0)
                slot = slot_of[node, other] = min(free)
                free.remove(slot)
                outs.append((slot, other))
                leads[slot] = other
        steps.append(SweepStep(node, tuple(ins), tuple(outs), tuple(leads)))
    return Sweep(tuple(steps), slots)
