"""Comparing the board with the table and putting it right: whose token covers which combination."""

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from msgspec.structs import replace

from companion.game import Details, Remedy, Seat, Steps
from companion.games.speed_mode.board import CARDS, FIRST, SECOND, Place
from companion.games.speed_mode.events import (
    AnyEvent,
    CardsExchanged,
    CombinationUndone,
    ExtraPlaced,
    HandReplenished,
    PairMade,
)
from companion.games.speed_mode.model import Extra, State
from companion.games.speed_mode.view import PairView, View
from companion.putting_back import Carry, HasPieces, Heap, Move, Pieces, Put, Reported

Half = tuple[Place, int]
Tokens = Mapping[Half, Seat | None]


def _with_tokens(pair: PairView, contents: Tokens) -> PairView:
    first, second = seats = [
        contents.get((pair.place, half), view.by if pair.circle is None else pair.circle)
        for half, view in enumerate(pair.halves)
    ]
    circle = first if first == second else None
    halves = tuple(
        replace(half, by=None if circle is not None else seat, free=seat is None)
        for half, seat in zip(pair.halves, seats, strict=True)
    )
    return replace(pair, halves=halves, circle=circle)


CIRCLE = 2
"""Stands for a circle on a pair, in place of the number of a half."""


TokenPlace: TypeAlias = tuple[Place, int] | Extra
"""A half, or a pair with `CIRCLE`, or an extra-point token between pairs."""


class SpeedPieces(HasPieces):
    """The tokens on halves, over pairs and between them, and the cards: deck, face up, discards, hands."""

    def contents(self, state: State) -> Tokens:
        """Return the seat that covers each half, with a semi-circle or a circle; None for nobody."""
        return {
            (place, half): on_pair.halves[half] if on_pair.circle is None else on_pair.circle
            for place, on_pair in zip(state.board.places, state.pairs, strict=True)
            for half in (FIRST, SECOND)
        }

    def possible_things(self, state: State, place: Half) -> tuple[Seat | None, ...]:
        """Return the seats that may cover a half, and None for nobody."""
        return (None, *state.seats)

    def with_contents(self, view: View, contents: Tokens) -> View:
        """Return the view with other tokens on some halves; two of one player on a pair become a circle."""
        return replace(view, pairs=tuple(_with_tokens(pair, contents) for pair in view.pairs))

    def pieces(self, state: State) -> Pieces:
        """Return all tokens by place, and all numbers of cards."""
        tokens: dict[TokenPlace, Seat | None] = {}
        for place, on_pair in zip(state.board.places, state.pairs, strict=True):
            for half, seat in enumerate((*on_pair.halves, on_pair.circle)):
                if seat is not None:
                    tokens[place, half] = seat
        tokens |= {extra: extra.seat for extra in state.extras}
        hands = {Heap("hand", Seat(seat)): cards for seat, cards in enumerate(state.hands)}
        heaps = {"deck": state.deck, "face_up": state.face_up, "discards": sum(state.discards.values())}
        return {**tokens, **{Heap(name): cards for name, cards in heaps.items()}, **hands}

    def carried_out(self, table: Pieces, event: AnyEvent) -> Pieces:
        """Return the table with an undone token removed, or a circle or an extra-point token laid."""
        match event:
            case CombinationUndone(seat, place, half):
                return {**table, (place, half): None} if table.get((place, half)) == seat else table
            case PairMade(seat, place):
                halves = {(place, half): None for half in (FIRST, SECOND)}
                return {**table, **halves, (place, CIRCLE): seat}
            case ExtraPlaced(seat, between, group):
                return {**table, Extra(seat, between, group): seat}
        return table

    def undone(self, before: State, event: AnyEvent, after: State) -> Iterator[Move]:
        """Yield the moves that undo an event; cards that were drawn face up lie there again."""
        if not isinstance(event, HandReplenished):
            yield from super().undone(before, event, after)
            return
        hand, deck, face_up = Heap("hand", event.seat), Heap("deck"), Heap("face_up")
        # Cards that were turned up during the draw and drawn as well count as drawn from the deck.
        from_open = min(event.face_up, before.face_up)
        turned_up = after.face_up - (before.face_up - from_open)
        carries = (
            Carry(face_up, deck, turned_up),
            Carry(hand, face_up, from_open),
            Carry(hand, deck, event.drawn - from_open),
        )
        yield from (carry for carry in carries if carry.cards > 0)

    def returned(self, before: State, event: AnyEvent, after: State) -> Steps:
        """Return the cards of an exchange, after which each heap has as many cards as before it."""
        if not isinstance(event, CardsExchanged):
            return ()
        drawn: Details = {"cards": CARDS, "face_up": event.face_up}
        back = Remedy("take_from_bottom", event.seat, {"cards": CARDS})
        return (Remedy("return_drawn", event.seat, drawn), back)

    def with_reported(self, state: State, reported: Reported) -> Pieces:
        """Return the table with other seats on some halves; a circle stays only if its owner has both."""
        table = {**self.pieces(state)}
        for place in {place for place, _ in reported}:
            circle = table.get((place, CIRCLE))
            seats = [table.get((place, half)) if circle is None else circle for half in (FIRST, SECOND)]
            halves = [reported.get((place, half), seat) for half, seat in enumerate(seats)]
            if circle is not None and halves == [circle, circle]:
                continue
            table |= {(place, half): seat for half, seat in enumerate(halves)} | {(place, CIRCLE): None}
        return table

    def compared(self, actual: Pieces, wanted: Pieces) -> Pieces:
        """Return `wanted` as far as a comparison shows it.

        It shows no extra-point tokens, which stay as they are. Nor does it tell a circle from two
        semi-circles: where no such circle was before, there are two semi-circles.
        """
        table: dict[Any, Any] = {place: seat for place, seat in actual.items() if isinstance(place, Extra)}
        for place, seat in wanted.items():
            if isinstance(place, tuple) and isinstance(place[0], Place) and place[1] == CIRCLE:
                circle = actual.get(place) == seat
                halves = {(place[0], half): seat for half in (FIRST, SECOND)}
                table |= {place: seat} if circle else halves
            elif not isinstance(place, Extra):
                table[place] = seat
        return table

    def step(self, put: Put) -> Remedy:
        """Return the remedy for a place, with tokens as seats; -1 for none."""
        token_place: TokenPlace = put.place
        details: dict[str, int | str] = {
            name: -1 if seat is None else seat
            for name, seat in (("lies", put.actual), ("should", put.wanted))
        }
        if isinstance(token_place, Extra):
            first, second = token_place.between
            details |= {"row": first.row, "column": first.column}
            details |= {"row_2": second.row, "column_2": second.column}
            return Remedy("extra", token_place.seat, {**details, "group": int(token_place.group)})
        place, half = token_place
        return Remedy("token", None, {**details, "row": place.row, "column": place.column, "half": half})

    def put(self, step: Remedy) -> Put | None:
        """Return the place and tokens of a step; None for steps about anything else."""
        numbers = {name: number for name, number in step.details.items() if isinstance(number, int)}
        if step.act not in ("token", "extra") or not {"row", "column", "lies", "should"} <= numbers.keys():
            return None
        actual, wanted = (None if numbers[name] < 0 else Seat(numbers[name]) for name in ("lies", "should"))
        first = Place(numbers["row"], numbers["column"])
        if step.act == "token":
            return Put((first, numbers.get("half", FIRST)), actual, wanted)
        second = Place(numbers.get("row_2", 0), numbers.get("column_2", 0))
        return Put(Extra(step.seat or Seat(0), (first, second), bool(numbers.get("group"))), actual, wanted)
