"""Cards, pairs and whole boards as pictures on pads. Pure."""

from collections.abc import Iterator

from companion.games.speed_mode.board import Board, Pair
from companion.games.speed_mode.cards import Combination
from ui import theme
from ui.games.speed_mode.board_draft import Score
from ui.games.speed_mode.pairs import card_in
from ui.stage.art import arc, regular
from ui.stage.rect import Rect
from ui.stage.scene import Item, Room
from ui.stage.shapes import Area, Box, Stroke

TILE_MM, GAP_MM = 9.0, 0.8
"""A pair of a small board is at most so wide, and so far from the next."""
TOKEN_MM = 20.0
PLUS_MM = 14.0


def cards_in(rect: Rect, cards: Combination) -> Iterator[Item | None]:
    """Yield the cards of a combination side by side in the middle, the longer way of the room."""
    along, count = rect.width >= rect.height, len(cards)
    length, across = (rect.width, rect.height) if along else (rect.height, rect.width)
    gap = min(length / count, across) * 0.12
    both = min(length, across * count + gap * (count - 1))
    x, y = rect.center
    if along:
        cells = Rect(x - both / 2, rect.y, both, rect.height).columns([1] * count, gap)
    else:
        cells = Rect(rect.x, y - both / 2, rect.width, both).rows(count, gap)
    for cell, kind in zip(cells, cards, strict=True):
        yield card_in(cell, kind)


def pair_in(room: Room, pair: Pair) -> Iterator[Item | None]:
    """Yield both halves side by side, each from the top down, with a line between."""
    rect = room.rect
    for part, cards in zip(rect.columns([1, 1], rect.width * 0.12), pair.halves, strict=True):
        yield from cards_in(part, cards)
    x = rect.center[0]
    width = min(max(1.0, rect.width * 0.012), room.mm(0.3))
    yield Stroke(((x, rect.y), (x, rect.top)), theme.LINE, 2 * width)


def board_in(room: Room, board: Board) -> Iterator[Item | None]:
    """Yield a whole board, small."""
    rect, (rows, columns) = room.rect, size_of(board)
    gap = min(room.mm(GAP_MM), rect.width / columns, rect.height / rows)
    wide = min((rect.width - gap * (columns - 1)) / columns, room.mm(TILE_MM))
    high = min((rect.height - gap * (rows - 1)) / rows, wide * 1.35)
    wide = min(wide, high)
    x, y = rect.center
    left = x - (wide * columns + gap * (columns - 1)) / 2
    top = y + (high * rows + gap * (rows - 1)) / 2
    for pair in board.pairs:
        row, column = pair.place.row, pair.place.column
        cell = Rect(left + column * (wide + gap), top - (row + 1) * high - row * gap, wide, high)
        yield Box(cell, theme.GROUND, cell.width * 0.12)
        yield from pair_in(Room(cell.inset(cell.width * 0.09), room.density), pair)


def plus_in(room: Room) -> Iterator[Item]:
    """Yield a plus where there is no board yet."""
    size, (x, y) = min(room.rect.height * 0.6, room.mm(PLUS_MM)), room.rect.center
    if size <= 0:
        return
    for ends in (((x - size * 0.36, y), (x + size * 0.36, y)), ((x, y - size * 0.36), (x, y + size * 0.36))):
        yield Stroke(ends, theme.DIM, size * 0.09, round=True)


def token_in(room: Room, score: Score) -> Iterator[Item]:
    """Yield what counts: a circle over a pair, the token between two pairs, or a semi-circle on one half."""
    high = min(room.rect.height, room.rect.width * 0.6, room.mm(TOKEN_MM))
    wide = high * 0.78
    x, y = room.rect.center
    starts = (x - wide - high * 0.1, x + high * 0.1) if score == "quadrilateral" else (x - wide / 2,)
    for left in starts:
        yield Box(Rect(left, y - high / 2, wide, high), theme.RAISED, high * 0.08)
        middle = left + wide / 2
        yield Stroke(((middle, y - high / 2), (middle, y + high / 2)), theme.LINE, 2.4)
    if score == "quadrilateral":
        yield Area(regular((x, y), high * 0.19, 4), theme.PRIMARY)
    else:
        yield Area(arc((x, y), wide * 0.43, 90, 450 if score == "circle" else 270), theme.PRIMARY)


def size_of(board: Board) -> tuple[int, int]:
    """Return how many rows and columns a board has."""
    places = board.places
    return max(place.row for place in places) + 1, max(place.column for place in places) + 1
