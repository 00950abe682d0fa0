"""What the cards of a flip do together: one function for each sentence of the rulebook.

Order, where several cards act: what needs no hand (colours, a win) first, then the race for the totem, then
the last coloured arrows (their owner takes what still lies face up), then second outward arrows.
"""

from companion.game import Seat
from companion.games.ungle_speed.deck import Arrows
from companion.games.ungle_speed.events import (
    ColoursBegan,
    Ended,
    Events,
    FlipCalled,
    FlipEnded,
    InwardOpened,
    TurnPassed,
)
from companion.games.ungle_speed.evolve import fold
from companion.games.ungle_speed.matches import matches, tops_known
from companion.games.ungle_speed.model import Flip, State
from companion.games.ungle_speed.settle import (
    arrows_of,
    call_flip,
    last_coloured,
    outward_wins,
    race_open,
)


def flip_over(state: State, flip: Flip) -> Events:
    """Return what follows when everybody has turned; `state` is after the last of the cards lies."""
    events: Events = (FlipEnded(), *_colours(state, flip), *_inward(state, flip))
    state = fold(state, events)
    outward = _acting_outward(state, flip)
    won = tuple(seat for seat in outward if not state.stacks[seat])
    if won:
        return (*events, *_last_outward(state, flip, won))
    # Without a race the owner of last coloured arrows takes the cards now, before anything else is turned.
    if not race_open(state):
        taken = last_coloured(state)
        events, state = (*events, *taken), fold(state, taken)
    if outward:
        return (*events, *call_flip(state, outward[0], second=True))
    # Otherwise the owner of the outward card goes on.
    return (*events, TurnPassed(state.next_with_stack(flip.owner)))


def shown(state: State, flip: Flip, arrows: Arrows) -> tuple[Seat, ...]:
    """Return the seats that show these arrows in a flip, clockwise from whose arrows made all turn."""
    around = sorted(flip.seats, key=lambda seat: (seat - flip.owner) % len(state.stacks))
    return tuple(seat for seat in around if arrows_of(state, seat) is arrows)


def _colours(state: State, flip: Flip) -> Events:
    """Coloured arrows count at once: not as a last card, and not beside another special card."""
    begin = any(state.stacks[seat] for seat in shown(state, flip, Arrows.COLOURED))
    other = shown(state, flip, Arrows.INWARD) or shown(state, flip, Arrows.OUTWARD)
    return (ColoursBegan(),) if begin and not other else ()


def _inward(state: State, flip: Flip) -> Events:
    """Inward arrows: everybody may grab; a duel beside them is a choice of whoever is first."""
    inward = shown(state, flip, Arrows.INWARD)
    return (InwardOpened(inward),) if inward else ()


def _acting_outward(state: State, flip: Flip) -> tuple[Seat, ...]:
    """Outward arrows out of a flip act as usual, unless there is a duel at the same time."""
    duel = any(set(duel.seats) & set(flip.seats) for duel in matches(state))
    return () if duel else shown(state, flip, Arrows.OUTWARD)


def _last_outward(state: State, flip: Flip, won: tuple[Seat, ...]) -> Events:
    """Outward arrows as the last card win at once, unless a grab was or may be for a duel beside them."""
    wins = outward_wins(state, won)
    ends = isinstance(wins[0], Ended)
    # Where nobody told the cards, a duel shows by its grab alone. A game that goes on can wait for that.
    wait = not tops_known(state) and (state.chase is not None or not ends)
    acts: Events = (FlipCalled(won[0], (), second=True),) if wait else wins
    return acts if ends else (*acts, TurnPassed(fold(state, acts).next_with_stack(flip.owner)))
