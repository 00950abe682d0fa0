"""Judging a turned card, alone or with all others after outward arrows, and what the card does."""

from companion.game import Accepted, Level, Outcome, Refused, Remedy, Ruling, Seat, Violation
from companion.games.ungle_speed.deck import Arrows, ArrowsCard, Card
from companion.games.ungle_speed.events import (
    AnyEvent,
    CardTurned,
    ColoursBegan,
    ColoursEnded,
    Ended,
    FlipCalled,
    FlipEnded,
    InwardOpened,
    MatchMissed,
    TurnPassed,
)
from companion.games.ungle_speed.evolve import fold
from companion.games.ungle_speed.matches import match_of, matches
from companion.games.ungle_speed.model import Flip, State, Unexplained
from companion.games.ungle_speed.reports import TurnAll, TurnCard
from companion.games.ungle_speed.settle import Events, all_to, arrows_of

Verdict = Ruling[AnyEvent]


def turn_card(state: State, report: TurnCard) -> Verdict:
    """Rule on one turned card."""
    seat, card = report.seat, report.card
    if seat not in state.seats:
        return Refused((Violation("match.no-such-seat"),))
    wrong = _card_faults(state, seat, card)
    out_of_turn = _turn_faults(state, seat)
    if not wrong and not out_of_turn:
        return Accepted(turned(state, seat, card))
    # A card turned out of turn lies there; the table may let it lie, if nothing else is wrong with it.
    lies = bool(out_of_turn) or any(fault.rule in ("us.three", "us.two-hands") for fault in wrong)
    can_stand = bool(out_of_turn) and not wrong and bool(state.stacks[seat]) and state.chase is None
    stands = turned(state, seat, card) if can_stand else None
    return Refused((*out_of_turn, *wrong), lies and bool(state.stacks[seat]), stands)


def _turn_faults(state: State, seat: Seat) -> tuple[Violation, ...]:
    back = (Remedy("turn_back", seat),)
    # A grab is being ruled on: only a card turned before it may still be told, and only once.
    if state.chase is not None and not (isinstance(state.chase, Unexplained) and state.chase.late):
        return (Violation("us.duel-won", seat, remedy=back),)
    if state.flip is not None:
        # Outward arrows: everybody turns exactly one card.
        if seat not in state.flip.waiting:
            return (Violation("us.outward", seat, remedy=back),)
        return ()
    # Clockwise: only the seat whose turn it is turns a card; an empty stack is passed over.
    if seat != state.turn:
        return (Violation("us.turn", seat, {"turn": state.turn}, back),)
    return ()


def _card_faults(state: State, seat: Seat, card: Card | None) -> tuple[Violation, ...]:
    # An empty stack has no card to turn: the counts are wrong, or the seat.
    if not state.stacks[seat]:
        return (Violation("us.last-card", seat, remedy=(Remedy("count_again"),)),)
    if card is None:
        return ()
    # With two and with three players the coloured arrows are not in the deck.
    if card == ArrowsCard(Arrows.COLOURED) and state.players < 4:
        rule = "us.two-hands" if state.two_handed else "us.three"
        return (Violation(rule, seat, remedy=(Remedy("take_out", seat),)),)
    # No card is ever made: this one isn't in the deck, or all of its copies already lie face up.
    lying = sum(pile.count(card) for pile in (*state.piles, state.pot))
    if lying >= state.deck.copies(card):
        return (Violation("us.conserve", seat, remedy=(Remedy("look_again", seat),)),)
    return ()


def turn_all(state: State, report: TurnAll) -> Verdict:
    """Rule on all the cards of a flip that nobody has entered."""
    # Only outward arrows make all turn at once.
    if state.flip is None or not state.flip.waiting:
        return Refused((Violation("us.outward", remedy=(Remedy("ask_again"),)),))
    events: Events = ()
    for seat in state.flip.waiting:
        events = (*events, *turned(fold(state, events), seat, None))
    return Accepted(events)


