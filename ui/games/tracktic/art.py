"""The look of Tracktic's pieces, and of the marks on its cells. Pure."""

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from itertools import groupby
from math import inf
from typing import TypeAlias

from msgspec import Struct

from companion.games.tracktic.grid import Cell, neighbours
from companion.games.tracktic.model import LETTERS, Piece
from companion.games.tracktic.profile import STARTS, cells_of
from ui.games.art import cross, mixed
from ui.games.tracktic.pending import CellsDragged, CellTap
from ui.stage import theme
from ui.stage.art import MIDDLE, UNIT, Art, disc, square
from ui.stage.parts import outline
from ui.stage.rect import Point, Rect
from ui.stage.scene import Item, PlacedArt, Spot, Viewport
from ui.stage.shapes import Area, Box, Letters, Shape, Stroke
from ui.stage.theme import Tone, tone

# Cells on the screen, and the ones a finger crosses.

STUCK = 0.14
"""Width of a cell's edge, in cells, that a finger from another cell must pass: fingers roll."""
FINE = 4
"""Points per cell at which a finger's way is checked."""


class Lattice(Struct, frozen=True):
    """Square cells from a first row and column. `left`, `top` and `side`, of a cell, are in pixels."""

    left: int = 0
    top: int = 0
    side: int = 0
    row: int = 0
    column: int = 0
    rows: int = 0
    columns: int = 0

    @property
    def room(self) -> Rect:
        """The rectangle of all cells."""
        wide, high = self.columns * self.side, self.rows * self.side
        return Rect(self.left, self.top - high, wide, high)

    def rect(self, cell: Cell) -> Rect:
        """Return a cell's rectangle."""
        x = self.left + (cell.column - self.column) * self.side
        return Rect(x, self.top - (cell.row - self.row + 1) * self.side, self.side, self.side)

    def centre(self, cell: Cell) -> Point:
        """Return the middle of a cell."""
        return self.rect(cell).center

    def holds(self, cell: Cell) -> bool:
        """Return whether a cell is within the rows and columns."""
        return 0 <= cell.row - self.row < self.rows and 0 <= cell.column - self.column < self.columns

    def at(self, x: float, y: float, stuck: float = 0.0) -> Cell | None:
        """Return the cell at a point; None outside, and within `stuck` cells of an edge."""
        if self.side < 1:
            return None
        across, down = (x - self.left) / self.side, (self.top - y) / self.side
        if not (0 <= across < self.columns and 0 <= down < self.rows):
            return None
        if any(not stuck <= part % 1 <= 1 - stuck for part in (across, down)):
            return None
        return Cell(int(down) + self.row, int(across) + self.column)


class Cells(Struct, frozen=True):
    """The cells as spots: a finger can draw across them.

    A finger that slides on stays on the cell before until it is `stuck` cells past the edge.
    """

    lattice: Lattice
    area: frozenset[Cell]
    stuck: float = STUCK
    apart: bool = False

    @property
    def step(self) -> float:
        """Pixels between checks along a finger's way."""
        return max(1.0, self.lattice.side / FINE)

    def at(self, x: float, y: float, before: Spot | None) -> CellTap | None:
        """Return the tap on the cell at a point; None where there is no cell."""
        cell = self.lattice.at(x, y)
        if cell is None or cell not in self.area:
            return None
        inside = self.lattice.at(x, y, self.stuck) is not None
        if inside or not isinstance(before, CellTap) or cell == before.cell:
            return CellTap(cell)
        near = self.lattice.rect(before.cell).inset(-self.stuck * self.lattice.side)
        return before if near.holds(x, y) else None

    def middle(self, spot: Spot) -> Point | None:
        """Return the middle of a cell."""
        if not isinstance(spot, CellTap) or spot.cell not in self.area:
            return None
        return self.lattice.centre(spot.cell)

    def joined(self, trail: tuple[CellTap, ...]) -> CellsDragged:
        """Return the cells a finger went over as one drag."""
        return CellsDragged(tuple(tap.cell for tap in trail))


