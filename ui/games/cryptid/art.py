"""How hexes, cubes, discs and structures look, where they are on the map, and marks on them. No Kivy.

Each piece has a shape, a tone and a rim; cubes and discs also have the letter of their colour.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import cache
from math import dist, log, pi, sin, sqrt
from typing import TypeAlias

from msgspec import Struct

from companion.games.cryptid.maps import (
    ACROSS,
    COLUMNS,
    DOWN,
    MAP,
    PIECE_COLUMNS,
    PIECE_ROWS,
    ROWS,
    Animal,
    Colour,
    Hex,
    MapPiece,
    PieceHex,
    Structure,
    StructureKind,
    Terrain,
)
from companion.games.cryptid.model import Disc, Hue
from ui.games.art import mixed, octagon
from ui.games.cryptid.words import LETTERS
from ui.stage import theme
from ui.stage.art import MIDDLE, Art, crossed, disc, regular, sign, square, star
from ui.stage.rect import Point, Rect
from ui.stage.scene import PlacedArt, Scene, Spot, Viewport
from ui.stage.shapes import Area, Box, Shape, Stroke
from ui.stage.theme import Tone, tone

KnownTiles: TypeAlias = tuple[tuple[MapPiece | None, ...], ...]
"""The map so far: three rows of two pieces, None for one that isn't placed yet."""

# Tones of terrains, pieces and structures. Each also has a pattern or shape, so that colour isn't needed.

TERRAINS: dict[Terrain, Tone] = {
    Terrain.WATER: tone("#3d7cae"),
    Terrain.MOUNTAIN: tone("#868b91"),
    Terrain.FOREST: tone("#37714a"),
    Terrain.SWAMP: tone("#514665"),
    Terrain.DESERT: tone("#bfa05c"),
}

BLANK = tone("#1a2026")
"""An unknown hex."""
BLANK_EDGE = tone("#4b5661")

HUES: dict[Hue, Tone] = {
    Hue.ORANGE: tone("#f0a000"),
    Hue.BLUE: tone("#62c0f5"),
    Hue.GREEN: tone("#00b383"),
    Hue.PURPLE: tone("#d884b4"),
    Hue.RED: tone("#e8604a"),
}
"""Tones of cubes and discs."""

STRUCTURES: dict[Colour, Tone] = {
    Colour.WHITE: tone("#f4f4f2"),
    Colour.GREEN: tone("#4fbf5f"),
    Colour.BLUE: tone("#2f66dd"),
    Colour.BLACK: tone("#16181a"),
}

ANIMALS: dict[Animal, Tone] = {Animal.BEAR: tone("#14181b"), Animal.COUGAR: tone("#e02a14")}
"""Tones of the lines around territories: a bear's is solid, a cougar's dashed."""

EDGE = tone("#0b0e11")
"""Tone between hexes, around pieces, and of the letters on them."""
LIGHT = tone("#f7f5ee")
"""Tone of marks on the map, and of the rims of black pieces."""


# Geometry of the drawn map.

TALL = sqrt(3) / 2
"""Height of a flat-topped hex, in widths of the hex."""
STEP = 0.75
"""From one column to the next, in widths of a hex."""
WIDE = STEP * (COLUMNS - 1) + 1
"""Width of the map, in widths of a hex."""
HIGH = ROWS + 0.5
"""Height of the map, in heights of a hex."""
REACH = 0.64
"""A finger is on a hex up to this distance from its middle, in widths: a little beyond its corners."""
STUCK = 0.12
"""How much nearer, in widths, another hex must be for a finger to leave its own. Fingers roll on lifting."""

SQUASHED = 0.95
"""Pixels by which a hex may be too low: nobody notices, and the map gets larger."""


Line = tuple[Point, ...]


def corners(x: float, y: float, width: float, height: float) -> Line:
    """Return the corners of a hex around a middle, counterclockwise from the right one."""
    side, quarter, half = width / 2, width / 4, height / 2
    return (
        (x + side, y),
        (x + quarter, y + half),
        (x - quarter, y + half),
        (x - side, y),
        (x - quarter, y - half),
        (x + quarter, y - half),
    )


