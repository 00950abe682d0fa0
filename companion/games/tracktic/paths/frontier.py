"""The longest path through one block, node by node, extending all partial paths at once.

Method: Knuth's Simpath (The Art of Computer Programming 4A, 7.1.4, exercise 225). Nodes are passed in a fixed
order. Between two steps a state says of each edge from a passed node to a later one whether it is used, and
where the piece of path it belongs to leaves again: by another such edge, or nowhere, where it holds an end of
the whole path. Of all ways to a state only the one that lost the fewest nodes is kept, and how it was
reached; one that lost too many to beat the longest known path is dropped.

The choices at a step depend on few fields of a state, so they are computed once for each combination of these
fields (ways.py).
"""

from collections.abc import Callable
from itertools import islice
from operator import itemgetter

from msgspec import Struct

from companion.games.tracktic.paths.graph import Node
from companion.games.tracktic.paths.ways import LOST, WAYS, Tail, Task

KEPT = 1_500_000
"""Most states kept in one search: about 200 MB, which a Pi with 1 GB can spare."""

AT_ONCE = 1024
"""States expanded between two calls of `stop`: some milliseconds."""


class Stopped(Exception):
    """Raised when time is up, or too many states would be kept."""


class LongerPath(Struct, frozen=True):
    """The longest path found, its tails included, starting at the root if there is one.

    None if none is longer than what is known. `cut`: states were dropped, so there may be a longer one.
    """

    path: tuple[Node, ...] | None
    cut: bool = False


def seek(task: Task, most: int, width: int | None, stop: Callable[[], bool] | None) -> LongerPath:
    """Return the path that loses the fewest nodes, of those that lose at most `most`.

    Only the best `width` states are kept at a step; None keeps all. Raises Stopped if `stop`, which is asked
    every few milliseconds, returns True, or if there are too many states.
    """
    high = -1 << WAYS
    limit = (most + 1) << LOST
    dropped = limit
    states_kept = 0
    layer = {0 if task.quest.root is None else 1: 0}
    layers: list[dict[int, int]] = []
    best: tuple[int, int, int] | None = None
    for ways in task.ways:
        layers.append(layer)
        mask = ways.mask
        next_layer: dict[int, int] = {}
        best_so_far = next_layer.get
        items = iter(layer.items())
        while chunk := list(islice(items, AT_ONCE)):
            if stop is not None and stop():
                raise Stopped
            for state, lost in chunk:
                lost &= high
                for change, value in ways[state & mask]:
                    value += lost
                    if value >= limit:
                        break
                    after = state ^ change
                    if value < best_so_far(after, limit):
                        next_layer[after] = value
        for local, value in ways.last.items():
            if local in layer:
                total = ((layer[local] & high) + value) >> LOST
                if total << LOST < limit:
                    limit = total << LOST
                    best = len(layers) - 1, local, value
        if width is not None and len(next_layer) > width:
            ranked = sorted(next_layer.items(), key=itemgetter(1))
            dropped = min(dropped, ranked[width][1])
            next_layer = dict(ranked[:width])
        states_kept += len(next_layer)
        if states_kept > KEPT:
            raise Stopped
        layer = next_layer
        if not layer or limit <= 0:
            break
    return LongerPath(None if best is None else _path(best, layers, task), dropped < limit)


def _path(best: tuple[int, int, int], layers: list[dict[int, int]], task: Task) -> tuple[Node, ...]:
    """Trace the used edges back to the first step, then walk them, from the root if there is one."""
    index, state, value = best
    joined: dict[Node, list[Node]] = {}
    tails: dict[Node, Tail] = {}
    while True:
        ways = task.ways[index]
        change, joins, tail = ways.all[value & ~(-1 << WAYS)]
        for a, b in joins:
            joined.setdefault(a, []).append(b)
            joined.setdefault(b, []).append(a)
        if tail is not None:
            tails[ways.node] = tail
        state ^= change
        if index == 0:
            break
        value = layers[index][state]
        index -= 1
    first, last = sorted(tails)
    if last == task.quest.root:
        first, last = last, first
    path = [first]
    previous = first
    while path[-1] != last:
        node = path[-1]
        path.append(next(other for other in joined[node] if other != previous))
        previous = node
    return (*reversed(tails[first].nodes), *path, *tails[last].nodes)