def fitted(area: Collection[Cell], rect: Rect, most: float = inf) -> Lattice:
    """Return the largest cells centred in a rectangle, of at most `most` pixels; none below 1 pixel."""
    if not area:
        return Lattice()
    row, column = min(cell.row for cell in area), min(cell.column for cell in area)
    rows = max(cell.row for cell in area) - row + 1
    columns = max(cell.column for cell in area) - column + 1
    side = int(min(rect.width / columns, rect.height / rows, most))
    if side < 1:
        return Lattice()
    x, y = rect.center
    left, top = round(x - side * columns / 2), round(y + side * rows / 2)
    return Lattice(left, top, side, row, column, rows, columns)


# The longest path on the grid: a thick line through its cells, with numbers.

WIDTH = 0.22
"""Width of the line, in cells."""
PATH_RIM = 0.31
"""Width of the light line under it, in cells."""
EVERY = 5
"""Numbers are on the first cell of a path, on each fifth and on the last."""
DISC = 0.74
LEAST_MM = 3.1
"""Diameter of a number's disc: in cells, and at least this."""


def path_lines(path: tuple[Cell, ...], lattice: Lattice) -> Iterator[Stroke | None]:
    """Yield the lines of a path; None where it is too short for one."""
    points = tuple(lattice.centre(cell) for cell in path)
    for hue, width in ((LIGHT, PATH_RIM), (INK, WIDTH)):
        wide = max(2.0, lattice.side * width)
        yield Stroke(points, hue, wide, round=True) if len(points) > 1 else None


def path_discs(path: tuple[Cell, ...], lattice: Lattice, room: Viewport) -> Iterator[PlacedArt | Letters]:
    """Yield discs with the numbers of some cells; on small cells the discs are larger than the cells."""
    side = max(lattice.side, round(room.mm(LEAST_MM / DISC)))
    for number in path_numbers(len(path), 2 if side > lattice.side else 1):
        x, y = lattice.centre(path[number - 1])
        wide = side * DISC * 0.76
        yield PlacedArt(spot(INK, LIGHT, DISC), (x, y), side)
        at = Rect(x - wide / 2, y - side / 2, wide, side)
        yield Letters(str(number), at, LIGHT, side * 0.4, bold=True)


def path_numbers(length: int, clearance: int = 1) -> list[int]:
    """Return the numbers shown along a path; the last but one is at least `clearance` cells from the last."""
    if not length:
        return []
    shown = [1, *(n for n in range(EVERY, length, EVERY) if length - n >= clearance)]
    return [*shown, length] if length > 1 else shown


# The tones of pieces. Each colour has a shape too, so that nobody depends on tones alone.

PIECES: dict[Piece, Tone] = {
    Piece.YELLOW: tone("#f0e442"),
    Piece.BLUE: tone("#56b4e9"),
    Piece.GREEN: tone("#009e73"),
    Piece.RED: tone("#d55e00"),
    Piece.WHITE: tone("#f2efe6"),
}

SHAPES: dict[Piece, str] = {
    Piece.YELLOW: "diamond",
    Piece.BLUE: "triangle",
    Piece.GREEN: "square",
    Piece.RED: "hexagon",
}
"""The shapes on pieces, by the names that seats' marks use."""

# The sides on which cells that belong together touch.


STRAIGHT = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""Steps to a cell's neighbours, clockwise from above: rows down, and columns to the right."""
CORNERS = ((-1, 1), (1, 1), (1, -1), (-1, -1))
AROUND = (*STRAIGHT, *CORNERS)

Joined: TypeAlias = frozenset[tuple[int, int]]
"""The steps of `AROUND` at which a cell has another that belongs to it."""
ALONE: Joined = frozenset()


def joined(cell: Cell, others: Collection[Cell], among: Collection[tuple[int, int]] = AROUND) -> Joined:
    """Return the steps of `among` that lead from a cell to one of `others`."""
    row, column = cell.row, cell.column
    return frozenset((down, right) for down, right in among if Cell(row + down, column + right) in others)


