"""Where the habitat could be, compared with a plain search."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.cryptid.clues import Mode
from companion.games.cryptid.field import possible
from companion.games.cryptid.maps import MAP, NOWHERE, Hexes, gather
from companion.games.cryptid.model import HUES, HexContents, Hue
from companion.games.cryptid.setups import habitats
from tests.games.cryptid.plain_field import plain_field, sets_of_all, truthful

MODES = st.sampled_from(Mode)
SEEDS = st.integers(0, 2**32)
ORANGE, BLUE, GREEN, PURPLE = HUES
BARE = (HexContents(),) * len(MAP)


@pytest.mark.parametrize(("mode", "seeds"), [
    (Mode.NORMAL, range(4)),
    (Mode.ADVANCED, range(100, 101)),
    pytest.param(Mode.NORMAL, range(4, 16), marks=pytest.mark.long),
    pytest.param(Mode.ADVANCED, range(101, 106), marks=pytest.mark.long),
])  # fmt: skip
def test_in_whole_games_it_is_what_any_four_clues_leave(mode: Mode, seeds: range) -> None:
    for seed in seeds:
        setup, states = truthful(seed, mode)
        sets = sets_of_all(setup)
        for spots in (BARE, *(state.spots for state in states)):
            assert possible(sets, HUES, spots) == plain_field(sets, HUES, spots)


@settings(max_examples=60)
@given(SEEDS, st.integers(3, 5))
def test_whatever_the_clues_and_pieces_it_is_what_all_choices_leave(seed: int, count: int) -> None:
    # Few clues, some for the same hexes, and pieces that needn't have been placed truthfully.
    chance = Random(seed)
    hues = tuple(Hue)[:count]
    sets = [gather(at for at in MAP if chance.random() < 0.4) for _ in range(chance.randint(count - 1, 8))]
    sets += chance.choices(sets, k=chance.randint(0, 2))
    spots = list(BARE)
    assert possible(sets, hues, spots) == plain_field(sets, hues, spots)
    for _ in range(6):
        cube = chance.choice((None, None, *hues))
        discs = tuple(hue for hue in hues if hue != cube and chance.random() < 0.2)
        spots[chance.randrange(len(MAP))] = HexContents(cube, discs)
        assert possible(sets, hues, spots) == plain_field(sets, hues, spots)


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
    assert plain_field(sets, HUES, laid(spots)) == left


def test_the_colours_are_those_of_the_table() -> None:
    hues = (Hue.RED, Hue.BLUE, Hue.GREEN, Hue.PURPLE)
    assert possible(FOUR, hues, laid({0: HexContents(cube=Hue.RED)})) == NOWHERE
