"""The longest path through one block, node by node, all begun paths at once.

Method: Knuth's Simpath (The Art of Computer Programming 4A, 7.1.4, exercise 225). The nodes are passed in a
fixed order. Between two steps a state tells for each edge from a passed node to one yet to come whether it is
used, and where the piece of path that it belongs to goes on: at another such edge, or nowhere, as one end of
the whole path is there. Of all ways to the same state only the one that lost the fewest nodes is kept, and
how it was reached; one that lost too many for anything longer than what is known can come of it is dropped.

What can be done at a step depends on few of a state's fields: it is worked out once for each content of those
(ways.py).
"""

from collections.abc import Callable
from itertools import islice
from operator import itemgetter

from msgspec import Struct

from companion.games.tracktic.paths.graph import Node
from companion.games.tracktic.paths.ways import LOST, WAYS, Tail, Task

KEPT = 1_500_000
"""No more states are kept in all: they take about 200 MB, which a Pi with 1 GB has left."""

AT_ONCE = 1024
"""States looked at between two questions whether to stop: some milliseconds."""


class Stopped(Exception):
    """There is no more time, or no more room."""


class LongerPath(Struct, frozen=True):
    """The longest path found, with its tails, from the root; None where none is longer. `cut`: one may be."""

    path: tuple[Node, ...] | None
    cut: bool = False


def seek(task: Task, most: int, width: int | None, stop: Callable[[], bool] | None) -> LongerPath:
    """Return the path that loses the fewest nodes, of those that lose at most `most`.

    At most `width` states are kept at a step: the best. Raises Stopped if `stop` says so, which is
    asked every few milliseconds, or if there are too many states.
    """
    high = -1 << WAYS
    limit = (most + 1) << LOST
    dropped = limit
    kept = 0
    layer = {0 if task.quest.root is None else 1: 0}
    layers: list[dict[int, int]] = []
    best: tuple[int, int, int] | None = None
    for ways in task.ways:
        layers.append(layer)
        mask = ways.mask
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
        for local, value in ways.last.items():
            if local in layer:
                total = ((layer[local] & high) + value) >> LOST
                if total << LOST < limit:
                    limit = total << LOST
                    best = len(layers) - 1, local, value
        if width is not None and len(new) > width:
            ranked = sorted(new.items(), key=itemgetter(1))
            dropped = min(dropped, ranked[width][1])
            new = dict(ranked[:width])
        kept += len(new)
        if kept > KEPT:
            raise Stopped
        layer = new
        if not layer or limit <= 0:
            break
    return LongerPath(None if best is None else _path(best, layers, task), dropped < limit)


def _path(best: tuple[int, int, int], layers: list[dict[int, int]], task: Task) -> tuple[Node, ...]:
    """Go back over the layers to the first step, then walk the edges that were used, from the root."""
    at, state, value = best
    joined: dict[Node, list[Node]] = {}
    tails: dict[Node, Tail] = {}
    while True:
        ways = task.ways[at]
        change, joins, tail = ways.all[value & ~(-1 << WAYS)]
        for a, b in joins:
            joined.setdefault(a, []).append(b)
            joined.setdefault(b, []).append(a)
        if tail is not None:
            tails[ways.node] = tail
        state ^= change
        if at == 0:
            break
        value = layers[at][state]
        at -= 1
    first, last = sorted(tails)
    if last == task.quest.root:
        first, last = last, first
    path = [first]
    before = first
    while path[-1] != last:
        now = path[-1]
        path.append(next(node for node in joined[now] if node != before))
        before = now
    return (*reversed(tails[first].nodes), *path, *tails[last].nodes)
