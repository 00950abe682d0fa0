"""The table of Tracktic: the grid, and beside it the players and the open cards."""

from collections.abc import Callable
from typing import Any

from kivy.clock import Clock

from companion.game import Seat
from companion.games.tracktic.grid import Cell
from companion.games.tracktic.model import Card, Piece, State
from companion.games.tracktic.view import SeatView, View
from ui import theme
from ui.games.tracktic.aims import Aim, CardTap, CellsDragged, CellTap, Flipping, Laying
from ui.games.tracktic.card_pads import CardsPanel
from ui.games.tracktic.ending import Ending
from ui.games.tracktic.grid_canvas import GridCanvas, Marks
from ui.games.tracktic.hints import connecting
from ui.games.tracktic.seat_card import SeatCard, SeatLook
from ui.kivy_types import Touch, Widget
from ui.presenting import Presenter
from ui.stage.lettering import lettering
from ui.widgets.face import Face
from ui.widgets.layout import Rect, put
from ui.widgets.sheet import SheetPanel

GAP_MM, SEAT_GAP_MM = 2.4, 1.6
PANEL_MM, MOST_PANEL_MM = 27.0, 40.0
"""What stands beside the grid needs so much at least, and takes no more."""
MOST_SEAT_MM = 19.0


Hints = Callable[[View, Card | None], frozenset[Cell]]


