"""The map: where its 108 hexes are, how a finger finds each, and that every piece on them can be seen."""

from collections.abc import Iterable
from math import dist

import pytest
from msgspec.structs import replace

from companion.games.cryptid.clues import Mode
from companion.games.cryptid.deal import deal
from companion.games.cryptid.maps import MAP, Animal, Colour, Hex, MapPiece, PieceHex, StructureKind, Terrain
from companion.games.cryptid.model import HUES, Disc, HexContents, Hue
from tests.ui.rig import SIZES, Rig
from tests.ui.stage import written
from tests.ui.stage.fingers import slid
from ui.games.cryptid import art
from ui.games.cryptid.art import ANIMALS, TALL, HexSpot, Lattice, Marks, fitted, ground, piece_of, places
from ui.games.cryptid.art import HUES as TONES
from ui.games.cryptid.table import DIM_PIECES, MapContents, lattice_in, map_of, on_pad, scene
from ui.stage import theme
from ui.stage.art import Art
from ui.stage.parts import centred
from ui.stage.rect import Point, Rect
from ui.stage.scene import PlacedArt, Scene, Viewport
from ui.stage.shapes import Area, Stroke
from ui.stage.stage import Stage
from ui.widgets.layout import place_widget

SETUP = deal(3, Mode.ADVANCED)
ROOM = {(800, 480): Rect(40, 20, 440, 386), (1280, 720): Rect(40, 20, 660, 570)}
EMPTY = MapContents(SETUP.tiles, SETUP.structures, (HexContents(),) * len(MAP))
E6 = Hex(4, 6)


def room(size: tuple[int, int] = (800, 480)) -> Viewport:
    return Viewport(ROOM[size], SIZES[size])


def marked(marks: Marks) -> MapContents:
    return MapContents(EMPTY.tiles, EMPTY.structures, EMPTY.spots, marks)


def with_piece(at: Hex, spot: HexContents) -> MapContents:
    spots = tuple(spot if other == at else HexContents() for other in MAP)
    return MapContents(EMPTY.tiles, EMPTY.structures, spots)


def placed(picture: Scene) -> list[PlacedArt]:
    return [item for item in picture.items if isinstance(item, PlacedArt)]


def grounds(picture: Scene) -> list[object]:
    (lattice,) = picture.spots
    assert isinstance(lattice, Lattice)
    by_place = {item.middle: item.art for item in placed(picture) if item.side == lattice.width}
    return [by_place[lattice.middle(at)] for at in MAP]


def blank(picture: Scene) -> int:
    (lattice,) = picture.spots
    assert isinstance(lattice, Lattice)
    return grounds(picture).count(ground(None, lattice.tall))


@pytest.mark.parametrize("size", SIZES)
def test_the_map_lies_inside_its_room_and_fills_it(size: tuple[int, int]) -> None:
    where = room(size)
    rect, lattice = where.rect, lattice_in(where)
    wide, high = lattice.size
    assert rect.x + where.mm(3) <= lattice.left
    assert lattice.left + wide <= rect.right + 0.5
    assert lattice.top + where.mm(2.5) <= rect.top
    assert lattice.top - high >= rect.y - 0.5
    assert wide > rect.width * 0.9 or high > rect.height * 0.9


def test_where_hexes_lie_in_their_room() -> None:
    # Hexes have the height of flat-topped ones.
    for width in range(300, 1000, 37):
        lattice = fitted(Rect(0, 0, width, 570))
        assert lattice.height == pytest.approx(lattice.width * 0.866, rel=0.04)
    # A point off the map is on no hex.
    picture, lattice = scene(EMPTY, room(), None), lattice_in(room())
    x, y = picture.middle(Hex(0, 0))
    assert picture.at(x - lattice.width, y) is None
    assert picture.at(x, y - lattice.height * 9.2) is None
    assert picture.at(x - lattice.width * 0.55, y) == Hex(0, 0), "slightly outside is still on it"


@pytest.mark.parametrize("side", [0, 1, 7, 10, 20, 100])
def test_where_there_is_no_room_there_is_no_map(side: int) -> None:
    picture = scene(EMPTY, Viewport(Rect(0, 0, side, side)), None)
    assert bool(picture.items) is (side == 100)


def test_the_line_around_hexes_goes_round_them_once() -> None:
    lattice = Lattice(0, 0, 44, 38)
    assert len(lattice.outline([Hex(4, 4)])) == 6
    assert len(lattice.outline([Hex(4, 4), Hex(5, 4)])) == 10
    piece = [at for at in MAP if piece_of(at) == (1, 1)]
    # Three hexes of the left column have three edges outside, the corners four; 34 edges in all.
    assert len(set(lattice.outline(piece))) == 34
    assert lattice.outline([]) == ()


