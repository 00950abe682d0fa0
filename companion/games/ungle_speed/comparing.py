"""Comparing Ungle Speed's table with the record, and correcting it: top cards, and the size of each heap.

Only sizes matter when cards are moved back: people can see which card is which.
"""

from collections.abc import Iterator, Mapping

from companion.game import Level, Seat
from companion.games.ungle_speed.events import AnyEvent, CardsTaken, PilesPotted, SeatLeft
from companion.games.ungle_speed.model import FaceUp, State
from companion.games.ungle_speed.reports import AnyReport, TurnCard
from companion.games.ungle_speed.view import View
from companion.putting_back import HasPieces, Heap, Pieces, Reported

Tops = Mapping[Seat, FaceUp]


POT, BOX = Heap("pot"), Heap("box")


class UnglePieces(HasPieces):
    """Cards in stacks, face-up piles, the pot and the box."""

    ordered = True

    def contents(self, state: State) -> Tops:
        """Return the top card of each face-up pile; nothing at the level where cards aren't entered."""
        watched = state.level == Level.WATCHING
        return {seat: state.top(seat) for seat in state.seats} if watched else {}

    def possible_things(self, state: State, place: Seat) -> tuple[FaceUp, ...]:
        """Return nothing: a wrong top card is corrected where it was entered."""
        return ()

    def with_contents(self, view: View, contents: Tops) -> View:
        """Return the view unchanged: other top cards aren't shown."""
        return view

    def rule_breaking(self, state: State, contents: Reported) -> Iterator[AnyReport]:
        """Yield a turned card for each seat whose turn it isn't."""
        yield from (TurnCard(seat) for seat in state.seats if seat != state.turn)

    def pieces(self, state: State) -> Pieces:
        """Return the number of cards in each heap."""
        return {
            **{Heap("stack", seat): state.stacks[seat] for seat in state.seats},
            **{Heap("pile", seat): len(state.piles[seat]) for seat in state.seats},
            POT: len(state.pot),
            BOX: state.aside,
        }

    def with_reported(self, state: State, reported: Reported) -> Pieces:
        """Return the state's own heaps: another top card moves no cards."""
        return self.pieces(state)

    def carried_out(self, table: Pieces, event: AnyEvent) -> Pieces:
        """Move whole piles: a player who takes a pile takes all of it, whatever the referee counted."""
        after: dict[Heap, int] = {**table}

        def remove(*heaps: Heap) -> int:
            return sum(after.pop(heap, 0) for heap in heaps)

        match event:
            case CardsTaken(takers, piles, pot) if takers:
                remaining = remove(*(Heap("pile", seat) for seat in piles), *([POT] if pot else []))
                for n, share in enumerate(takers, 1):
                    cards = min(share.cards, remaining) if n < len(takers) else remaining
                    after[Heap("stack", share.seat)] = after.get(Heap("stack", share.seat), 0) + cards
                    remaining -= cards
            case PilesPotted(seats):
                after[POT] = after.get(POT, 0) + remove(*(Heap("pile", seat) for seat in seats))
            case SeatLeft(seat, dealt):
                cards = remove(Heap("pile", seat), Heap("stack", seat))
                for share in dealt:
                    after[Heap("stack", share.seat)] += share.cards
                    cards -= share.cards
                after[BOX] = after.get(BOX, 0) + cards
        return after

    def order(self, giver: Heap, taker: Heap) -> tuple[bool, bool]:
        """Return a move's sort key: from stacks back to piles first, and within a seat before others."""
        return (giver.name, taker.name) != ("stack", "pile"), giver.seat != taker.seat
