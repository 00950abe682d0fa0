"""The board compared with the table: which half is which spot, and whose token may lie there in words."""

from companion.game import Remedy, Seat, Violation
from companion.games.speed_mode.board import FIRST, SECOND, Place
from companion.games.speed_mode.comparing import CIRCLE, Between
from companion.games.speed_mode.game import SpeedMode
from ui import words as frame
from ui.games.face import Named
from ui.games.speed_mode import words
from ui.games.speed_mode.aims import HalfTap
from ui.games.speed_mode.sentences import half_of
from ui.table.presenting import Presenter


class SpeedComparing:
    """Tokens on halves."""

    def spot(self, place: tuple[Place, int]) -> HalfTap:
        """Return the spot of a half."""
        return HalfTap(*place)

    def lies(self, presenter: Presenter, place: tuple[Place, int], thing: Seat | None) -> Named:
        """Return whose token that is, and where, in words."""
        token = frame.NOTHING if thing is None else presenter.seat_name(thing)
        return token, words.half_at(*place), None

    def named(self, thing: Violation | Remedy) -> tuple[tuple[Place, int], ...]:
        """Return the halves that a fault, or something to be done about it, names: of a pair both."""
        put = SpeedMode().put(thing) if isinstance(thing, Remedy) else None
        if put is not None:
            if isinstance(put.place, Between):
                return tuple((place, half) for place in put.place.link for half in (FIRST, SECOND))
            place, half = put.place
            return ((place, FIRST), (place, SECOND)) if half == CIRCLE else ((place, half),)
        at = half_of(thing)
        return () if at is None else (at,)
