"""How players, pieces and spaces of one match are called in sentences."""

from collections.abc import Iterable

from companion.game import Seat
from companion.games.cryptid.model import Hue
from ui.games.cryptid import words
from ui.table import telling
from ui.table.telling import listed


class Names(telling.Names):
    """The names of one match, from its facts; plates are by seat."""

    def other(self, seat: Seat) -> str:
        """Return how the opponent of a seat is called."""
        return self.subject(Seat(1 - seat))


def discs(hues: Iterable[Hue]) -> str:
    """Return discs as a list: "an orange disc and a blue disc"."""
    return listed([words.A_DISC[hue] for hue in hues])