def test_what_lies_in_a_hex_stays_inside_and_in_sight() -> None:
    for structure in (False, True):
        for cube in (False, True):
            for discs in range(6):
                where = places(structure, cube, discs)
                slots = [*where.discs, *[where.structure] * structure, *[where.cube] * cube]
                assert len(where.discs) == discs
                for slot in slots:
                    assert abs(slot.y) + slot.side / 2 <= 0.52
                    assert abs(slot.x) + slot.side / 2 <= 0.56
                for one, other in ((a, b) for a in slots for b in slots if a is not b):
                    apart = max(abs(one.x - other.x), abs(one.y - other.y))
                    assert apart >= 0.22, "the letter of each must be seen"
    # More discs than colours do no harm.
    assert len(places(True, True, 9).discs) == 5
    assert places(False, False, 1).discs == (HexSpot(0, 0, 0.54),)


def empty_stage(rig: Rig) -> Stage:
    stage = Stage()
    place_widget(stage, ROOM[800, 480])
    rig.show(stage)
    return stage


def test_what_is_shown_changes_the_picture_and_goes_again(rig: Rig) -> None:
    stage, other = empty_stage(rig), Hex(2, 2)
    stage.draw(map_of(EMPTY))
    bare = rig.picture(stage)[2]
    seen = {bare}
    for marks in (
        Marks(chosen=E6),
        Marks(also=E6),
        Marks(placed=(Disc(Hue.BLUE, E6),)),
        Marks(lit=frozenset({E6})),
        Marks(forbidden={E6: (Hue.BLUE,)}),
        Marks(forbidden={E6: (Hue.BLUE,), other: (Hue.BLUE, Hue.ORANGE)}),
        Marks(allowed=frozenset({E6})),
        Marks(habitat=E6),
        Marks(piece=(1, 1)),
        Marks(structure=SETUP.structures[0]),
    ):
        stage.draw(map_of(marked(marks)))
        seen.add(rig.picture(stage)[2])
        stage.draw(map_of(EMPTY))
        assert rig.picture(stage)[2] == bare, f"something of {marks} stayed"
    assert len(seen) == 11


def test_every_combination_of_pieces_looks_different(rig: Rig) -> None:
    stage, pictures = empty_stage(rig), set()
    spots = [
        HexContents(cube, HUES[:discs]) for cube in (None, Hue.ORANGE, Hue.PURPLE) for discs in range(5)
    ]  # fmt: skip
    for spot in spots:
        stage.draw(map_of(with_piece(Hex(3, 6), spot)))
        pictures.add(rig.picture(stage)[2])
    assert len(pictures) == len(spots)


def test_each_terrain_each_territory_and_each_piece_looks_like_itself(rig: Rig) -> None:
    cells = [None, *(PieceHex(terrain, animal) for terrain in Terrain for animal in (None, *Animal))]
    looks = [ground(cell, TALL) for cell in cells]
    looks += [art.structure(kind, colour) for kind in StructureKind for colour in Colour]
    looks += [look(hue) for hue in Hue for look in (art.cube, art.disc_art, art.cross)]
    looks += [art.outline(kind, TALL) for kind in art.Outline] + [art.HABITAT, art.HALO]
    stage, pictures = empty_stage(rig), set()
    for look in looks:
        only = Scene((centred(look, Rect(50, 50, 40, 40)),))
        stage.draw(lambda room, finger, only=only: only)  # type: ignore[misc]  # bound for this loop
        pictures.add(rig.picture(stage)[2])
    assert len(pictures) == len(looks)


def test_no_terrain_and_no_territory_is_told_by_its_tone_alone() -> None:
    def pattern(cell: PieceHex) -> tuple[object, ...]:
        shapes = ground(cell, TALL).shapes[2:]
        return tuple(shape.points for shape in shapes if isinstance(shape, Area | Stroke))

    for terrain in Terrain:
        patterns = {pattern(PieceHex(terrain, animal)) for animal in (None, *Animal)}
        assert len(patterns) == 3
        assert () not in patterns
        for animal in Animal:
            shapes = ground(PieceHex(terrain, animal), TALL).shapes
            assert ANIMALS[animal] in [shape.tone for shape in shapes]
    assert len({pattern(PieceHex(terrain, None)) for terrain in Terrain}) == len(Terrain)


def test_lines_part_the_six_pieces_of_the_map() -> None:
    def rounded(points: Iterable[Point]) -> set[tuple[int, int]]:
        return {(round(x), round(y)) for x, y in points}

    lattice = lattice_in(room())
    seams = [item.points for item in scene(EMPTY, room(), None).items if isinstance(item, Stroke)]
    assert sorted(map(len, seams)) == [18, 24, 24]
    for one, other in (((0, 5), (0, 6)), ((8, 5), (8, 6)), ((2, 0), (3, 0)), ((5, 4), (6, 4))):
        shared = rounded(lattice.corners(Hex(*one))) & rounded(lattice.corners(Hex(*other)))
        assert len(shared) == 2
        assert any(shared <= rounded(points) for points in seams), (one, other)


