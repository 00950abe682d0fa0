"""Boards as text, read, written and tallied.

A line per row: `.` empty, `#` outside, `Y B G R` a piece of that colour, `W` white.
"""

from collections.abc import Callable, Collection, Iterator

from msgspec import Struct

from companion.games.owned_toml import board_lines, refuse
from companion.games.tracktic.grid import MOST, Cell, is_t
from companion.games.tracktic.model import COLOURS, LETTERS, SIGNS, Piece, Pieces, cells_with
from companion.games.tracktic.paths import longest


class Tally(Struct, frozen=True):
    """The points and longest path of each counted colour, and whether all paths are proved the longest."""

    scores: dict[Piece, int]
    paths: dict[Piece, tuple[Cell, ...]]
    exact: bool


def read_board(text: str) -> Pieces:
    """Return a board's pieces; SetupError names every fault by line and column, both from 1."""
    lines = board_lines(text)
    refuse(_faults(lines))
    return {
        Cell(row, column): LETTERS[sign]
        for row, line in enumerate(lines)
        for column, sign in enumerate(line)
        if sign in LETTERS
    }


def _faults(lines: list[str]) -> Iterator[str]:
    if not lines:
        yield "line 1: there is no board here"
        return
    if len(lines) > MOST:
        yield f"line {MOST + 1}: a board has at most {MOST} lines, this one has {len(lines)}"
    wide = len(lines[0])
    if not 1 <= wide <= MOST:
        yield f"line 1: a line has 1 to {MOST} letters, this one has {wide}"
    for number, line in enumerate(lines, 1):
        if len(line) != wide:
            where = f"line {number}, column {min(len(line), wide) + 1}"
            yield f"{where}: {len(line)} letters, and line 1 has {wide}"
        for column, sign in enumerate(line[:MOST], 1):
            if sign not in LETTERS and sign not in ".#":
                yield f"line {number}, column {column}: {sign!r} isn't one of . # Y B G R W"


def write_board(pieces: Pieces, area: Collection[Cell], rows: int, columns: int) -> str:
    """Return a board as text that `read_board` reads back; cells outside `area` without a piece are `#`."""

    def sign(cell: Cell) -> str:
        if cell in pieces:
            return SIGNS[pieces[cell]]
        return "." if cell in area else "#"

    return "\n".join("".join(sign(Cell(row, column)) for column in range(columns)) for row in range(rows))


def find_ts(pieces: Pieces) -> list[tuple[Piece, Cell]]:
    """Return the colour and middle cell of every T: four pieces of one colour, which no move may leave."""
    return [
        (colour, cell)
        for colour in COLOURS
        for cells in [cells_with(pieces, colour)]
        for cell in sorted(cells)
        if is_t(cell, cells)
    ]


def tally(pieces: Pieces, stop: Callable[[], bool] | None = None, *, played: Collection[Piece] = ()) -> Tally:
    """Return the points of every colour on a board; `stop` is that of `paths.longest`.

    A colour in `played` without a piece on the board is counted too, with no points.
    """
    white = cells_with(pieces, Piece.WHITE)
    colours = [colour for colour in COLOURS if colour in played or cells_with(pieces, colour)]
    paths = {colour: longest(cells_with(pieces, colour), white, stop) for colour in colours}
    return Tally(
        {colour: len(path.path) for colour, path in paths.items()},
        {colour: path.path for colour, path in paths.items()},
        all(path.exact for path in paths.values()),
    )
