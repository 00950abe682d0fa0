"""What may be begun on the screen and not told yet, and what the board says was tapped."""

from typing import Literal, TypeAlias

from msgspec import Struct

from companion.games.speed_mode.board import Kind, Place
from ui.games.pending import CardTap


class DrawingCards(Struct, frozen=True):
    """Cards are being drawn, after three went under the deck or to fill the hand up.

    `cards` are the face-up ones that were tapped, where they are told.
    """

    what: Literal["exchange", "replenish"]
    cards: tuple[Kind, ...] = ()


Pending: TypeAlias = DrawingCards | None
"""What has been begun; None: nothing."""


class HalfTap(Struct, frozen=True):
    """A finger was lifted from a combination: half 0 or 1 of a pair."""

    place: Place
    half: int


Tap: TypeAlias = HalfTap | CardTap
"""What was tapped on the board."""

OPENED = "opened"
"""The entry that asks which card was turned up."""
GROUPS = "groups"
"""The entry that asks for the points of groups, counted by hand."""
