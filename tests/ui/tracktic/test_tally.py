"""Tally only: painting with fingers, what is saved, the background count, and its paths."""

import threading
import time
from collections.abc import Callable
from functools import partial
from threading import Event

import pytest

from companion.games.tracktic.grid import Cell
from companion.games.tracktic.model import Piece
from companion.games.tracktic.paths import Longest
from tests.ui.rig import SIZES, Rig
from tests.ui.test_layout import faults
from ui.games.tracktic import tally
from ui.games.tracktic.entries import Painting, painting
from ui.games.tracktic.pending import CellTap
from ui.games.tracktic.tally import PathPoints, TallyScreen
from ui.main.hands import Finger
from ui.parts.values import Part, walk
from ui.stage import theme
from ui.stage.rect import Rect

BARE = ("........", "........", "...##...", "........", "........", "YY......")
"""The grid of a box; its start pieces don't matter here."""
FINAL = """\
YYYY....
...W...B
...##..B
...GGG.B
...G.G..
........"""
"""Yellow's 4 and the white one; Green's five; Blue's three."""
POINTS = {Piece.YELLOW: 5, Piece.GREEN: 5, Piece.BLUE: 3}
ALL_WITH_T = "RRR.YY..\n.R....B.\n...##.B.\n......B.\nGGGG..B.\n........"
WITH_T = "RRR.....\n.R......\n...##...\n........\n........\n...B...."


class Table:
    def __init__(self, rig: Rig, board: str = "", size: tuple[int, int] = (800, 480)) -> None:
        self.rig = rig
        self.saved: list[str] = []
        self.left = 0
        rig.size(*size)
        self.screen = TallyScreen(BARE, self._leave, self.saved.append, board)
        self.screen.size = size
        rig.show(self.screen)

    def _leave(self) -> None:
        self.left += 1

    def at(self, cell: Cell) -> tuple[float, float]:
        x, y = self.screen["grid"].scene.middle(CellTap(cell))
        return x, y

    def tap(self, *cells: Cell) -> None:
        for cell in cells:
            self.rig.tap_at(*self.at(cell))

    def drag(self, *cells: Cell) -> None:
        finger = Finger()
        finger.down(*self.at(cells[0]))
        for cell in cells[1:]:
            finger.move(*self.at(cell))
        finger.up()
        self.rig.pump(2)

    def take(self, brush: Piece | None) -> None:
        self.rig.tap(self.screen[f"brush {brush or 'none'}"])

    def count(self) -> None:
        self.rig.tap(self.screen["count"])
        self.rig.until(lambda: self.screen.points.results_open and not self.screen.points.counting)
        self.rig.pump(2)

    @property
    def pieces(self) -> dict[Cell, Piece]:
        return dict((self.screen.painted or self.screen.draft).pieces)

    @property
    def points(self) -> dict[Piece, int]:
        return {colour: len(path.path) for colour, path in self.screen.points.paths.items()}

    @property
    def says(self) -> tuple[str, str]:
        part = self.screen.part()
        return part["title"].text, part["prompt"].text

    @property
    def warning(self) -> str:
        """Return the warning about a board that is counted all the same."""
        part = self.screen.part()
        return str(part["warning"].text) if "warning" in part else ""


def test_only_counted_pieces_are_shown_if_another_finger_still_paints(rig: Rig) -> None:
    table, finger = Table(rig, FINAL), Finger()
    counted = table.pieces
    finger.down(*table.at(Cell(5, 7)))
    assert table.screen.part()["brush yellow"].title == "Yellow 5"
    table.count()
    finger.up()
    rig.tap(table.screen["board"])
    assert table.pieces == counted


@pytest.mark.parametrize(("board", "prompt"), [
    ("", "Copy your board: pick a colour, then tap or drag."),
    ("....W", "No points: no colour lies there."),
    ("....B", "Pick a colour, then tap or drag."),
])  # fmt: skip
def test_a_board_without_colours_has_nothing_to_count(rig: Rig, board: str, prompt: str) -> None:
    screen = Table(rig, board).screen
    assert screen.part()["prompt"].text == prompt
    assert screen.part()["count"].live == ("B" in board)


def test_taps_paint_with_each_brush_and_take_away(rig: Rig) -> None:
    table = Table(rig)
    for n, brush in enumerate(Piece):
        table.take(brush)
        table.tap(Cell(0, n))
    assert table.pieces == {Cell(0, n): brush for n, brush in enumerate(Piece)}
    assert table.saved[-1].splitlines()[0] == "YBGRW..."
    # Another brush repaints, and a second tap with the same one erases.
    table.tap(Cell(0, 0))
    assert table.pieces[Cell(0, 0)] is Piece.WHITE
    table.tap(Cell(0, 0))
    assert Cell(0, 0) not in table.pieces


