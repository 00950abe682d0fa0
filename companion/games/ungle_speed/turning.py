"""Judging turned cards, single or in a flip (all at once after outward arrows), and what they do."""

from companion.game import UNSEATED, Accepted, Level, Refused, Remedy, Seat, Violation
from companion.games.ungle_speed import events as e
from companion.games.ungle_speed import settle
from companion.games.ungle_speed.deck import Arrows, ArrowsCard, Card
from companion.games.ungle_speed.evolve import fold
from companion.games.ungle_speed.matches import match_of, matches, tops_known
from companion.games.ungle_speed.model import Flip, State, Unexplained
from companion.games.ungle_speed.reports import TurnAll, TurnCard, TurnNext
from companion.games.ungle_speed.score import ending

# What the cards of a flip do together: one function for each sentence of the rulebook.
#
# Order, if several cards act: what needs no hand (colours, a win), then the race for the totem, then
# last coloured arrows (their owner takes what is still face up), then second outward arrows.


def flip_over(state: State, flip: Flip) -> e.Events:
    """Return what follows when everybody has turned; `state` includes the last card."""
    events: e.Events = (e.FlipEnded(), *_colours(state, flip), *_inward(state, flip))
    state = fold(state, events)
    outward = _acting_outward(state, flip)
    winners = tuple(seat for seat in outward if not state.stacks[seat])
    if winners:
        return (*events, *_last_outward(state, flip, winners))
    # Without a race the owner of last coloured arrows takes the cards now, before anything else is turned.
    if not settle.race_possible(state):
        taken = settle.last_coloured(state)
        events, state = (*events, *taken), fold(state, taken)
    if outward:
        return (*events, *settle.call_flip(state, outward[0], second=True))
    # Otherwise the owner of the outward card goes on.
    return (*events, e.TurnPassed(state.next_with_stack(flip.owner)))


def seats_showing(state: State, flip: Flip, arrows: Arrows) -> tuple[Seat, ...]:
    """Return the seats that show these arrows in a flip, clockwise from its owner."""
    around = state.clockwise(flip.owner)
    return tuple(seat for seat in around if seat in flip.seats and settle.arrows_of(state, seat) is arrows)


def _colours(state: State, flip: Flip) -> e.Events:
    """Begin matching by colour at once, but not for a last card or if other arrows came with it."""
    begin = any(state.stacks[seat] for seat in seats_showing(state, flip, Arrows.COLOURED))
    other = seats_showing(state, flip, Arrows.INWARD) or seats_showing(state, flip, Arrows.OUTWARD)
    return (e.ColoursBegan(),) if begin and not other else ()


def _inward(state: State, flip: Flip) -> e.Events:
    """Open a race for inward arrows; if there is a duel too, the first to grab chooses which counts."""
    inward = seats_showing(state, flip, Arrows.INWARD)
    return (e.InwardOpened(inward),) if inward else ()


def _acting_outward(state: State, flip: Flip) -> tuple[Seat, ...]:
    """Return the seats whose outward arrows act: all that a flip shows, but none if it made a duel."""
    duel = any(set(duel.seats) & set(flip.seats) for duel in matches(state))
    return () if duel else seats_showing(state, flip, Arrows.OUTWARD)


def _last_outward(state: State, flip: Flip, winners: tuple[Seat, ...]) -> e.Events:
    """Let outward arrows win as a last card, unless a grab was or may be for a duel at the same time."""
    wins = settle.outward_wins(state, winners)
    ends = isinstance(wins[0], e.Ended)
    # With unknown cards only a grab shows a duel. A game that goes on can wait for one.
    wait = not tops_known(state) and (state.chase is not None or not ends)
    effects: e.Events = (e.FlipCalled(winners[0], (), second=True),) if wait else wins
    return effects if ends else (*effects, e.TurnPassed(fold(state, effects).next_with_stack(flip.owner)))


def turn_card(state: State, report: TurnCard) -> e.AnyRuling:
    """Rule on one turned card."""
    seat, card = report.seat, report.card
    if seat not in state.seats:
        return UNSEATED
    # A seat that must take all face-up cards has them before the next card is turned.
    ready = fold(state, settle.last_coloured(state))
    faults = _card_faults(ready, seat, card)
    out_of_turn = _turn_faults(ready, seat)
    if not faults and not out_of_turn:
        return Accepted(turn_events(state, seat, card))
    # A card turned out of turn is on the table; the table may let it stand if nothing else is wrong with it.
    on_table = bool(out_of_turn) or any(fault.rule in ("us.three", "us.two-hands") for fault in faults)
    stands = turn_events(state, seat, card) if not faults and state.chase is None else None
    return Refused((*out_of_turn, *faults), on_table and bool(ready.stacks[seat]), stands)


def turn_next(state: State, report: TurnNext) -> e.AnyRuling:
    """Rule on a card turned by the player whose turn it is."""
    # During a flip it is nobody's turn.
    if state.flip is not None and state.flip.waiting:
        return Refused((settle.impossible_claim("us.outward"),))
    return turn_card(state, TurnCard(state.turn, report.card))


