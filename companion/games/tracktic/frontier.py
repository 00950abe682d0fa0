"""The longest path through one block, node by node, all begun paths at once.

Method: Knuth's Simpath (The Art of Computer Programming 4A, 7.1.4, exercise 225), which follows all paths at
once. The nodes are passed in a fixed order. Between two steps a state tells for each edge from a passed node
to one yet to come whether it is used, and where the piece of path that it belongs to goes on: at another such
edge, or nowhere, as one end of the whole path is there. Of all ways to the same state only the one that lost
the least is kept, and how it was reached. What is lost is counted in the prices of `paths_bound`, so whoever
lost so much that nothing longer than what is known can come of it is dropped at once.

A state is an integer: two bits for the ends there are, one for whether it holds an own piece, and a field for
each slot with the slot at the piece's other end. A step changes a state by an exclusive or that depends on
few of the fields: it is worked out once for each content of those.
"""

from collections.abc import Callable
from itertools import combinations, islice
from operator import itemgetter
from typing import TypeAlias

from msgspec import Struct

from companion.games.tracktic.paths_bound import Graph, Node, Prices
from companion.games.tracktic.paths_sweep import Step, Sweep

OWN = 4
"""The bit of a state that says it holds an own piece; below it, how many ends there are."""

WAYS = 20
"""A state's value is what it lost, in halves of a node, and in so many lower bits the way it was reached."""

AT_ONCE = 2048
"""So many states are looked at between two questions whether to stop."""


class Stopped(Exception):
    """Somebody wants the answer now."""


class Tail(Struct, frozen=True):
    """How a path could go on beyond its end in the block: by these nodes, an own one among them or not."""

    nodes: tuple[Node, ...] = ()
    own: bool = False


BARE = (Tail(),)


class Quest(Struct, frozen=True):
    """What is looked for: a path longer than `floor`, from `root` if there is one.

    It may go on at either end, but not at the root, by one of the tails there. `own` are the nodes one of
    which must be on it or on its tails; None asks for nothing of the kind. At most `width` states are kept
    at a step: the best.
    """

    tails: dict[Node, tuple[Tail, ...]]
    root: Node | None
    own: frozenset[Node] | None
    floor: int
    width: int | None


class Answer(Struct, frozen=True):
    """The longest path found, with its tails, from the root; None where none is longer. `cut`: one may be."""

    path: tuple[Node, ...] | None
    cut: bool = False


Joins: TypeAlias = tuple[tuple[Node, Node], ...]


class Way(Struct, frozen=True):
    """One thing to do at a step: how it changes the state, which edges it uses, and the tail of a new end."""

    change: int
    joins: Joins
    tail: tuple[Node, Tail] | None


class Ways(dict[int, list[tuple[int, int]]]):
    """What can be done at a step, by the fields of a state that matter there: changes and values."""

    def __init__(self, task: "Task", step: Step, passed: set[Node]) -> None:
        super().__init__()
        self.task, self.step = task, step
        self.all: list[Way] = []
        self.last: dict[int, tuple[int, Way]] = {}
        self.mask = 7 | sum(task.field(slot, -1) for slot in step.ins)
        prices = task.prices
        after = [other for _, other in step.outs]
        self.unused = sum(prices.unused(step.node, other) for other in after)
        self.extra = [prices.used(step.node, other) - prices.unused(step.node, other) for other in after]

    def __missing__(self, local: int) -> list[tuple[int, int]]:
        task, step = self.task, self.step
        found: list[tuple[int, int]] = []
        ends, own = local & 3, local & OWN
        price = task.prices.nodes[step.node]
        used = [(slot, task.at(local, slot)) for slot in step.ins if task.at(local, slot)]
        rooted = step.node == task.quest.root
        owned = own | (OWN if step.node in task.own else 0)

        def way(
            lost: int, new: int, outs: tuple[int, ...], tail: Tail | None = None, last: bool = False
        ) -> None:
            joins = tuple((step.node, step.outs[n][1]) for n in outs)
            lost += self.unused + sum(self.extra[n] for n in outs)
            made = Way(local ^ new, joins, None if tail is None else (step.node, tail))
            value = lost << WAYS | len(self.all)
            self.all.append(made)
            if not last:
                found.append((made.change, value))
            elif (new & OWN or task.quest.own is None) and value < self.last.get(local, (value + 1,))[0]:
                self.last[local] = value, made

        if not used and not rooted:
            way(2 * price, ends | own, ())
        if len(used) == 2 and not rooted:
            (a, far_a), (b, far_b) = used
            if far_a == far_b == task.end:
                way(0, ends | owned, (), last=True)
            elif far_a != b:
                way(0, ends | owned | task.tied(a, far_a, b, far_b), ())
        elif len(used) == 1 and not rooted:
            a, far = used[0]
            for n, (slot, _) in enumerate(step.outs):
                way(0, ends | owned | task.field(slot, far) | task.moved(a, far, slot), (n,))
        elif not used and not rooted:
            for n, m in combinations(range(len(step.outs)), 2):
                a, b = step.outs[n][0], step.outs[m][0]
                way(0, ends | owned | task.field(a, b) | task.field(b, a), (n, m))
        if rooted or ends < 2:
            for lost, tail in task.endings(step.node):
                new = ends if rooted else ends + 1
                new |= owned | (OWN if tail.own and task.quest.own is not None else 0)
                if not used:
                    for n, (slot, _) in enumerate(step.outs):
                        way(lost, new | task.field(slot, task.end), (n,), tail)
                elif len(used) == 1:
                    a, far = used[0]
                    way(lost, new | task.moved(a, far, task.end), (), tail, last=far == task.end)
        found.sort(key=itemgetter(1, 0))
        self[local] = found
        return found


