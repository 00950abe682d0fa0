"""The grid: where its cells are, which of them a finger chooses, and what is marked on them."""

from collections.abc import Mapping
from typing import Any

import pytest

from companion.games.tracktic.grid import MOST, Cell
from companion.games.tracktic.model import Piece
from tests.ui.desk import there
from tests.ui.rig import SIZES, Rig
from tests.ui.stage import written
from tests.ui.stage.fingers import slid
from ui.games.tracktic import table
from ui.games.tracktic.art import NOTHING, Lattice, Marks, joined, path_numbers
from ui.games.tracktic.pending import CellsDragged, CellTap
from ui.games.tracktic.table import GridContents
from ui.stage import theme
from ui.stage.rect import Point, Rect
from ui.stage.scene import Item, PlacedArt, Scene, Viewport
from ui.stage.shapes import Box, Letters, Rim
from ui.stage.stage import Stage

SIDE = {(800, 480): 386, (1280, 720): 570}
"""The height of the grid, in pixels, by window size."""
SMALL = frozenset(Cell(row, column) for row in range(6) for column in range(8))
LARGE = frozenset(Cell(row, column) for row in range(MOST) for column in range(MOST))
HOLED = SMALL - {Cell(2, 3), Cell(3, 3)}
PIECES = {
    **dict.fromkeys((Cell(1, column) for column in range(5)), Piece.GREEN),
    Cell(2, 4): Piece.WHITE,
    Cell(3, 4): Piece.GREEN,
    Cell(5, 5): Piece.RED,
}
PATH = (*(Cell(1, column) for column in range(5)), Cell(2, 4), Cell(3, 4))


def room(size: tuple[int, int] = (800, 480)) -> Viewport:
    return Viewport(Rect(40, 20, SIDE[size], SIDE[size]), SIZES[size])


def drawn_grid(
    area: frozenset[Cell] = SMALL,
    pieces: Mapping[Cell, Piece] = PIECES,
    size: tuple[int, int] = (800, 480),
    finger: Cell | None = None,
    **more: Any,
) -> Scene:
    touched = None if finger is None else CellTap(finger)
    return table.grid_scene(GridContents(area, pieces, **more), room(size), touched)


def lattice(area: frozenset[Cell] = SMALL, size: tuple[int, int] = (800, 480)) -> Lattice:
    return table.lattice_in(room(size), area)


def centre(picture: Scene, *at: int) -> Point:
    return picture.middle(CellTap(Cell(*at)))


def items_by_cell(picture: Scene) -> dict[Cell, list[Item]]:
    found: dict[Cell, list[Item]] = {cell: [] for cell in SMALL}
    for item in picture.items:
        middle = getattr(item, "middle", None) or (item.room.center if isinstance(item, Letters) else (0, 0))
        tap = picture.at(*middle)
        if item is not None and tap is not None:
            found[tap.cell].append(item)
    return found


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("area", [SMALL, LARGE, HOLED])
def test_every_middle_maps_back_to_its_cell(size: tuple[int, int], area: frozenset[Cell]) -> None:
    picture, rect = drawn_grid(area, {}, size), room(size).rect
    for cell in area:
        assert slid(picture, picture.middle(CellTap(cell))) == CellTap(cell)
    cells = lattice(area, size).room
    assert rect.x < cells.x
    assert cells.right <= rect.right
    assert rect.y <= cells.y
    assert cells.top < rect.top


def test_no_cell_lies_beside_the_grid_or_where_it_has_none() -> None:
    picture, cells = drawn_grid(HOLED), lattice(HOLED)
    assert picture.at(*cells.centre(Cell(2, 3))) is None
    rect = cells.room
    for x, y in ((rect.x - 2, rect.center[1]), (rect.right + 2, rect.y), (rect.x, rect.top + 3)):
        assert picture.at(x, y) is None
    with pytest.raises(LookupError):
        picture.middle(CellTap(Cell(2, 3)))


def test_a_grid_that_begins_further_in_uses_the_whole_room() -> None:
    area = frozenset(Cell(row, column) for row in (4, 5) for column in (7, 8))
    assert lattice(area).room.width > SIDE[800, 480] * 0.9
    picture = drawn_grid(area, {})
    assert picture.at(*centre(picture, 5, 8)) == CellTap(Cell(5, 8))


@pytest.mark.parametrize("size", SIZES)
def test_the_largest_grid_fits(size: tuple[int, int]) -> None:
    assert lattice(LARGE, size).side * MOST > SIDE[size] * 0.9


def test_a_room_for_no_grid_has_none() -> None:
    assert table.grid_scene(GridContents(LARGE, {}), Viewport(Rect(0, 0, 19, 19)), None) == Scene()
    assert table.grid_scene(GridContents(frozenset(), {}), room(), None) == Scene()


def test_a_drag_tells_its_cells_in_order_also_when_the_finger_is_quick() -> None:
    picture = drawn_grid()
    way = [centre(picture, *at) for at in ((4, 6), (4, 2), (2, 2), (3, 2))]
    cells = (*(Cell(4, column) for column in (6, 5, 4, 3, 2)), Cell(3, 2), Cell(2, 2))
    assert slid(picture, *way) == CellsDragged(cells)