def _turn_faults(state: State, seat: Seat) -> tuple[Violation, ...]:
    back = (Remedy("turn_back", seat),)
    # A grab is being ruled on: only a card turned before it may still be entered, and only once.
    if state.chase is not None and not (isinstance(state.chase, Unexplained) and state.chase.late):
        return (Violation("us.duel-won", seat, remedy=back),)
    if state.flip is not None:
        # Outward arrows: everybody turns exactly one card.
        return () if seat in state.flip.waiting else (Violation("us.outward", seat, remedy=back),)
    # Clockwise: only the seat whose turn it is turns a card; an empty stack is passed over.
    if seat != state.turn:
        return (Violation("us.turn", seat, {"turn": state.turn}, back),)
    return ()


def _card_faults(state: State, seat: Seat, card: Card | None) -> tuple[Violation, ...]:
    # An empty stack has no card to turn: either the counts or the seat is wrong.
    if not state.stacks[seat]:
        return (Violation("us.last-card", seat, remedy=(Remedy("count_again"),)),)
    if card is None:
        return ()
    # With two or three players the coloured arrows are not in the deck.
    if card == ArrowsCard(Arrows.COLOURED) and state.players < 4:
        rule = "us.two-hands" if state.two_handed else "us.three"
        return (Violation(rule, seat, remedy=(Remedy("take_out", seat),)),)
    # No card is ever made: this one isn't in the deck, or all its copies are already face up.
    if state.hidden(card) <= 0:
        details: dict[str, int | str] = {} if state.deck.copies(card) else {"why": "missing"}
        return (Violation("us.conserve", seat, details, (Remedy("look_again", seat),)),)
    return ()


def turn_all(state: State, report: TurnAll) -> e.AnyRuling:
    """Rule on turning all the cards of a flip that nobody has entered."""
    # Only outward arrows make all turn at once.
    if state.flip is None or not state.flip.waiting:
        return Refused((settle.impossible_claim("us.outward"),))
    # Cards turned before a grab may still be entered, unless the table said that nobody had turned.
    if state.chase is not None and not (isinstance(state.chase, Unexplained) and state.chase.late):
        return Refused((settle.impossible_claim("us.duel-won"),))
    return Accepted(all_turn_events(state))


def all_turn_events(state: State) -> e.Events:
    """Return what follows when everybody still awaited in a flip turns an unknown card."""
    events: e.Events = ()
    for seat in state.flip.waiting if state.flip is not None else ():
        events = (*events, *turn_events(fold(state, events), seat, None))
    return events


def unentered_turns(state: State) -> e.Events:
    """Return the turns of a flip that nobody entered; the grabber has seen those cards, so they were turned.

    None for second arrows unless one of their cards was entered: otherwise nobody has turned.
    """
    return () if state.flip is None or state.flip.untouched else all_turn_events(state)


def turn_events(state: State, seat: Seat, card: Card | None) -> e.Events:
    """Return what follows when a seat turns a card."""
    # Nobody raced for the totem, so a seat that must take all face-up cards does so before the next turn.
    taken = settle.last_coloured(state)
    state = fold(state, taken)
    if ending(state) is not None:
        # That took a player's last cards and ended the game: no other card was turned.
        return taken
    missed = match_of(state, seat)
    events: e.Events = (
        *taken,
        # Covering a match that nobody grabbed for is no fault, but it is recorded.
        *((e.MatchMissed(missed),) if missed and _records_misses(state) else ()),
        e.CardTurned(seat, card),
    )
    flip = state.flip
    after = fold(state, events[len(taken) :])
    if flip is not None and seat in flip.waiting:
        assert after.flip is not None
        return events if after.flip.waiting else (*events, *flip_over(after, after.flip))
    return (*events, *_effect(after, seat))


def _records_misses(state: State) -> bool:
    return state.level is Level.WATCHING and state.chase is None


def _effect(state: State, seat: Seat) -> e.Events:
    """Return what a single turned card does; `state` includes it."""
    arrows = settle.arrows_of(state, seat)
    last = not state.stacks[seat]
    onward = e.TurnPassed(state.next_with_stack(state.clockwise(seat)[1]))
    # Any special card ends matching by colour.
    ending_colours: e.Events = (e.ColoursEnded(),) if arrows is not None and state.by_colour else ()
    match arrows:
        case Arrows.INWARD:
            return (*ending_colours, e.InwardOpened((seat,)), onward)
        case Arrows.OUTWARD if last:
            # Outward arrows as the last card win at once.
            win = settle.outward_wins(state, (seat,))
            return (*ending_colours, *win) if isinstance(win[0], e.Ended) else (*ending_colours, *win, onward)
        case Arrows.OUTWARD:
            return (*ending_colours, *settle.call_flip(state, seat))
        case Arrows.COLOURED if last:
            # Coloured arrows as a last card do nothing here; `State.must_take_all` has
            # their owner take the cards.
            return (*ending_colours, onward)
        case Arrows.COLOURED:
            return (e.ColoursBegan(), onward)
    return (onward,)
