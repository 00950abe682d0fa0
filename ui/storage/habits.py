"""How a table sat and played last time, to offer it again; and the places around it."""

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

    A person is given by id, a guest by the plate's name. `flat`: the screen lies in the middle of the table.
    """

    places: dict[int, str] = {}
    first: int | None = None
    flat: bool = False

    @property
    def sides(self) -> Sides:
        """The edge of a flat screen at which each player sits; empty unless `flat`."""
        if not self.flat:
            return {}
        # Seen from an edge, the next place clockwise is to the left; place 0, in the corner, counts as last.
        order = sorted(self.places, key=lambda place: place or PLACES, reverse=True)
        return {self.places[place]: edge_of(place) for place in order}

    def as_known(self, now: Callable[[str], str]) -> "Seating":
        """Return the seating with `now` applied to each; of two people since merged, one keeps the chair."""
        place_of: dict[str, int] = {}
        for place in sorted(self.places):
            place_of.setdefault(now(self.places[place]), place)
        return replace(self, places={place: name for name, place in place_of.items()})


def edge_of(place: int) -> Side:
    """Return a place's edge of the table."""
    edges = ((1, Side.FRONT), (UP, Side.LEFT), (ACROSS, Side.FAR), (UP, Side.RIGHT), (ACROSS - 1, Side.FRONT))
    every = [side for count, side in edges for _ in range(count)]
    return every[place % PLACES]


class Habits(Struct, frozen=True):
    """How this table sat and played last time."""

    seating: Seating = Seating()
    rulings: dict[str, dict[str, str]] = {}
    level: Level = Level.COUNTING
    script: str = ""
    """The keyboard's script with which a name was last typed."""
    recent: tuple[str, ...] = ()
    """Ids of people who played last, the last match first, clockwise in each."""
    set_up: tuple[str, ...] = ()
    """Set-ups that were shown, by game and number of players ("tracktic 3"), or by game or sheet alone if it
    is the same for any number. Older versions stored the game alone in every case, which doesn't count."""

    @classmethod
    def read(cls, setting: str) -> "Habits":
        """Decode the habits from the store's setting; the defaults if they can't be read."""
        try:
            return from_json(setting or "{}", cls)
        except msgspec.DecodeError:
            return cls()
