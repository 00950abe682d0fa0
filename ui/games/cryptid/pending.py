"""What a player may have started on the screen without reporting it yet, and names of pages."""

from typing import TypeAlias

from msgspec import Struct

from companion.game import Seat
from companion.games.cryptid.maps import Hex
from companion.games.cryptid.model import Disc, Hue


class At(Struct, frozen=True):
    """A space was tapped; what happens there is still open."""

    at: Hex


class Searching(Struct, frozen=True):
    """A search of a space that has a disc of the searcher: `discs` are placed, `left` still go elsewhere."""

    at: Hex
    discs: tuple[Disc, ...]
    left: tuple[Hue, ...]


class Correcting(Struct, frozen=True):
    """A wrong piece is being corrected: what has been tapped of its space, owner and colour."""

    at: Hex | None = None
    seat: Seat | None = None
    hue: Hue | None = None


Pending: TypeAlias = At | Searching | Correcting | None
"""What has been started; None for nothing."""


Tap: TypeAlias = Hex
"""What can be tapped on the map."""

FIELD = "field"
"""The page that shows, after the game, how the field narrowed."""

GIVE_UP = "give_up"
"""The page on which everybody agrees to end the game and see the clues."""

SHARE = "share"
"""The page that shows, after the game, the whole set-up as a QR code."""