def alike(cell: Cell, pieces: Mapping[Cell, Piece]) -> Joined:
    """Return the sides on which a piece touches another of its colour."""
    return joined(cell, [other for other in neighbours(cell) if pieces.get(other) is pieces[cell]], STRAIGHT)


INK = theme.INK
LIGHT = tone("#fbf8ef")
WRONG = tone("#ff4d3a")
TOKEN = tone("#e2b13c")
TOKEN_RIM = tone("#8f6a17")

GAP = 0.035
"""Margin between a piece and the edge of its cell, in cells."""
ROUND = 0.2
RIM = 0.025
"""Width of the dark line around a piece on light ground."""
LOW = 0.045
"""Height of a piece's edge that is seen below its face."""
NECK, NECK_LONG = 0.5, 0.3
"""Width of the bridge between two pieces, and its length on each of them."""
MARK = 0.36
"""Size of the shape on a piece."""
DOT = 0.17
EDGE = 0.085
"""Width of the line around a pattern that is being laid."""
POINTED = 0.13
"""Width of the line around the cell under a finger."""


def strip(side: tuple[int, int], wide: float, deep: float) -> Rect:
    """Return a strip in the middle of a side of the unit square, `wide` along it and `deep` inwards."""
    down, right = side
    if down:
        return Rect((1 - wide) / 2, 1 - deep if down < 0 else 0.0, wide, deep)
    return Rect(1 - deep if right > 0 else 0.0, (1 - wide) / 2, deep, wide)


NECKS = {side: strip(side, NECK, NECK_LONG) for side in STRAIGHT}
HALVES = {side: strip(side, 1.0, 0.5) for side in STRAIGHT}

CROSS = cross(WRONG, arm=0.24, width=0.12, rim=0.2)
"""Drawn over a cell that nothing can be laid on."""


def ground() -> Art:
    """Return an empty cell."""
    return Art((Box(square(GAP), theme.CELL, ROUND),), theme.CELL)


@theme.cached_by_theme
def piece(kind: Piece, joined: Joined = ALONE, *, start: bool = False) -> Art:
    """Return a piece with bridges to its neighbours, and a dot if it is a start piece."""
    tone = PIECES[kind]
    rim = RIM if theme.now.light else 0.0
    rect = square(GAP + rim)
    face = Rect(rect.x, rect.y + LOW, rect.width, rect.height - LOW)
    bridges = [NECKS[at] for at in STRAIGHT if at in joined]
    shapes: list[Shape] = []
    if rim:
        shapes += [Box(square(GAP), INK, ROUND), *(Box(neck.inset(-rim), INK) for neck in bridges)]
    shapes += [Box(rect, mixed(tone, INK, 0.3), ROUND - rim), Box(face, tone, ROUND - rim)]
    shapes += [Box(neck, tone) for neck in bridges]
    if kind in SHAPES:
        side = MARK * (0.82 if SHAPES[kind] == "square" else 1.0)
        inner = square((1 - side) / 2)
        shapes.append(sign_in(inner, kind, mixed(tone, INK, 0.42 if kind is not Piece.YELLOW else 0.36)))
    if start:
        shapes.append(Area(disc((0.24, 0.77), DOT / 2), INK))
    return Art(tuple(shapes), INK if rim else mixed(tone, INK, 0.2))


def sign_in(rect: Rect, kind: Piece, tone: Tone) -> Area:
    """Return a colour's shape, filling a rectangle; white has none."""
    points = outline(SHAPES[kind])
    return Area(tuple((rect.x + x * rect.width, rect.y + y * rect.height) for x, y in points), tone)


@cache
def flipping(kind: Piece) -> Art:
    """Return a piece that is being turned over: half its colour, half its white back."""
    low, high = GAP + ROUND * 0.3, 1 - GAP - ROUND * 0.3
    half = ((GAP, low + ROUND * 0.5), (GAP, high), (low, 1 - GAP), (high, 1 - GAP))
    white = PIECES[Piece.WHITE]
    return Art(
        (
            Box(square(GAP), white, ROUND),
            Area(half, PIECES[kind]),
            Stroke(((low, low), (high, high)), INK, 0.06),
        ),
        white,
    )


