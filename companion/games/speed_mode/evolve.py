"""The position after an event. Events are facts: nothing is checked here."""

from collections import Counter

from msgspec.structs import replace

from companion.catalogue import Catalogue
from companion.errors import SetupError
from companion.game import Level, Seat, first_seat, folding, put
from companion.games.speed_mode import events as e
from companion.games.speed_mode.board import CARDS, DECK, Kind, Place
from companion.games.speed_mode.board_file import check
from companion.games.speed_mode.deck import exhausted, helpless, makeable
from companion.games.speed_mode.model import (
    FACE_UP,
    HAND_SIZE,
    MANY_EXCHANGES,
    PLAYERS,
    Extra,
    Facts,
    OnPair,
    Rulings,
    State,
)
from companion.games.speed_mode.score import groups, outcome, singles


def evolve(state: State, event: e.AnyEvent) -> State:
    """Return the state after one event; never refuses."""
    match event:
        case e.CombinationMade(seat, place, half, cards):
            covered = _cover(state, place, half, seat)
            discards = Counter(state.discards) + Counter(cards)
            return _after_action(replace(covered, discards=dict(discards)), seat, -CARDS)
        case e.CombinationUndone(_, place, half):
            # The freed combination may be one that a stuck player's hand can make.
            return replace(_cover(state, place, half, None), stuck=(False,) * len(state.stuck))
        case e.PairMade(seat, place):
            return _with_tokens(state, place, OnPair(circle=seat))
        case e.ExtraPlaced(seat, between, group):
            return replace(state, extras=(*state.extras, Extra(seat, between, group)))
        case e.CardsExchanged(seat, _, cards):
            drawn = _after_draw(state, cards, state.drawable)
            return replace(_after_action(drawn, seat, 0), exchanges=state.exchanges + 1)
        case e.HandReplenished(seat, count, _, cards):
            return _after_action(_after_draw(state, cards, state.drawable - count), seat, count)
        case e.CardTurnedUp(card):
            return replace(state, open=(*state.open, card))
        case e.Passed(seat) | e.StuckCalled(seat):
            return replace(state, stuck=put(state.stuck, seat, True))
        case e.EndAsked():
            return replace(state, asked=True)
        case e.PlayedOn():
            return replace(state, asked=False)
        case e.Finished():
            return replace(state, finished=True, asked=False)
        case e.GroupsCounted(points):
            return replace(state, groups=points)
        case e.TurnPassed(to):
            return replace(state, turn=to)
        case e.Recounted(deck, face_up, hands, short):
            return replace(_recounted(state, deck, face_up, hands), short=short)
        case e.Ended(outcome):
            return replace(state, ended=outcome, finished=False)


fold = folding(evolve)


def _after_action(state: State, seat: Seat, cards: int) -> State:
    """Return the state after a seat's action: cards in hand changed, stuck and exchanges in a row reset."""
    return replace(
        state,
        hands=put(state.hands, seat, state.hands[seat] + cards),
        stuck=put(state.stuck, seat, False),
        exchanges=0,
        asked=False,
    )


def _after_draw(state: State, cards: tuple[Kind, ...], rest: int) -> State:
    """Remove drawn cards from the reported ones; of the `rest` left to draw, up to five are face up."""
    open_cards = list(state.open)
    for card in cards:
        # Other cards were turned up during this draw, and never reported.
        if card in open_cards:
            open_cards.remove(card)
    face_up = min(FACE_UP, rest)
    return replace(state, open=tuple(open_cards), face_up=face_up, deck=rest - face_up)


def _recounted(state: State, deck: int, face_up: int, hands: tuple[int, ...]) -> State:
    # More were reported than are face up, so all must be reported again.
    open_cards = state.open if len(state.open) <= face_up else ()
    return replace(
        state,
        deck=deck,
        face_up=face_up,
        hands=hands,
        open=open_cards,
        stuck=(False,) * len(state.stuck),
    )


def _cover(state: State, place: Place, half: int, seat: Seat | None) -> State:
    first, second = state.on(place).halves
    halves = (seat, second) if half == 0 else (first, seat)
    return _with_tokens(state, place, OnPair(halves))


def _with_tokens(state: State, place: Place, tokens: OnPair) -> State:
    return replace(state, pairs=put(state.pairs, state.board.places.index(place), tokens))


# From the facts of a match to its first position.


def opening(facts: Facts, catalogue: Catalogue) -> State:
    """Return the dealt table; SetupError if the facts don't make a game."""
    rulings = catalogue.settle(facts.rulings, Rulings)
    # Two play.
    if facts.players != PLAYERS:
        raise SetupError(f"players: {facts.players} can't play Two Player Speed Mode; {PLAYERS} can")
    check(facts.board)
    # Ten cards each, five face up, and the rest face down.
    return State(
        board=facts.board,
        watched=facts.level is Level.WATCHING,
        rulings=rulings,
        turn=first_seat(facts.first, PLAYERS),
        pairs=(OnPair(),) * len(facts.board.pairs),
        deck=DECK - PLAYERS * HAND_SIZE - FACE_UP,
        face_up=FACE_UP,
        hands=(HAND_SIZE,) * PLAYERS,
        discards={},
    )


# When play ends, what that adds to the board, and whose turn it is otherwise.


def with_consequences(state: State, events: e.Events) -> e.Events:
    """Return the events of a report and what follows from them: the end, or that a turn is over."""
    first = events[0]
    after = fold(state, events)
    reason = end_reason(after)
    if reason is not None:
        return (*events, *finish_events(after, reason))
    if isinstance(first, e.CombinationMade | e.CardsExchanged | e.HandReplenished | e.Passed):
        events = (*events, e.TurnPassed(state.other(first.seat)))
    # After every ten exchanges in a row the table is asked whether to end.
    if isinstance(first, e.CardsExchanged) and after.exchanges % MANY_EXCHANGES == 0:
        events = (*events, e.EndAsked(after.exchanges))
    return events


def end_reason(state: State) -> e.Why | None:
    """Return why play is over, or None."""
    if state.finished:
        return None
    # Nobody can make a combination any more, whatever is drawn.
    if next(makeable(state), None) is None:
        return e.Why.NOTHING_LEFT
    # The deck is exhausted, and neither hand makes a combination.
    stuck = all(state.stuck[seat] or helpless(state, seat) for seat in state.seats)
    return e.Why.STUCK if stuck and exhausted(state) else None


def finish_events(state: State, reason: e.Why) -> e.Events:
    """Return the events that end a game: points for groups of unpaired combinations, and who wins."""
    events: tuple[e.AnyEvent, ...] = (e.Finished(reason),)
    # Extra points for groups of unpaired combinations, by the ruling unpaired_groups.
    if state.rulings.unpaired_groups == "adjacent":
        for seat in state.seats:
            links = groups(state.board, state.pairs, seat)
            events = (*events, *(e.ExtraPlaced(seat, link, group=True) for link in links))
    elif state.rulings.unpaired_groups == "by_hand" and any(singles(state, seat) for seat in state.seats):
        return events
    return (*events, e.Ended(outcome(fold(state, events))))
