"""What the hexes of the map look like: a tone and a quiet pattern each, and territories. Pure."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from math import pi, sin

from companion.games.cryptid.maps import Animal, PieceHex, Terrain
from ui.games.cryptid.art import broken
from ui.games.cryptid.hex_shapes import Line, corners
from ui.games.cryptid.tones import ANIMALS, BLANK, BLANK_EDGE, EDGE, LIGHT, TERRAINS, mixed
from ui.stage.art import MIDDLE, Art, regular
from ui.stage.rect import Point
from ui.stage.shapes import Area, Shape, Stroke
from ui.theme import Tone

GAP = 0.05
"""Between two hexes, in widths of a hex."""


@cache
def ground(cell: PieceHex | None, tall: float) -> Art:
    """Return a hex as wide as its square and `tall` widths high; None: a hex that nobody knows."""

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
        # On dark dashes, so that it stands out.
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
