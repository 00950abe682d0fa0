"""Moves begun on the screen and not reported yet, and taps on the board."""

from typing import TypeAlias

from msgspec import Struct

from companion.game import Seat
from companion.games.tracktic.grid import Cell, orientations, placed_at, touching
from companion.games.tracktic.model import Card, State
from companion.games.tracktic.rules import placements, reach
from companion.games.tracktic.view import View
from ui.games.pending import CardTap, OutOfTurn, SeatTap


class LayingPattern(Struct, frozen=True):
    """A pattern is being laid: its card, if one was chosen, and the cells so far.

    With a card, a tap puts its ghost under the finger; `way` is its rotation or mirror image, in the order of
    `grid.orientations`. Without one, each tap adds or removes a cell. `seat` is the player who moves out of
    turn.
    """

    card: Card | None = None
    way: int = 0
    cells: tuple[Cell, ...] = ()
    hints: bool = False  # whether to show where the pattern could connect
    seat: Seat | None = None


class Flipping(Struct, frozen=True):
    """A flip card is being played: the cell of the turned piece, once it was tapped; `seat` as above."""

    flipped: Cell | None = None
    seat: Seat | None = None


Pending: TypeAlias = LayingPattern | Flipping | OutOfTurn | None
"""What has been begun; None for nothing."""


def mover(pending: Pending, turn: Seat) -> Seat:
    """Return whose move has been begun: the player in turn, unless it names another."""
    return turn if pending is None or pending.seat is None else pending.seat


class CellTap(Struct, frozen=True):
    """A finger was lifted from a cell."""

    cell: Cell


class CellsDragged(Struct, frozen=True):
    """A finger went over these cells, in order, and was lifted."""

    cells: tuple[Cell, ...]


Tap: TypeAlias = CellTap | CellsDragged | CardTap | SeatTap
"""A tap on the board."""

OPENED = "opened"
"""Names the entry of the card that was turned up."""
PATTERN = "pattern"
"""Names the entry of the pattern that is played."""
SKIPPED = "skipped"
"""Names the dialog with what a player who has just skipped could have played."""

# The place of a chosen pattern under a finger.


def ghost(view: View, card: Card, way: int, cell: Cell) -> tuple[Cell, ...]:
    """Return a pattern's cells with its first one, row by row, on `cell`; moved inside if it sticks out.

    `way` counts rotations and mirror images and wraps around. Empty for a card without a pattern. On a grid
    smaller than the pattern some cells stick out all the same.
    """
    pattern = view.state.profile.pattern(card)
    if pattern is None:
        return ()
    turned_shapes = orientations(pattern.shape)
    shape = turned_shapes[way % len(turned_shapes)]
    _, first = min(shape)
    rows, columns = {on.row for on in view.state.area}, {on.column for on in view.state.area}
    row = _within(cell.row, max(row for row, _ in shape), min(rows), max(rows))
    column = _within(cell.column - first, max(column for _, column in shape), min(columns), max(columns))
    cells = placed_at(shape, Cell(row, column))
    return tuple(sorted(cells)) if cells is not None else ()


def _within(start: int, more: int, first: int, last: int) -> int:
    """Return the start nearest to `start` from which `more` further places stay within `first` to `last`."""
    return max(first, min(start, last - more))


# Where a pattern could connect: worked out from the rules only if the table asks.

_last_answer: list[tuple[State, Card, frozenset[Cell]]] = []
"""The last answer: redrawing a table asks the same of the same position."""


def connecting(view: View, card: Card) -> frozenset[Cell]:
    """Return the cells next to the path of the player in turn on which a pattern could touch it.

    Placements with a token count only if there is none without.
    """
    for state, asked_card, cells in _last_answer:
        if state is view.state and asked_card == card:
            return cells
    _last_answer[:] = [(view.state, card, _connecting(view, card))]
    return _last_answer[0][2]


def _connecting(view: View, card: Card) -> frozenset[Cell]:
    state = view.state
    able = list(placements(state, card))
    free = [report for report in able if not report.token] or able
    near = touching(reach(state, state.colours[state.turn]))
    return frozenset(cell for report in free for cell in report.cells if cell in near)
