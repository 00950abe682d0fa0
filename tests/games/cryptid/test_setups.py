"""Set-ups: dealt, exchanged, checked and solved."""

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import json
from msgspec.structs import replace

from companion.errors import SetupError
from companion.games.cryptid import Cryptid, setups
from companion.games.cryptid.clues import (
    Mode,
    NearAnimal,
    NearAnyAnimal,
    NearColour,
    NearTerrain,
    On,
    allowed,
    clues_of,
    normalized,
)
from companion.games.cryptid.deal import _split_mix, deal
from companion.games.cryptid.maps import (
    Animal,
    Colour,
    Hex,
    MapPiece,
    Structure,
    StructureKind,
    Terrain,
    spread,
    survey,
)
from companion.games.cryptid.model import Facts
from ui.games.cryptid.setup import Filed, filed

SEEDS = st.integers(0, 10**9)
MODES = st.sampled_from(Mode)
CALM = settings(max_examples=25)


@pytest.mark.rule("cr.clue")
@CALM
@given(SEEDS, MODES, st.sampled_from(list(setups.OWNERS)))
def test_a_dealt_set_up_has_one_habitat_and_needs_every_clue(seed: int, mode: Mode, players: int) -> None:
    dealt = deal(seed, mode, players)
    assert list(setups.faults(dealt)) == []
    setups.check(dealt)
    # Counted in a second way, hex by hex and clue by clue.
    ground = survey(dealt.tiles, dealt.structures)
    sets = [set(spread(allowed(clue, ground))) for clue in dealt.clues]
    assert len(set.intersection(*sets)) == 1
    for left_out in range(len(sets)):
        others = [hexes for number, hexes in enumerate(sets) if number != left_out]
        assert len(set.intersection(*others)) > 1
    assert setups.redundant(dealt) == ()
    assert len(set(map(normalized, dealt.clues))) == len(dealt.clues)
    assert dealt.players == players
    if mode is Mode.NORMAL:
        assert not any(clue.negated or clue == NearColour(colour=Colour.BLACK) for clue in dealt.clues)


@settings(max_examples=20)
@given(SEEDS, MODES)
def test_the_same_seed_deals_the_same_again_and_it_survives_its_exchange(seed: int, mode: Mode) -> None:
    dealt = deal(seed, mode)
    assert deal(seed, mode) == dealt != deal(seed + 1, mode)
    assert setups.read_setup(msgspec.json.encode(dealt)) == dealt


def test_a_seed_deals_what_it_dealt_in_earlier_versions() -> None:
    dealt = deal(1)
    assert [piece.tile for row in dealt.tiles for piece in row] == [1, 2, 4, 3, 5, 6]
    assert list(spread(setups.habitats(dealt))) == [Hex(4, 3)]
    assert dealt.clues == (
        NearColour(colour=Colour.BLUE),
        NearTerrain(terrain=Terrain.WATER),
        NearAnimal(animal=Animal.BEAR),
        NearColour(colour=Colour.WHITE),
    )
    # The dice are the published ones.
    # The first numbers of SplitMix64 for the seed 1234567, from its authors' test vector.
    numbers = _split_mix(1234567)
    assert [next(numbers) for _ in range(2)] == [6457827717110365317, 3203168211198807973]
    # There is no deal for one or six.
    for players in (1, 6):
        with pytest.raises(SetupError, match=f"players: {players}"):
            deal(1, players=players)


FEW_SEEDS = range(200)
"""A world with so few seeds and secrets that all can be tried."""


def seeds_of(seen: setups.Setup, secret: int | None = None) -> list[int]:
    """Return the seeds that deal the map that everybody sees."""
    ground, dealt = (seen.tiles, seen.structures), [(seed, deal(seed, secret=secret)) for seed in FEW_SEEDS]
    return [seed for seed, found in dealt if (found.tiles, found.structures) == ground]


def test_an_attacker_who_tries_all_seeds_against_the_map_finds_the_clues_of_a_given_seed() -> None:
    seen = deal(123)
    (seed,) = seeds_of(seen)
    assert deal(seed).clues == seen.clues


