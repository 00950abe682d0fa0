"""Cryptid: how fast a set-up is dealt, and how fast the field of possible habitats is found."""

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from statistics import fmean, quantiles

from companion.games.cryptid.clues import Mode
from companion.games.cryptid.deal import deal
from companion.games.cryptid.field import possible
from companion.games.cryptid.maps import MAP, Hexes
from companion.games.cryptid.model import HUES, HexContents, State
from companion.games.cryptid.setups import habitats
from tests.bench.measure import Row, in_turn, seconds, timed
from tests.games.cryptid.plain_field import plain_field, sets_of_all, truthful

GAMES = 5
DEALS = 200


def rows() -> Iterator[Row]:
    """Measure whole games, a bare map, and dealing; the field's baseline is a plain search for each hex."""
    for mode in Mode:
        yield whole_game(mode)
    yield bare_map()
    for mode in Mode:
        yield dealing(mode)


def whole_game(mode: Mode) -> Row:
    """Find the field after each move of a game, as the page after the game does."""
    pairs: list[tuple[float, float]] = []
    for seed in range(GAMES):
        setup, states = truthful(seed, mode)
        sets = sets_of_all(setup)
        pairs.append((taken(possible, sets, states), taken(plain_field, sets, states)))
    each, plain = (fmean(some) for some in zip(*pairs, strict=True))
    return timed(f"Cryptid: where it could be, {mode}, a whole game", each, "plain search", plain, 0.25)


def taken(find: Callable[..., Hexes], sets: Sequence[Hexes], states: Sequence[State]) -> float:
    return seconds(lambda: [find(sets, HUES, state.spots) for state in states], time.process_time)


def bare_map() -> Row:
    """Find the field of a bare advanced map, the slowest case."""
    sets = sets_of_all(deal(0, Mode.ADVANCED))
    bare = (HexContents(),) * len(MAP)
    ours, plain = in_turn(lambda: possible(sets, HUES, bare), lambda: plain_field(sets, HUES, bare))
    return timed("Cryptid: where it could be, bare advanced map", ours, "plain search", plain, 0.1)


def dealing(mode: Mode) -> Row:
    """Deal set-ups for two, 99th percentile; the baseline solves each of them."""
    setups = [deal(seed, mode) for seed in range(DEALS)]
    pairs = [
        (seconds(partial(deal, seed, mode)), seconds(partial(habitats, setup)))
        for seed, setup in enumerate(setups)
    ]
    each, solving = (quantiles(some, n=100)[-1] for some in zip(*pairs, strict=True))
    return timed(f"Cryptid: deal a set-up for two, {mode}, 99 of 100", each, "solving it", solving, 0.2)
