"""What may be begun on the screen and not told yet, and what of the map was tapped."""

from typing import TypeAlias

from msgspec import Struct

from companion.game import Seat
from companion.games.cryptid.maps import Hex
from companion.games.cryptid.model import Disc, Hue


class At(Struct, frozen=True):
    """A space was tapped; what is to happen there isn't told yet."""

    at: Hex


class Searching(Struct, frozen=True):
    """A search where a disc of the searcher lies already: `discs` have been placed, `left` go elsewhere."""

    at: Hex
    discs: tuple[Disc, ...]
    left: tuple[Hue, ...]


class Correcting(Struct, frozen=True):
    """A wrong piece is being put right: which one, as far as it has been tapped."""

    at: Hex | None = None
    seat: Seat | None = None
    hue: Hue | None = None


Pending: TypeAlias = At | Searching | Correcting | None
"""What has been begun; None: nothing."""


Tap: TypeAlias = Hex
"""What was tapped on the board."""

FIELD = "field"
"""The entry that shows, after the game, how the possible habitats became fewer."""

GIVE_UP = "give_up"
"""The entry on which everybody agrees to end the game and see the clues."""

SHARE = "share"
"""The entry that shows, after the game, the whole set-up as a QR code."""
