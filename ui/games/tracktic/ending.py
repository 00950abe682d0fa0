"""After the end: everybody's path is drawn piece by piece, the winner's last, and points stand when it is."""

from collections.abc import Callable

from companion.game import Seat
from companion.games.tracktic.view import SeatView, View
from ui.games.tracktic.path_run import PathRun
from ui.games.tracktic.seat_card import SeatLook, points_text

UNKNOWN = "·"
"""Stands where points aren't told yet."""


class Ending:
    """Whose path is seen, and how much of it; `changed` is called for each piece."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self._changed = changed
        self.run = PathRun(self._drawn, self._all_drawn)
        self.drawn: tuple[Seat, int] | None = None
        self.due = False
        self._known: frozenset[Seat] = frozenset()
        self._seats: tuple[SeatView, ...] = ()
        self._order: list[SeatView] = []
        self._winners: tuple[Seat, ...] = ()

    def take(self, view: View) -> None:
        """Be ready to draw the paths of a game that is over; forget those of one that isn't."""
        if view.ended is None:
            self.run.stop()
            self.due, self.drawn, self._known, self._seats = False, None, frozenset(), ()
        elif view.seats != self._seats:
            self.run.stop()
            self._seats, self._winners = view.seats, view.ended.winners
            self.due, self.drawn, self._known = True, None, frozenset()

    def start(self) -> None:
        """Draw everybody's path."""
        self.due, self.drawn, self._known = False, None, frozenset()
        self._order = sorted(
            self._seats, key=lambda seat: (seat.seat in self._winners, len(seat.path), -seat.seat)
        )
        self.run.start([len(seat.path) for seat in self._order])
        self._changed()

    def choose(self, seat: Seat) -> None:
        """Draw the path of one seat; everybody's points stand there from now on."""
        if not self._seats:
            return
        self.due, self._known = False, frozenset(other.seat for other in self._seats)
        self._order, self.drawn = [self._seats[seat]], (seat, 0)
        self.run.start([len(self._seats[seat].path)])
        self._changed()

    def look(self, seat: SeatView) -> SeatLook:
        """Return what is shown of a seat."""
        chosen = self.drawn is not None and self.drawn[0] == seat.seat
        if chosen and self.drawn is not None and self.drawn[1] < len(seat.path):
            points = str(self.drawn[1])
        else:
            points = points_text(len(seat.path), seat.exact) if seat.seat in self._known else UNKNOWN
        winner = seat.seat in self._winners and len(self._known) == len(self._seats)
        return SeatLook(seat, points=points, winner=winner, chosen=chosen)

    def _drawn(self, path: int, pieces: int) -> None:
        seat = self._order[path]
        self.drawn = (seat.seat, pieces)
        if pieces == len(seat.path):
            self._known |= {seat.seat}
        self._changed()

    def _all_drawn(self) -> None:
        self._known = frozenset(seat.seat for seat in self._seats)
        self._changed()
