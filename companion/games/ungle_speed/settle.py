"""What follows once it is known what a grab was for: who takes which cards, and who turns next."""

from companion.game import Level, Outcome, Remedy, Seat, Violation
from companion.games.ungle_speed import events as e
from companion.games.ungle_speed.deck import Arrows, ArrowsCard, SymbolCard
from companion.games.ungle_speed.evolve import fold
from companion.games.ungle_speed.matches import (
    hand_may_grab,
    match_of,
    matches,
    three_colours_possible,
    tops_known,
)
from companion.games.ungle_speed.model import Grab, Sharing, State, Unexplained
from companion.games.ungle_speed.reports import Share
from companion.games.ungle_speed.score import ending


def impossible_claim(rule: str, seat: Seat | None = None) -> Violation:
    """Return the violation of an impossible claim: nothing on the table is wrong, so ask again."""
    return Violation(rule, seat, remedy=(Remedy("ask_again"),))


def explain(state: State) -> e.Events:
    """Return what follows from an unexplained grab if the known cards decide it, otherwise nothing."""
    chase = state.chase
    if state.level is not Level.WATCHING or not isinstance(chase, Unexplained) or not tops_known(state):
        return ()
    # In a flip the top cards are known once everybody's card has been entered. For second arrows nobody has
    # turned yet if the totem race for inward arrows comes first, or if the table says so.
    if state.flip is not None and state.flip.waiting and not nobody_turned_again(state):
        return ()
    (grabber,) = chase.grab.first
    duel = match_of(state, grabber)
    inward = may_take_inward(state, grabber)
    # Inward arrows and a duel at once: the first to grab chooses which counts.
    if duel is not None and inward:
        return (e.ChoiceOffered(duel),)
    if duel is not None:
        return duel_won(state, grabber, duel.seats, late_without_right(state, chase.grab))
    # A grabber who is in no duel gets the effect of the inward arrows only.
    if inward:
        return inward_won(state, grabber, loser=last_inward(state, grabber))
    # No right that the referee sees. Don't decide while a turned card may be missing from the record.
    if chase.late and card_may_be_missing(state):
        return ()
    return wrong_grab(state, grabber, late_without_right(state, chase.grab))


def late_without_right(state: State, grab: Grab) -> tuple[Seat, ...]:
    """Return the seats that pressed after the winner without a known right, if a ruling makes that cost."""
    if state.rulings.late_grab == "nothing":
        return ()
    late = dict.fromkeys(touch.seat for touch in grab.touches if touch.seat not in grab.first)
    return tuple(seat for seat in late if match_of(state, seat) is None and not may_take_inward(state, seat))


def nobody_turned_again(state: State) -> bool:
    """Return whether second outward arrows are pending for which nobody can have turned yet."""
    flip = state.flip
    return flip is not None and flip.untouched and (flip.not_yet or bool(state.open_inward) or not flip.seats)


def card_may_be_missing(state: State) -> bool:
    """Return whether a turned card may not have been entered yet."""
    return bool(state.stacks[state.turn])


def may_take_inward(state: State, seat: Seat) -> bool:
    """Return whether known inward arrows (or three cards of one colour) are open to this hand."""
    if tops_known(state) and three_colours_possible(state):
        return True
    return bool(state.open_inward) and hand_may_grab(state, seat)


def duel_won(state: State, winner: Seat, seats: tuple[Seat, ...], late: tuple[Seat, ...] = ()) -> e.Events:
    """Give the winner's pile, the losers' piles and the pot to the loser; ask how several losers split them.

    Those in `late` grabbed without right, and lose as well. With two players the pot stays if nobody is late.
    """
    losers = tuple(seat for seat in seats if seat != winner)
    if late:
        return (e.SharingOpened((*losers, *late), state.face_up, state.face_up_count, late),)
    if len(losers) > 1:
        return (e.SharingOpened(losers, seats, state.cards_in_duel(seats)),)
    shares = (Share(losers[0], state.cards_in_duel(seats)),)
    return settle_duel(state, winner, losers, seats, shares, losers[0])