# Marks on cells.


@cache
def veil(kind: Piece, joined: Joined) -> Art:
    """Return the ground of a cell that a pattern is being laid on; it is drawn half transparent."""
    tone = PIECES[kind]
    return Art((Box(UNIT, tone, ROUND), *(Box(HALVES[at], tone) for at in STRAIGHT if at in joined)), tone)


@cache
def border(tone: Tone, joined: Joined = ALONE, width: float = EDGE) -> Art:
    """Return the part of the line around a group of cells that runs along one of them."""
    inner, outer = width / 2, 1 - width / 2
    shapes: list[Shape] = []
    for at in STRAIGHT:
        horizontal = at in ((-1, 0), (1, 0))
        first, second = ((0, -1), (0, 1)) if horizontal else ((1, 0), (-1, 0))
        # Where the line goes on in the next cell, it runs to the very edge.
        ends = 0.0 if first in joined else inner, 1.0 if second in joined else outer
        off = outer if at in ((-1, 0), (0, 1)) else inner
        if at not in joined:
            line = tuple((end, off) if horizontal else (off, end) for end in ends)
            shapes.append(Stroke(line, tone, width, round=True))
    for down, right in CORNERS:
        if (down, right) not in joined and joined.issuperset(((down, 0), (0, right))):
            x, y = outer if right > 0 else inner, inner if down > 0 else outer
            shapes.append(Box(Rect(x - inner, y - inner, width, width), tone))
    return Art(tuple(shapes), tone)


@cache
def spot(tone: Tone, rim: Tone, share: float) -> Art:
    """Return a disc with a rim in the middle of its square; `share` is its diameter."""
    return Art((Area(disc(MIDDLE, share / 2), rim), Area(disc(MIDDLE, share * 0.42), tone)), rim)


# Marks on the grid, other than its pieces.

GHOST = 0.5
"""Opacity of a pattern that isn't laid yet."""


class Marks(Struct, frozen=True):
    """The marks on the grid.

    `ghost` is the pattern being laid, in `ghost_colour`; its cells in `wrong` can't be laid on and are
    crossed out. The piece on `flipped` is being turned over. `hints` are cells where a pattern could connect,
    `last` those that the last move changed. `path` is drawn as a line with numbers. Pieces of colours other
    than `dim_others` are dimmed, except white ones. `faults` have a red outline.
    """

    ghost: frozenset[Cell] = frozenset()
    ghost_colour: Piece = Piece.WHITE
    wrong: frozenset[Cell] = frozenset()
    flipped: Cell | None = None
    hints: frozenset[Cell] = frozenset()
    last: frozenset[Cell] = frozenset()
    path: tuple[Cell, ...] = ()
    dim_others: Piece | None = None
    faults: frozenset[Cell] = frozenset()


NOTHING = Marks()


def mark_items(lattice: Lattice, marks: Marks, flipped: Piece | None) -> Iterator[PlacedArt]:
    """Yield all marks except the path; `flipped` is the piece that is being turned over."""

    def on(cell: Cell, look: Art, opacity: float = 1.0) -> PlacedArt:
        return PlacedArt(look, lattice.centre(cell), lattice.side, opacity)

    for cell in sorted(marks.last):
        yield on(cell, border(theme.TEXT, joined(cell, marks.last), 0.07), 0.85)
    for cell in sorted(marks.faults):
        yield on(cell, border(WRONG, width=0.11))
    for cell in sorted(marks.hints - marks.ghost):
        yield on(cell, spot(PIECES[marks.ghost_colour], INK, 0.42), 0.9)
    if marks.flipped is not None and flipped is not None:
        yield on(marks.flipped, flipping(flipped))
        yield on(marks.flipped, border(theme.TEXT))
    ghost = [cell for cell in sorted(marks.ghost) if lattice.holds(cell)]
    for cell in ghost:
        yield on(cell, veil(marks.ghost_colour, joined(cell, marks.ghost)), GHOST)
    for cell in ghost:
        yield on(cell, border(theme.TEXT, joined(cell, marks.ghost)))
    for cell in sorted(marks.wrong):
        if lattice.holds(cell):
            yield on(cell, CROSS)