def test_a_drag_paints_all_its_cells_at_once_and_may_begin_on_its_colour(rig: Rig) -> None:
    table, finger = Table(rig), Finger()
    finger.down(*table.at(Cell(4, 0)))
    finger.move(*table.at(Cell(4, 3)))
    assert table.pieces == {Cell(4, n): Piece.YELLOW for n in range(4)}
    assert table.saved == [], "saved when the finger lifts"
    finger.up()
    assert table.saved == [table.screen.draft.text()]
    table.drag(Cell(4, 3), Cell(4, 5))
    assert table.pieces == {Cell(4, n): Piece.YELLOW for n in range(6)}
    table.take(None)
    table.drag(Cell(4, 0), Cell(4, 4))
    assert table.pieces == {Cell(4, 5): Piece.YELLOW}


def test_undo_takes_strokes_back_one_by_one(rig: Rig) -> None:
    table = Table(rig)
    assert not table.screen.part()["undo"].live
    table.drag(Cell(0, 0), Cell(0, 3))
    table.tap(Cell(0, 0))
    rig.tap(table.screen["undo"])
    assert table.pieces == {Cell(0, n): Piece.YELLOW for n in range(4)}
    rig.tap(table.screen["undo"])
    assert table.pieces == {}
    assert not table.screen.part()["undo"].live
    assert table.saved[-1] == Painting(BARE).text()


def test_what_was_kept_comes_back_and_a_stroke_that_changes_nothing_is_not_kept(rig: Rig) -> None:
    table = Table(rig, FINAL)
    assert table.screen.draft.text() == FINAL
    table.take(None)
    table.tap(Cell(5, 7))
    assert table.saved == []
    assert not table.screen.part()["undo"].live


@pytest.mark.parametrize("text", ["", "no board", "YX", "Y" * 50, "\n\n"])
def test_a_text_that_is_no_board_is_an_empty_one(text: str) -> None:
    assert painting(BARE, text) == Painting(BARE)


def test_pieces_beside_the_grid_are_left_out() -> None:
    other = "YY..........\n............\n...YY......."
    assert painting(BARE, other).pieces == {Cell(0, 0): Piece.YELLOW, Cell(0, 1): Piece.YELLOW}


def test_a_board_without_a_colour_can_t_be_counted(rig: Rig) -> None:
    table = Table(rig)
    assert not table.screen.part()["count"].live
    table.take(Piece.WHITE)
    table.tap(Cell(0, 0))
    assert not table.screen.part()["count"].live
    assert table.says[1] == "No points: no colour lies there."


@pytest.mark.parametrize("size", SIZES)
def test_all_colours_that_lie_there_get_their_points(rig: Rig, size: tuple[int, int]) -> None:
    table = Table(rig, FINAL, size)
    table.count()
    assert table.points == POINTS
    assert table.says == ("A tie at 5", "counted exactly")
    names = [name for name in names_in_order(table.screen.part()) if name.startswith("points")]
    assert names == ["points yellow", "points green", "points blue"]
    assert [(table.screen.part()[name].title, table.screen.part()[name].hint) for name in names] == [
        ("5", "Yellow"), ("5", "Green"), ("3", "Blue"),
    ]  # fmt: skip
    for pad in map(table.screen.__getitem__, (*names, "board", "done")):
        assert pad.height >= theme.mm(theme.TARGET_MM) - 1
        assert 0 <= pad.y < pad.top <= size[1]


def test_a_colour_whose_start_pieces_are_all_white_is_counted_and_has_no_points(rig: Rig) -> None:
    table = Table(rig, "BBB.....\n........\n...##...\n........\n........\nWW......")
    table.count()
    assert table.points == {Piece.YELLOW: 0, Piece.BLUE: 3}
    rig.tap(table.screen["points yellow"])
    rig.pump(3)
    assert table.screen.points.marks.path == ()
    # With one of them still yellow, there is that one and the white ones.
    assert painting(BARE, "........\n........\n...##...\n........\n........\nW.......").colours == ()


@pytest.mark.parametrize("size", SIZES)
def test_points_of_all_colours_have_room_above_a_warning(rig: Rig, size: tuple[int, int]) -> None:
    table = Table(rig, ALL_WITH_T, size)
    table.count()
    rig.pump(3)
    assert table.warning == "Red has a T. Row 1, column 2: no move may make one."
    assert faults(table.screen, Rect(0, 0, *map(float, size))) == []
    part = table.screen.part()
    for colour, points in table.points.items():
        assert part[f"points {colour}"].title == str(points)


def names_in_order(part: Part) -> list[str]:
    return [each.name for each in walk(part) if each.name]


def test_one_winner_is_named(rig: Rig) -> None:
    table = Table(rig, FINAL.replace("...W", "..WW"))
    table.count()
    assert table.says[0] == "Yellow wins with 6"


def whole(points: PathPoints, colour: Piece) -> bool:
    return points.marks.path == points.paths[colour].path


