"""The table of Speed Mode: the pairs, the players beside them, and the face-up cards below. Pure."""

from collections.abc import Collection, Iterator

from msgspec.structs import replace

from companion.games.speed_mode.model import FACE_UP
from companion.games.speed_mode.view import PairView, SeatView, View
from companion.journal import Plate
from ui import theme
from ui.games.speed_mode import board_words as words
from ui.games.speed_mode import pairs
from ui.games.speed_mode.aims import Aim, CardTap, Drawing
from ui.games.speed_mode.pairs import CARD_MM, Covered, Lying, card_in
from ui.stage.parts import mark, panel, readable, unknown
from ui.stage.rect import Rect
from ui.stage.scene import Item, Pads, Room, Scene, Sight, Spot
from ui.stage.shapes import Letters
from ui.table.telling import cards

GAP_MM, SEAT_GAP_MM, CARD_GAP_MM = 2.4, 1.8, 3.0
PANEL_MM = 28.0
"""Width of what stands beside the pairs."""
CARDS_MM = 12.0
"""Height of the face-up cards' pads."""

MOST_SEAT_MM, LEAST_SEAT_MM = 30.0, 6.0
"""A player's panel is at most so high; one less wide than the other has no room for words."""
MARK_MM, HEAD_MM, LINE_MM, FIGURE_MM = 7.4, 8.0, 4.0, 11.0
"""On it: the mark, the line with it, each line below, and two large figures beside each other."""
SUPPLY_MM, COUNT_MM = 5.6, 8.0
"""A line of the supply is so high, and its figure so wide."""


def table(sight: Sight[View, Aim, Covered], room: Room, finger: Spot | None) -> Scene:
    """Return the whole table; its spots are `HalfTap` and `CardTap`."""
    view, gap = sight.view, room.mm(GAP_MM)
    lying = Lying(_pairs(view), view.extras, sight.plates, sight.last)
    if room.narrow:
        return pairs.scene(lying, room, finger)
    right, left = room.rect.cut_right(room.mm(PANEL_MM), gap)
    items: tuple[Item | None, ...] = ()
    pads = Pads(())
    if cards_seen(view):
        below, left = left.cut_bottom(room.mm(CARDS_MM), gap)
        items, pads = _cards(view, sight.aim, Room(below.on_pixels(), room.density), finger)
    low, high = right.cut_bottom(room.mm(SUPPLY_MM) * 2, gap)
    beside = (*_supply(view, Room(low.on_pixels(), room.density)), *_seats(sight, room, high))
    shown = pairs.scene(lying, Room(left.on_pixels(), room.density), finger)
    return Scene((*beside, *items, *shown.items), (*shown.spots, pads))


def _pairs(view: View) -> tuple[PairView, ...]:
    """Return the pairs; at the end nobody asks what can still be made."""
    if view.ended is None:
        return view.pairs
    return tuple(
        replace(pair, halves=tuple(replace(half, possible=True) for half in pair.halves))
        for pair in view.pairs
    )


def cards_seen(view: View) -> bool:
    """Tell whether the face-up cards are told, and matter still."""
    return view.watched and view.ended is None


def changed(before: View | None, now: View, last: Covered | None) -> Covered:
    """Return the halves that came under a token with the last move; a circle lies over both of its pair."""
    if before is None or before.pairs == now.pairs:
        return last or frozenset()
    return covered(before.pairs, now.pairs)


def covered(before: Collection[PairView], after: Collection[PairView]) -> Covered:
    """Return the halves that have come under a token since."""
    bare = {(pair.place, half) for pair in before for half, its in enumerate(pair.halves) if its.free}
    return frozenset(
        (pair.place, half)
        for pair in after
        for half, its in enumerate(pair.halves)
        if not its.free and (pair.place, half) in bare
    )


# The face-up cards.


