"""The grid: fingers find their cells, marks change in place, and an idle grid draws nothing."""

from collections.abc import Mapping

import pytest

from companion.games.tracktic.grid import MOST, Cell
from companion.games.tracktic.model import Piece
from tests.ui.rig import SIZES, Rig
from ui.finger import Finger
from ui.games.tracktic.grid_canvas import GridCanvas, Marks
from ui.games.tracktic.marks import joined
from ui.games.tracktic.path_line import numbered
from ui.games.tracktic.pieces import Sides

SIDE = {(800, 480): 386, (1280, 720): 570}
"""How high the board is, in pixels, by the size of the window."""
SMALL = frozenset(Cell(row, column) for row in range(6) for column in range(8))
LARGE = frozenset(Cell(row, column) for row in range(MOST) for column in range(MOST))
HOLED = SMALL - {Cell(2, 3), Cell(3, 3)}
LYING = {
    **dict.fromkeys((Cell(1, column) for column in range(5)), Piece.GREEN),
    Cell(2, 4): Piece.WHITE,
    Cell(3, 4): Piece.GREEN,
    Cell(5, 5): Piece.RED,
}
PATH = (*(Cell(1, column) for column in range(5)), Cell(2, 4), Cell(3, 4))


def laid(
    rig: Rig,
    area: frozenset[Cell] = SMALL,
    pieces: Mapping[Cell, Piece] = LYING,
    size: tuple[int, int] = (800, 480),
) -> GridCanvas:
    """Show a grid as large as on the table."""
    rig.size(*size)
    grid = GridCanvas()
    grid.size = (SIDE[size], SIDE[size])
    rig.show(grid)
    grid.show(area, pieces)
    rig.pump(3)
    return grid


def seen(rig: Rig, grid: GridCanvas) -> dict[Cell, bytes]:
    """Return the pixels of each cell as they stand."""
    width, height, pixels = rig.picture(grid)

    def of(cell: Cell) -> bytes:
        at = grid.lattice.rect(cell)
        lines = range(round(height - at.top), round(height - at.y))
        left, right = round(at.x), round(at.right)
        return b"".join(pixels[4 * (line * width + left) : 4 * (line * width + right)] for line in lines)

    return {cell: of(cell) for cell in SMALL}


# Where the cells lie.


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("area", [SMALL, LARGE, HOLED])
def test_every_middle_maps_back_to_its_cell(rig: Rig, size: tuple[int, int], area: frozenset[Cell]) -> None:
    grid = laid(rig, area, {}, size)
    for cell in area:
        assert grid.cell_at(*grid.centre(cell)) == cell
    room = grid.lattice.room
    assert grid.x < room.x
    assert room.right <= grid.right
    assert grid.y <= room.y
    assert room.top < grid.top


def test_no_cell_lies_beside_the_grid_or_where_it_has_none(rig: Rig) -> None:
    grid = laid(rig, HOLED)
    assert grid.cell_at(*grid.centre(Cell(2, 3))) is None
    room = grid.lattice.room
    for x, y in ((room.x - 2, room.center[1]), (room.right + 2, room.y), (room.x, room.top + 3)):
        assert grid.cell_at(x, y) is None


def test_a_grid_that_begins_further_in_uses_the_whole_room(rig: Rig) -> None:
    grid = laid(rig, frozenset(Cell(row, column) for row in (4, 5) for column in (7, 8)), {})
    assert grid.lattice.room.width > SIDE[800, 480] * 0.9
    assert grid.cell_at(*grid.centre(Cell(5, 8))) == Cell(5, 8)


@pytest.mark.parametrize("size", SIZES)
def test_the_largest_grid_fits(rig: Rig, size: tuple[int, int]) -> None:
    grid = laid(rig, LARGE, {}, size)
    assert grid.lattice.side * MOST > SIDE[size] * 0.9


# Fingers.


@pytest.mark.parametrize("size", SIZES)
def test_a_tap_tells_its_cell(rig: Rig, size: tuple[int, int]) -> None:
    grid = laid(rig, LARGE, {}, size)
    told: list[Cell] = []
    grid.on_tap = told.append
    cells = sorted(LARGE)[::37]
    for cell in cells:
        rig.tap_at(*grid.centre(cell))
    assert told == cells


def test_a_drag_tells_its_cells_in_order_also_when_the_finger_is_quick(rig: Rig) -> None:
    grid = laid(rig)
    told: list[tuple[Cell, ...]] = []
    grid.on_drag, grid.on_tap = told.append, lambda _: pytest.fail("this was no tap")
    finger = Finger()
    finger.down(*grid.centre(Cell(4, 6)))
    finger.move(*grid.centre(Cell(4, 2)))
    finger.move(*grid.centre(Cell(2, 2)))
    finger.move(*grid.centre(Cell(3, 2)))
    finger.up()
    assert told == [(*(Cell(4, column) for column in (6, 5, 4, 3, 2)), Cell(3, 2), Cell(2, 2))]


