"""The demonstration as a person asks for it."""

import pytest
from click.testing import CliRunner

from ui.cli import main
from ui.games.face import refereed
from ui.games.registry import FACES


def test_only_games_with_a_screen_are_shown() -> None:
    result = CliRunner().invoke(main, ["demo", "chess"])
    assert result.exit_code == 2
    assert "'chess' is not" in result.output


@pytest.mark.parametrize(("game", "most"), [("ungle-speed", 22), ("cryptid", 2), ("tracktic", 4)])
def test_as_many_can_be_shown_as_are_refereed(game: str, most: int) -> None:
    assert refereed(FACES[game]())[-1] == most


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["--players", "1"], "1 can't play; 2 to 22 can"),
        (["ungle-speed", "--players", "40"], "40 can't play; 2 to 22 can"),
        # Set-ups are dealt for up to five, but two are refereed.
        (["cryptid", "--players", "3"], "3 can't play; 2 can"),
    ],
)
def test_a_number_that_cannot_play_is_named_with_those_that_can(args: list[str], sentence: str) -> None:
    result = CliRunner().invoke(main, ["demo", "--offscreen", *args])
    assert result.exit_code == 2
    assert sentence in result.output