def test_a_finger_that_slides_off_its_only_cell_tells_nothing() -> None:
    picture = drawn_grid(HOLED)
    for begin, off in (
        (centre(picture, 2, 2), lattice(HOLED).centre(Cell(2, 3))),
        (centre(picture, 5, 0), (centre(picture, 5, 0)[0], lattice(HOLED).room.y - 1)),
    ):
        assert slid(picture, begin, off) is None


def test_a_drag_that_ends_beside_the_grid_is_told_as_far_as_it_went() -> None:
    picture = drawn_grid()
    off = (centre(picture, 5, 0)[0], lattice().room.y - 1)
    way = (centre(picture, 4, 0), centre(picture, 5, 0), off)
    assert slid(picture, *way) == CellsDragged((Cell(4, 0), Cell(5, 0)))


def test_a_finger_that_rolls_over_an_edge_stays_on_its_cell() -> None:
    picture, at = drawn_grid(), lattice().rect(Cell(3, 3))
    assert slid(picture, at.center, (at.right + at.width * 0.1, at.center[1])) == CellTap(Cell(3, 3))
    over = (at.right + at.width * 0.2, at.center[1])
    assert slid(picture, at.center, over) == CellsDragged((Cell(3, 3), Cell(3, 4)))


def test_a_finger_that_comes_over_a_hole_is_on_no_cell_at_its_edge() -> None:
    picture, over = drawn_grid(HOLED), lattice(HOLED).rect(Cell(2, 4))
    begin, hole = centre(picture, 2, 2), lattice(HOLED).centre(Cell(2, 3))
    assert slid(picture, begin, hole, (over.x + over.width * 0.1, over.center[1])) is None
    assert slid(picture, begin, hole, over.center) == CellsDragged((Cell(2, 2), Cell(2, 4)))


def test_the_finger_is_shown_on_its_cell_and_at_the_edges() -> None:
    bare, picture = items_by_cell(drawn_grid()), drawn_grid(finger=Cell(4, 4))
    pressed = items_by_cell(picture)
    assert {cell for cell in SMALL if pressed[cell] != bare[cell]} == {Cell(4, 4)}
    numbers = written.letters(picture.items)
    assert [item.text for item in numbers if item.tone != theme.FAINT] == ["5", "5"]


def bubble(picture: Scene) -> Rect | None:
    return next((item.rect for item in picture.items if isinstance(item, Box)), None)


@pytest.mark.parametrize("size", SIZES)
def test_small_cells_are_seen_in_large_beside_the_finger(size: tuple[int, int]) -> None:
    whole = room(size).rect
    assert bubble(drawn_grid(LARGE, {Cell(9, 9): Piece.RED}, size)) is None
    for cell in (Cell(0, 0), Cell(0, 19), Cell(10, 10), Cell(19, 0), Cell(19, 19)):
        picture = drawn_grid(LARGE, {Cell(9, 9): Piece.RED}, size, cell)
        lies = there(bubble(picture))
        x, y = picture.middle(CellTap(cell))
        assert not (lies.x < x < lies.right and lies.y < y < lies.top), "under the finger"
        assert whole.x <= lies.x
        assert lies.right <= whole.right
        assert whole.y <= lies.y
        assert lies.top <= whole.top
        texts = written.said(picture.items)
        assert f"{cell.row + 1} · {cell.column + 1}" in texts
        ground = next(n for n, item in enumerate(picture.items) if isinstance(item, Box))
        for item in picture.items[ground:]:
            rect = item.rect if isinstance(item, Box | Rim) else None
            if isinstance(item, PlacedArt):
                half = item.side / 2
                rect = Rect(item.middle[0] - half, item.middle[1] - half, item.side, item.side)
            if rect is not None:
                assert lies.inset(-1).holds(rect.x, rect.y)
                assert lies.inset(-1).holds(rect.right, rect.top)


def test_the_loupe_shows_what_lies_there_and_what_is_being_laid() -> None:
    at, beside = Cell(10, 10), Cell(10, 11)
    bare = drawn_grid(LARGE, {}, finger=at)
    for more in (
        drawn_grid(LARGE, {beside: Piece.RED}, finger=at),
        drawn_grid(LARGE, {}, finger=at, marks=Marks(ghost=frozenset({beside}), ghost_colour=Piece.BLUE)),
    ):
        large = [item for item in more.items if isinstance(item, PlacedArt) and item not in bare.items]
        assert len({item.side for item in large}) == 2, "once on the grid, and once in the loupe"
    away = drawn_grid(LARGE, {Cell(10, 12): Piece.RED}, finger=at)
    assert len([item for item in away.items if isinstance(item, PlacedArt) and item not in bare.items]) == 1


def test_large_cells_need_no_loupe() -> None:
    assert bubble(drawn_grid(finger=Cell(2, 2))) is None