def test_without_a_drag_the_cell_that_the_finger_leaves_from_is_tapped(rig: Rig) -> None:
    grid = laid(rig)
    told: list[Cell] = []
    grid.on_tap = told.append
    finger = Finger()
    finger.down(*grid.centre(Cell(0, 0)))
    finger.move(*grid.centre(Cell(0, 2)))
    finger.up()
    assert told == [Cell(0, 2)]


def test_a_finger_that_slides_off_its_only_cell_tells_nothing(rig: Rig) -> None:
    grid = laid(rig, HOLED)
    told: list[object] = []
    grid.on_tap, grid.on_drag = told.append, told.append
    for begin, off in (
        (Cell(2, 2), grid.centre(Cell(2, 3))),
        (Cell(5, 0), (grid.centre(Cell(5, 0))[0], grid.y + 1)),
    ):
        finger = Finger()
        finger.down(*grid.centre(begin))
        finger.move(*off)
        finger.up()
    assert told == []


def test_a_drag_that_ends_beside_the_grid_is_told_as_far_as_it_went(rig: Rig) -> None:
    grid = laid(rig)
    told: list[tuple[Cell, ...]] = []
    grid.on_drag = told.append
    finger = Finger()
    finger.down(*grid.centre(Cell(4, 0)))
    finger.move(*grid.centre(Cell(5, 0)))
    finger.move(grid.centre(Cell(5, 0))[0], grid.y + 1)
    finger.up()
    assert told == [(Cell(4, 0), Cell(5, 0))]


def test_a_finger_that_rolls_over_an_edge_stays_on_its_cell(rig: Rig) -> None:
    grid = laid(rig)
    told: list[Cell] = []
    grid.on_tap = told.append
    grid.on_drag = lambda _: pytest.fail("it only rolled")
    at = grid.lattice.rect(Cell(3, 3))
    finger = Finger()
    finger.down(*at.center)
    finger.move(at.right + at.width * 0.1, at.center[1])
    finger.up()
    assert told == [Cell(3, 3)]


def test_painting_tells_each_cell_at_once_and_the_end(rig: Rig) -> None:
    grid = laid(rig)
    told: list[object] = []
    grid.on_paint, grid.on_lift = told.append, lambda: told.append("lifted")
    finger = Finger()
    finger.down(*grid.centre(Cell(0, 0)))
    assert told == [Cell(0, 0)]
    finger.move(*grid.centre(Cell(0, 1)))
    assert told == [Cell(0, 0), Cell(0, 1)]
    finger.move(*grid.centre(Cell(0, 0)))
    finger.up()
    assert told == [Cell(0, 0), Cell(0, 1), "lifted"], "each cell once, though the finger came back"


def test_a_second_finger_is_a_hand_that_rests(rig: Rig) -> None:
    grid = laid(rig)
    told: list[Cell] = []
    grid.on_tap = told.append
    first, second = Finger(), Finger()
    first.down(*grid.centre(Cell(0, 0)))
    second.down(*grid.centre(Cell(5, 5)))
    second.up()
    first.up()
    assert told == [Cell(0, 0)]


def test_the_finger_is_shown_on_its_cell_and_at_the_edges(rig: Rig) -> None:
    grid = laid(rig)
    bare = rig.picture(grid)[2]
    grid.on_tap = lambda _: None
    finger = Finger()
    finger.down(*grid.centre(Cell(4, 4)))
    pressed = rig.picture(grid)[2]
    assert pressed != bare
    finger.up()
    assert rig.picture(grid)[2] == bare


def test_a_grid_that_tells_nobody_does_not_look_pressed(rig: Rig) -> None:
    grid = laid(rig)
    bare = rig.picture(grid)[2]
    finger = Finger()
    finger.down(*grid.centre(Cell(4, 4)))
    assert rig.picture(grid)[2] == bare
    finger.up()


@pytest.mark.parametrize("size", SIZES)
def test_small_cells_are_seen_in_large_beside_the_finger(rig: Rig, size: tuple[int, int]) -> None:
    grid = laid(rig, LARGE, {Cell(9, 9): Piece.RED}, size)
    bare = rig.picture(grid)[2]
    grid.on_tap = lambda _: None
    for cell in (Cell(0, 0), Cell(0, 19), Cell(10, 10), Cell(19, 0), Cell(19, 19)):
        finger = Finger()
        finger.down(*grid.centre(cell))
        bubble = grid._loupe.bubble
        assert bubble is not None
        x, y = grid.centre(cell)
        assert not (bubble.x < x < bubble.right and bubble.y < y < bubble.top), "under the finger"
        assert grid.x <= bubble.x
        assert bubble.right <= grid.right
        assert grid.y <= bubble.y
        assert bubble.top <= grid.top
        finger.up()
        assert grid._loupe.bubble is None
    assert rig.picture(grid)[2] == bare


def test_large_cells_need_no_loupe(rig: Rig) -> None:
    grid = laid(rig, SMALL)
    grid.on_tap = lambda _: None
    finger = Finger()
    finger.down(*grid.centre(Cell(2, 2)))
    assert grid._loupe.bubble is None
    finger.up()


# What is drawn.


