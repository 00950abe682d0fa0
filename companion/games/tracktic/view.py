"""What a viewer may see: everything, for there are no secrets in this game."""

from collections.abc import Mapping

from msgspec import Struct

from companion.game import Outcome, Prompt, Seat, Viewer
from companion.games.tracktic.grid import Cell
from companion.games.tracktic.model import Card, Piece, Rulings, State
from companion.games.tracktic.profile import Profile
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
    """The table. `left` are the cards not played yet, `lying_open` those of them that lie open.

    `printed` are the cells of the printed grid, with those beside the area for two. `watched` tells whether
    the open cards are told; `open` are those that were. `state` is the position itself: there are no secrets
    in it. `skipper` has just skipped.
    """

    state: State
    profile: Profile
    area: frozenset[Cell]
    printed: frozenset[Cell]
    pieces: Mapping[Cell, Piece]
    start: frozenset[Cell]
    seats: tuple[SeatView, ...]
    watched: bool
    rulings: Rulings
    turn: Seat
    left: int
    lying_open: int
    open: tuple[Card, ...]
    used: Mapping[Card, int]
    skipper: Seat | None
    ended: Outcome | None

    @property
    def untold(self) -> int:
        """How many of the open cards have not been told; 0 where nobody tells them."""
        return self.lying_open - len(self.open) if self.watched else 0

    def playable(self, card: Card) -> bool:
        """Tell whether a card of a kind may lie open now."""
        return self.state.playable(card)


def view(state: State, viewer: Viewer) -> View:
    """Return the table; every viewer sees the same."""
    return View(
        state=state,
        profile=state.profile,
        area=state.area,
        printed=state.printed,
        pieces=state.pieces,
        start=state.start,
        seats=tuple(_seat(state, Seat(seat)) for seat in range(len(state.colours))),
        watched=state.watched,
        rulings=state.rulings,
        turn=state.turn,
        left=state.left,
        lying_open=state.lying_open,
        open=state.open,
        used=state.used,
        skipper=state.skipper,
        ended=state.ended,
    )


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
