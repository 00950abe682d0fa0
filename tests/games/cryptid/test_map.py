"""The hexes, the map pieces, and what clues allow on them."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.cryptid.clues import (
    AFFIRMED,
    Clue,
    Mode,
    NearAnimal,
    NearAnyAnimal,
    NearColour,
    NearStructure,
    NearTerrain,
    On,
    allowed,
    clues_of,
    normalized,
)
from companion.games.cryptid.deal import deal
from companion.games.cryptid.maps import (
    COLUMNS,
    EVERYWHERE,
    MAP,
    PIECES,
    ROWS,
    Animal,
    Colour,
    Ground,
    Hex,
    MapPiece,
    Structure,
    StructureKind,
    Terrain,
    Tiles,
    cell_at,
    distance,
    gather,
    near,
    spread,
    survey,
)

UPRIGHT: Tiles = ((MapPiece(1), MapPiece(2)), (MapPiece(3), MapPiece(4)), (MapPiece(5), MapPiece(6)))
ANY_HEX = st.sampled_from(MAP)


def ground() -> Ground:
    """Return the pieces in their order, a white stone in a corner and a black shack in the opposite one."""
    stone = Structure(StructureKind.STANDING_STONE, Colour.WHITE, 0, 0)
    shack = Structure(StructureKind.ABANDONED_SHACK, Colour.BLACK, ROWS - 1, COLUMNS - 1)
    return survey(UPRIGHT, (stone, shack))


def steps_by_walking(start: Hex) -> dict[Hex, int]:
    """Measure distances in a second way: spread out from a hex, neighbour by neighbour."""
    found, edge = {start: 0}, [start]
    while edge:
        following = []
        for at in edge:
            low = at.column % 2
            around = [(-1, 0), (1, 0), (low - 1, -1), (low, -1), (low - 1, 1), (low, 1)]
            for down, across in around:
                row, column = at.row + down, at.column + across
                if 0 <= row < ROWS and 0 <= column < COLUMNS and Hex(row, column) not in found:
                    found[Hex(row, column)] = found[at] + 1
                    following.append(Hex(row, column))
        edge = following
    return found


def test_the_map_and_its_clues_are_as_many_as_printed() -> None:
    # The map has 108 hexes.
    assert len(MAP) == 108
    assert EVERYWHERE.bit_count() == 108
    # There are 23 clues and in the advanced game 24 and their contraries.
    assert (len(clues_of(Mode.NORMAL)), len(clues_of(Mode.ADVANCED)), len(AFFIRMED)) == (23, 48, 24)
    assert len(set(clues_of(Mode.ADVANCED))) == 48
    kinds = [type(clue) for clue in AFFIRMED]
    assert [kinds.count(kind) for kind in (On, NearTerrain, NearAnyAnimal)] == [10, 5, 1]
    assert [kinds.count(kind) for kind in (NearStructure, NearAnimal, NearColour)] == [2, 2, 4]
    # Two terrains allow both and their order doesn't matter.
    clue = On(terrains=(Terrain.SWAMP, Terrain.WATER))
    assert allowed(clue, ground()).bit_count() == 43
    assert normalized(clue) == On(terrains=(Terrain.WATER, Terrain.SWAMP))
    assert normalized(clue) in clues_of(Mode.NORMAL)


@pytest.mark.parametrize("start", [Hex(0, 0), Hex(4, 5), Hex(4, 6), Hex(8, 11), Hex(0, 11), Hex(3, 1)])
def test_distances_are_those_of_walking_across_the_borders_of_pieces(start: Hex) -> None:
    walked = steps_by_walking(start)
    assert {at: distance(start, at) for at in MAP} == walked


@given(st.sets(ANY_HEX, max_size=6), st.integers(0, 3))
def test_near_is_every_hex_within_so_many_steps(some: set[Hex], steps: int) -> None:
    expected = {at for at in MAP if any(distance(at, other) <= steps for other in some)}
    assert set(spread(near(gather(some), steps))) == expected


def test_the_pieces_hold_as_much_of_each_terrain_as_the_printed_ones() -> None:
    found = ground()
    counted = {terrain: found.terrains[terrain].bit_count() for terrain in Terrain}
    assert counted == {
        Terrain.WATER: 22,
        Terrain.FOREST: 22,
        Terrain.MOUNTAIN: 22,
        Terrain.SWAMP: 21,
        Terrain.DESERT: 21,
    }
    assert {one: found.animals[one].bit_count() for one in Animal} == {Animal.BEAR: 8, Animal.COUGAR: 8}
    assert all([len(row) for row in piece] == [6, 6, 6] for piece in PIECES.values())


@pytest.mark.parametrize(
    ("piece", "terrains", "territory"),
    [
        (1, "wwwwff sswdff ssdddf", "b23 b24 b25"),
        (2, "sfffff ssfddd smmmmd", "c00 c01 c02"),
        (3, "ssfffw ssfmww mmmmww", "c10 c11 c20"),
        (4, "ddmmmm ddmwww dddfff", "c15 c25"),
        (5, "sssmmm sddwmm ddwwww", "b15 b24 b25"),
        (6, "ddsssf mmssff mwwwwf", "b00 b10"),
    ],
)
def test_each_piece_is_as_it_is_printed(piece: int, terrains: str, territory: str) -> None:
    cells = PIECES[piece]
    assert " ".join("".join(cell.terrain[0] for cell in row) for row in cells) == terrains
    placed = [(row, column, cell) for row, line in enumerate(cells) for column, cell in enumerate(line)]
    found = [f"{cell.animal[0]}{row}{column}" for row, column, cell in placed if cell.animal]
    assert " ".join(found) == territory


def test_a_turned_piece_shows_its_cells_from_the_other_end() -> None:
    turned: Tiles = ((MapPiece(1, rot180=True), MapPiece(2)), *UPRIGHT[1:])
    for row, column in product(range(3), range(6)):
        assert cell_at(turned, Hex(row, column)) == cell_at(UPRIGHT, Hex(2 - row, 5 - column))
    # Piece 1 begins with water at the top left, and a bear's forest at the bottom right.
    assert cell_at(UPRIGHT, Hex(0, 0)).terrain is Terrain.WATER
    assert cell_at(turned, Hex(0, 0)).animal is Animal.BEAR
    # The second piece is to its right, the third below.
    assert cell_at(UPRIGHT, Hex(0, 6)).animal is Animal.COUGAR
    assert cell_at(UPRIGHT, Hex(8, 11)).terrain is Terrain.FOREST


@settings(max_examples=20)
@given(st.integers(0, 500), st.sampled_from(Mode))
def test_every_map_has_the_same_terrains(seed: int, mode: Mode) -> None:
    dealt = deal(seed, mode)
    found = survey(dealt.tiles, dealt.structures)
    assert sorted(t.bit_count() for t in found.terrains.values()) == [21, 21, 22, 22, 22]


REACH: list[tuple[Clue, int, str]] = [
    (NearTerrain(terrain=Terrain.SWAMP), 1, "swamp"),
    (NearAnyAnimal(), 1, "animal"),
    (NearStructure(type=StructureKind.STANDING_STONE), 2, "stone"),
    (NearStructure(type=StructureKind.ABANDONED_SHACK), 2, "shack"),
    (NearAnimal(animal=Animal.BEAR), 2, "bear"),
    (NearColour(colour=Colour.WHITE), 3, "stone"),
    (NearColour(colour=Colour.BLACK), 3, "shack"),
]


@pytest.mark.parametrize(("clue", "steps", "what"), REACH, ids=[str(clue) for clue, _, _ in REACH])
def test_a_clue_reaches_as_far_as_the_rules_say(clue: Clue, steps: int, what: str) -> None:
    cells = {at: cell_at(UPRIGHT, at) for at in MAP}
    sources = {
        "swamp": {at for at, cell in cells.items() if cell.terrain is Terrain.SWAMP},
        "animal": {at for at, cell in cells.items() if cell.animal},
        "bear": {at for at, cell in cells.items() if cell.animal is Animal.BEAR},
        "stone": {Hex(0, 0)},
        "shack": {Hex(8, 11)},
    }[what]
    expected = {at for at in MAP if min(distance(at, source) for source in sources) <= steps}
    assert set(spread(allowed(clue, ground()))) == expected
    # The hex itself counts.
    assert sources <= expected


@pytest.mark.parametrize("clue", clues_of(Mode.NORMAL), ids=str)
def test_a_negated_clue_allows_exactly_the_other_hexes(clue: Clue) -> None:
    contrary = next(
        other for other in clues_of(Mode.ADVANCED) if other.negated and type(other) is type(clue)
        and str(other) == str(clue).replace("negated=False", "negated=True")
    )  # fmt: skip
    yes, no = allowed(clue, ground()), allowed(contrary, ground())
    assert (yes | no, yes & no) == (EVERYWHERE, 0)