class Lattice(Struct, frozen=True):
    """The map's left and top edges, and the size of a hex, in pixels.

    Its hexes are the spots of the map; a finger can slide from one to the next.
    """

    left: float
    top: float
    width: float
    height: float
    apart: bool = False

    @property
    def size(self) -> tuple[float, float]:
        """The width and height of the map, in pixels."""
        return (self.width * WIDE, self.height * HIGH)

    @property
    def tall(self) -> float:
        """The height of a hex, in widths of the hex."""
        return self.height / self.width

    def middle(self, at: Hex) -> Point:
        """Return the middle of a hex."""
        low = at.row + (1.0 if at.column % 2 else 0.5)
        return (self.left + self.width * (0.5 + STEP * at.column), self.top - self.height * low)

    def corners(self, at: Hex) -> Line:
        """Return the corners of a hex."""
        return corners(*self.middle(at), self.width, self.height)

    def at(self, x: float, y: float, before: Hex | None = None) -> Hex | None:
        """Return the hex at a point, None off the map. A finger sticks a little to the hex `before`."""

        def distance(at: Hex) -> float:
            return dist((x, y), self.middle(at)) / self.width

        nearest = min(MAP, key=distance)
        if before is not None and distance(before) - distance(nearest) < STUCK and distance(before) < REACH:
            return before
        return nearest if distance(nearest) < REACH else None

    def outline(self, hexes: Iterable[Hex]) -> Line:
        """Return the closed line around connected hexes."""
        # Inner edges appear twice, once in each direction, and cancel out; the outline remains.
        edges: dict[Point, tuple[Point, Point]] = {}
        for at in hexes:
            ring = self.corners(at)
            for corner_from, other in zip(ring, ring[1:] + ring[:1], strict=True):
                start, end = _key(corner_from), _key(other)
                if edges.get(end, ((0, 0),))[0] == start:
                    del edges[end]
                else:
                    edges[start] = (end, corner_from)
        line: list[Point] = []
        corner = next(iter(edges), None)
        while corner is not None and len(line) < len(edges):
            corner, point = edges[corner]
            line.append(point)
        return tuple(line)

    def seams(self) -> Iterator[Line]:
        """Yield the lines between the six pieces of the map."""
        for across in range(1, ACROSS):
            rings = (self.corners(Hex(row, across * PIECE_COLUMNS - 1)) for row in range(ROWS))
            yield tuple(point for ring in rings for point in (ring[1], ring[0]))
        for down in range(1, DOWN):
            rings = (self.corners(Hex(down * PIECE_ROWS - 1, column)) for column in range(COLUMNS))
            yield tuple(point for ring in rings for point in ring[-2:])


def _key(point: Point) -> Point:
    return (round(point[0] * 2), round(point[1] * 2))


