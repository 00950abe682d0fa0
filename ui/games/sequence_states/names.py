"""How seats, sides, chips and spaces of one match are called in sentences."""

from collections.abc import Iterable

from companion.game import Seat
from companion.games.sequence_states.cards import StateCard
from companion.games.sequence_states.game import SequenceStates
from companion.games.sequence_states.lines import Space
from companion.games.sequence_states.model import Colour, Facts, Side
from companion.games.sequence_states.opening import opening
from companion.journal import Plate
from ui.games.sequence_states import words
from ui.table import telling


class Names(telling.Names):
    """The names of one match, from its facts; plates are by seat."""

    def __init__(self, facts: Facts, plates: tuple[Plate, ...]) -> None:
        super().__init__(facts, plates)
        dealt = opening(facts, SequenceStates.catalogue)
        self.sides, self.colours, self._layout = dealt.sides, dealt.colours, dealt.layout
        self.needed, self.granted = dealt.needed, dealt.granted

    def team(self, side: Side) -> tuple[Seat, ...]:
        """Return the seats of a side, clockwise."""
        return tuple(Seat(seat) for seat, other in enumerate(self.sides) if other == side)

    def colour(self, side: Side) -> Colour:
        """Return the colour of a side's chips."""
        return self.colours[side]

    def colour_of(self, seat: Seat) -> Colour:
        """Return the colour of the chips that a seat plays with."""
        return self.colours[self.sides[seat]]

    def side(self, side: Side) -> str:
        """Return how a side is called: "Red"."""
        return words.COLOURS[self.colours[side]]

    def winners(self, seats: Iterable[Seat]) -> list[str]:
        """Return who has won: a player alone by name, a team by its colour."""
        sides = dict.fromkeys(self.sides[seat] for seat in seats)
        return [
            self.subject(team[0]) if len(team) == 1 else self.side(side)
            for side, team in ((side, self.team(side)) for side in sides)
        ]

    def shows(self, space: Space) -> StateCard | None:
        """Return the state that a space shows, None where nobody knows the board."""
        return self._layout.at(space) if self._layout is not None else None

    def place(self, space: Space) -> str:
        """Return where a space is, with the state it shows where the board is known."""
        return words.place_of(self.shows(space), space)
