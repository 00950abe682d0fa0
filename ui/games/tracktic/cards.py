"""The open cards beside the grid: each a little pattern to tap, and how many cards are left. Pure."""

from collections.abc import Iterable, Iterator

from companion.games.tracktic.grid import Cell
from companion.games.tracktic.model import OPEN, Card, Piece
from companion.games.tracktic.profile import Pattern
from companion.games.tracktic.view import View
from ui import theme
from ui.games.tracktic import art
from ui.games.tracktic import board_words as words
from ui.games.tracktic.aims import CardTap
from ui.games.tracktic.lattice import Lattice
from ui.games.tracktic.sides import STRAIGHT, joined
from ui.stage import fonts
from ui.stage.parts import panel, unknown
from ui.stage.rect import Rect
from ui.stage.scene import Item, Pads, PlacedArt, Room, Spot
from ui.stage.shapes import Letters

HEAD_MM = 4.6
GAP_MM = 2.0
LOW_MM, HIGH_MM = 12.0, 15.0
"""Height of a card."""
MOST_CELL_MM, MOST_FLIP_MM = 3.4, 6.0
"""A pattern's cells are so large at the most, and the piece on a flip card."""


def pattern(room: Room, shown: Pattern, kind: Piece = Piece.WHITE) -> tuple[PlacedArt, ...]:
    """Return a pattern in the middle of a room, as large as it fits."""
    cells = {Cell(row, column) for row, column in shown.shape}
    if not cells:
        return ()
    down, across = max(cell.row for cell in cells) + 1, max(cell.column for cell in cells) + 1
    rect = room.rect
    side = int(min(rect.width / across, rect.height / down, room.mm(MOST_CELL_MM)))
    if side < 2:
        return ()
    (x, y) = rect.center
    lattice = Lattice(round(x - side * across / 2), round(y + side * down / 2), side, 0, 0, down, across)
    return tuple(
        PlacedArt(art.piece(kind, joined(cell, cells, STRAIGHT)), lattice.centre(cell), side)
        for cell in sorted(cells)
    )


def flip(room: Room, kind: Piece) -> tuple[Item, ...]:
    """Return a piece that is being turned over, and its word below."""
    rect = room.rect
    side = int(min(rect.width, rect.height * 0.62, room.mm(MOST_FLIP_MM)))
    if side < 4:
        return ()
    size = min(room.mm(theme.SMALL_MM), rect.height * 0.34)
    tall = size * (fonts.ASCENT + fonts.DESCENT)
    high = side + tall * 0.8
    left, top = round(rect.center[0] - side / 2), rect.center[1] + high / 2
    below = Rect(rect.x, top - high - tall * 0.12, rect.width, tall)
    return (
        PlacedArt(art.flipping(kind), (left + side / 2, round(top - side) + side / 2), side),
        Letters(words.FLIP, below, theme.DIM, size),
    )


def card(room: Room, view: View, shown: Card) -> tuple[Item, ...]:
    """Return a card of a box; a flip card in the colour of whose turn it isn't."""
    found = view.profile.pattern(shown)
    if found is not None:
        return pattern(room, found)
    own = view.seats[view.turn].colour
    return flip(room, next(seat.colour for seat in view.seats if seat.colour is not own))


def height_in(room: Room, watched: bool) -> float:
    """Return how high the cards are beside a grid in a room, in pixels."""
    if not watched:
        return room.mm(HEAD_MM)
    high = min(room.mm(HIGH_MM), max(room.mm(LOW_MM), room.rect.height * 0.17))
    return room.mm(HEAD_MM + GAP_MM) + 2 * high


def scene(view: View, chosen: Card | None, room: Room, finger: Spot | None) -> tuple[list[Item | None], Pads]:
    """Return two figures, and below them the cards where they are told; `chosen` is being played."""
    head, below = room.rect.cut_top(room.mm(HEAD_MM - 0.8), room.mm(0.8))
    left, right = head.cut_left(head.width * 0.62)
    size = room.mm(theme.SMALL_MM) * 1.05
    items: list[Item | None] = [
        Letters(words.cards_open(view.lying_open), left.on_pixels(), theme.TEXT, size, along=0),
        Letters(words.cards_left(view.left), right.on_pixels(), theme.DIM, size, along=1),
    ]
    cards = (*view.open, *(None for _ in range(view.untold))) if view.watched else ()
    first = cards.index(chosen) if chosen is not None and chosen in cards else -1
    pads = []
    most = max((len(each.shape) for each in view.profile.patterns), default=0) + 4
    for n, (shown, cell) in enumerate(zip(cards, below.grid(OPEN, 2, room.mm(GAP_MM)), strict=False)):
        rect, tap = cell.on_pixels(), CardTap(n)
        pads.append((tap, rect))
        pad = _pad(view, shown, Room(rect, room.density), chosen=n == first, pressed=finger == tap)
        items += _slots(pad, most)
    return items, Pads(tuple(pads))


def _pad(view: View, shown: Card | None, room: Room, *, chosen: bool, pressed: bool) -> Iterator[Item | None]:
    if shown is None:
        yield from unknown(room, room.rect, words.UNTOLD, pressed=pressed)
        return
    ground = theme.PRESSED if pressed else theme.RAISED
    yield from panel(room, room.rect, ground, theme.PRIMARY if chosen else None)
    yield from card(Room(room.rect.inset(room.mm(1.2)), room.density), view, shown)


def _slots(items: Iterable[Item | None], count: int) -> list[Item | None]:
    """Return items in `count` slots, so that what comes after them keeps its own."""
    found = list(items)
    return [*found, *[None] * (count - len(found))]
