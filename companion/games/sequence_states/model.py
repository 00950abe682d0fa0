"""The types of Sequence States & Capitals: sides, chips, sequences, the facts of a match, and its state."""

from enum import StrEnum
from typing import Literal, NewType, TypeAlias

from msgspec import Struct

from companion.game import Outcome, Seat
from companion.games.sequence_states.layout import Layout, Pile
from companion.games.sequence_states.lines import Five, Space

Side = NewType("Side", int)
"""A player alone or a team, with chips of one colour; counted from 0."""

CHIPS = 50
"""Chips of each colour in the box."""

HANDS = {2: 7, 3: 6, 4: 6, 6: 5, 8: 4, 9: 4, 10: 3, 12: 3}
"""Cards dealt to each player, by number of players (rulebook, table of cards dealt)."""


class Colour(StrEnum):
    """The colours of the chips."""

    RED = "red"
    BLUE = "blue"
    GREEN = "green"


class Rulings(Struct, frozen=True, forbid_unknown_fields=True):
    """The table's choices where the rulebook is silent."""

    teams: Literal["two", "three"] = "two"
    draws: Literal["told", "granted"] = "told"


class Facts(Struct, frozen=True, forbid_unknown_fields=True):
    """What is decided before the first card.

    `sides` has the side of each seat; if empty, sides alternate around the table. `colours` are the colours
    of the sides; `first` sits left of the dealer. Without a `layout` the referee doesn't know which state a
    space shows.
    """

    players: int = 2
    sides: tuple[Side, ...] = ()
    colours: tuple[Colour, ...] = ()
    layout: Layout | None = None
    rulings: dict[str, str] = {}
    first: Seat = Seat(0)


class Sequence(Struct, frozen=True):
    """Five chips of a side, turned white side up."""

    side: Side
    five: Five


class Longer(Struct, frozen=True):
    """A line longer than five: the `five` that are locked, and `others` that could be instead."""

    five: Five
    others: tuple[Five, ...]


class Owed(Struct, frozen=True):
    """A card that a seat may still draw for a move; moves count from 1.

    `before` is the next player who moved after it, None while nobody else has moved.
    """

    seat: Seat
    move: int
    before: Seat | None = None


Board: TypeAlias = tuple[Side | None, ...]
"""The side whose chip is on each space, row by row; None for an open space."""


class State(Struct, frozen=True):
    """A position.

    `sides`, `hands` (numbers of cards), `discards` and `lost` (draws missed) are by seat, `colours` and
    `chips` (those off the board) by side. `late` are the seats that missed a draw and have drawn nothing
    since; `swapped` means that a dead card was swapped this turn. `longer` are sequences of the last move
    for which another five may still be chosen; `last` is the space where that move placed or removed a chip,
    and `remover` the seat that removed it. `forfeits` are the seats that owe a card for table talk; `passes`
    counts passes in a row during which no hand changed. With `granted`, draws need no report; `short` is the
    number of cards missing from the box.
    """

    sides: tuple[Side, ...]
    colours: tuple[Colour, ...]
    layout: Layout | None
    board: Board
    chips: tuple[int, ...]
    hands: tuple[int, ...]
    discards: tuple[Pile, ...]
    lost: tuple[int, ...]
    deck: int
    turn: Seat
    sequences: tuple[Sequence, ...] = ()
    moves: int = 0
    owed: tuple[Owed, ...] = ()
    late: tuple[Seat, ...] = ()
    swapped: bool = False
    longer: tuple[Longer, ...] = ()
    remover: Seat | None = None
    last: Space | None = None
    forfeits: tuple[Seat, ...] = ()
    passes: int = 0
    granted: bool = False
    short: int = 0
    ended: Outcome | None = None

    @property
    def seats(self) -> tuple[Seat, ...]:
        """All seats, clockwise."""
        return tuple(map(Seat, range(len(self.sides))))

    @property
    def needed(self) -> int:
        """How many sequences win: two with two sides, one with three (ss.win)."""
        return 2 if len(self.colours) == 2 else 1

    def team(self, side: Side) -> tuple[Seat, ...]:
        """Return the seats of a side, clockwise."""
        return tuple(seat for seat in self.seats if self.sides[seat] == side)

    def chip(self, space: Space) -> Side | None:
        """Return the side whose chip is on a space, None if it is open."""
        return self.board[space.index]

    def locked(self, space: Space) -> bool:
        """Return whether the chip on a space is part of a sequence."""
        return any(space in sequence.five for sequence in self.sequences)

    def made(self, side: Side) -> tuple[Five, ...]:
        """Return the sequences of a side, in the order they were made."""
        return tuple(sequence.five for sequence in self.sequences if sequence.side == side)

    def owes(self, seat: Seat) -> int:
        """Return how many cards a seat may still draw."""
        return sum(owed.seat == seat for owed in self.owed)

    def after(self, seat: Seat) -> Seat:
        """Return the next seat, clockwise."""
        return Seat((seat + 1) % len(self.sides))

    def can_move(self, seat: Seat) -> bool:
        """Return whether a seat has a card or may draw one."""
        return self.hands[seat] > 0 or (self.deck > 0 and self.owes(seat) > 0)
