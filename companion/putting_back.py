"""Putting the table right: the steps that hands must do, from what is there to what should be."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Any, ClassVar, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from companion.game import Remedy, Ruled, Seat, Settled, Steps
from companion.line import Events, Happening, Line

Pieces: TypeAlias = Mapping[Any, Any]
"""What is on each place, None for nothing; on a `Heap` it is a number of cards."""

Reported: TypeAlias = Mapping[Any, Any]
"""What players say is on some places, in the types of the game's `Comparable`."""


class Heap(Struct, frozen=True):
    """A place of cards that are only counted: its name, and its owner, if any."""

    name: str
    seat: Seat | None = None


class Put(Struct, frozen=True):
    """A place to put right: what is there, and what should be."""

    place: Any
    actual: Any
    wanted: Any


class Carry(Struct, frozen=True):
    """A number of cards to move from one heap to another."""

    giver: Heap
    taker: Heap
    cards: int


Move: TypeAlias = Put | Carry


class HasPieces:
    """Base of games in which hands put down things that everybody can see.

    States, events, places and things are of the game's own types. `ordered`: it matters in which order cards
    lie in a heap. `tries`: acts of remedies that lead to another try instead of back.
    """

    ordered: ClassVar[bool] = False
    tries: ClassVar[Collection[str]] = ("look_again", "ask_again", "think_again")

    def pieces(self, state: Any) -> Pieces:
        """Return what is on each place; missing places are empty."""
        raise NotImplementedError

    def carried_out(self, table: Pieces, event: Any) -> Pieces:
        """Return the table after hands have carried out a `Ruled` event, as far as the pieces are there."""
        return table

    def undone(self, before: Any, event: Any, after: Any) -> Iterator[Move]:
        """Yield the moves by which hands undo an event, from one state's table to the other's."""
        return differences(self.pieces(after), self.pieces(before), self.order)

    def returned(self, before: Any, event: Any, after: Any) -> Steps:
        """Return what else goes back when hands undo an event, of what `pieces` doesn't have."""
        return ()

    def with_reported(self, state: Any, reported: Reported) -> Pieces:
        """Return a state's table, with some places as the players say."""
        return {**self.pieces(state), **reported}

    def compared(self, actual: Pieces, wanted: Pieces) -> Pieces:
        """Return the table once its board was compared and is as it should be.

        `actual` is the table before; it holds for what can't be compared.
        """
        return wanted

    def step(self, put: Put) -> Remedy:
        """Return the step that puts a place right."""
        raise NotImplementedError

    def put(self, step: Remedy) -> Put | None:
        """Return the place that a step puts right; None if `step` doesn't make such steps."""
        raise NotImplementedError

    def order(self, giver: Heap, taker: Heap) -> Any:
        """Return the key by which moves of cards are sorted."""
        return 0


class HasGridPieces(HasPieces):
    """Base of a `HasPieces` game whose places have a row and a column, with one thing on each.

    A step's act is `act`; its details are row, column, what lies there and what should, both as `written`.
    `place` makes a place from its row and column.
    """

    act: str
    place: Callable[[int, int], Any]

    def written(self, thing: Any) -> int | str:
        """Return how a step's details have a thing; `thing` is None for nothing."""
        raise NotImplementedError

    def read(self, written: int | str) -> Any:
        """Return the thing that was `written` like this. Raises ValueError if there is none."""
        raise NotImplementedError

    def step(self, put: Put) -> Remedy:
        """Return what hands must do at a place."""
        at, actual, wanted = put.place, self.written(put.actual), self.written(put.wanted)
        return Remedy(self.act, None, {"row": at.row, "column": at.column, "lies": actual, "should": wanted})

    def put(self, step: Remedy) -> Put | None:
        """Return the place that a step puts right; None if it is no such step."""
        row, column = step.details.get("row"), step.details.get("column")
        if step.act != self.act or not isinstance(row, int) or not isinstance(column, int):
            return None
        try:
            actual, wanted = (self.read(step.details.get(name, "")) for name in ("lies", "should"))
        except ValueError:
            return None
        return Put(type(self).place(row, column), actual, wanted)


