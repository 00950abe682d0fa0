"""What hands must move when the record was corrected: cards that went where the referee had them go."""

from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

from companion.game import Remedy, Seat, Steps
from companion.games.ungle_speed.events import (
    AnyEvent,
    CardsTaken,
    CardTurned,
    Events,
    PilesPotted,
    Recounted,
    SeatLeft,
)
from companion.games.ungle_speed.evolve import evolve
from companion.games.ungle_speed.model import State
from companion.games.ungle_speed.reports import Share

Heap: TypeAlias = tuple[Literal["stack", "pile", "pot", "box"], Seat | None]
"""Where cards lie; a stack and a pile are a seat's."""


def put_back(start: State, done: Sequence[tuple[Events, Events]], after: State) -> Steps:
    """Return which cards go where, for the table to lie as `after`; see `companion.game.PuttingBack`.

    Hands turned what the record says now, and moved cards as it said then. Only how many lie in each heap
    counts: which card is which, hands can see.
    """
    table = start
    for then, now in done:
        for event in _by_hands(then, now):
            table = evolve(table, _as_it_lay(table, event))
    held, wanted = _heaps(table), _heaps(after)
    return tuple(_moves({heap: held[heap] - wanted[heap] for heap in wanted}, held))


def _by_hands(then: Events, now: Events) -> Iterator[AnyEvent]:
    """Yield what hands did at an entry, in order: the cards that they turned, the rest as it was ruled."""
    turned = [event for event in now if isinstance(event, CardTurned)]
    for event in then:
        if isinstance(event, CardTurned):
            if turned:
                yield turned.pop(0)
        elif isinstance(event, CardsTaken | PilesPotted | Recounted | SeatLeft):
            yield event
    yield from turned


def _as_it_lay(table: State, event: AnyEvent) -> AnyEvent:
    """Whoever took piles took all that lay in them, however much the record had there."""
    if not isinstance(event, CardsTaken) or not event.takers:
        return event
    left = sum(len(table.piles[seat]) for seat in event.piles) + (len(table.pot) if event.pot else 0)
    takers = []
    for share in event.takers[:-1]:
        takers.append(Share(share.seat, min(share.cards, left)))
        left -= takers[-1].cards
    return CardsTaken((*takers, Share(event.takers[-1].seat, left)), event.piles, event.pot)


def _heaps(state: State) -> dict[Heap, int]:
    seats = [Seat(seat) for seat in state.seats]
    return {
        **{("stack", seat): state.stacks[seat] for seat in seats},
        **{("pile", seat): len(state.piles[seat]) for seat in seats},
        ("pot", None): len(state.pot),
        ("box", None): state.aside,
    }


def _moves(over: dict[Heap, int], held: dict[Heap, int]) -> Iterator[Remedy]:
    """Yield the moves that take from each heap with too many cards, and give to those with too few.

    What lies on top of a pile was turned since: `lies` tells how much that is.
    """
    pairs = ((giver, taker) for giver in over for taker in over if over[giver] > 0 > over[taker])
    for giver, taker in sorted(pairs, key=_last_to_move):
        cards = min(over[giver], -over[taker])
        if cards <= 0:
            continue
        over[giver] -= cards
        over[taker] += cards
        details: dict[str, int | str] = {"cards": cards, "from": giver[0]}
        if taker[1] is not None:
            details["to"] = taker[1]
        if taker[0] == "pile":
            details["lies"] = held[taker]
        yield Remedy(f"cards_to_{taker[0]}", giver[1], details)


def _last_to_move(pair: tuple[Heap, Heap]) -> tuple[bool, bool]:
    """Order moves: a pile gets back what went under a stack, its owner's first; then the rest."""
    (source, giver), (target, taker) = pair
    return (source, target) != ("stack", "pile"), giver != taker
