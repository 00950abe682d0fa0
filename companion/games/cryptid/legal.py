"""The reports of play that judge accepts."""

from collections.abc import Iterator
from itertools import permutations, product

from companion.game import Accepted, Seat
from companion.games.cryptid.hexes import MAP, Hex
from companion.games.cryptid.model import Answering, Choosing, Disc, Hue, State
from companion.games.cryptid.reports import Answer, AnyReport, Ask, NoSpace, PlaceCube, Search
from companion.games.cryptid.rules import askable, judge


def legal(state: State) -> Iterator[AnyReport]:
    """Yield every report of play that judge accepts, likeliest first.

    It tells of sealed clues: show it nobody. The discs of a search are listed in both orders. A corrected
    piece and giving up are legal at any time and not listed.
    """
    if state.ended is None:
        yield from (report for report in _candidates(state) if isinstance(judge(state, report), Accepted))


def _candidates(state: State) -> Iterator[AnyReport]:
    mover = state.mover
    if isinstance(state.stage, Answering):
        yield Answer(mover)
        yield from (Answer(mover, hue) for hue in state.own(mover))
        return
    if not isinstance(state.stage, Choosing):
        yield from (PlaceCube(mover, hue, at) for at in MAP for hue in state.own(mover))
        yield NoSpace(mover)
        return
    yield from (Ask(mover, at, of) for at in MAP for of in askable(state, mover))
    for at in MAP:
        yield from _searches(state, mover, at)


def _searches(state: State, seat: Seat, at: Hex) -> Iterator[Search]:
    """Yield the searches of a hex: each disc there, or elsewhere where one of its colour lies there."""
    if state.spot(at).cube is not None:
        return
    places = [[Disc(hue, other) for other in _places(state, hue, at)] for hue in state.own(seat)]
    for discs in product(*places):
        yield from (Search(seat, at, order) for order in permutations(discs))


def _places(state: State, hue: Hue, at: Hex) -> list[Hex]:
    """Return where a disc of a colour may go in a search of a hex; millions of others aren't even judged."""
    if hue not in state.spot(at).discs:
        return [at]
    return [
        other
        for other in MAP
        if state.spot(other).cube is None
        and hue not in state.spot(other).discs
        and (not state.sealed or state.allows(hue, other))
    ]
