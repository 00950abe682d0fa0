"""What a player may have started on the screen without reporting it yet, taps, and names of pages."""

from typing import TypeAlias

from msgspec import Struct

from companion.games.sequence_states.layout import StateCard
from companion.games.sequence_states.lines import Space
from companion.games.sequence_states.model import Colour
from ui.games.pending import OutOfTurn, SeatTap


class PlayState(Struct, frozen=True):
    """A state's card is being played; its two spaces are highlighted."""

    card: StateCard


class PlayAdd(Struct, frozen=True):
    """ADD is being played; the open spaces are highlighted."""


class PlayRemove(Struct, frozen=True):
    """REMOVE is being played; the chips that may be removed are highlighted."""


class WrongChip(Struct, frozen=True):
    """The player whose turn it is put down a chip of a wrong colour."""

    colour: Colour


Pending: TypeAlias = PlayState | PlayAdd | PlayRemove | WrongChip | OutOfTurn | None
"""What has been started; None for nothing."""


Tap: TypeAlias = Space | SeatTap
"""What was tapped on the board."""

CARD = "card"
"""The page that asks which state's card is played."""
DEAD = "dead"
"""The page that asks which dead card is swapped."""
