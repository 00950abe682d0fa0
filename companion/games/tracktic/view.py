"""What a viewer may see: everything, for there are no secrets in this game."""

from collections.abc import Mapping

from msgspec import Struct

from companion.game import Outcome, Prompt, Seat, Viewer
from companion.games.tracktic.grid import Cell
from companion.games.tracktic.model import Piece, State
from companion.games.tracktic.score import path_of


class SeatView(Struct, frozen=True):
    """A player: the colour, pieces still beside the grid, tokens, and whether the player has skipped.

    `path` is the longest path, from one end to the other, once the game is over; `exact` tells whether it
    is proved that no longer one can be found.
    """

    seat: Seat
    colour: Piece
    supply: int
    tokens: int
    skipped: bool
    path: tuple[Cell, ...]
    exact: bool


class View(Struct, frozen=True):
    """The table: the position itself, for there are no secrets in it, and what is worked out from it.

    `pieces` are what lies on the grid: the position's, or, while the table is compared, what it says.
    """

    state: State
    pieces: Mapping[Cell, Piece]
    seats: tuple[SeatView, ...]
    turn: Seat
    ended: Outcome | None


def view(state: State, viewer: Viewer) -> View:
    """Return the table; every viewer sees the same."""
    seats = tuple(_seat(state, Seat(seat)) for seat in range(len(state.colours)))
    return View(state, state.pieces, seats, state.turn, state.ended)


def _seat(state: State, seat: Seat) -> SeatView:
    found = path_of(state, seat) if state.ended is not None else None
    return SeatView(
        seat=seat,
        colour=state.colours[seat],
        supply=state.supply(state.colours[seat]),
        tokens=state.tokens[seat],
        skipped=state.skipped[seat],
        path=found.path if found is not None else (),
        exact=found is None or found.exact,
    )


def awaited(state: State) -> tuple[Prompt, ...]:
    """Return who must tell us what: the card that was turned up, if they are told, and the turn."""
    if state.ended is not None:
        return ()
    play = Prompt("play_or_skip", (state.turn,))
    return (Prompt("open_card", details={"cards": state.untold}), play) if state.untold else (play,)
