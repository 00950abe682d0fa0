"""What follows once it is known what a grab was: who takes which cards, and who turns next."""

from companion.game import Level, Seat
from companion.games.ungle_speed.deck import Arrows, ArrowsCard
from companion.games.ungle_speed.events import (
    AnyEvent,
    CardsTaken,
    ChoiceOffered,
    ColoursEnded,
    DuelsLapsed,
    DuelWon,
    InwardWon,
    PilesPotted,
    SharingOpened,
    TotemDropped,
    TotemFell,
    TurnPassed,
    WrongGrabRuled,
)
from companion.games.ungle_speed.evolve import fold
from companion.games.ungle_speed.matches import (
    hand_may_grab,
    match_of,
    matches,
    three_colours,
    tops_known,
)
from companion.games.ungle_speed.model import State, Unexplained
from companion.games.ungle_speed.reports import Share

Events = tuple[AnyEvent, ...]


def explain(state: State) -> Events:
    """Rule on the grab in hand without asking, where watching tells all; else return nothing."""
    chase = state.chase
    if state.level is not Level.WATCHING or not isinstance(chase, Unexplained) or not tops_known(state):
        return ()
    # Outward arrows: what lies there is known only when everybody's card has been told.
    if state.flip is not None and state.flip.waiting:
        return ()
    (grabber,) = chase.grab.first
    duel = match_of(state, grabber)
    inward = may_take_inward(state, grabber)
    # Inward arrows and a duel at once: the first to grab chooses which stands.
    if duel is not None and inward:
        return (ChoiceOffered(duel),)
    if duel is not None:
        return duel_won(state, grabber, duel.seats)
    # A grabber outside the duel gets the effect of the inward arrows only; so does everybody without one.
    if inward:
        return inward_won(state, grabber)
    # No right that the referee sees. While a turned card may not have been entered yet, that is open.
    if chase.late and card_may_be_missing(state):
        return ()
    return wrong_grab(state, grabber)


def card_may_be_missing(state: State) -> bool:
    """Tell whether somebody can have turned a card that has not been entered."""
    return bool(state.stacks[state.turn])


def may_take_inward(state: State, seat: Seat) -> bool:
    """Tell whether known inward arrows (or three colours) are open, and to this hand."""
    if three_colours(state):
        return True
    return bool(state.inward) and (not state.two_handed or hand_may_grab(state, seat))


def duel_won(state: State, winner: Seat, seats: tuple[Seat, ...]) -> Events:
    """The winner's pile, the losers' piles and the pot go to the loser; with several, that is asked."""
    losers = tuple(seat for seat in seats if seat != winner)
    if len(losers) > 1:
        return (SharingOpened(losers, seats, state.in_duel(seats)),)
    shares = (Share(losers[0], state.in_duel(seats)),)
    return settle_duel(state, winner, seats, shares, losers[0])


def settle_duel(
    state: State, winner: Seat, seats: tuple[Seat, ...], shares: tuple[Share, ...], starts: Seat
) -> Events:
    """Move the cards of a duel as shared, end the matches beside it, and pass the turn."""
    losers = tuple(seat for seat in seats if seat != winner)
    # Several duels at once: the first to grab wins theirs, the others lapse.
    others = tuple(duel for duel in matches(state) if not set(duel.seats) & set(seats))
    return (
        DuelWon(winner, losers),
        *((DuelsLapsed(others),) if others else ()),
        CardsTaken(shares, seats, pot=not state.two_handed),
        TurnPassed(starts),
    )


def inward_won(state: State, winner: Seat, *, arrows: bool = True) -> Events:
    """The winner's pile goes into the pot, and the winner turns next.

    `arrows` is False for three of a colour, which nobody turned as a last card.
    """
    lapsed = matches(state)
    owner = last_card_owner(state, winner) if arrows else None
    events: Events = (
        InwardWon(winner),
        # Where nobody told the cards, the arrows only show now: they end the matching of colours.
        *((ColoursEnded(),) if state.by_colour else ()),
        *((DuelsLapsed(lapsed),) if lapsed else ()),
        # The last card was inward and its owner did not get the totem: the owner takes all instead.
        all_to(state, owner) if owner is not None else PilesPotted((winner,)),
    )
    return (*events, TurnPassed(fold(state, events).next_with_stack(winner)))


def last_card_owner(state: State, winner: Seat) -> Seat | None:
    """Return who turned inward arrows as a last card and lost the totem to `winner`, or None.

    Where nobody told the cards, the only seat that has just turned must have turned the arrows.
    """
    owners = state.inward
    if not owners and len(state.fresh) == 1 and state.top(state.fresh[0]) is None:
        owners = state.fresh
    return next((seat for seat in owners if not state.stacks[seat] and seat != winner), None)


def all_to(state: State, taker: Seat) -> CardsTaken:
    """Return the event that a seat takes every face-up card on the table, and the pot."""
    cards = sum(map(len, state.piles)) + len(state.pot)
    return CardsTaken((Share(taker, cards),), state.face_up, pot=True)


def wrong_grab(state: State, offender: Seat) -> Events:
    """The offender takes every face-up card, and the pot."""
    return _penalty(state, offender, WrongGrabRuled(offender, why_wrong(state, offender)))


def totem_dropped(state: State, offender: Seat) -> Events:
    """Dropping the totem costs the same as a wrong grab."""
    return _penalty(state, offender, TotemDropped(offender))


def why_wrong(state: State, offender: Seat) -> str:
    """Return the rule that a wrong grab broke: look-alikes and the wrong hand have rules of their own."""
    top = state.top(offender)
    if state.inward and state.two_handed and not hand_may_grab(state, offender):
        return "us.two-inward"
    if top is None or isinstance(top, ArrowsCard) or state.by_colour:
        return "us.wrong-grab"
    family = state.deck.family(top.symbol)
    for seat in map(Seat, state.seats):
        other = state.top(seat)
        if (
            seat != offender
            and other is not None
            and not isinstance(other, ArrowsCard)
            and other.symbol != top.symbol
            and state.deck.family(other.symbol) == family
        ):
            return "us.look-alike"
    return "us.wrong-grab"


def _penalty(state: State, offender: Seat, event: AnyEvent) -> Events:
    events: Events = (event, all_to(state, offender))
    # After a penalty the offender turns next, or the order goes on, as the table chose.
    after = offender if state.rulings.after_penalty == "offender" else state.turn
    return (*events, TurnPassed(fold(state, events).next_with_stack(after)))


def totem_fell(state: State) -> Events:
    """All face-up cards go into the pot; the order goes on."""
    events: Events = (TotemFell(), PilesPotted(state.face_up))
    return (*events, *onward(fold(state, events)))


def onward(state: State) -> Events:
    """Pass the turn over whoever has no stack left."""
    turn = state.next_with_stack(state.turn)
    return (TurnPassed(turn),) if turn != state.turn else ()


def arrows_of(state: State, seat: Seat) -> Arrows | None:
    """Return which arrows a seat's top card shows, or None."""
    top = state.top(seat)
    return top.arrows if isinstance(top, ArrowsCard) else None
