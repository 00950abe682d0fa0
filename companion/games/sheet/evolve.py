"""From a position and an event to the next position. Events are facts: nothing is checked here."""

from msgspec.structs import replace

from companion.games.sheet.events import AnyEvent, Ended, PartTold, RoundScored, TurnScored
from companion.games.sheet.model import Figures, Row, State
from companion.values import folding, put


def evolve(state: State, event: AnyEvent) -> State:
    """Return the state after one event. It never refuses; ValueError where nobody's judge wrote the event."""
    match event:
        case PartTold(part, figures):
            _need(state.sheet.told == "rounds" and part == state.part < len(state.worked.parts) - 1)
            told = state.worked.parts[part]
            return replace(state, begun=(*state.begun, *_shaped(state, told, figures)))
        case RoundScored(figures, points):
            _need(state.sheet.told == "rounds")
            told = tuple(number for part in state.worked.parts for number in part)
            totals = tuple(one + more for one, more in zip(state.totals, points, strict=True))
            row = Row(_shaped(state, told, figures), points)
            return replace(state, rows=(*state.rows, row), begun=(), totals=totals)
        case TurnScored(seat, figures, points):
            _need(state.sheet.told == "turns")
            (told,) = state.worked.parts
            row = Row(tuple((figure,) for _, figure in zip(told, figures, strict=True)), (points,), seat)
            totals = put(state.totals, seat, state.totals[seat] + points)
            return replace(state, rows=(*state.rows, row), totals=totals)
        case Ended(outcome):
            return replace(state, ended=outcome)


def _need(possible: bool) -> None:
    if not possible:
        raise ValueError("the sheet isn't told like that")


def _shaped(state: State, told: tuple[int, ...], figures: Figures) -> Figures:
    for number, its in zip(told, figures, strict=True):
        if len(its) != state.size(number):
            raise ValueError(f"column {number + 1} has {state.size(number)} figures, and not {len(its)}")
    return figures


fold = folding(evolve)
"""Return the state after several events."""
