"""How the two players are called in sentences."""

from collections.abc import Iterable

from companion.game import Seat
from companion.games.speed_mode.model import Facts
from companion.journal import Plate
from ui.telling import all_plates


class Names:
    """The names of one match, from its facts; plates are by seat."""

    def __init__(self, facts: Facts, plates: tuple[Plate, ...]) -> None:
        self._plates = all_plates(plates, facts.players)

    def subject(self, seat: Seat) -> str:
        """Return how a seat is called."""
        return self._plates[seat].name

    def subjects(self, seats: Iterable[Seat]) -> list[str]:
        """Return several seats as they are called."""
        return [self.subject(seat) for seat in seats]

    def plate(self, seat: Seat) -> Plate:
        """Return the colour, shape and letter of a seat."""
        return self._plates[seat]

    def known(self, seat: int | str | None) -> str:
        """Return how a seat is called; empty for none, or one where nobody sits."""
        return self.subject(Seat(seat)) if isinstance(seat, int) and 0 <= seat < len(self._plates) else ""
