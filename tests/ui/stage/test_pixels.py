"""A scene as pixels without a window: what is covered by how much, and that it looks as on the screen."""

from itertools import pairwise
from math import cos, pi, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.game import TABLE
from companion.games.shelf import GAMES
from tests.companion.ended import ended
from tests.ui.rig import Rig
from ui.games.registry import FACES, presenter_of
from ui.stage import offscreen, theme
from ui.stage.art import Art
from ui.stage.pixels import pixels
from ui.stage.rect import Rect
from ui.stage.scene import Item, PlacedArt, Scene, Viewport
from ui.stage.shapes import Area, Box, Letters, Rim, Stroke
from ui.stage.stage import Stage
from ui.widgets.layout import put

RED, BLACK, CLEAR = theme.tone("#ff0000"), theme.tone("#000000"), (1.0, 0.0, 0.0, 0.5)
SQUARE = Rect(0, 0, 20, 20)


def reds(*items: Item, rect: Rect = SQUARE) -> list[list[int]]:
    """Return how red each pixel is, a pixel for each unit, rows from the top."""
    width, height = round(rect.width), round(rect.height)
    drawn = pixels(Scene(items), rect, width, height, BLACK)
    assert len(drawn) == 3 * width * height
    return [list(drawn[3 * width * y : 3 * width * (y + 1) : 3]) for y in range(height)]


def covered(*items: Item) -> float:
    return sum(map(sum, reds(*items))) / 255


def test_a_box_covers_its_pixels_and_the_shares_of_those_at_its_edge() -> None:
    rows = reds(Box(Rect(2.5, 3, 4, 2), RED))
    assert rows[15] == rows[16] == [0, 0, 128, 255, 255, 255, 128, *[0] * 13]
    assert sum(map(sum, rows)) == 2 * sum(rows[15])


def test_the_room_need_not_begin_at_nothing_and_what_lies_beyond_it_is_cut_off() -> None:
    assert reds(Box(Rect(98, 200, 4, 30), RED), rect=Rect(100, 205, 10, 10)) == [[255, 255, *[0] * 8]] * 10


@given(st.lists(st.floats(0, 2 * pi), min_size=3, max_size=9, unique=True), st.floats(3, 9))
def test_a_polygon_covers_its_area(angles: list[float], radius: float) -> None:
    points = tuple((10 + radius * cos(angle), 10 + radius * sin(angle)) for angle in sorted(angles))
    ring = (*points, points[0])
    area = sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise(ring)) / 2
    assert covered(Area(points, RED)) == pytest.approx(area, rel=0.03, abs=2)


def test_a_frame_leaves_its_middle_out_and_a_line_that_meets_itself_counts_once() -> None:
    rows = reds(Rim(Rect(4, 4, 12, 12), RED, 2))
    assert rows[10] == [0, 0, 0, 255, 255, *[0] * 10, 255, 255, 0, 0, 0]
    assert max(map(max, reds(Stroke(((2, 10), (18, 10), (2, 10)), CLEAR, 2)))) in (127, 128)
    assert covered(Stroke(((2, 10), (18, 10)), RED, 2)) == pytest.approx(32)
    bent = 2 * 12 * 4 - 2 * 2 + (1 + 1 / 4) * pi * 2 * 2
    assert covered(Stroke(((4, 4), (16, 4), (16, 16)), RED, 4, round=True)) == pytest.approx(bent, rel=0.01)


def test_art_is_turned_against_the_clock_around_its_middle() -> None:
    half = Art((Box(Rect(0, 0, 0.5, 1), RED),), RED)
    assert reds(PlacedArt(half, (10, 10), 8))[10] == [*[0] * 6, *[255] * 4, *[0] * 10]
    down = reds(PlacedArt(half, (10, 10), 8, turn=90))
    assert [max(row) for row in down] == [*[0] * 10, *[255] * 4, *[0] * 6]
    assert max(map(max, reds(PlacedArt(half, (10, 10), 8, opacity=0.5)))) in (127, 128)


def test_letters_are_left_out() -> None:
    assert covered(Letters("Ada", SQUARE, RED, 12)) == 0


def shapes_only(scene: Scene) -> Scene:
    """Return a scene without a letter in it."""

    def bare(item: Item | None) -> Item | None:
        if isinstance(item, PlacedArt):
            shapes = tuple(shape for shape in item.art.shapes if not isinstance(shape, Letters))
            return replace(item, art=Art(shapes, item.art.rim))
        return None if isinstance(item, Letters) else item

    return Scene(tuple(map(bare, scene.items)))


@pytest.mark.parametrize("game", GAMES)
def test_the_table_of_each_game_looks_as_on_the_screen(rig: Rig, game: str) -> None:
    match, room = ended(game), Viewport(Rect(0, 0, 480, 360))
    drawing = FACES[game]().still(presenter_of(match), match.game.view(match.state, TABLE))
    scene, stage = shapes_only(drawing(room, None)), Stage()
    put(stage, room.rect)
    stage.draw(lambda *_: Scene((Box(room.rect, theme.GROUND), *scene.items)))
    rig.show(stage)
    width, height, drawn = offscreen.pixels(stage)
    ours = pixels(scene, room.rect, width, height, theme.GROUND)
    apart = [abs(ours[3 * n + c] - drawn[4 * n + c]) for n in range(width * height) for c in range(3)]
    assert sum(apart) / len(apart) < 4
    assert sum(one > 60 for one in apart) / len(apart) < 0.02
