"""The face-up cards compared with the table: which seat is which spot, and what lies there in words."""

from companion.game import Remedy, Seat, Violation
from companion.games.ungle_speed.model import FaceUp
from ui import words as frame
from ui.games.face import Named
from ui.games.ungle_speed.names import card_name
from ui.table.presenting import Presenter
from ui.table.sentences import number


class UngleComparing:
    """The top cards of face-up piles."""

    def spot(self, place: Seat) -> Seat:
        """Return the seat."""
        return place

    def lies(self, presenter: Presenter, place: Seat, thing: FaceUp) -> Named:
        """Return whose pile that is, and its top card, in words."""
        return frame.NOTHING if thing is None else card_name(thing), presenter.seat_name(place), None

    def named(self, thing: Violation | Remedy) -> tuple[Seat, ...]:
        """Return the seats that a fault, or something to be done about it, names."""
        to = number(thing, "to")
        seats = (thing.seat, None if to is None else Seat(to))
        return tuple(seat for seat in seats if seat is not None)
