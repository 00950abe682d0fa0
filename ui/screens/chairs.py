"""The table at which people sit down, as a scene: felt, chairs around it, and who sits on them. Pure."""

from collections.abc import Collection, Iterator, Mapping

from msgspec import Struct

from companion.journal import NamePlate
from ui.games.face import Emblem
from ui.language import words
from ui.stage import fonts, theme
from ui.stage.parts import felt, mark, panel, shortened, switch
from ui.stage.rect import Rect
from ui.stage.scene import Item, Pads, Scene, Spot, Viewport
from ui.stage.shapes import Box, Letters, Rim, Stroke

ACROSS = 6
UP = 3
PLACES = 2 * (ACROSS + UP)
"""Places around the table: six above and below, three at each side."""

HIGH_MM, CHAIR_MM = 14.0, 9.0
"""Of who sits there, at most, and of a chair on which nobody does."""
MOST_WIDE_MM = 22.0
"""Of who sits there, where nobody sits beside them and the name is long."""
FLAT_MM = (58.0, 12.0)
"""Of the switch for a screen that lies in the middle."""
LINE_MM = 0.35
BESIDE_MM = 8.0
"""Side of a mark that stands beside its name, at most."""
SHAPE_MM, LETTERED_MM = 4.5, 6.4
"""Side of a mark at least, and of one whose letter can be read from a chair."""


class Chair(Struct, frozen=True):
    """A place at the table, counted clockwise from the bottom left."""

    number: int


class Flat(Struct, frozen=True):
    """The switch that says that the screen lies in the middle."""


def chairs(
    plates: Mapping[int, NamePlate],
    lit: Collection[int],
    emblem: Emblem,
    *,
    flat: bool,
    room: Viewport,
    finger: Spot | None,
) -> Scene:
    """Return the table with who sits at which place; the buttons of those at the places `lit` are down."""
    rect, gap = room.rect, room.mm(1.5)
    high = min(room.mm(HIGH_MM), rect.height / (UP + 2) - room.mm(1))
    places = around(rect, ACROSS, UP, rect.width / ACROSS, high)
    table = rect.inset(rect.width / ACROSS * 0.62, high * 0.62)
    low, middle = rect.inset(rect.width / ACROSS + gap, high + gap).cut_bottom(room.mm(FLAT_MM[1]), gap)
    pad = Rect(low.center[0] - min(room.mm(FLAT_MM[0]), low.width) / 2, low.y, 0, low.height)
    pad = Rect(pad.x, pad.y, min(room.mm(FLAT_MM[0]), low.width), pad.height)
    items: list[Item | None] = [*felt(table), *emblem(Viewport(middle, room.density))]
    items += _flat(room, pad, on=flat, pressed=finger == Flat())
    for number, place in enumerate(places):
        pressed, plate = finger == Chair(number), plates.get(number)
        if plate is None:
            items += _free(room, place, pressed=pressed)
            continue
        across = number in (0, *range(UP + 1, UP + ACROSS + 1), *range(PLACES - ACROSS + 1, PLACES))
        beside = {(number + step) % PLACES for step in (1, -1)}
        alone = across and not beside & plates.keys()
        items += _taken(room, place, plate, alone=alone, pressed=pressed, lit=number in lit)
    touched = tuple((Chair(number), place) for number, place in enumerate(places))
    return Scene(tuple(items), (Pads((*touched, (Flat(), pad))),))


def around(room: Rect, across: int, up: int, width: float, height: float) -> list[Rect]:
    """Return places around a table, `across` above and below and `up` at each side, clockwise.

    The first is at the bottom left, as on the boards of the games.
    """
    step = room.width / across
    left = [room.x + step * (n + 0.5) - width / 2 for n in range(across)]
    between = room.height - 2 * height
    rise = between / up if up else 0.0
    sides = [room.y + height + rise * (n + 0.5) - height / 2 for n in range(up)]
    below = [Rect(x, room.y, width, height) for x in left]
    above = [Rect(x, room.top - height, width, height) for x in left]
    return [
        below[0],
        *(Rect(left[0], y, width, height) for y in sides),
        *above,
        *(Rect(left[-1], y, width, height) for y in reversed(sides)),
        *reversed(below[1:]),
    ]


