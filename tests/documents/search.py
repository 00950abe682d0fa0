"""The picture of the longest path's search: blocks and tails, and the frontier half-way through a block.

For the README of `companion/games/tracktic/paths`; drawn from that search's own blocks, order and path. Pure.
"""

from collections.abc import Iterator

from companion.games.tracktic.boards import read_board
from companion.games.tracktic.grid import Cell
from companion.games.tracktic.model import Piece, cells_with
from companion.games.tracktic.paths import longest
from companion.games.tracktic.paths.graph import Graph, Node, blocks, cell_of, graph_of, node_of
from companion.games.tracktic.paths.sweep import sweep
from ui.games.tracktic.art import PIECES
from ui.stage import theme
from ui.stage.rect import Point, Rect
from ui.stage.scene import Item, Scene
from ui.stage.shapes import Box, Letters, Rim, Stroke
from ui.stage.svg import svg

BOARD = read_board(
    """\
YY.......
.Y.YWWY..
.YYYWWWY.
...WWYWWY
...YWWWY.
..Y.YWY..
..YYY....
"""
)
SIDE, MARGIN, HEAD = 44.0, 24.0, 56.0
"""Sizes in pixels."""
PASSED = 11
"""Nodes of the largest block that are passed in the right half."""
ROWS, COLUMNS = 7, 9
HALF = Rect(0, 0, COLUMNS * SIDE + 2 * MARGIN, ROWS * SIDE + HEAD + MARGIN)
JOINT, TAIL, OPEN = "vermilion", "purple", "sky"


def search_picture() -> str:
    """Return both halves as an SVG document."""
    graph = graph_of(BOARD)
    found = blocks(graph, min(graph))
    largest = max(found, key=len)
    yellow, white = (cells_with(BOARD, piece) for piece in (Piece.YELLOW, Piece.WHITE))
    path = [node_of(cell) for cell in longest(yellow, white).path]
    items = [*_split(found, largest), *_frontier(graph, largest, path)]
    return svg(Scene(tuple(items)), Rect(0, 0, 2 * HALF.width, HALF.height), theme.GROUND)


def _split(found: list[list[Node]], largest: list[Node]) -> Iterator[Item]:
    """Yield the board: its largest block, what hangs on it, and the nodes by which it hangs."""
    yield from _head(0, "1  A block, and what hangs on it", "of a tail only its longest way counts")
    outside = {node for block in found for node in block} - set(largest)
    for node in sorted({*largest, *outside}):
        yield from _piece(0, node, faint=False)
        if node in outside:
            yield Rim(_room(0, node).inset(3), theme.COLOURS[TAIL], 3, 6)
    for node in largest:
        if any(node in block for block in found if block is not largest):
            yield Rim(_room(0, node).inset(3), theme.COLOURS[JOINT], 4, 6)


def _frontier(graph: Graph, block: list[Node], path: list[Node]) -> Iterator[Item]:
    """Yield the block with some nodes passed: the pieces of a path there, and their open edges."""
    left = HALF.width
    words = "open edges of one letter are one piece of path"
    yield from _head(left, "2  Half-way through the block", words)
    inside = {node: tuple(other for other in graph[node] if other in block) for node in block}
    passed = {step.node for step in sweep(inside).steps[:PASSED]}
    for node in block:
        yield from _piece(left, node, faint=node not in passed)
    runs: list[list[Node]] = []
    for before, node in zip([None, *path], path, strict=False):
        if node in passed:
            if before not in passed:
                runs.append([])
            runs[-1].append(node)
    for number, run in enumerate(runs):
        first, last = path.index(run[0]), path.index(run[-1])
        ends = (path[first - 1] if first else None, path[last + 1] if last + 1 < len(path) else None)
        yield Stroke(tuple(_middle(left, node) for node in run), theme.ON_PRIMARY, 9)
        for node, beyond in zip((run[0], run[-1]), ends, strict=True):
            if beyond is None or beyond not in block:
                continue
            (x, y), (to_x, to_y) = _middle(left, node), _middle(left, beyond)
            yield Stroke(((x, y), (to_x, to_y)), theme.COLOURS[OPEN], 9)
            square = Rect(to_x - 11, to_y - 11, 22, 22)
            yield Box(square, theme.COLOURS[OPEN], 11)
            yield Letters("ABCDEF"[number], square, theme.ON_PRIMARY, 17, bold=True)


def _head(left: float, title: str, words: str) -> Iterator[Item]:
    wide = HALF.width - 2 * MARGIN
    yield Letters(title, Rect(left + MARGIN, HALF.height - 32, wide, 24), theme.TEXT, 17, bold=True, along=0)
    yield Letters(words, Rect(left + MARGIN, HALF.height - 52, wide, 18), theme.DIM, 12, along=0)


def _piece(left: float, node: Node, *, faint: bool) -> Iterator[Item]:
    red, green, blue, _ = PIECES[BOARD[cell_of(node)]]
    yield Box(_room(left, node).inset(2), (red, green, blue, 0.25 if faint else 0.9), 6)


def _room(left: float, node: Node) -> Rect:
    cell: Cell = cell_of(node)
    return Rect(left + MARGIN + cell.column * SIDE, MARGIN + (ROWS - 1 - cell.row) * SIDE, SIDE, SIDE)


def _middle(left: float, node: Node) -> Point:
    return _room(left, node).center
