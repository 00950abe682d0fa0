"""What the tables of many games are made of: panels, and the marks of seats. Pure.

A mark is a shape in the seat's colour with a letter: colour is never the only cue.
"""

from collections.abc import Callable, Collection, Iterator
from math import ceil, dist, inf

from msgspec.structs import replace

from companion.journal import NamePlate
from ui.stage import fonts, theme
from ui.stage.art import MIDDLE, Art, oval, regular, star
from ui.stage.icons import check
from ui.stage.rect import Point, Rect
from ui.stage.scene import Item, Pads, PlacedArt, Scene, Slot, Spot, Viewport
from ui.stage.shapes import Area, Box, Letters, Rim, Stroke
from ui.stage.theme import Tone

LINE_MM = 0.5
"""Width of a panel's outline."""
LINE = fonts.ASCENT + fonts.DESCENT
"""Height of a line of text, in sizes of its font."""
HAIR = 1e-6
"""Rounding tolerance in pixels for a line that was sized to fit."""
LEAST_ROOM, LEAST_LETTERS = 0.8, 2
"""Least height of a line in sizes of its font, and fewest letters left of a name that is cut off."""
SHRUNK = 0.55
"""The share of its size that a paragraph shrinks to before it is cut off."""
FELT_LINE = 2.4
"""Width of the line around the table, in pixels."""
RING_MM, RING, RING_LINE = 8.5, 0.13, 0.08
"""Greatest width of a ring around a spot, in mm and as a share of the board; its line, in ring widths."""
LEAST_RING_MM, APART = 2.6, 0.92
"""Least width of a ring, and the share of the distance between two spots that it may take."""
NEIGHBOURS = 24
"""How many spots after each one, from the left, are searched for its nearest: no column has more."""
DASH_MM, DASHES_MM = 1.1, 0.3
"""Length and width of the dashes around an unknown card; they are inset by their width."""


LEAST_MM = 3.2
"""Smallest letters read across a table; no larger in large text, where a whole name matters more."""


def readable(
    room: Viewport,
    text: str,
    rect: Rect,
    tone: Tone,
    size: float,
    *,
    bold: bool = False,
    along: float = 0.5,
    whole: bool = False,
) -> Letters:
    """Return a line readable from a chair: it shrinks no further than `LEAST_MM`, then it is cut off.

    It is at most `size` pixels high. It is empty where not even its first letters fit or, with `whole`, not
    all.
    """
    text, least = str(text), room.mm(LEAST_MM)
    size = max(min(size, rect.width / max(1e-6, fonts.width(text, 1.0, bold=bold))), min(size, least))
    size = min(size, max(least, rect.height / LEAST_ROOM))
    if rect.height < size * LEAST_ROOM - HAIR:
        return Letters("", rect, tone, size, bold, along)
    shown = shortened(text, rect.width + HAIR, size, bold=bold)
    if shown != text and (whole or len(shown) <= LEAST_LETTERS):
        shown = ""
    return Letters(shown, rect, tone, size, bold, along)


def least_width(room: Viewport, name: str) -> float:
    """Return a name's width, bold, in the smallest letters that are `readable`, in pixels."""
    return fonts.width(name, room.mm(LEAST_MM), bold=True)


def least_height(room: Viewport) -> float:
    """Return the least height of a `readable` line, in whole pixels."""
    return ceil(room.mm(LEAST_MM) * LEAST_ROOM)


def panel(
    room: Viewport, rect: Rect, tone: Tone, outline: Tone | None = None, line_mm: float = LINE_MM
) -> tuple[Slot, ...]:
    """Return a rounded ground, and its outline or None."""
    corner = min(room.mm(theme.RADIUS_MM), rect.height / 2, rect.width / 2)
    line = room.mm(line_mm)
    edge = None if outline is None else Rim(rect.inset(line / 2), outline, line, corner)
    return Box(rect, tone, corner), edge


def ringed(scene: Scene, room: Viewport, spots: Collection[Spot]) -> Scene:
    """Return a scene with rings around some of its spots, on top; a pad gets an outline."""
    side = min(room.mm(RING_MM), RING * min(room.rect.width, room.rect.height))
    return _ringed(scene, room, spots, side, theme.WARNING)


