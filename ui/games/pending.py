"""Pending inputs and board taps that several games share."""

from msgspec import Struct

from companion.game import Seat
from ui.table.presenting import Begin

NOTHING = Begin(None)
"""The action of a pad that clears the pending input, to wait for a tap on the board."""


class OutOfTurn(Struct, frozen=True):
    """The next move is reported for this seat, though it isn't its turn."""

    seat: Seat


class SeatTap(Struct, frozen=True):
    """A player's place next to the board was tapped."""

    seat: Seat


class CardTap(Struct, frozen=True):
    """A face-up card was tapped; `number` counts in reading order, reported cards before unreported ones."""

    number: int