def settle_duel(
    state: State,
    winner: Seat,
    losers: tuple[Seat, ...],
    piles: tuple[Seat, ...],
    shares: tuple[Share, ...],
    starts: Seat,
    *,
    wrong: bool = False,
) -> e.Events:
    """Move a duel's cards as shared, call off the other matches, and pass the turn.

    `wrong`: a loser grabbed without right, so the pot goes too, even with two players.
    """
    # Several duels at once: the first to grab wins that one, the others lapse.
    others = tuple(duel for duel in matches(state) if not set(duel.seats) & set(piles))
    return (
        e.DuelWon(winner, losers),
        *((e.DuelsLapsed(others),) if others else ()),
        e.CardsTaken(shares, piles, pot=wrong or not state.two_handed),
        e.TurnPassed(starts),
    )


def inward_won(state: State, winner: Seat, *, loser: Seat | None = None) -> e.Events:
    """Put the winner's pile into the pot; the winner turns next.

    `loser` turned the arrows as a last card and did not get the totem: they take all face-up cards instead.
    """
    lapsed = matches(state)
    events: e.Events = (
        e.InwardWon(winner),
        # If nobody enters the cards, only the grab shows the arrows; they end matching by colour.
        *((e.ColoursEnded(),) if state.by_colour else ()),
        *((e.DuelsLapsed(lapsed),) if lapsed else ()),
        # The last card was inward arrows and its owner did not get the totem: the owner takes all instead.
        take_everything(state, loser) if loser is not None else e.PilesPotted((winner,)),
    )
    after = fold(state, events)
    return (*events, *(delayed_flip(state, after) or (e.TurnPassed(after.next_with_stack(winner)),)))


def delayed_flip(before: State, after: State) -> e.Events:
    """Let second outward arrows act after the totem race that came first, unless the race moved them."""
    owner = before.flip.owner if before.flip is not None and before.flip.second else None
    if owner is None or ending(after) is not None or arrows_of(after, owner) is not Arrows.OUTWARD:
        return ()
    due = last_coloured(after)
    return (*due, *call_flip(fold(after, due), owner))


def call_flip(state: State, owner: Seat, *, second: bool = False) -> e.Events:
    """Have everybody with a stack turn a card at once; the owner of the arrows turns next."""
    seats = tuple(seat for seat in state.seats if state.can_turn(seat))
    return (e.FlipCalled(owner, seats, second), e.TurnPassed(owner))


def last_coloured(state: State) -> e.Events:
    """Return what coloured arrows as a last card cost: their owner takes all face-up cards.

    Nothing during a flip or while a grab is being ruled on: the totem comes first.
    """
    flipping = state.flip is not None and not state.flip.untouched
    if state.must_take_all is None or flipping or state.chase is not None:
        return ()
    return (take_everything(state, state.must_take_all),)


def last_inward(state: State, winner: Seat) -> Seat | None:
    """Return the seat that turned known inward arrows as a last card and lost to `winner`, or None."""
    return next((seat for seat in state.open_inward if not state.stacks[seat] and seat != winner), None)


def race_open(state: State) -> bool:
    """Return whether the cards just turned are known to start a race for the totem."""
    return bool(state.open_inward) or any(set(duel.seats) & set(state.just_turned) for duel in matches(state))


def race_possible(state: State) -> bool:
    """Return whether they may start one: known races and possible inward arrows, but no unknown duels."""
    return race_open(state) or bool(inward_candidates(state))


def last_outward(state: State) -> tuple[Seat, ...]:
    """Return the seats that have just turned outward arrows as a last card."""
    finished = (seat for seat in state.just_turned if not state.stacks[seat])
    return tuple(seat for seat in finished if arrows_of(state, seat) is Arrows.OUTWARD)


def outward_wins(state: State, seats: tuple[Seat, ...]) -> e.Events:
    """Return what outward arrows do as a last card: they win at once.

    With two players each hand counts as a player: this one is out and its pile goes into the pot, unless the
    table chose that it ends the game.
    """
    if state.two_handed and state.rulings.two_last_outward == "hand_out":
        return (e.PilesPotted(seats),)
    players = sorted({state.player(seat) for seat in seats})
    winners = tuple(seat for player in players for seat in state.seats_of(player))
    return (e.Ended(Outcome(winners, "us.last-outward")),)


