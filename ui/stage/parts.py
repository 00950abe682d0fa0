"""What the tables of many games are made of: panels, and the marks of seats. Pure.

A mark is a shape in the seat's colour, with a letter: colour is never told by itself.
"""

from collections.abc import Collection
from math import cos, pi, sin

from msgspec.structs import replace

from companion.journal import Plate
from ui import theme
from ui.stage import fonts
from ui.stage.art import Art, oval
from ui.stage.rect import Point, Rect
from ui.stage.scene import Item, Pads, PlacedArt, Room, Scene, Spot
from ui.stage.shapes import Area, Box, Letters, Rim, Stroke
from ui.theme import Tone

LINE_MM = 0.5
"""Width of a panel's outline."""
LINE = fonts.ASCENT + fonts.DESCENT
"""Height of a line of text, in sizes of its font."""
SHRUNK = 0.55
"""So much smaller a paragraph becomes before it is cut off."""
FELT_LINE = 2.4
"""Width of the line around the table, in pixels."""
RING_MM, RING, RING_LINE = 8.5, 0.13, 0.08
"""Width of the ring around a spot: no more than so much, and than a part of the board; and of its line."""
LIGHT_MM, LIGHT, LIGHT_OFF_MM = 2.0, 0.66, 1.3
"""Width of what shines on a spot, with its dark rim; how much of it it is without; and how far up and to the
right of the middle it lies, so that what is written there can be read."""
DASH_MM, DASHES_MM = 1.1, 0.3
"""Length of the dashes around what isn't known, and their width; they lie so far inside."""


def panel(room: Room, rect: Rect, tone: Tone, outline: Tone | None = None) -> tuple[Item | None, ...]:
    """Return a rounded ground, with an outline where it must be noticed."""
    corner = min(room.mm(theme.RADIUS_MM), rect.height / 2, rect.width / 2)
    line = room.mm(LINE_MM)
    edge = None if outline is None else Rim(rect.inset(line / 2), outline, line, corner)
    return Box(rect, tone, corner), edge


def ringed(scene: Scene, room: Room, spots: Collection[Spot]) -> Scene:
    """Return a scene with a ring around some of its spots, above all else; a pad has its edge drawn."""
    side = min(room.mm(RING_MM), RING * min(room.rect.width, room.rect.height))
    line = side * RING_LINE
    rings = [(_around(middle, side), side / 2) for middle in _middles(scene, spots)]
    rings += [(pad.inset(line), min(room.mm(theme.RADIUS_MM), pad.height / 4)) for pad in _pads(scene, spots)]
    lines = ((theme.GROUND, 2 * line), (theme.WARNING, line))
    edges = [Rim(ring, tone, width, corner) for ring, corner in rings for tone, width in lines]
    return replace(scene, items=(*scene.items, *edges)) if edges else scene


def lighted(scene: Scene, room: Room, spots: Collection[Spot]) -> Scene:
    """Return a scene with a green light on some of its spots, above all else, where they lie here."""
    side, line = room.mm(LIGHT_MM), room.mm(LINE_MM) * 2
    off = room.mm(LIGHT_OFF_MM)
    middles = [(x + off, y + off) for x, y in _middles(scene, spots)]
    rims = [Box(_around(middle, side), theme.GROUND, side / 2) for middle in middles]
    lights = [Box(_around(middle, side * LIGHT), theme.READY, side * LIGHT / 2) for middle in middles]
    pads = [Rim(pad.inset(line), theme.READY, line, room.mm(theme.RADIUS_MM)) for pad in _pads(scene, spots)]
    return replace(scene, items=(*scene.items, *rims, *lights, *pads)) if middles or pads else scene


def _middles(scene: Scene, spots: Collection[Spot]) -> list[Point]:
    """Return the middles of those of the spots that are no pads."""
    drawn = [each for each in scene.spots if not isinstance(each, Pads)]
    return [middle for spot in spots for each in drawn if (middle := each.middle(spot)) is not None]


def _pads(scene: Scene, spots: Collection[Spot]) -> list[Rect]:
    """Return the pads among the spots."""
    there = [pad for each in scene.spots if isinstance(each, Pads) for pad in each.pads]
    return [rect for spot in spots for its, rect in there if its == spot]


def _around(middle: Point, side: float) -> Rect:
    return Rect(middle[0] - side / 2, middle[1] - side / 2, side, side)


def felt(rect: Rect) -> tuple[Item, ...]:
    """Return the table itself: an oval in felt."""
    edge = oval(rect)
    return Area(edge, theme.FELT), Stroke(edge, theme.FELT_LINE, FELT_LINE, closed=True)


