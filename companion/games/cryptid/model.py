"""The nouns of Cryptid: pieces, the facts of a match, what is awaited, and the state."""

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
"""The colours of four clues, where nobody chooses others."""

PAIR = 2
"""The number of players who have two clues each; more have one."""

SHARED = 2
"""Cubes that each player places before the first turn (cr.sharing)."""


class Rulings(Struct, frozen=True, forbid_unknown_fields=True):
    """What the table chose where the rulebook leaves it open."""

    answer_on_own_disc: Literal["add", "closed"] = "add"


class Facts(Struct, frozen=True, forbid_unknown_fields=True):
    """What is settled before the first cube.

    With a set-up whose clues are known every piece is judged (sealed clues); with a map alone, or nothing,
    only what everybody can see (open mode). `hues` are the colours of the clues, by player: two for each of
    two, one for each of more; empty: the first ones of the box.
    """

    players: int = 2
    setup: Setup | None = None
    hues: tuple[Hue, ...] = ()
    rulings: dict[str, str] = {}
    first: Seat = Seat(0)


class HexContents(Struct, frozen=True):
    """What lies on a hex: at most one cube, and discs of different colours."""

    cube: Hue | None = None
    discs: tuple[Hue, ...] = ()


class Disc(Struct, frozen=True, forbid_unknown_fields=True):
    """A disc that is put on a hex."""

    hue: Hue
    at: Hex


# What is awaited.


class OpeningCubes(Struct, frozen=True, tag="sharing"):
    """All still place the cubes of the beginning, one after the other; `left` are still to be placed."""

    left: int


class AskOrSearch(Struct, frozen=True, tag="choosing"):
    """Whose turn it is asks about a hex, or searches one."""


class Answering(Struct, frozen=True, tag="answering"):
    """`asked` answers for a hex; in a `search` the others follow clockwise, and discs of all of them win."""

    at: Hex
    search: bool
    asked: Seat


class Paying(Struct, frozen=True, tag="paying"):
    """Whose turn it is caused a cube, and places one of its own."""


Stage: TypeAlias = OpeningCubes | AskOrSearch | Answering | Paying


class Seated(Struct, frozen=True):
    """Who plays, `hues` by player, and what is awaited of whom."""

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
        """Who does something now: whose turn it is, or who answers."""
        return self.stage.asked if isinstance(self.stage, Answering) else self.turn

    def others(self, seat: Seat) -> tuple[Seat, ...]:
        """Return the other players, clockwise from a seat."""
        return tuple(Seat((seat + n) % self.players) for n in range(1, self.players))

    def own(self, seat: Seat) -> tuple[Hue, ...]:
        """Return a player's colours, one for each own clue; none for a seat where nobody sits."""
        each = len(self.hues) // self.players
        return self.hues[each * seat : each * (seat + 1)] if seat in self.seats else ()

    def owner(self, hue: Hue) -> Seat:
        """Return whose a colour is, which must be somebody's."""
        return Seat(self.hues.index(hue) * self.players // len(self.hues))


class State(Seated, frozen=True):
    """A position.

    `spots` are by hex, row by row. `sets` are the hexes that each clue allows, by the order of `hues`, and
    empty in open mode: they are secret, and only the rules look at them.
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
        """Return what lies on a hex."""
        return self.spots[at.index]

    def allows(self, hue: Hue, at: Hex) -> bool:
        """Tell whether the clue of a colour allows a hex; only where clues are sealed."""
        return bool(self.sets[self.hues.index(hue)] & at.bit)
