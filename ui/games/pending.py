"""What is begun, and what is tapped on a board, in several games alike."""

from msgspec import Struct

from companion.game import Seat
from ui.table.presenting import Begin

NOTHING = Begin(None)
"""What a pad does that waits for a tap on the board."""


class OutOfTurn(Struct, frozen=True):
    """The next move is this seat's, though it isn't its turn."""

    seat: Seat


class SeatTap(Struct, frozen=True):
    """Somebody's place beside the board was tapped."""

    seat: Seat


class CardTap(Struct, frozen=True):
    """A face-up card was tapped, counted in the order of reading; those after the told ones are untold."""

    number: int
