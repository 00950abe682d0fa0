"""How a table sat and played last time, which is offered again; and the places around it."""

from collections.abc import Callable

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.decoding import from_json
from companion.game import Level
from ui.stage.rect import Side, Sides

ACROSS = 6
UP = 3
PLACES = 2 * (ACROSS + UP)
"""Places around the table: six above and below, three at each side."""


class Seating(Struct, frozen=True):
    """Who sits at which place, clockwise from the bottom left, and the place that begins.

    A person by the id, a guest by the name of the plate. `flat`: the screen lies in the middle of them.
    """

    places: dict[int, str] = {}
    first: int | None = None
    flat: bool = False

    @property
    def sides(self) -> Sides:
        """Where everybody sits around a screen that lies in the middle; nothing where it doesn't."""
        if not self.flat:
            return {}
        # Whoever sits at an edge has the next one clockwise on the left; the first place is in a corner.
        order = sorted(self.places, key=lambda place: place or PLACES, reverse=True)
        return {self.places[place]: edge_of(place) for place in order}

    def as_known(self, now: Callable[[str], str]) -> "Seating":
        """Return it by who everybody is `now`: of two who are one, one chair is empty."""
        place_of: dict[str, int] = {}
        for place in sorted(self.places):
            place_of.setdefault(now(self.places[place]), place)
        return replace(self, places={place: name for name, place in place_of.items()})


def edge_of(place: int) -> Side:
    """Return the edge at which a place is."""
    edges = ((1, Side.FRONT), (UP, Side.LEFT), (ACROSS, Side.FAR), (UP, Side.RIGHT), (ACROSS - 1, Side.FRONT))
    every = [side for count, side in edges for _ in range(count)]
    return every[place % PLACES]


class Habits(Struct, frozen=True):
    """How this table sat and played last time."""

    seating: Seating = Seating()
    rulings: dict[str, dict[str, str]] = {}
    level: Level = Level.COUNTING
    script: str = ""
    """The letters that a name was typed with last."""
    recent: tuple[str, ...] = ()
    """Who sat down last, by id, the last match first and clockwise in each."""
    set_up: tuple[str, ...] = ()
    """Set-ups that were shown, by game and number of players ("tracktic 3"), or by the game or sheet alone
    where it is the same for all; older versions kept the game alone, and of others that says nothing."""

    @classmethod
    def read(cls, kept: str) -> "Habits":
        """Return the habits that the store kept; none where they can't be read."""
        try:
            return from_json(kept or "{}", cls)
        except msgspec.DecodeError:
            return cls()
