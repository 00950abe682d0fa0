"""The pictures of *Try this table*: what to press, look at and listen to. Pure."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from math import cos, pi, sin

from companion.journal import NamePlate
from ui.stage import icons, theme
from ui.stage.art import arc, disc
from ui.stage.parts import felt, mark, marked
from ui.stage.rect import Point, Rect
from ui.stage.scene import Item, Scene, Spot, Viewport
from ui.stage.shapes import Area, Box, Letters, Stroke

INSET_MM, RING_MM = 7.0, 4.5
"""Distance from the screen's edges to the middle of a ring in its corner, and the ring's radius."""
FAINT = 0.3
"""Opacity of the mark of a seat whose button hasn't answered."""
TICK, GAP = 0.42, 0.25
"""Size of a tick on a mark, and the gap between two marks, in sides of a mark."""
RAYS, SQUARE = 12, 0.9
CORNERS = ((0, 1), (0, 0), (1, 0), (1, 1))
"""The corners in the order in which they are touched; a second tap on the last one hits *Next*."""


def of(name: str, room: Viewport, _finger: Spot | None) -> Scene:
    """Return the picture of a thing, by its name in `THINGS`."""
    return Scene(tuple(THINGS[name](room)))


def sitting(plates: Sequence[NamePlate], room: Viewport, _finger: Spot | None) -> Scene:
    """Return a table with people around it."""
    rect = room.rect
    side = min(rect.height * 0.24, rect.width * 0.14)
    high = rect.height - 1.2 * side
    wide = min(rect.width - 1.2 * side, 2.4 * high)
    (x, y), turn = rect.center, 2 * pi / len(plates)
    items: list[Item] = [*felt(Rect(x - wide / 2, y - high / 2, wide, high))]
    for n, plate in enumerate(plates):
        at = (x + cos(n * turn) * wide / 2, y + sin(n * turn) * high / 2)
        items += mark(plate, at[0] - side / 2, at[1] - side / 2, side)
    return Scene(tuple(items))