@pytest.mark.parametrize(
    ("marks", "cells"),
    [
        (Marks(path=PATH), PATH),
        (Marks(path=PATH[:3]), PATH[:3]),
        (Marks(ghost=frozenset({Cell(4, 0)}), ghost_colour=Piece.BLUE), (Cell(4, 0),)),
        (Marks(ghost=frozenset({Cell(5, 5)}), wrong=frozenset({Cell(5, 5)})), (Cell(5, 5),)),
        (Marks(flipped=Cell(5, 5)), (Cell(5, 5),)),
        (Marks(hints=frozenset({Cell(0, 0)}), ghost_colour=Piece.RED), (Cell(0, 0),)),
        (Marks(last=frozenset({Cell(3, 4)})), (Cell(3, 4),)),
        (Marks(dim_others=Piece.RED), tuple(cell for cell in LYING if LYING[cell] is Piece.GREEN)),
    ],
)
def test_a_mark_changes_its_own_cells_and_no_others(rig: Rig, marks: Marks, cells: tuple[Cell, ...]) -> None:
    grid = laid(rig)
    before = seen(rig, grid)
    grid.show(SMALL, LYING, (), marks)
    rig.pump()
    after = seen(rig, grid)
    assert {cell for cell in SMALL if after[cell] != before[cell]} == set(cells)
    grid.show(SMALL, LYING)
    rig.pump()
    assert seen(rig, grid) == before


def test_each_piece_looks_its_own_way_also_in_grey(rig: Rig) -> None:
    pieces = {Cell(1, 2 * n): piece for n, piece in enumerate(Piece) if n < 4} | {Cell(3, 0): Piece.WHITE}
    grid = laid(rig, SMALL, pieces)
    greys = set()
    now = seen(rig, grid)
    for cell in pieces:
        pixels = now[cell]
        greys.add(tuple(sum(pixels[n : n + 3]) for n in range(0, len(pixels), 4)))
    assert len(greys) == len(Piece)


def test_pieces_of_one_colour_are_joined_and_others_are_not(rig: Rig) -> None:
    one, beside = Cell(1, 1), Cell(1, 2)
    grid = laid(rig, SMALL, {one: Piece.GREEN})
    alone = seen(rig, grid)[one]
    for other, joins in ((Piece.GREEN, True), (Piece.RED, False), (Piece.WHITE, False)):
        grid.show(SMALL, {one: Piece.GREEN, beside: other})
        rig.pump()
        assert (seen(rig, grid)[one] != alone) is joins


def test_a_piece_of_the_beginning_has_a_dot(rig: Rig) -> None:
    grid = laid(rig)
    before = seen(rig, grid)[Cell(5, 5)]
    grid.show(SMALL, LYING, {Cell(5, 5)})
    rig.pump()
    assert seen(rig, grid)[Cell(5, 5)] != before


def test_all_is_changed_in_place(rig: Rig) -> None:
    grid = laid(rig, LARGE, {})
    for n, cell in enumerate(sorted(LARGE)[::11]):
        pieces = {other: tuple(Piece)[n % 5] for other in LARGE if other < cell}
        grid.show(LARGE, pieces, (), Marks(path=tuple(sorted(LARGE))[:n]))
        rig.pump()
    assert grid.builds == 1
    grid.show(SMALL, {})
    assert grid.builds == 2


def test_an_idle_grid_draws_nothing(rig: Rig) -> None:
    grid = laid(rig)
    grid.show(SMALL, LYING, (), Marks(path=PATH, last=frozenset(PATH[:2])))
    rig.pump(10)
    drawn = rig.frames_drawn
    grid.show(SMALL, dict(LYING), (), Marks(path=PATH, last=frozenset(PATH[:2])))
    rig.pump(30)
    assert rig.frames_drawn == drawn


def test_a_ghost_beside_the_grid_is_not_drawn_beyond_it(rig: Rig) -> None:
    grid = laid(rig)
    bare = rig.picture(grid)[2]
    grid.show(SMALL, LYING, (), Marks(ghost=frozenset({Cell(6, 0)}), wrong=frozenset({Cell(6, 0)})))
    rig.pump()
    assert rig.picture(grid)[2] == bare


# Small parts.


def test_the_sides_on_which_cells_are_joined() -> None:
    cells = {Cell(0, 1), Cell(1, 0), Cell(1, 1)}
    assert joined(Cell(1, 1), cells) == Sides.UP | Sides.LEFT
    assert joined(Cell(0, 0), cells) == Sides.RIGHT | Sides.DOWN | Sides.DOWN_RIGHT


@pytest.mark.parametrize(
    ("length", "apart", "told"),
    [
        (0, 1, []),
        (1, 1, [1]),
        (4, 1, [1, 4]),
        (5, 1, [1, 5]),
        (21, 1, [1, 5, 10, 15, 20, 21]),
        (21, 2, [1, 5, 10, 15, 21]),
    ],
)
def test_which_cells_of_a_path_are_numbered(length: int, apart: int, told: list[int]) -> None:
    assert numbered(length, apart) == told
