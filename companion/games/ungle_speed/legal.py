"""The reports of play that judge accepts: all of them, and the few that answer "what was it?"."""

from collections.abc import Iterator
from itertools import combinations

from companion.game import Accepted, Seat
from companion.games.ungle_speed.deck import Card
from companion.games.ungle_speed.matches import match_of
from companion.games.ungle_speed.model import Choosing, Grab, Sharing, State, Tied, Unexplained
from companion.games.ungle_speed.reports import (
    AnyReport,
    CallDropped,
    CallDuel,
    CallEnd,
    CallFell,
    CallInward,
    CallThreeColours,
    CallWrongGrab,
    DrawLots,
    Share,
    ShareCards,
    TakeTotem,
    TurnAll,
    TurnCard,
)
from companion.games.ungle_speed.rules import judge


def legal(state: State) -> Iterator[AnyReport]:
    """Yield every report of play that judge accepts, likeliest first.

    Grabs are listed by their winner alone, without photo finishes, dead heats and voids; corrections
    (a recount, another level) are legal at any time and not listed.
    """
    if state.ended is None:
        yield from (report for report in _candidates(state) if _accepts(state, report))


def answers(state: State) -> Iterator[AnyReport]:
    """Yield what can be answered to "what was it?", likeliest first: duels of two, or the one known."""
    if state.ended is not None or not isinstance(state.chase, Unexplained | Choosing):
        return
    (grabber,) = state.chase.grab.first
    pairs: Iterator[AnyReport] = (CallDuel(pair) for pair in _pairs(state, grabber))
    known = match_of(state, grabber)
    if known is not None:
        pairs = iter((CallDuel(known.seats),))
    offered = (*pairs, *_other_claims(), CallDropped(grabber), CallFell())
    yield from (report for report in offered if _accepts(state, report))


def _accepts(state: State, report: AnyReport) -> bool:
    return isinstance(judge(state, report), Accepted)


def _candidates(state: State) -> Iterator[AnyReport]:
    seats = [Seat(seat) for seat in state.seats]
    match state.chase:
        case None:
            yield from _turns(state)
            yield from (TakeTotem(Grab((seat,))) for seat in seats)
            yield CallEnd()
        case Unexplained(grab):
            (grabber,) = grab.first
            yield from _duels(state, grabber)
            yield from _other_claims()
            yield from _turns(state)
        case Choosing(_, duel):
            yield CallDuel(duel.seats)
            yield CallInward()
        case Tied(grab):
            yield from (DrawLots(seat) for seat in grab.first)
        case Sharing(_, losers, _, cards):
            yield from _splits(losers, cards)
    yield from (CallDropped(seat) for seat in seats)
    yield CallFell()


def _turns(state: State) -> Iterator[AnyReport]:
    turners = state.flip.waiting if state.flip is not None else (state.turn,)
    for seat in turners:
        yield TurnCard(seat)
    yield TurnAll()
    cards: dict[Card, None] = dict.fromkeys(state.deck.cards())
    for seat in turners:
        yield from (TurnCard(seat, card) for card in cards)


def _other_claims() -> tuple[AnyReport, ...]:
    return CallInward(), CallThreeColours(), CallWrongGrab()


def _pairs(state: State, grabber: Seat) -> Iterator[tuple[Seat, ...]]:
    """Pairs with the grabber; whoever has just turned comes first, for that card made the match."""
    count = len(state.stacks)
    others = [Seat((grabber + step) % count) for step in range(1, count)]
    for other in sorted(others, key=lambda seat: seat not in state.fresh):
        yield tuple(sorted((grabber, other)))


def _duels(state: State, grabber: Seat) -> Iterator[AnyReport]:
    """Every group with the grabber in it, small ones first."""
    yield from (CallDuel(pair) for pair in _pairs(state, grabber))
    others = [Seat(seat) for seat in state.seats if seat != grabber]
    for size in range(2, len(others) + 1):
        for group in combinations(others, size):
            yield CallDuel(tuple(sorted((grabber, *group))))


def _splits(losers: tuple[Seat, ...], cards: int) -> Iterator[AnyReport]:
    """Every way to split so many cards, with every loser who might turn next."""
    for counts in _compositions(len(losers), cards):
        shares = tuple(Share(seat, count) for seat, count in zip(losers, counts, strict=True))
        yield from (ShareCards(shares, starts) for starts in losers)


def _compositions(parts: int, total: int) -> Iterator[tuple[int, ...]]:
    if parts == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in _compositions(parts - 1, total - first):
            yield (first, *rest)
