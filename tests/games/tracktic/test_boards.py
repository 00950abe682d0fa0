"""Boards of Tracktic as text: what is read, what is refused and where, and their tallies."""

import pytest

from companion.errors import SetupError
from companion.games.owned_toml import MOST_LETTERS
from companion.games.tracktic.boards import find_ts, read_board, tally
from companion.games.tracktic.grid import MOST, Cell
from companion.games.tracktic.model import Piece, cells_with
from tests.games.tracktic.board import cells

YELLOW, BLUE, GREEN, RED, WHITE = Piece.YELLOW, Piece.BLUE, Piece.GREEN, Piece.RED, Piece.WHITE


def refused(text: str) -> list[str]:
    """Return the lines that refuse a text as a board."""
    with pytest.raises(SetupError) as error:
        read_board(text)
    return str(error.value).splitlines()


def test_every_sign_is_read() -> None:
    board = read_board(".YBGR\nW#...\n")
    assert board == dict(zip(cells("0,1 0,2 0,3 0,4 1,0"), (YELLOW, BLUE, GREEN, RED, WHITE), strict=True))
    assert cells_with(board, GREEN) == {Cell(0, 3)}


@pytest.mark.parametrize(
    "text",
    ["YW.\n.#B", "YW.\n.#B\n", "YW.\n.#B\n\n  \n", "YW.\r\n.#B\r\n", "YW.  \n.#B\t\n", "\ufeffYW.\n.#B\n"],
    ids=["bare", "end of line", "blank lines after it", "CRLF", "blanks at the end", "a mark of an editor"],
)
def test_how_lines_end_does_not_matter(text: str) -> None:
    assert read_board(text) == read_board("YW.\n.#B")


def test_the_largest_board_is_read() -> None:
    text = "\n".join("Y" * MOST for _ in range(MOST))
    assert len(read_board(text)) == MOST * MOST


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", ["line 1: there is no board here"]),
        (" \n\n", ["line 1: there is no board here"]),
        ("Y.x\n...", ["line 1, column 3: 'x' isn't one of . # Y B G R W"]),
        ("y", ["line 1, column 1: 'y' isn't one of . # Y B G R W"]),
        ("Y\tB", ["line 1, column 2: '\\t' isn't one of . # Y B G R W"]),
        ("Y.\n.é", ["line 2, column 2: 'é' isn't one of . # Y B G R W"]),
        ("Y🟨\n..", ["line 1, column 2: '🟨' isn't one of . # Y B G R W"]),
        ("Y\u0000\n..", ["line 1, column 2: '\\x00' isn't one of . # Y B G R W"]),
        ("Y..\n..", ["line 2, column 3: 2 letters, and line 1 has 3"]),
        ("Y..\n....", ["line 2, column 4: 4 letters, and line 1 has 3"]),
        ("Y..\n\n...", ["line 2, column 1: 0 letters, and line 1 has 3"]),
        ("Y" * 21, ["line 1: a line has 1 to 20 letters, this one has 21"]),
        ("\n".join("Y" * 22), ["line 21: a board has at most 20 lines, this one has 22"]),
        ("\nY", [
            "line 1: a line has 1 to 20 letters, this one has 0",
            "line 2, column 1: 1 letters, and line 1 has 0",
        ]),
        ("Y" * (MOST_LETTERS + 1), ["this is longer than any board"]),
    ],
)  # fmt: skip
def test_a_bad_board_is_refused_by_line_and_column(text: str, said: list[str]) -> None:
    assert refused(text) == said


def test_every_fault_is_named() -> None:
    assert refused("Yx.\n.q\n..?.") == [
        "line 1, column 2: 'x' isn't one of . # Y B G R W",
        "line 2, column 3: 2 letters, and line 1 has 3",
        "line 2, column 2: 'q' isn't one of . # Y B G R W",
        "line 3, column 4: 4 letters, and line 1 has 3",
        "line 3, column 3: '?' isn't one of . # Y B G R W",
    ]


@pytest.mark.rule("tt.no-t")
@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("YY\nYY", []),
        ("YYY\n.Y.", [(YELLOW, Cell(0, 1))]),
        ("YWY\n.Y.", []),
        ("YBY\n.Y.", []),
        (".Y.\nYYY\n.Y.", [(YELLOW, Cell(1, 1))]),
        ("WWW\n.W.", []),
        ("BBB\nYB.\nYY.\nY..", [(YELLOW, Cell(2, 0)), (BLUE, Cell(0, 1))]),
        ("GGGG\nGGGG", [(GREEN, Cell(row, column)) for row in (0, 1) for column in (1, 2)]),
    ],
)
def test_every_t_is_found_by_its_middle(text: str, found: list[tuple[Piece, Cell]]) -> None:
    assert find_ts(read_board(text)) == found


@pytest.mark.rule("tt.score")
@pytest.mark.parametrize(
    ("text", "scores"),
    [
        ("...", {}),
        ("WWW", {}),
        ("Y", {YELLOW: 1}),
        ("YWB", {YELLOW: 2, BLUE: 2}),
        ("YWY\nBWB", {YELLOW: 3, BLUE: 3}),
        # Corners don't connect, and neither do an opponent's pieces.
        ("Y.\n.Y", {YELLOW: 1}),
        ("YRY", {YELLOW: 1, RED: 1}),
        # At a fork the longer two arms count.
        ("YWYY\n.W..\n.Y..", {YELLOW: 5}),
        ("YY\nYY", {YELLOW: 4}),
    ],
)
def test_the_longest_path_of_every_colour_that_lies_there(text: str, scores: dict[Piece, int]) -> None:
    counted = tally(read_board(text))
    assert counted.scores == scores
    assert counted.exact
    assert {colour: len(path) for colour, path in counted.paths.items()} == scores


def test_a_board_without_a_cell_is_counted_too() -> None:
    assert read_board("##\n##") == {}
    assert tally(read_board("##\n##")).scores == {}


def test_a_colour_that_played_and_shows_nowhere_any_more_has_no_points() -> None:
    """A path has own and white pieces (tt.score); white ones alone are nobody's."""
    assert tally(read_board("YWW"), played=(YELLOW, BLUE)).scores == {YELLOW: 3, BLUE: 0}
