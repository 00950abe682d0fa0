"""From a state and an event to the next state. Events are facts: nothing is checked here."""

from msgspec.structs import replace

from companion.catalogue import Catalogue
from companion.errors import SetupError
from companion.game import Seat, first_seat, folding, put
from companion.games.ungle_speed import events as e
from companion.games.ungle_speed.deck import Arrows, Deck, check_deck
from companion.games.ungle_speed.model import (
    Choosing,
    Duel,
    Facts,
    Flip,
    Grab,
    Pile,
    Rulings,
    Sharing,
    State,
    Tied,
    Unexplained,
)
from companion.games.ungle_speed.reports import Share


def evolve(state: State, event: e.AnyEvent) -> State:
    """Return the state after an event. Never refuses."""
    match event:
        case e.CardTurned():
            return _turned(state, event)
        case e.TurnPassed(to):
            return replace(state, turn=to)
        case e.TotemTaken(grab):
            return replace(state, chase=Unexplained(grab), regrab_reason="")
        case e.CardsTaken():
            return _taken(state, event)
        case e.DuelWon(winner, losers):
            # A duel ends matching by colour and the flip that led to it.
            lapsed = _lapsed_without(state, {winner, *losers})
            return replace(_settled(state), by_colour=False, lapsed=lapsed)
        case e.MatchMissed():
            return state
        case e.InwardOpened(seats):
            return replace(state, open_inward=seats)
        case e.ColoursBegan():
            return replace(state, by_colour=True)
        case e.ColoursEnded():
            return replace(state, by_colour=False)
        case e.FlipCalled(owner, seats, second):
            return _flip_called(state, Flip(owner, seats, seats, second))
        case e.FlipPutOff():
            return _flip_put_off(state)
        case e.FlipEnded():
            return replace(state, flip=None)
        case e.HeatCalled(grab):
            return replace(state, chase=None, regrab_reason="dead_heat", tied=grab.first)
        case e.LotsCalled(grab):
            return replace(state, chase=Tied(grab), regrab_reason="")
        case e.GrabVoided(reason):
            return replace(state, chase=None, regrab_reason=reason)
        case e.ChoiceOffered(duel):
            assert state.chase is not None
            return replace(state, chase=Choosing(state.chase.grab, duel))
        case e.DuelsLapsed(duels):
            return replace(state, lapsed=state.lapsed + duels)
        case e.SharingOpened(losers, piles, cards, wrong):
            # After a dead heat nobody has the totem.
            assert state.chase is not None or set(losers) <= set(state.tied)
            grab = state.chase.grab if state.chase is not None else Grab(losers)
            return replace(state, chase=Sharing(grab, losers, piles, cards, wrong), regrab_reason="")
        case e.InwardWon() | e.WrongGrabRuled():
            return _settled(state)
        case e.TotemDropped() | e.TotemFell():
            return replace(_settled(state), by_colour=False)
        case e.PilesPotted(seats):
            return _potted(state, seats)
        case e.Recounted():
            return replace(_recounted(state, event), short=event.short)
        case e.SeatLeft():
            return _left(state, event)
        case e.LevelSet(level):
            return replace(state, level=level)
        case e.Ended(outcome):
            return replace(state, ended=outcome, chase=None, flip=None)


fold = folding(evolve)


def _settled(state: State) -> State:
    """Return the state after a grab was ruled on: there is nothing more to grab the totem for."""
    return replace(state, chase=None, flip=None, open_inward=(), just_turned=(), regrab_reason="")


def _flip_called(state: State, flip: Flip) -> State:
    chase = state.chase
    if isinstance(chase, Unexplained):
        # The grabber may have seen these cards, so they may still be entered.
        chase = Unexplained(chase.grab, late=bool(flip.waiting))
    if flip.second:
        # The previous flip's cards can still be grabbed for.
        return replace(state, flip=flip, chase=chase)
    return replace(state, flip=flip, just_turned=(), chase=chase)


def _flip_put_off(state: State) -> State:
    assert state.flip is not None
    assert state.chase is not None
    return replace(state, flip=replace(state.flip, not_yet=True), chase=Unexplained(state.chase.grab, False))


def _turned(state: State, event: e.CardTurned) -> State:
    seat, turns = event.seat, state.turns
    flip, chase, open_inward, just_turned = state.flip, state.chase, state.open_inward, state.just_turned
    if flip is not None and seat in flip.waiting:
        if flip.untouched:
            # The first card of a second flip: the previous flip's cards get covered.
            open_inward, just_turned = (), ()
        # All cards of a flip count as turned at the same moment, whenever they are entered.
        waiting = tuple(other for other in flip.waiting if other != seat)
        turns += not just_turned
        just_turned = (*just_turned, seat)
        flip = replace(flip, waiting=waiting)
    else:
        open_inward, just_turned = (), (seat,)
        turns += 1
    if isinstance(chase, Unexplained):
        chase = Unexplained(chase.grab, late=flip is not None and bool(flip.waiting))
    return replace(
        state,
        stacks=put(state.stacks, seat, state.stacks[seat] - 1),
        piles=put(state.piles, seat, (*state.piles[seat], event.card)),
        flip=flip,
        open_inward=open_inward,
        just_turned=just_turned,
        lapsed=_lapsed_without(state, {seat}),
        turns=turns,
        turned_at=put(state.turned_at, seat, turns),
        chase=chase,
        regrab_reason="",
    )


