"""The demonstration as a person asks for it."""

import pytest

from tests.console.command import run
from ui.games.registry import FACES


def test_only_games_with_a_screen_are_shown() -> None:
    said = run("demo", "chess", code=2).output
    assert "no game is called 'chess'; the games are: ungle-speed," in said


@pytest.mark.parametrize(("game", "most"), [("ungle-speed", 22), ("cryptid", 5), ("tracktic", 4)])
def test_as_many_can_be_shown_as_can_play(game: str, most: int) -> None:
    assert FACES[game]().counts[-1] == most


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["--players", "1"], "1 can't play; 2 to 22 can"),
        (["ungle-speed", "--players", "40"], "40 can't play; 2 to 22 can"),
        (["cryptid", "--players", "6"], "6 can't play; 2 to 5 can"),
    ],
)
def test_a_number_that_cannot_play_is_named_with_those_that_can(args: list[str], sentence: str) -> None:
    assert sentence in run("demo", "--offscreen", *args, code=2).output
