"""Comparing the board with the table and putting it right: whose token covers which combination."""

from collections.abc import Mapping
from typing import Any, TypeAlias

from msgspec.structs import replace

from companion.game import Remedy, Seat
from companion.games.speed_mode.board import FIRST, SECOND, Place
from companion.games.speed_mode.events import AnyEvent, CombinationUndone, ExtraPlaced, PairMade
from companion.games.speed_mode.model import Extra, State
from companion.games.speed_mode.view import PairView, View
from companion.putting_back import HasPieces, Heap, Pieces, Put, Reported

Half = tuple[Place, int]
Tokens = Mapping[Half, Seat | None]


def _with_tokens(pair: PairView, contents: Tokens) -> PairView:
    first, second = seats = [
        contents.get((pair.place, half), its.by if pair.circle is None else pair.circle)
        for half, its in enumerate(pair.halves)
    ]
    circle = first if first == second else None
    halves = tuple(
        replace(half, by=None if circle is not None else seat, free=seat is None)
        for half, seat in zip(pair.halves, seats, strict=True)
    )
    return replace(pair, halves=halves, circle=circle)


CIRCLE = 2
"""Stands for a circle on a pair, in place of the number of a half."""


Where: TypeAlias = tuple[Place, int] | Extra
"""A half, or a pair with `CIRCLE`, or an extra-point token between pairs."""


class SpeedPieces(HasPieces):
    """The tokens on halves, over pairs and between them, and the cards in the deck, face up and in hands."""

    def contents(self, state: State) -> Tokens:
        """Return the seat that covers each half, with a semi-circle or a circle; None for nobody."""
        return {
            (place, half): on.halves[half] if on.circle is None else on.circle
            for place, on in zip(state.board.places, state.pairs, strict=True)
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
        tokens: dict[Where, Seat | None] = {}
        for place, on in zip(state.board.places, state.pairs, strict=True):
            for where, seat in enumerate((*on.halves, on.circle)):
                if seat is not None:
                    tokens[place, where] = seat
        tokens |= {extra: extra.seat for extra in state.extras}
        hands = {Heap("hand", Seat(seat)): cards for seat, cards in enumerate(state.hands)}
        return {**tokens, Heap("deck"): state.deck, Heap("face_up"): state.face_up, **hands}

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
        table: dict[Any, Any] = {where: seat for where, seat in actual.items() if isinstance(where, Extra)}
        for where, seat in wanted.items():
            if isinstance(where, tuple) and isinstance(where[0], Place) and where[1] == CIRCLE:
                circle = actual.get(where) == seat
                halves = {(where[0], half): seat for half in (FIRST, SECOND)}
                table |= {where: seat} if circle else halves
            elif not isinstance(where, Extra):
                table[where] = seat
        return table

    def step(self, put: Put) -> Remedy:
        """Return the remedy for a place, with tokens as seats; -1 for none."""
        where: Where = put.place
        said: dict[str, int | str] = {
            name: -1 if seat is None else seat
            for name, seat in (("lies", put.actual), ("should", put.wanted))
        }
        if isinstance(where, Extra):
            first, second = where.between
            said |= {"row": first.row, "column": first.column, "row_2": second.row, "column_2": second.column}
            return Remedy("extra", where.seat, {**said, "group": int(where.group)})
        place, half = where
        return Remedy("token", None, {**said, "row": place.row, "column": place.column, "half": half})

    def put(self, step: Remedy) -> Put | None:
        """Return the place and tokens of a step; None for steps about anything else."""
        said = {name: number for name, number in step.details.items() if isinstance(number, int)}
        if step.act not in ("token", "extra") or not {"row", "column", "lies", "should"} <= said.keys():
            return None
        actual, wanted = (None if said[name] < 0 else Seat(said[name]) for name in ("lies", "should"))
        first = Place(said["row"], said["column"])
        if step.act == "token":
            return Put((first, said.get("half", FIRST)), actual, wanted)
        second = Place(said.get("row_2", 0), said.get("column_2", 0))
        return Put(Extra(step.seat or Seat(0), (first, second), bool(said.get("group"))), actual, wanted)
