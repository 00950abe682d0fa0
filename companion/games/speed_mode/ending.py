"""When play is over, what that puts on the board, and whose turn it is otherwise."""

from companion.game import Seat
from companion.games.speed_mode.deck import helpless, makeable
from companion.games.speed_mode.events import (
    AnyEvent,
    CardsExchanged,
    EndAsked,
    Ended,
    Events,
    ExtraPlaced,
    Finished,
    TurnPassed,
    Why,
)
from companion.games.speed_mode.evolve import fold
from companion.games.speed_mode.model import MANY_EXCHANGES, State
from companion.games.speed_mode.score import groups, outcome, singles


def played(state: State, events: Events, seat: Seat | None = None) -> Events:
    """Return events with what follows by itself: the end, or that the turn of `seat` is over."""
    after = fold(state, events)
    why = over(after)
    if why is not None:
        return (*events, *finishing(after, why))
    if seat is not None:
        events = (*events, TurnPassed(state.other(seat)))
    # Ten exchanges in a row, and again after each ten: the table is asked whether to end.
    if isinstance(events[0], CardsExchanged) and after.exchanges % MANY_EXCHANGES == 0:
        events = (*events, EndAsked(after.exchanges))
    return events


def over(state: State) -> Why | None:
    """Return why play is over, or None."""
    if state.finished:
        return None
    # Nobody can make any combination any more, whatever is drawn.
    if next(makeable(state), None) is None:
        return Why.NOTHING_LEFT
    # The deck is exhausted, and neither can make a combination from the hand.
    stuck = all(state.stuck[seat] or helpless(state, seat) for seat in state.seats)
    return Why.STUCK if not state.deck and stuck else None


def finishing(state: State, why: Why) -> Events:
    """Return how a game is brought to its end: points for groups of unpaired combinations, and who wins."""
    events: tuple[AnyEvent, ...] = (Finished(why),)
    # Extra points for groups of unpaired combinations, as the table has chosen.
    if state.rulings.unpaired_groups == "adjacent":
        for seat in state.seats:
            links = groups(state.board, state.pairs, seat)
            events = (*events, *(ExtraPlaced(seat, link, group=True) for link in links))
    elif state.rulings.unpaired_groups == "by_hand" and any(singles(state, seat) for seat in state.seats):
        return events
    return (*events, Ended(outcome(fold(state, events))))
