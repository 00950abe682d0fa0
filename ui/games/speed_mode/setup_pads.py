"""Cards, pairs and whole boards as pads of the last step before a match."""

from collections.abc import Callable
from math import inf

from kivy.graphics import Color, Ellipse, InstructionGroup, Line, Quad, RoundedRectangle

from companion.games.speed_mode.board import Board, Pair
from companion.games.speed_mode.cards import Combination, Kind
from ui import theme
from ui.games.speed_mode.board_draft import Score
from ui.games.speed_mode.pairs import card_in
from ui.stage.painter import painted
from ui.widgets import icons
from ui.widgets.layout import Rect, put
from ui.widgets.pad import Pad


def draw_card(group: InstructionGroup, rect: Rect, kind: Kind, most: float = inf) -> None:
    """Draw a card into the middle of a room, as large as fits."""
    group.add(painted(card_in(rect, kind, most)))


def draw_cards(group: InstructionGroup, rect: Rect, cards: Combination) -> None:
    """Draw the cards of a combination side by side in the middle, the longer way of the room."""
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
        draw_card(group, cell, kind)


def draw_pair(group: InstructionGroup, rect: Rect, pair: Pair) -> None:
    """Draw both halves side by side, each from the top down, with a line between."""
    gap = rect.width * 0.12
    left, right = rect.columns([1, 1], gap)
    for half, cards in zip((left, right), pair.halves, strict=True):
        draw_cards(group, half, cards)
    x = rect.center[0]
    group.add(Color(*theme.LINE))
    group.add(Line(points=[x, rect.y, x, rect.top], width=min(max(1.0, rect.width * 0.012), theme.mm(0.3))))


def draw_board(group: InstructionGroup, rect: Rect, board: Board) -> None:
    """Draw a whole board, small."""
    rows, columns = size_of(board)
    gap = min(theme.mm(0.8), rect.width / columns, rect.height / rows)
    wide = min((rect.width - gap * (columns - 1)) / columns, theme.mm(9))
    high = min((rect.height - gap * (rows - 1)) / rows, wide * 1.35)
    wide = min(wide, high)
    x, y = rect.center
    left = x - (wide * columns + gap * (columns - 1)) / 2
    top = y + (high * rows + gap * (rows - 1)) / 2
    for pair in board.pairs:
        row, column = pair.place.row, pair.place.column
        cell = Rect(left + column * (wide + gap), top - (row + 1) * high - row * gap, wide, high)
        group.add(Color(*theme.GROUND))
        group.add(
            RoundedRectangle(pos=(cell.x, cell.y), size=(cell.width, cell.height), radius=[cell.width * 0.12])
        )
        draw_pair(group, cell.inset(cell.width * 0.09), pair)


def draw_token(group: InstructionGroup, rect: Rect, score: Score) -> None:
    """Draw what counts: a circle over a pair, the token between two pairs, or a semi-circle on one half."""
    high = min(rect.height, rect.width * 0.6, theme.mm(20))
    wide = high * 0.78
    x, y = rect.center
    starts = (x - wide - high * 0.1, x + high * 0.1) if score == "quadrilateral" else (x - wide / 2,)
    for left in starts:
        group.add(Color(*theme.RAISED))
        group.add(RoundedRectangle(pos=(left, y - high / 2), size=(wide, high), radius=[high * 0.08]))
        group.add(Color(*theme.LINE))
        group.add(Line(points=[left + wide / 2, y - high / 2, left + wide / 2, y + high / 2], width=1.2))
    side = wide * 0.86
    group.add(Color(*theme.PRIMARY))
    match score:
        case "circle":
            group.add(Ellipse(pos=(x - side / 2, y - side / 2), size=(side, side)))
        case "lone":
            # The left half of a circle: Kivy counts degrees clockwise from the top.
            group.add(
                Ellipse(pos=(x - side / 2, y - side / 2), size=(side, side), angle_start=180, angle_end=360)
            )
        case "quadrilateral":
            far = high * 0.19
            group.add(Quad(points=[x, y + far, x + far, y, x, y - far, x - far, y]))


def size_of(board: Board) -> tuple[int, int]:
    """Return how many rows and columns a board has."""
    places = board.places
    return max(place.row for place in places) + 1, max(place.column for place in places) + 1


class DrawnPad(Pad):
    """A pad with a drawing; its words, if it has any, are below it."""

    def __init__(self, on_tap: Callable[[], None], title: str = "", *, margin_mm: float = 1.2) -> None:
        super().__init__(title, on_tap=on_tap, role=theme.body())
        self._margin_mm = margin_mm
        self._draw_it: Callable[[InstructionGroup, Rect], None] | None = None
        self._drawing = InstructionGroup()
        self.canvas.add(self._drawing)

    def picture(self, draw: Callable[[InstructionGroup, Rect], None] | None) -> None:
        """Change the drawing; None: nothing."""
        self._draw_it = draw
        self.rearrange()

    def arrange(self, rect: Rect) -> None:
        """The words below the drawing, in one line."""
        room = rect.inset(theme.mm(self._margin_mm))
        if self.title.text:
            line, room = room.cut_bottom(theme.body() * 1.2, theme.mm(0.4))
            put(self.title, line)
        self.subtitle.opacity = 0
        self._drawing.clear()
        if self._draw_it is not None:
            self._draw_it(self._drawing, room)


class BoardPad(Pad):
    """A board to play on: its picture above what it is."""

    def __init__(self, on_tap: Callable[[], None]) -> None:
        super().__init__(on_tap=on_tap)
        self._board: Board | None = None
        self._drawing = InstructionGroup()
        self.canvas.add(self._drawing)

    def picture(self, board: Board | None) -> None:
        """Change the board; None: one is still to be entered."""
        self._board = board
        self.rearrange()

    def arrange(self, rect: Rect) -> None:
        """The board above, the words below."""
        inner = rect.inset(theme.mm(2.5), theme.mm(2))
        words = theme.heading() * 1.25 + theme.small() * 3.7
        text, room = inner.cut_bottom(min(words, inner.height * 0.55), theme.mm(1.5))
        upper, lower = text.cut_top(min(theme.heading() * 1.25, text.height / 2))
        put(self.title, upper)
        put(self.subtitle, lower)
        self.subtitle.opacity = 1
        self._drawing.clear()
        if self._board is not None:
            draw_board(self._drawing, room, self._board)
        else:
            icons.plus(self._drawing, *room.center, min(room.height * 0.6, theme.mm(14)), theme.DIM)
