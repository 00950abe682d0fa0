"""The longest path through connected pieces, block by block from the leaves of their tree.

A path enters and leaves a block by the nodes that blocks share. So of everything that hangs on such a node
only the longest path from there matters: its tail. In each block the search looks for the longest path with a
tail at either end, and for the longest tail to offer at the node it hangs by.
"""

from collections.abc import Callable
from functools import cached_property
from typing import TypeAlias

from msgspec import Struct

from companion.games.tracktic.paths.frontier import LongerPath, seek
from companion.games.tracktic.paths.graph import Graph, Node, block_tree, blocks
from companion.games.tracktic.paths.sweep import Sweep, sweep
from companion.games.tracktic.paths.ways import BARE, Quest, Tail, Task

Tails: TypeAlias = dict[Node, tuple[Tail, ...]]
"""Tails at the nodes of a block, longest first."""


class Effort(Struct, frozen=True):
    """How hard to search: how many states to keep at a step, None for all, and when to stop.

    `need`: only paths with an own piece count. This is slower, and needed only where a path of white pieces
    alone is longer.
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
        """Keep a path if it is longer and has an own piece; return whether it has one."""
        if self.own.isdisjoint(path):
            return False
        if len(path) > len(self.path):
            self.path = path
        return True


class Part:
    """A block of a region.

    `joint` is the node by which it hangs on the rest, None for the root. `hanging` counts the nodes that hang
    on `joint` through it, its own included.
    """

    def __init__(self, graph: Graph, nodes: list[Node], joint: Node | None, hanging: int) -> None:
        self.nodes, self.joint, self.hanging = nodes, joint, hanging
        self.graph = graph
        self.tasks: dict[tuple[bool, bool], Task] = {}
        self.tail: dict[bool, Tail] = {}
        self.finished: dict[tuple[bool, bool], Tails] = {}

    @cached_property
    def sweep(self) -> Sweep:
        """The order in which its nodes are passed."""
        inside = set(self.nodes)
        return sweep({n: tuple(filter(inside.__contains__, self.graph[n])) for n in self.nodes})

    def keep(self, need: bool, tail: Tail) -> None:
        """Keep a tail if it is the longest yet."""
        if need not in self.tail or len(self.tail[need].nodes) < len(tail.nodes):
            self.tail[need] = tail

    def task(self, quest: Quest) -> Task:
        """Return the task of a quest in this block, reused if the same quest was prepared before."""
        key = quest.own is None, quest.root is None
        if key not in self.tasks or self.tasks[key].quest != quest:
            self.tasks[key] = Task(self.sweep, quest)
        return self.tasks[key]


class Region:
    """Connected pieces, at least one of them an own one."""

    def __init__(self, graph: Graph, nodes: list[Node], best: LongestSoFar) -> None:
        self.nodes, self.best = nodes, best
        self.graph = graph
        self.finished = False
        self.white = 0

    def search(self, effort: Effort) -> None:
        """Search for a path longer than the longest so far. Raises Stopped.

        If all states are kept, the longest path is found.
        """
        if self.finished or len(self.nodes) <= len(self.best.path):
            return
        cut = self._round(effort)
        if self.white > len(self.best.path):
            cut |= self._round(Effort(effort.width, effort.stop, True))
        self.finished = not cut

    @cached_property
    def parts(self) -> list[Part]:
        """Its blocks; a block comes after all blocks that hang on it."""
        parts: list[Part] = []
        hanging: dict[Node, int] = {}
        for nodes, joint in block_tree(blocks(self.graph, self.nodes[0])):
            own = [node for node in nodes if node != joint]
            size = len(own) + sum(hanging.get(node, 0) for node in own)
            parts.append(Part(self.graph, nodes, joint, size))
            if joint is not None:
                hanging[joint] = hanging.get(joint, 0) + size
        return parts

    def _round(self, effort: Effort) -> bool:
        """Search all blocks; return whether anything was cut."""
        tails_at: dict[Node, list[tuple[int, Tail]]] = {}
        larger: list[tuple[Part, Tails]] = []
        cut = False
        for n, part in enumerate(self.parts):
            tails = {
                node: _best([tail for _, tail in tails_at[node]], effort.need)
                for node in part.nodes
                if node != part.joint and node in tails_at
            }
            if len(part.nodes) == 2:
                self._search_bridge(part, tails, effort.need)
            else:
                larger.append((part, tails))
                if part.joint is not None and not (effort.need and self._own_tail_known(part)):
                    cut |= self._search_block(part, tails, part.joint, effort)
            if part.joint is not None:
                for tail in part.tail.values():
                    tails_at.setdefault(part.joint, []).append((n, tail))
        for node, tails_here in tails_at.items():
            for n, first in tails_here:
                for m, second in tails_here:
                    if n < m:
                        self._offer((*reversed(first.nodes), node, *second.nodes))
        # The largest block is the last; with its long path known, the others often need no search.
        for part, tails in reversed(larger):
            cut |= self._search_block(part, tails, None, effort)
        return cut

    def _search_bridge(self, part: Part, tails: Tails, need: bool) -> None:
        """Search a block of two nodes."""
        a, b = part.nodes
        if part.joint == b:
            a, b = b, a
        for first in tails.get(a, BARE):
            for second in tails.get(b, BARE):
                self._offer((*reversed(first.nodes), a, b, *second.nodes))
        if part.joint is not None:
            for tail in tails.get(b, BARE):
                nodes = (b, *tail.nodes)
                own = tail.own or b in self.best.own
                if own or not need:
                    part.keep(need, Tail(nodes, own))

    def _own_tail_known(self, part: Part) -> bool:
        """Return whether the longest tail has an own piece, or starts from one."""
        return part.joint in self.best.own or (False in part.tail and part.tail[False].own)

    def _offer(self, path: tuple[Node, ...]) -> None:
        if not self.best.offer(path):
            self.white = max(self.white, len(path))

    def _search_block(self, part: Part, tails: Tails, root: Node | None, effort: Effort) -> bool:
        """Search a block for a path, or from a root for a tail; return whether anything was cut."""
        key = effort.need, root is None
        if part.finished.get(key) == tails:
            return False
        longest = len(self.best.path)
        lengths = sorted((len(options[0].nodes) for options in tails.values()), reverse=True)
        if root is None:
            floor = longest if effort.need else max(longest, self.white)
            most = len(part.nodes) + sum(lengths[:2])
        else:
            # Skip tails too short to beat the longest path even together with all nodes outside.
            known = len(part.tail[effort.need].nodes) + 1 if effort.need in part.tail else 1
            floor = max(known, longest - (len(self.nodes) - part.hanging))
            most = len(part.nodes) + sum(lengths[:1])
        if most <= floor:
            return False
        own = self.best.own.intersection(part.nodes) if effort.need else None
        task = part.task(Quest(tails, root, own))
        answer = _deepened(task, task.most - floor - 1, effort)
        if answer.path is not None:
            self._offer(answer.path)
            if root is not None:
                nodes = answer.path[1:]
                part.keep(effort.need, Tail(nodes, not self.best.own.isdisjoint(nodes)))
        if not answer.cut:
            part.finished[key] = tails
        return answer.cut


def _deepened(task: Task, room: int, effort: Effort) -> LongerPath:
    """Search with a growing limit on lost nodes, up to `room`, until there is a path."""
    step, most = 1, task.least
    while most < room:
        answer = seek(task, most, effort.width, effort.stop)
        if answer.path is not None:
            return answer
        if answer.cut:
            break
        task.least = most + 1
        most += step
        step *= 2
    if task.least > room:
        return LongerPath(None)
    return seek(task, room, effort.width, effort.stop)


def _best(tails: list[Tail], need: bool) -> tuple[Tail, ...]:
    """Return the longest tail and, if `need`, also the longest with an own piece."""
    first = max(tails, key=lambda tail: len(tail.nodes))
    owned = [tail for tail in tails if tail.own]
    if not need or first.own or not owned:
        return (first,)
    return first, max(owned, key=lambda tail: len(tail.nodes))