def lighted(scene: Scene, room: Viewport, spots: Collection[Spot]) -> Scene:
    """Return a scene with bright rings around some of its spots, kept apart down to a least size.

    They are in the colour of text, which no player and no team has.
    """
    side = min(room.mm(RING_MM), RING * min(room.rect.width, room.rect.height))
    middles = sorted(_middles(scene, spots))
    near = [dist(a, b) for n, a in enumerate(middles) for b in middles[n + 1 : n + NEIGHBOURS]]
    side = max(min([side, *(APART * far for far in near)]), room.mm(LEAST_RING_MM))
    return _ringed(scene, room, spots, side, theme.TEXT)


def _ringed(scene: Scene, room: Viewport, spots: Collection[Spot], side: float, tone: Tone) -> Scene:
    line = max(side * RING_LINE, room.mm(LINE_MM))
    rings = [(_around(middle, side), side / 2) for middle in _middles(scene, spots)]
    rings += [(pad.inset(line), min(room.mm(theme.RADIUS_MM), pad.height / 4)) for pad in _pads(scene, spots)]
    lines = ((theme.GROUND, 2 * line), (tone, line))
    edges = [Rim(ring, ring_tone, width, corner) for ring, corner in rings for ring_tone, width in lines]
    return replace(scene, items=(*scene.items, *edges)) if edges else scene


def _middles(scene: Scene, spots: Collection[Spot]) -> list[Point]:
    """Return the middles of the spots that aren't pads."""
    drawn = [group for group in scene.spots if not isinstance(group, Pads)]
    return [middle for spot in spots for group in drawn if (middle := group.middle(spot)) is not None]


def _pads(scene: Scene, spots: Collection[Spot]) -> list[Rect]:
    """Return the rectangles of the spots that are pads."""
    pads = [pad for group in scene.spots if isinstance(group, Pads) for pad in group.pads]
    return [rect for spot in spots for own_spot, rect in pads if own_spot == spot]


def _around(middle: Point, side: float) -> Rect:
    return Rect(middle[0] - side / 2, middle[1] - side / 2, side, side)


def felt(rect: Rect) -> tuple[Item, ...]:
    """Return the table itself: an oval in felt."""
    edge = oval(rect)
    return Area(edge, theme.FELT), Stroke(edge, theme.FELT_LINE, FELT_LINE, closed=True)


SWITCH_MM = (9.0, 5.2)
"""Width and height of a switch."""


def switch(room: Viewport, at: Point, *, on: bool) -> tuple[Item, ...]:
    """Return a switch around a point; when on, its knob is at the right and its ground filled."""
    wide, high = map(room.mm, SWITCH_MM)
    track = Rect(at[0] - wide / 2, at[1] - high / 2, wide, high)
    line = room.mm(LINE_MM)
    knob = track.inset(line * 1.6)
    side = knob.height
    x = knob.right - side if on else knob.x
    return (
        Box(track, theme.READY if on else theme.GROUND, high / 2),
        Rim(track.inset(line / 2), theme.READY if on else theme.EDGE, line, high / 2),
        Box(Rect(x, knob.y, side, side), theme.ON_SEAT if on else theme.EDGE, side / 2),
    )


TICK, TICK_MM = 0.7, 1.4
"""Height of a check mark in heights of its box, and the box's corner radius."""


def tick_box(room: Viewport, number: str, *, done: bool) -> Iterator[Item]:
    """Yield the largest box in a room: empty, with a small number in its corner, or ticked."""
    side, line = min(room.rect.width, room.rect.height), room.mm(LINE_MM)
    box = _around(room.rect.center, side).on_pixels()
    yield Box(box, theme.READY if done else theme.GROUND, room.mm(TICK_MM))
    if done:
        yield from check(*box.center, side * TICK, theme.ON_SEAT)
        return
    yield Rim(box.inset(line / 2), theme.EDGE, line, room.mm(TICK_MM))
    size = room.mm(theme.SMALL_MM)
    inner = box.inset(line + room.mm(0.7), line + room.mm(0.3))
    yield Letters(number, inner.cut_top(size * LINE)[0], theme.DIM, size, along=0)


