"""The types of Cryptid: pieces, the facts of a match, the stages of a turn, and the state."""

from enum import StrEnum
from typing import Literal, TypeAlias

from msgspec import Struct

from companion.game import Outcome, Seat
from companion.games.cryptid.maps import Hex, Hexes
from companion.games.cryptid.setups import Setup


class Hue(StrEnum):
    """The colours of cubes and discs; each clue has one."""

    ORANGE = "orange"
    BLUE = "blue"
    GREEN = "green"
    PURPLE = "purple"
    RED = "red"


HUES = (Hue.ORANGE, Hue.BLUE, Hue.GREEN, Hue.PURPLE)
"""The default colours of two to four players; `Hue` adds the fifth."""

PAIR = 2
"""Two players have two clues each; three or more have one."""

SHARED = 2
"""Cubes that each player places before the first turn (cr.sharing)."""


class Rulings(Struct, frozen=True, forbid_unknown_fields=True):
    """The table's choices where the rulebook is silent."""

    answer_on_own_disc: Literal["add", "closed"] = "add"


class Facts(Struct, frozen=True, forbid_unknown_fields=True):
    """What is decided before the first cube.

    With a set-up that includes the clues, every piece is judged (sealed clues). With only a map, or without
    a set-up, only what everybody can see is judged (open mode). `hues` are the colours of the clues, by
    player: two each for two players, else one each; empty for the first ones of `Hue`.
    """

    players: int = 2
    setup: Setup | None = None
    hues: tuple[Hue, ...] = ()
    rulings: dict[str, str] = {}
    first: Seat = Seat(0)


class HexContents(Struct, frozen=True):
    """The pieces on a hex: at most one cube, and discs of different colours."""

    cube: Hue | None = None
    discs: tuple[Hue, ...] = ()


class Disc(Struct, frozen=True, forbid_unknown_fields=True):
    """A disc placed on a hex."""

    hue: Hue
    at: Hex


# The stages of a turn: what must happen next.


class OpeningCubes(Struct, frozen=True, tag="sharing"):
    """Players take turns placing the opening cubes; `left` counts those still to be placed."""

    left: int


class AskOrSearch(Struct, frozen=True, tag="choosing"):
    """The player whose turn it is asks about a hex or searches one."""


class Answering(Struct, frozen=True, tag="answering"):
    """`asked` must answer for a hex; in a `search` the others follow clockwise, and discs from all win."""

    at: Hex
    search: bool
    asked: Seat


class Paying(Struct, frozen=True, tag="paying"):
    """The player whose turn it is was answered with a cube, and must place one too."""


Stage: TypeAlias = OpeningCubes | AskOrSearch | Answering | Paying


class Seated(Struct, frozen=True):
    """The players, their `hues`, whose turn it is, and its stage; shared by `State` and `View`."""

    players: int
    hues: tuple[Hue, ...]
    turn: Seat
    stage: Stage

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All players."""
        return tuple(map(Seat, range(self.players)))

    @property
    def mover(self) -> Seat:
        """Who must act now: the player who has to answer, else the one whose turn it is."""
        return self.stage.asked if isinstance(self.stage, Answering) else self.turn

    def others(self, seat: Seat) -> tuple[Seat, ...]:
        """Return the other players, clockwise from a seat."""
        return tuple(Seat((seat + n) % self.players) for n in range(1, self.players))

    def own(self, seat: Seat) -> tuple[Hue, ...]:
        """Return a player's colours, one for each of their clues; empty for an empty seat."""
        each = len(self.hues) // self.players
        return self.hues[each * seat : each * (seat + 1)] if seat in self.seats else ()

    def owner(self, hue: Hue) -> Seat:
        """Return the player a colour belongs to; ValueError if it isn't in the match."""
        return Seat(self.hues.index(hue) * self.players // len(self.hues))


class State(Seated, frozen=True):
    """A position.

    `spots` has one item per hex, row by row. `sets` are the hexes each clue allows, in the order of `hues`,
    empty in open mode. They are secret: show them to nobody.
    """

    setup: Setup | None
    sets: tuple[Hexes, ...]
    rulings: Rulings
    spots: tuple[HexContents, ...]
    ended: Outcome | None = None

    @property
    def sealed(self) -> bool:
        """Whether the referee knows the clues."""
        return bool(self.sets)

    def spot(self, at: Hex) -> HexContents:
        """Return the pieces on a hex."""
        return self.spots[at.index]

    def allows(self, hue: Hue, at: Hex) -> bool:
        """Return whether a colour's clue allows a hex; call it only with sealed clues."""
        return bool(self.sets[self.hues.index(hue)] & at.bit)
