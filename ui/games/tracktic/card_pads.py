"""The open cards beside the grid: each a little pattern to tap, and how many cards are left."""

from collections.abc import Callable
from math import cos, pi, sin

from kivy.graphics import Color, InstructionGroup, Line, Rectangle

from companion.games.tracktic.grid import Cell
from companion.games.tracktic.model import FLIP, OPEN, Card, Piece
from companion.games.tracktic.profile import Pattern
from companion.games.tracktic.view import View
from ui import theme
from ui.games.tracktic import board_words as words
from ui.games.tracktic import pieces as drawn
from ui.games.tracktic.marks import joined
from ui.games.tracktic.pieces import STRAIGHT
from ui.stage.lettering import lettering
from ui.widgets.face import Face
from ui.widgets.layout import Rect, put
from ui.widgets.pad import Pad
from ui.widgets.text import Text

HEAD_MM = 4.6
GAP_MM = 2.0
LOW_MM, HIGH_MM = 12.0, 15.0
"""Height of a card."""
MOST_CELL_MM = 3.4
"""A pattern's cells are so large at the most."""
DASH_MM = 1.1
"""Length of a dash around a card that isn't told, and of the gap after it."""


def draw_pattern(group: InstructionGroup, room: Rect, pattern: Pattern, kind: Piece = Piece.WHITE) -> None:
    """Draw a pattern into the middle of a room, as large as it fits."""
    cells = {Cell(row, column) for row, column in pattern.shape}
    if not cells:
        return
    down, across = max(cell.row for cell in cells) + 1, max(cell.column for cell in cells) + 1
    side = int(min(room.width / across, room.height / down, theme.mm(MOST_CELL_MM)))
    if side < 2:
        return
    left, top = round(room.center[0] - side * across / 2), round(room.center[1] + side * down / 2)
    group.add(Color(1, 1, 1, 1))
    for cell in sorted(cells):
        texture = drawn.piece(kind, joined(cell, cells, STRAIGHT), False, side)
        pos = (left + cell.column * side, top - (cell.row + 1) * side)
        group.add(Rectangle(texture=texture, pos=pos, size=(side, side)))


def draw_flip(group: InstructionGroup, room: Rect, kind: Piece) -> None:
    """Draw a piece that is being turned over, and its word below."""
    side = int(min(room.width, room.height * 0.62, theme.mm(6)))
    text = lettering(words.FLIP, round(min(theme.small(), room.height * 0.34)))
    if side < 4:
        return
    high = side + text.height * 0.8
    x, top = room.center[0], room.center[1] + high / 2
    group.add(Color(1, 1, 1, 1))
    texture = drawn.flipping(kind, side)
    group.add(Rectangle(texture=texture, pos=(round(x - side / 2), round(top - side)), size=(side, side)))
    group.add(Color(*theme.DIM))
    pos = (round(x - text.width / 2), round(top - high - text.height * 0.12))
    group.add(Rectangle(texture=text, pos=pos, size=text.size))


def draw_card(group: InstructionGroup, room: Rect, view: View, card: Card) -> None:
    """Draw a card of a box; a flip card in the colour of whose turn it isn't."""
    pattern = view.profile.pattern(card)
    if pattern is not None:
        draw_pattern(group, room, pattern)
    elif card == FLIP:
        own = view.seats[view.turn].colour
        draw_flip(group, room, next(seat.colour for seat in view.seats if seat.colour is not own))


class CardPad(Pad):
    """An open card, or a dashed one that nobody has told yet."""

    def __init__(self, on_tap: Callable[[], None]) -> None:
        super().__init__(on_tap=on_tap, role=theme.title())
        self._card: Card | None = None
        self._view: View | None = None
        self._drawing = InstructionGroup()
        self.canvas.add(self._drawing)

    def show(self, card: Card | None, view: View) -> None:
        """Show a card; None: one that has not been told."""
        before = self._view
        same = before is not None and (before.profile, before.turn) == (view.profile, view.turn)
        if same and card == self._card:
            return
        self._card, self._view = card, view
        self.say(words.UNTOLD if card is None else "")
        self.title.color = theme.DIM
        self.rearrange()
        self._look()

    def arrange(self, rect: Rect) -> None:
        """Draw the card into its pad."""
        super().arrange(rect)
        self._drawing.clear()
        if self._view is None:
            return
        if self._card is None:
            self._dash(rect.inset(theme.mm(0.2)))
        else:
            draw_card(self._drawing, rect.inset(theme.mm(1.2)), self._view, self._card)

    def _dash(self, rect: Rect) -> None:
        self._drawing.add(Color(*theme.DIM[:3], 0.7))
        points = _rounded(rect, theme.mm(theme.RADIUS_MM))
        for n in range(0, len(points) - 1, 2):
            (x, y), (u, v) = points[n], points[n + 1]
            self._drawing.add(Line(points=[x, y, u, v], width=max(1.0, theme.mm(0.15)), cap="none"))

    def _look(self, *_: object) -> None:
        super()._look()
        if self._view is not None and self._card is None and not self.pressed:
            self.paint(theme.GROUND, theme.PRIMARY if self.chosen else None)


