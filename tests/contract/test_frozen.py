"""Matches written by earlier versions open as they did then: some for each game and format."""

from pathlib import Path
from typing import Any, get_args

import pytest

from companion.games.shelf import GAMES, game_named
from companion.journal import FORMAT, rows_of
from companion.match import Match
from tests.matches import kinds_missing

FROZEN = Path(__file__).parent / "journals"

SCORES: dict[str, dict[str, list[int]]] = {
    "ungle_speed/format_1": {"stack": [19, 20, 19, 20], "pile": [1, 0, 1, 0], "cards": [20, 20, 20, 20]},
    "ungle_speed/format_1_corrected": {
        "stack": [18, 20, 19, 20],
        "pile": [0, 0, 0, 0],
        "cards": [18, 20, 19, 20],
    },
    "cryptid/format_1": {"cubes": [3, 3], "discs": [2, 5]},
    "cryptid/format_1_given_up": {"cubes": [3, 3], "discs": [2, 0]},
    "tracktic/format_1": {"longest": [11, 6], "exact": [1, 1], "pieces": [10, 4], "tokens": [0, 0]},
    "speed_mode/format_1": {
        "points": [2, 5],
        "pairs": [1, 2],
        "extra": [0, 1],
        "unpaired": [1, 2],
        "hand": [10, 30],
    },
    "sheet/format_1": {"points": [10, 20, 10]},
    "sheet/format_1_clock": {"points": [7, 0, 0]},
    "sheet/format_1_grabs": {"points": [100, -300, -200]},
    "sheet/format_1_passing": {"points": [8, 9, 0]},
    "sheet/format_1_turns": {"points": [0, 441]},
    "sequence_states/format_1": {"sequences": [2, 0, 2, 0], "hand": [0, 0, 1, 0], "lost": [0, 5, 0, 2]},
}
"""The scores at the end of each match."""


def frozen(game: str, version: int) -> Path:
    return FROZEN / game.replace("-", "_") / f"format_{version}.jsonl"


def all_frozen(game: str, version: int) -> list[Path]:
    """Return a game's records in a format: the oldest, and one for each group of events added later."""
    oldest = frozen(game, version)
    return [oldest, *sorted(oldest.parent.glob(f"{oldest.stem}_*.jsonl"))]


@pytest.mark.parametrize("version", range(1, FORMAT + 1))
@pytest.mark.parametrize("game", GAMES)
def test_a_frozen_record_opens_as_it_did(game: str, version: int) -> None:
    for path in all_frozen(game, version):
        match: Match[Any, Any, Any, Any]
        match, loss = Match.restore(game_named(game), rows_of(path.read_bytes()))
        assert loss is None
        assert match.game.score(match.state) == SCORES[f"{path.parent.name}/{path.stem}"]
        assert kinds_missing(match) == set(), "what was played is on the list of what may be done"


@pytest.mark.parametrize("game", ["sequence-states", "cryptid", "tracktic", "speed-mode", "sheet"])
def test_every_kind_of_event_is_frozen(game: str) -> None:
    """In games that began with this rule; Ungle Speed's record is older and shorter."""
    text = "".join(path.read_text() for path in all_frozen(game, FORMAT))
    for kind in get_args(game_named(game).event_type):
        assert f'"type":"{kind.__struct_config__.tag}"' in text, kind