def actual_table(game: Any, start: Any, happenings: Sequence[Happening]) -> Pieces:
    """Return the real table, from `start` on, when a correction has just changed the record.

    Players' own actions happened as the corrected record says. What the referee told hands to move happened
    as the record was then. `happenings`: every entry's events before and after the correction.
    """
    table: Pieces = game.pieces(start)
    state = start
    for old, new in happenings:
        actions: list[dict[Any, tuple[Any, Any]]] = []
        for event in new or ():
            earlier, state = state, game.evolve(state, event)
            if not isinstance(event, Ruled):
                actions.append(_changes(game.pieces(earlier), game.pieces(state)))
        for event in _by_hands(old, new):
            if isinstance(event, Ruled):
                table = game.carried_out(table, event)
            elif actions:
                table = _changed(table, actions.pop(0))
    return table


def _by_hands(old: Events | None, new: Events | None) -> Iterator[Any]:
    """Yield what hands did at an entry, in order: their own actions as corrected, the rest as ruled then."""
    actions = [event for event in new or () if not isinstance(event, Ruled)]
    if old is None:
        # A forgotten entry: the referee announced nothing. Players do `Settled` events by themselves.
        yield from (
            event for event in new or () if not isinstance(event, Ruled) or isinstance(event, Settled)
        )
        return
    if [type(event) for event in actions] != [type(event) for event in old if not isinstance(event, Ruled)]:
        # Something else happened, and it did so before the referee spoke.
        yield from actions
        actions = []
    for event in old:
        if not isinstance(event, Ruled):
            if actions:
                yield actions.pop(0)
        # If the entry never happened, players did only what the referee announced.
        elif new is not None or not isinstance(event, Settled):
            yield event
    yield from actions


def _changes(before: Pieces, after: Pieces) -> dict[Any, tuple[Any, Any]]:
    places = dict.fromkeys((*before, *after))
    both = {place: (before.get(place), after.get(place)) for place in places}
    return {place: (was, now) for place, (was, now) in both.items() if was != now}


def _changed(table: Pieces, changes: Mapping[Any, tuple[Any, Any]]) -> Pieces:
    """Return a table after another table's changes: heaps grow or shrink by them, places are set."""
    return {
        **table,
        **{
            place: table.get(place, 0) + (now or 0) - (was or 0) if isinstance(place, Heap) else now
            for place, (was, now) in changes.items()
        },
    }


def differences(actual: Pieces, wanted: Pieces, order: Any = lambda giver, taker: 0) -> Iterator[Move]:
    """Yield the moves from one table to another: pieces to remove, pieces to put down, then cards.

    `order`: see `HasPieces`. Missing or surplus cards stay so.
    """
    changes = _changes(actual, wanted)
    puts = [Put(place, was, now) for place, (was, now) in changes.items() if not isinstance(place, Heap)]
    yield from sorted(puts, key=lambda put: put.wanted is not None)
    surplus = {
        place: (was or 0) - (now or 0) for place, (was, now) in changes.items() if isinstance(place, Heap)
    }
    pairs = ((giver, taker) for giver in surplus for taker in surplus if surplus[giver] > 0 > surplus[taker])
    for giver, taker in sorted(pairs, key=lambda pair: order(*pair)):
        cards = min(surplus[giver], -surplus[taker])
        if cards > 0:
            surplus[giver] -= cards
            surplus[taker] += cards
            yield Carry(giver, taker, cards)


def steps(game: Any, actual: Pieces, wanted: Pieces) -> Steps:
    """Return the steps from the table as it is to the table as it should be."""
    return tuple(
        game.step(move) if isinstance(move, Put) else _carried(move, actual)
        for move in differences(actual, wanted, game.order)
    )


CARDS_TO = "cards_to_"


BACK = "back"
"""The detail of a step that reverses what hands did: cards go back to where they came from."""