CHEVRON_MM = (1.5, 3.0)


def chevron(room: Viewport, at: Point) -> Stroke:
    """Return a chevron around a point, as a sign that something opens there."""
    wide, high = map(room.mm, CHEVRON_MM)
    x, y = at
    points = ((x - wide / 2, y + high / 2), (x + wide / 2, y), (x - wide / 2, y - high / 2))
    return Stroke(points, theme.DIM, room.mm(LINE_MM), round=True)


def shortened(text: str, room: float, size: float, *, bold: bool = False) -> str:
    """Return a text, cut off with an ellipsis if it is wider than `room`, in pixels."""
    text = str(text)
    if fonts.width(text, size, bold=bold) <= room:
        return text
    while text and fonts.width(f"{text}…", size, bold=bold) > room:
        text = text[:-1].rstrip()
    return f"{text}…"


def paragraph(text: str, room: Rect, tone: Tone, size: float, most: int) -> tuple[Letters | None, ...]:
    """Return `most` lines from the left, centred vertically, smaller if too many; None for an unused one."""
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


def unknown(room: Viewport, rect: Rect, text: str, *, pressed: bool) -> tuple[Slot, ...]:
    """Return the dashed pad of a card that hasn't been reported yet."""
    inner, edge = rect.inset(room.mm(1.2), room.mm(0.8)), rect.inset(room.mm(DASHES_MM))
    ring = ((edge.x, edge.y), (edge.right, edge.y), (edge.right, edge.top), (edge.x, edge.top))
    return (
        *panel(room, rect, theme.PRESSED if pressed else theme.GROUND),
        Letters(text, inner.on_pixels(), theme.DIM, room.mm(theme.TITLE_MM), bold=True),
        Stroke(ring, (*theme.DIM[:3], 0.7), room.mm(DASHES_MM), closed=True, dash=room.mm(DASH_MM)),
    )


def heap(room: Viewport) -> tuple[Item, ...]:
    """Return a pile of face-down cards."""
    high = min(room.rect.height, room.rect.width * 1.3) * 0.82
    x, y = room.rect.center
    first = Rect(x - high * 0.36, y - high / 2, high * 0.68, high)
    step, line = high * 0.06, room.mm(LINE_MM)
    cards = (Rect(first.x + n * step, first.y + n * step, first.width, first.height) for n in range(3))
    return tuple(
        item
        for card in cards
        for item in (Box(card, theme.RAISED, line * 3), Rim(card, theme.DIM, line, line * 3))
    )


def alone(art: Art) -> Callable[[Viewport], tuple[Item, ...]]:
    """Return a picture of art in the middle of a room."""
    return lambda room: (centred(art, room.rect),)


def centred(art: Art, rect: Rect, most: float = inf) -> PlacedArt:
    """Return art in the middle of a rectangle, as large as fits up to `most` pixels, on whole pixels."""
    side = int(min(rect.width, rect.height, most))
    x, y = (round(middle - side / 2) + side / 2 for middle in rect.center)
    return PlacedArt(art, (x, y), side)


Outline = tuple[Point, ...]


OUTLINES: dict[str, Outline] = {
    "circle": regular(MIDDLE, 0.48, 40),
    "triangle": regular((0.5, 0.4), 0.58, 3),
    "square": ((0.07, 0.07), (0.93, 0.07), (0.93, 0.93), (0.07, 0.93)),
    "diamond": regular(MIDDLE, 0.53, 4),
    "star": star((0.5, 0.47), 0.54, 0.5),
    "hexagon": regular(MIDDLE, 0.5, 6),
    "pentagon": regular((0.5, 0.47), 0.52, 5),
    "cross": (
        (0.3, 0.02), (0.7, 0.02), (0.7, 0.3), (0.98, 0.3), (0.98, 0.7), (0.7, 0.7),
        (0.7, 0.98), (0.3, 0.98), (0.3, 0.7), (0.02, 0.7), (0.02, 0.3), (0.3, 0.3),
    ),
}  # fmt: skip
"""The outlines of the theme's shapes in a unit square, y upwards; all visible from the middle."""