@pytest.mark.parametrize(("marks", "cells"), [
    (Marks(path=PATH), (PATH[0], PATH[4], PATH[6])),
    (Marks(path=PATH[:3]), (PATH[0], PATH[2])),
    (Marks(ghost=frozenset({Cell(4, 0)}), ghost_colour=Piece.BLUE), (Cell(4, 0),)),
    (Marks(ghost=frozenset({Cell(5, 5)}), wrong=frozenset({Cell(5, 5)})), (Cell(5, 5),)),
    (Marks(flipped=Cell(5, 5)), (Cell(5, 5),)),
    (Marks(hints=frozenset({Cell(0, 0)}), ghost_colour=Piece.RED), (Cell(0, 0),)),
    (Marks(last=frozenset({Cell(3, 4)})), (Cell(3, 4),)),
    (Marks(faults=frozenset({Cell(3, 4)})), (Cell(3, 4),)),
    (Marks(dim_others=Piece.RED), tuple(cell for cell in PIECES if PIECES[cell] is Piece.GREEN)),
])  # fmt: skip
def test_a_mark_changes_its_own_cells_and_no_others(marks: Marks, cells: tuple[Cell, ...]) -> None:
    before, after = items_by_cell(drawn_grid()), items_by_cell(drawn_grid(marks=marks))
    assert {cell for cell in SMALL if after[cell] != before[cell]} == set(cells)


def test_a_path_runs_through_the_middles_of_its_cells() -> None:
    picture = drawn_grid(marks=Marks(path=PATH))
    (points,) = {item.points for item in picture.items if item is not None and hasattr(item, "points")}
    assert points == tuple(picture.middle(CellTap(cell)) for cell in PATH)


def test_what_lies_there_keeps_its_slots_whatever_is_marked() -> None:
    bare = drawn_grid().items
    marks = Marks(path=PATH, last=frozenset(PATH), hints=frozenset({Cell(0, 0)}))
    shown = drawn_grid(marks=marks, finger=Cell(0, 0)).items
    fixed = 2 * len(SMALL)
    assert shown[:fixed] == bare[:fixed]
    assert len(drawn_grid(pieces={}).items) == len(bare)


def pixels_of(rig: Rig, pieces: Mapping[Cell, Piece]) -> dict[Cell, bytes]:
    stage = Stage()
    stage.size = (SIDE[800, 480],) * 2
    rig.show(stage)
    stage.draw(lambda room, finger: table.grid_scene(GridContents(SMALL, pieces), room, finger))
    width, height, pixels = rig.picture(stage)
    cells = table.lattice_in(Viewport(Rect(0, 0, width, height)), SMALL)

    def of(cell: Cell) -> bytes:
        at = cells.rect(cell)
        lines = range(round(height - at.top), round(height - at.y))
        left, right = round(at.x), round(at.right)
        return b"".join(pixels[4 * (line * width + left) : 4 * (line * width + right)] for line in lines)

    return {cell: of(cell) for cell in SMALL}


def test_each_piece_looks_its_own_way_also_in_grey(rig: Rig) -> None:
    pieces = {Cell(1, 2 * n): piece for n, piece in enumerate(Piece) if n < 4} | {Cell(3, 0): Piece.WHITE}
    now, greys = pixels_of(rig, pieces), set()
    for cell in pieces:
        pixels = now[cell]
        greys.add(tuple(sum(pixels[n : n + 3]) for n in range(0, len(pixels), 4)))
    assert len(greys) == len(Piece)


def test_pieces_of_one_colour_are_joined_and_others_are_not() -> None:
    one, beside = Cell(1, 1), Cell(1, 2)
    alone = items_by_cell(drawn_grid(pieces={one: Piece.GREEN}))[one]
    for other, joins in ((Piece.GREEN, True), (Piece.RED, False), (Piece.WHITE, False)):
        assert (items_by_cell(drawn_grid(pieces={one: Piece.GREEN, beside: other}))[one] != alone) is joins


def test_a_piece_of_the_beginning_has_a_dot() -> None:
    at = Cell(5, 5)
    assert items_by_cell(drawn_grid(start=frozenset({at})))[at] != items_by_cell(drawn_grid())[at]


def test_a_ghost_beside_the_grid_is_not_drawn_beyond_it() -> None:
    beyond = frozenset({Cell(6, 0)})
    assert drawn_grid(marks=Marks(ghost=beyond, wrong=beyond)) == drawn_grid(marks=NOTHING)


def test_the_sides_on_which_cells_are_joined() -> None:
    cells = {Cell(0, 1), Cell(1, 0), Cell(1, 1)}
    assert joined(Cell(1, 1), cells) == {(-1, 0), (0, -1)}
    assert joined(Cell(0, 0), cells) == {(0, 1), (1, 0), (1, 1)}


@pytest.mark.parametrize(("length", "apart", "told"), [
    (0, 1, []),
    (1, 1, [1]),
    (4, 1, [1, 4]),
    (5, 1, [1, 5]),
    (21, 1, [1, 5, 10, 15, 20, 21]),
    (21, 2, [1, 5, 10, 15, 21]),
])  # fmt: skip
def test_which_cells_of_a_path_are_numbered(length: int, apart: int, told: list[int]) -> None:
    assert path_numbers(length, apart) == told
