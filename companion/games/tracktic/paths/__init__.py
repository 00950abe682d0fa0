"""The longest path of a colour: own and white pieces joined side to side, no piece twice, a point a piece.

A path of white pieces alone is nobody's: at least one own piece is on it. Among several of the same length
the answer is always the same one: which depends on the cells alone, not on the order in which they are given.
"""

from collections.abc import Callable, Collection

from msgspec import Struct

from companion.games.tracktic.grid import Cell
from companion.games.tracktic.paths.frontier import Stopped
from companion.games.tracktic.paths.graph import cell_of, components, graph_of, node_of
from companion.games.tracktic.paths.regions import Effort, LongestSoFar, Region

WIDTHS = (64, 1024, None)
"""States kept at a step, in one look after the other; the last one keeps all.

The first takes milliseconds, and its path is the answer where the time is up at once. The second takes some
tenths of a second on the hardest boards; with the longer path that it knows, the last one has to keep so much
less that full boards with heaps of white pieces are proved, of which some were not without it.
"""


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
    mine = frozenset(map(node_of, own))
    graph = graph_of({*own, *white})
    found = LongestSoFar(mine)
    regions = [Region(graph, part, found) for part in components(graph) if not mine.isdisjoint(part)]
    for region in regions:
        found.offer((min(mine.intersection(region.nodes)),))
    exact = True
    try:
        for n, width in enumerate(WIDTHS):
            look = Effort(width, stop if n else None)
            for region in regions:
                region.search(look)
    except Stopped:
        exact = False
    path = found.path if found.path[:1] <= found.path[-1:] else found.path[::-1]
    return Longest(tuple(map(cell_of, path)), exact)
