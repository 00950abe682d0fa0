"""What a viewer may see: everything, as this game has no secrets."""

from collections.abc import Mapping

from msgspec import Struct

from companion.game import Outcome, Prompt, Seat, Viewer
from companion.games.tracktic.grid import Cell
from companion.games.tracktic.model import Piece, State
from companion.games.tracktic.score import path_of


class SeatView(Struct, frozen=True):
    """A player: colour, pieces in the supply, tokens, and whether the player has skipped.

    `path` is the longest path from end to end, once the game is over; `exact`: it is proved to be the
    longest.
    """

    seat: Seat
    colour: Piece
    supply: int
    tokens: int
    skipped: bool
    path: tuple[Cell, ...]
    exact: bool


class View(Struct, frozen=True):
    """The table: the position, as nothing in it is secret, and what follows from it.

    `pieces` are those of the position or, during a comparison, those on the table.
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
    longest = path_of(state, seat) if state.ended is not None else None
    return SeatView(
        seat=seat,
        colour=state.colours[seat],
        supply=state.supply(state.colours[seat]),
        tokens=state.tokens[seat],
        skipped=state.skipped[seat],
        path=longest.path if longest is not None else (),
        exact=longest is None or longest.exact,
    )


def awaited(state: State) -> tuple[Prompt, ...]:
    """Return the expected reports: the next open card, where cards are reported, and the turn."""
    if state.ended is not None:
        return ()
    play = Prompt("play_or_skip", (state.turn,))
    return (Prompt("open_card", details={"cards": state.unreported}), play) if state.unreported else (play,)