def turned(state: State, seat: Seat, card: Card | None) -> Events:
    """Return what follows when a seat turns a card."""
    missed = match_of(state, seat)
    lying: Events = (
        # A match that nobody grabbed for is covered: no fault, but the history knows.
        *((MatchMissed(missed),) if missed and _tells(state) else ()),
        CardTurned(seat, card),
    )
    after = fold(state, lying)
    if state.flip is not None and seat in state.flip.waiting:
        assert after.flip is not None
        return lying if after.flip.waiting else (*lying, *_flip_over(after, after.flip))
    return (*lying, *_effect(after, seat))


def _tells(state: State) -> bool:
    return state.level is Level.WATCHING and state.chase is None


def _effect(state: State, seat: Seat) -> Events:
    """What a single turned card does; `state` is after it lies."""
    arrows = arrows_of(state, seat)
    last = not state.stacks[seat]
    onward = TurnPassed(state.next_with_stack(Seat((seat + 1) % len(state.stacks))))
    # Any special card ends the matching of colours that an earlier one began.
    calm: Events = (ColoursEnded(),) if arrows is not None and state.by_colour else ()
    match arrows:
        case Arrows.INWARD:
            return (*calm, InwardOpened((seat,)), onward)
        case Arrows.OUTWARD if last:
            # Outward arrows as the last card win at once.
            return (*calm, _outward_wins(state, seat))
        case Arrows.OUTWARD:
            return (*calm, *_call_flip(state, seat))
        case Arrows.COLOURED if last:
            return (*calm, *_last_coloured(state, seat, onward))
        case Arrows.COLOURED:
            return (ColoursBegan(), onward)
    return (onward,)


def _outward_wins(state: State, seat: Seat) -> AnyEvent:
    return Ended(Outcome(state.seats_of(state.player(seat)), "us.last-outward"))


def _call_flip(state: State, owner: Seat) -> Events:
    """All who have a stack turn a card at once; the owner of the arrows goes on afterwards."""
    seats = tuple(other for other in map(Seat, state.seats) if state.stacks[other])
    return (FlipCalled(owner, seats), TurnPassed(owner))


def _last_coloured(state: State, seat: Seat, onward: AnyEvent) -> Events:
    """Coloured arrows as the last card: no effect, and their owner takes all face-up cards."""
    return (all_to(state, seat), onward)


def _flip_over(state: State, flip: Flip) -> Events:
    """What the cards of a flip do together; `state` is after the last of them lies."""
    shown = {seat: arrows for seat in flip.seats if (arrows := arrows_of(state, seat)) is not None}
    count = len(state.stacks)
    around = sorted(shown, key=lambda seat: (seat - flip.owner) % count)
    events: Events = (FlipEnded(),)
    # Coloured arrows in a flip count at once, unless another special came up beside them.
    if shown and set(shown.values()) == {Arrows.COLOURED}:
        # A last card that is coloured has no effect and costs its owner all face-up cards.
        last = next((seat for seat in around if not state.stacks[seat]), None)
        if last is not None:
            events = (*events, all_to(state, last))
            return (*events, TurnPassed(fold(state, events).next_with_stack(flip.owner)))
        events = (*events, ColoursBegan())
    state = fold(state, events)
    # Inward arrows: everybody may grab; a duel out of the same flip is a choice of whoever is first.
    inward = tuple(seat for seat in around if shown[seat] is Arrows.INWARD)
    if inward:
        events = (*events, InwardOpened(inward))
    # Outward arrows again act as usual, unless there is a duel at the same time.
    outward = [seat for seat in around if shown[seat] is Arrows.OUTWARD]
    if outward and not any(set(duel.seats) & set(flip.seats) for duel in matches(state)):
        won = next((seat for seat in outward if not state.stacks[seat]), None)
        if won is not None:
            return (*events, _outward_wins(state, won))
        return (*events, *_call_flip(state, outward[0]))
    # Otherwise the owner of the outward card goes on.
    return (*events, TurnPassed(state.next_with_stack(flip.owner)))
