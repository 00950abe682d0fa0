"""The longest path of a colour: own and white pieces joined side to side, no piece twice, a point per piece.

At least one own piece is on it: a path of white pieces alone belongs to nobody. Among several of the same
length the result depends on the cells alone, not on the order in which they are given.
"""

from collections.abc import Callable, Collection

from msgspec import Struct

from companion.games.tracktic.grid import Cell
from companion.games.tracktic.paths.frontier import Stopped
from companion.games.tracktic.paths.graph import cell_of, components, graph_of, node_of
from companion.games.tracktic.paths.regions import Effort, LongestSoFar, Region

WIDTHS = (64, 1024, None)
"""States kept at a step, in successive searches; None keeps all.

The first takes milliseconds, and its path is the answer if time is up at once. The second takes some tenths
of a second on the hardest boards. With its longer path the last search has fewer states to keep, and so
proves some full boards with many white pieces that it couldn't otherwise.
"""


class Longest(Struct, frozen=True):
    """A path's cells from end to end, and whether it is proved to be the longest."""

    path: tuple[Cell, ...]
    exact: bool = True


def longest(
    own: Collection[Cell], white: Collection[Cell], stop: Callable[[], bool] | None = None
) -> Longest:
    """Return the longest path; empty without own pieces.

    Own and white cells must not overlap; they may be anywhere. `stop` is asked every few milliseconds, except
    in a first quick search; once it returns True, the longest path found so far is the answer. It may still
    be `exact`, if it is already proved.
    """
    own_nodes = frozenset(map(node_of, own))
    graph = graph_of({*own, *white})
    best = LongestSoFar(own_nodes)
    regions = [Region(graph, part, best) for part in components(graph) if not own_nodes.isdisjoint(part)]
    for region in regions:
        best.offer((min(own_nodes.intersection(region.nodes)),))
    exact = True
    try:
        for n, width in enumerate(WIDTHS):
            effort = Effort(width, stop if n else None)
            for region in regions:
                region.search(effort)
    except Stopped:
        exact = False
    path = best.path if best.path[:1] <= best.path[-1:] else best.path[::-1]
    return Longest(tuple(map(cell_of, path)), exact)
