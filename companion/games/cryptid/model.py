"""The nouns of Cryptid for two: pieces, the facts of a match, what is awaited, and the state."""

from enum import StrEnum
from typing import Literal, TypeAlias

from msgspec import Struct

from companion.game import Outcome, Seat
from companion.games.cryptid.hexes import Hex, Hexes
from companion.games.cryptid.setups import Setup


class Hue(StrEnum):
    """The colours of cubes and discs; each clue has one."""

    ORANGE = "orange"
    BLUE = "blue"
    GREEN = "green"
    PURPLE = "purple"
    RED = "red"


HUES = (Hue.ORANGE, Hue.BLUE, Hue.GREEN, Hue.PURPLE)
"""The colours of the four clues, where nobody chooses others: two for each player."""

SHARED = 2
"""So many cubes each player places before the first turn (cr.sharing)."""


class Rulings(Struct, frozen=True, forbid_unknown_fields=True):
    """What the table chose where the rulebook leaves it open."""

    answer_on_own_disc: Literal["add", "closed"] = "add"


class Facts(Struct, frozen=True, forbid_unknown_fields=True):
    """What is settled before the first cube.

    With a set-up whose clues are known every piece is judged (sealed clues); with a map alone, or nothing,
    only what everybody can see (open mode). `hues` are the colours of the four clues, two for each player.
    """

    players: int = 2
    setup: Setup | None = None
    hues: tuple[Hue, ...] = HUES
    rulings: dict[str, str] = {}
    first: Seat = Seat(0)


class Spot(Struct, frozen=True):
    """What lies on a hex: at most one cube, and discs of different colours."""

    cube: Hue | None = None
    discs: tuple[Hue, ...] = ()


class Disc(Struct, frozen=True, forbid_unknown_fields=True):
    """A disc that is put on a hex."""

    hue: Hue
    at: Hex


# What is awaited.


class Sharing(Struct, frozen=True, tag="sharing"):
    """Both still place the cubes of the beginning, one after the other; so many are left."""

    left: int


class Choosing(Struct, frozen=True, tag="choosing"):
    """Whose turn it is asks about a hex, or searches one."""


class Answering(Struct, frozen=True, tag="answering"):
    """The opponent answers for a hex; `search`: two discs there win."""

    at: Hex
    search: bool


class Paying(Struct, frozen=True, tag="paying"):
    """Whose turn it is caused a cube, and places one of its own."""


Stage: TypeAlias = Sharing | Choosing | Answering | Paying


class State(Struct, frozen=True):
    """A position.

    `spots` are by hex, row by row. `sets` are the hexes that each clue allows, by the order of `hues`, and
    empty in open mode: they are secret, and only the rules look at them.
    """

    setup: Setup | None
    sets: tuple[Hexes, ...]
    hues: tuple[Hue, ...]
    rulings: Rulings
    spots: tuple[Spot, ...]
    turn: Seat
    stage: Stage
    ended: Outcome | None = None

    @property
    def sealed(self) -> bool:
        """Whether the referee knows the clues."""
        return bool(self.sets)

    @property
    def asked(self) -> Seat:
        """Who answers: the opponent of whose turn it is."""
        return Seat(1 - self.turn)

    def own(self, seat: Seat) -> tuple[Hue, ...]:
        """Return the two colours of a player; none for a seat where nobody sits."""
        return self.hues[2 * seat : 2 * seat + 2] if seat in (0, 1) else ()

    def spot(self, at: Hex) -> Spot:
        """Return what lies on a hex."""
        return self.spots[at.index]

    def allows(self, hue: Hue, at: Hex) -> bool:
        """Tell whether the clue of a colour allows a hex; only where clues are sealed."""
        return bool(self.sets[self.hues.index(hue)] & at.bit)
