"""After the end: everybody's path is drawn piece by piece, the winner's last, and then points stand. Pure."""

from typing import Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from companion.game import Seat
from companion.games.tracktic.grid import Cell
from companion.games.tracktic.view import View
from ui.games.tracktic.aims import SeatTap
from ui.stage.scene import Spot

REST_BEATS = 12
"""Beats for which a path that is drawn stands before the next begins."""

Who = TypeVar("Who")


class Paths(Struct, Generic[Who], frozen=True):
    """Paths that are drawn one after the other, a piece a beat: whose they are, and how long.

    Of the path `number` the first `pieces` are drawn, and it stands for `rest` beats. `alone`: all are
    known, and no other is drawn after it.
    """

    lengths: tuple[tuple[Who, int], ...]
    number: int = 0
    pieces: int = 0
    rest: int = 0
    alone: bool = False

    def next(self) -> "Paths[Who] | None":
        """Return what is drawn a beat later, None when everything is."""
        if self.pieces < self.lengths[self.number][1]:
            return replace(self, pieces=self.pieces + 1)
        if self.alone or self.number + 1 == len(self.lengths):
            return None
        if self.rest < REST_BEATS:
            return replace(self, rest=self.rest + 1)
        return replace(self, number=self.number + 1, pieces=min(1, self.lengths[self.number + 1][1]), rest=0)

    @property
    def drawn(self) -> tuple[Who, int] | None:
        """Whose path is seen, and how much of it."""
        who, _ = self.lengths[self.number]
        return (who, self.pieces) if self.pieces or self.alone else None

    def known(self, who: Who) -> bool:
        """Tell whether a path has been drawn to its end."""
        whole = self.pieces == self.lengths[self.number][1]
        return self.alone or who in [one for one, _ in self.lengths[: self.number + whole]]

    @property
    def all_known(self) -> bool:
        """Whether every path has been drawn to its end."""
        return self.known(self.lengths[-1][0])


class Last(Struct, frozen=True):
    """What the last move changed; after the end, how far the paths are drawn."""

    cells: frozenset[Cell] = frozenset()
    paths: Paths[Seat] | None = None

    def next(self) -> "Last | None":
        """Return the paths a beat later."""
        paths = None if self.paths is None else self.paths.next()
        return None if paths is None else replace(self, paths=paths)

    def tapped(self, spot: Spot) -> "Last | None":
        """Return the one path of a seat from its beginning; everybody's points stand there from now on."""
        if self.paths is None or not isinstance(spot, SeatTap):
            return None
        lengths = self.paths.lengths
        number = [seat for seat, _ in lengths].index(spot.seat)
        return replace(self, paths=Paths(lengths, number, alone=True))


def changed(before: View | None, now: View, last: Last | None) -> Last:
    """Return which cells have another piece since, and the paths of a game that has ended since."""
    last = last or Last()
    if before is None:
        cells: frozenset[Cell] = frozenset()
    elif before.pieces != now.pieces:
        cells = frozenset(at for at, piece in now.pieces.items() if before.pieces.get(at) is not piece)
    else:
        cells = last.cells
    if now.ended is None:
        return Last(cells)
    if last.paths is not None and before is not None and before.seats == now.seats:
        return last
    winners = now.ended.winners
    order = sorted(now.seats, key=lambda seat: (seat.seat in winners, len(seat.path), -seat.seat))
    return Last(cells, Paths(tuple((seat.seat, len(seat.path)) for seat in order)))