# A grid or a pattern as a picture: plain cells on whole pixels, with lines between them.

LINE_MM = 0.24
LEAST_LINED_MM = 1.5
"""Least size of cells with lines between them."""
LEAST_MARKED_MM = 3.0
"""Least size of start cells with the shape of their colour."""
CORNER, SIGN = 0.14, 0.24
"""A piece drawn alone: its corner radius and the margin around its shape, in its sides."""
IN_CELL = 0.22
"""Margin around the shape in a start cell, in cells."""


def lattice_of(rows: tuple[str, ...], room: Viewport, most: float) -> Lattice:
    """Return a grid's cells in the middle of a room, of at most `most` millimetres."""
    return fitted(cells_of(rows, ".#X" + STARTS), room.rect, room.mm(most))


def picture(
    rows: tuple[str, ...], room: Viewport, most: float, ground: Tone, back: Tone | None = None
) -> Iterator[Item]:
    """Yield a grid with cells of at most `most` millimetres; its lines have the tone of the ground.

    A `back` shows how far a grid reaches where it has no cells.
    """
    lattice = lattice_of(rows, room, most)
    bounds, pitch = lattice.room, lattice.side
    if not pitch:
        return
    if back is not None:
        yield Box(bounds, back)
    for row, line in enumerate(rows):
        at = 0
        for sign, run in groupby(line):
            count = len(list(run))
            tint = _tint(sign)
            if tint is not None:
                yield Box(_rect(lattice, row, at, count), tint)
            at += count
    if pitch >= room.mm(LEAST_LINED_MM):
        width = max(1, round(room.mm(LINE_MM)))
        for column in range(1, lattice.columns):
            yield Box(Rect(bounds.x + column * pitch - width // 2, bounds.y, width, bounds.height), ground)
        for row in range(1, lattice.rows):
            yield Box(Rect(bounds.x, bounds.top - row * pitch - width // 2, bounds.width, width), ground)
    if pitch >= room.mm(LEAST_MARKED_MM):
        for row, line in enumerate(rows):
            for column, sign in enumerate(line):
                if sign in "YBGR":
                    inner = _rect(lattice, row, column, 1).inset(pitch * IN_CELL)
                    yield sign_in(inner, LETTERS[sign], theme.INK)


def _tint(sign: str) -> Tone | None:
    """Return the tone of a sign, None for `#`; the dots of a pattern come as `#`."""
    if sign in LETTERS:
        return PIECES[LETTERS[sign]]
    return {".": theme.LATTICE, "X": theme.PRIMARY}.get(sign)


def _rect(lattice: Lattice, row: int, column: int, count: int) -> Rect:
    """Return the rectangle of `count` cells of a row."""
    pitch = lattice.side
    return Rect(lattice.left + column * pitch, lattice.top - (row + 1) * pitch, pitch * count, pitch)


def drawn_piece(room: Viewport, kind: Piece) -> Iterator[Item]:
    """Yield a piece in the middle of a room: its colour and its shape."""
    side, (x, y) = min(room.rect.width, room.rect.height), room.rect.center
    rect = Rect(round(x - side / 2), round(y - side / 2), side, side)
    yield Box(rect, PIECES[kind], side * CORNER)
    if kind in SHAPES:
        yield sign_in(rect.inset(side * SIGN), kind, theme.INK)


def pattern_rows(rows: tuple[str, ...]) -> tuple[str, ...]:
    """Return a pattern's rows for a picture: equally long, with `#` for all but its pieces."""
    wide = max((len(line) for line in rows), default=0)
    return tuple(line.ljust(wide, ".").replace(".", "#") for line in rows)
