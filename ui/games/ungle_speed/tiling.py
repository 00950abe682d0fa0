"""Tiles for a finger: as large as the room allows, and on pages where they would get too small. Pure."""

from msgspec import Struct

from ui.stage.rect import Rect

HAIR = 0.97


class Tiling(Struct, frozen=True):
    """Where the tiles of one page lie, row by row, and how many pages there are."""

    cells: tuple[Rect, ...]
    pages: int


def tiled(room: Rect, count: int, least: float, gap: float, shape: float, columns: int = 0) -> Tiling:
    """Return tiles for `count` things, `shape` times as wide as high at the most.

    A page holds as many as fit with sides of `least`; with several pages its last cell is for turning over.
    Rows are of `columns` or a multiple where that fits, 0: whatever makes the largest tiles. Lengths are
    in pixels.
    """
    # A hair less than `least` is still for a finger; a page less is worth it.
    across = max(1, int((room.width + gap) / (least * HAIR + gap)))
    down = max(1, int((room.height + gap) / (least * HAIR + gap)))
    shown = min(count, across * down)
    fitting = [n for n in range(1, min(across, shown) + 1) if -(-shown // n) <= down]
    aligned = [n for n in fitting if columns and n % columns == 0]
    best = max(aligned or fitting, key=lambda n: _size(room, n, -(-shown // n), gap, shape))
    rows = -(-shown // best)
    width, height = _cell(room, best, rows, gap, shape)
    left = room.x + (room.width - best * width - (best - 1) * gap) / 2
    top = room.top - (room.height - rows * height - (rows - 1) * gap) / 2
    cells = tuple(
        Rect(
            left + (n % best) * (width + gap),
            top - (n // best + 1) * height - (n // best) * gap,
            width,
            height,
        )
        for n in range(shown)
    )
    return Tiling(cells, 1 if shown == count else -(-count // max(1, shown - 1)))


def _cell(room: Rect, columns: int, rows: int, gap: float, shape: float) -> tuple[float, float]:
    width = (room.width - (columns - 1) * gap) / columns
    height = (room.height - (rows - 1) * gap) / rows
    return min(width, height * shape), min(height, width * shape)


def _size(room: Rect, columns: int, rows: int, gap: float, shape: float) -> float:
    width, height = _cell(room, columns, rows, gap, shape)
    return width * height
