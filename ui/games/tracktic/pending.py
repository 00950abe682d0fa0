"""What may be begun on the screen and not told yet, and what the board says was tapped."""

from typing import TypeAlias

from msgspec import Struct

from companion.game import Seat
from companion.games.tracktic.grid import Cell, at, touching, ways
from companion.games.tracktic.model import FLIP, Card, State
from companion.games.tracktic.rules import placements, reach
from companion.games.tracktic.view import View
from ui.games.pending import CardTap, OutOfTurn, SeatTap


class LayingPattern(Struct, frozen=True):
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


Pending: TypeAlias = LayingPattern | Flipping | OutOfTurn | None
"""What has been begun; None: nothing."""


def mover(pending: Pending, turn: Seat) -> Seat:
    """Return whose move has been begun: whose turn it is, if it was said of nobody else."""
    return turn if pending is None or pending.seat is None else pending.seat


class CellTap(Struct, frozen=True):
    """A finger was lifted from a cell."""

    cell: Cell


class CellsDragged(Struct, frozen=True):
    """A finger went over these cells, in order, and was lifted."""

    cells: tuple[Cell, ...]


Tap: TypeAlias = CellTap | CellsDragged | CardTap | SeatTap
"""What was tapped on the board."""

OPENED = "opened"
"""The entry that asks which card was turned up."""
PATTERN = "pattern"
"""The entry that asks which pattern is played."""
SKIPPED = "skipped"
"""The entry that tells whether whoever has just skipped could have played."""

# Where a chosen pattern would lie under a finger.


def ghost(view: View, card: Card, way: int, cell: Cell) -> tuple[Cell, ...]:
    """Return the cells of a pattern whose first one, row by row, lies there; moved in where it sticks out.

    `way` counts the rotations and mirror images of the pattern, round and round. Nothing where the whole grid
    has no room for it.
    """
    pattern = view.state.profile.pattern(card)
    if pattern is None:
        return ()
    every = ways(pattern.shape)
    shape = every[way % len(every)]
    _, first = min(shape)
    rows, columns = {on.row for on in view.state.area}, {on.column for on in view.state.area}
    row = _within(cell.row, max(row for row, _ in shape), min(rows), max(rows))
    column = _within(cell.column - first, max(column for _, column in shape), min(columns), max(columns))
    cells = at(shape, Cell(row, column))
    return tuple(sorted(cells)) if cells is not None else ()


def _within(start: int, more: int, first: int, last: int) -> int:
    """Return where something begins that reaches so much further, so that all of it lies within."""
    return max(first, min(start, last - more))


# Where a pattern could be connected: asked of the rules, and only when the table asks.

_thought: list[tuple[State, Card | None, frozenset[Cell]]] = []
"""The last answer: a table that is drawn anew asks the same of the same position."""


def connecting(view: View, card: Card | None) -> frozenset[Cell]:
    """Return the cells beside the path of whoever's turn it is on which a pattern could touch it.

    Without a card: any that can be played. Where it goes without a token, those that need one are left out.
    """
    for state, asked, cells in _thought:
        if state is view.state and asked == card:
            return cells
    _thought[:] = [(view.state, card, _connecting(view, card))]
    return _thought[0][2]


def _connecting(view: View, card: Card | None) -> frozenset[Cell]:
    state = view.state
    kinds = (
        [card]
        if card is not None
        else [kind for kind in view.state.profile.cards if view.state.playable(kind)]
    )
    able = [report for kind in kinds if kind != FLIP for report in placements(state, kind)]
    free = [report for report in able if not report.token] or able
    near = touching(reach(state, state.colours[state.turn]))
    return frozenset(cell for report in free for cell in report.cells if cell in near)
