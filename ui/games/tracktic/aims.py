"""What may be begun on the screen and not told yet, and what the board says was tapped."""

from typing import TypeAlias

from msgspec import Struct

from companion.game import Seat
from companion.games.tracktic.grid import Cell
from companion.games.tracktic.model import Card


class Laying(Struct, frozen=True):
    """A pattern is being laid: which one, if it was chosen, and the cells so far.

    With a chosen pattern a tap puts its ghost where the finger is; `way` is the rotation or mirror image, by
    the order of `grid.ways`. Without one each tap adds a cell, or takes it away again. `seat` is whose move
    it is, where that isn't whose turn it is.
    """

    card: Card | None = None
    way: int = 0
    cells: tuple[Cell, ...] = ()
    hints: bool = False  # whether it was asked where the pattern could connect
    seat: Seat | None = None


class Flipping(Struct, frozen=True):
    """A flip card is being played: the piece that was turned over, once it was tapped; `seat` as above."""

    flipped: Cell | None = None
    seat: Seat | None = None


class OutOfTurn(Struct, frozen=True):
    """The next move is this seat's, though it isn't its turn."""

    seat: Seat


Aim: TypeAlias = Laying | Flipping | OutOfTurn | None
"""What has been begun; None: nothing."""


def mover(aim: Aim, turn: Seat) -> Seat:
    """Return whose move has been begun: whose turn it is, if it was said of nobody else."""
    return turn if aim is None or aim.seat is None else aim.seat


class CellTap(Struct, frozen=True):
    """A finger was lifted from a cell."""

    cell: Cell


class CellsDragged(Struct, frozen=True):
    """A finger went over these cells, in order, and was lifted."""

    cells: tuple[Cell, ...]


class CardTap(Struct, frozen=True):
    """An open card beside the grid was tapped, counted row by row; those after `View.open` are untold."""

    number: int


class SeatTap(Struct, frozen=True):
    """Somebody's place beside the grid was tapped; after the end that path is drawn, and nothing is told."""

    seat: Seat


Tap: TypeAlias = CellTap | CellsDragged | CardTap | SeatTap
"""What was tapped on the board."""

OPENED = "opened"
"""The entry that asks which card was turned up."""
PATTERN = "pattern"
"""The entry that asks which pattern is played."""
SKIPPED = "skipped"
"""The entry that tells whether whoever has just skipped could have played."""
