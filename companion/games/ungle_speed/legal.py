"""Listing the reports of play that `judge` accepts, and among them the answers to "what was it?"."""

from collections.abc import Iterable, Iterator
from itertools import combinations, pairwise
from math import comb

from companion.game import Accepted, Seat
from companion.games.ungle_speed import reports as r
from companion.games.ungle_speed.deck import ArrowsCard, Card
from companion.games.ungle_speed.evolve import fold
from companion.games.ungle_speed.matches import match_of
from companion.games.ungle_speed.model import Choosing, Grab, Sharing, State, Tied, Unexplained
from companion.games.ungle_speed.rules import judge
from companion.games.ungle_speed.settle import inward_candidates
from companion.games.ungle_speed.turning import unentered_turns

MANY = 12
"""With this many others, groups at the totem are too many to list: 4,000 and more."""
MOST_SPLITS = 2_000
"""Most ways to split cards that are listed; three losers of sixty cards have 1,891."""


def legal(state: State) -> Iterator[r.AnyReport]:
    """Yield the reports of play that judge accepts, likeliest first.

    Not listed: photo finishes, dead heats, voids and late grabs; whose the inward arrows were, unless asked;
    most ways to split many cards among many losers; most large duels at a large table; corrections (a
    recount, another level), which are always legal.
    """
    if state.ended is None:
        yield from (report for report in _candidates(state) if _accepts(state, report))


def answers(state: State) -> Iterator[r.AnyReport]:
    """Yield the answers to "what was it?", likeliest first.

    Inward arrows known to be open come first, then duels of two, or the known one, then everything else.
    """
    if state.ended is not None or not isinstance(state.chase, Unexplained | Choosing):
        return
    (grabber,) = state.chase.grab.first
    # Seats known to show arrows are in no duel. This includes arrows of a later flip, once entered.
    table = fold(state, unentered_turns(state))
    pairs: Iterator[r.AnyReport] = (
        r.CallDuel(pair)
        for pair in _pairs(state, grabber)
        if not any(isinstance(table.top(seat), ArrowsCard) for seat in pair)
    )
    match = match_of(state, grabber)
    if match is not None:
        pairs = iter((r.CallDuel(match.seats),))
    claims = (*_other_claims(state), r.CallDropped(grabber), r.CallFell())
    inward = tuple(claim for claim in claims if state.open_inward and isinstance(claim, r.CallInward))
    all_answers = (*inward, *pairs, *(claim for claim in claims if claim not in inward))
    yield from (report for report in all_answers if _accepts(state, report))


def _accepts(state: State, report: r.AnyReport) -> bool:
    return isinstance(judge(state, report), Accepted)


def _candidates(state: State) -> Iterator[r.AnyReport]:
    match state.chase:
        case None:
            yield from _turns(state)
            yield from (r.TakeTotem(Grab((seat,))) for seat in state.seats)
            yield r.CallEnd()
            yield from _wrong_heat(state.tied)
        case Unexplained(grab):
            (grabber,) = grab.first
            yield from _duels(state, grabber)
            yield from _other_claims(state)
            yield from _turns(state)
        case Choosing(_, duel):
            yield r.CallDuel(duel.seats)
            yield r.CallInward()
        case Tied(grab):
            yield from (r.DrawLots(seat) for seat in grab.first)
            yield from _wrong_heat(grab.first)
        case Sharing(_, losers, _, cards):
            yield from _splits(losers, cards)
    yield from (r.CallDropped(seat) for seat in state.seats)
    yield r.CallFell()


def _turns(state: State) -> Iterator[r.AnyReport]:
    turners = state.flip.waiting if state.flip is not None and state.flip.waiting else (state.turn,)
    for seat in turners:
        yield r.TurnCard(seat)
    yield r.TurnNext()
    yield r.TurnAll()
    cards: dict[Card, None] = dict.fromkeys(state.deck.cards())
    for seat in turners:
        yield from (r.TurnCard(seat, card) for card in cards)
    yield from (r.TurnNext(card) for card in cards)


def _wrong_heat(tied: tuple[Seat, ...]) -> Iterator[r.AnyReport]:
    yield r.CallWrongHeat()
    yield from (r.CallWrongHeat(seat) for seat in tied)


def _other_claims(state: State) -> tuple[r.AnyReport, ...]:
    # Whose inward arrows they were matters only if they may have been a player's last card.
    candidates = inward_candidates(fold(state, unentered_turns(state)))
    last = tuple(r.CallInward((seat,)) for seat in candidates if not state.stacks[seat])
    rest = tuple(seat for seat in candidates if state.stacks[seat])
    inward = (r.CallInward(),) if _accepts(state, r.CallInward()) else (*last, r.CallInward(rest))
    return (*inward, r.CallThreeColours(), r.CallWrongGrab(), r.CallNotTurned())


def _pairs(state: State, grabber: Seat) -> Iterator[tuple[Seat, ...]]:
    """Yield pairs with the grabber; those who have just turned come first, since that card made the match."""
    _, *others = state.clockwise(grabber)
    for other in sorted(others, key=lambda seat: seat not in state.just_turned):
        yield tuple(sorted((grabber, other)))


def _duels(state: State, grabber: Seat) -> Iterator[r.AnyReport]:
    """Yield every group with the grabber, small ones first; at a large table only pairs, trios, and all."""
    yield from (r.CallDuel(pair) for pair in _pairs(state, grabber))
    others = [seat for seat in state.seats if seat != grabber]
    few = len(others) < MANY
    for size in range(2, len(others) + 1) if few else (2, len(others)):
        for group in combinations(others, size):
            yield r.CallDuel(tuple(sorted((grabber, *group))))


def _splits(losers: tuple[Seat, ...], cards: int) -> Iterator[r.AnyReport]:
    """Yield every way to split the cards, with every loser who might turn next.

    If these are too many to list: an even split, and everything to one loser.
    """
    parts = len(losers)
    splits: Iterable[tuple[int, ...]] = _compositions(parts, cards)
    if comb(cards + parts - 1, parts - 1) > MOST_SPLITS:
        even_share, extra = divmod(cards, parts)
        even = tuple(even_share + (n < extra) for n in range(parts))
        splits = (even, *(tuple(cards * (n == loser) for n in range(parts)) for loser in range(parts)))
    for counts in splits:
        shares = tuple(r.Share(seat, count) for seat, count in zip(losers, counts, strict=True))
        yield from (r.ShareCards(shares, starts) for starts in losers)


def _compositions(parts: int, total: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to write `total` as an ordered sum of `parts` numbers, as bars between stars."""
    for bars in combinations(range(total + parts - 1), parts - 1):
        yield tuple(end - start - 1 for start, end in pairwise((-1, *bars, total + parts - 1)))
