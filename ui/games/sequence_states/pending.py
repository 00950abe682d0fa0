"""What may be begun on the screen and not told yet, and what the board says was tapped."""

from typing import TypeAlias

from msgspec import Struct

from companion.games.sequence_states.layout import StateCard
from companion.games.sequence_states.lines import Space
from companion.games.sequence_states.model import Colour
from ui.games.pending import OutOfTurn, SeatTap


class PlayState(Struct, frozen=True):
    """A state's card is being played: its two spaces are shown."""

    card: StateCard


class PlayAdd(Struct, frozen=True):
    """ADD is being played: the open spaces are shown."""


class PlayRemove(Struct, frozen=True):
    """REMOVE is being played: the chips that may be taken off are shown."""


class WrongChip(Struct, frozen=True):
    """Whoever's turn it is has put down a chip of a colour that isn't their own."""

    colour: Colour


Pending: TypeAlias = PlayState | PlayAdd | PlayRemove | WrongChip | OutOfTurn | None
"""What has been begun; None: nothing."""


Tap: TypeAlias = Space | SeatTap
"""What was tapped on the board."""

CARD = "card"
"""The entry that asks which state's card is played."""
DEAD = "dead"
"""The entry that asks which dead card is swapped."""
