"""The longest path of a colour: own and white pieces joined side to side, no piece twice, a point a piece.

A path of white pieces alone is nobody's: at least one own piece is on it. Among several of the same length
the answer is always the same one: which depends on the cells alone, not on the order in which they are given.
"""

from collections.abc import Callable, Collection

from msgspec import Struct

from companion.games.tracktic.frontier import Quest, Stopped, Tail, seek
from companion.games.tracktic.grid import MOST, Cell
from companion.games.tracktic.paths_blocks import blocks, components, hung
from companion.games.tracktic.paths_bound import Graph, Node, Prices, prices
from companion.games.tracktic.paths_sweep import Sweep, sweep

WIDTHS = (16, 256, 4096, None)
"""So many states are kept at a step, in one look after the other; the last one keeps all."""


class Longest(Struct, frozen=True):
    """A longest path: its cells from one end to the other, and whether it is proved to be the longest."""

    path: tuple[Cell, ...]
    exact: bool = True


def longest(
    own: Collection[Cell], white: Collection[Cell], stop: Callable[[], bool] | None = None
) -> Longest:
    """Return the longest path; empty without own pieces.

    Own and white cells must not overlap; they may lie anywhere. `stop` is asked every few milliseconds, but
    for a first quick look; once it says True, the longest path found so far is the answer. It is `exact` all
    the same if it is already proved.
    """
    mine = frozenset(_node(cell) for cell in own)
    nodes = sorted(mine | {_node(cell) for cell in white})
    graph = _graph(nodes)
    found = Found(mine)
    regions = [Region(graph, part, found) for part in components(graph) if not mine.isdisjoint(part)]
    for region in regions:
        found.offer((min(mine.intersection(region.nodes)),))
    exact = True
    try:
        for n, width in enumerate(WIDTHS):
            for region in regions:
                region.look(width, stop if n else None)
    except Stopped:
        exact = False
    path = found.path if found.path[:1] <= found.path[-1:] else found.path[::-1]
    return Longest(tuple(Cell(*divmod(node, MOST)) for node in path), exact)


def _node(cell: Cell) -> Node:
    return cell.row * MOST + cell.column


def _graph(nodes: list[Node]) -> Graph:
    """Return which of the nodes touch which."""
    known = set(nodes)
    return {
        node: tuple(
            other
            for other, on in (
                (node - MOST, True),
                (node - 1, node % MOST > 0),
                (node + 1, node % MOST < MOST - 1),
                (node + MOST, True),
            )
            if on and other in known
        )
        for node in nodes
    }


class Found:
    """The longest path found so far."""

    def __init__(self, own: frozenset[Node]) -> None:
        self.own = own
        self.path: tuple[Node, ...] = ()

    def offer(self, path: tuple[Node, ...]) -> bool:
        """Take a path if it has an own piece; tell whether it has."""
        if self.own.isdisjoint(path):
            return False
        if len(path) > len(self.path):
            self.path = path
        return True


class Part:
    """A block of a region, by which node it hangs on the rest, and how many nodes hang on that with it."""

    def __init__(self, graph: Graph, nodes: list[Node], by: Node | None, held: int) -> None:
        self.nodes, self.by, self.held = nodes, by, held
        inside = set(nodes)
        self.graph: Graph = {node: tuple(n for n in graph[node] if n in inside) for node in nodes}
        self.plan: tuple[Prices, Sweep] | None = None
        self.tail: dict[bool, Tail] = {}
        self.done: dict[tuple[bool, bool], dict[Node, tuple[Tail, ...]]] = {}

    def planned(self) -> tuple[Prices, Sweep]:
        if self.plan is None:
            self.plan = prices(self.graph), sweep(self.graph)
        return self.plan


class Region:
    """Pieces that hang together, an own one among them."""

    def __init__(self, graph: Graph, nodes: list[Node], found: Found) -> None:
        self.nodes, self.found = nodes, found
        self.graph = graph
        self.parts: list[Part] | None = None
        self.done = False
        self.white = 0

    def look(self, width: int | None, stop: Callable[[], bool] | None) -> None:
        """Look for a longer path; with all states kept, for the longest. Raises Stopped."""
        if self.done or len(self.nodes) <= len(self.found.path):
            return
        if self.parts is None:
            self.parts = self._parts()
        cut = self._round(self.parts, False, width, stop)
        if self.white > len(self.found.path):
            cut |= self._round(self.parts, True, width, stop)
        self.done = not cut

    def _parts(self) -> list[Part]:
        parts: list[Part] = []
        held: dict[Node, int] = {}
        for nodes, by in hung(blocks(self.graph, self.nodes[0])):
            size = len(nodes) - (by is not None) + sum(held.get(node, 0) for node in nodes if node != by)
            parts.append(Part(self.graph, nodes, by, size))
            if by is not None:
                held[by] = held.get(by, 0) + size
        return parts

    def _round(
        self, parts: list[Part], need: bool, width: int | None, stop: Callable[[], bool] | None
    ) -> bool:
        """Look through all blocks; `need`: for paths with an own piece. Tell whether any was cut short."""
        hanging: dict[Node, list[tuple[int, Tail]]] = {}
        cut = False
        for n, part in enumerate(parts):
            tails = {
                node: _best([tail for _, tail in hanging[node]], need)
                for node in part.nodes
                if node != part.by and node in hanging
            }
            cut |= self._search(part, tails, None, need, width, stop)
            if part.by is not None:
                if not need or not self._sure(part):
                    cut |= self._search(part, tails, part.by, need, width, stop)
                for tail in part.tail.values():
                    hanging.setdefault(part.by, []).append((n, tail))
        for node, some in hanging.items():
            for n, one in some:
                for m, other in some:
                    if n < m:
                        self._offer((*reversed(one.nodes), node, *other.nodes))
        return cut

    def _sure(self, part: Part) -> bool:
        return part.by in self.found.own or (False in part.tail and part.tail[False].own)

    def _offer(self, path: tuple[Node, ...]) -> None:
        if not self.found.offer(path):
            self.white = max(self.white, len(path))

    def _search(
        self,
        part: Part,
        tails: dict[Node, tuple[Tail, ...]],
        root: Node | None,
        need: bool,
        width: int | None,
        stop: Callable[[], bool] | None,
    ) -> bool:
        if part.done.get((need, root is None)) == tails:
            return False
        best = len(self.found.path)
        room = sorted((len(some[0].nodes) for some in tails.values()), reverse=True)
        if root is None:
            floor = best if need else max(best, self.white)
            most = len(part.nodes) + sum(room[:2])
        else:
            known = len(part.tail[need].nodes) + 1 if need in part.tail else 1
            floor = max(known, best - (len(self.nodes) - part.held))
            most = len(part.nodes) + sum(room[:1])
        if most <= floor:
            return False
        own = self.found.own.intersection(part.nodes) if need else None
        answer = seek(part.graph, *part.planned(), Quest(tails, root, own, floor, width), stop)
        if answer.path is not None:
            self._offer(answer.path)
            if root is not None:
                nodes = answer.path[1:]
                part.tail[need] = Tail(nodes, not self.found.own.isdisjoint(nodes))
        if not answer.cut:
            part.done[need, root is None] = tails
        return answer.cut


def _best(tails: list[Tail], need: bool) -> tuple[Tail, ...]:
    """Return the longest tail, and if need be the longest with an own piece too."""
    first = max(tails, key=lambda tail: len(tail.nodes))
    owned = [tail for tail in tails if tail.own]
    if not need or first.own or not owned:
        return (first,)
    return first, max(owned, key=lambda tail: len(tail.nodes))
