"""The longest path through pieces that hang together: block by block, from the leaves of their tree.

A path goes from block to block by the nodes that join them, so of all that hangs on such a node only the
longest path from there is of use to the rest: a tail. Each block is looked through for a longest path with a
tail at either end, and for the longest tail that it hangs on the node by which it hangs.
"""

from collections.abc import Callable
from functools import cached_property
from typing import TypeAlias

from msgspec import Struct

from companion.games.tracktic.paths.frontier import LongerPath, seek
from companion.games.tracktic.paths.graph import Graph, Node, blocks, hung
from companion.games.tracktic.paths.sweep import Sweep, sweep
from companion.games.tracktic.paths.ways import BARE, Quest, Tail, Task

Tails: TypeAlias = dict[Node, tuple[Tail, ...]]
"""What hangs on the nodes of a block; the longest first."""


class Effort(Struct, frozen=True):
    """How hard to look: how many states are kept at a step, None for all; and who is asked whether to stop.

    `need`: for paths with an own piece only. It is slower, and needed only where there is a longer path of
    white pieces alone.
    """

    width: int | None
    stop: Callable[[], bool] | None
    need: bool = False


class LongestSoFar:
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
        self.whole = graph
        self.tasks: dict[tuple[bool, bool], Task] = {}
        self.tail: dict[bool, Tail] = {}
        self.done: dict[tuple[bool, bool], Tails] = {}

    @cached_property
    def sweep(self) -> Sweep:
        """In which order its nodes are passed."""
        inside = set(self.nodes)
        return sweep({n: tuple(filter(inside.__contains__, self.whole[n])) for n in self.nodes})

    def keep(self, need: bool, tail: Tail) -> None:
        """Remember a tail if it is the longest."""
        if need not in self.tail or len(self.tail[need].nodes) < len(tail.nodes):
            self.tail[need] = tail

    def task(self, quest: Quest) -> Task:
        """Return the quest in this block; what was worked out for the same quest before is kept."""
        key = quest.own is None, quest.root is None
        if key not in self.tasks or self.tasks[key].quest != quest:
            self.tasks[key] = Task(self.sweep, quest)
        return self.tasks[key]


class Region:
    """Pieces that hang together, an own one among them."""

    def __init__(self, graph: Graph, nodes: list[Node], found: LongestSoFar) -> None:
        self.nodes, self.found = nodes, found
        self.graph = graph
        self.done = False
        self.white = 0

    def search(self, look: Effort) -> None:
        """Look for a longer path than is known; with all states kept, for the longest. Raises Stopped."""
        if self.done or len(self.nodes) <= len(self.found.path):
            return
        cut = self._round(look)
        if self.white > len(self.found.path):
            cut |= self._round(Effort(look.width, look.stop, True))
        self.done = not cut

    @cached_property
    def parts(self) -> list[Part]:
        """Its blocks; all that hangs on one comes before it."""
        parts: list[Part] = []
        held: dict[Node, int] = {}
        for nodes, by in hung(blocks(self.graph, self.nodes[0])):
            size = len(nodes) - (by is not None) + sum(held.get(node, 0) for node in nodes if node != by)
            parts.append(Part(self.graph, nodes, by, size))
            if by is not None:
                held[by] = held.get(by, 0) + size
        return parts

    def _round(self, look: Effort) -> bool:
        """Look through all blocks; tell whether anything was left out."""
        hanging: dict[Node, list[tuple[int, Tail]]] = {}
        whole: list[tuple[Part, Tails]] = []
        cut = False
        for n, part in enumerate(self.parts):
            tails = {
                node: _best([tail for _, tail in hanging[node]], look.need)
                for node in part.nodes
                if node != part.by and node in hanging
            }
            if len(part.nodes) == 2:
                self._bridge(part, tails, look.need)
            else:
                whole.append((part, tails))
                if part.by is not None and not (look.need and self._sure(part)):
                    cut |= self._through(part, tails, part.by, look)
            if part.by is not None:
                for tail in part.tail.values():
                    hanging.setdefault(part.by, []).append((n, tail))
        for node, some in hanging.items():
            for n, one in some:
                for m, other in some:
                    if n < m:
                        self._offer((*reversed(one.nodes), node, *other.nodes))
        # The largest comes last, and with a long path known the others need no search.
        for part, tails in reversed(whole):
            cut |= self._through(part, tails, None, look)
        return cut

    def _bridge(self, part: Part, tails: Tails, need: bool) -> None:
        """Look through a block of two nodes alone."""
        a, b = part.nodes
        if part.by == b:
            a, b = b, a
        for one in tails.get(a, BARE):
            for other in tails.get(b, BARE):
                self._offer((*reversed(one.nodes), a, b, *other.nodes))
        if part.by is not None:
            for tail in tails.get(b, BARE):
                nodes = (b, *tail.nodes)
                own = tail.own or b in self.found.own
                if own or not need:
                    part.keep(need, Tail(nodes, own))

    def _sure(self, part: Part) -> bool:
        """Tell whether the longest tail there is has an own piece, or hangs on one."""
        return part.by in self.found.own or (False in part.tail and part.tail[False].own)

    def _offer(self, path: tuple[Node, ...]) -> None:
        if not self.found.offer(path):
            self.white = max(self.white, len(path))

    def _through(self, part: Part, tails: Tails, root: Node | None, look: Effort) -> bool:
        """Look through a block for a path, or from a root for a tail; tell whether anything was left out."""
        key = look.need, root is None
        if part.done.get(key) == tails:
            return False
        best = len(self.found.path)
        lengths = sorted((len(some[0].nodes) for some in tails.values()), reverse=True)
        if root is None:
            floor = best if look.need else max(best, self.white)
            most = len(part.nodes) + sum(lengths[:2])
        else:
            # A tail so short that all the rest together with it is no longer than what is known is of no use.
            known = len(part.tail[look.need].nodes) + 1 if look.need in part.tail else 1
            floor = max(known, best - (len(self.nodes) - part.held))
            most = len(part.nodes) + sum(lengths[:1])
        if most <= floor:
            return False
        own = self.found.own.intersection(part.nodes) if look.need else None
        task = part.task(Quest(tails, root, own))
        answer = _deepened(task, task.most - floor - 1, look)
        if answer.path is not None:
            self._offer(answer.path)
            if root is not None:
                nodes = answer.path[1:]
                part.keep(look.need, Tail(nodes, not self.found.own.isdisjoint(nodes)))
        if not answer.cut:
            part.done[key] = tails
        return answer.cut


def _deepened(task: Task, room: int, look: Effort) -> LongerPath:
    """Look for what loses little first, and only if there is nothing for what loses more, up to `room`."""
    step, most = 1, task.least
    while most < room:
        answer = seek(task, most, look.width, look.stop)
        if answer.path is not None:
            return answer
        if answer.cut:
            break
        task.least = most + 1
        most += step
        step *= 2
    if task.least > room:
        return LongerPath(None)
    return seek(task, room, look.width, look.stop)


def _best(tails: list[Tail], need: bool) -> tuple[Tail, ...]:
    """Return the longest tail, and if need be the longest with an own piece too."""
    first = max(tails, key=lambda tail: len(tail.nodes))
    owned = [tail for tail in tails if tail.own]
    if not need or first.own or not owned:
        return (first,)
    return first, max(owned, key=lambda tail: len(tail.nodes))
