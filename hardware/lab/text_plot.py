"""The ordering-error curve in letters, for a terminal; both axes are logarithmic."""

from math import ceil, floor, log10

from hardware.lab.figures import Figures, Point
from hardware.lab.telling import time

ROWS_A_DECADE = 3
COLUMN = 7
MEASURED, NONE_WRONG, FORESEEN, EDGE = "o", "v", ".", "|"


def plot(found: Figures, band: float) -> tuple[str, ...]:
    """Return the lines of the plot; empty without points."""
    points = [point for point in found.curve if point.compared]
    if not points:
        return ()
    lowest = floor(log10(floor_of(points)))
    rows = -lowest * ROWS_A_DECADE
    grid = [[" "] * (COLUMN * len(points)) for _ in range(rows + 1)]
    edge = _edge(points, band)
    for line in grid:
        if edge is not None:
            line[edge] = EDGE
    for place, point in enumerate(points):
        middle = COLUMN * place + COLUMN // 2
        _put(grid, point.predicted, middle, FORESEEN)
        for column in range(middle - 1, middle + 2):
            _put(grid, point.predicted, column, FORESEEN)
        # Where none was wrong, the most that it can be stands for it.
        shown = point.wrong / point.compared if point.wrong else point.high
        _put(grid, shown, middle, MEASURED if point.wrong else NONE_WRONG)
    lines = [
        f"{10.0 ** (-row / ROWS_A_DECADE) if row % ROWS_A_DECADE == 0 else '':>8} {''.join(line).rstrip()}"
        for row, line in enumerate(grid)
    ]
    names = "".join(time(point.separation).center(COLUMN) for point in points)
    return (
        "wrong orders (1 = all)",
        *lines,
        f"{'apart':>8} {names}".rstrip(),
        f"{MEASURED} measured   {NONE_WRONG} none wrong: at most this   {FORESEEN} predicted from sigma   "
        f"{EDGE} tie band",
    )


def floor_of(points: list[Point]) -> float:
    """Return the probability at the foot of a logarithmic axis, a power of ten."""
    seen = [point.wrong / point.compared for point in points if point.wrong] + [p.high for p in points]
    return float(10.0 ** floor(log10(min(seen)) - 1e-9))


def _edge(points: list[Point], band: float) -> int | None:
    """Return the column between the points that the tie band ends between."""
    inside = sum(point.separation <= band for point in points)
    return COLUMN * inside if 0 < inside < len(points) else None


def _put(grid: list[list[str]], probability: float, column: int, letter: str) -> None:
    if probability > 0:
        row = ceil(-log10(probability) * ROWS_A_DECADE - 0.5)
        if row < len(grid):
            grid[row][column] = letter
