"""The longest path on the grid: a thick line through the middles of its cells, with numbers. Pure."""

from collections.abc import Iterator

from companion.games.tracktic.grid import Cell
from ui.games.tracktic import art
from ui.games.tracktic.lattice import Lattice
from ui.stage.rect import Rect
from ui.stage.scene import PlacedArt, Room
from ui.stage.shapes import Letters, Stroke

WIDTH = 0.22
"""Of the line, in cells."""
RIM = 0.31
"""Of the light line that lies under it."""
EVERY = 5
"""The first cell has its number, each fifth, and the last."""
DISC = 0.74
LEAST_MM = 3.1
"""Side of a number's disc in cells, and where cells are small."""


def line(path: tuple[Cell, ...], lattice: Lattice) -> Iterator[Stroke | None]:
    """Yield the line, as far as the path is given."""
    points = tuple(lattice.centre(cell) for cell in path)
    for tone, width in ((art.LIGHT, RIM), (art.INK, WIDTH)):
        wide = max(2.0, lattice.side * width)
        yield Stroke(points, tone, wide, round=True) if len(points) > 1 else None


def numbers(path: tuple[Cell, ...], lattice: Lattice, room: Room) -> Iterator[PlacedArt | Letters]:
    """Yield discs with the numbers of some cells; on small cells they are larger than those."""
    side = max(lattice.side, round(room.mm(LEAST_MM / DISC)))
    for number in numbered(len(path), 2 if side > lattice.side else 1):
        x, y = lattice.centre(path[number - 1])
        wide = side * DISC * 0.76
        yield PlacedArt(art.spot(art.INK, art.LIGHT, DISC), (x, y), side)
        at = Rect(x - wide / 2, y - side / 2, wide, side)
        yield Letters(str(number), at, art.LIGHT, side * 0.4, bold=True)


def numbered(length: int, apart: int = 1) -> list[int]:
    """Return which cells of a path have their number; the last but one only so far from the last."""
    if not length:
        return []
    told = [1, *(n for n in range(EVERY, length, EVERY) if length - n >= apart)]
    return [*told, length] if length > 1 else told
