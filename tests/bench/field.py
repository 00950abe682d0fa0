"""Cryptid: how soon a set-up is dealt, and how soon it is known which hexes could still be the habitat."""

from collections.abc import Iterator
from functools import partial
from statistics import fmean, quantiles

from companion.games.cryptid.clues import Mode
from companion.games.cryptid.deal import deal
from companion.games.cryptid.field import narrowed, unknown
from companion.games.cryptid.maps import MAP
from companion.games.cryptid.model import HUES, HexContents
from companion.games.cryptid.setups import habitats
from tests.bench.measure import Row, in_turn, seconds, timed
from tests.games.cryptid.plain_field import plain_field, sets_of_all, truthful

GAMES = 5
DEALS = 200


def rows() -> Iterator[Row]:
    """Measure every move of some games, and bare maps; the baseline searches for each hex from nothing."""
    for mode in Mode:
        yield moves(mode)
    yield bare_map()
    for pieces in (12, 20):
        yield from_nothing(pieces)
    for mode in Mode:
        yield dealing(mode)


def moves(mode: Mode) -> Row:
    """Narrow the field move by move; what all but the slowest in a hundred take."""
    pairs: list[tuple[float, float]] = []
    for seed in range(GAMES):
        setup, states = truthful(seed, mode)
        sets = sets_of_all(setup)
        field = unknown(mode, setup.tiles, setup.structures)
        for state in states:
            ours = seconds(partial(narrowed, field, state.spots))
            pairs.append((ours, seconds(partial(plain_field, sets, HUES, state.spots))))
            field = narrowed(field, state.spots)
    each, plain = (quantiles(some, n=100)[-1] for some in zip(*pairs, strict=True))
    what = f"Cryptid: where it could be, {mode}, 99 of 100 moves"
    return timed(what, each, "plain search", plain, 0.005)


def bare_map() -> Row:
    """Find the field of a bare advanced map, once a match."""
    setup = deal(0, Mode.ADVANCED)
    bare = (HexContents(),) * len(MAP)
    sets = sets_of_all(setup)
    ours, plain = in_turn(
        lambda: unknown(setup.mode, setup.tiles, setup.structures), lambda: plain_field(sets, HUES, bare)
    )
    return timed("Cryptid: where it could be, bare advanced map", ours, "plain search", plain, 0.1)


def from_nothing(pieces: int) -> Row:
    """Find the field of advanced maps with so many pieces, of which no earlier position was looked at."""
    pairs: list[tuple[float, float]] = []
    for seed in range(4 * GAMES):
        setup, states = truthful(seed, Mode.ADVANCED)
        sets = sets_of_all(setup)
        for state in states:
            if sum((spot.cube is not None) + len(spot.discs) for spot in state.spots) == pieces:
                ours = partial(unknown, setup.mode, setup.tiles, setup.structures, spots=state.spots)
                pairs.append((seconds(ours), seconds(partial(plain_field, sets, HUES, state.spots))))
    each, plain = (fmean(some) for some in zip(*pairs, strict=True))
    what = f"Cryptid: where it could be, advanced, {pieces} pieces, from nothing"
    return timed(what, each, "plain search", plain, 0.02)


def dealing(mode: Mode) -> Row:
    """Deal set-ups for two; what all but the slowest in a hundred take. The baseline solves each of them."""
    setups = [deal(seed, mode) for seed in range(DEALS)]
    pairs = [
        (seconds(partial(deal, seed, mode)), seconds(partial(habitats, setup)))
        for seed, setup in enumerate(setups)
    ]
    each, solving = (quantiles(some, n=100)[-1] for some in zip(*pairs, strict=True))
    return timed(f"Cryptid: deal a set-up for two, {mode}, 99 of 100", each, "solving it", solving, 0.2)
