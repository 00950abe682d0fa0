"""The board as hands can compare it: whose token covers which combination."""

from collections.abc import Mapping

from msgspec.structs import replace

from companion.game import Seat
from companion.games.speed_mode.board import FIRST, SECOND, Place
from companion.games.speed_mode.model import State
from companion.games.speed_mode.view import PairView, View

Half = tuple[Place, int]
Tokens = Mapping[Half, Seat | None]


def lying(state: State) -> Tokens:
    """Return who covers each half of each pair, with a semi-circle or a circle; None for nobody."""
    return {
        (place, half): on.halves[half] if on.circle is None else on.circle
        for place, on in zip(state.board.places, state.pairs, strict=True)
        for half in (FIRST, SECOND)
    }


def may_lie(state: State, place: Half) -> tuple[Seat | None, ...]:
    """Return who may cover a half, None for nobody."""
    return (None, *state.seats)


def laid(view: View, told: Tokens) -> View:
    """Return the board with other tokens on some halves; two of one player in a pair are a circle."""
    return replace(view, pairs=tuple(_laid(pair, told) for pair in view.pairs))


def _laid(pair: PairView, told: Tokens) -> PairView:
    first, second = seats = [
        told.get((pair.place, half), its.by if pair.circle is None else pair.circle)
        for half, its in enumerate(pair.halves)
    ]
    circle = first if first == second else None
    halves = tuple(
        replace(half, by=None if circle is not None else seat, free=seat is None)
        for half, seat in zip(pair.halves, seats, strict=True)
    )
    return replace(pair, halves=halves, circle=circle)