@pytest.mark.usefixtures("drawn")
def test_paths_are_drawn_and_from_the_points_it_goes_back_to_the_board_and_on(rig: Rig) -> None:
    table = Table(rig, FINAL)
    table.count()
    result, before = table.screen.points, table.pieces
    # The winner's path draws itself, and then nothing ticks; a tap draws another one.
    assert (result.chosen, result.marks.dim_others) == (Piece.YELLOW, Piece.YELLOW)
    for colour in (Piece.YELLOW, Piece.BLUE):
        rig.until(partial(whole, result, colour))
        assert [each for each in result.order if table.screen.part()[f"points {each}"].chosen] == [colour]
        rig.pump(5)
        drawn = rig.frames_drawn
        rig.pump(60)
        assert rig.frames_drawn == drawn
        rig.tap(table.screen["points blue"])
    table.drag(Cell(0, 0), Cell(0, 5))
    assert table.pieces == before, "the points don't change under fingers"
    rig.tap(table.screen["board"])
    assert not table.screen.points.results_open
    table.take(Piece.BLUE)
    table.tap(Cell(4, 7))
    table.count()
    assert table.points == {**POINTS, Piece.BLUE: 4}
    for left in (0, 1):
        rig.tap(table.screen["back"])
        assert table.left == left
    table.count()
    rig.tap(table.screen["done"])
    assert table.left == 2


def test_a_t_is_told_by_name_and_place_and_counted_all_the_same(rig: Rig) -> None:
    table = Table(rig, WITH_T)
    assert table.says[0] == "Red has a T"
    assert table.says[1] == "Row 1, column 2: no move may make one."
    assert table.screen.part()["title"].warning
    two = Table(rig, WITH_T.replace("........\n...B....", "...B....\n..BBB..."))
    assert two.says == ("Blue has a T", "Row 6, column 4, and 1 more: no move may make one.")
    table = Table(rig, WITH_T)
    table.count()
    assert table.warning == "Red has a T. Row 1, column 2: no move may make one."
    assert table.points == {Piece.RED: 3, Piece.BLUE: 1}
    assert not table.screen.part()["title"].warning, "that Red wins is no fault"
    rig.tap(table.screen["board"])
    table.take(None)
    table.tap(Cell(1, 1))
    assert table.says[0] == "Count a board"
    table.count()
    assert table.warning == ""


# A slow count.
class Slow:
    """A search that finds blue at once, and anything else only when told to stop."""

    def __init__(self) -> None:
        self.begun = threading.Event()

    def __call__(self, own: frozenset[Cell], white: frozenset[Cell], stop: Callable[[], bool]) -> Longest:
        path = tuple(sorted(own))
        if Cell(1, 7) in own:
            return Longest(path)
        self.begun.set()
        while not stop():
            time.sleep(0)
        return Longest(path[:2], exact=False)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Slow:
    """Make every count take as long as it may."""
    search = Slow()
    monkeypatch.setattr(tally, "longest", search)
    return search


def test_a_long_count_shows_how_far_it_is_and_can_be_cut_short(rig: Rig, slow: Slow) -> None:
    table = Table(rig, FINAL)
    table.tap(Cell(5, 7))
    rig.tap(table.screen["count"])
    result = table.screen.points
    # The board that is counted stays as it is, also in the moment before the points open.
    assert not result.results_open
    assert [table.screen.part()[name].live for name in ("undo", "clear")] == [False, False]
    rig.until(lambda: result.results_open)
    assert result.counting
    assert table.says == ("Counting …", "0 of 3 colours")
    assert "done" not in table.screen.part()
    rig.pump(3)
    rig.tap(table.screen["enough"])
    rig.until(lambda: not result.counting)
    assert table.points == {Piece.YELLOW: 2, Piece.BLUE: 3, Piece.GREEN: 2}
    assert not result.exact
    assert table.says[0] == "Blue leads with 3"
    part = table.screen.part()
    assert table.says[1] == "at least: there may be longer paths"
    assert (part["points green"].title, part["points blue"].title) == ("≥ 2", "3")
    assert "done" in part


def test_a_count_is_stopped_by_going_back_to_the_board_and_forgotten_if_left(rig: Rig, slow: Slow) -> None:
    table = Table(rig, FINAL)
    rig.tap(table.screen["count"])
    rig.until(lambda: table.screen.points.results_open)
    rig.tap(table.screen["board"])
    assert not table.screen.points.results_open
    assert table.screen.part()["count"].live
    rig.pump(30)
    assert not table.screen.points.results_open
    rig.tap(table.screen["count"])
    rig.until(lambda: table.screen.points.results_open)
    table.screen.leave()
    rig.pump(30)
    assert table.screen.points.paths == {}
    assert not table.screen.points.counting


def test_a_fault_in_the_count_is_not_swallowed(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = Event()

    def fail(*_: object) -> Longest:
        begun.set()
        raise ValueError("no way")

    monkeypatch.setattr(tally, "longest", fail)
    points = PathPoints(lambda: None)
    points.begin(Painting(BARE, {Cell(0, 0): Piece.RED}))
    assert begun.wait(60), "its own thread counts"
    with pytest.raises(ValueError, match="no way"):
        rig.until(lambda: False, 6000)