class TrackticBoard(Face):
    """The whole table; `on_tap` is called with a `CellTap`, `CellsDragged` or `CardTap`.

    `hints` tells where a card's pattern could be connected; it is asked when the table asks.
    """

    def __init__(self, presenter: Presenter, hints: Hints = connecting) -> None:
        super().__init__()
        # The frame hands the place on to the presenter, whatever it is.
        self.on_tap: Callable[[Any], None] | None = None
        self._presenter, self._hints = presenter, hints
        self.grid = GridCanvas()
        self.cards = CardsPanel(lambda card: self._tell(CardTap(card)))
        self.seats: list[SeatCard] = []
        self.ending = Ending(self._draw)
        self._looking = Clock.create_trigger(self._look_up)
        self._view: View | None = None
        self._aim: Aim = None
        self._last: frozenset[Cell] = frozenset()
        self._hinted: tuple[State, Card | None, frozenset[Cell]] | None = None
        for part in (self.grid, self.cards):
            self.add_widget(part)
        self.bind(parent=self._moved)

    @property
    def builds(self) -> int:
        """How often the canvas of the grid was built."""
        return self.grid.builds

    def show(self, view: View, aim: Aim = None) -> None:
        """Show the table as it is now, and what has been begun."""
        before, self._view, self._aim = self._view, view, aim
        if before is None or len(before.seats) != len(view.seats):
            self._seat_all(view)
        if before is not None and before.pieces != view.pieces:
            changed = (cell for cell, piece in view.pieces.items() if before.pieces.get(cell) is not piece)
            self._last = frozenset(changed)
        if before is None or _room_of(before) != _room_of(view):
            self._end_cards(view)
            self.rearrange()
        self.ending.take(view)
        if self.ending.due:
            self._looking()
        self._draw()

    def arrange(self, rect: Rect) -> None:
        """The grid as large as it fits at the left, and the players in what is left beside it."""
        view = self._view
        if view is None:
            return
        gap, least = theme.mm(GAP_MM), theme.mm(PANEL_MM)
        room, _ = rect.cut_left(rect.width - least - gap)
        wide = GridCanvas.width_in(room, view.area)
        panel = min(rect.width - wide - gap, theme.mm(MOST_PANEL_MM))
        # What is left over lies at both sides.
        whole = rect.inset((rect.width - wide - gap - panel) / 2, 0)
        left, right = whole.cut_left(wide, gap)
        put(self.grid, left)
        over = view.ended is not None
        seats = right
        if not over:
            cards, seats = right.cut_bottom(self.cards.height_in(right.height, view.watched), gap)
            put(self.cards, cards)
        between = theme.mm(SEAT_GAP_MM)
        count = len(self.seats)
        high = min(theme.mm(MOST_SEAT_MM), (seats.height - between * (count - 1)) / count)
        rows, _ = seats.cut_top(high * count + between * (count - 1))
        for card, row in zip(self.seats, rows.rows(count, between), strict=True):
            put(card, row)

    def on_touch_down(self, touch: Touch) -> bool | None:
        """A table that nobody listens to doesn't look pressed."""
        heard = self.on_tap is not None
        self.grid.on_tap = (lambda cell: self._tell(CellTap(cell))) if heard else None
        self.grid.on_drag = (lambda cells: self._tell(CellsDragged(cells))) if heard else None
        if not heard and self.cards.collide_point(*touch.pos):
            return False
        return super().on_touch_down(touch)

    def _tell(self, place: CellTap | CellsDragged | CardTap) -> None:
        if self.on_tap is not None:
            self.on_tap(place)

    def _end_cards(self, view: View) -> None:
        """The cards go with the game."""
        if (view.ended is not None) == (self.cards.parent is not None):
            (self.remove_widget if view.ended is not None else self.add_widget)(self.cards)

    def _seat_all(self, view: View) -> None:
        for card in self.seats:
            self.remove_widget(card)
        plates = {seat.seat: self._presenter.seat_plate(seat.seat) for seat in view.seats}
        names = (plate.name for plate in plates.values())
        longest = max(names, key=lambda name: float(lettering(name, 100, True).width))
        self.seats = [
            SeatCard(plate, longest, lambda seat=seat: self.ending.choose(seat))  # type: ignore[misc]
            for seat, plate in plates.items()
        ]
        for card in self.seats:
            self.add_widget(card)
        self.rearrange()

    # The paths after the end wait until nothing lies over the table.

    def _moved(self, _board: object, parent: Widget | None) -> None:
        if isinstance(parent, Face):
            parent.bind(children=lambda *_: self._looking())

    def _look_up(self, *_: object) -> None:
        if self.ending.due and self.parent is not None and not self._covered:
            self.ending.start()

    @property
    def _covered(self) -> bool:
        return any(isinstance(other, SheetPanel) for other in self.parent.children)

    def _draw(self) -> None:
        view = self._view
        if view is None:
            return
        shown = marks(view, self._aim, self._last, self._where(view), self.ending.drawn)
        self.grid.show(view.area, view.pieces, view.start, shown)
        chosen = self._aim.card if isinstance(self._aim, Laying) else None
        self.cards.show(view, chosen)
        for card, seat in zip(self.seats, view.seats, strict=True):
            card.show(self._look(view, seat))

    def _where(self, view: View) -> frozenset[Cell]:
        """Return where the pattern could be connected; thought out once for a position and a card."""
        if view.ended is not None or not isinstance(self._aim, Laying) or not self._aim.hints:
            return frozenset()
        if self._hinted is None or self._hinted[0] is not view.state or self._hinted[1] != self._aim.card:
            self._hinted = (view.state, self._aim.card, self._hints(view, self._aim.card))
        return self._hinted[2]

    def _look(self, view: View, seat: SeatView) -> SeatLook:
        if view.ended is None:
            return SeatLook(seat, turn=seat.seat == view.turn)
        return self.ending.look(seat)


def _room_of(view: View) -> tuple[object, ...]:
    """Return what decides where everything lies."""
    return view.watched, view.area, view.ended is None


def marks(
    view: View,
    aim: Aim = None,
    last: frozenset[Cell] = frozenset(),
    hints: frozenset[Cell] = frozenset(),
    drawn: tuple[Seat, int] | None = None,
) -> Marks:
    """Return what is marked on the grid; `drawn` is whose path is seen after the end, and how much of it."""
    if view.ended is not None:
        if drawn is None:
            return Marks()
        seat = view.seats[drawn[0]]
        return Marks(path=seat.path[: drawn[1]], dim_others=seat.colour)
    colour = view.seats[view.turn].colour
    match aim:
        case Laying(cells=cells):
            ghost = frozenset(cells)
            return Marks(ghost, colour, wrong=_wrong(view, ghost), hints=hints)
        case Flipping(flipped):
            return Marks(ghost_colour=colour, flipped=flipped)
        case None:
            return Marks(last=last)


def _wrong(view: View, ghost: frozenset[Cell]) -> frozenset[Cell]:
    """Return the cells that aren't free: beside the area, or with a piece on them that has a colour."""
    free = (None, Piece.WHITE)
    return frozenset(cell for cell in ghost if cell not in view.area or view.pieces.get(cell) not in free)
