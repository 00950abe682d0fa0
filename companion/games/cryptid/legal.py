"""The reports of play that judge accepts."""

from collections.abc import Iterator
from itertools import permutations, product

from companion.game import Accepted, Seat
from companion.games.cryptid.hexes import MAP, Hex
from companion.games.cryptid.model import Answering, Choosing, Disc, Hue, State
from companion.games.cryptid.reports import Answer, AnyReport, Ask, NoSpace, PlaceCube, Search
from companion.games.cryptid.rules import askable, elsewhere, judge


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
    for discs in product(*(_discs(state, hue, at) for hue in state.own(seat))):
        yield from (Search(seat, at, order) for order in permutations(filter(None, discs)))


def _discs(state: State, hue: Hue, at: Hex) -> list[Disc | None]:
    """Return the discs of a colour for a search of a hex, None for none; millions of others aren't judged."""
    if hue not in state.spot(at).discs:
        return [Disc(hue, at)]
    places: list[Disc | None] = [Disc(hue, other) for other in elsewhere(state, hue)]
    # Without clues nobody but the owner knows whether there is a space for it.
    return places if places and state.sealed else [*places, None]