def _free(room: Viewport, place: Rect, *, pressed: bool) -> Iterator[Item]:
    """Yield a chair on which nobody sits."""
    side = min(room.mm(CHAIR_MM), place.height, place.width)
    x, y = place.center
    disc = Rect(x - side / 2, y - side / 2, side, side)
    line, arm = room.mm(LINE_MM), side * 0.22
    yield Box(disc, theme.PRESSED if pressed else theme.RAISED, side / 2)
    yield Rim(disc.inset(line / 2), theme.EDGE, line, side / 2)
    for across, up in ((arm, 0.0), (0.0, arm)):
        yield Stroke(((x - across, y - up), (x + across, y + up)), theme.DIM, line * 1.4, round=True)


def _taken(
    room: Viewport, place: Rect, plate: NamePlate, *, alone: bool, pressed: bool, lit: bool
) -> Iterator[Item | None]:
    """Yield who sits there: the name beside the mark where it fits there in full, or below it."""
    gap, inset = room.mm(1.2), room.mm(1.3)
    tone = theme.seat_tone(plate)
    body, small = room.mm(theme.BODY_MM), room.mm(theme.SMALL_MM)
    wide = place.width - gap
    needed = fonts.width(plate.name, body, bold=True) + 2 * inset + room.mm(1)
    if alone:
        wide = max(wide, min(needed, room.mm(MOST_WIDE_MM), place.width * 2 - room.mm(CHAIR_MM) - gap))
    card = Rect(place.center[0] - wide / 2, place.y, wide, place.height)
    card = card if card.x >= room.rect.x else Rect(room.rect.x, card.y, card.width, card.height)
    if card.right > room.rect.right:
        card = Rect(room.rect.right - wide, card.y, wide, card.height)
    yield from panel(room, card, theme.PRESSED if pressed else theme.PANEL, tone)
    if lit:
        yield Box(card, theme.seat_tone(plate, 0.35), min(room.mm(theme.RADIUS_MM), card.height / 2))
    inner = card.inset(inset, room.mm(0.9))
    side = min(inner.height * 0.72, room.mm(BESIDE_MM))
    beside = inner.width - side - room.mm(1)
    if fonts.width(plate.name, body, bold=True) <= beside:
        left, rest = inner.cut_left(side, room.mm(1))
        yield from _mark(room, plate, left.x, left.center[1] - side / 2, side)
        yield Letters(plate.name, rest, theme.TEXT, body, bold=True, along=0)
        return
    fits = fonts.width(plate.name, body, bold=True) <= inner.width
    size = body if fits and inner.height - body * 1.2 >= room.mm(SHAPE_MM) else small
    under, over = inner.cut_bottom(size * 1.2)
    side = min(over.height, over.width)
    yield from _mark(room, plate, over.center[0] - side / 2, over.center[1] - side / 2, side)
    yield Letters(shortened(plate.name, under.width, size, bold=True), under, theme.TEXT, size, bold=True)


def _mark(room: Viewport, plate: NamePlate, x: float, y: float, side: float) -> tuple[Item, ...]:
    """Return a mark; one whose letter couldn't be read has none: the name stands beside it."""
    items = mark(plate, x, y, side)
    return items if side >= room.mm(LETTERED_MM) else items[:1]


def _flat(room: Viewport, pad: Rect, *, on: bool, pressed: bool) -> Iterator[Item]:
    """Yield the switch for a screen that lies in the middle."""
    line, size = room.mm(LINE_MM), room.mm(theme.SMALL_MM)
    corner = min(room.mm(theme.RADIUS_MM), pad.height / 2)
    yield Box(pad, theme.PRESSED if pressed else theme.RAISED, corner)
    yield Rim(pad.inset(line / 2), theme.EDGE, line, corner)
    end, text = pad.inset(room.mm(2), room.mm(0.5)).cut_right(room.mm(9), room.mm(1.5))
    lines = fonts.wrapped(words.LIES_FLAT, text.width, size, bold=True)
    block = text.inset(0, (text.height - size * 1.2 * len(lines)) / 2)
    for said, row in zip(lines, block.rows(len(lines), 0), strict=True):
        yield Letters(said, row, theme.TEXT, size, bold=True, along=0)
    yield from switch(room, end.center, on=on)
