"""Whole matches go as they went when they were last reviewed."""

from pathlib import Path

import pytest

from companion.games.shelf import GAMES, game_named
from tests.matches import kinds_missing
from tests.playthroughs.script import FOLDER, play, steps

SCRIPTS = sorted(FOLDER.glob("*/*.txt"))

NOTHING_LIES = {"sheet"}
"""Games in which nothing refused is on the table: a number is simply entered again."""


def test_every_game_has_playthroughs_with_wrong_moves_in_them() -> None:
    for name in GAMES:
        scripts = [path for path in SCRIPTS if path.parent.name == name.replace("-", "_")]
        assert len(scripts) >= 3, f"{name} needs three playthroughs"
        texts = [path.read_text() for path in scripts]
        if name not in NOTHING_LIES:
            assert any("  held " in text for text in texts), f"{name} has nothing that was put right"
        for path in scripts:
            text = path.read_text()
            assert "  refused " in text, f"{path.name} has no wrong move"
            assert "  won by " in text.splitlines()[-1], f"{path.name} is not a whole match"


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_playthrough(path: Path) -> None:
    written = path.read_text().splitlines()
    played = play(game_named(path.parent.name.replace("_", "-")), written)
    told = [line for line in written if not line.startswith("#")]
    for number, (was, now) in enumerate(zip(told, played, strict=True), 1):
        before = "\n".join(told[max(0, number - 8) : number - 1])
        assert now == was, f"{path.name}, line {number}, after\n{before}"


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_kind_of_move_is_on_the_list_of_what_may_be_done(path: Path) -> None:
    *_, (_, match, _) = steps(game_named(path.parent.name.replace("_", "-")), path.read_text().splitlines())
    assert kinds_missing(match) == set()