def _cards(view: View, aim: Aim, room: Room, finger: Spot | None) -> tuple[tuple[Item | None, ...], Pads]:
    """Return the face-up cards, each at its own place also when others are gone; untold ones are dashed."""
    drawing = list(aim.cards) if isinstance(aim, Drawing) else []
    items: list[Item | None] = []
    pads = []
    cells = room.rect.columns([1] * FACE_UP, room.mm(CARD_GAP_MM))
    for number, cell in enumerate(cells[: len(view.open) + view.untold]):
        rect, tap = cell.on_pixels(), CardTap(number)
        pads.append((tap, rect))
        if number >= len(view.open):
            items += unknown(room, rect, words.UNTOLD, pressed=finger == tap)
            continue
        kind = view.open[number]
        chosen = kind in drawing
        if chosen:
            drawing.remove(kind)
        ground = theme.PRESSED if finger == tap else theme.RAISED
        items += panel(room, rect, ground, theme.PRIMARY if chosen else None)
        items.append(card_in(rect.inset(room.mm(1)), kind, room.mm(CARD_MM)))
    return tuple(items), Pads(tuple(pads))


# Beside the pairs.


def _supply(view: View, room: Room) -> Iterator[Item | None]:
    """Yield two lines: a figure and what it counts."""
    yield from panel(room, room.rect, theme.GROUND)
    for count, text, line in zip(
        (view.deck, view.face_up), (words.DECK, words.FACE_UP), room.rect.rows(2, 0), strict=True
    ):
        left, right = line.cut_left(room.mm(COUNT_MM), room.mm(1.4))
        size = min(room.mm(theme.HEADING_MM) * 1.1, line.height)
        yield Letters(str(count), left, theme.TEXT, size, bold=True, along=1)
        yield Letters(text, right, theme.DIM, room.mm(theme.SMALL_MM) * 1.15, along=0)


def _seats(sight: Sight[View, Aim, Covered], room: Room, rect: Rect) -> Iterator[Item | None]:
    seats, between = sight.view.seats, room.mm(SEAT_GAP_MM)
    high = min(room.mm(MOST_SEAT_MM), (rect.height - between) / 2)
    upper, _ = rect.cut_top(2 * high + between)
    for seat, row in zip(seats, upper.rows(len(seats), between), strict=True):
        yield from _seat(seat, sight.plates[seat.seat], Room(row.on_pixels(), room.density))


def _seat(seat: SeatView, plate: Plate, room: Room) -> Iterator[Item | None]:
    """Yield a player's panel: mark, name, points in large figures, cards in hand and tokens left."""
    ground = theme.RAISED if seat.turns else theme.PANEL
    yield from panel(room, room.rect, ground, theme.seat_tone(plate) if seat.turns else None)
    if room.rect.width < room.mm(LEAST_SEAT_MM):
        return
    inner = room.rect.inset(room.mm(1.8), room.mm(1.4))
    high = min(inner.height, room.mm(HEAD_MM + FIGURE_MM + 2 * LINE_MM))
    block = Rect(inner.x, inner.center[1] - high / 2, inner.width, high)
    head, rest = block.cut_top(min(room.mm(HEAD_MM), high * 0.34), room.mm(0.4))
    side = min(room.mm(MARK_MM), head.height)
    left, name = head.cut_left(side, room.mm(1.5))
    yield from mark(plate, round(left.x), round(left.center[1] - side / 2), side)
    yield readable(room, plate.name, name, theme.TEXT, room.mm(theme.HEADING_MM), bold=True, along=0)
    line = min(room.mm(LINE_MM), rest.height * 0.24)
    small = room.mm(theme.SMALL_MM)
    under, rest = rest.cut_bottom(line)
    size = min(small * 1.15, line)
    stuck = words.STUCK if seat.stuck else ""
    yield Letters(stuck, under, theme.WARNING, size, bold=True, along=0)
    under, rest = rest.cut_bottom(line)
    yield readable(room, _tokens(seat), under, theme.DIM, size, along=0)
    figures, beside = rest.cut_left(room.mm(FIGURE_MM), room.mm(1.4))
    glance = min(room.mm(theme.GLANCE_MM), rest.height * 1.15 * theme.LARGER)
    yield Letters(str(seat.points), figures, theme.TEXT, glance, bold=True, along=0)
    yield readable(room, cards(seat.hand), beside, theme.TEXT, small * 1.08, along=0)


def _tokens(seat: SeatView) -> str:
    if seat.circles.backs:
        return words.from_backs(seat.circles.backs)
    return words.tokens(seat.circles.left) if seat.circles.left is not None else ""
