"""What the cards allow: which combinations can still be made, and how many cards may be drawn."""

from collections import Counter
from collections.abc import Iterator

from companion.game import Faults, Seat, Violation
from companion.games.speed_mode.board import CARDS, FIRST, SECOND, Combination, Place
from companion.games.speed_mode.model import HAND, State


def possible(state: State, cards: Combination) -> bool:
    """Tell whether these cards are all still in play: in hands, face up or in the deck."""
    return all(count <= state.left(kind) for kind, count in Counter(cards).items())


def makeable(state: State) -> Iterator[tuple[Place, int]]:
    """Yield every combination that is free, and that somebody may still get the cards for."""
    for pair in state.board.pairs:
        for half in (FIRST, SECOND):
            if state.free(pair.place, half) and possible(state, pair.halves[half]):
                yield pair.place, half


def can_exchange(state: State, seat: Seat) -> bool:
    """Tell whether a seat has three cards to exchange, and three others to draw."""
    return state.hands[seat] >= CARDS and state.drawable >= CARDS


def full(state: State, seat: Seat) -> bool:
    """Tell whether a hand has too many cards to be replenished."""
    if state.rulings.replenish_strict == "up_to_ten":
        return state.hands[seat] >= HAND
    return state.hands[seat] > HAND - CARDS


def to_draw(state: State, seat: Seat) -> int:
    """Return how many cards a seat draws that replenishes its hand: three, or what fits or is there."""
    fitting = CARDS
    if state.rulings.replenish_strict == "up_to_ten" and not full(state, seat):
        fitting = min(CARDS, HAND - state.hands[seat])
    return min(fitting, state.drawable)


def can_replenish(state: State, seat: Seat) -> bool:
    """Tell whether a seat may draw, and there is something to draw."""
    return not full(state, seat) and state.drawable > 0


def exhausted(state: State) -> bool:
    """Tell whether the deck is used up, as the table has chosen.

    Face-up cards that neither player may draw, as the hands are too full for so few, would never be gone.
    """
    if state.deck or state.rulings.exhausted == "face_down":
        return not state.deck
    return not any(can_exchange(state, seat) or can_replenish(state, seat) for seat in state.seats)


def helpless(state: State, seat: Seat) -> bool:
    """Tell whether a seat has fewer than three cards, and can't get any more."""
    return state.hands[seat] < CARDS and not state.drawable


# What several reports may break alike.


def over_faults(state: State, seat: Seat | None = None) -> Faults:
    """Return that play is over, if it is."""
    return (Violation("sm.end", seat, {"why": "finished"}),) if state.finished else ()


def turn_faults(state: State, seat: Seat) -> Faults:
    """Return that play is over, or that it isn't the seat's turn."""
    # One thing a turn, and then the other player.
    if seat == state.turn:
        return over_faults(state, seat)
    return (*over_faults(state, seat), Violation("sm.turn", seat, {"why": "turn", "turn": state.turn}))
