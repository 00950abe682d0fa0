"""Beside the map: the players, their colours, and how many pieces of each lie on the map. Pure."""

from collections.abc import Iterator

from companion.games.cryptid.model import Hue
from companion.games.cryptid.view import View
from companion.journal import Plate
from ui import theme
from ui.games.cryptid import art
from ui.stage import fonts
from ui.stage.art import Art
from ui.stage.parts import mark, panel, readable
from ui.stage.rect import Rect
from ui.stage.scene import Item, PlacedArt, Room
from ui.stage.shapes import Letters

GAP_MM = 2.0
MARK_MM, NAME_MM, SPACE_MM = 7.6, 4.8, 1.4
ROW_MM, HIGH_ROW_MM = 6.4, 9.2
"""Height of a colour's line, with the numbers beside the pieces and below them."""
ICON_MM, NUMBER_MM, NUMBER_GAP_MM = 4.9, 5.0, 0.9
LEAST_GAP_MM, LEAST_MARK = 0.8, 0.5
"""Between a mark and the name beside it; and how much smaller the mark may be for the name's sake."""
LINES_MM = 19.0
"""The lines of the colours are at most so wide."""
BESIDE_MM = 22.0
"""From this width on the name stands beside the mark, and numbers beside pieces; and where it is low."""


def legend(view: View, plates: tuple[Plate, ...], room: Room) -> Iterator[Item | None]:
    """Yield the players, one below the other, as far apart as the map is high."""
    for seat, row in zip(view.seats, room.rect.rows(view.players, room.mm(GAP_MM)), strict=True):
        moves = view.ended is None and view.mover == seat
        yield from _player(view, plates[seat], view.own(seat), Room(row, room.density), moves=moves)


def _player(
    view: View, plate: Plate, hues: tuple[Hue, ...], room: Room, *, moves: bool
) -> Iterator[Item | None]:
    """Yield mark and name, and a line for each colour below."""
    rect = room.rect
    ground = theme.RAISED if moves else theme.PANEL
    yield from panel(room, rect, ground, theme.seat_tone(plate, 0.9) if moves else None)
    beside, share = _look(room, len(hues))
    small = Room(rect, room.density * share)
    side, space = small.mm(MARK_MM), small.mm(SPACE_MM)
    row = small.mm(ROW_MM if beside else HIGH_ROW_MM)
    name = 0.0 if beside else room.mm(NAME_MM)
    spare = (rect.height - side - name - space - len(hues) * row) / 2
    inner = rect.inset(min(small.mm(2.2), rect.width * 0.1), max(0.0, spare))
    head, below = inner.cut_top(side + name, space)
    tone = theme.TEXT if moves else theme.DIM
    if beside:
        # A name that is read comes before a large mark.
        needs = fonts.width(plate.name, room.mm(theme.SMALL_MM), bold=True)
        side = max(min(side, head.width - needs - small.mm(LEAST_GAP_MM)), side * LEAST_MARK)
        left, right = head.cut_left(side, small.mm(LEAST_GAP_MM))
        yield from mark(plate, round(left.x), round(left.center[1] - side / 2), side)
        yield readable(room, plate.name, right, tone, small.mm(theme.HEADING_MM), bold=True, along=0)
    else:
        yield from mark(plate, round(head.center[0] - side / 2), round(head.top - side), side)
        under = Rect(head.x, head.y, head.width, name)
        yield readable(room, plate.name, under, tone, room.mm(theme.BODY_MM), bold=True)
    wide = min(inner.width, small.mm(LINES_MM))
    x = inner.x if beside else inner.center[0] - wide / 2
    lines = Rect(x, below.top - len(hues) * row, wide, len(hues) * row).rows(len(hues), 0)
    for hue, line in zip(hues, lines, strict=True):
        cubes, discs = line.columns([1, 1], 0)
        yield from _count(art.cube(hue), sum(spot.cube is hue for spot in view.spots), small, cubes)
        yield from _count(art.disc(hue), sum(hue in spot.discs for spot in view.spots), small, discs)


def _look(room: Room, lines: int) -> tuple[bool, float]:
    """Return whether the name stands beside the mark, and the share of their size that all of it has."""
    width, height = room.rect.width, room.rect.height
    if width < room.mm(BESIDE_MM) and height >= room.mm(MARK_MM + NAME_MM + SPACE_MM + lines * HIGH_ROW_MM):
        return False, 1.0
    high = room.mm(MARK_MM + 2 * SPACE_MM + lines * ROW_MM)
    return True, min(1.0, width / room.mm(BESIDE_MM), height / high)


def _count(look: Art, count: int, room: Room, rect: Rect) -> Iterator[Item]:
    """Yield a piece, and beside or below it how many lie on the map; a count of none is dim."""
    icon, gap, size = room.mm(ICON_MM), room.mm(NUMBER_GAP_MM), room.mm(theme.BODY_MM)
    side = round(icon)
    x, y = rect.center
    if rect.height > 1.5 * icon:
        left, low = round(x - icon / 2), round(rect.top - icon)
        at = Rect(rect.x, rect.y, rect.width, rect.height - icon)
    else:
        left, low = round(rect.x), round(y - icon / 2)
        wide = min(rect.width - icon - gap, room.mm(NUMBER_MM))
        at = Rect(rect.x + icon + gap, rect.y, wide, rect.height)
    yield PlacedArt(look, (left + side / 2, low + side / 2), side)
    yield Letters(str(count), at, theme.TEXT if count else theme.DIM, size, bold=True)
