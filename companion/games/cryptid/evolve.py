"""From a position and an event to the next position. Events are facts: nothing is checked here."""

from msgspec.structs import replace

from companion.games.cryptid.events import (
    AnyEvent,
    Asked,
    CubeAnswered,
    CubePaid,
    CubeShared,
    CubeWaived,
    DiscsAnswered,
    Ended,
    GivenUp,
    PieceCorrected,
    QuestionFell,
    Searched,
    TurnPassed,
)
from companion.games.cryptid.hexes import Hex
from companion.games.cryptid.model import Answering, Choosing, Hue, Paying, Sharing, Spot, State
from companion.values import folding, put


def evolve(state: State, event: AnyEvent) -> State:
    """Return the state after one event. Total: it never refuses."""
    match event:
        case CubeShared(_, hue, at):
            left = state.stage.left - 1 if isinstance(state.stage, Sharing) else 0
            return replace(cube(state, hue, at), stage=Sharing(left) if left > 0 else Choosing())
        case Asked(seat, at, of):
            asked = state.others(seat)[0] if of is None else of
            return replace(state, stage=Answering(at, search=False, asked=asked))
        case Searched(seat, at, discs):
            for laid in discs:
                state = disc(state, laid.hue, laid.at)
            return replace(state, stage=Answering(at, search=True, asked=state.others(seat)[0]))
        case CubeAnswered(_, hue, at):
            return replace(cube(state, hue, at), stage=Paying())
        case DiscsAnswered(seat, at, hues):
            for hue in hues:
                state = disc(state, hue, at)
            following, search = (
                state.others(seat)[0],
                isinstance(state.stage, Answering) and state.stage.search,
            )
            # In a search they answer one after the other, until it is the searcher again.
            goes_on = search and following != state.turn
            return replace(
                state, stage=Answering(at, search=True, asked=following) if goes_on else Choosing()
            )
        case CubePaid(_, hue, at):
            return replace(cube(state, hue, at), stage=Choosing())
        case PieceCorrected(_, hue, at, to):
            return corrected(state, hue, at, to)
        case QuestionFell() | CubeWaived():
            return replace(state, stage=Choosing())
        case GivenUp():
            return state
        case TurnPassed(to):
            return replace(state, turn=to)
        case Ended(outcome):
            return replace(state, ended=outcome)


fold = folding(evolve)


def cube(state: State, hue: Hue, at: Hex) -> State:
    """Put a cube on a hex."""
    return _put(state, at, replace(state.spot(at), cube=hue))


def disc(state: State, hue: Hue, at: Hex) -> State:
    """Put a disc on a hex."""
    return _put(state, at, replace(state.spot(at), discs=(*state.spot(at).discs, hue)))


def corrected(state: State, hue: Hue, at: Hex, to: Hex) -> State:
    """Change a piece to the other kind, and put the removed one elsewhere."""
    spot = state.spot(at)
    if spot.cube == hue:
        changed = replace(spot, cube=None, discs=(*spot.discs, hue))
        return cube(_put(state, at, changed), hue, to)
    changed = replace(spot, cube=hue, discs=tuple(other for other in spot.discs if other != hue))
    return disc(_put(state, at, changed), hue, to)


def _put(state: State, at: Hex, spot: Spot) -> State:
    return replace(state, spots=put(state.spots, at.index, spot))