def test_the_same_attacker_finds_nothing_where_the_clues_have_a_secret_of_their_own() -> None:
    seen = deal(123, secret=5)
    # Even an attacker who finds the one seed of this map gets other clues from the seed alone ...
    seeds = seeds_of(seen, secret=0)
    assert 123 in seeds
    assert seen.clues not in {deal(seed).clues for seed in seeds}
    # ... and no secret is ruled out by the map: it could be any of a hundred sets of clues.
    left = [deal(123, secret=other) for other in FEW_SEEDS]
    assert {found.structures for found in left} == {seen.structures}
    assert len({frozenset(found.clues) for found in left}) > 100
    assert len({setups.habitats(found) for found in left}) > 30


def test_a_secret_changes_no_map_but_where_it_finds_no_clues_for_it() -> None:
    same = sum(deal(seed, secret=seed + 1).tiles == deal(seed).tiles for seed in range(30))
    assert same > 25
    assert all(deal(seed, secret=9) == deal(seed, secret=9) for seed in range(5))


@CALM
@given(SEEDS, MODES, st.sampled_from(list(setups.OWNERS)))
def test_an_even_set_up_is_not_lopsided(seed: int, mode: Mode, players: int) -> None:
    dealt = deal(seed, mode, players, secret=seed, even=True)
    setups.check(dealt)
    assert setups.redundant(dealt) == ()
    ground = survey(dealt.tiles, dealt.structures)
    left = []
    for player in range(players):
        own = [clue for clue, owner in zip(dealt.clues, dealt.clue_owner, strict=True) if owner == player]
        left.append(len(set.intersection(*(set(spread(allowed(clue, ground))) for clue in own))))
    assert min(left) > 5
    assert max(left) < 4 * min(left)


@pytest.mark.parametrize(
    ("seed", "left", "wrong"),
    [
        (3, (6, 17), False),
        (9, (25, 7), False),
        (236, (44, 12), False),
        (72, (21, 5), True),
        (119, (28, 3), True),
        (201, (9, 38), True),
    ],
)
def test_lopsided_are_five_spaces_or_four_times_fewer(seed: int, left: tuple[int, int], wrong: bool) -> None:
    assert setups.hexes_left(deal(seed)) == left
    assert setups.lopsided(deal(seed)) == wrong


def test_the_form_of_exchange() -> None:
    told = msgspec.to_builtins(deal(1))
    assert told["mode"] == "normal"
    assert told["tiles"][0][0] == {"tile": 1, "rot180": False}
    assert set(told["structures"][0]) == {"type", "colour", "row", "col"}
    assert told["clue_owner"] == (0, 0, 1, 1)
    assert {"kind", "not"} <= set(told["clues"][0])
    negated = {"kind": "near_animal", "animal": "bear", "not": True}
    assert msgspec.convert({**told, "clues": [negated]}, setups.Setup).clues[0].negated


def changed(**parts: Any) -> setups.Setup:
    """Return a valid set-up with some fields changed."""
    return replace(deal(1), **parts)


def moved(number: int, row: int, col: int) -> tuple[Structure, ...]:
    """Return the structures of that set-up, one of them moved."""
    structures = list(deal(1).structures)
    structures[number] = replace(structures[number], row=row, col=col)
    return tuple(structures)