def buttons(
    plates: Mapping[int, NamePlate],
    answered: Collection[int],
    down: Collection[int],
    room: Viewport,
    _finger: Spot | None,
) -> Scene:
    """Return the marks of seats, with a tick where the button has answered; pressed ones stand out."""
    rect, count = room.rect, len(plates)
    across = max(range(1, count + 1), key=partial(_side, rect, count))
    side = _side(rect, count, across)
    rows = -(-count // across)
    left = rect.center[0] - _length(across) * side / 2
    top = rect.center[1] + _length(rows) * side / 2
    items: list[Item] = []
    for n, (seat, plate) in enumerate(plates.items()):
        x = left + n % across * (1 + GAP) * side
        y = top - side - n // across * (1 + GAP) * side
        if seat in down:
            grown = Rect(x, y, side, side).inset(-side * GAP / 3)
            items.append(Box(grown, theme.seat_tone(plate, 0.35), side * GAP))
        items += mark(plate, x, y, side, 1.0 if seat in answered or seat in down else FAINT)
        if seat in answered:
            size = TICK * side
            at = (x + side - size / 3, y + side - size / 3)
            items += [Area(disc(at, size * 0.62), theme.GROUND), *icons.check(*at, size, theme.READY)]
    return Scene(tuple(items))


def _side(rect: Rect, count: int, across: int) -> float:
    """Return the side of the largest marks that fit, `count` in all and `across` in a row."""
    rows = -(-count // across)
    return min(rect.width / (_length(across) + GAP), rect.height / (_length(rows) + GAP))


def _length(count: int) -> float:
    return count + (count - 1) * GAP


def lamp(plate: NamePlate | None, room: Viewport, _finger: Spot | None) -> Scene:
    """Return a lit lamp, next to the mark of its seat if there is a `plate`."""
    side = min(room.rect.height * 0.7, room.rect.width * 0.3)
    x, y = room.rect.center
    if plate is None:
        return Scene((*_sun((x, y), side * 0.35),))
    rect = Rect(x - 1.1 * side, y - side / 2, side, side)
    return Scene((*marked(plate, rect), *_sun((x + 0.7 * side, y), side * 0.28)))


def corner(rect: Rect, n: int, mm: float) -> Point:
    """Return the middle of the ring in corner `n`, 0 to 3; `mm` is the pixels in a millimetre."""
    right, up = CORNERS[n % len(CORNERS)]
    inset = INSET_MM * mm
    x = rect.right - inset if right else rect.x + inset
    y = rect.top - inset if up else rect.y + inset
    return x, y


def rings(hit: int, corners: Collection[int], room: Viewport, _finger: Spot | None) -> Scene:
    """Return rings in these corners: those before `hit` ticked, `hit` to be tapped now, later ones faint."""
    items: list[Item] = []
    radius, line = room.mm(RING_MM), room.mm(0.8)
    for n in corners:
        at = corner(room.rect, n, room.mm(1))
        if n < hit:
            items += icons.check(*at, radius * 1.4, theme.READY)
            continue
        tone = theme.WARNING if n == hit else (*theme.DIM[:3], FAINT)
        items.append(Stroke(disc(at, radius), tone, line, closed=True))
        if n == hit:
            items.append(Area(disc(at, radius * 0.25), tone))
    return Scene(tuple(items))


def fingers(down: int, of: int, room: Viewport, _finger: Spot | None) -> Scene:
    """Return the fingertips of a hand `of` fingers, `down` of them filled."""
    rect = room.rect
    radius = min(rect.height * 0.62, rect.width * 0.34)
    tip = radius * 0.2
    x, y = rect.center[0], rect.y + max(0.0, rect.height - radius - tip) / 2
    items: list[Item] = []
    for n in range(of):
        angle = pi * (0.9 - 0.8 * n / max(1, of - 1))
        at = (x + cos(angle) * radius * 1.25, y + sin(angle) * radius)
        tone = theme.READY if n < down else theme.DIM
        items.append(Stroke(disc(at, tip), tone, tip * 0.16, closed=True))
        if n < down:
            items.append(Area(disc(at, tip * 0.8), theme.READY))
    return Scene(tuple(items))


def large(text: str, room: Viewport, _finger: Spot | None) -> Scene:
    """Return a figure or a word, as large as fits."""
    return Scene((Letters(text, room.rect, theme.TEXT, room.rect.height * 0.8, bold=True),))


def _room(room: Viewport) -> tuple[Point, float]:
    """Return the middle of a room, and half the side of a square that keeps clear of its edges."""
    return room.rect.center, SQUARE * min(room.rect.width, room.rect.height) / 2


def _sun(at: Point, radius: float) -> Iterator[Item]:
    tone = theme.COLOURS["yellow"]
    yield Area(disc(at, radius), tone)
    for n in range(RAYS):
        angle = 2 * pi * n / RAYS
        x, y = cos(angle) * radius, sin(angle) * radius
        ray = tuple((at[0] + x * far, at[1] + y * far) for far in (1.3, 1.7))
        yield Stroke(ray, tone, radius * 0.14, round=True)


def _bright(room: Viewport) -> Iterator[Item]:
    at, half = _room(room)
    yield from _sun(at, half * 0.5)


def _moon(room: Viewport) -> Iterator[Item]:
    at, half = _room(room)
    yield Area(disc(at, half * 0.75), theme.COLOURS["ivory"])
    yield Area(disc((at[0] + half * 0.35, at[1] + half * 0.22), half * 0.66), theme.GROUND)


def _speaker(room: Viewport) -> Iterator[Item]:
    (x, y), half = _room(room)
    x -= half * 0.35
    yield Box(Rect(x - half * 0.45, y - half * 0.25, half * 0.4, half * 0.5), theme.TEXT)
    wide, high = half * 0.5, half * 0.6
    yield Area(
        ((x - half * 0.1, y - half * 0.25), (x + wide - half * 0.1, y - high),
         (x + wide - half * 0.1, y + high), (x - half * 0.1, y + half * 0.25)),
        theme.TEXT,
    )  # fmt: skip
    for far in (0.45, 0.75, 1.05):
        yield Stroke(arc((x + half * 0.3, y), half * far, -40, 40), theme.TEXT, half * 0.09, round=True)


def _plug(room: Viewport) -> Iterator[Item]:
    (x, y), half = _room(room)
    yield Box(Rect(x - half * 0.45, y - half * 0.3, half * 0.9, half * 0.7), theme.TEXT, half * 0.18)
    for side in (-0.24, 0.24):
        prong = Rect(x + (side - 0.07) * half, y + half * 0.3, half * 0.14, half * 0.5)
        yield Box(prong, theme.DIM, half * 0.05)
    cable = ((0.0, 0.3), (0.0, 0.6), (0.35, 0.85), (1.0, 0.85))
    yield Stroke(tuple((x + u * half, y - v * half) for u, v in cable), theme.TEXT, half * 0.14, round=True)


def _right(room: Viewport) -> Iterator[Item]:
    at, half = _room(room)
    yield from icons.check(*at, half * 1.5, theme.READY)


def _wrong(room: Viewport) -> Iterator[Item]:
    at, half = _room(room)
    yield from icons.warning(*at, half * 1.5, theme.WARNING)


THINGS = {
    "sound": _speaker,
    "dimming": _bright,
    "sleep": _moon,
    "plug": _plug,
    "right": _right,
    "wrong": _wrong,
}
"""Pictures by the name of a step or of its outcome."""