def _taken(state: State, event: e.CardsTaken) -> State:
    return replace(
        state,
        stacks=_with_shares(state.stacks, event.takers),
        piles=_emptied(state, event.piles),
        pot=() if event.pot else state.pot,
        lapsed=_lapsed_without(state, set(event.piles)),
        chase=None,
    )


def _potted(state: State, seats: tuple[Seat, ...]) -> State:
    pot = state.pot + tuple(card for seat in seats for card in state.piles[seat])
    return replace(state, piles=_emptied(state, seats), pot=pot, lapsed=_lapsed_without(state, set(seats)))


def _recounted(state: State, event: e.Recounted) -> State:
    resized = replace(
        state,
        stacks=event.stacks,
        piles=tuple(_resized(pile, size) for pile, size in zip(state.piles, event.piles, strict=True)),
        pot=_resized(state.pot, event.pot),
    )
    flip, chase = state.flip, state.chase
    if flip is not None and flip.seats:
        # Don't wait for a seat without a stack.
        waiting = tuple(seat for seat in flip.waiting if event.stacks[seat])
        seats = tuple(seat for seat in flip.seats if event.stacks[seat]) if flip.untouched else flip.seats
        flip = replace(flip, seats=seats, waiting=waiting) if waiting else None
    if isinstance(chase, Sharing):
        piles = resized.face_up if chase.wrong else chase.piles
        cards = resized.face_up_count if chase.wrong else resized.cards_in_duel(piles)
        chase = replace(chase, piles=piles, cards=cards)
    return replace(resized, flip=flip, chase=chase)


def _left(state: State, event: e.SeatLeft) -> State:
    seat = event.seat
    return replace(
        state,
        stacks=_with_shares(put(state.stacks, seat, 0), event.dealt),
        piles=_emptied(state, (seat,)),
        aside=state.aside + (0 if event.dealt else state.cards(seat)),
        lapsed=_lapsed_without(state, {seat}),
        open_inward=tuple(other for other in state.open_inward if other != seat),
        left=(*state.left, seat),
    )


def _with_shares(stacks: tuple[int, ...], shares: tuple[Share, ...]) -> tuple[int, ...]:
    for share in shares:
        stacks = put(stacks, share.seat, stacks[share.seat] + share.cards)
    return stacks


def _resized(pile: Pile, size: int) -> Pile:
    """Return a pile with `size` cards, cut or filled up with unknown cards at the bottom."""
    return (None,) * (size - len(pile)) + pile[max(0, len(pile) - size) :]


def _emptied(state: State, seats: tuple[Seat, ...]) -> tuple[Pile, ...]:
    return tuple(() if seat in seats else pile for seat, pile in enumerate(state.piles))


def _lapsed_without(state: State, seats: set[Seat]) -> tuple[Duel, ...]:
    """Return the lapsed matches without seats whose cards were covered or taken; one seat is no match."""
    shrunk = [(tuple(seat for seat in duel.seats if seat not in seats), duel) for duel in state.lapsed]
    return tuple(Duel(seats_left, duel.by, duel.what) for seats_left, duel in shrunk if len(seats_left) > 1)


# From the facts of a match to its first state.


def opening(facts: Facts, catalogue: Catalogue) -> State:
    """Return the dealt table. Raises SetupError for facts that make no game."""
    check_deck(facts.deck)
    rulings = catalogue.settle(facts.rulings, Rulings)
    # Two to fifteen players, or more if the deck allows: everybody needs a card.
    if facts.players < 2:
        raise SetupError(f"players: {facts.players} is too few; Ungle Speed needs at least 2")
    seats = 4 if facts.players == 2 else facts.players
    deck = _in_play(facts)
    if seats > deck.size:
        raise SetupError(f"players: {facts.players} is too many for a deck of {deck.size} cards")
    even, extra = divmod(deck.size, seats)
    # Left-over cards go into the pot, aside, or onto the first stacks; with two players all stacks are equal.
    leftovers = rulings.two_left_over if facts.players == 2 else rulings.leftovers
    return State(
        players=facts.players,
        deck=deck,
        rulings=rulings,
        level=facts.level,
        stacks=tuple(even + (leftovers == "deal" and seat < extra) for seat in range(seats)),
        piles=((),) * seats,
        pot=(None,) * extra if leftovers == "pot" else (),
        aside=extra if leftovers == "aside" else 0,
        turn=first_seat(facts.first, seats),
        turned_at=(0,) * seats,
    )


def left_over(facts: Facts) -> int:
    """Return how many cards are left over after an even deal."""
    return _in_play(facts).size % (4 if facts.players == 2 else facts.players)


def _in_play(facts: Facts) -> Deck:
    if facts.players >= 4:
        return facts.deck
    # With two or three players the coloured arrows leave the deck.
    missing = tuple(card for card in facts.deck.missing if card != Arrows.COLOURED)
    return replace(facts.deck, coloured=0, missing=missing)