GOOD = deal(1)
CLUES, STONES = GOOD.clues, GOOD.structures
TWICE = On(terrains=(Terrain.SWAMP, Terrain.SWAMP))
BAD: list[tuple[str, setups.Setup, str]] = [
    (
        "a piece twice",
        changed(tiles=((MapPiece(2), MapPiece(2)), *GOOD.tiles[1:])),
        r"tiles: piece 1 is missing\ntiles: piece 2 is laid 2 times",
    ),
    ("too few pieces", changed(tiles=GOOD.tiles[:2]), "tiles: the map is 3 rows of 2 pieces"),
    (
        "off the map",
        changed(structures=moved(0, 9, 5)),
        r"the white standing stone is off the map \(row 9, col 5; rows go from 0 to 8, cols to 11\)",
    ),
    (
        "two on a hex",
        changed(structures=moved(0, STONES[1].row, STONES[1].col)),
        "structures: the green standing stone and the white standing stone stand on one hex",
    ),
    ("one missing", changed(structures=STONES[1:]), "structures: the white standing stone is missing"),
    ("one twice", changed(structures=(*STONES, STONES[0])), "the white standing stone stands there twice"),
    (
        "black in a normal game",
        changed(structures=(*GOOD.structures, Structure(StructureKind.STANDING_STONE, Colour.BLACK, 0, 0))),
        "structures: the black standing stone stands in advanced games only",
    ),
    ("a clue twice", changed(clues=(*CLUES[:3], CLUES[0])), r"clues\[3\]: another clue says the same"),
    ("terrain twice", changed(clues=(TWICE, *CLUES[1:])), r"clues\[0\]: two different terrains are needed"),
    (
        "not in a normal game",
        changed(clues=(NearAnyAnimal(negated=True), *GOOD.clues[1:])),
        r"clues\[0\]: a clue with not is for advanced games only",
    ),
    (
        "black in a clue",
        changed(clues=(NearColour(colour=Colour.BLACK), *GOOD.clues[1:])),
        r"clues\[0\]: a clue about black is for advanced games only",
    ),
    ("a clue too few", changed(clues=GOOD.clues[:3]), "clues: there are 3, and clue_owner has 4"),
    ("odd owners", changed(clue_owner=(0, 1, 0, 1)), "clue_owner: two players have two clues each"),
]


@pytest.mark.parametrize(("name", "setup", "wrong"), BAD, ids=[name for name, _, _ in BAD])
def test_a_bad_set_up_is_refused_and_says_what_is_wrong(name: str, setup: setups.Setup, wrong: str) -> None:
    with pytest.raises(SetupError, match=wrong):
        setups.check(setup)


def test_no_habitat_several_and_spare_clues_are_found() -> None:
    # No habitat and several habitats are refused.
    ground = survey(GOOD.tiles, GOOD.structures)
    sets = {clue: allowed(clue, ground) for clue in clues_of(Mode.NORMAL)}
    bear = On(terrains=(Terrain.WATER, Terrain.MOUNTAIN))
    apart = On(terrains=(Terrain.FOREST, Terrain.SWAMP))
    with pytest.raises(SetupError, match="no hexes fit all of them"):
        setups.check(replace(GOOD, clues=(bear, apart, *GOOD.clues[:2])))
    wide = sorted(sets, key=lambda clue: -sets[clue].bit_count())[:4]
    with pytest.raises(SetupError, match=r"\d+ hexes fit all of them, and it must be exactly one"):
        setups.check(replace(GOOD, clues=tuple(wide)))
    # A clue that could be left out is named.
    whole = setups.habitats(GOOD)
    spare = next(clue for clue in sets if clue not in map(normalized, GOOD.clues) and sets[clue] & whole)
    assert 4 in setups.redundant(replace(GOOD, clues=(*GOOD.clues, spare)))


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        (b"", "not a set-up"),
        (b"{}", "missing required field `mode`"),
        (b'{"mode":"hard"}', "Invalid enum value 'hard'"),
        (b"[" * 100_000, "longer than any set-up"),
        (b"[" * 10_000, "not a set-up"),
        (msgspec.json.encode(GOOD).replace(b'"near_animal"', b'"under"'), "Invalid value 'under' .*clues"),
        (msgspec.json.encode(GOOD).replace(b'"tile":2', b'"tile":7'), "<= 6.*tiles"),
        (msgspec.json.encode(GOOD)[:-1] + b',"extra":1}', "unknown field `extra`"),
    ],
)
def test_what_is_no_set_up_is_refused(text: bytes, wrong: str) -> None:
    with pytest.raises(SetupError, match=wrong):
        setups.read_setup(text)


def test_a_set_up_whose_clues_are_missing_is_no_map_alone() -> None:
    # It used to begin a match in open mode without a word.
    lacking = replace(GOOD, clues=())
    with pytest.raises(SetupError, match="there are 0, and clue_owner has 4"):
        Cryptid().opening(Facts(setup=lacking))
    assert filed(json.encode(lacking).decode(), 2) == Filed()
    alone = replace(lacking, clue_owner=())
    assert not Cryptid().opening(Facts(setup=alone)).sealed
