"""From a position and an event to the next position. Events are facts: nothing is checked here."""

from collections.abc import Iterable

from msgspec.structs import replace

from companion.game import Seat
from companion.games.tracktic.events import (
    AnyEvent,
    CardOpened,
    Ended,
    PatternLaid,
    PieceFlipped,
    Skipped,
    TurnPassed,
)
from companion.games.tracktic.grid import Cell
from companion.games.tracktic.model import COLOURS, FLIP, Card, Piece, State
from companion.values import folding, put


def evolve(state: State, event: AnyEvent) -> State:
    """Return the state after one event. Total: it never refuses."""
    match event:
        case CardOpened(card):
            return replace(state, open=(*state.open, card))
        case PatternLaid(seat, card, laid, flipped, wasted):
            if flipped or wasted:
                # Where one was let stand that nobody had, there is none left all the same.
                left = max(0, state.tokens[seat] - 1)
                state = replace(state, tokens=put(state.tokens, seat, left))
            return played(pieces_put(state, seat, laid, flipped), card)
        case PieceFlipped(seat, flipped, laid):
            return played(pieces_put(state, seat, (laid,), (flipped,)), FLIP)
        case Skipped(seat):
            return replace(state, skipped=put(state.skipped, seat, True), skipper=seat)
        case TurnPassed(to):
            return replace(state, turn=to)
        case Ended(outcome):
            return replace(state, ended=outcome)


fold = folding(evolve)


def pieces_put(state: State, seat: Seat, laid: Iterable[Cell], flipped: Iterable[Cell]) -> State:
    """Lay pieces of a seat's colour, and turn others over."""
    colour, cells = state.colours[seat], tuple(laid)
    pieces = {
        **state.pieces,
        **dict.fromkeys(flipped, Piece.WHITE),
        **dict.fromkeys(cells, colour),
    }
    n = COLOURS.index(colour)
    return replace(state, pieces=pieces, laid=put(state.laid, n, state.laid[n] + len(cells)))


def played(state: State, card: Card) -> State:
    """Put a card away: one of the open ones, or one that nobody has told yet."""
    used = {**state.used, card: state.used.get(card, 0) + 1}
    lying = list(state.open)
    if card in lying:
        lying.remove(card)
    elif not state.untold:
        # One of the open ones was told wrongly, and nobody knows which: they are told anew.
        lying = []
    return replace(state, used=used, open=tuple(lying), skipper=None)