def piece_of(at: Hex) -> tuple[int, int]:
    """Return the place (down, across) of the map piece that contains a hex."""
    return (at.row // PIECE_ROWS, at.column // PIECE_COLUMNS)


def fitted(room: Rect) -> Lattice:
    """Return the largest map in the middle of a room; sizes are rounded so that hexes are drawn sharp."""
    wide, high = room.width / WIDE, room.height / HIGH
    width = int(min(wide, (high + SQUASHED) / TALL) / 2) * 2
    height = min(round(width * TALL), int(high))
    across, down = width * WIDE, height * HIGH
    left = round(room.x + (room.width - across) / 2)
    return Lattice(left, round(room.top - (room.height - down) / 2), width, height)


LETTER = 0.6
"""Font size of the letter on a piece, in sides of the piece."""
DASHES = 3
"""Dashes of a broken line on each edge of a hex."""
ROOM = 1.3
"""Side of the square for a line around a hex, in widths of the hex: half of a thick line is outside."""
GOLD = tone("#ffd34d")
CROSS = (0.4, 0.86)
"""Width and height of a cross with its letter, in sides of its square."""
STAR = (0.5, 0.47)
"""A star's middle."""


# Pieces.


def lettered(draw: Callable[[Hue, str], Art]) -> Callable[[Hue], Art]:
    """Wrap a function so that it gets the letter of the colour, and draws once per colour and language."""
    drawn = cache(draw)
    return lambda hue: drawn(hue, str(LETTERS[hue]))


@lettered
def cube(hue: Hue, letter: str) -> Art:
    """Return a cube."""
    tone = HUES[hue]
    boxes = (
        Box(square(0.02), EDGE, 0.192),
        Box(square(0.085), mixed(tone, EDGE, 0.22), 0.1245),
        Box(Rect(0.085, 0.14, 0.83, 0.775), mixed(tone, LIGHT, 0.28), 0.13),
        Box(Rect(0.135, 0.15, 0.73, 0.715), tone, 0.1),
    )
    return Art((*boxes, sign(letter, (0.5, 0.505), LETTER, EDGE)), EDGE)


@lettered
def disc_art(hue: Hue, letter: str) -> Art:
    """Return a disc."""
    tone = HUES[hue]
    rings = ((EDGE, 0.49), (mixed(tone, LIGHT, 0.24), 0.425), (tone, 0.375))
    areas = tuple(Area(disc(MIDDLE, radius), shade) for shade, radius in rings)
    return Art((*areas, sign(letter, MIDDLE, LETTER, EDGE)), EDGE)


@cache
def structure(kind: StructureKind, colour: Colour) -> Art:
    """Return a standing stone or a shack."""
    tone, black, stone = STRUCTURES[colour], colour is Colour.BLACK, kind is StructureKind.STANDING_STONE
    # A thin light rim makes it stand out from a ground of its own colour; black needs a wider one.
    rims = ((EDGE, 0.0), (LIGHT, 0.055), (tone, 0.13 if black else 0.1))
    # A triangle's edges are only half as far from its middle as its corners, so its inset counts twice.
    areas = (
        Area(octagon(MIDDLE, 0.52 - inset) if stone else regular((0.5, 0.37), 0.6 - 2 * inset, 3), rim)
        for rim, inset in rims
    )
    shade = mixed(tone, EDGE if colour is Colour.WHITE else LIGHT, 0.3)
    facet = Stroke(octagon(MIDDLE, 0.27), shade, 0.036, round=True, closed=True)
    door = Box(Rect(0.43, 0.17, 0.14, 0.19), shade)
    return Art((*areas, facet if stone else door), LIGHT if black else EDGE)


# Marks.


class Outline(Enum):
    """Lines around a hex: distance inside its edge and line width, in widths of a hex, and whether dashed."""

    CHOSEN = (0.0, 0.1, False)
    FINGER = (0.0, 0.07, False)
    ALSO = (0.02, 0.07, True)
    ALLOWED = (0.032, 0.042, False)
    HABITAT = (0.0, 0.11, False)


@cache
def outline(kind: Outline, tall: float) -> Art:
    """Return a line around a hex, in a square of `ROOM` widths of it; the hex is `tall` widths high."""
    inset, thick, dashed = kind.value
    tone = GOLD if kind is Outline.HABITAT else LIGHT
    across = (1 - 2 * inset) / ROOM
    ring = corners(*MIDDLE, across, across * tall)
    strokes: list[Stroke] = []
    for shade, more in ((EDGE, 0.05), (tone, 0.0)):
        width = (thick + more) / ROOM
        if dashed:
            strokes += broken(ring, shade, width, 0.2 - 0.8 * more)
        else:
            strokes.append(Stroke(ring, shade, width, closed=True))
    return Art(tuple(strokes), tone)


def broken(ring: Line, tone: Tone, width: float, gap: float) -> Iterator[Stroke]:
    """Yield the dashes of a line around a hex; `gap` is the share of a dash left free at either end."""
    for (x, y), (u, v) in zip(ring, ring[1:] + ring[:1], strict=True):
        for n in range(DASHES):
            ends = ((n + gap) / DASHES, (n + 1 - gap) / DASHES)
            yield Stroke(tuple((x + (u - x) * end, y + (v - y) * end) for end in ends), tone, width)


@lettered
def cross(hue: Hue, text: str) -> Art:
    """Return a small cross with the letter of a colour whose clue forbids the hex."""
    tone, (wide, high) = HUES[hue], CROSS
    low = (1 - high) / 2
    ground = Box(Rect((1 - wide) / 2, low, wide, high), (*EDGE[:3], 0.82), wide * 0.4)
    strokes = (Stroke(e, tone, 0.1, round=True) for e in crossed((0.5, low + high * 0.73), wide * 0.26))
    letter = sign(text, (0.5, low + high * 0.29), wide * 0.92, mixed(tone, LIGHT, 0.3))
    return Art((ground, *strokes, letter), EDGE)


HABITAT = Art((Area(star(STAR, 0.53, 0.48), EDGE), Area(star(STAR, 0.42, 0.48), GOLD)), EDGE)
"""The star on the space where the creature lives."""
RING = disc(MIDDLE, 0.42)
HALO = Art((Stroke(RING, EDGE, 0.13, closed=True), Stroke(RING, LIGHT, 0.075, closed=True)), LIGHT)
"""A ring around the structure to be placed next."""

# The curve of how many spaces were still possible after each move.

INSET_MM = (1.5, 2.0)
"""Margin around the curve: at the sides, and above and below."""
LINE_MM, MARK_MM, DOT_MM = 0.6, 0.4, 1.3
"""Widths of the curve and of the line that marks a move, and radius of its dot."""


class Moves(Struct, frozen=True):
    """The moves as spots, numbered from 0; a finger can slide from one to the next."""

    inner: Rect
    last: int
    apart: bool = False

    def at(self, x: float, y: float, before: int | None) -> int:
        """Return the move nearest to a point."""
        share = (x - self.inner.x) / max(1.0, self.inner.width)
        return min(self.last, max(0, round(share * self.last)))

    def middle(self, spot: Spot) -> Point:
        """Return the middle of a move's vertical line."""
        return self.inner.x + self.inner.width * spot / max(1, self.last), self.inner.center[1]


def scene(counts: Sequence[int], now: int, room: Viewport) -> Scene:
    """Return the curve, with one move marked. Its scale is logarithmic."""
    inner = room.rect.inset(*map(room.mm, INSET_MM))
    moves = Moves(inner, len(counts) - 1)
    heights = (inner.y + inner.height * log(max(1, count)) / log(len(MAP)) for count in counts)
    points = tuple((moves.middle(n)[0], height) for n, height in enumerate(heights))
    (x, _), mark = points[now], theme.COLOURS["yellow"]
    items = (
        Box(room.rect, theme.RAISED),
        Stroke(points, theme.DIM, room.mm(LINE_MM), round=True),
        Stroke(((x, inner.y), (x, inner.top)), mark, room.mm(MARK_MM)),
        Area(disc(points[now], room.mm(DOT_MM)), mark),
    )
    return Scene(items, (moves,))


# How hexes look: a tone, a quiet pattern, and the lines of territories.

GAP = 0.05
"""Gap between two hexes, in widths of a hex."""


@cache
def ground(cell: PieceHex | None, tall: float) -> Art:
    """Return a hex as wide as its square and `tall` widths high; None draws an unknown hex."""

    def ring(inset: float) -> Line:
        share = 1 - 2 * inset
        return corners(*MIDDLE, share, tall * share)

    if cell is None:
        return Art((Area(ring(GAP / 2), BLANK_EDGE), Area(ring(GAP / 2 + 0.022), BLANK)), EDGE)
    tone = TERRAINS[cell.terrain]
    shapes: list[Shape] = [Area(ring(GAP / 2), mixed(tone, LIGHT, 0.1)), Area(ring(GAP / 2 + 0.02), tone)]
    shapes += PATTERNS[cell.terrain](tone)
    if cell.animal is Animal.BEAR:
        for inset, width in ((0.072, 0.042), (0.142, 0.03)):
            shapes.append(Stroke(ring(inset), ANIMALS[Animal.BEAR], width, closed=True))
    elif cell.animal is Animal.COUGAR:
        # Dark dashes below make it stand out.
        shapes += broken(ring(0.1), EDGE, 0.085, 0.185)
        shapes += broken(ring(0.1), ANIMALS[Animal.COUGAR], 0.055, 0.22)
    return Art(tuple(shapes), EDGE)


def _line(points: Iterator[Point] | Line, tone: Tone, width: float) -> Stroke:
    return Stroke(tuple(points), tone, width, round=True)


def _water(tone: Tone) -> Iterator[Shape]:
    for x, y, waves in ((0.5, 0.7, 1.5), (0.42, 0.5, 2.0), (0.55, 0.3, 1.5)):
        wide = 0.19 * waves
        steps = (n / 24 for n in range(25))
        points = ((x - wide / 2 + wide * t, y + 0.022 * sin(2 * pi * waves * t)) for t in steps)
        yield _line(points, mixed(tone, LIGHT, 0.34), 0.032)


def _mountain(tone: Tone) -> Iterator[Shape]:
    light, dark = mixed(tone, LIGHT, 0.34), mixed(tone, EDGE, 0.34)
    x = y = wide = high = 0.0
    for x, y, wide, high in ((0.64, 0.33, 0.3, 0.24), (0.4, 0.33, 0.42, 0.4)):
        top, foot = (x, y + high), (x + 0.04, y)
        yield Area((top, (x - wide / 2, y), foot), light)
        yield Area((top, foot, (x + wide / 2, y)), dark)
    # Snow, on the one in front.
    low, part = 0.66, 0.34
    snow = (
        (x, y + high),
        (x - wide / 2 * part, y + high * low),
        (x - 0.02, y + high * (low + 0.07)),
        (x + 0.025, y + high * (low - 0.05)),
        (x + wide / 2 * part, y + high * low),
    )
    yield Area(snow, mixed(tone, LIGHT, 0.85))


def _forest(tone: Tone) -> Iterator[Shape]:
    light, dark = mixed(tone, LIGHT, 0.3), mixed(tone, EDGE, 0.34)
    for x, y, size in ((0.34, 0.5, 0.9), (0.66, 0.53, 0.9), (0.5, 0.24, 1.0)):
        yield _line(((x, y - 0.05), (x, y)), mixed(tone, EDGE, 0.5), 0.04)
        for n, lift in enumerate((0.0, 0.1 * size)):
            side, low = 0.1 * size * (1 - 0.22 * n), y + lift
            top = (x, low + 0.17 * size)
            yield Area((top, (x - side, low), (x, low)), light)
            yield Area((top, (x, low), (x + side, low)), dark)


def _swamp(tone: Tone) -> Iterator[Shape]:
    for x, y in ((0.34, 0.5), (0.62, 0.6), (0.55, 0.25)):
        for lean, high in ((-0.075, 0.12), (0.0, 0.18), (0.075, 0.12)):
            yield _line(((x, y), (x + lean, y + high)), mixed(tone, LIGHT, 0.4), 0.03)
        low = y - 0.015
        yield _line(((x - 0.11, low), (x + 0.11, low)), mixed(tone, LIGHT, 0.22), 0.024)


def _desert(tone: Tone) -> Iterator[Shape]:
    shade = mixed(tone, EDGE, 0.3)
    for x, y, wide, high in ((0.38, 0.58, 0.34, 0.09), (0.62, 0.36, 0.4, 0.1)):
        steps = (n / 16 for n in range(17))
        yield _line(((x - wide / 2 + wide * t, y + high * sin(pi * t**0.8)) for t in steps), shade, 0.03)
    for middle in ((0.66, 0.66), (0.75, 0.58), (0.29, 0.4), (0.38, 0.3), (0.26, 0.53)):
        yield Area(regular(middle, 0.017, 12), shade)


PATTERNS: Mapping[Terrain, Callable[[Tone], Iterator[Shape]]] = {
    Terrain.WATER: _water,
    Terrain.MOUNTAIN: _mountain,
    Terrain.FOREST: _forest,
    Terrain.SWAMP: _swamp,
    Terrain.DESERT: _desert,
}

# Where structure, cube and discs go in a hex, so that all of them stay visible.


class HexSpot(Struct, frozen=True):
    """A place in a hex: its offset from the hex's middle, and its side, in heights of the hex."""

    x: float
    y: float
    side: float

    def place(self, middle: Point, height: float) -> Point:
        """Return the middle of the place in a hex around `middle`, in pixels."""
        return (middle[0] + self.x * height, middle[1] + self.y * height)


class Places(Struct, frozen=True):
    """The places in one hex; the structure is drawn first, then the discs, then the cube."""

    structure: HexSpot
    discs: tuple[HexSpot, ...]
    cube: HexSpot


ALONE = HexSpot(0, 0, 0.54)
LARGE = HexSpot(0, 0, 0.58)


def _same_size(side: float, *middles: Point) -> tuple[HexSpot, ...]:
    """Return places of the same size."""
    return tuple(HexSpot(x, y, side) for x, y in middles)


DISCS: tuple[tuple[HexSpot, ...], ...] = (
    (),
    (ALONE,),
    _same_size(0.5, (-0.19, 0.06), (0.19, -0.06)),
    _same_size(0.44, (-0.23, -0.14), (0.23, -0.14), (0, 0.2)),
    _same_size(0.42, (-0.22, 0.2), (0.22, 0.2), (-0.22, -0.2), (0.22, -0.2)),
    _same_size(0.38, (-0.22, 0.24), (0.22, 0.24), (-0.36, -0.12), (0.36, -0.12), (0, -0.2)),
)
"""Places of discs alone in a hex, by number of discs."""
BELOW: tuple[tuple[HexSpot, ...], ...] = (
    (),
    _same_size(0.42, (0, -0.2)),
    _same_size(0.42, (-0.2, -0.2), (0.2, -0.2)),
    _same_size(0.38, (-0.29, -0.15), (0, -0.22), (0.29, -0.15)),
    _same_size(0.34, (-0.36, -0.1), (-0.13, -0.22), (0.13, -0.22), (0.36, -0.1)),
    _same_size(0.3, (-0.38, -0.04), (-0.22, -0.27), (0, -0.04), (0.22, -0.27), (0.38, -0.04)),
)
"""Places of discs below something else, by number of discs."""


def places(structure: bool, cube: bool, discs: int) -> Places:
    """Return the places in a hex, depending on what is there and the number of discs."""
    count = min(discs, len(DISCS) - 1)
    if structure and cube:
        if not discs:
            return Places(HexSpot(-0.23, 0.06, 0.46), (), HexSpot(0.24, -0.04, 0.44))
        return Places(HexSpot(-0.21, 0.21, 0.4), BELOW[count], HexSpot(0.21, 0.21, 0.38))
    if not discs:
        return Places(LARGE, (), ALONE)
    if structure:
        return Places(HexSpot(0, 0.22, 0.42), BELOW[count], ALONE)
    if cube:
        return Places(LARGE, BELOW[count], HexSpot(0, 0.2, 0.42))
    return Places(LARGE, DISCS[count], ALONE)


# Marks on the map.

CROSSES = (HexSpot(-0.37, 0, 0.62), HexSpot(0.37, 0, 0.62))
"""Places of crosses: each clue has its own, so that it can be followed over the map."""
STAR_SHAPE = 0.56
"""Side of the habitat's star, in widths of a hex."""


class Marks(Struct, frozen=True):
    """Marks on the map.

    `chosen` has a thick outline; `also`, the space asked about or searched, a dashed one. `placed` are discs
    of a search that isn't reported yet. Hexes outside `lit` are dimmed, unless it is empty. `forbidden` (by
    the clues of these colours) and `allowed` are private. `habitat` is marked after the game. `piece` (down,
    across) and `structure` are to be placed next.
    """

    chosen: Hex | None = None
    also: Hex | None = None
    placed: tuple[Disc, ...] = ()
    lit: frozenset[Hex] = frozenset()
    forbidden: dict[Hex, tuple[Hue, ...]] = {}
    allowed: frozenset[Hex] = frozenset()
    habitat: Hex | None = None
    piece: tuple[int, int] | None = None
    structure: Structure | None = None

    def dims(self, at: Hex) -> bool:
        """Return whether a hex is dimmed: it is outside `lit` or `piece`."""
        unlit = bool(self.lit) and at not in self.lit
        return unlit or (self.piece is not None and self.piece != piece_of(at))

    def unreported(self, at: Hex) -> tuple[Hue, ...]:
        """Return the discs on a hex that aren't reported yet."""
        return tuple(disc.hue for disc in self.placed if disc.at == at)


def badges(marks: Marks, lattice: Lattice) -> Iterator[PlacedArt]:
    """Yield the marks over the pieces: what a player's clues say about each hex, and the habitat."""
    for at in sorted(marks.allowed):
        yield ring(Outline.ALLOWED, lattice, at)
    hues = sorted({hue for owners in marks.forbidden.values() for hue in owners}, key=list(Hue).index)
    for at in sorted(marks.forbidden):
        for hue in marks.forbidden[at]:
            slot = CROSSES[hues.index(hue) % len(CROSSES)]
            side = round(slot.side * lattice.height)
            yield PlacedArt(cross(hue), slot.place(lattice.middle(at), lattice.height), side)
    if marks.habitat is not None:
        x, y = lattice.middle(marks.habitat)
        yield ring(Outline.HABITAT, lattice, marks.habitat)
        yield PlacedArt(HABITAT, (x, y + lattice.height * 0.62), round(lattice.width * STAR_SHAPE))


def ring(kind: Outline, lattice: Lattice, at: Hex) -> PlacedArt:
    """Return a line around a hex."""
    return PlacedArt(outline(kind, lattice.tall), lattice.middle(at), round(lattice.width * ROOM))
