"""What hands can compare of the cards: which one lies on top of each face-up pile, where cards are told."""

from collections.abc import Mapping

from companion.game import Level, Seat
from companion.games.ungle_speed.model import FaceUp, State
from companion.games.ungle_speed.view import View

Tops = Mapping[Seat, FaceUp]


def lying(state: State) -> Tops:
    """Return the top card of each face-up pile; nothing where nobody tells the cards."""
    watched = state.level == Level.WATCHING
    return {seat: state.top(seat) for seat in map(Seat, state.seats)} if watched else {}


def may_lie(state: State, place: Seat) -> tuple[FaceUp, ...]:
    """Return nothing: with this many cards, the one that lies there is told where it was told wrongly."""
    return ()


def laid(view: View, told: Tops) -> View:
    """Return the table: no other card is told to lie there."""
    return view
