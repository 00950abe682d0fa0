"""`companion tally speed-mode`, `companion referee speed-mode`, `companion board speed-mode`."""

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.speed_mode.board import Kind, Scores
from companion.games.speed_mode.board_file import derived, read_board_file, write_board
from companion.places import store_path
from companion.store import Store
from tests.console.command import refused, run
from ui.console.tally import STDIN, count_speed_mode, speed_mode_in_words
from ui.games.speed_mode.drafts import BOARD

FINAL = "AAAA....\n.b......\n.b......\n"
DEAR = replace(derived(), name="dear", scores=Scores(5, 3, 1))


def test_a_final_board_is_counted_as_json(tmp_path: Path) -> None:
    final, dear = tmp_path / "final.txt", tmp_path / "dear.toml"
    final.write_text(FINAL)
    dear.write_text(write_board(DEAR))

    def counted(*args: object) -> Any:
        return json.loads(run("tally", "speed-mode", *args, stdin=FINAL, code=0).stdout)

    for args in ((final,), ("-", "--json")):
        assert counted(*args) == {
            "scores": {"a": 3, "b": 1},
            "pairs": {"a": [[0, 0], [0, 1]], "b": []},
            "extra": {"a": [[[0, 0], [0, 1]]], "b": []},
            "unpaired": {"a": [], "b": [[[1, 0], [2, 0]]]},
        }
    assert counted("-", "--no-unpaired")["scores"] == {"a": 3, "b": 0}
    assert counted("-", "--board", dear)["scores"] == {"a": 13, "b": 5}
    assert "nowhere" in refused("tally", "speed-mode", "-", "--board", tmp_path / "nowhere.toml", stdin=FINAL)


def test_on_a_terminal_it_is_told_in_words() -> None:
    output = speed_mode_in_words(count_speed_mode(FINAL, STDIN, derived(), unpaired=True))
    assert output.splitlines() == [
        "A 3: pairs 2, between them 1, unpaired groups 0",
        "B 1: pairs 0, between them 0, unpaired groups 1",
        "A wins.",
    ]
    even = "AA....BB\n........\n........"
    output = speed_mode_in_words(count_speed_mode(even, STDIN, derived(), unpaired=True))
    assert output.endswith("Both have the same number: they share the win.")


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("..x.....\n........", "-: line 1, column 3: 'x' isn't one of . a b A B"),
        ("..x.....\n........", "-: line 3: this board has 3 lines, this text has 2"),
        (b"\xff\xfe", "not valid UTF-8"),
    ],
)
def test_a_bad_board_is_refused_with_its_place(text: str | bytes, wrong: str) -> None:
    assert wrong in refused("tally", "speed-mode", "-", stdin=text)


def test_a_match_is_refereed_with_a_board_file_or_the_facts(tmp_path: Path) -> None:
    board, facts = tmp_path / "dear.toml", tmp_path / "facts.json"
    board.write_text(write_board(DEAR))
    facts.write_text('{"level": "watching", "rulings": {"unpaired_groups": "none"}}')
    made = [
        {"type": "speed_mode.make_combination", "seat": seat, "place": [0, 0], "half": half}
        for seat, half in ((0, 0), (0, 1), (1, 0))
    ]
    lines = "\n".join(map(json.dumps, (*made, {"type": "match.put_right"}, {"type": "speed_mode.skip"})))
    for setup in (board, facts):
        result = run("referee", "speed-mode", "--setup", setup, stdin=lines)
        answers = [json.loads(line) for line in result.output.splitlines()]
        rulings = [answer["ruling"] for answer in answers]
        assert rulings == ["accepted", "accepted", "refused", "refused", "accepted", "unreadable"]
        assert answers[2]["violations"][0]["rule"] == "sm.turn"
        assert answers[2]["held"]
        assert answers[3]["violations"][0]["rule"] == "match.held"
    assert answers[0]["awaited"][0]["act"] == "turn_up"


def test_a_bad_setup_is_told_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "short.toml"
    path.write_text(write_board(replace(derived(), deck={**derived().deck, Kind.RED_SQUARE: 5})))
    assert "deck: 71 cards, and it must have 72" in refused("referee", "speed-mode", "--setup", path)


def board(*args: str | Path) -> tuple[int, list[str]]:
    result = run("board", "speed-mode", *args)
    return result.exit_code, result.output.splitlines()


def test_a_board_goes_in_and_out_again(tmp_path: Path) -> None:
    source, target = tmp_path / "mine.toml", tmp_path / "again.toml"
    source.write_text(write_board(DEAR))
    assert board("--import", source) == (0, [f"{source} is your own board now."])
    with Store(store_path(), reading=True) as opened:
        assert opened.setting(BOARD, "") == write_board(DEAR)
    assert board() == (0, ["Your own board is saved: dear, 12 pairs."])
    assert board("--export", target)[0] == 0
    assert read_board_file(target) == DEAR


def test_without_one_the_derived_board_is_written_to_begin_with(tmp_path: Path) -> None:
    code, output = board()
    assert (code, "derived" in output[0]) == (0, True)
    file = tmp_path / "begin.toml"
    written = f"{file}: the derived board is written; you have none of your own."
    assert board("--export", file) == (0, [written])
    assert read_board_file(file) == derived()
    code, output = board("--export", tmp_path / "no" / "where.toml")
    assert (code, "where.toml" in output[0]) == (1, True)


def test_a_file_is_only_looked_at(tmp_path: Path) -> None:
    good, strange, bad = tmp_path / "good.toml", tmp_path / "strange.toml", tmp_path / "bad.toml"
    good.write_text(write_board(derived()))
    deck = {**derived().deck, Kind.RED_SQUARE: 5, Kind.GREEN_SQUARE: 10}
    strange.write_text(write_board(replace(derived(), deck=deck)))
    bad.write_text(write_board(replace(derived(), deck={**deck, Kind.RED_CIRCLE: 0}, name="")))
    assert board("--check", good) == (0, [f"{good}: a board of 12 pairs."])
    code, output = board("--check", strange)
    assert code == 0
    assert output[1] == "Look again: red square: all combinations take 6 of it, the deck has 5."
    code, output = board("--check", bad)
    assert code == 1
    assert any("deck: 66 cards" in line for line in output)
    assert any("name:" in line for line in output)
    assert board("--import", bad)[0] == 1
    assert not store_path().exists()
