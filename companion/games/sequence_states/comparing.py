"""The board as hands can compare it: whose chip lies on which space."""

from collections.abc import Mapping

from msgspec.structs import replace

from companion.games.sequence_states.lines import SPACES, Space
from companion.games.sequence_states.model import Side, State
from companion.games.sequence_states.view import View

Chips = Mapping[Space, Side | None]


def lying(state: State) -> Chips:
    """Return whose chip lies on each space, None where none does."""
    return dict(zip(SPACES, state.board, strict=True))


def may_lie(state: State, place: Space) -> tuple[Side | None, ...]:
    """Return what may lie on a space: no chip, or one of any side."""
    return (None, *map(Side, range(len(state.colours))))


def laid(view: View, told: Chips) -> View:
    """Return the board with other chips on some spaces; a sequence that they break isn't one any more."""
    kept = tuple(each for each in view.sequences if told.keys().isdisjoint(each.five))
    locked = {space for each in kept for space in each.five}
    spaces = tuple(
        replace(each, side=told.get(each.space, each.side), locked=each.space in locked)
        for each in view.spaces
    )
    return replace(view, spaces=spaces, sequences=kept, made=())