LETTER_AT = {"triangle": 0.4, "star": 0.46, "pentagon": 0.48}
"""Height of the letter's middle in the unit square, if not 0.5."""
LETTER_SIZE = {"triangle": 0.46, "star": 0.44, "diamond": 0.5}
LETTER_ROOM = {"triangle": 0.46, "star": 0.5}
LETTER = 0.56
"""Font size of the letter, in sides of the mark."""


def outline(shape: str) -> Outline:
    """Return the outline of a shape; a circle for one in an older record that no longer exists."""
    return OUTLINES.get(shape, OUTLINES["circle"])


def lettered(plate: NamePlate, x: float, y: float, side: float) -> Letters:
    """Return the letter on a mark whose lower left corner is at a point."""
    shape = plate.shape
    size = LETTER_SIZE.get(shape, LETTER) * side
    height = size * 1.3
    middle = y + LETTER_AT.get(shape, 0.5) * side
    room = LETTER_ROOM.get(shape, 0.7) * side
    at = Rect(x + (side - room) / 2, middle - height / 2, room, height)
    return Letters(plate.letter, at, theme.ON_SEAT, size, bold=True)


def in_middle(plate: NamePlate, room: Viewport) -> tuple[Item, ...]:
    """Return a seat's mark in the middle of a room."""
    return marked(plate, room.rect)


def mark(
    plate: NamePlate, x: float, y: float, side: float, opacity: float = 1.0, *, inverse: bool = False
) -> tuple[Item, ...]:
    """Return the mark of a seat with its lower left corner at a point, `side` pixels wide.

    `opacity` fades a seat that takes no part; `inverse` is for a ground in the seat's own colour, and isn't
    faded.
    """
    points = tuple((x + px * side, y + py * side) for px, py in outline(plate.shape))
    letter = lettered(plate, x, y, side)
    if inverse:
        return Area(points, theme.ON_SEAT), replace(letter, tone=theme.seat_tone(plate))
    return Area(points, theme.seat_tone(plate, opacity)), letter


def marked(plate: NamePlate, rect: Rect, opacity: float = 1.0, *, inverse: bool = False) -> tuple[Item, ...]:
    """Return the mark of a seat in the middle of a rectangle, as large as fits."""
    side, (x, y) = min(rect.width, rect.height), rect.center
    return mark(plate, x - side / 2, y - side / 2, side, opacity, inverse=inverse)


# The loupe: what is under a finger, enlarged next to it.

WIDE_MM, HIGH_MM = 19.0, 22.0
ABOVE_MM, BESIDE_MM = 9.0, 11.0
"""Distance from the fingertip, above it and at its side."""
LOW_MM = 0.6
"""How far a name is below the middle of its line."""


def loupe_rect(room: Viewport, middle: Point) -> Rect:
    """Return the loupe's rectangle: above a fingertip, or at its side if there is no room above."""
    rect, (x, y) = room.rect, middle
    wide, high = int(room.mm(WIDE_MM)), int(room.mm(HIGH_MM))
    low = y + room.mm(ABOVE_MM)
    x0 = min(max(x - wide / 2, rect.x), rect.right - wide)
    if low + high > rect.top:
        low = rect.top - high
        x0 = x - room.mm(BESIDE_MM) - wide
        if x0 < rect.x:
            x0 = x + room.mm(BESIDE_MM)
    return Rect(int(x0), int(low), wide, high)


def bubble(
    room: Viewport, middle: Point, name: str, size: float, name_mm: float
) -> tuple[tuple[Slot, ...], Rect]:
    """Return the loupe at a fingertip with a name at its top, and the rectangle for a picture in it.

    The name's line is `name_mm` high, and its letters have a `size` in pixels.
    """
    rect = loupe_rect(room, middle)
    head, below = rect.cut_top(room.mm(name_mm))
    line = Rect(head.x, head.y - room.mm(LOW_MM), head.width, head.height)
    letters = Letters(name, line, theme.TEXT, size, bold=True)
    return (*panel(room, rect, theme.RAISED, theme.LINE), letters), below