def test_discs_that_are_not_told_yet_and_pieces_that_are_not_meant_are_fainter() -> None:
    def of(lying: MapContents, look: Art) -> list[float]:
        return [each.opacity for each in placed(scene(lying, room(), None)) if each.art == look]

    blue = art.disc_art(Hue.BLUE)
    assert of(with_piece(E6, HexContents(None, (Hue.BLUE,))), blue) == [1.0]
    (begun,) = of(marked(Marks(placed=(Disc(Hue.BLUE, E6),))), blue)
    assert 0.4 < begun < 0.8
    dim = replace(with_piece(E6, HexContents(None, (Hue.BLUE,))), marks=Marks(lit=frozenset({Hex(0, 0)})))
    assert of(dim, blue) == [DIM_PIECES]


def test_each_clue_has_its_own_side_of_a_hex() -> None:
    both = {E6: (Hue.BLUE, Hue.ORANGE), Hex(0, 0): (Hue.ORANGE,)}
    picture = scene(marked(Marks(forbidden=both)), room(), None)
    for hue, side in ((Hue.ORANGE, -1), (Hue.BLUE, 1)):
        crosses = [each for each in placed(picture) if each.art == art.cross(hue)]
        assert len(crosses) == sum(hue in hues for hues in both.values())
        for cross in crosses:
            x, _ = min((picture.middle(at) for at in both), key=lambda middle: dist(middle, cross.middle))
            assert (cross.middle[0] - x) * side > 0


def test_a_pad_shows_the_pieces_that_it_stands_for() -> None:
    rect = Rect(10, 10, 60, 40)
    for spot, looks in (
        (HexContents(Hue.ORANGE), [art.cube(Hue.ORANGE)]),
        (HexContents(None, (Hue.BLUE,)), [art.disc_art(Hue.BLUE)]),
        (HexContents(None, (Hue.BLUE, Hue.GREEN)), [art.disc_art(Hue.BLUE), art.disc_art(Hue.GREEN)]),
        (HexContents(), []),
    ):
        pieces = list(on_pad(spot, rect))
        assert [piece.art for piece in pieces] == looks
        assert all(rect.holds(*piece.middle) for piece in pieces)
        assert len({piece.middle for piece in pieces}) == len(pieces)


def test_a_map_that_nobody_knows_is_drawn_blank() -> None:
    assert blank(scene(EMPTY, room(), None)) == 0
    for tiles in ((), ((None, None), (None, None), (None, None))):
        assert blank(scene(MapContents(tiles), room(), None)) == len(MAP)
    first: tuple[tuple[MapPiece | None, ...], ...] = ((None, SETUP.tiles[0][1]), (None, None), (None, None))
    one, whole = scene(MapContents(first), room(), None), scene(EMPTY, room(), None)
    assert blank(one) == len(MAP) * 5 // 6
    assert grounds(one)[6:12] == grounds(whole)[6:12]


def test_the_row_and_the_column_of_the_chosen_hex_are_lit() -> None:
    def lit(picture: Scene) -> set[str]:
        return {item.text for item in written.letters(picture.items) if item.tone == theme.TEXT}

    assert lit(scene(EMPTY, room(), None)) == set()
    assert lit(scene(marked(Marks(chosen=E6)), room(), None)) == {"E", "7"}
    assert lit(scene(marked(Marks(chosen=E6)), room(), Hex(0, 0))) == {"A", "1", "A1"}, "and the loupe's name"


def told(*points: Point) -> object:
    return slid(scene(EMPTY, room(), None), *points)


def test_the_hex_under_the_finger_is_outlined_and_shown_in_large() -> None:
    for at in (Hex(4, 4), Hex(4, 5), Hex(0, 0)):
        bare, picture = (scene(EMPTY, room(), finger) for finger in (None, at))
        more = [item for item in placed(picture) if item not in bare.items]
        assert art.outline(art.Outline.FINGER, lattice_in(room()).tall) in [item.art for item in more]
        large = max(item.side for item in more if item.middle != picture.middle(at))
        assert large == pytest.approx(room().mm(15), abs=1)
    # Pieces on a hex are shown next to the finger too.
    lying = with_piece(E6, HexContents(Hue.ORANGE, (Hue.BLUE,)))
    for finger, seen in ((None, 1), (Hex(0, 0), 1), (E6, 2)):
        looks = [each.art for each in placed(scene(lying, room(), finger))]
        assert (looks.count(art.cube(Hue.ORANGE)), looks.count(art.disc_art(Hue.BLUE))) == (seen, seen)


def test_where_a_finger_goes_over_the_map() -> None:
    # Sliding goes to the next hex, and lifting selects it.
    lattice = lattice_in(room())
    assert told(lattice.middle(E6)) == E6
    assert told(lattice.middle(E6), lattice.middle(Hex(5, 6))) == Hex(5, 6)
    # A finger that rolls a little over the edge stays on its hex.
    x, y = lattice.middle(E6)
    assert told((x, y), (x, y - lattice.height * 0.54)) == E6
    # Sliding off the map selects nothing.
    x, y = lattice.middle(Hex(4, 0))
    assert told((x, y), (x - lattice.width, y)) is None


def test_the_letters_are_readable_on_every_piece() -> None:
    assert all(theme.contrast(tone, theme.tone("#0b0e11")) >= 4.5 for tone in TONES.values())
