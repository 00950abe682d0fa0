"""Beside the board: the sides with their seats, and below them the draw deck and what is dead."""

from kivy.graphics import Color, Line, RoundedRectangle

from companion.game import Seat
from companion.games.sequence_states.model import Side
from companion.games.sequence_states.view import View
from ui import theme
from ui.games.sequence_states import words
from ui.games.sequence_states.side_card import SideCard
from ui.presenting import Presenter
from ui.stage.lettering import Caption, lettering
from ui.widgets.face import Face
from ui.widgets.layout import Rect, put
from ui.widgets.text import Text

FEW_CHIPS = 10
"""Chips off the board are only told when there are fewer than these."""
GAP_MM = 1.6
CROWD = 8
"""From so many seats on the lines below the sides are kept short."""
PAIRS = 4
"""Up to fewer seats than these there is room for two lines of notes."""
HEAD_MM, NOTE_MM, MARK_MM = 5.6, 3.6, 3.8
"""Heights of the figures, of a line of notes, and of the mark of a board that is none of print."""
NAMED = 3
"""So many dead cards are named on a line of notes."""


class Stock(Face):
    """The draw deck, the discards, dead cards, and what else has to be known of the board."""

    def __init__(self) -> None:
        super().__init__()
        with self.canvas.before:
            Color(*theme.PANEL)
            self._ground = RoundedRectangle()
            self._pill_tone = Color(0, 0, 0, 0)
            self._pill = Line(width=1)
        self._deck = Caption(theme.TEXT, bold=True, align=0)
        self._discards = Caption(theme.DIM, align=1)
        self._board = Caption(theme.COLOURS["yellow"])
        self._marked = False
        for caption in (self._deck, self._discards, self._board):
            self.canvas.add(caption.group)
        self.notes = Text(role=theme.small(), tone=theme.DIM, wraps=True, valign="middle")
        self.add_widget(self.notes)

    def height_for(self, seats: int) -> float:
        """Return how high the stock is beside so many seats, in pixels."""
        mark = MARK_MM if self._marked else 0.0
        return theme.mm(HEAD_MM + NOTE_MM * _lines(seats) + mark + 1.8)

    def show(self, view: View) -> None:
        """Show what lies there now."""
        self._deck.show(words.deck(view.deck))
        self._discards.show(words.discards(sum(seat.discards for seat in view.seats)))
        mark = words.MADE_UP if view.made_up else "" if view.laid_out else words.NO_LAYOUT
        self._board.show(mark)
        text = _notes(view)
        if text != self.notes.text or bool(mark) != self._marked:
            self.notes.text, self._marked = text, bool(mark)
            self._pill_tone.rgba = (*theme.COLOURS["yellow"][:3], 0.7 if mark else 0.0)
            self.rearrange()

    def arrange(self, rect: Rect) -> None:
        """Figures above, notes below, the mark of a made-up board at the bottom."""
        self._ground.pos, self._ground.size = (rect.x, rect.y), (rect.width, rect.height)
        self._ground.radius = [theme.mm(theme.RADIUS_MM)]
        inner = rect.inset(theme.mm(1.8), theme.mm(0.9))
        low, rest = inner.cut_bottom(theme.mm(MARK_MM - 0.4) if self._marked else 0, theme.mm(0.4))
        # Without notes the figures stand in the middle.
        head, below = rest.cut_top(theme.mm(HEAD_MM) if self.notes.text else rest.height)
        left, right = head.cut_left(head.width * 0.48, theme.mm(1.2))
        self._deck.place(left.x, left.y, left.width, left.height, theme.heading() * 0.9)
        self._discards.place(right.x, right.y, right.width, right.height, theme.small())
        self._board.place(low.x, low.y, low.width, low.height, theme.small() * 0.86)
        if self._marked:
            self._pill.width = max(1.0, theme.mm(0.12))
            self._pill.rounded_rectangle = (low.x, low.y, low.width, low.height, low.height * 0.45)
        put(self.notes, below if self.notes.text else Rect(rest.x, rest.y, 1, 1))


def _lines(seats: int) -> int:
    return 2 if seats < PAIRS else 1


def _notes(view: View) -> str:
    """Return what has to be known of few chips, and of cards that are dead."""
    few = [
        words.CHIPS_LEFT[side.colour].format(n=side.chips) for side in view.sides if side.chips < FEW_CHIPS
    ]
    if not view.dead:
        return " · ".join(few)
    room = NAMED * _lines(len(view.seats)) - len(few) * NAMED // 2
    named = [(card.card, card.out) for card in view.dead[: max(1, room)]]
    return " · ".join((*few, words.dead_for_all(named, len(view.dead) - len(named))))


class SidesPanel(Face):
    """All sides and seats, one canvas that is built once for its seats; `builds` counts how often."""

    def __init__(self, presenter: Presenter) -> None:
        super().__init__()
        self.builds = 0
        self._presenter = presenter
        self._shape: tuple[tuple[Seat, ...], ...] = ()
        self._cards: list[SideCard] = []
        self.stock = Stock()
        self.add_widget(self.stock)

    def show(self, view: View) -> None:
        """Show the sides as they are now."""
        shape = tuple(side.seats for side in view.sides)
        if shape != self._shape:
            self._shape = shape
            self._build(view)
        for card, side in zip(self._cards, view.sides, strict=True):
            card.show(side, view)
        self.stock.show(view)

    def row_at(self, x: float, y: float) -> Seat | None:
        """Return the seat whose row lies at a point."""
        for card in self._cards:
            for seat, row in card.rows.items():
                rect = row.rect
                if rect.x <= x <= rect.right and rect.y <= y <= rect.top:
                    return seat
        return None

    def press(self, seat: Seat, pressed: bool) -> None:
        """Show that a finger is on a seat's row."""
        for card in self._cards:
            if seat in card.rows:
                card.rows[seat].press(pressed)

    def rect_of(self, seat: Seat) -> Rect:
        """Return where a seat's row lies."""
        return next(card.rows[seat].rect for card in self._cards if seat in card.rows)

    def card(self, side: Side) -> SideCard:
        """Return the card of a side."""
        return self._cards[side]

    def arrange(self, rect: Rect) -> None:
        """Sides from the top down, each as high as its seats need, and the stock below."""
        if not self._cards:
            return
        gap = theme.mm(GAP_MM)
        seats = sum(len(card.rows) for card in self._cards)
        stock, above = rect.cut_bottom(self.stock.height_for(seats), gap)
        put(self.stock, stock)
        for card, at in zip(self._cards, above.rows(len(self._cards), gap), strict=True):
            card.arrange(at)

    def _build(self, view: View) -> None:
        self.builds += 1
        self.canvas.clear()
        plate_of = self._presenter.seat_plate
        names = [plate_of(seat.seat).name for seat in view.seats]
        longest = max(names, key=lambda name: float(lettering(name, 100, True).width))
        self._cards = [SideCard(side, plate_of, longest) for side in view.sides]
        for card in self._cards:
            self.canvas.add(card.group)
        # The stock's canvas hangs in this one, and was cleared with it.
        self.canvas.add(self.stock.canvas)
        self.rearrange()
