"""Moves begun on the screen and not reported yet, and taps on the board."""

from typing import Literal, TypeAlias

from msgspec import Struct

from companion.games.speed_mode.board import Kind, Place
from ui.games.pending import CardTap


class DrawingCards(Struct, frozen=True):
    """Cards are being drawn, in exchange for three under the deck or to replenish the hand.

    `cards` are the face-up ones that were tapped, where these are reported.
    """

    action: Literal["exchange", "replenish"]
    cards: tuple[Kind, ...] = ()


Pending: TypeAlias = DrawingCards | None
"""What has been begun; None for nothing."""


class HalfTap(Struct, frozen=True):
    """A finger was lifted from a combination: half 0 or 1 of a pair."""

    place: Place
    half: int


Tap: TypeAlias = HalfTap | CardTap
"""A tap on the board."""

OPENED = "opened"
"""Names the entry of the card that was turned up."""
GROUPS = "groups"
"""Names the entry of points for groups, counted by hand."""
