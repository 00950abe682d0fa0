"""The table of Speed Mode: the pairs, the players beside them, and the face-up cards below."""

from collections.abc import Callable, Collection
from typing import Any

from companion.game import Seat
from companion.games.speed_mode.board import Place as PairPlace
from companion.games.speed_mode.view import PairView, View
from companion.journal import Plate
from ui import theme
from ui.games.speed_mode.aims import Aim, CardTap, Drawing, HalfTap, Place
from ui.games.speed_mode.open_cards import OpenCards
from ui.games.speed_mode.pairs_canvas import PairsCanvas
from ui.games.speed_mode.seat_card import SeatCard
from ui.games.speed_mode.supply_panel import LINE_MM, SupplyPanel
from ui.kivy_types import Touch
from ui.presenting import Presenter
from ui.widgets.face import Face
from ui.widgets.layout import Rect, put

GAP_MM, SEAT_GAP_MM = 2.4, 1.8
PANEL_MM = 28.0
CARDS_MM = 12.0
MOST_SEAT_MM = 30.0


class SpeedBoard(Face):
    """The whole table; `on_tap` is called with a `HalfTap` or a `CardTap`."""

    def __init__(self, presenter: Presenter) -> None:
        super().__init__()
        # The frame hands the place on to the presenter, whatever it is.
        self.on_tap: Callable[[Any], None] | None = None
        self._presenter = presenter
        self.pairs = PairsCanvas()
        self.cards = OpenCards(lambda number: self._tell(CardTap(number)))
        self.supply = SupplyPanel()
        self.seats: list[SeatCard] = []
        self._plates: dict[Seat, Plate] = {}
        self._view: View | None = None
        self._last: frozenset[tuple[PairPlace, int]] = frozenset()
        for part in (self.pairs, self.supply):
            self.add_widget(part)

    @property
    def builds(self) -> int:
        """How often the canvas of the pairs was built."""
        return self.pairs.builds

    def centre(self, place: Place) -> tuple[float, float]:
        """Return the middle of a combination or a face-up card, in pixels of the window."""
        if isinstance(place, HalfTap):
            return self.pairs.centre(place.place, place.half)
        return self.cards.centre(place.number)

    def show(self, view: View, aim: Aim = None) -> None:
        """Show the table as it is now, and what has been begun."""
        before, self._view = self._view, view
        if before is None:
            self._seat_all(view)
        elif before.pairs != view.pairs:
            self._last = covered(before.pairs, view.pairs)
        if before is None or _cards_seen(before) != _cards_seen(view):
            seen = _cards_seen(view)
            if seen != (self.cards.parent is not None):
                (self.add_widget if seen else self.remove_widget)(self.cards)
            self.rearrange()
        self.pairs.show(view.pairs, view.extras, self._plates, self._last)
        self.supply.show(view)
        self.cards.show(view, aim.cards if isinstance(aim, Drawing) else ())
        for card, seat in zip(self.seats, view.seats, strict=True):
            card.show(seat, turn=seat.turns)

    def arrange(self, rect: Rect) -> None:
        """The pairs at the left, the face-up cards below them, the players beside."""
        if self._view is None:
            return
        gap = theme.mm(GAP_MM)
        right, left = rect.cut_right(theme.mm(PANEL_MM), gap)
        if _cards_seen(self._view):
            below, left = left.cut_bottom(theme.mm(CARDS_MM), gap)
            put(self.cards, below)
        put(self.pairs, left)
        low, seats = right.cut_bottom(theme.mm(LINE_MM) * 2, gap)
        put(self.supply, low)
        between = theme.mm(SEAT_GAP_MM)
        high = min(theme.mm(MOST_SEAT_MM), (seats.height - between) / 2)
        upper, _ = seats.cut_top(2 * high + between)
        for card, row in zip(self.seats, upper.rows(len(self.seats), between), strict=True):
            put(card, row)

    def on_touch_down(self, touch: Touch) -> bool | None:
        """A table that nobody listens to doesn't look pressed."""
        heard = self.on_tap is not None
        self.pairs.on_tap = self._tell if heard else None
        if not heard and self.cards.collide_point(*touch.pos):
            return False
        return super().on_touch_down(touch)

    def _tell(self, place: Place) -> None:
        if self.on_tap is not None:
            self.on_tap(place)

    def _seat_all(self, view: View) -> None:
        self._plates = {seat.seat: self._presenter.seat_plate(seat.seat) for seat in view.seats}
        self.seats = [SeatCard(plate) for plate in self._plates.values()]
        for card in self.seats:
            self.add_widget(card)


def _cards_seen(view: View) -> bool:
    """Tell whether the face-up cards are told, and matter still."""
    return view.watched and view.ended is None


def covered(before: Collection[PairView], after: Collection[PairView]) -> frozenset[tuple[PairPlace, int]]:
    """Return the halves that have come under a token since; a circle lies over both of its pair."""
    bare = {(pair.place, half) for pair in before for half, its in enumerate(pair.halves) if its.free}
    return frozenset(
        (pair.place, half)
        for pair in after
        for half, its in enumerate(pair.halves)
        if not its.free and (pair.place, half) in bare
    )
