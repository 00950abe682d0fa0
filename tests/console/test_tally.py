"""`companion tally`: Sequence States & Capitals, and Tracktic."""

import json
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games.tracktic.boards import read_board
from companion.games.tracktic.grid import Cell, touching
from companion.games.tracktic.model import Piece
from tests.console.command import refused, run
from tests.games.sequence_states.board import rows
from ui.console import tally
from ui.console.tally import STDIN


def counted(game: str, *args: object, stdin: str | bytes = "") -> Any:
    """Return the JSON of a board that is counted without a warning."""
    result = run("tally", game, *args, stdin=stdin, code=0)
    assert result.stderr == ""
    return json.loads(result.stdout)


def test_a_board_is_counted_as_json(tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text(rows("RRRRR", "b...g"))
    for args in ((board,), (board, "--json")):
        assert counted("sequence-states", *args) == {
            "sequences": {"red": [[[0, 0], [0, 1], [0, 2], [0, 3], [0, 4]]], "blue": [], "green": []},
            "winner": "red",
        }
    for row, more, first in (("rrrrrrrrr", (), "red"), ("rrrrr", ("--sides", 3), "red"), ("rrrrr", (), None)):
        assert counted("sequence-states", "-", *more, stdin=rows(row))["winner"] == first


def test_on_a_terminal_it_is_told_in_words() -> None:
    as_text = tally.in_words(tally.count(rows("rrrrr", "b", "b", "b", "b", "b"), STDIN, None))
    assert as_text.splitlines() == [
        "red: 1 sequence",
        "  row 1, columns 1 to 5",
        "blue: 1 sequence",
        "  column 1, rows 2 to 6",
        "Nobody has won yet, or the board doesn't show who was first.",
    ]
    assert tally.in_words(tally.count(rows("rrrrrrrrr"), STDIN, None)).endswith("Red wins.")


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        (rows("..x"), "line 1, column 3: 'x' isn't one of . r b g R B G"),
        (
            "rrr",
            "line 2: a board has 10 lines, this one has 1\n"
            "-: line 1, column 4: a line has 10 letters, this one has 3",
        ),
        (rows("..R"), "line 1, column 3: this red chip is locked, but no line"),
        (b"\xff\xfe", "not valid UTF-8 (invalid start byte at byte 0)"),
    ],
)
def test_a_bad_board_is_refused_with_its_place(text: str | bytes, wrong: str) -> None:
    assert wrong in refused("tally", "sequence-states", "-", stdin=text)


@pytest.mark.parametrize("game", ["sequence-states", "tracktic", "speed-mode"])
def test_every_fault_of_a_board_names_the_file(game: str) -> None:
    faults = refused("tally", game, "-", stdin="x\nyz\n").removeprefix("Error: ").splitlines()
    assert len(faults) > 1
    assert all(fault.startswith("-: line ") for fault in faults), faults


@pytest.mark.parametrize("game", ["sequence-states", "tracktic", "speed-mode"])
def test_what_is_no_file_is_refused_and_nothing_read_without_an_end(game: str, tmp_path: Path) -> None:
    assert "nowhere.txt: No such file" in refused("tally", game, "nowhere.txt")
    assert "this is a folder, not a file" in refused("tally", game, tmp_path)
    assert "/dev/zero: this is a device, not a file" in refused("tally", game, "/dev/zero")


BOARD = "YYW.\n.#BB\n"
COUNTED = {
    "scores": {"yellow": 3, "blue": 3},
    "paths": {"yellow": [[0, 0], [0, 1], [0, 2]], "blue": [[0, 2], [1, 2], [1, 3]]},
    "exact": True,
}
HARD = "\n".join("".join(Random(6).choices("YW.", (4, 5, 2), k=144))[n : n + 12] for n in range(0, 144, 12))
"""A board that can't be counted at a first look."""


def test_a_board_of_tracktic_is_counted_as_json(tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text(BOARD)
    for args in ((board,), (board, "--json"), (board, "--seconds", 60), (board, "--seconds", 0)):
        assert counted("tracktic", *args) == COUNTED
    for text in (BOARD.replace("\n", "\r\n"), BOARD + "\n\n", "\ufeff" + BOARD, BOARD.encode()):
        assert counted("tracktic", "-", stdin=text) == COUNTED, text
    assert run("tally", "tracktic", "-", "--seconds", -1, stdin=BOARD).exit_code == 2


def test_out_of_time_a_real_path_is_told_as_not_exact() -> None:
    quick = counted("tracktic", "-", "--seconds", 0, stdin=HARD)
    whole = counted("tracktic", "-", stdin=HARD)
    assert (quick["exact"], whole["exact"]) == (False, True)
    assert 1 < quick["scores"]["yellow"] <= whole["scores"]["yellow"]
    pieces = read_board(HARD)
    for found in (quick, whole):
        path = [Cell(*place) for place in found["paths"]["yellow"]]
        assert len(path) == len(set(path)) == found["scores"]["yellow"]
        assert {pieces[cell] for cell in path} == {Piece.YELLOW, Piece.WHITE}
        assert all(after in touching([before]) for before, after in pairwise(path))
    as_text = tally.tracktic_in_words(tally.count_tracktic(HARD, STDIN, 0)[0])
    assert as_text.startswith(f"Yellow at least {quick['scores']['yellow']}: ")


def test_on_a_terminal_the_paths_are_told_in_words() -> None:
    as_text = tally.tracktic_in_words(tally.count_tracktic("Y.RR\n...W", STDIN, None)[0])
    assert as_text.splitlines() == ["Red 3: 1,3 1,4 2,4", "Yellow 1: 1,1"]
    # A board on which everything was turned over.
    assert tally.tracktic_in_words(tally.count_tracktic("W.WW\n...W", STDIN, None)[0]) == "Nobody has a path."


def test_a_t_is_a_warning_and_the_board_is_counted_all_the_same(tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text("YYY\n.Y.\nBBB\n.B.\n")
    result = run("tally", "tracktic", board, code=0)
    assert result.stderr.splitlines() == [
        f"{board}: line 1, column 2: four yellow pieces form a T",
        f"{board}: line 3, column 2: four blue pieces form a T",
    ]
    assert json.loads(result.stdout)["scores"] == {"yellow": 3, "blue": 3}


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", ["-: line 1: there is no board here"]),
        ("Y\tB", ["-: line 1, column 2: '\\t' isn't one of . # Y B G R W"]),
        ("Y\u00e9", ["-: line 1, column 2: '\u00e9' isn't one of . # Y B G R W"]),
        ("Y..\n..x.", [
            "-: line 2, column 4: 4 letters, and line 1 has 3",
            "-: line 2, column 3: 'x' isn't one of . # Y B G R W",
        ]),
        ("." * 21, ["-: line 1: a line has 1 to 20 letters, this one has 21"]),
        (".\n" * 21, ["-: line 21: a board has at most 20 lines, this one has 21"]),
        ("." * 5000, ["-: this is longer than any board"]),
        (b"Y.\xff", ["-: not valid UTF-8 (invalid start byte at byte 2)"]),
    ],
)  # fmt: skip
def test_a_bad_board_of_tracktic_is_refused_by_line_and_column(text: str | bytes, wrong: list[str]) -> None:
    result = run("tally", "tracktic", "-", stdin=text, code=1)
    assert result.stdout == ""
    assert result.stderr.splitlines() == [f"Error: {wrong[0]}", *wrong[1:]]
