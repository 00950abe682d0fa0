"""The table in the middle of the screen: the pile, and a row for each player."""

from collections.abc import Iterator

from companion.game import Seat
from halves.model import State
from ui.stage import theme
from ui.stage.art import sector
from ui.stage.parts import mark, panel
from ui.stage.rect import Rect
from ui.stage.scene import Item, Pads, Scene, Slot, Spot, TableProps, Viewport
from ui.stage.shapes import Area, Letters

Seen = TableProps[State, None, None]
PILE = 0.3
"""So much of the table is the pile's."""


def table(props: Seen, room: Viewport, finger: Spot | None) -> Scene:
    """Return the pile at the left and the rows at its right; a row is tapped."""
    left, right = room.rect.cut_left(room.rect.width * PILE, room.mm(2))
    seats = props.view.seats
    rows = [row.on_pixels() for row in right.rows(len(seats), room.mm(1.5))]
    items = [*_pile(props, room, left.on_pixels())]
    for seat, row in zip(seats, rows, strict=True):
        items += _row(props, room, seat, row, pressed=finger == seat)
    return Scene(tuple(items), (Pads(tuple(zip(seats, rows, strict=True))),))


def _pile(props: Seen, room: Viewport, rect: Rect) -> Iterator[Slot]:
    """The number of cards that can be grabbed, as large as can be."""
    yield from panel(room, rect, theme.FELT)
    low, high = rect.inset(room.mm(2)).cut_bottom(room.mm(7))
    yield Letters(str(props.view.pile), high, theme.TEXT, min(high.height, high.width) * 0.6, bold=True)
    yield Letters("in the pile", low, theme.DIM, room.mm(theme.BODY_MM))


def _row(props: Seen, room: Viewport, seat: Seat, row: Rect, *, pressed: bool) -> Iterator[Slot]:
    """Mark, name, cards left to turn, cards won."""
    view, plate = props.view, props.plates[seat]
    turns = view.ended is None and any(view.stacks) and view.turn == seat
    edge = theme.seat_tone(plate) if turns else None
    yield from panel(room, row, theme.PRESSED if pressed else theme.PANEL, edge)
    inner = row.inset(room.mm(2), room.mm(1))
    left, rest = inner.cut_left(min(inner.height, room.mm(9)), room.mm(3))
    yield from mark(plate, left.x, left.center[1] - left.width / 2, left.width)
    name, stack, won = rest.columns([3, 2, 1.4], room.mm(1))
    yield Letters(plate.name, name, theme.TEXT, room.mm(theme.HEADING_MM), bold=True, along=0)
    yield Letters(f"{view.stacks[seat]} to turn", stack, theme.DIM, room.mm(theme.BODY_MM), along=1)
    yield Letters(str(view.won[seat]), won, theme.TEXT, room.mm(theme.TITLE_MM), bold=True, along=1)


def emblem(room: Viewport) -> Iterator[Item]:
    """Yield two halves of a disc that don't meet, for the card at home."""
    (x, y), radius = room.rect.center, min(room.rect.width, room.rect.height) * 0.4
    yield Area(sector((x - radius / 10, y), radius, 90, 270), theme.READY)
    yield Area(sector((x + radius / 10, y), radius, -90, 90), theme.WARNING)
