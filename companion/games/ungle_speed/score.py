"""Who has how many cards, and when that ends the game."""

from companion.game import Outcome, Seat
from companion.games.ungle_speed.model import State


def score(state: State) -> dict[str, list[int]]:
    """Return the cards of each seat: face down, face up, and together."""
    return {
        "stack": list(state.stacks),
        "pile": [len(pile) for pile in state.piles],
        "cards": [state.cards(Seat(seat)) for seat in state.seats],
    }


def ending(state: State) -> Outcome | None:
    """Return how the position ends the game by itself, or None."""
    empty = [seat for seat in state.playing if not state.cards(seat)]
    if state.two_handed:
        # Two players: over when each has got rid of the cards of one hand.
        if {state.player(seat) for seat in empty} == {0, 1}:
            return fewest(state, "us.two-end")
        return None
    # Out, and the winner: no stack and no face-up pile.
    return Outcome(tuple(empty), "us.out") if empty else None


def fewest(state: State, reason: str) -> Outcome:
    """Return the outcome where the fewest cards win and equal is a draw."""
    totals: dict[int, int] = {}
    for seat in state.playing:
        player = state.player(seat)
        totals[player] = totals.get(player, 0) + state.cards(seat)
    least = [player for player, cards in totals.items() if cards == min(totals.values())]
    if len(least) > 1:
        return Outcome((), reason)
    return Outcome(state.seats_of(least[0]), reason)