def paragraph(text: str, room: Rect, tone: Tone, size: float, most: int) -> tuple[Letters | None, ...]:
    """Return at most `lines` lines from the left, in the middle of a room; smaller where they don't fit."""
    least = size * SHRUNK / theme.LARGER
    lines = fonts.wrapped(text, room.width, size)
    while size > least and len(lines) > min(most, room.height / (size * LINE)):
        size *= 0.94
        lines = fonts.wrapped(text, room.width, size)
    high = size * LINE
    top = room.center[1] + high * min(len(lines), most) / 2
    rows = Rect(room.x, top - high * most, room.width, high * most).rows(most, 0)
    letters = [Letters(line, row, tone, size, along=0) for line, row in zip(lines, rows, strict=False)]
    return (*letters, *[None] * (most - len(letters)))


def unknown(room: Room, rect: Rect, text: str, *, pressed: bool) -> tuple[Item | None, ...]:
    """Return the dashed pad of a card that nobody has told yet."""
    inner, edge = rect.inset(room.mm(1.2), room.mm(0.8)), rect.inset(room.mm(DASHES_MM))
    ring = ((edge.x, edge.y), (edge.right, edge.y), (edge.right, edge.top), (edge.x, edge.top))
    return (
        *panel(room, rect, theme.PRESSED if pressed else theme.GROUND),
        Letters(text, inner.on_pixels(), theme.DIM, room.mm(theme.TITLE_MM), bold=True),
        Stroke(ring, (*theme.DIM[:3], 0.7), room.mm(DASHES_MM), closed=True, dash=room.mm(DASH_MM)),
    )


def centred(art: Art, rect: Rect) -> PlacedArt:
    """Return art in the middle of a rectangle, as large as fits, on whole pixels."""
    side = int(min(rect.width, rect.height))
    x, y = (round(middle - side / 2) + side / 2 for middle in rect.center)
    return PlacedArt(art, (x, y), side)


Outline = tuple[Point, ...]


def _regular(corners: int, start: float = pi / 2, radius: float = 0.5, low: float = 0.0) -> Outline:
    step = 2 * pi / corners
    return tuple(
        (0.5 + radius * cos(start + n * step), 0.5 - low + radius * sin(start + n * step))
        for n in range(corners)
    )


def _star() -> Outline:
    outer, inner = _regular(5, radius=0.54, low=0.03), _regular(5, pi / 2 + pi / 5, 0.27, 0.03)
    return tuple(point for pair in zip(outer, inner, strict=True) for point in pair)


OUTLINES: dict[str, Outline] = {
    "circle": _regular(40, radius=0.48),
    "triangle": _regular(3, radius=0.58, low=0.1),
    "square": ((0.07, 0.07), (0.93, 0.07), (0.93, 0.93), (0.07, 0.93)),
    "diamond": _regular(4, radius=0.53),
    "star": _star(),
    "hexagon": _regular(6),
    "pentagon": _regular(5, radius=0.52, low=0.03),
    "cross": (
        (0.3, 0.02), (0.7, 0.02), (0.7, 0.3), (0.98, 0.3), (0.98, 0.7), (0.7, 0.7),
        (0.7, 0.98), (0.3, 0.98), (0.3, 0.7), (0.02, 0.7), (0.02, 0.3), (0.3, 0.3),
    ),
}  # fmt: skip
"""The outlines of the theme's shapes, in a unit square with y upwards; seen whole from its middle."""

LETTER_AT = {"triangle": 0.4, "star": 0.46, "pentagon": 0.48}
"""How high the letter stands, where that is not the middle."""
LETTER_SIZE = {"triangle": 0.46, "star": 0.44, "diamond": 0.5}
LETTER_ROOM = {"triangle": 0.46, "star": 0.5}
LETTER = 0.56
"""Font size of the letter, in sides of the mark."""


def outline(shape: str) -> Outline:
    """Return the outline of a shape; a shape of an older record that is gone is drawn as a circle."""
    return OUTLINES.get(shape, OUTLINES["circle"])


def lettered(plate: Plate, x: float, y: float, side: float) -> Letters:
    """Return the letter on a mark whose lower left corner lies at a point."""
    shape = plate.shape
    size = LETTER_SIZE.get(shape, LETTER) * side
    height = size * 1.3
    middle = y + LETTER_AT.get(shape, 0.5) * side
    room = LETTER_ROOM.get(shape, 0.7) * side
    at = Rect(x + (side - room) / 2, middle - height / 2, room, height)
    return Letters(plate.letter, at, theme.ON_SEAT, size, bold=True)


def mark(plate: Plate, x: float, y: float, side: float, opacity: float = 1.0) -> tuple[Item, ...]:
    """Return the mark of a seat, its lower left corner at a point; `opacity` fades one without a part."""
    points = tuple((x + px * side, y + py * side) for px, py in outline(plate.shape))
    return Area(points, theme.seat_tone(plate, opacity)), lettered(plate, x, y, side)