def inward_candidates(state: State) -> tuple[Seat, ...]:
    """Return the seats that may just have turned inward arrows, as far as the cards are known."""
    unknown = tuple(seat for seat in state.just_turned if state.piles[seat] and state.top(seat) is None)
    return state.open_inward or unknown


def take_everything(state: State, taker: Seat) -> e.CardsTaken:
    """Return the event in which a seat takes every face-up card and the pot."""
    return e.CardsTaken((Share(taker, state.face_up_count),), state.face_up, pot=True)


def wrong_grab(state: State, offender: Seat, late: tuple[Seat, ...] = ()) -> e.Events:
    """Return what a wrong grab costs: all face-up cards and the pot, split if there are several offenders."""
    if late:
        return _all_wrong(state, (offender, *late))
    return _penalty(state, offender, e.WrongGrabRuled(offender, why_wrong(state, offender)))


def _all_wrong(state: State, offenders: tuple[Seat, ...]) -> e.Events:
    """Return what several wrong grabs cost: the table says how they split all face-up cards and the pot."""
    due = _due_before_penalty(state)
    if due:
        # Nothing face up is left for them to split.
        wrong = (e.WrongGrabRuled(seat, why_wrong(state, seat)) for seat in offenders)
        return _turn_after(state, (*due, *wrong), offenders[0])
    return (e.SharingOpened(offenders, state.face_up, state.face_up_count, offenders),)


def penalty_shared(state: State, chase: Sharing, shares: tuple[Share, ...], starts: Seat) -> e.Events:
    """Give the offenders the cards as shared; one of them turns next, or play goes on in order."""
    events: e.Events = (
        *(e.WrongGrabRuled(seat, why_wrong(state, seat)) for seat in chase.wrong),
        e.CardsTaken(shares, chase.piles, pot=True),
    )
    return _turn_after(state, events, starts)


def totem_dropped(state: State, offender: Seat) -> e.Events:
    """Return what a dropped totem costs: the same as a wrong grab."""
    return _penalty(state, offender, e.TotemDropped(offender))


def why_wrong(state: State, offender: Seat) -> str:
    """Return the id of the rule that a wrong grab broke; look-alikes and the wrong hand have their own."""
    top = state.top(offender)
    if state.open_inward and not hand_may_grab(state, offender):
        return "us.two-inward"
    if not isinstance(top, SymbolCard) or state.by_colour:
        return "us.wrong-grab"
    others = [card for card in map(state.top, state.seats) if isinstance(card, SymbolCard)]
    family = state.deck.family(top.symbol)
    alike = any(card.symbol != top.symbol and state.deck.family(card.symbol) == family for card in others)
    return "us.look-alike" if alike else "us.wrong-grab"


def _penalty(state: State, offender: Seat, event: e.AnyEvent) -> e.Events:
    due = _due_before_penalty(state)
    return _turn_after(state, (*due, event, take_everything(fold(state, due), offender)), offender)


def _turn_after(state: State, events: e.Events, offender: Seat) -> e.Events:
    """Add the turn after a penalty: the offender's, or the next in order, as the table chose."""
    after = offender if state.rulings.after_penalty == "offender" else state.turn
    return (*events, e.TurnPassed(fold(state, events).next_with_stack(after)))


def _due_before_penalty(state: State) -> e.Events:
    """Return what last coloured arrows cost before a penalty: their owner takes all face-up cards.

    A wrong grab doesn't spare the owner, as a race for the totem would: it came after the card.
    """
    owner = state.must_take_all
    if owner is None or race_open(state) or (state.flip is not None and not state.flip.untouched):
        return ()
    return (take_everything(state, owner),)


def totem_fell(state: State) -> e.Events:
    """Return what a fallen totem does: all face-up cards go into the pot, and play goes on in order."""
    events: e.Events = (e.TotemFell(), e.PilesPotted(state.face_up))
    return (*events, *onward(fold(state, events)))


def onward(state: State) -> e.Events:
    """Pass the turn to the next seat that can turn a card, if this one can't."""
    turn = state.next_with_stack(state.turn)
    return (e.TurnPassed(turn),) if turn != state.turn else ()


def arrows_of(state: State, seat: Seat) -> Arrows | None:
    """Return which arrows a seat's top card shows, or None."""
    top = state.top(seat)
    return top.arrows if isinstance(top, ArrowsCard) else None