def _rounded(rect: Rect, radius: float) -> list[tuple[float, float]]:
    """Return points in even steps along a rounded rectangle."""
    arc, across, down = radius * pi / 2, rect.width - 2 * radius, rect.height - 2 * radius
    corners = (
        (rect.right - radius, rect.top - radius, down),
        (rect.x + radius, rect.top - radius, across),
        (rect.x + radius, rect.y + radius, down),
        (rect.right - radius, rect.y + radius, across),
    )
    whole = 2 * (across + down) + 4 * arc
    count = 2 * max(1, round(whole / theme.mm(DASH_MM) / 2))
    found: list[tuple[float, float]] = []
    for n in range(count):
        left = whole * n / count
        for quarter, (x, y, _) in enumerate(corners):
            long = corners[(quarter + 1) % 4][2]
            if left < arc:
                turn = (quarter + left / arc) * pi / 2
                found.append((x + radius * cos(turn), y + radius * sin(turn)))
                break
            left -= arc
            if left < long:
                turn = (quarter + 1) * pi / 2
                along = turn + pi / 2
                found.append(
                    (
                        x + radius * cos(turn) + left * cos(along),
                        y + radius * sin(turn) + left * sin(along),
                    )
                )
                break
            left -= long
    return found


class CardsPanel(Face):
    """How many cards lie open and are left; where they are told, each as a pad."""

    def __init__(self, on_tap: Callable[[Card | None], None]) -> None:
        super().__init__()
        self._open = Text(role=theme.small() * 1.05, tone=theme.TEXT)
        self._left = Text(role=theme.small() * 1.05, tone=theme.DIM, align="right")
        self.cards: tuple[Card | None, ...] = ()
        self.pads = [CardPad(lambda n=n: on_tap(self.cards[n])) for n in range(OPEN)]  # type: ignore[misc]
        for text in (self._open, self._left):
            self.add_widget(text)

    def show(self, view: View, chosen: Card | None = None) -> None:
        """Show the cards as they lie now; `chosen` is the one that is being played."""
        self._open.text, self._left.text = words.cards_open(view.lying_open), words.cards_left(view.left)
        cards = (*view.open, *(None for _ in range(view.untold))) if view.watched else ()
        if len(cards) != len(self.cards):
            for n, pad in enumerate(self.pads):
                if (n < len(cards)) != (pad.parent is not None):
                    (self.add_widget if n < len(cards) else self.remove_widget)(pad)
            self.rearrange()
        self.cards = cards
        first = cards.index(chosen) if chosen is not None and chosen in cards else -1
        for n, (pad, card) in enumerate(zip(self.pads, cards, strict=False)):
            pad.show(card, view)
            if pad.chosen != (n == first):
                pad.choose(n == first)

    def height_in(self, room: float, watched: bool) -> float:
        """Return how high the cards are beside a grid of a height, in pixels."""
        if not watched:
            return theme.mm(HEAD_MM)
        card = min(theme.mm(HIGH_MM), max(theme.mm(LOW_MM), room * 0.17))
        return theme.mm(HEAD_MM + GAP_MM) + 2 * card

    def arrange(self, rect: Rect) -> None:
        """The figures above, the cards two by two below."""
        head, below = rect.cut_top(theme.mm(HEAD_MM - 0.8), theme.mm(0.8))
        left, right = head.cut_left(head.width * 0.62)
        put(self._open, left)
        put(self._left, right)
        if self.cards:
            cells = below.grid(OPEN, 2, theme.mm(GAP_MM))
            for pad, cell in zip(self.pads, cells, strict=True):
                put(pad, cell)
