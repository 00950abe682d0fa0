"""Who has how many sequences, and when that ends the game."""

from companion.game import Outcome, Seat
from companion.games.sequence_states.deck import nothing_playable
from companion.games.sequence_states.model import Side, State


def score(state: State) -> dict[str, list[int]]:
    """Return by seat: the sequences of its side, the cards in its hand, and the draws it has lost."""
    return {
        "sequences": [len(state.made(side)) for side in state.sides],
        "hand": list(state.hands),
        "lost": list(state.lost),
    }


def ending(state: State) -> Outcome | None:
    """Return how the position ends the game, or None."""
    # Two sides: two sequences win; three sides: one.
    for side in map(Side, range(len(state.colours))):
        if len(state.made(side)) >= state.needed:
            return Outcome(state.team(side), "ss.win")
    # Nobody can move any more: a draw.
    movers = sum(state.can_move(Seat(seat)) for seat in state.seats)
    if state.passes >= movers or nothing_playable(state):
        return Outcome((), "ss.stuck")
    return None