class Task:
    """A quest in a block, with what never changes on the way."""

    def __init__(self, graph: Graph, prices: Prices, sweep: Sweep, quest: Quest) -> None:
        self.graph, self.prices, self.quest = graph, prices, quest
        self.steps = sweep.steps
        self.own = quest.own or frozenset()
        self.end = sweep.slots + 1
        self.bits = self.end.bit_length()
        self.ones = (1 << self.bits) - 1
        root = quest.root
        ends = [node for node in graph if node != root]
        self.longest = max(len(self.tails(node)[0].nodes) for node in ends)
        self.cheapest = min(
            prices.nodes[node] + 2 * (self.longest - len(self.tails(node)[0].nodes)) for node in ends
        )
        # Twice the length of a path that loses nothing.
        if root is None:
            self.most = 2 * prices.most + 2 + 4 * self.longest - 2 * self.cheapest
        else:
            self.most = 2 * prices.most + 2 + 2 * self.longest - self.cheapest - prices.nodes[root]

    def tails(self, node: Node) -> tuple[Tail, ...]:
        return self.quest.tails.get(node, BARE)

    def endings(self, node: Node) -> list[tuple[int, Tail]]:
        """Return the tails that a path could have from there, and what is lost by each."""
        if node == self.quest.root:
            return [(0, Tail())]
        base = self.prices.nodes[node] + 2 * self.longest - self.cheapest
        return [(base - 2 * len(tail.nodes), tail) for tail in self.tails(node)]

    def field(self, slot: int, value: int) -> int:
        """Return the value in the field of a slot; all ones for -1."""
        return (value & self.ones) << (3 + self.bits * (slot - 1))

    def at(self, state: int, slot: int) -> int:
        return state >> (3 + self.bits * (slot - 1)) & self.ones

    def moved(self, slot: int, far: int, new: int) -> int:
        """Return the change at the far side of a piece that now goes on elsewhere; none where it ends."""
        return 0 if far == self.end else self.field(far, slot ^ new)

    def tied(self, a: int, far_a: int, b: int, far_b: int) -> int:
        """Return the change to the far sides of two pieces that are tied together."""
        return self.moved(a, far_a, far_b) ^ self.moved(b, far_b, far_a)


def seek(graph: Graph, prices: Prices, sweep: Sweep, quest: Quest, stop: Callable[[], bool] | None) -> Answer:
    """Return the longest path.

    Raises Stopped if `stop` says so; it is asked every few milliseconds.
    """
    task = Task(graph, prices, sweep, quest)
    limit = (task.most - 2 * quest.floor - 1) << WAYS
    if limit <= 0:
        return Answer(None)
    high = -1 << WAYS
    layer = {0 if quest.root is None else 1: 0}
    layers: list[dict[int, int]] = []
    tables: list[Ways] = []
    rest = 2 * sum(prices.nodes.values()) + sum(prices.edges.values())
    unseen = set(graph)
    best: tuple[int, int, Way] | None = None
    dropped = limit
    for step in task.steps:
        ways = Ways(task, step, unseen)
        unseen.discard(step.node)
        rest -= 2 * prices.nodes[step.node] + ways.unused
        mask = ways.mask
        layers.append(layer)
        tables.append(ways)
        new: dict[int, int] = {}
        get = new.get
        items = iter(layer.items())
        while some := list(islice(items, AT_ONCE)):
            if stop is not None and stop():
                raise Stopped
            for state, lost in some:
                lost &= high
                for change, value in ways[state & mask]:
                    value += lost
                    if value >= limit:
                        break
                    after = state ^ change
                    if value < get(after, limit):
                        new[after] = value
        for local, (value, way) in ways.last.items():
            if local in layer:
                total = (layer[local] & high) + (value & high) + (rest << WAYS)
                if total < limit:
                    limit = total
                    best = len(layers) - 1, local, way
        if quest.width is not None and len(new) > quest.width:
            ranked = sorted(new.items(), key=itemgetter(1))
            dropped = min(dropped, ranked[quest.width][1] & high)
            new = dict(ranked[: quest.width])
        layer = new
        if not layer:
            break
    if best is None:
        return Answer(None, dropped < limit)
    return Answer(_path(best, layers, tables, quest), dropped < limit)


def _path(
    best: tuple[int, int, Way], layers: list[dict[int, int]], tables: list[Ways], quest: Quest
) -> tuple[Node, ...]:
    """Go back over the layers to the first step, then walk the edges that were used, from the root."""
    at, state, way = best
    joined: dict[Node, list[Node]] = {}
    tails: dict[Node, Tail] = {}
    while True:
        for a, b in way.joins:
            joined.setdefault(a, []).append(b)
            joined.setdefault(b, []).append(a)
        if way.tail is not None:
            tails[way.tail[0]] = way.tail[1]
        if at == 0:
            break
        way = tables[at - 1].all[layers[at][state] & ~(-1 << WAYS)]
        state ^= way.change
        at -= 1
    first, last = sorted(tails)
    if last == quest.root:
        first, last = last, first
    path = [first]
    before = first
    while path[-1] != last:
        now = path[-1]
        path.append(next(node for node in joined[now] if node != before))
        before = now
    return (*reversed(tails[first].nodes), *path, *tails[last].nodes)
