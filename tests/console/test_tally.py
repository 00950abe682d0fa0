"""`companion tally sequence-states`."""

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.games.sequence_states.board import rows
from ui.cli import main
from ui.console import tally
from ui.console.tally import STDIN


def run(*args: object, stdin: str | bytes | None = None) -> Result:
    return CliRunner().invoke(main, ["tally", "sequence-states", *map(str, args)], input=stdin)


def test_a_board_is_counted_as_json(tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text(rows("RRRRR", "b...g"))
    for args in ((board,), (board, "--json")):
        result = run(*args)
        assert result.exit_code == 0
        assert json.loads(result.stdout) == {
            "sequences": {"red": [[[0, 0], [0, 1], [0, 2], [0, 3], [0, 4]]], "blue": [], "green": []},
            "winner": "red",
        }


def test_a_board_comes_from_standard_input_too() -> None:
    result = run("-", stdin=rows("rrrrrrrrr"))
    assert json.loads(result.stdout)["winner"] == "red"
    assert json.loads(run("-", "--sides", 3, stdin=rows("rrrrr")).stdout)["winner"] == "red"
    assert json.loads(run("-", stdin=rows("rrrrr")).stdout)["winner"] is None


def test_on_a_terminal_it_is_told_in_words() -> None:
    told = tally.in_words(tally.count(rows("rrrrr", "b", "b", "b", "b", "b"), STDIN, None))
    assert told.splitlines() == [
        "red: 1 sequence",
        "  row 1, columns 1 to 5",
        "blue: 1 sequence",
        "  column 1, rows 2 to 6",
        "Nobody has won yet, or the board doesn't tell who was first.",
    ]
    assert tally.in_words(tally.count(rows("rrrrrrrrr"), STDIN, None)).endswith("Red wins.")


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        (rows("..x"), "line 1, column 3: 'x' is none of . r b g R B G"),
        (
            "rrr",
            "line 2: a board has 10 lines, here are 1; line 1, column 4: a line has 10 letters, here are 3",
        ),
        (rows("..R"), "line 1, column 3: this red chip is locked, and no sequence"),
        (b"\xff\xfe", "not a text in UTF-8 (invalid start byte at byte 0)"),
    ],
)
def test_a_bad_board_is_refused_with_its_place(text: str | bytes, wrong: str) -> None:
    result = run("-", stdin=text)
    assert result.exit_code == 1
    assert wrong in result.output
    assert "Traceback" not in result.output


def test_a_file_that_is_not_there_is_refused() -> None:
    result = run("nowhere.txt")
    assert result.exit_code == 1
    assert "nowhere.txt" in result.output


def test_a_long_file_is_not_read_whole() -> None:
    result = run("/dev/zero")
    assert result.exit_code == 1
    assert sys.getsizeof(result.output) < 2000
