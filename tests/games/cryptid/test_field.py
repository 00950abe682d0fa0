"""Where the habitat could be, compared with all combinations of four clues."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations, permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.cryptid.clues import Mode
from companion.games.cryptid.field import possible
from companion.games.cryptid.maps import EVERYWHERE, MAP, NOWHERE, Hexes, gather
from companion.games.cryptid.model import HUES, HexContents, Hue
from companion.games.cryptid.setups import habitats
from tests.games.cryptid.plain_field import agrees, sets_of_all, truthful

MODES = st.sampled_from(Mode)
SEEDS = st.integers(0, 2**32)
ORANGE, BLUE, GREEN, PURPLE = HUES
BARE = (HexContents(),) * len(MAP)


class EveryFour:
    """All choices of as many clues as colours, and the hex that each leaves."""

    def __init__(self, sets: Sequence[Hexes], hues: Sequence[Hue] = HUES) -> None:
        self.sets, self.hues = sets, hues
        self.leaving: dict[Hexes, list[tuple[int, ...]]] = {}
        for some in combinations(range(len(sets)), len(hues)):
            left = EVERYWHERE
            for n in some:
                left = Hexes(left & sets[n])
            if left.bit_count() == 1:
                self.leaving.setdefault(left, []).append(some)

    def hexes(self, spots: Sequence[HexContents]) -> Hexes:
        """Return the hexes left alone by clues that agree with the pieces, one for each colour."""
        whose = [frozenset(hue for hue in self.hues if agrees(one, hue, spots)) for one in self.sets]
        return Hexes(
            sum(
                at
                for at, choices in self.leaving.items()
                if any(one_each(tuple(whose[n] for n in some), self.hues) for some in choices)
            )
        )


@cache
def one_each(whose: tuple[frozenset[Hue], ...], hues: tuple[Hue, ...]) -> bool:
    """Return whether the clues can be given to distinct colours that could have them."""
    return any(all(hue in had for hue, had in zip(order, whose, strict=True)) for order in permutations(hues))


@pytest.mark.parametrize(("mode", "seeds"), [
    (Mode.NORMAL, range(4)),
    (Mode.ADVANCED, range(100, 101)),
    pytest.param(Mode.NORMAL, range(4, 16), marks=pytest.mark.long),
    pytest.param(Mode.ADVANCED, range(101, 106), marks=pytest.mark.long),
])  # fmt: skip
def test_in_whole_games_it_is_what_all_fours_of_clues_leave(mode: Mode, seeds: range) -> None:
    for seed in seeds:
        setup, states = truthful(seed, mode)
        every = EveryFour(sets_of_all(setup))
        for spots in (BARE, *(state.spots for state in states)):
            assert possible(every.sets, HUES, spots) == every.hexes(spots)


@settings(max_examples=60)
@given(SEEDS, st.integers(3, 5))
def test_whatever_the_clues_and_pieces_it_is_what_all_choices_leave(seed: int, count: int) -> None:
    # Few clues, some for the same hexes, and pieces that needn't have been placed truthfully.
    chance = Random(seed)
    hues = tuple(Hue)[:count]
    sets = [gather(at for at in MAP if chance.random() < 0.4) for _ in range(chance.randint(count - 1, 8))]
    sets += chance.choices(sets, k=chance.randint(0, 2))
    spots = list(BARE)
    every = EveryFour(sets, hues)
    assert possible(sets, hues, spots) == every.hexes(spots)
    for _ in range(6):
        cube = chance.choice((None, None, *hues))
        discs = tuple(hue for hue in hues if hue != cube and chance.random() < 0.2)
        spots[chance.randrange(len(MAP))] = HexContents(cube, discs)
        assert possible(sets, hues, spots) == every.hexes(spots)


@settings(max_examples=6)
@given(SEEDS, MODES)
def test_through_a_whole_game(seed: int, mode: Mode) -> None:
    setup, states = truthful(seed, mode)
    sets = sets_of_all(setup)
    before = possible(sets, HUES, BARE)
    for state in states:
        now = possible(sets, HUES, state.spots)
        assert now & habitats(setup), "the habitat is never lost while everybody is truthful"
        assert not now & ~before, "and none returns"
        before = now


def test_hexes_come_back_with_a_corrected_piece() -> None:
    # Two colours for which only the first clue is left.
    assert possible(FOUR, HUES, laid({1: HexContents(discs=(ORANGE, BLUE))})) == NOWHERE
    assert possible(FOUR, HUES, laid({1: HexContents(cube=BLUE, discs=(ORANGE,))})) == of(0)


def of(*indices: int) -> Hexes:
    """Return hexes by their index in reading order."""
    return gather(MAP[n] for n in indices)


def laid(spots: dict[int, HexContents]) -> tuple[HexContents, ...]:
    """Return a map with these pieces."""
    return tuple(spots.get(n, HexContents()) for n in range(len(MAP)))


FOUR = [of(0, 1), of(0, 2), of(0, 3), of(0, 4)]
EACH = {1: HexContents(discs=(PURPLE,)), 2: HexContents(discs=(ORANGE,)), 3: HexContents(cube=BLUE)}
SMALL: list[tuple[str, list[Hexes], dict[int, HexContents], Hexes]] = [
    ("four clues, one hex", FOUR, {}, of(0)),
    ("a clue too few", [of(0, 1), of(0, 2), of(0, 3)], {}, NOWHERE),
    ("two clues that say the same are two clues", [of(0, 1), of(0, 2), of(0, 2), of(0, 2)], {}, of(0)),
    ("two hexes that no clue tells apart", [of(0, 1), of(0, 1), of(0, 1), of(0, 1, 2)], {}, NOWHERE),
    ("one clue would do, with any others", [of(0), of(0, 1), of(0, 1), of(0, 1)], {}, of(0)),
    ("a clue of no hex is nobody's", [of(0, 1), of(0, 2), of(0, 3), NOWHERE], {}, NOWHERE),
    ("a cube forbids its hex", [*FOUR, of(5)], {0: HexContents(cube=BLUE)}, NOWHERE),
    ("two colours with one clue left", FOUR, {1: HexContents(discs=(ORANGE, GREEN))}, NOWHERE),
    ("each colour has its clue", FOUR, EACH, of(0)),
]


@pytest.mark.parametrize(("name", "sets", "spots", "left"), SMALL, ids=[name for name, *_ in SMALL])
def test_small_maps(name: str, sets: list[Hexes], spots: dict[int, HexContents], left: Hexes) -> None:
    assert possible(sets, HUES, laid(spots)) == left
    assert EveryFour(sets).hexes(laid(spots)) == left


def test_the_colours_are_those_of_the_table() -> None:
    hues = (Hue.RED, Hue.BLUE, Hue.GREEN, Hue.PURPLE)
    assert possible(FOUR, hues, laid({0: HexContents(cube=Hue.RED)})) == NOWHERE
