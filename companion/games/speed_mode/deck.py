"""What the cards still allow: combinations, exchanges and draws."""

from collections import Counter
from collections.abc import Iterator

from companion.game import Faults, Seat, Violation
from companion.games.speed_mode.board import CARDS, FIRST, SECOND, Combination, Place
from companion.games.speed_mode.model import HAND_SIZE, State


def possible(state: State, cards: Combination) -> bool:
    """Return whether all these cards may still be in play: in hands, face up or in the deck."""
    return all(count <= state.left(kind) for kind, count in Counter(cards).items())


def makeable(state: State) -> Iterator[tuple[Place, int]]:
    """Yield every free combination whose cards are all still in play."""
    for pair in state.board.pairs:
        for half in (FIRST, SECOND):
            if state.free(pair.place, half) and possible(state, pair.halves[half]):
                yield pair.place, half


def can_exchange(state: State, seat: Seat) -> bool:
    """Return whether a seat has three cards to exchange, and three others can be drawn."""
    return state.hands[seat] >= CARDS and state.drawable >= CARDS


def full(state: State, seat: Seat) -> bool:
    """Return whether a hand has too many cards to be replenished."""
    if state.rulings.replenish_strict == "up_to_ten":
        return state.hands[seat] >= HAND_SIZE
    return state.hands[seat] > HAND_SIZE - CARDS


def to_draw(state: State, seat: Seat) -> int:
    """Return how many cards replenishing a hand draws: three, or fewer if fewer fit or are left."""
    fitting = CARDS
    if state.rulings.replenish_strict == "up_to_ten" and not full(state, seat):
        fitting = min(CARDS, HAND_SIZE - state.hands[seat])
    return min(fitting, state.drawable)


def can_replenish(state: State, seat: Seat) -> bool:
    """Return whether a seat may replenish its hand and there are cards to draw."""
    return not full(state, seat) and state.drawable > 0


def exhausted(state: State) -> bool:
    """Return whether the deck is exhausted, by the ruling of the same name.

    With `all`, face-up cards that neither player may draw don't count: they would never go.
    """
    if state.deck or state.rulings.exhausted == "face_down":
        return not state.deck
    return not any(can_exchange(state, seat) or can_replenish(state, seat) for seat in state.seats)


def helpless(state: State, seat: Seat) -> bool:
    """Return whether a seat has fewer than three cards and can't get more."""
    return state.hands[seat] < CARDS and not state.drawable


# Faults that several reports share.


def over_faults(state: State, seat: Seat | None = None) -> Faults:
    """Return a fault if play is over."""
    return (Violation("sm.end", seat, {"why": "finished"}),) if state.finished else ()


def turn_faults(state: State, seat: Seat) -> Faults:
    """Return the faults if play is over, or if it isn't the seat's turn."""
    # One action a turn, then the other player.
    if seat == state.turn:
        return over_faults(state, seat)
    return (*over_faults(state, seat), Violation("sm.turn", seat, {"why": "turn", "turn": state.turn}))