def steps_back(game: Any, line: Line, due: Steps) -> Steps:
    """Return the steps that undo what hands did in a part of the line, whose first position is gone back to.

    Cards go back in the reverse order, so that each heap has the same cards again, not only as many. `due`:
    steps that haven't been done yet at the end of the line.
    """
    moves = [move for step in due if (move := move_of(game, step)) is not None]
    others = other_steps(game, due)
    for earlier, position in reversed([*pairwise(line)]):
        states = pairwise(accumulate(position.events, game.evolve, initial=earlier.state))
        for event, (before, after) in reversed([*zip(position.events, states, strict=True)]):
            moves += game.undone(before, event, after)
            others += game.returned(before, event, after)
    puts: dict[Any, Put] = {}
    carries: list[Carry] = []
    for move in moves:
        if isinstance(move, Put):
            puts[move.place] = Put(move.place, puts.get(move.place, move).actual, move.wanted)
        else:
            _add_carry(carries, move, ordered=game.ordered)
    changed = (put for put in puts.values() if put.actual != put.wanted)
    back = [game.step(put) for put in sorted(changed, key=lambda put: put.wanted is not None)]
    table = table_before(game, game.pieces(line[-1].state), due)
    for carry in carries:
        step = _carried(carry, table)
        back.append(replace(step, details={**step.details, BACK: 1}))
        table = after_move(table, carry)
    return (*back, *others)


def _add_carry(carries: list[Carry], carry: Carry, *, ordered: bool) -> None:
    """Add a move of cards, to an earlier one between the same heaps if that leads to the same table."""

    def depends(later: Carry, earlier: Carry) -> bool:
        if ordered:
            return bool({later.giver, later.taker} & {earlier.giver, earlier.taker})
        return later.giver == earlier.taker

    same = (n for n, other in enumerate(carries) if (other.giver, other.taker) == (carry.giver, carry.taker))
    last = max(same, default=None)
    if last is not None:
        between, both = carries[last + 1 :], replace(carry, cards=carries[last].cards + carry.cards)
        if not any(depends(carry, other) for other in between):
            carries[last] = both
            return
        if not any(depends(other, carry) for other in between):
            del carries[last]
            carry = both
    carries.append(carry)


def _carried(carry: Carry, actual: Pieces) -> Remedy:
    """Return the step for a move of cards; onto a pile, it says how many were turned onto it since."""
    giver, taker = carry.giver, carry.taker
    details: dict[str, int | str] = {"cards": carry.cards, "from": giver.name}
    if taker.seat is not None:
        details["to"] = taker.seat
    if taker.name == "pile":
        details["lies"] = actual.get(taker, 0)
    return Remedy(f"{CARDS_TO}{taker.name}", giver.seat, details)


def move_of(game: Any, step: Remedy) -> Move | None:
    """Return the move of a step that `steps` made; None for any other step."""
    if not step.act.startswith(CARDS_TO):
        put: Put | None = game.put(step)
        return put
    details = step.details
    cards, source, taker = details.get("cards"), details.get("from"), details.get("to")
    if not isinstance(cards, int) or not isinstance(source, str) or isinstance(taker, str):
        return None
    heap = Heap(step.act.removeprefix(CARDS_TO), None if taker is None else Seat(taker))
    return Carry(Heap(source, step.seat), heap, cards)


def other_steps(game: Any, due: Steps) -> Steps:
    """Return those of the steps that move nothing from one place or heap to another."""
    return tuple(step for step in due if move_of(game, step) is None)


def after_move(table: Pieces, move: Move) -> Pieces:
    """Return the table after a move."""
    if isinstance(move, Put):
        return {**table, move.place: move.wanted}
    giver, taker = table.get(move.giver, 0) - move.cards, table.get(move.taker, 0) + move.cards
    return {**table, move.giver: giver, move.taker: taker}


def reversed_move(move: Move) -> Move:
    """Return the reverse of a move."""
    if isinstance(move, Put):
        return Put(move.place, move.wanted, move.actual)
    return Carry(move.taker, move.giver, move.cards)


def table_before(game: Any, table: Pieces, due: Steps) -> Pieces:
    """Return the table as it was before these steps, which haven't been done yet."""
    for step in reversed(due):
        move = move_of(game, step)
        if move is not None:
            table = after_move(table, reversed_move(move))
    return table
