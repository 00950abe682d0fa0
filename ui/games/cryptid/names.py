"""How players, pieces and spaces of one match are called in sentences."""

from collections.abc import Iterable

from companion.game import Seat
from companion.games.cryptid.model import Facts, Hue
from companion.journal import Plate
from ui.games.cryptid import words
from ui.telling import all_plates, listed


class Names:
    """The names of one match, from its facts; plates are by seat."""

    def __init__(self, facts: Facts, plates: tuple[Plate, ...]) -> None:
        self._plates = all_plates(plates, facts.players)

    def subject(self, seat: Seat) -> str:
        """Return how a seat is called."""
        return self._plates[seat].name

    def plate(self, seat: Seat) -> Plate:
        """Return the colour, shape and letter of a seat."""
        return self._plates[seat]

    def other(self, seat: Seat) -> str:
        """Return how the opponent of a seat is called."""
        return self.subject(Seat(1 - seat))

    def known(self, seat: Seat | None) -> str:
        """Return how a seat is called; empty for none, or one where nobody sits."""
        return self.subject(seat) if seat is not None and 0 <= seat < len(self._plates) else ""


def discs(hues: Iterable[Hue]) -> str:
    """Return discs as a list: "an orange disc and a blue disc"."""
    return listed([words.A_DISC[hue] for hue in hues])
